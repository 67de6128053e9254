// What a value of an answer means where another kind of value was expected: numbers may be texts,
// texts numbers, truths texts, and moments seconds, milliseconds or ISO 8601.

internal import CivilTime
internal import JSON

extension JSONValue {
  /// The text, or a number as it is written; nil for what is blank.
  var tolerantText: String? {
    switch self {
    case .string(let text): text.utf8.contains { $0 > 0x20 } ? text : nil
    case .integer(let number): String(number)
    case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
    case .null, .bool, .array, .object: nil
    }
  }

  /// The number, also where it is written as a text; never infinite.
  var tolerantNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number.isFinite ? number : nil
    case .string(let text): Self.decimal(text)
    case .null, .bool, .array, .object: nil
    }
  }

  /// The whole number nearest to it, also where it is written as a text.
  var tolerantInteger: Int64? {
    if case .integer(let number) = self { return number }
    if case .string(let text) = self, let number = Int64(text.trimmed) { return number }
    return tolerantNumber.flatMap { Int64(exactly: $0.rounded()) }
  }

  /// The truth, also where it is written as a text.
  var tolerantFlag: Bool? {
    switch self {
    case .bool(let truth): return truth
    case .string(let text):
      switch text.keyword {
      case "true": return true
      case "false": return false
      default: return nil
      }
    case .null, .integer, .number, .array, .object: return nil
    }
  }

  /// The moment: seconds, from 10^11 on milliseconds, or ISO 8601 with an offset.
  var tolerantInstant: Instant? {
    if let number = tolerantNumber { return Instant(counted: number) }
    return string.flatMap { Instant(tolerant: $0.trimmed) }
  }

  /// Only what JSON would take as a number: Swift would also read `nan`, `inf` and `0x1p3`.
  private static func decimal(_ text: String) -> Double? {
    let trimmed = text.trimmed
    let isDecimal = trimmed.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, trimmed.utf8.count <= 40, let number = Double(trimmed) else { return nil }
    return number.isFinite ? number : nil
  }
}

extension String {
  /// Without the blanks around it.
  var trimmed: Substring {
    // Most texts have none: what begins and ends with a sign of ASCII needs no closer look.
    let signs: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, signs ~= first, signs ~= last {
      return self[...]
    }
    // Scalars and not characters: a letter may have thousands of marks, and each is looked at once.
    let begun = unicodeScalars.drop(while: \.isBlank)
    let end = begun.lastIndex { !$0.isBlank }
    return end.map { Substring(begun[...$0]) } ?? ""
  }

  /// What is held against the names of a fixed set: small letters, without blanks around them.
  /// Empty where it is longer than any such name: to compare thousands of marks on one letter with
  /// each of them takes milliseconds.
  var keyword: String {
    utf8.count <= Self.keywordOctetsMax ? trimmed.lowercased() : ""
  }

  /// How long a name of a fixed set may be, with blanks around it.
  private static let keywordOctetsMax = 64

  /// As much of it as so many octets hold, whole characters only. Where the first character alone
  /// is longer (thousands of marks on one letter) its first scalars stand for it.
  func cut(toOctets octetsMax: Int) -> String {
    guard utf8.count > octetsMax else { return self }
    var kept = ""
    var octets = 0
    for character in self {
      octets += character.utf8.count
      if octets > octetsMax { break }
      kept.append(character)
    }
    if kept.isEmpty {
      for scalar in unicodeScalars {
        guard kept.utf8.count + UTF8.width(scalar) <= octetsMax else { break }
        kept.unicodeScalars.append(scalar)
      }
    }
    return kept
  }
}

extension Unicode.Scalar {
  /// Whether it is a space, a tabulator or an end of a line (Unicode, UAX 14: BK, CR, LF, NL).
  fileprivate var isBlank: Bool {
    switch self {
    case " ", "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

extension JSONValue {
  /// Whether a member of an error that has this value tells of one: not null, blank, 0 or false.
  var tellsError: Bool {
    switch self {
    case .null, .bool(false), .integer(0): false
    case .string: tolerantText != nil
    case .bool, .integer, .number, .array, .object: true
    }
  }

  /// A code of an error, also where it is written as a text.
  var errorNumber: Int? {
    switch self {
    case .integer, .number: tolerantInteger.flatMap(Int.init(exactly:))
    case .string(let text): Int(text.trimmed)
    case .null, .bool, .array, .object: nil
    }
  }
}
