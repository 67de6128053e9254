// Telnet as its usual clients speak it, on the built program's socket.

import Foundation
import JSON
import Testing

@Suite("Telnet")
struct TelnetRunTests {
  /// What a client sends, and all that comes back behind the greeting; octets as they are, texts in
  /// UTF-8.
  struct Row: CustomTestStringConvertible, Sendable {
    let what: String
    let sends: [[UInt8]]
    let gets: [UInt8]
    var testDescription: String { what }

    init(_ what: String, sends: [[UInt8]], gets: [[UInt8]]) {
      self.what = what
      self.sends = sends
      self.gets = Array(gets.joined())
    }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static let bye = text("221 Bye.\r\n")
  private static let noop = text("200 x\r\n")

  private static let rows = [
    Row(
      "Ctrl-C of inetutils in a line: it is dropped, the mark is answered, the session goes on",
      sends: [text("book Bun"), [255, 244, 255, 253, 6], text("/noop x\r\n/quit\r\n")],
      gets: [[255, 251, 6], noop, bye]),
    Row(
      "are you there", sends: [[255, 246], text("/noop x\r\n/quit\r\n")],
      gets: [text("200 Here.\r\n"), noop, bye]),
    Row(
      "a character and a line are taken back",
      sends: [
        text("/nonsense"), [255, 248], text("/noop xé"), [255, 247], text("\r\n/quit\r\n"),
      ],
      gets: [noop, bye]),
    Row(
      "PuTTY's opening is refused but for the window",
      sends: [
        [255, 251, 31, 255, 251, 32, 255, 253, 1, 255, 251, 3, 255, 253, 3],
        [255, 250, 31, 0, 80, 0, 24, 255, 240], text("/noop x\r\n/quit\r\n"),
      ],
      gets: [
        [255, 253, 31, 255, 254, 32, 255, 252, 1, 255, 254, 3, 255, 252, 3], noop, bye,
      ]),
    Row(
      "nc's lone 255 before a line end keeps the line end",
      sends: [text("/noop x"), [255, 10], text("/quit\r\n")], gets: [noop, bye]),
    Row(
      "a doubled 255 is an octet of its line, and no UTF-8",
      sends: [text("/noop "), [255, 255], text("\r\n/quit\r\n")],
      gets: [text("501 [TEXT/UTF8]\r\n"), bye]),
    Row(
      "a subnegotiation without an end",
      sends: [[255, 250, 24], Array(repeating: 65, count: 2_000), text("\r\n/noop x\r\n")],
      gets: [text("* 421 [LIMIT/LINE]\r\n")]),
    Row(
      "a storm of wishes is answered 256 times",
      sends: [
        Array((0..<1_000).map { _ in [255, 253, 1] as [UInt8] }.joined()),
        text("/noop x\r\n/quit\r\n"),
      ],
      gets: Array(repeating: [255, 252, 1], count: 256) + [noop, bye]),
  ]

  @Test("What clients send and are answered, in one piece and by octets", arguments: rows)
  func clients(row: Row) throws {
    let server = try Program(ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let port = try server.ports()[0]
    for isByOctet in [false, true] {
      let peer = try Peer(port: port)
      _ = try peer.reply()
      if isByOctet, row.sends.joined().count < 100 {
        for octet in row.sends.joined() { peer.send([octet]) }
      } else {
        peer.send(Array(row.sends.joined()))
      }
      let came = try peer.restOfOctets()
      // The words of a refusal are for people.
      #expect(Self.withoutWords(came) == Self.withoutWords(row.gets), "\(came)")
    }
  }

  /// Octets without what stands behind a name in brackets on its line.
  private static func withoutWords(_ octets: [UInt8]) -> String {
    let text = octets.map { String(UnicodeScalar($0)) }.joined()
    return text.split(separator: "\r\n").map { line in
      line.firstIndex(of: "]").map { String(line[...$0]) } ?? String(line)
    }.joined(separator: "\n")
  }

  @Test("Ctrl-C gives up what is asked; what is typed after it answers nothing")
  func givesUp() throws {
    let server = try Program(ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    #expect(try peer.ask("draft Bunker tomorrow 10-11").contains("351"))
    peer.send([255, 244])
    #expect(!(try peer.ask("yes")).contains("250"))
    #expect(try peer.ask("my bookings").hasPrefix("212"))
  }

  @Test("A board is drawn on a telnet client that tells how large it is, and drawn anew")
  func board() throws {
    let server = try Program(ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let port = try server.ports()[0]
    let (telnet, tom) = (try Peer(port: port), try Peer(port: port))
    for peer in [telnet, tom] { _ = try peer.reply() }
    // NAWS: 90 columns, 5 rows.
    telnet.send(Array("watch\r\n".utf8) + [255, 251, 31, 255, 250, 31, 0, 90, 0, 5, 255, 240])
    #expect(try telnet.line().unicodeScalars.contains("2"))
    _ = try tom.ask("/as tom")
    #expect(try tom.ask("book Bunker today 12-13").contains("250"))
    _ = try tom.ask("/clock +1m")
    telnet.send(Array("\r\n/quit\r\n".utf8))
    let came = String(decoding: try telnet.restOfOctets(), as: UTF8.self)
    #expect(came.contains("\u{1B}[?1049h") && came.contains("09:08"))
    #expect(came.contains("\u{1B}[?1049l221 Bye."))
    // Five rows hold no more than four lines and what is left out.
    #expect(came.contains("… "))
  }

  @Test("A token is hidden while it is typed, from a client that speaks telnet")
  func hidesToken() throws {
    let server = try Program(ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let port = try server.ports()[0]
    let (telnet, plain) = (try Peer(port: port), try Peer(port: port))
    for peer in [telnet, plain] { _ = try peer.reply() }
    telnet.send([255, 241])
    for peer in [telnet, plain] { peer.send(Array("/auth token\r\nx\r\n/quit\r\n".utf8)) }
    let hidden = try telnet.restOfOctets()
    #expect(hidden.starts(with: [255, 251, 1] + Array("334 ".utf8)))
    #expect(Self.withoutWords(hidden).contains("\u{FF}\u{FC}\u{01}"))
    #expect(!(try plain.restOfOctets()).contains(255))
  }

  @Test("A password that a form asks for is hidden while it is typed, and stands nowhere")
  func hidesPassword() throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip, mobility: FormRunTests.locked)
    let server = try world.serve(tuesday + ["--listen", "127.0.0.1:0"])
    let ports = try server.ports(2)
    let telnet = try Peer(port: ports[1])
    _ = try telnet.reply()
    telnet.send([255, 241])
    for line in [
      "/as mia", "trip \(world.mobility.address)/trip.json?trip=1&v=13", "products for T1",
      "book the bike", "Mia Muster",
    ] { _ = try telnet.ask(line) }
    telnet.send(Self.text("mia@example.com\r\n"))
    let asked = try telnet.octets(holding: #""*" drops all."#)
    #expect(asked.starts(with: [255, 251, 1] + Self.text("334-")), "\(asked)")
    telnet.send(Self.text("canary-typed\r\n"))
    let next = try telnet.octets(holding: FormRunTests.asksTerms)
    #expect(next.contains([255, 252, 1]), "\(next)")
    telnet.send(Self.text("yes\r\n"))
    let review = try telnet.octets(holding: FormRunTests.isWhole)
    // What was answered is kept, and what was typed unseen is not kept beside it.
    #expect(try world.files(holding: "Mia Muster").contains { $0.hasPrefix("usher.db") })
    #expect(try world.files(holding: LinkRunTests.canary) == [])
    _ = try telnet.ask("send")
    telnet.send(Self.text("/quit\r\n"))
    let rest = try telnet.restOfOctets()
    let seen = [asked, next, review, rest].map { String(decoding: $0, as: UTF8.self) }
    #expect(!seen.contains { $0.contains(LinkRunTests.canary) })
    try checkProgram(Peer(port: ports[0]), in: world)
    server.send(SIGTERM)
    let ended = server.ended()
    #expect(try world.secretsSeen(in: [ended]) == [])
    let sent = try world.mobility.calls(to: "form").map { $0["body"]?.string ?? "" }
    #expect(sent.count == 2 && sent.allSatisfy { $0.contains("canary-typed") }, "\(sent)")
  }

  /// The same by a program, which has shown how its lines are read.
  private func checkProgram(_ peer: Peer, in world: TravelWorld) throws {
    _ = try peer.call("hello", ["caps": ["private", "secrets"]])
    _ = try peer.call("trip", ["user": "ben", "conv": "dm", "trip": world.trip(2)])
    func call(_ method: String, _ text: String) throws -> String {
      let params: JSONObject = [
        "user": "ben", "conv": "dm", "text": .string(text), "debug": true,
      ]
      return String(decoding: try peer.call(method, params).octets, as: UTF8.self)
    }
    for line in ["products for T1", "book the bike", "Mia Muster"] { _ = try call("say", line) }
    let asked = try call("say", "mia@example.com")
    #expect(asked.contains(#""secret":true"#), "\(asked)")
    for method in ["parse", "say"] {
      let told = try call(method, "canary-typed")
      #expect(!told.contains(LinkRunTests.canary), "\(told)")
    }
    _ = try call("say", "yes")
    #expect(try call("say", "send").contains("Night bike"))
  }
}
