// Real sockets against a real loop: what goes in at one end and comes out at the other.

import BookingAgent
import Foundation
import LineProtocol
import Testing
import Transport

struct SocketTests {
  private func serve(
    limits: ProtocolLimits = ProtocolLimits(), transportLimits: TransportLimits = TransportLimits(),
    greets: Bool = false, encoding: SessionFace.Encoding = .text
  ) -> LoopThread {
    var transportLimits = transportLimits
    transportLimits.tickMilliseconds = 5
    return LoopThread(limits: limits, transportLimits: transportLimits, greets: greets) {
      loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "127.0.0.1", port: 0, encoding: encoding))
    }
  }

  private func asked(_ event: Event) -> Bool {
    if case .asked = event { true } else { false }
  }

  @Test func `any cut of the octets gives the same replies`() throws {
    let server = serve()
    let octets = Array("one\r\ntwo\nthree\r\u{0}four\r\r\nfünf\r\n".utf8)
    let replies = "250 one\r\n250 two\r\n250 three\r\n250 four\r\n250 fünf\r\n"
    for cut in 0...octets.count {
      let client = try #require(Client(port: server.port()))
      client.send(octets[..<cut])
      client.send(octets[cut...])
      #expect(client.receive(until: "fünf\r\n") == replies, "cut at \(cut)")
    }
    #expect(server.end() == .stoppedAtOnce)
  }

  @Test func `octets one by one make one reply`() throws {
    let server = serve(greets: true)
    let client = try #require(Client(port: server.port()))
    #expect(client.receive(until: "\n") == "220 Echo.\r\n")
    for octet in "slowly\r\n".utf8 { client.send([octet]) }
    client.endSending()
    #expect(client.receive() == "250 slowly\r\n")
    #expect(server.end() != nil)
  }

  @Test func `what comes in one segment is one batch`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send((1...30).map { "\($0)\n" }.joined())
    #expect(client.receive(until: "250 30\r\n").split(separator: "\r\n").count == 30)
    let sizes = server.batches.map { $0.filter(asked).count }.filter { $0 > 0 }
    #expect(sizes == [30])
    #expect(server.end() != nil)
  }

  @Test func `what is too much for one batch is handed in by the next, in order`() throws {
    var transportLimits = TransportLimits()
    transportLimits.eventsAWakeMax = 8
    let server = serve(transportLimits: transportLimits)
    let client = try #require(Client(port: server.port()))
    client.send((1...30).map { "\($0)\n" }.joined())
    let answers = client.receive(until: "250 30\r\n").split(separator: "\r\n")
    #expect(answers == (1...30).map { "250 \($0)" }.map { $0[...] })
    #expect(server.batches.allSatisfy { $0.count <= 8 })
    #expect(server.end() != nil)
  }

  @Test func `the pause after errors holds for lines that came together`() throws {
    var limits = ProtocolLimits()
    limits.errorsBeforePause = 2
    limits.errorsMax = 8
    // Longer than any test: what waits for its end never comes.
    limits.errorPauseSeconds = 3_600
    let server = serve(limits: limits)
    let client = try #require(Client(port: server.port()))
    let other = try #require(Client(port: server.port()))
    client.send(String(repeating: "nonsense\n", count: 6))
    for word in ["one", "two"] {
      other.send("\(word)\n")
      #expect(other.receive(until: "\n") == "250 \(word)\r\n")
    }
    #expect(client.receiveWhatCame().split(separator: "\r\n").count == 2)
    client.send("later\n")
    other.send("three\n")
    #expect(other.receive(until: "\n") == "250 three\r\n")
    #expect(client.receiveWhatCame() == "")
    #expect(server.end() != nil)
    // Nothing more is read meanwhile: six errors, and three words of the other.
    #expect(server.events.filter(asked).count == 9)
  }

  @Test func `of those who do not read, the one that has most waiting gives way`() throws {
    var limits = ProtocolLimits()
    limits.outputOctetsMax = 2 << 20
    limits.heldOctetsInAllMax = 600_000
    let server = serve(limits: limits)
    let others = try (0..<3).map { _ in
      try #require(Client(port: server.port(), receiveBuffer: 4_096))
    }
    for other in others { other.send("long 100000\n") }
    // Lines without an end count as well.
    let half = try (0..<3).map { _ in try #require(Client(port: server.port())) }
    for client in half { client.send(String(repeating: "x", count: 4_000)) }
    let greedy = try #require(Client(port: server.port(), receiveBuffer: 4_096))
    greedy.send("long 1000000\n")
    // It reads nothing until the server has seen how much waits for it.
    let next = try #require(Client(port: server.port()))
    next.send("seen\n")
    #expect(next.receive(until: "\n") == "250 seen\r\n")
    #expect(greedy.receive().utf8.count < 1_000_000)
    for other in others { #expect(other.receive(until: "\n").utf8.count == 100_006) }
    for client in half {
      client.send("\n")
      #expect(client.receive(until: "\n").utf8.count == 4_006)
    }
    #expect(server.end() != nil)
  }

  @Test func `no more than the limit of requests is with the agent at once`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send((1...100).map { "\($0)\n" }.joined())
    #expect(client.receive(until: "250 100\r\n").split(separator: "\r\n").count == 100)
    #expect(server.batches.allSatisfy { $0.filter(asked).count <= 32 })
    #expect(server.end() != nil)
  }

  @Test func `a thousand requests, half a line and the end get a thousand replies and a refusal`()
    throws
  {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send((1...1_000).map { "\($0)\r\n" }.joined() + "hal")
    client.endSending()
    let lines = client.receive().split(separator: "\r\n")
    #expect(lines.count == 1_001)
    #expect(lines.prefix(1_000).elementsEqual((1...1_000).map { "250 \($0)" }))
    #expect(lines.last?.hasPrefix("500 [PROTO/UNTERMINATED]") == true)
    #expect(server.end() != nil)
  }

  @Test func `after the end of the input what is still owed is answered, then it is closed`() throws
  {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send("later\n")
    client.endSending()
    #expect(client.receive() == "200 late\r\n")
    #expect(server.heard { if case .gone = $0 { true } else { false } })
    #expect(server.end() != nil)
  }

  @Test func `a reset frees the session and disturbs nobody`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send(String(repeating: "long 1000\n", count: 200) + "ha")
    client.reset()
    #expect(server.heard { if case .gone = $0 { true } else { false } })
    let other = try #require(Client(port: server.port()))
    other.send("here\n")
    #expect(other.receive(until: "\n") == "250 here\r\n")
    #expect(server.end() != nil)
  }

  @Test func `who does not read is not read, and loses nothing`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port(), receiveBuffer: 4_096))
    let padding = String(repeating: "x", count: 4_000)
    var whole: [String] = []
    // About 40 MB if nobody stopped it.
    for line in 0..<10_000 {
      let text = Array("\(line) \(padding)\n".utf8)
      if client.send(text, patienceMilliseconds: 300) < text.count { break }
      whole.append("250 \(line) ")
    }
    #expect(whole.count < 10_000)
    client.endSending()
    let lines = client.receive().split(separator: "\r\n").map { String($0.prefix { $0 != "x" }) }
    let answered = lines.filter { $0.hasPrefix("250") }
    let isEachAnsweredInOrder = answered == whole
    #expect(isEachAnsweredInOrder, "\(answered.count) of \(whole.count)")
    #expect(server.end() != nil)
  }

  @Test func `who asks for more than fits and reads nothing is closed`() throws {
    var limits = ProtocolLimits()
    limits.outputOctetsMax = 64 << 10
    let server = serve(limits: limits)
    let client = try #require(Client(port: server.port(), receiveBuffer: 4_096))
    client.send(String(repeating: "long 80000\n", count: 32))
    #expect(server.heard { if case .gone = $0 { true } else { false } })
    #expect(server.end() == .stoppedAtOnce)
  }

  @Test func `what is said after good-bye is heard by nobody`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send("bye\n")
    #expect(client.receive() == "221 Bye.\r\n")
    client.send("more\n")
    client.endSending()
    let other = try #require(Client(port: server.port()))
    other.send("aside\n")
    #expect(other.receive(until: "\n") == "250 aside\r\n")
    #expect(server.events.filter(asked).count == 2)
    #expect(server.end() != nil)
  }

  @Test func `late answers come when the agent wanted to be woken`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send("later\n")
    #expect(client.receive(until: "\n") == "200 late\r\n")
    #expect(server.events.contains(.due))
    #expect(server.end() != nil)
  }

  @Test func `what other threads post is heard, also while nobody is connected`() throws {
    let server = serve()
    server.mailbox?.post(.clockMoved(SessionID(9), refusal: nil))
    #expect(server.heard { $0 == .clockMoved(SessionID(9), refusal: nil) })
    #expect(server.end() != nil)
  }

  @Test func `tags come back on the reply to their request`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    // Tags with nothing behind them ask for nothing.
    client.send("one\n@label=a2 two\n@label=a3 \nthree\n")
    #expect(client.receive(until: "three\r\n") == "250 one\r\n@label=a2 250 two\r\n250 three\r\n")
    #expect(server.end() != nil)
  }

  @Test func `a run that is stopped still hears of what is under way`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send("work\n")
    #expect(client.receive(until: "\n") == "200 working\r\n")
    client.close()
    server.mailbox?.stop()
    #expect(server.ending() == .stopped)
    #expect(server.events.last == .due)
  }

  @Test func `stopping tells the agent and the idle, takes nobody new and ends`() throws {
    let server = serve()
    let client = try #require(Client(port: server.port()))
    client.send("here\n")
    #expect(client.receive(until: "\n") == "250 here\r\n")
    server.mailbox?.stop()
    #expect(client.receive().hasPrefix("* 421 [SYS/DRAIN]"))
    // The port is free again, and another test's server may have it by now: ours takes nobody.
    Client(port: server.port())?.close()
    client.close()
    #expect(server.ending() == .stopped)
    #expect(server.events.contains(.stopping))
    let opened = server.events.filter { if case .opened = $0 { true } else { false } }
    #expect(opened.count == 1)
  }
}
