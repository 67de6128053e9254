// A person at a terminal: how lines are edited there, what is completed, and what is in colour.

import BookingAgent
import Bookings
import Dialogue
import Foundation
import House
import LineEditing
import Transport
import Wording

/// What a terminal is given, or a pipe instead of one.
struct Typing {
  /// Whether both ways lead to a terminal.
  let isTerminal: Bool
  /// Whether what is read is in colour.
  let isPainted: Bool

  /// Looks where standard input and output lead to. To be made before there are threads.
  init(_ colour: ColourChoice) {
    isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
    isPainted = colour.isOn(
      atTerminal: isTerminal, environment: ProcessInfo.processInfo.environment)
    LineEditor.chooseLocale()
  }

  /// How bars are drawn.
  var bars: BarForm { isTerminal || isPainted ? Self.terminalBars : .plain }

  /// Makes standard streams a session for a person. Lines are remembered in the file of that path,
  /// or in memory alone. Bars are drawn as the terminal shows them unless said otherwise.
  func attach(
    _ user: String, of house: RunningHouse, to loop: EventLoop, history: String?,
    bars: BarForm? = nil
  ) throws {
    let face = SessionFace(
      kind: isTerminal ? .terminal : .pipe, encoding: .text, user: user, bars: bars ?? self.bars)
    let prompt = Prompt(text: "> ")
    _ = try loop.attachStandardStreams(
      as: face, prompt: isTerminal ? prompt : nil,
      editor: isTerminal ? editor(prompt, house, loop, history) : nil, paintsBars: isPainted)
  }

  private func editor(
    _ prompt: Prompt, _ house: RunningHouse, _ loop: EventLoop, _ history: String?
  ) -> LineEditor? {
    var settings = LineEditor.Settings(prompt: prompt.text)
    settings.isPainted = isPainted
    settings.history = history.map { LineHistory(path: $0) }
    settings.tell = { fault in loop.aside { Console.say("usher: \(fault)") } }
    settings.isSecret = { house.isSecret($0) }
    settings.completer = {
      let ledger = house.world.ledger
      let rooms = ledger.building.rooms.map(\.name)
      let people = ledger.building.people.all.map(\.name)
      return Completer(names: rooms + people, words: SessionWords.told)
    }
    return LineEditor(settings: settings)
  }

  /// Blocks where the locale says that the terminal shows Unicode (POSIX: the first of these that
  /// is set decides).
  private static var terminalBars: BarForm {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = (locale ?? "").uppercased()
    return name.contains("UTF-8") || name.contains("UTF8") ? .blocks : .plain
  }
}
