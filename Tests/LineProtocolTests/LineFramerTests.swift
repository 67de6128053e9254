// Octets to lines: a table of streams and what they amount to, and that no cut changes it.

import LineProtocol
import Testing

@Suite("the framer")
struct LineFramerTests {
  /// Small limits, so that every limit is met often.
  static let small: ProtocolLimits = {
    var limits = ProtocolLimits()
    limits.textLineOctetsMax = 16
    limits.jsonLineOctetsMax = 24
    limits.endlessLineOctetsMax = 64
    return limits
  }()

  /// What a stream amounts to, an event a word: `<line>`, a fault's name, `json`, and after the end
  /// of the input `unterminated` if something was left.
  static func events(_ pieces: [[UInt8]], _ mode: LineMode, foreign: Bool = true) -> [String] {
    var framer = LineFramer(mode: mode, limits: small, refusesOtherProtocols: foreign)
    var events: [String] = []
    func drain() {
      while let event = framer.next() { events.append(readable(event)) }
    }
    for piece in pieces {
      framer.receive(piece)
      drain()
    }
    framer.finish()
    drain()
    return events
  }

  struct Stream: Sendable, CustomTestStringConvertible {
    let mode: LineMode
    let octets: [UInt8]
    let events: String

    init(_ mode: LineMode, _ text: String, _ events: String) {
      self.mode = mode
      self.octets = LineProtocolTests.octets(text)
      self.events = events
    }

    var testDescription: String { "\(mode) \(readable(octets).prefix(60))" }
  }

  static let sixteen = "0123456789abcdef"
  static let twentyFour = "[\"0123456789abcdefghij\"]"

  static let streams: [Stream] = [
    Stream(.text, "", ""),
    Stream(.text, "a\nb\r\nc\r\\x00d\re", "<a> <b> <c> <d> unterminated"),
    Stream(.text, "a\r\r\nb\n\rc\r", "<a> <b> <c>"),
    Stream(.text, "\n\r\n\r\r\\x00\n\na\n", "<a>"),
    Stream(.text, "  \n\ta b\t\n", "<  > <\\x09a b\\x09>"),
    Stream(.text, "/quit", "unterminated"),
    Stream(.text, "\r\n\r\n", ""),
    // A NUL that ends no line is a control character.
    Stream(.text, "a\n\\x00b\nc\n", "<a> control <c>"),
    Stream(.text, "a\r\\x00\\x00\nb\n", "<a> control <b>"),
    Stream(.text, "a\\x00b\nc\n", "control <c>"),
    Stream(
      .text, "\\x1B[31m\n\\x07\n\\x7F\nx\\x0By\nx\\x0Cy\nok\n",
      "control control control control control <ok>"),
    Stream(.text, "x\\xC2\\x85y\n\\xC2\\x9B\n\\xC2\\xA0\n", "control control <\\xC2\\xA0>"),
    Stream(.text, "a\\xE2\\x80\\xA8b\n", "<a\\xE2\\x80\\xA8b>"),
    Stream(
      .text, "\\xC0\\xAF\n\\xED\\xA0\\x80\n\\xF4\\x90\\x80\\x80\n\\xE2\\x82\n\\x85\nok\n",
      "notUTF8 notUTF8 notUTF8 notUTF8 notUTF8 <ok>"),
    Stream(.text, "\\xFF\nok\n", "notUTF8 <ok>"),
    Stream(.text, "\\xFF\\x01\n\\x01\\xFF\n", "notUTF8 control"),
    Stream(.text, "\\xE2\\x80\\xAEa\n", "<\\xE2\\x80\\xAEa>"),
    Stream(.text, "\\xEF\\xBB\\xBFa\n\\xEF\\xBB\\xBFb\n", "<a> <\\xEF\\xBB\\xBFb>"),
    Stream(.text, "\n\\xEF\\xBB\\xBFa\n", "<\\xEF\\xBB\\xBFa>"),
    Stream(.text, "\\xEF\\xBB", "unterminated"),
    Stream(.text, "\\xEF\\xBB\n", "notUTF8"),
    // Lines of limit − 1, limit, limit + 1.
    Stream(
      .text, "0123456789abcde\n\(sixteen)\r\n\(sixteen)g\r\nok\n",
      "<0123456789abcde> <\(sixteen)> tooLong <ok>"),
    Stream(.text, "\(sixteen)\\x00\\xFF\nok\n", "tooLong <ok>"),
    Stream(.text, "\\xEF\\xBB\\xBF\(sixteen)\n", "<\(sixteen)>"),
    Stream(.text, "\(sixteen)g", "tooLong"),
    Stream(.text, "x\n\(sixteen)g\r\nok\n", "<x> tooLong <ok>"),
    // 63 octets without a line end are skipped, 64 are the end.
    Stream(.text, String(repeating: "x", count: 63) + "\rok\n", "tooLong <ok>"),
    Stream(.text, String(repeating: "x", count: 64) + "\nno\n", "tooLong endless!"),
    Stream(.text, String(repeating: "x", count: 200), "tooLong endless!"),
    Stream(.text, String(repeating: "\\x00", count: 40) + "\nok\n", "tooLong <ok>"),
    // Other protocols.
    Stream(.text, "GET / HTTP/1.1\r\nHost: a\r\n\r\nbook x\r\n", "http!"),
    Stream(.text, "\r\nPOST / HTTP/1.1\r\n\r\nbook x\r\n", "http!"),
    Stream(.json, "POST / HTTP/1.1\r\n\r\n{\"a\":1}\n", "http!"),
    Stream(.text, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "http!"),
    Stream(.text, "\\xEF\\xBB\\xBFGET / HTTP/1.0\n", "http!"),
    Stream(.text, "get a room\nGET x\n", "<get a room> <GET x>"),
    Stream(.text, "GETAWAY\n", "<GETAWAY>"),
    Stream(.text, "GE\n", "<GE>"),
    Stream(.text, "GE", "unterminated"),
    Stream(.text, "\\x16\\x03\\x01\\x02\\x00\\x01", "tls!"),
    Stream(.text, "\\x16\n", "control"),
    Stream(.text, "SSH-2.0-OpenSSH_9.9\r\n", "forbidden!"),
    Stream(.text, "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nbook x\r\n", "forbidden!"),
    Stream(.text, "\r\n\r\n\\x00\r\nQUIT\n\\x21\\x11\\x00\\x0C", "forbidden!"),
    Stream(.json, "\r\n\r\n\\x00\r\nQUIT\n", "forbidden!"),
    Stream(.text, "\r\n\r\nhi\r\n", "<hi>"),
    // A text listener that is spoken to in JSON.
    Stream(.text, "\n{\"a\":1}\r\nx\ry\n", "json <{\"a\":1}> <x\\x0Dy>"),
    Stream(.text, "\\xEF\\xBB\\xBF{}\n", "json <{}>"),
    Stream(.text, "a\n{}\n", "<a> <{}>"),
    Stream(.text, "{0123456789abcdefgh}\n", "json <{0123456789abcdefgh}>"),
    // JSON: LF alone ends a line, what is in it is the parser's to judge.
    Stream(.json, "{}\n{}\r\n\n\r\n[]\r\r\n{}", "<{}> <{}> <[]\\x0D> unterminated"),
    Stream(.json, "{\"a\"\r:1}\n\\xFF\n", "<{\"a\"\\x0D:1}> <\\xFF>"),
    Stream(
      .json, "\(twentyFour)\n\(twentyFour)\r\n\(twentyFour) \n{}\n",
      "<\(twentyFour)> <\(twentyFour)> tooLong <{}>"),
    Stream(.json, "x\ry\rz" + String(repeating: "\r", count: 70), "tooLong endless!"),
  ]

  @Test("a stream amounts to its lines, in one piece and octet by octet", arguments: streams)
  func frames(_ stream: Stream) {
    #expect(Self.events([stream.octets], stream.mode).joined(separator: " ") == stream.events)
    let single = stream.octets.map { [$0] }
    #expect(Self.events(single, stream.mode).joined(separator: " ") == stream.events)
  }

  @Test("any cut of a stream gives the same lines", arguments: 0..<400)
  func cuts(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let mode = random.pick(LineMode.allCases)
    let parts = [
      "a", "book x", "\r", "\n", "\r\n", "\r\\x00", "\\x00", "{", "{}", "GET ", "GE", "SSH", "PROX",
      "\\xEF", "\\xBB", "\\xBF", "\\xC2", "\\x85", "\\xFF", "\\x16", "\\x03", "0123456789ab", "é",
      Self.sixteen, Self.twentyFour,
    ]
    let stream = (0..<Int.random(in: 1...24, using: &random)).flatMap { _ in
      octets(random.pick(parts))
    }
    let whole = Self.events([stream], mode)
    for _ in 0..<6 {
      var pieces: [[UInt8]] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...Swift.min(9, rest.count), using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(Self.events(pieces, mode) == whole, "\(mode) \(readable(stream))")
    }
  }

  @Test("on standard input a person may shout like a browser")
  func shouting() {
    let stream = octets("GET ME A ROOM\nPUT ana@x.com IN\n")
    #expect(
      Self.events([stream], .text, foreign: false) == ["<GET ME A ROOM>", "<PUT ana@x.com IN>"])
  }

  @Test(
    "memory stays within a line, whatever arrives", arguments: ["x", "\n", "\r", "\\x00", "\\xFF"])
  func memory(_ flood: String) {
    for mode in LineMode.allCases {
      var framer = LineFramer(mode: mode)
      let piece = octets(String(repeating: flood, count: 4_096))
      var kept = 0
      for _ in 0..<512 {
        framer.receive(piece)
        while framer.next() != nil {}
        kept = max(kept, framer.octetsKept)
      }
      #expect(kept <= ProtocolLimits().lineOctetsMax(in: mode))
    }
  }

  @Test("a session may go on in JSON from the next line on")
  func modeSwitch() {
    var framer = LineFramer(mode: .text)
    framer.receive(octets("/mode json\r\n{\"a\"\r:1}\n"))
    #expect(framer.next() == .line(octets("/mode json")))
    framer.switchTo(.json)
    #expect(framer.next() == .line(octets("{\"a\"\r:1}")))
    #expect(framer.next() == nil)
  }

  @Test("every fault has its code and name")
  func faults() {
    let replies = LineFault.allCases.map(\.reply) + ConnectionFault.allCases.map(\.reply)
    let codes = replies.map { "\($0.code.rawValue) \($0.name?.description ?? "-")" }
    #expect(
      codes == [
        "552 LIMIT/LINE", "501 TEXT/CONTROL", "501 TEXT/UTF8", "500 PROTO/UNTERMINATED",
        "421 LIMIT/LINE", "521 PROTO/HTTP", "521 PROTO/TLS", "521 PROTO/FORBIDDEN",
      ])
  }
}

/// An event of a framer in a word: `<line>`, a fault's name, with `!` if it ends the connection, or
/// `json`.
func readable(_ event: FramedLine) -> String {
  switch event {
  case .line(let line): "<\(readable(line))>"
  case .switchedToJSON: "json"
  case .refused(let fault): "\(fault)"
  case .hopeless(let fault): "\(fault)!"
  }
}
