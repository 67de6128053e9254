// JSON texts: what is taken, what is refused and where, and how values are written.

import JSON
import Testing

@Suite("JSON")
struct JSONTests {
  struct Taken: Sendable {
    let text: String
    let value: JSONValue
    /// The compact text, where it differs from the one read.
    var written: String?
  }

  static let taken: [Taken] = [
    Taken(text: "null", value: nil),
    Taken(text: " \t\r\n true ", value: true, written: "true"),
    Taken(text: "false", value: false),
    Taken(text: "0", value: 0),
    Taken(text: "-0", value: 0, written: "0"),
    Taken(text: "9223372036854775807", value: .integer(.max)),
    Taken(text: "-9223372036854775808", value: .integer(.min)),
    Taken(text: "0.1", value: 0.1),
    Taken(text: "-0.0", value: .number(-0.0)),
    Taken(text: "1.5E+2", value: 150.0, written: "150.0"),
    Taken(text: "9223372036854775808.0", value: .number(0x1p63), written: "9.223372036854776e+18"),
    Taken(text: "1e-400", value: .number(0), written: "0.0"),
    Taken(text: "5e-324", value: .number(.leastNonzeroMagnitude)),
    Taken(text: "1.7976931348623157e+308", value: .number(.greatestFiniteMagnitude)),
    Taken(text: #""""#, value: ""),
    Taken(text: #""é – 🐟""#, value: "é – 🐟"),
    Taken(
      text: #""\"\\\/\b\f\n\r\tA""#, value: "\"\\/\u{8}\u{C}\n\r\tA",
      written: #""\"\\/\b\f\n\r\tA""#),
    Taken(text: #""\u0041\u00e9\u2013\ud83d\udC1f""#, value: "Aé–🐟", written: #""Aé–🐟""#),
    Taken(text: #""a\u0000b""#, value: "a\u{0}b"),
    Taken(text: #""\u007f\u0085""#, value: "\u{7F}\u{85}"),
    Taken(text: "[]", value: []),
    Taken(text: "[ 1 , [2], {} ]", value: [1, [2], [:]], written: "[1,[2],{}]"),
    Taken(text: #"{"b":1,"a":{"c":[]}}"#, value: ["b": 1, "a": ["c": []]]),
    // RFC 8259 section 8.3: names are compared code unit by code unit.
    Taken(text: "{\"é\":1,\"e\u{301}\":2}", value: ["é": 1, "e\u{301}": 2]),
    Taken(text: #"{"":0}"#, value: ["": 0]),
  ]

  @Test("a text is read as its value and written compactly", arguments: taken)
  func takes(_ row: Taken) throws {
    let value = try JSONValue(parsing: Array(row.text.utf8))
    #expect(value == row.value)
    #expect(String(decoding: value.octets, as: UTF8.self) == row.written ?? row.text)
  }

  /// Text, reason, octets before the place.
  static let refused: [(String, JSONFault.Reason, Int)] = [
    ("", .unterminated, 0),
    ("  ", .unterminated, 2),
    ("nul", .unterminated, 3),
    ("nulL", .unexpected, 3),
    ("NaN", .unexpected, 0),
    ("Infinity", .unexpected, 0),
    ("'a'", .unexpected, 0),
    ("/**/1", .unexpected, 0),
    ("\\xEF\\xBB\\xBF1", .byteOrderMark, 0),
    ("1 2", .trailingGarbage, 2),
    ("{}{}", .trailingGarbage, 2),
    ("01", .leadingZero, 0),
    ("-007", .leadingZero, 0),
    ("+1", .unexpected, 0),
    ("-", .unterminated, 1),
    (".5", .unexpected, 0),
    ("1.", .unterminated, 2),
    ("1.e5", .unexpected, 2),
    ("1e+", .unterminated, 3),
    ("1e400", .numberOutOfRange, 0),
    ("[-1E400]", .numberOutOfRange, 1),
    ("9223372036854775808", .numberOutOfRange, 0),
    ("-9223372036854775809", .numberOutOfRange, 0),
    ("99999999999999999999999999999999999999999", .numberOutOfRange, 0),
    ("[1,]", .trailingComma, 2),
    ("[,1]", .unexpected, 1),
    ("[1 2]", .unexpected, 3),
    ("[1", .unterminated, 2),
    ("]", .unexpected, 0),
    ("{\"a\":1,}", .trailingComma, 6),
    ("{\"a\" 1}", .unexpected, 5),
    ("{a:1}", .unexpected, 1),
    ("{\"a\":}", .unexpected, 5),
    ("{\"a\":1,\"b\":2,\"a\":3}", .duplicateName, 13),
    ("{\"a\":1,\"\\u0061\":3}", .duplicateName, 7),
    (
      "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,\"9\":0,\"3\":0}",
      .duplicateName, 55
    ),
    ("\"abc", .unterminated, 0),
    ("\"abc\\", .unterminated, 4),
    ("\"a\\nb", .unterminated, 0),
    ("\"a\tb\"", .control, 2),
    ("\"a\\n\nb\"", .control, 4),
    ("\"\\x00\"", .control, 1),
    ("\"\\q\"", .badEscape, 1),
    ("\"\\u12G4\"", .badEscape, 1),
    ("\"\\u12", .unterminated, 1),
    ("\"\\ud800\"", .loneSurrogate, 1),
    ("\"\\udc00\"", .loneSurrogate, 1),
    ("\"\\ud800\\u0041\"", .loneSurrogate, 1),
    ("\"\\ud800\\n\"", .loneSurrogate, 1),
    ("\"\\ud800\\ud800\\udc00\"", .loneSurrogate, 1),
    ("\"a\\xFF\"", .notUTF8, 2),
    ("\"\\xC0\\xAF\"", .notUTF8, 1),
    ("\"ok\\xE0\\x80\\x80\"", .notUTF8, 3),
    ("\"\\xED\\xA0\\x80\"", .notUTF8, 1),
    ("\"\\xF4\\x90\\x80\\x80\"", .notUTF8, 1),
    ("\"\\n\\xE2\\x80\"", .notUTF8, 3),
    ("\\xFF", .unexpected, 0),
    ("\\xC2\\xA01", .unexpected, 0),
  ]

  @Test("a text that is not strict JSON is refused where the fault is", arguments: refused)
  func refuses(_ text: String, _ reason: JSONFault.Reason, at offset: Int) {
    let fault = #expect(throws: JSONFault.self) { try JSONValue(parsing: octets(text)) }
    #expect(fault?.reason == reason)
    #expect(fault?.offset == offset)
  }

  @Test("values are alike if they are written alike, and stand once in a set")
  func alike() {
    let values: [JSONValue] = [
      nil, true, 1, 1.5, "1", [1], ["a": 1], nil, true, 1, 1.5, "1", [1], ["a": 1], ["a": 2],
    ]
    #expect(Set(values).count == 8)
  }

  @Test("nesting ends at the limit, however deep the text goes")
  func depth() throws {
    let fitting = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(try JSONValue(parsing: Array(fitting.utf8)).octets == Array(fitting.utf8))
    for opening in ["[", "{\"a\":"] {
      let deep = Array(String(repeating: opening, count: 100_000).utf8)
      let fault = #expect(throws: JSONFault.self) {
        try JSONValue(parsing: deep, limits: JSONLimits(octetsMax: .max))
      }
      #expect(fault?.reason == .tooDeep)
      #expect(fault?.offset == 32 * opening.utf8.count)
    }
    let long = #expect(throws: JSONFault.self) {
      try JSONValue(parsing: Array("[1234]".utf8), limits: JSONLimits(octetsMax: 5))
    }
    #expect(long?.reason == .tooLong)
  }

  @Test("an object of ten thousand members is read, and a duplicate at its end is found")
  func wideObject() throws {
    let members = (0..<10_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    let limits = JSONLimits.file
    let object = try JSONValue(parsing: Array("{\(members)}".utf8), limits: limits).object
    #expect(object?.count == 10_000)
    #expect(object?["9999"] == 9999)
    let fault = #expect(throws: JSONFault.self) {
      try JSONValue(parsing: Array("{\(members),\"17\":0}".utf8), limits: limits)
    }
    #expect(fault?.reason == .duplicateName)
  }

  @Test("a value that cannot be held leaves the rest readable")
  func salvage() throws {
    let text = #"{"id":"a1","x":1e999,"y":["\ud800",18446744073709551616],"z":3}"#
    let reading = try JSONReading(parsing: Array(text.utf8))
    #expect(reading.value == ["id": "a1", "x": nil, "y": [nil, nil], "z": 3])
    #expect(reading.valueFault?.reason == .numberOutOfRange)
    #expect(reading.valueFault?.offset == 15)
  }

  @Test("what is written reads back, whatever was drawn", arguments: 0..<60)
  func roundTrip(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let value = Self.draw(&random, depth: 0)
    #expect(try JSONValue(parsing: value.octets) == value)
    var pretty: [UInt8] = []
    value.writePretty(into: &pretty)
    #expect(try JSONValue(parsing: pretty) == value)
  }

  static func draw(_ random: inout SeededRandom, depth: Int) -> JSONValue {
    switch Int.random(in: depth > 4 ? 2...5 : 0...5, using: &random) {
    case 0:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          draw(&random, depth: depth + 1)
        })
    case 1:
      return .object(
        JSONObject(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in
            (nastyText(&random), draw(&random, depth: depth + 1))
          }))
    case 2: return .integer(Int64(bitPattern: random.next()))
    case 3:
      let number = Double(bitPattern: random.next())
      return number.isFinite ? .number(number) : .bool(random.chance(2))
    case 4: return .string(nastyText(&random))
    default: return nil
    }
  }

  @Test("the pretty form has a member a line and two spaces a level")
  func pretty() {
    let value: JSONValue = ["rooms": [["name": "1.10", "seats": 4]], "none": [:], "empty": []]
    var octets: [UInt8] = []
    value.writePretty(into: &octets)
    let expected = """
      {
        "rooms": [
          {
            "name": "1.10",
            "seats": 4
          }
        ],
        "none": {},
        "empty": []
      }
      """
    #expect(String(decoding: octets, as: UTF8.self) == expected)
  }

  @Test("a place in a file is told by line and column")
  func places() throws {
    let text = """
      {
        "rooms": [
          {"name": "ä", "seats": 4},
          {"na\\u006de": "Büro", "foo": [1, 2]}
        ]
      }
      """
    let document = try JSONDocument(parsing: Array(text.utf8))
    let second = JSONPath.root.appending("rooms").appending(1)
    #expect(second.appending("foo").appending(1).description == "rooms[1].foo[1]")
    #expect(document.place(of: .root).description == "1:1")
    #expect(document.place(of: second).description == "4:5")
    #expect(document.placeOfName(second.appending("foo")).description == "4:27")
    #expect(document.place(of: second.appending("foo").appending(1)).description == "4:38")
    #expect(document.place(of: second.appending("name")).description == "4:19")
    #expect(document.place(of: second.appending("absent")).description == "4:5")
    #expect(JSONPlace(of: 1_000_000, in: Array("a\n\u{E9}b".utf8)).description == "2:3")
  }

  @Test("members are replaced in place, added at the end and taken away")
  func members() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    object["c"] = 4
    object["b"] = 5
    object["a"] = nil
    #expect(object == ["b": 5, "c": 4])
    #expect(object.merging(["c": 6, "d": 7]) == ["b": 5, "c": 6, "d": 7])
    #expect(object != ["c": 4, "b": 5])
  }
}

/// Text of the kinds that break careless programs.
func nastyText(_ random: inout SeededRandom, partsMax: Int = 6) -> String {
  let parts = [
    "a", "Z", " ", "\t", "\u{0}", "\r", "\n", "\r\n", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}",
    "é", "e\u{301}", "–", "\u{200B}", "\u{202E}", "\u{2066}", "\u{61C}", "\u{2028}", "\u{FEFF}",
    "🐟", "\u{10FFFF}", "\u{FFFD}", "\"", "\\", "/", "{", "[TIME/TAKEN]", "250 Booked B17", "* 152 ",
    "@a=b ", ";", "%", "\u{5D0}", "\u{300}\u{301}\u{302}",
  ]
  return (0..<Int.random(in: 0...partsMax, using: &random)).map { _ in random.pick(parts) }.joined()
}
