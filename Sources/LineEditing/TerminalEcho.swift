// What a terminal shows of lines that are typed where none can be edited: it hands them in whole.

internal import CEdit

/// Whether the terminal shows what is typed, as long as no editor has it. There is one terminal.
package enum TerminalEcho {
  /// Nothing is shown from here on but the ends of lines: what is typed next is a secret.
  /// - Returns: Whether the terminal could be told so.
  @discardableResult
  package static func hide() -> Bool { usher_terminal_hide_input() }

  /// What is typed is shown as it was before.
  package static func show() { usher_terminal_show_input() }
}
