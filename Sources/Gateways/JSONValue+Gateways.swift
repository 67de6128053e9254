// The loose ways in which gateways write lists, numbers and sizes, and text made fit to be shown.

internal import Bookings
public import JSON

extension JSONValue {
  /// Whether nothing is said: null, or text of nothing but spaces.
  var isBlank: Bool {
    switch self {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    case .bool, .integer, .number, .array, .object: false
    }
  }

  /// A whole number, also one written as text or with a fraction of zeros.
  var writtenInteger: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    case .string(let text): text.first == "+" ? nil : Int64(text)
    case .null, .bool, .array, .object: nil
    }
  }

  /// The elements of a list and where they stand. A list from which something was taken may be
  /// written as an object, `{"0": …, "2": …}`; nulls are gaps too.
  /// - Throws: that it is no list, or has more elements than the limit.
  public func gappedList(
    at path: JSONPath, max: Int
  ) throws(ShapeFault) -> [(path: JSONPath, value: JSONValue)] {
    var elements: [(path: JSONPath, value: JSONValue)] = []
    switch self {
    case .array(let values):
      elements = values.enumerated().map { (path.appending($0), $1) }
    case .object(let object):
      var numbered: [(number: Int, member: JSONObject.Member)] = []
      for member in object.members {
        guard let number = Int(member.name), number >= 0, String(number) == member.name else {
          throw ShapeFault(.notAList, at: path)
        }
        numbered.append((number, member))
      }
      elements = numbered.sorted { $0.number < $1.number }
        .map { (path.appending($0.member.name), $0.member.value) }
    case .null, .bool, .integer, .number, .string:
      throw ShapeFault(.notAList, at: path)
    }
    guard elements.count <= max else { throw ShapeFault(.tooMany(max: max), at: path) }
    return elements.filter { !$0.value.isNull }
  }
}

extension JSONValue {
  /// Text in which something can be seen and nothing disturbs what is shown around it.
  /// - Throws: why it is no such text.
  public func plainText(at path: JSONPath, octetsMax: Int) throws(ShapeFault) -> String {
    guard let text = string else { throw ShapeFault(.notText, at: path) }
    guard !isBlank else { throw ShapeFault(.empty, at: path) }
    guard text.utf8.count <= octetsMax else {
      throw ShapeFault(.tooLong(octetsMax: octetsMax), at: path)
    }
    guard PlainText.isPlain(text) else { throw ShapeFault(.notPlain, at: path) }
    return text
  }
}

/// A size as gateways write it: `60`, `"60m²"`, `"60 m2"`, `"10 sqm"`, `"12.5 m²"`.
struct WrittenSize {
  let squareMetres: Int

  private static let units: Set<String> = ["", "m²", "m2", "m^2", "sqm", "sq m", "qm"]

  init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self.init(Double(number))
    case .number(let number): self.init(number)
    case .string(let text):
      let trimmed = text.drop(while: \.isWhitespace)
      let digits = trimmed.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
      let rest = trimmed.dropFirst(digits.count).drop(while: \.isWhitespace)
      let unit = String(rest.reversed().drop(while: \.isWhitespace).reversed()).lowercased()
      guard Self.units.contains(unit), digits.first?.isNumber == true,
        let number = Double(String(digits.map { $0 == "," ? "." : $0 }))
      else { return nil }
      self.init(number)
    case .null, .bool, .array, .object: return nil
    }
  }

  private init?(_ number: Double) {
    guard number >= 0.5, number <= 1_000_000 else { return nil }
    squareMetres = Int(number.rounded())
  }
}

extension String {
  /// The beginning of a text from outside, everything that is not plain made visible as U+FFFD;
  /// cut between scalars to so many octets.
  func shown(octetsMax: Int) -> String {
    var shown = String.UnicodeScalarView()
    var octets = 0
    for scalar in PlainText.plain(self, insteadOfOthers: "\u{FFFD}").unicodeScalars {
      octets += UTF8.width(scalar)
      guard octets <= octetsMax else { break }
      shown.append(scalar)
    }
    return String(shown)
  }
}
