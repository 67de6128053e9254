// Tags before a line, for programs that speak text mode: `@label=7;acme.example/x=1 book …`.

/// A key and perhaps a value that travel with a line; a session may echo them.
public struct LineTag: Hashable, Sendable {
  /// The key of the tag whose value names a message: `msg`, as in JSON.
  public static let message = "msg"

  /// 1–32 letters, digits and hyphens, perhaps behind a vendor's domain and a slash.
  public let key: String
  /// The value, escapes resolved.
  public let value: String?

  /// A tag, or `nil` if the key is none or the value holds what no line can.
  public init?(_ key: String, _ value: String? = nil) {
    guard Self.isKey(Substring(key)) else { return nil }
    if let value {
      let isLine = value.unicodeScalars.allSatisfy {
        $0 == "\r" || $0 == "\n" || ($0 != "\t" && !VisibleText.isControl($0))
      }
      if !isLine { return nil }
    }
    self.key = key
    self.value = value
  }

  private init(key: Substring, value: String?) {
    self.key = String(key)
    self.value = value
  }

  /// Takes tags and the space behind them off the beginning of a line, or nothing.
  static func takeTags(from line: inout Substring) -> [LineTag]? {
    let octets = line.utf8
    guard octets.first == UInt8(ascii: "@"), let space = octets.firstIndex(of: 0x20) else {
      return nil
    }
    let written = octets[octets.index(after: octets.startIndex)..<space]
    var tags: [LineTag] = []
    for part in written.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      guard let tag = LineTag(reading: Substring(part)) else { return nil }
      tags.append(tag)
    }
    line = Substring(octets[octets.index(after: space)...])
    return tags
  }

  private init?(reading text: Substring) {
    let octets = text.utf8
    guard let sign = octets.firstIndex(of: UInt8(ascii: "=")) else {
      guard Self.isKey(text) else { return nil }
      self.init(key: text, value: nil)
      return
    }
    let key = Substring(octets[..<sign])
    let written = Substring(octets[octets.index(after: sign)...])
    guard Self.isKey(key), let value = Self.unescaped(written) else { return nil }
    self.init(key: key, value: value)
  }

  private static func isKey(_ text: Substring) -> Bool {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.last, (1...32).contains(name.count),
      name.allSatisfy(\.isLetterDigitOrHyphen)
    else { return false }
    guard parts.count == 2 else { return true }
    return (1...63).contains(parts[0].count)
      && parts[0].allSatisfy { $0.isLetterDigitOrHyphen || $0 == UInt8(ascii: ".") }
  }

  /// A value as it is meant, or `nil` if it holds what must be escaped or an unknown escape.
  private static func unescaped(_ text: Substring) -> String? {
    var value = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        guard let meant = meaning(ofEscape: scalar) else { return nil }
        value.unicodeScalars.append(meant)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\t" {
        return nil
      } else {
        value.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? nil : value
  }

  private static func meaning(ofEscape scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case ":": ";"
    case "s": " "
    case "\\": "\\"
    case "r": "\r"
    case "n": "\n"
    default: nil
    }
  }

  /// The tag as it stands in a line.
  var written: String {
    guard let value else { return key }
    var text = key + "="
    for scalar in value.unicodeScalars {
      switch scalar {
      case ";": text += "\\:"
      case " ": text += "\\s"
      case "\\": text += "\\\\"
      case "\r": text += "\\r"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
