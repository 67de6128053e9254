// Which texts are plain: nothing in them moves the cursor, hides or reorders what is read.

/// The rule for titles, descriptions and names, whoever gives them.
public enum PlainText {
  /// Whether a text is plain on one line: it holds no control, no end of a line, nothing that
  /// changes the direction in which it is read (UAX #9, Explicit Directional Formatting
  /// Characters), and nothing that cannot be seen (Unicode's Default_Ignorable_Code_Point) but
  /// inside of an emoji.
  public static func isPlain(_ text: String) -> Bool { isPlain(text, but: []) }

  /// The text with another sign instead of everything that is not plain.
  public static func plain(_ text: String, insteadOfOthers sign: Unicode.Scalar) -> String {
    guard !isPlain(text) else { return text }
    var plain = String.UnicodeScalarView()
    forEachPart(of: text) { part, isPlain in
      if isPlain { plain.append(contentsOf: part) } else { plain.append(sign) }
      return true
    }
    return String(plain)
  }

  /// Whether a text is plain but for some signs.
  static func isPlain(_ text: String, but allowed: Set<Unicode.Scalar>) -> Bool {
    // Most texts need no closer look.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return true }
    var isAllPlain = true
    forEachPart(of: text) { part, isPlain in
      isAllPlain = isPlain || part.first.map(allowed.contains) ?? true
      return isAllPlain
    }
    return isAllPlain
  }

  /// Goes through a text by emoji and single signs, as long as it is told to go on.
  private static func forEachPart(
    of text: String, _ visit: (_ part: ArraySlice<Unicode.Scalar>, _ isPlain: Bool) -> Bool
  ) {
    var rest = Array(text.unicodeScalars)[...]
    while let first = rest.first {
      let count = EmojiSequences.count(atStartOf: rest)
      let isPlain = count > 1 || !first.disturbsText
      guard visit(rest.prefix(count), isPlain) else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the sign is a control, a line or paragraph separator, or cannot be seen.
  fileprivate var disturbsText: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x2028, 0x2029: true
    // Directional marks and the like are among those that cannot be seen.
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// Whether the text is plain on one line.
  var isPlain: Bool { PlainText.isPlain(self) }

  /// Whether the text is plain but for line feeds and tabs, as a longer text may have them.
  var isPlainInLines: Bool { PlainText.isPlain(self, but: ["\n", "\t"]) }

  /// Whether nothing of the text can be seen.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
