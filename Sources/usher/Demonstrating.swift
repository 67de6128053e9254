// The demonstration on the screen, and the prompt after it if somebody is there.

import BookingAgent
import Foundation
import House
import Transport

/// Shows the demonstration.
enum Demonstrating {
  static func play(_ options: DemoOptions) throws -> ExitCode {
    let loop = try EventLoop()
    let typing = Typing(options.colour)
    let mailbox = loop.mailbox
    let settings = Demonstration.settings(
      from: try HouseMaking.settingsForPlay(grammar: options.grammar))
    let house = try RunningHouse(
      settings, log: { record in loop.aside { ProcessLog().write(record) } },
      nudge: { mailbox.post(.due) })
    defer { house.close() }
    var output = ExitCode.fine
    Demonstration.play(options.kind, on: house) {
      if output == .fine { output = Console.print($0) }
    }
    guard output == .fine, typing.isTerminal else {
      return output
    }
    _ = Console.print("\nNow it is your turn; you are \(Demonstration.speaker). /quit ends.\n")
    try loop.catchSignals()
    try typing.attach(Demonstration.speaker, of: house, to: loop, history: nil)
    return try Serving.run(house, on: loop)
  }
}
