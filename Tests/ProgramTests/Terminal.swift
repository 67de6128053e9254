// A terminal of its own for one process: what a person types goes in, what the screen shows comes
// out.

import Foundation
import Testing

/// A pseudo-terminal (pty(7)).
final class Terminal {
  /// The side that the program has.
  let inside: FileHandle
  /// Who is at it; ended with it at the latest.
  var program: Program?
  private let outside: FileHandle
  private let screen: Drain

  /// How large it is.
  static let columns = 80
  private static let rows = 40

  init() throws {
    var (descriptor, side): (Int32, Int32) = (-1, -1)
    var size = winsize()
    (size.ws_row, size.ws_col) = (UInt16(Self.rows), UInt16(Self.columns))
    guard openpty(&descriptor, &side, nil, nil, &size) == 0 else {
      throw Trouble(description: "no terminal is to be had: \(errno)")
    }
    outside = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    inside = FileHandle(fileDescriptor: side, closeOnDealloc: true)
    screen = Drain(outside)
  }

  func type(_ keys: String) { type(Array(keys.utf8)) }

  func type(_ keys: [UInt8]) {
    do {
      try outside.write(contentsOf: keys)
    } catch {
      Issue.record("the terminal takes nothing: \(error)")
    }
  }

  /// What the screen shows from the beginning, as soon as it holds a text.
  func text(holding text: String) throws -> String { try screen.text(holding: text) }

  func text(where isIt: (String) -> Bool) throws -> String { try screen.text(where: isIt) }

  /// What stands on the screen, as soon as something is true of it.
  @discardableResult
  func shown(where isIt: (Screen) -> Bool) throws -> Screen {
    Screen(try screen.text { isIt(Screen($0)) })
  }

  /// What stands on the screen, as soon as the line with the cursor is this one.
  @discardableResult
  func shown(line: String) throws -> Screen { try shown { $0.line == line } }

  /// What stands on the screen, as soon as an answer does and a line can be typed behind it.
  @discardableResult
  func shown(answer: String) throws -> Screen {
    try shown { $0.line == ">" && $0.lines.suffix(6).contains { $0.contains(answer) } }
  }

  /// Whether it hands in lines, shows what is typed, and takes Ctrl-C for a signal, as a shell
  /// wants it.
  var isAsFound: Bool {
    var modes = termios()
    guard tcgetattr(inside.fileDescriptor, &modes) == 0 else { return false }
    let asLines = modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    return asLines && withUnsafeBytes(of: modes.c_cc) { $0[Int(VINTR)] == 3 }
  }

  /// Makes the window another one.
  func resize(columns: Int) {
    var size = winsize()
    (size.ws_row, size.ws_col) = (UInt16(Self.rows), UInt16(columns))
    #expect(ioctl(inside.fileDescriptor, UInt(TIOCSWINSZ), &size) == 0)
  }
}
