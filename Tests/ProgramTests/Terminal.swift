// A terminal of its own for one process: what a person types goes in, what the screen shows comes
// out.

import Foundation
import Testing

/// A pseudo-terminal (pty(7)).
final class Terminal {
  /// The side that the program has.
  let inside: FileHandle
  private let outside: FileHandle
  private let screen: Drain

  init() throws {
    var (descriptor, side): (Int32, Int32) = (-1, -1)
    guard openpty(&descriptor, &side, nil, nil, nil) == 0 else {
      throw Trouble(description: "no terminal is to be had: \(errno)")
    }
    outside = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    inside = FileHandle(fileDescriptor: side, closeOnDealloc: true)
    screen = Drain(outside)
  }

  func type(_ keys: String) {
    do {
      try outside.write(contentsOf: Array(keys.utf8))
    } catch {
      Issue.record("the terminal takes nothing: \(error)")
    }
  }

  /// What the screen shows from the beginning, as soon as it holds a text.
  func text(holding text: String) throws -> String { try screen.text(holding: text) }
}
