// Lines that are edited by telnet before they are ended: EC, EL and IP, through both filter and
// framer.

import LineProtocol
import Testing

@Suite("editing of lines")
struct LineEditingTests {
  static let marks = ["{EC}": "\\xFF\\xF7", "{EL}": "\\xFF\\xF8", "{IP}": "\\xFF\\xF4"]

  /// Octets of a stream in which `{EC}`, `{EL}` and `{IP}` stand for commands.
  static func stream(_ text: String) -> [UInt8] {
    octets(
      marks.reduce(text) { text, mark in
        text.split(separator: mark.key, omittingEmptySubsequences: false)
          .joined(separator: mark.value)
      })
  }

  /// What a stream amounts to. Lines are asked for after each step, or after one in `asksOneIn`, as
  /// when a client has many requests unanswered.
  static func events(
    _ pieces: [[UInt8]], mode: LineMode = .text, limits: ProtocolLimits = LineFramerTests.small,
    asksOneIn: Int = 1, seed: Int = 0
  ) -> String {
    var random = SeededRandom(seed: UInt64(seed))
    var filter = TelnetFilter(limits: limits)
    var framer = LineFramer(mode: mode, limits: limits)
    var events: [String] = []
    func drain() {
      while let event = framer.next() { events.append(readable(event)) }
    }
    for piece in pieces {
      var steps: [TelnetStep] = []
      piece.withUnsafeBytes { filter.receive($0, into: &steps) }
      for step in steps {
        switch step {
        case .octets(let octets): framer.receive(octets)
        case .eraseCharacter: framer.eraseCharacter()
        case .eraseLine, .interrupt: framer.eraseLine()
        case .answer, .areYouThere, .window, .hopeless: break
        }
        if random.chance(asksOneIn) { drain() }
      }
    }
    drain()
    framer.finish()
    drain()
    return events.joined(separator: " ")
  }

  static let rows: [(stream: String, events: String)] = [
    ("roms{EC}{EC}oms\n", "<rooms>"),
    ("ab{EC}{EC}{EC}{EC}c\n", "<c>"),
    ("{EC}{EL}{IP}a\n", "<a>"),
    ("book{EL}rooms\n", "<rooms>"),
    ("book{IP}\r\nrooms\r\n", "<rooms>"),
    ("a{EC}\nb\n", "<b>"),
    // What is ended stays.
    ("a\n{EC}{EL}b\n", "<a> <b>"),
    ("a\r{EC}\nb\r\\x00{EL}{EC}c\r\n{EC}d\n", "<a> <b> <c> <d>"),
    // A CR has its LF or NUL only where nothing was between them, erased or not.
    ("a\rb{EC}\nc\n", "<a> <c>"),
    ("a\rb{EC}\\x00\nc\n", "<a> control <c>"),
    ("a\rb{EL}\\x00\nc\n", "<a> control <c>"),
    ("a\r\\x00b{EC}\\x00\nc\n", "<a> control <c>"),
    // Characters of one to four octets; marks are drawn with the letter before, and are their own.
    ("aä{EC}b\n", "<ab>"),
    ("a€{EC}b\n", "<ab>"),
    ("a\u{1F44D}{EC}b\n", "<ab>"),
    ("ae\u{301}{EC}b\n", "<aeb>"),
    ("ä{EC}\n", ""),
    // What is no UTF-8 goes by octets, what is cut short as one.
    ("a\\x80\\x80{EC}b\n", "notUTF8"),
    ("a\\x80\\x80{EC}{EC}b\n", "<ab>"),
    ("a\\xC3\\xA4\\xA4{EC}b\n", "<a\\xC3\\xA4b>"),
    ("a\\xF0\\x9F\\x91{EC}b\n", "<ab>"),
    ("a\\xC0\\xAF{EC}{EC}b\n", "<ab>"),
    ("\\x80\\x80\\x80\\x80{EC}{EC}{EC}{EC}a\n", "<a>"),
    // Controls are erased as they came, and their line is none that has them.
    ("a\\x07{EC}b\n", "<ab>"),
    // Limits: 16 octets a line, 64 without an end.
    ("0123456789abcdef{EC}g\n", "<0123456789abcdeg>"),
    ("0123456789abcdefg{EC}{EC}\nok\n", "tooLong <ok>"),
    ("0123456789abcdefg{EL}ok\n", "tooLong <ok>"),
    ("0123456789abcdefgh{EC}xxxx{EL}{EC}\nok\n", "tooLong <ok>"),
    // The first line may be another protocol's.
    ("GE{EC}{EC}rooms\n", "<rooms>"),
    ("GE{EL}T rooms\n", "<T rooms>"),
    ("GET {EL}\nrooms\n", "http!"),
    ("GE{EC}ET / HTTP/1.1\n", "http!"),
    ("\\xEF\\xBB{EC}a\n", "<a>"),
    ("\r\n{EC}{EL}\r\n{EC}a\n", "<a>"),
    ("a{EC}", ""),
    ("ab{EC}", "unterminated"),
  ]

  @Test("a line is what is left of it when it ends, however it arrives", arguments: rows)
  func edits(_ row: (stream: String, events: String)) {
    let octets = Self.stream(row.stream)
    #expect(Self.events([octets]) == row.events)
    #expect(Self.events(octets.map { [$0] }) == row.events)
  }

  @Test("any cut of an edited stream gives the same lines", arguments: 0..<400)
  func cuts(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let mode = random.pick(LineMode.allCases)
    let parts = [
      "a", "bc", "é", "€", "\\x80", "\\xC3", "\r", "\n", "\r\n", "\\x00", "{EC}", "{EC}{EC}",
      "{EL}",
      "{IP}", "{", "GE", "\\xEF", "\\xBB", "0123456789ab", "\\xFF",
    ]
    let text = (0..<Int.random(in: 1...30, using: &random)).map { _ in random.pick(parts) }
    let stream = Self.stream(text.joined())
    let whole = Self.events([stream], mode: mode)
    for _ in 0..<6 {
      #expect(Self.events(pieces(of: stream, &random), mode: mode) == whole, "\(readable(stream))")
    }
    // Where no limit is met and the protocol is known, it does not matter when lines are asked for.
    let first = octets("a\n")
    let begun = pieces(of: Self.stream(text.filter { $0 != "{" }.joined()), &random)
    let early = Self.events([first] + begun, limits: ProtocolLimits())
    for asksOneIn in [2, 3, 5, 1_000] {
      let late = Self.events(
        [first] + begun, limits: ProtocolLimits(), asksOneIn: asksOneIn, seed: seed)
      #expect(early == late, "\(readable(begun.flatMap(\.self)))")
    }
  }

  @Test("a line that goes on in JSON ends where JSON ends it")
  func modeSwitch() {
    var framer = LineFramer(mode: .text)
    framer.receive(octets("/mode json\r\n{\"a\"\r:1"))
    framer.eraseCharacter()
    #expect(framer.next() == .line(octets("/mode json")))
    framer.switchTo(.json)
    framer.eraseCharacter()
    // The CR is one of its octets now.
    framer.eraseCharacter()
    framer.eraseCharacter()
    framer.receive(octets("!\n{}"))
    #expect(framer.next() == .line(octets("{\"a!")))
    framer.eraseLine()
    framer.receive(octets("[]\n"))
    #expect(framer.next() == .line(octets("[]")))
  }

  @Test("a NUL belongs to a CR only where nothing was between them, erased or not")
  func nothingBetween() {
    for between in ["", "b"] {
      var framer = LineFramer(mode: .text)
      framer.receive(octets("a\r"))
      while framer.next() != nil {}
      framer.receive(octets(between))
      framer.eraseCharacter()
      framer.receive(octets("\\x00c\n"))
      #expect(framer.next() == (between.isEmpty ? .line(octets("c")) : .refused(.control)))
    }
  }

  @Test("where nothing more is read nothing is erased")
  func closed() {
    var framer = LineFramer(mode: .text)
    framer.receive(octets("a\nb\nc"))
    framer.eraseCharacter()
    framer.receive(octets("GET"))
    framer.finish()
    while framer.next() != nil {}
    framer.eraseCharacter()
    framer.eraseLine()
    #expect(framer.next() == nil && framer.isClosed && framer.octetsKept == 0)
  }

  @Test("thousands of EC among octets that nobody asks for yet are cheap")
  func floodIsCheap() {
    var framer = LineFramer(mode: .text)
    framer.receive(octets(String(repeating: "x", count: 4_000_000)))
    // Each would look at four megabytes, did it not know where the line begins.
    for _ in 0..<100_000 {
      framer.receive([0x61, 0x62])
      framer.eraseCharacter()
    }
    #expect(framer.octetsKept == 4_100_000)
  }
}
