// A line that is typed and not shown, as a password.

/// What was typed so far. The library that edits lines knows nothing of it: its idea of the screen
/// stays true, and no copy of a secret lies there.
package struct HiddenLine {
  private var characters: [Unicode.Scalar] = []

  /// Nothing was typed.
  package init() {}

  /// Whether nothing was typed.
  package var isEmpty: Bool { characters.isEmpty }

  /// Takes a key: a character, the erasing of the last or of all, or the end, with which the octets
  /// are handed back. Other keys do nothing.
  package mutating func take(_ key: [Unicode.Scalar], max: Int) -> [UInt8]? {
    guard key.count == 1, let character = key.first else { return nil }
    switch character {
    case "\r", "\n":
      defer { forget() }
      // 0xFF is no octet of UTF-8 (RFC 3629).
      return characters.flatMap { $0 == .unreadable ? [0xFF] : Array(String($0).utf8) }
    case "\u{7F}", "\u{8}": _ = characters.popLast()
    case "\u{15}": forget()
    case _ where character.value >= 0x20 && characters.count < max: characters.append(character)
    default: break
    }
    return nil
  }

  /// Forgets what was typed.
  package mutating func forget() { characters = [] }
}
