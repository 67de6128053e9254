// The parser: recursive descent over octets, each looked at once or twice.

/// Reads values from octets. The same parser skims a text for the place of a path.
struct JSONParser {
  let octets: [UInt8]
  let limits: JSONLimits
  var position = 0
  var depth = 0
  /// The first value of right form that cannot be held.
  var valueFault: JSONFault?

  init(_ octets: [UInt8], limits: JSONLimits) throws(JSONFault) {
    self.octets = octets
    self.limits = limits
    if octets.count > limits.octetsMax { throw JSONFault(.tooLong, at: limits.octetsMax) }
    if octets.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONFault(.byteOrderMark, at: 0) }
  }

  /// The one value of a text.
  mutating func parseText() throws(JSONFault) -> JSONValue {
    skipSpace()
    let value = try parseValue()
    skipSpace()
    if position < octets.count { throw JSONFault(.trailingGarbage, at: position) }
    return value
  }

  /// The next octet, or `nil` at the end.
  var next: UInt8? { position < octets.count ? octets[position] : nil }

  /// What went wrong where another octet was needed.
  func unexpectedFault() -> JSONFault {
    JSONFault(position < octets.count ? .unexpected : .unterminated, at: position)
  }

  mutating func skipSpace() {
    while position < octets.count {
      switch octets[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  /// Steps over an octet if it is the next one.
  mutating func take(_ octet: UInt8) -> Bool {
    guard position < octets.count, octets[position] == octet else { return false }
    position += 1
    return true
  }

  mutating func parseValue() throws(JSONFault) -> JSONValue {
    guard let octet = next else { throw unexpectedFault() }
    switch octet {
    case UInt8(ascii: "{"): return .object(try parseObject())
    case UInt8(ascii: "["): return .array(try parseArray())
    case UInt8(ascii: "\""): return try parseString().map { .string($0) } ?? .null
    case UInt8(ascii: "t"): return try parseLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try parseLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try parseLiteral("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    default: throw unexpectedFault()
    }
  }

  private mutating func parseLiteral(
    _ literal: StaticString, _ value: JSONValue
  ) throws(JSONFault) -> JSONValue {
    for index in 0..<literal.utf8CodeUnitCount where !take(literal.utf8Start[index]) {
      throw unexpectedFault()
    }
    return value
  }

  private mutating func open() throws(JSONFault) {
    if depth == limits.depthMax { throw JSONFault(.tooDeep, at: position) }
    depth += 1
    position += 1
    skipSpace()
  }

  /// After an element: `true` when another follows.
  private mutating func goesOn(until closing: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    if take(closing) { return false }
    let comma = position
    guard take(UInt8(ascii: ",")) else { throw unexpectedFault() }
    skipSpace()
    if next == closing { throw JSONFault(.trailingComma, at: comma) }
    return true
  }

  private mutating func parseArray() throws(JSONFault) -> [JSONValue] {
    try open()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try parseValue()) } while try goesOn(until: UInt8(ascii: "]"))
    return elements
  }

  private mutating func parseObject() throws(JSONFault) -> JSONObject {
    try open()
    defer { depth -= 1 }
    var members: [JSONObject.Member] = []
    var places = MemberPlaces()
    if take(UInt8(ascii: "}")) { return JSONObject() }
    repeat {
      let start = position
      guard next == UInt8(ascii: "\"") else { throw unexpectedFault() }
      let name = try parseString()
      if let name, places.place(of: name, in: members) != nil {
        throw JSONFault(.duplicateName, at: start)
      }
      try stepToMemberValue()
      let value = try parseValue()
      // A name that cannot be held takes its value with it; the text is refused anyway.
      if let name { members.append(JSONObject.Member(name: name, value: value)) }
    } while try goesOn(until: UInt8(ascii: "}"))
    return JSONObject(distinct: members)
  }

  /// From the end of a name over the colon to the value.
  mutating func stepToMemberValue() throws(JSONFault) {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw unexpectedFault() }
    skipSpace()
  }
}
