// The program as a server: both encodings on every way in, two clients at once, and its limits.

import Foundation
import JSON
import Testing

@Suite("Serving")
struct ServingTests {
  static let test = ["serve", "--test"] + tuesday

  @Test("TCP speaks text, asks who speaks at the first change, and says good-bye")
  func textOverTCP() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    #expect(try peer.reply() == "220-desk usher/0.1 ULP/1\n220 Say what you need, or /help")
    #expect(try peer.ask("is Bunker free tomorrow at 10?").hasPrefix("212"))
    #expect(try peer.ask("book Bunker tomorrow 10-11").hasPrefix("350 Who are you?"))
    #expect(try peer.ask("mia").contains("250"))
    #expect(try peer.ask("//quit is no command").hasPrefix("353"))
    #expect(try peer.ask("cancel B99").contains("550 [WHAT/UNKNOWN ref=B99]"))
    #expect(try peer.ask("/nonsense").hasPrefix("500 [PROTO/VERB]"))
    #expect(try peer.ask("/quit") == "221 Bye.")
    #expect(try peer.rest() == "")
  }

  @Test("Lines that come at once around a moved clock wait for no call that is not out yet")
  func clockBetweenLines() throws {
    let lines = [
      "book Cockpit tomorrow 14-15 with ana@x.com 0171 1111111", "/clock +11s", "resend Ana",
      "/clock +11s", "/quit",
    ]
    let ended = try Program.run(
      Self.test + ["--stdio", "text"], in: Folder(),
      saying: lines.map { "\($0)\n" }.joined())
    #expect(ended.output.contains("Sending again to Ana."))
    #expect(ended.output.contains("221 Bye."))
    #expect(!ended.errors.contains("has not answered in time"))
  }

  @Test("A first line with a brace turns a text connection to JSON for good")
  func turnsToJSON() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    #expect(try peer.call("ping")["result"]?["code"] == 200)
  }

  @Test("Lines are as wide, and bars in colour, where a text connection asks for it")
  func widthAndColour() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    let whole = try peer.ask("what is free tomorrow 10-11")
    #expect(whole.split(separator: "\n").contains { $0.count > 40 })
    #expect(try peer.ask("/set width 40").hasPrefix("200 "))
    let narrow = try peer.ask("what is free tomorrow 10-11").split(separator: "\n")
    #expect(narrow.count > 2 && narrow.allSatisfy { $0.count <= 40 }, "\(narrow)")
    _ = try peer.ask("/as mia")
    _ = try peer.ask("book Bunker tomorrow 10-11")
    _ = try peer.ask("/as tom")
    let taken = "rooms tomorrow"
    #expect(try peer.ask(taken).contains("####"))
    _ = try peer.ask("/set colour on")
    #expect(try peer.ask(taken).contains("\u{1B}[31m████\u{1B}[39m"))
  }

  @Test("A text connection turns to JSON when it is asked to, also with what came behind at once")
  func turnsByWord() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    #expect(try peer.ask("/mode text").hasPrefix("504 [PROTO/VALUE]"))
    peer.send(
      Array("/noop a\r\n/mode json\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n".utf8))
    #expect(try peer.reply() == "200 a")
    #expect(try peer.reply() == "200 JSON from here on.")
    #expect(try peer.line().contains("\"id\":1"))
    #expect(try peer.call("ping")["result"]?["code"] == 200)
  }

  @Test("A block of text is one message, and nothing in it is a word of the session")
  func block() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    #expect(try peer.ask("/text").hasPrefix("354"))
    let order = "book Bunker\r\n\r\ntomorrow 10-11\r\n--\r\n/quit\r\n."
    #expect(try peer.ask(order).contains("Booked B1"))
    // Where it is refused, what follows is no block.
    peer.send(Array("/text x\r\n/noop y\r\n@msg /text\r\n/noop z\r\n".utf8))
    for begin in ["501 [PROTO/ARGS]", "200 y", "@msg 501 [PROTO/ARGS]", "200 z"] {
      #expect(try peer.line().hasPrefix(begin))
    }
    peer.send(Array("/text\r\na\r\nb\u{1}\r\n.\r\n/noop x\r\n".utf8))
    #expect(try peer.reply().hasPrefix("354"))
    #expect(try peer.reply().hasPrefix("501 [TEXT/CONTROL]"))
    #expect(try peer.reply() == "200 x")
    peer.send(Array("/text\r\nbook Aquarium tomorrow 10-11\r\n".utf8))
    #expect(try peer.reply().hasPrefix("354"))
    peer.endSending()
    #expect(try peer.rest().hasPrefix("500 [PROTO/UNTERMINATED]"))
  }

  @Test("JSON on TCP, Unix sockets and standard streams answers the same")
  func jsonEverywhere() throws {
    let folder = try Folder()
    let socket = "\(folder.path)/s"
    let server = try Program(
      Self.test + ["--listen-json", "127.0.0.1:0", "--unix", socket, "--stdio", "json"],
      in: folder)
    let port = try server.ports(2)[0]
    for peer in [try Peer(port: port), try Peer(path: socket)] {
      let hello = try peer.call("hello", ["protocol": ["ulp/1"], "client": "test/1"])
      #expect(hello["result"]?["protocol"] == "ulp/1")
      #expect(hello["result"]?["limits"]?["line"] == 65_536)
      let rooms = try peer.call("say", ["user": "mia", "conv": "c", "text": "rooms"])
      #expect(rooms["result"]?["code"] == 212)
      #expect(rooms["result"]?["rooms"]?.array?.count == 4)
      #expect(rooms["result"]?["conv"] == "c")
    }
    server.say(#"{"jsonrpc":"2.0","id":7,"method":"say","params":{"text":"rooms"}}"#)
    #expect(try server.output(holding: #""rooms":["#).contains(#""id":7"#))
  }

  @Test("A harness seeds, scripts the gateway, sets the clock and begins afresh with its own rooms")
  func harness() throws {
    let server = try Program(
      Self.test + ["--store", ":memory:", "--listen-json", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    func say(_ text: String) throws -> JSONValue {
      try peer.call("say", ["user": "mia", "text": .string(text)])
    }
    func code(_ answer: JSONValue) -> JSONValue? {
      answer["result"]?["code"] ?? answer["error"]?["code"]
    }
    #expect(try code(peer.call("seed", ["seed": 7])) == 200)
    let outcomes: JSONObject = ["outcomes": [["refuse": 3000]]]
    #expect(try code(peer.call("gateway", outcomes)) == 200)
    #expect(try code(say(TalkingTests.booking)) == 250)
    #expect(try code(peer.call("clock", ["set": "2026-11-24T10:00"])) == 200)
    let pass = try say("show B1")["result"]?["bookings"]?.array?.first?["attendees"]?.array?.first
    #expect(pass?["pass"] == "failed")
    // The clocks skip it.
    #expect(try code(peer.call("clock", ["set": "2027-03-28T02:30"])) == 504)
    let house: JSONObject = ["building": [["name": "Hut", "capacity": 2]]]
    #expect(try code(peer.call("reset", house)) == 200)
    let rooms = try say("rooms")["result"]?["rooms"]?.array
    #expect(rooms?.map { $0["name"] } == ["Hut"])
    #expect(try code(say("show B1")) == 550)
    for faulty: JSONObject in [
      ["building": 5], ["people": 5], ["codes": ["x": "permanent"]], ["codes": ["4103": "odd"]],
      ["codes": []], ["bookings": 5],
      ["bookings": [["room": "Attic", "start": 5, "end": 6, "user": "ben"]]],
    ] {
      #expect(try code(peer.call("reset", faulty)) == 504)
    }
  }

  @Test("A store in a file is not emptied by a harness")
  func filesStay() throws {
    let folder = try Folder()
    let server = try Program(
      Self.test + ["--store", "\(folder.path)/store.db", "--listen-json", "127.0.0.1:0"], in: folder
    )
    let peer = try Peer(port: try server.ports()[0])
    let booked = try peer.call("say", ["user": "mia", "text": .string(TalkingTests.booking)])
    #expect(booked["result"]?["code"] == 250)
    #expect(try peer.call("reset")["error"]?["code"] == 504)
    let still = try peer.call("say", ["user": "mia", "text": "show B1"])
    #expect(still["result"]?["code"] == 212)
  }

  @Test("Two clients at once for one span: one books, the other is told and picks what works")
  func race() throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let port = try server.ports()[0]
    let peers = try ["mia", "tom"].map { name in
      let peer = try Peer(port: port)
      _ = try peer.reply()
      _ = try peer.ask("/as \(name)")
      return peer
    }
    for peer in peers { peer.send("Dachstube today 16:00-17:00\r\n".utf8) }
    let replies = try peers.map { try $0.reply() }
    let winners = replies.indices.filter { replies[$0].contains("250") }
    #expect(winners.count == 1)
    let loser = winners == [0] ? 1 : 0
    #expect(replies[loser].contains("just"))
    #expect(replies[loser].contains("352 [TIME/TAKEN]"))
    #expect(try peers[loser].ask("1").contains("250-Booked B2"))
  }

  @Test("A sixth turn at once over TCP is refused; on a Unix socket none is")
  func turnRate() throws {
    let folder = try Folder()
    let socket = "\(folder.path)/s"
    let server = try Program(
      ["serve", "--open", "--store", ":memory:", "--listen-json", "127.0.0.1:0", "--unix", socket]
        + tuesday, in: folder)
    let port = try server.ports(2)[0]
    let say: JSONObject = ["user": "mia", "text": "help"]
    let stranger = try Peer(port: port)
    for _ in 1...5 { #expect(try stranger.call("say", say)["result"]?["code"] == 214) }
    // The clock is frozen: no place is ever earned back.
    let refused = try stranger.call("say", say)["error"]
    #expect(refused?["code"] == 453)
    #expect(refused?["data"]?["name"] == "LIMIT/RATE")
    #expect(refused?["data"]?["retry_after_ms"] == 500)
    #expect(try stranger.call("say", ["user": "tom", "text": "help"])["result"]?["code"] == 214)
    let bridge = try Peer(path: socket)
    for _ in 1...8 { #expect(try bridge.call("say", say)["result"]?["code"] == 214) }
  }

  @Test("A limit of the configuration holds for connections")
  func configuredLimits() throws {
    let folder = try Folder()
    let file = try folder.file(
      "limits.json", #"{"limits": {"protocol": {"textLineOctetsMax": 512}}}"#)
    let server = try Program(
      Self.test + ["--config", file, "--listen", "127.0.0.1:0"], in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    #expect(try peer.ask(String(repeating: "a", count: 512)).hasPrefix("353"))
    #expect(try peer.ask(String(repeating: "a", count: 513)).hasPrefix("552 [LIMIT/LINE]"))
  }

  @Test("Only this machine can be listened on, and an address in use ends with 69")
  func refusesAddresses() throws {
    let open = try Program.run(Self.test + ["--listen", "0.0.0.0:0"], in: Folder())
    #expect(open.code == 69)
    #expect(open.errors.contains("others than this machine can reach it"))
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let port = try server.ports()[0]
    let second = try Program.run(Self.test + ["--listen", "127.0.0.1:\(port)"], in: Folder())
    #expect(second.code == 69)
  }

  @Test(
    "With few descriptors it serves whom it can, or says what it lacks", arguments: 7...16)
  func descriptors(count: Int) throws {
    let server = try Program(
      Self.test + ["--store", ":memory:", "--listen", "127.0.0.1:0"], in: Folder(),
      by: #"ulimit -n \#(count); exec "$0" "$@""#)
    let told = try server.errors(holding: "\n")
    guard told.hasPrefix("listening on ") else {
      let ended = server.ended()
      #expect(ended.code == 69)
      #expect(ended.errors.hasPrefix("usher: cannot "))
      #expect(ended.errors.contains("too many open files"))
      return
    }
    let port = try server.ports()[0]
    // More than there are descriptors: each is greeted, told that too many are there, or closed.
    let peers = try (0..<2 * count).map { _ in try Peer(port: port) }
    for peer in peers {
      peer.endSending()
      let heard = try peer.rest()
      #expect(heard.isEmpty || heard.hasPrefix("220-") || heard.hasPrefix("* 421 [SYS/BUSY]"))
    }
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
  }

  @Test("As many descriptors as are wanted are asked of the system")
  func softLimit() throws {
    let server = try Program(
      Self.test + ["--listen", "127.0.0.1:0"], in: Folder(),
      by: #"ulimit -S -n 24; exec "$0" "$@""#)
    let port = try server.ports()[0]
    let peers = try (0..<40).map { _ in try Peer(port: port) }
    for peer in peers { #expect(try peer.reply().hasPrefix("220-")) }
  }

  @Test("Without a standard output there is no session on standard streams")
  func closedOutput() throws {
    let program = try Program(
      ["--store", ":memory:"] + tuesday, in: Folder(), by: #"exec "$0" "$@" >&-"#)
    let ended = program.ended()
    #expect(ended.code == 73)
    #expect(ended.errors.contains("cannot write to standard output"))
  }

  @Test("Asked to stop, it answers what was asked, closes and ends with 75", arguments: [15, 2])
  func stops(signal: Int32) throws {
    let folder = try Folder()
    let store = ["--store", "\(folder.path)/store.db"]
    let server = try Program(Self.test + store + ["--listen", "127.0.0.1:0"], in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    _ = try peer.ask("/as mia")
    #expect(try peer.ask("book Bunker tomorrow 10-11").contains("250"))
    let began = ContinuousClock.now
    server.send(signal)
    #expect(try peer.rest().contains("* 421 [SYS/DRAIN]"))
    #expect(server.ended().code == 75)
    #expect(ContinuousClock.now - began < .seconds(12))
    let check = try Program.run(["store", "check"] + store, in: folder)
    #expect(check.code == 0)
  }

  @Test("Asked to stop as soon as it says that it listens, it ends with 75", arguments: 1...8)
  func stopsAtOnce(time: Int) throws {
    let server = try Program(Self.test + ["--listen", "127.0.0.1:0"], in: Folder())
    _ = try server.ports()
    server.send(SIGTERM)
    #expect(server.ended().code == 75)
  }
}
