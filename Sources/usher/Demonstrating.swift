// The demonstration on the screen, and the prompt after it if somebody is there.

import BookingAgent
import Foundation
import House
import Transport

/// Shows the demonstration.
enum Demonstrating {
  static func play(_ options: DemoOptions) throws -> ExitCode {
    let loop = try EventLoop()
    let mailbox = loop.mailbox
    let settings = Demonstration.settings(
      from: try HouseMaking.settingsForPlay(grammar: options.grammar))
    let house = try RunningHouse(
      settings, log: { Console.say("usher: \($0)") }, nudge: { mailbox.post(.due) })
    defer { house.close() }
    var output = ExitCode.fine
    Demonstration.play(on: house) { if output == .fine { output = Console.print($0) } }
    guard output == .fine, isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
      return output
    }
    _ = Console.print("\nNow it is your turn; you are \(Demonstration.speaker). /quit ends.\n")
    try loop.catchSignals()
    let face = SessionFace(
      kind: .terminal, encoding: .text, user: Demonstration.speaker,
      bars: Serving.terminalBars)
    _ = try loop.attachStandardStreams(as: face, prompt: Prompt(text: "> "))
    return try Serving.run(house, on: loop)
  }
}
