// Values written as JSON and read again: what comes back, what is missing, what is refused.

import JSON
import Testing

struct WrittenValueTests {
  struct Everything: Codable, Hashable {
    var truth = true
    var text = "a\u{0}ü"
    var whole = Int.min
    var small: UInt8 = 255
    var measure = 0.5
    var nothing: Int?
    var list = [[1], []]
    var names = ["a": 1]
    var choice = Choice.both(1, named: "x")
  }

  enum Choice: Codable, Hashable {
    case both(Int, named: String)
    indirect case deeper(Choice)
    case none
  }

  struct Later: Codable, Hashable {
    var isNew: Bool
    var added: [Int]
    var name: String?
  }

  @Test func `a value comes back as it was`() throws {
    let value = Everything()
    let json = try ValueEncoder.json(of: value)
    let again = try JSONValue(parsing: json.octets)
    #expect(again == json)
    #expect(try ValueDecoder.value(Everything.self, of: again) == value)
    #expect(json["truth"] == true && json["whole"] == .integer(Int64(Int.min)))
    #expect(json["nothing"] == nil && json["list"] == [[1], []])
  }

  struct Silent: Codable { func encode(to encoder: any Encoder) {} }

  /// Writes into containers inside of one another by hand, as few do.
  struct Nested: Encodable {
    enum Key: CodingKey { case list, object, more, last }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      var list = members.nestedUnkeyedContainer(forKey: .list)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(1.5, forKey: .more)
      try inner.encodeNil(forKey: .last)
      var innermost = list.nestedUnkeyedContainer()
      try innermost.encodeNil()
      try list.encode("\"\u{7F}")
      var object = members.nestedContainer(keyedBy: Key.self, forKey: .object)
      try [Int]().encode(to: object.superEncoder(forKey: .more))
      try true.encode(to: members.superEncoder())
      try members.encode(UInt8(7), forKey: .last)
    }
  }

  @Test func `octets that are written at once are those of the tree`() throws {
    var choice = Choice.none
    for _ in 0..<40 { choice = .deeper(choice) }
    let values: [any Encodable] = [
      Everything(), choice, Choice.both(-1, named: "é\n"), Silent(), [Silent(), Silent()], "text",
      1, Int64.min, true, 0.1, Float(2), [String](), ["a": [Int?.none, 3]], Int?.none, Nested(),
      Later(isNew: true, added: [1, 2], name: nil),
    ]
    for value in values {
      var octets = Array("> ".utf8)
      try ValueEncoder.write(value, into: &octets)
      #expect(octets == Array("> ".utf8) + (try ValueEncoder.json(of: value).octets), "\(value)")
    }
  }

  @Test func `a truth that is missing is no, a list is empty, and more is ignored`() throws {
    let later = Later(isNew: false, added: [], name: nil)
    #expect(try ValueDecoder.value(Later.self, of: ["other": [1]]) == later)
    #expect(try ValueDecoder.value(Later.self, of: ["name": nil]) == later)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a number that JSON does not have is not written`(number: Double) {
    #expect(throws: EncodingError.self) { try ValueEncoder.json(of: [number]) }
    #expect(throws: EncodingError.self) { try ValueEncoder.json(of: Float(number)) }
    #expect(throws: EncodingError.self) { try ValueEncoder.json(of: [UInt64.max]) }
    var octets: [UInt8] = []
    #expect(throws: EncodingError.self) { try ValueEncoder.write([number], into: &octets) }
    #expect(throws: EncodingError.self) { try ValueEncoder.write([UInt64.max], into: &octets) }
  }

  @Test func `what is missing, of another kind or too large is not read`() {
    let texts: [JSONValue] = [nil, true, 1, ["a": 1], [nil], [1], [["a"]]]
    for json in texts {
      #expect(throws: DecodingError.self, "\(json)") {
        try ValueDecoder.value([String].self, of: json)
      }
    }
    for json: JSONValue in [256, -1, 0.5, "1", nil] {
      #expect(throws: DecodingError.self, "\(json)") {
        try ValueDecoder.value(UInt8.self, of: json)
      }
    }
    for json: JSONValue in [[], ["both": ["_0": 1]], ["both": [:], "none": [:]], ["other": [:]]] {
      #expect(throws: DecodingError.self, "\(json)") {
        try ValueDecoder.value(Choice.self, of: json)
      }
    }
  }

  @Test func `a value as deep as a text may be comes back`() throws {
    var value = Choice.none
    for _ in 0..<250 { value = .deeper(value) }
    let octets = try ValueEncoder.json(of: value).octets
    let json = try JSONValue(parsing: octets, limits: JSONLimits(depthMax: 512))
    #expect(try ValueDecoder.value(Choice.self, of: json) == value)
  }
}
