// What is said in a text of many lines, as mail has them.

/// Texts of JSON mode, which may have line breaks in them.
enum SaidText {
  /// A text up to the line that marks a signature: `--`, perhaps with a space behind it (RFC 3676
  /// section 4.3). What stands below is not said.
  static func withoutSignature(_ text: String) -> String {
    let octets = text.utf8
    var start = octets.startIndex
    while start < octets.endIndex {
      let end = octets[start...].firstIndex(of: 0x0A) ?? octets.endIndex
      if isMark(octets[start..<end]) { return String(text[..<start]) }
      start = end < octets.endIndex ? octets.index(after: end) : end
    }
    return text
  }

  private static func isMark(_ line: Substring.UTF8View) -> Bool {
    guard line.starts(with: "--".utf8) else { return false }
    return line.dropFirst(2).allSatisfy { $0 == 0x20 || $0 == 0x0D }
  }
}
