// Which texts are plain: nothing in them moves the cursor, hides or reorders what is read.

extension Unicode.Scalar {
  /// Whether the sign is a control, a line or paragraph separator, or changes the direction in
  /// which a line is read (UAX #9, Explicit Directional Formatting Characters).
  var disturbsText: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x2028, 0x2029: true
    default: false
    }
  }
}

extension String {
  /// Whether the text is plain on one line.
  var isPlain: Bool { !unicodeScalars.contains(where: \.disturbsText) }

  /// Whether the text is plain but for line feeds and tabs, as a longer text may have them.
  var isPlainInLines: Bool {
    !unicodeScalars.contains { $0.disturbsText && $0 != "\n" && $0 != "\t" }
  }

  /// Whether nothing of the text can be seen.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
