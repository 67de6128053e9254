// What a line of text must look like before it is sent for a field.

extension Field.Keyboard {
  // E.164: at most 15 digits; the shortest numbers that are called have three.
  private static let phoneDigits = 3...15

  /// Whether it would be an answer: of an e-mail address two parts, the second of which has a dot
  /// within; of a telephone number 3 to 15 digits and what stands between them; of a number digits,
  /// signs and what parts them; of `NUMPUN` a digit at least, and punctuation.
  public func takes(_ text: String) -> Bool {
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    func isOf(_ others: String) -> Bool {
      text.utf8.allSatisfy { (0x30...0x39).contains($0) || others.utf8.contains($0) }
    }
    switch self {
    case .text: return true
    case .email:
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else {
        return false
      }
      return parts[1].contains(".") && parts[1].first != "." && parts[1].last != "."
    case .phone: return isOf("+-()./ ") && Self.phoneDigits.contains(digits)
    case .number: return isOf("-+.,") && digits > 0
    case .punctuated: return text.utf8.allSatisfy { (0x20...0x40).contains($0) } && digits > 0
    }
  }
}
