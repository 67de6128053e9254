// Telnet on a text socket: tables of what clients send and what comes of it, however it is cut.

import LineProtocol
import Testing

@Suite("telnet")
struct TelnetFilterTests {
  /// The steps of a stream, a word a step: `<line>`, `WILL6`, `80x24`, or the step's own name.
  /// Octets of lines that follow each other are one word.
  static func words(_ pieces: [[UInt8]], _ filter: inout TelnetFilter) -> String {
    var steps: [TelnetStep] = []
    for piece in pieces { piece.withUnsafeBytes { filter.receive($0, into: &steps) } }
    var words: [String] = []
    var plain: [UInt8] = []
    func endPlain() {
      if !plain.isEmpty { words.append("<\(readable(plain))>") }
      plain = []
    }
    for step in steps {
      if case .octets(let octets) = step {
        #expect(!octets.isEmpty)
        plain += octets
        continue
      }
      endPlain()
      words.append(word(step))
    }
    endPlain()
    return words.joined(separator: " ")
  }

  private static func word(_ step: TelnetStep) -> String {
    switch step {
    case .octets(let octets): readable(octets)
    case .answer(let octets): said(octets)
    case .window(let columns, let rows): "\(columns)x\(rows)"
    case .interrupt, .areYouThere, .eraseCharacter, .eraseLine, .hopeless: "\(step)"
    }
  }

  /// What is said of an option: `WILL6`; empty if nothing is.
  private static func said(_ octets: [UInt8]) -> String {
    let verbs: [UInt8: String] = [251: "WILL", 252: "WONT", 253: "DO", 254: "DONT"]
    guard octets.count == 3, octets[0] == 255, let verb = verbs[octets[1]] else {
      return readable(octets)
    }
    return "\(verb)\(octets[2])"
  }

  struct Stream: Sendable, CustomTestStringConvertible {
    let name: String
    let octets: [UInt8]
    let steps: String

    init(_ name: String, _ text: String, _ steps: String) {
      self.name = name
      self.octets = LineProtocolTests.octets(text)
      self.steps = steps
    }

    /// In the form of a recording: `FF F4`, and what stands in quotes as it is.
    init(_ name: String, hex: String, _ steps: String) {
      self.name = name
      self.octets = hex.split(separator: " ").flatMap { word in
        UInt8(word, radix: 16).map { [$0] } ?? Array(word.utf8)
      }
      self.steps = steps
    }

    var testDescription: String { name }
  }

  /// What clients really send.
  static let recordings: [Stream] = [
    Stream("telnet, Ctrl-C", hex: "FF F4 FF FD 06", "interrupt WILL6"),
    Stream(
      "telnet, Ctrl-C mid line with a synch", hex: "book FF F4 FF F2 FF FD 06 rooms 0D 0A",
      "<book> interrupt WILL6 <rooms\\x0D\\x0A>"),
    Stream("telnet, send ayt", hex: "FF F6", "areYouThere"),
    Stream(
      "telnet, send ao, then the mark it waits for", hex: "FF F5 FF FD 06", "WILL6"),
    Stream(
      "telnet, send ec, el and brk", hex: "FF F7 FF F8 FF F3",
      "eraseCharacter eraseLine interrupt"),
    Stream("telnet, quit signal", hex: "FF EE", "interrupt"),
    Stream(
      "PuTTY, opening",
      hex: "FF FB 1F FF FB 20 FF FB 18 FF FB 27 FF FD 01 FF FB 03 FF FD 03",
      "DO31 DONT32 DONT24 DONT39 WONT1 DONT3 WONT3"),
    Stream(
      "PuTTY, the size that was asked for, and another",
      hex: "FF FB 1F FF FA 1F 00 50 00 18 FF F0 FF FA 1F 00 84 00 2B FF F0",
      "DO31 80x24 132x43"),
    Stream("nc", hex: "FF 0A", "<\\x0A>"),
    Stream("nc, behind a word", hex: "rooms FF 0A", "<rooms\\x0A>"),
  ]

  static let commands: [Stream] = [
    Stream("nothing", "", ""),
    Stream("no telnet", "a\r\nb\\x00\\xF4\\xFE\n", "<a\\x0D\\x0Ab\\x00\\xF4\\xFE\\x0A>"),
    Stream("a 255 is said twice", "a\\xFF\\xFFb", "<a\\xFFb>"),
    Stream("three and a command", "\\xFF\\xFF\\xFF\\xF6", "<\\xFF> areYouThere"),
    Stream("before no command", "\\xFF\\xEB\\xFF\\x00\\xFFa", "<\\xEB\\x00a>"),
    Stream(
      "what asks for nothing",
      "a\\xFF\\xEC\\xFF\\xED\\xFF\\xEF\\xFF\\xF0\\xFF\\xF1\\xFF\\xF2\\xFF\\xF5\\xFF\\xF9b", "<ab>"),
    Stream(
      "in their order", "a\\xFF\\xF7b\\xFF\\xF8\\xFF\\xF6c",
      "<a> eraseCharacter <b> eraseLine areYouThere <c>"),
    Stream("between CR and LF", "a\r\\xFF\\xF1\n", "<a\\x0D\\x0A>"),
    Stream("inside a character", "\\xC3\\xFF\\xF1\\xA4", "<\\xC3\\xA4>"),
    Stream("cut short", "a\\xFF", "<a>"),
    Stream("cut short behind a verb", "a\\xFF\\xFD", "<a>"),
  ]

  static let options: [Stream] = [
    Stream("each mark is answered", "\\xFF\\xFD\\x06\\xFF\\xFD\\x06", "WILL6 WILL6"),
    Stream("a mark is not asked for again", "\\xFF\\xFE\\x06\\xFF\\xFC\\x06", ""),
    Stream("a mark that nobody asked for", "\\xFF\\xFB\\x06", "DONT6"),
    Stream(
      "what is off is not given up", "\\xFF\\xFC\\x18\\xFF\\xFE\\x03\\xFF\\xFE\\x01\\xFF\\xFC\\x1F",
      ""),
    Stream("asked again, refused again", "\\xFF\\xFD\\x03\\xFF\\xFD\\x03", "WONT3 WONT3"),
    Stream("an option may be any octet", "\\xFF\\xFD\\xFF\\xFF\\xFB\\xF0a", "WONT255 DONT240 <a>"),
    Stream(
      "the window is asked for once, and again when it was given up",
      "\\xFF\\xFB\\x1F\\xFF\\xFB\\x1F\\xFF\\xFC\\x1F\\xFF\\xFC\\x1F\\xFF\\xFB\\x1F",
      "DO31 DONT31 DO31"),
    Stream("our own window is nobody's matter", "\\xFF\\xFD\\x1F", "WONT31"),
  ]

  private static func window(_ size: String) -> String { "\\xFF\\xFA\\x1F" + size + "\\xFF\\xF0" }
  private static let long = String(repeating: "x", count: 1_021)

  static let subnegotiations: [Stream] = [
    Stream("a 255 in a size", window("\\x00\\xFF\\xFF\\xFF\\xFF\\x01"), "255x65281"),
    Stream("the largest", window(String(repeating: "\\xFF\\xFF", count: 4)), "65535x65535"),
    Stream("no columns", window("\\x00\\x00\\x00\\x18"), ""),
    Stream("no rows", window("\\x00\\x50\\x00\\x00"), ""),
    Stream("too short", window("\\x00\\x50\\x00"), ""),
    Stream("too long", window("\\x00\\x50\\x00\\x18\\x00"), ""),
    Stream("another option", "a\\xFF\\xFA\\x18\\x00xterm\\xFF\\xF0b", "<ab>"),
    Stream("nothing in it", "a\\xFF\\xFA\\xFF\\xF0b", "<ab>"),
    Stream("a command in it", "a" + window("\\x00\\x50\\xFF\\xF4\\x18") + "b", "<ab>"),
    Stream("an octet behind a 255 in it", window("\\x00\\xFF\\x50\\x00\\x18"), ""),
    Stream(
      "after one that is spoilt", window("\\xFF\\xF1") + window("\\x00\\x50\\x00\\x18"), "80x24"),
    Stream("one in another", "\\xFF\\xFA\\x1F" + window("\\x00\\x50\\x00\\x18"), ""),
    Stream("an end without a beginning", "a\\xFF\\xF0b", "<ab>"),
    Stream("as long as may be", "\\xFF\\xFA\\x18\(long)\\xFF\\xF0a", "<a>"),
    Stream("longer", "a\\xFF\\xFA\\x18\(long)x\\xFF\\xF0a", "<a> hopeless"),
    Stream("without an end", "\\xFF\\xFA\(long)\(long)\n\\xFF\\xF4", "hopeless"),
    Stream(
      "without an end, of doubled 255", "\\xFF\\xFA" + String(repeating: "\\xFF", count: 1_025),
      "hopeless"),
  ]

  @Test(
    "a stream makes its steps, in one piece, octet by octet and cut anyhow",
    arguments: recordings + commands + options + subnegotiations)
  func steps(_ stream: Stream) {
    func words(_ pieces: [[UInt8]]) -> String {
      var filter = TelnetFilter(limits: ProtocolLimits())
      return Self.words(pieces, &filter)
    }
    #expect(words([stream.octets]) == stream.steps)
    #expect(words(stream.octets.map { [$0] }) == stream.steps)
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      #expect(words(pieces(of: stream.octets, &random)) == stream.steps)
    }
  }

  @Test("octets pass as they are where no command is begun and none begins")
  func passes() {
    func passes(_ text: String, after before: String = "") -> Bool {
      var filter = TelnetFilter(limits: ProtocolLimits())
      _ = Self.words([octets(before)], &filter)
      return octets(text).withUnsafeBytes { filter.passes($0) }
    }
    #expect(passes("") && passes("rooms\r\n"))
    // The 255 at each place of a step of eight, among octets that are nearly one.
    for place in 0..<40 {
      var octets = (0..<40).map { $0 % 3 == 0 ? UInt8(0xFE) : $0 % 3 == 1 ? 0x7F : 0x00 }
      let filter = TelnetFilter(limits: ProtocolLimits())
      #expect(octets.withUnsafeBytes { filter.passes($0) })
      octets[place] = 0xFF
      #expect(!octets.withUnsafeBytes { filter.passes($0) })
    }
    for begun in [
      "\\xFF", "\\xFF\\xFD", "\\xFF\\xFA", "\\xFF\\xFA\\xFF", "\\xFF\\xFA\(Self.long)xxx",
    ] {
      #expect(!passes("rooms\r\n", after: begun), "\(begun.prefix(20))")
    }
    #expect(passes("rooms\r\n", after: "\\xFF\\xF4\\xFF\\xFD\\x06"))
  }

  @Test(
    "no storm gets more than 256 answers, and lines go on",
    arguments: ["\\xFF\\xFD\\x06", "\\xFF\\xFB\\x18", "\\xFF\\xFB\\x1F\\xFF\\xFC\\x1F"])
  func storm(_ request: String) {
    var filter = TelnetFilter(limits: ProtocolLimits())
    let piece = octets(String(repeating: request, count: 2_000))
    let answers = Self.words([piece, piece, piece], &filter).split(separator: " ")
    #expect(answers.count == ProtocolLimits().telnetAnswersMax)
    #expect(Self.words([octets("a\n\\xFF\\xF4")], &filter) == "<a\\x0A> interrupt")
    #expect(!filter.hideInput().isEmpty)
  }

  /// Words: `hide`, `show`, or what the client says; then what is sent at each, `-` for nothing.
  static let hidden: [(script: String, sent: String)] = [
    ("hide DO show DONT", "WILL1 - WONT1 -"),
    ("hide hide DO show show", "WILL1 - - WONT1 -"),
    ("show", "-"),
    // Refused: what is typed is seen, there is nothing to be taken back, and it can be tried again.
    ("hide DONT show hide DO", "WILL1 - - WILL1 -"),
    // The client's own wishes, before, while and after.
    ("DO DONT hide", "WONT1 - WILL1"),
    ("hide DO DO", "WILL1 - -"),
    ("hide DO DONT show", "WILL1 - WONT1 -"),
    ("hide DO show DONT DO", "WILL1 - WONT1 - WONT1"),
    // Answers that come late, in the order of what was said.
    ("hide show DO DONT DO", "WILL1 WONT1 - - WONT1"),
    ("hide show hide DO DONT DO show", "WILL1 WONT1 WILL1 - - - WONT1"),
  ]

  @Test(
    "what is typed is hidden and shown, and the answers to it are not answered", arguments: hidden)
  func hiding(_ row: (script: String, sent: String)) {
    var filter = TelnetFilter(limits: ProtocolLimits())
    let sent = row.script.split(separator: " ").map { word in
      let words =
        switch word {
        case "hide": Self.said(filter.hideInput())
        case "show": Self.said(filter.showInput())
        case "DO": Self.words([[255, 253, 1]], &filter)
        default: Self.words([[255, 254, 1]], &filter)
        }
      return words.isEmpty ? "-" : words
    }
    #expect(sent.joined(separator: " ") == row.sent)
  }
}

/// A stream cut into pieces of 1 to 9 octets.
func pieces(of stream: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
  var pieces: [[UInt8]] = []
  var rest = stream[...]
  while !rest.isEmpty {
    let length = Int.random(in: 1...Swift.min(9, rest.count), using: &random)
    pieces.append(Array(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  return pieces
}
