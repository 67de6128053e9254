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
