// What a person opens or calls, as the service writes it.

extension ExternalLink {
  /// A web address, `tel:`, `sms:` or `qrcode:`; nil for anything else, as the name of an app.
  init?(_ text: String, in scope: ReadingScope) {
    let trimmed = text.trimmed
    guard trimmed.utf8.count <= scope.limits.textOctetsMax,
      let colon = trimmed.firstIndex(of: ":")
    else { return nil }
    let rest = trimmed[trimmed.index(after: colon)...]
    switch trimmed[..<colon].lowercased() {
    case "http", "https":
      guard let page = WebAddress(trimmed) else { return nil }
      self = .page(page)
    case "tel":
      guard let number = Self.number(rest) else { return nil }
      self = .phone(number)
    case "sms":
      guard let number = Self.number(rest) else { return nil }
      self = .text(number)
    case "qrcode":
      guard !rest.isEmpty else { return nil }
      self = .code(String(rest))
    default: return nil
    }
  }

  // The 15 digits of E.164, with what is written between them.
  private static let numberOctetsMax = 40

  /// A telephone number: digits and what is written between them. Letters would be dialled as
  /// something else on half of all telephones.
  private static func number(_ text: Substring) -> String? {
    let isNumber = text.utf8.allSatisfy { octet in
      (0x30...0x39).contains(octet) || "+-()./ *#,".utf8.contains(octet)
    }
    let hasDigit = text.utf8.contains { (0x30...0x39).contains($0) }
    return isNumber && hasDigit && text.utf8.count <= numberOctetsMax ? String(text) : nil
  }
}
