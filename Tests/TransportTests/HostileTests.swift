// Peers that are wrong, greedy or silent: what they are told and that they are closed.

import BookingAgent
import Foundation
import LineProtocol
import Testing
import Transport

/// What a peer does and what comes of it, `…` for the words.
struct Peer: CustomTestStringConvertible, Sendable {
  let what: String
  let sends: String
  let gets: [String]
  let isClosed: Bool

  init(_ what: String, sends: String, gets: [String], isClosed: Bool = false) {
    self.what = what
    self.sends = sends
    self.gets = gets
    self.isClosed = isClosed
  }

  var testDescription: String { what }
}

struct HostileTests {
  private static let peers = [
    Peer(
      "a line that is too long, then a good one",
      sends: String(repeating: "a", count: 4_097) + "\nok\n",
      gets: ["552 [LIMIT/LINE]", "250 ok"]),
    Peer("NUL in a line", sends: "a\u{0}b\nok\n", gets: ["501 [TEXT/CONTROL]", "250 ok"]),
    Peer("empty lines", sends: String(repeating: "\r\n", count: 5_000) + "ok\n", gets: ["250 ok"]),
    Peer(
      "no line end for ever", sends: String(repeating: "a", count: 1 << 20),
      gets: ["552 [LIMIT/LINE]", "* 421 [LIMIT/LINE]"], isClosed: true),
    Peer(
      "a web browser", sends: "POST / HTTP/1.1\r\nHost: x\r\n\r\nok\r\n",
      gets: ["521 [PROTO/HTTP]"],
      isClosed: true),
    Peer("a TLS client", sends: "\u{16}\u{3}\u{1}hello", gets: ["521 [PROTO/TLS]"], isClosed: true),
    Peer("an SSH client", sends: "SSH-2.0-x\r\n", gets: ["521 [PROTO/FORBIDDEN]"], isClosed: true),
    Peer(
      "errors in a row", sends: String(repeating: "nonsense\n", count: 25),
      gets: Array(repeating: "500 [PROTO/VERB]", count: 20) + ["* 421 [LIMIT/ERRORS]"],
      isClosed: true),
    Peer(
      "JSON on a text listener", sends: #"{"jsonrpc":"2.0","id":7,"method":"ping"}"# + "\n",
      gets: [#"{"jsonrpc":"2.0","id":7,"result":{"code":250"#]),
    Peer(
      "JSON that is too long for a line, then a call",
      sends: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
        + String(repeating: "a", count: 70_000) + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n",
      gets: [
        #"{"jsonrpc":"2.0","id":1,"result":{"code":250"#,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":552"#,
        #"{"jsonrpc":"2.0","id":2,"result":{"code":250"#,
      ]),
    Peer(
      "JSON that is none, a notification and a call",
      sends: "{\n" + #"{"jsonrpc":"2.0","method":"quiet"}"# + "\n"
        + #"{"jsonrpc":"2.0","id":"b","method":"ping"}"# + "\n",
      gets: [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700"#,
        #"{"jsonrpc":"2.0","id":"b","result":{"code":250"#,
      ]),
  ]

  @Test("However often a person breaks off between two lines, the agent hears of it once a wake")
  func interruptFlood() throws {
    let server = listening(ProtocolLimits())
    let client = try #require(Client(port: server.port()))
    // IAC IP (RFC 854).
    let flood = (0..<5_000).flatMap { _ in [255, 244] as [UInt8] }
    _ = client.send(flood + Array("one\n".utf8) + flood + Array("two\n".utf8))
    #expect(client.receive(until: "250 two\r\n").hasPrefix("250 one\r\n250 two"))
    let heard = server.batches.map { batch in
      batch.count { if case .interrupted = $0 { true } else { false } }
    }
    // At most before each of the two lines, however the octets were cut.
    #expect(heard.allSatisfy { $0 <= 2 } && heard.contains { $0 > 0 }, "\(heard)")
    #expect(server.end() != nil)
  }

  @Test(arguments: peers) func `gets what it deserves, and others are served`(peer: Peer) throws {
    var limits = ProtocolLimits()
    limits.errorPauseSeconds = 0
    let server = listening(limits)
    let client = try #require(Client(port: server.port()))
    client.send(peer.sends)
    if !peer.isClosed { client.endSending() }
    let lines = client.receive().split(whereSeparator: \.isNewline)
    #expect(lines.count >= peer.gets.count)
    for (line, start) in zip(lines, peer.gets) {
      #expect(line.hasPrefix(start), "\(line.prefix(80))")
    }
    let other = try #require(Client(port: server.port()))
    other.send("here\n")
    #expect(other.receive(until: "\n") == "250 here\r\n")
    #expect(server.end() != nil)
  }

  @Test func `nothing that another protocol says is carried out`() throws {
    let server = listening(ProtocolLimits())
    let client = try #require(Client(port: server.port()))
    client.send("GET / HTTP/1.1\r\n\r\nbook everything\r\n")
    #expect(client.receive().hasPrefix("521"))
    let wasAsked = server.events.contains { if case .asked = $0 { true } else { false } }
    #expect(!wasAsked)
    #expect(server.end() != nil)
  }

  @Test func `a silent JSON client is closed and told why`() throws {
    var limits = ProtocolLimits()
    limits.jsonIdleSeconds = 1
    let server = listening(limits, encoding: .json)
    let client = try #require(Client(port: server.port()))
    let farewell = client.receive()
    #expect(farewell.contains(#""method":"notice","params":{"code":421,"name":"LIMIT/IDLE""#))
    #expect(server.end() != nil)
  }

  @Test func `one connection too many is told so, and its place is free again later`() throws {
    var limits = ProtocolLimits()
    limits.connectionsMax = 2
    let server = listening(limits)
    let first = try #require(Client(port: server.port()))
    let second = try #require(Client(port: server.port()))
    for client in [first, second] {
      client.send("here\n")
      #expect(client.receive(until: "\n") == "250 here\r\n")
    }
    let third = try #require(Client(port: server.port()))
    #expect(third.receive().hasPrefix("* 421 [SYS/BUSY]"))
    third.close()
    first.close()
    #expect(server.heard { $0 == .gone(SessionID(1)) })
    var reply = ""
    for _ in 1...100 where !reply.hasPrefix("250") {
      let fourth = try #require(Client(port: server.port()))
      fourth.send("here\n")
      reply = fourth.receive(until: "\n")
    }
    #expect(reply == "250 here\r\n")
    #expect(server.end() != nil)
  }

  @Test func `when even those who are turned away are too many, the next is closed unheard`() throws
  {
    var limits = ProtocolLimits()
    limits.connectionsMax = 1
    let server = listening(limits, refusalsMax: 0)
    let first = try #require(Client(port: server.port()))
    first.send("here\n")
    #expect(first.receive(until: "\n") == "250 here\r\n")
    let second = try #require(Client(port: server.port()))
    #expect(second.receive() == "")
    first.send("still here\n")
    #expect(first.receive(until: "\n") == "250 still here\r\n")
    #expect(server.end() != nil)
  }

  private func listening(
    _ limits: ProtocolLimits, encoding: SessionFace.Encoding = .text, refusalsMax: Int = 16
  ) -> LoopThread {
    var transportLimits = TransportLimits()
    transportLimits.tickMilliseconds = 5
    transportLimits.refusalsMax = refusalsMax
    return LoopThread(limits: limits, transportLimits: transportLimits) {
      loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "127.0.0.1", port: 0, encoding: encoding))
    }
  }
}
