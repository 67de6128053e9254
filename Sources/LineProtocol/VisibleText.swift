// What people or gateways wrote, made safe for one line: it can never become protocol or steer a
// terminal.

/// Rules for text that comes from outside.
public enum VisibleText {
  /// How many octets may be shown for one: `<U+0001>`.
  static let octetsAnOctetMax = 8

  /// The text as one line may show it: line ends become a space, controls and bidi controls their
  /// number, as in `<U+202E>`. TAB, zero-width characters and combining marks stay.
  public static func shown(_ text: String) -> String {
    let isShownAsIs = text.utf8.withContiguousStorageIfAvailable(needsNoChange)
    if isShownAsIs == true { return text }
    var shown = ""
    var endedWithCR = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": shown.append(" ")
      case "\n": if !endedWithCR { shown.append(" ") }
      default:
        if isControl(scalar) || steersDirection(scalar) || endsLine(scalar) {
          shown += "<U+\(fourDigits(scalar))>"
        } else {
          shown.unicodeScalars.append(scalar)
        }
      }
      endedWithCR = scalar == "\r"
    }
    return shown
  }

  /// Whether an id of a conversation, user or message may be taken: 1–255 printable ASCII by
  /// default, compared octet by octet.
  public static func isIdentifier(_ id: String, octetsMax: Int = 255) -> Bool {
    (1...octetsMax).contains(id.utf8.count) && id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// What is wrong with a text that came in JSON, by the rules of a text line.
  public static func fault(in text: String, allowingLineBreaks: Bool = false) -> LineFault? {
    let holdsControl = text.unicodeScalars.contains { scalar in
      isControl(scalar) && !(allowingLineBreaks && (scalar == "\n" || scalar == "\r"))
    }
    return holdsControl ? .control : nil
  }

  /// C0 but TAB, DEL, C1.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09: false
    case 0x00...0x1F, 0x7F...0x9F: true
    default: false
    }
  }

  /// The explicit formatting characters of the bidi algorithm (UAX 9 section 2).
  private static func steersDirection(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// No line end to us, but to some who show our lines.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x2028 || scalar.value == 0x2029
  }

  /// Whether nothing has to be changed, seen on octets: most lines need no closer look, dashes and
  /// quotation marks (E2 80 90 to A6) included.
  private static func needsNoChange(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
    var lead: UInt8 = 0
    var second: UInt8 = 0
    for octet in octets {
      // What stands for itself also ends every pair that is looked for.
      if (0x20..<0x7F).contains(octet) {
        second = 0
        lead = 0
        continue
      }
      if octet < 0x20 && octet != 0x09 || octet == 0x7F { return false }
      if lead == 0xC2 && octet < 0xA0 || lead == 0xD8 && octet == 0x9C { return false }
      if second == 0xE2 && (lead == 0x80 || lead == 0x81) && !(0x90...0xA6).contains(octet) {
        return false
      }
      if second == 0xE2 && lead == 0x81 && octet == 0xA6 { return false }
      second = lead
      lead = octet
    }
    return true
  }

  private static func fourDigits(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension UInt8 {
  /// ALPHA of RFC 5234.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// ALPHA, DIGIT or the hyphen.
  var isLetterDigitOrHyphen: Bool {
    isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "-")
  }
}
