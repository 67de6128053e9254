// Replies and notices to octets, in both encodings, and the table of codes.

import JSON
import LineProtocol
import Testing

@Suite("replies")
struct ReplyTests {
  static func text(_ reply: Reply, _ lineEnd: LineEnd = .lf, tags: [LineTag] = []) -> String {
    var octets: [UInt8] = []
    reply.writeText(into: &octets, lineEnd: lineEnd, tags: tags)
    return String(decoding: octets, as: UTF8.self)
  }

  static func json(_ reply: Reply, id: RequestID?) -> String {
    var octets: [UInt8] = []
    reply.writeJSON(into: &octets, id: id)
    return String(decoding: octets, as: UTF8.self)
  }

  static let cancelled = Reply(
    .unknownThing, parameters: [ReplyParameter("ref", "B99")].compactMap { $0 },
    lines: ["I know no booking B99."])

  static let taken = Reply(
    .choose, name: .timeTaken,
    lines: [
      "Aquarium is taken Wed 25 Nov 10:00–10:30.", "1) Aquarium 10:30–11:15",
      "2) Cockpit 10:15–11:00 (10 seats)", "3) Bunker 10:15–11:00 (4 seats)",
    ])

  @Test("a reply in text is lines with its code, the last one with the name")
  func asText() throws {
    #expect(Self.text(Reply(.goodbye, lines: ["Bye."]), .crlf) == "221 Bye.\r\n")
    #expect(Self.text(Reply(.heard, messages: [])) == "200 \n")
    #expect(Self.text(Self.cancelled) == "550 [WHAT/UNKNOWN ref=B99] I know no booking B99.\n")
    #expect(
      Self.text(Self.taken, .crlf) == """
        352-Aquarium is taken Wed 25 Nov 10:00–10:30.\r
        352-1) Aquarium 10:30–11:15\r
        352-2) Cockpit 10:15–11:00 (10 seats)\r
        352 [TIME/TAKEN] 3) Bunker 10:15–11:00 (4 seats)\r

        """)
    let label = try #require(LineTag("label", "a;b c\\\r\n"))
    #expect(
      Self.text(Reply(.help, lines: ["a", "b"]), tags: [label])
        == "@label=a\\:b\\sc\\\\\\r\\n 214-a\n@label=a\\:b\\sc\\\\\\r\\n 214 b\n")
    #expect(LineTag("no key") == nil)
    #expect(LineTag("k", "\u{1B}") == nil)
  }

  /// What somebody wrote, and what one line shows of it.
  static let written: [(String, String)] = [
    ("plain é – 🐟", "plain é – 🐟"),
    ("a\tb", "a\tb"),
    ("a\r\n250 Booked", "a 250 Booked"),
    ("a\rb\n\rc", "a b  c"),
    ("\u{0}\u{1B}[2J\u{7F}\u{9B}", "<U+0000><U+001B>[2J<U+007F><U+009B>"),
    ("\u{202E}x\u{2066}\u{200F}\u{61C}", "<U+202E>x<U+2066><U+200F><U+061C>"),
    ("a\u{2028}b\u{85}c", "a<U+2028>b<U+0085>c"),
    ("a\u{200B}\u{FEFF}e\u{301}", "a\u{200B}\u{FEFF}e\u{301}"),
  ]

  @Test("what somebody wrote never steers a terminal", arguments: written)
  func shows(_ text: String, _ expected: String) {
    #expect(Array(VisibleText.shown(text).utf8) == Array(expected.utf8))
    #expect(Array(Self.text(Reply(.done, lines: [text])).utf8) == Array("250 \(expected)\n".utf8))
  }

  @Test("a title in brackets is never taken for a name")
  func bracketTitle() {
    #expect(Self.text(Reply(.done, lines: ["[TIME/TAKEN] x"])) == "250  [TIME/TAKEN] x\n")
    #expect(
      Self.text(Reply(.taken, lines: ["[WHAT/UNKNOWN] x"]))
        == "555 [TIME/TAKEN] [WHAT/UNKNOWN] x\n")
    #expect(ReplyParameter("ref", "B 99") == nil)
    #expect(ReplyParameter("ref", "B]") == nil)
    #expect(ReplyParameter("ref", "") == nil)
    #expect(CodeName(validating: "TIME/taken") == nil)
    #expect(CodeName(validating: "TIME//X") == nil)
    #expect(CodeName(validating: "RULE/SEATS")?.family == "RULE")
  }

  @Test("a reply in JSON is a result for 2yz and 3yz and an error for 4yz and 5yz")
  func asJSON() {
    let message = ReplyMessage(
      lines: ["Booked B17.", "\u{202E}"], id: "m71", markdown: "**Booked**", audience: .user,
      choices: (1...4).map {
        ReplyChoice(id: "c\($0)", title: "A title that is much too long", say: "\($0)")
      })
    let done = Reply(
      .done, messages: [message], members: ["conv": "slack:C9", "turn": 5, "replayed": false])
    let button = #""title":"A title that is muc…""#
    #expect(
      Self.json(done, id: .text("a2"))
        == #"{"jsonrpc":"2.0","id":"a2","result":{"code":250,"messages":[{"id":"m71","#
        + #""text":"Booked B17.\n<U+202E>","markdown":"**Booked**","audience":"user","#
        + #""choices":[{"id":"c1",\#(button),"say":"1"},{"id":"c2",\#(button),"say":"2"},"#
        + #"{"id":"c3",\#(button),"say":"3"}]}],"#
        + #""conv":"slack:C9","turn":5,"replayed":false}}"# + "\n")
    #expect(
      Self.json(Self.taken, id: .number(7)).hasPrefix(
        #"{"jsonrpc":"2.0","id":7,"result":{"code":352,"name":"TIME/TAKEN","messages":[{"text":"#))
    #expect(
      Self.json(Self.cancelled, id: nil)
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":550,"message":"I know no booking B99.","#
        + #""data":{"name":"WHAT/UNKNOWN","certain":true,"retry_after_ms":null,"field":null,"#
        + #""parameters":{"ref":"B99"}}}}"# + "\n")
    var unsure = Reply(.outcomeUnknown, lines: ["?"])
    unsure.retryAfterMilliseconds = 1500
    unsure.field = "text"
    #expect(
      Self.json(unsure, id: .number(1)).contains(
        #"{"name":"SYS/UNSURE","certain":false,"retry_after_ms":1500,"field":"text"}"#))
    var hello: [UInt8] = []
    JSONObject([("protocol", "ulp/1")]).writeResult(into: &hello, id: .text("a1"))
    #expect(
      String(decoding: hello, as: UTF8.self)
        == #"{"jsonrpc":"2.0","id":"a1","result":{"protocol":"ulp/1"}}"# + "\n")
  }

  @Test("news are starred lines in text and a notification in JSON")
  func notices() {
    let notice = Notice(
      .passResult, lines: ["B17: Ana's pass was accepted.", "All passes are out."],
      members: ["seq": 1042, "kind": "pass"])
    var octets: [UInt8] = []
    notice.writeText(into: &octets, lineEnd: .lf)
    Notice(.closing, name: .sysDrain, lines: ["Closing."]).writeText(into: &octets, lineEnd: .crlf)
    notice.writeJSON(into: &octets)
    #expect(
      String(decoding: octets, as: UTF8.self)
        == "* 152-B17: Ana's pass was accepted.\n* 152 All passes are out.\n"
        + "* 421 [SYS/DRAIN] Closing.\r\n"
        + #"{"jsonrpc":"2.0","method":"notice","params":{"code":152,"messages":[{"text":"#
        + #""B17: Ana's pass was accepted.\nAll passes are out.","audience":"conv"}],"#
        + #""seq":1042,"kind":"pass"}}"# + "\n")
  }

  /// The table of codes as the protocol's description prints it.
  static let codes = """
    200 heard · 211 status · 212 answer to a question · 214 help · 220 greeting · 221 goodbye
    235 signed in · 334 challenge
    250 done and durable · 251 done before, this is the stored reply
    252 sent on, goes on by itself
    350 more is needed · 351 confirm · 352 choose · 353 not understood · 354 send the block
    421 closing SYS/DRAIN SYS/BUSY LIMIT/IDLE LIMIT/AUTHTIME LIMIT/OUTPUT LIMIT/ERRORS LIMIT/LINE \
    AUTH/REQUIRED
    451 fault here, nothing committed SYS/STORAGE · 452 no space SYS/SPACE
    453 slow down LIMIT/RATE · 454 cannot sign in now AUTH/LATER
    459 outcome unknown: repeat with the same msg SYS/UNSURE
    500 unknown word PROTO/VERB PROTO/UNTERMINATED
    501 malformed PROTO/ARGS TEXT/UTF8 TEXT/CONTROL · 502 not here PROTO/ABSENT
    504 value not supported PROTO/VALUE PROTO/VERSION
    521 wrong protocol, closing PROTO/HTTP PROTO/TLS PROTO/FORBIDDEN
    530 sign in first AUTH/REQUIRED · 534 not in clear AUTH/CLEAR · 535 failed AUTH/FAILED
    538 not your namespace AUTH/SCOPE
    550 unknown thing WHAT/UNKNOWN · 551 same msg, other text MSG/REUSED
    552 too long LIMIT/LINE · 553 impossible time TIME/PAST TIME/INVALID
    554 refused by a rule RULE/HOURS RULE/GRID RULE/LENGTH RULE/NOTICE RULE/WINDOW RULE/CLOSED \
    RULE/QUOTA RULE/OWNER RULE/ATTENDEE
    555 taken TIME/TAKEN TIME/HELD
    """

  @Test("the codes, their meanings and their names are those of the protocol's table")
  func codeTable() {
    let expected = Self.codes.split { $0 == "\n" || $0 == "·" }
      .map { $0.split(separator: " ").joined(separator: " ") }
    let actual = ReplyCode.allCases.map { code in
      (["\(code.rawValue)", code.meaning] + code.names.map(\.description)).joined(separator: " ")
    }
    #expect(actual.sorted() == expected.sorted())
    for code in ReplyCode.allCases {
      #expect(code.isFailure == !code.names.isEmpty)
      #expect(code.isFailure == (code.kind == .failedForNow || code.kind == .refused))
    }
    #expect(
      NoticeCode.allCases.map { "\($0.rawValue) \($0.meaning)" } == [
        "151 changed by someone else", "152 result of a pass or a ride", "421 closing",
      ])
  }
}
