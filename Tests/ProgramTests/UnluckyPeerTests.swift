// Unlucky and hostile peers of the built program: they break off, read nothing, say nothing, come
// in thousands. Tests/unlucky-inputs.md names what each of them plays.

import Foundation
import JSON
import Testing

@Suite("Unlucky peers")
struct UnluckyPeerTests {
  /// What memory may grow by, whatever peers do.
  private static let octetsGrownMax = 16 << 20

  /// Starts a server with some limits and somebody who talks to it in text.
  private func serve(
    _ limits: String = "{}", store: String = ":memory:", in folder: Folder,
    patienceSeconds: Double = Program.patienceSeconds * 3
  ) throws -> (server: Program, ports: [UInt16], talker: Peer) {
    let file = try folder.file("limits.json", #"{"limits": {"protocol": \#(limits)}}"#)
    let server = try Program(
      ServingTests.test + ["--store", store, "--config", file] + UnluckyInputTests.listeners,
      in: folder, patienceSeconds: patienceSeconds)
    let ports = try server.ports(2)
    let talker = try Peer(port: ports[0])
    _ = try talker.reply()
    #expect(try talker.ask("/noop x") == "200 x")
    return (server, ports, talker)
  }

  /// Waits until something is true, ten seconds at most; somebody who talks is answered meanwhile.
  private func comes(_ talker: Peer, _ isTrue: () throws -> Bool) throws {
    for _ in 0..<1_000 {
      // Once is enough: what is looked at may be otherwise a moment later.
      if try isTrue() { return }
      #expect(try talker.ask("/noop x") == "200 x")
      Peer.takeIn(from: [talker], withinMilliseconds: 10)
    }
    Issue.record("it did not come true")
  }

  private static func isGreeted(_ port: UInt16) throws -> Bool {
    let fresh = try Peer(port: port)
    fresh.endSending()
    return try fresh.rest().hasPrefix("220-")
  }

  @Test("Resets in half a line, before answers are read and at once leave nothing behind")
  func resets() throws {
    let (server, ports, talker) = try serve(in: Folder())
    let before = server.descriptorCount
    let questions = Array(String(repeating: "/help booking\r\n", count: 200).utf8)
    for _ in 1...50 {
      let half = try Peer(port: ports[0])
      half.send("/as mia\r\n\(UnluckyInput.order)".utf8)
      half.reset()
      let deaf = try Peer(port: ports[0], receiveBuffer: 4_096)
      deaf.sendWhatIsTaken(questions)
      deaf.reset()
    }
    for number in 1...2_000 { _ = try Peer(port: ports[number % 2]) }
    try comes(talker) { server.descriptorCount == before }
    try UnluckyInputTests.servesOn(server, ports[0])
  }

  @Test("Urgent octets are neither lost nor doubled")
  func urgent() throws {
    let (server, ports, peer) = try serve(in: Folder())
    peer.send("/noop a".utf8)
    peer.sendUrgent(UInt8(ascii: "b"))
    #expect(try peer.ask("c") == "200 abc")
    // As a telnet client breaks off: IP, then the mark as urgent (RFC 854).
    peer.send(Array("/noop half".utf8) + [255, 244, 255])
    peer.sendUrgent(242)
    #expect(try peer.ask("/noop x") == "200 x")
    try UnluckyInputTests.servesOn(server, ports[0])
  }

  @Test("Who pours in and reads nothing is not read, and closed when nothing moves")
  func stalled() throws {
    let (server, ports, talker) = try serve(#"{"outputStallSeconds": 2}"#, in: Folder())
    let (descriptors, memory) = (server.descriptorCount, server.residentOctets)
    let deaf = try Peer(port: ports[0], receiveBuffer: 4_096)
    deaf.sendWhatIsTaken(Array(String(repeating: "/help booking\r\n", count: 500_000).utf8))
    try comes(talker) { server.descriptorCount == descriptors }
    #expect(server.residentOctets - memory < Self.octetsGrownMax)
    try UnluckyInputTests.servesOn(server, ports[0])
  }

  @Test("News for a program that does not read wait on disk until it is back")
  func deafToNews() throws {
    let folder = try Folder()
    let (server, ports, talker) = try serve(
      #"{"outputStallSeconds": 2}"#, store: "\(folder.path)/store.db", in: folder)
    let other = try Peer(port: ports[1])
    let outcomes: JSONObject = ["outcomes": [["refuse": 3000]]]
    #expect(try other.call("gateway", outcomes)["result"]?["code"] == 200)
    let descriptors = server.descriptorCount
    let deaf = try Peer(port: ports[1], receiveBuffer: 4_096)
    #expect(try deaf.call("subscribe")["result"]?["code"] == 200)
    let hello = #"{"jsonrpc":"2.0","id":"x","method":"hello"}"# + "\n"
    deaf.sendWhatIsTaken(Array(String(repeating: hello, count: 100_000).utf8))
    let booking: JSONObject = ["user": "mia", "text": .string(TalkingTests.booking)]
    #expect(try other.call("say", booking)["result"]?["code"] == 250)
    #expect(try other.call("clock", ["advance": 60])["result"]?["code"] == 200)
    try comes(talker) { server.descriptorCount == descriptors }
    let back = try Peer(port: ports[1])
    _ = try back.call("subscribe")
    let notice = try JSONValue(parsing: Array(try back.line().utf8))["params"]
    #expect(notice?["seq"] == 1 && notice?["kind"] == "pass" && notice?["ref"] == "B1")
    #expect(server.isRunning)
  }

  @Test("Thousands who say nothing cost little memory and no time, and a new client is answered")
  func idle() throws {
    let (server, ports, talker) = try serve(in: Folder())
    let (descriptors, memory) = (server.descriptorCount, server.residentOctets)
    // As many as this process may open beside what other tests have.
    let count = min(5_000, max(100, sysconf(Int32(_SC_OPEN_MAX)) - 600))
    var idle = try (0..<count).map { _ in try Peer(port: ports[0]) }
    for peer in idle { _ = try peer.reply() }
    #expect((server.residentOctets - memory) / count <= 8 << 10)
    let ticks = server.processorTicks
    Peer.takeIn(from: [talker], withinMilliseconds: 1_000)
    #expect(server.processorTicks - ticks < 10)
    let began = ContinuousClock.now
    let fresh = try Peer(port: ports[0])
    _ = try fresh.reply()
    #expect(try fresh.ask("/noop x") == "200 x")
    let answeredIn = ContinuousClock.now - began
    #expect(answeredIn < .seconds(1))
    print("\(count) who say nothing: a new client answered in \(answeredIn)")
    idle = []
    try comes(talker) { server.descriptorCount == descriptors + 1 }
    try UnluckyInputTests.servesOn(server, ports[0])
  }

  @Test("Lines of JSON that grow by an octet now and then are closed after half a minute")
  func slowLines() throws {
    let (server, ports, talker) = try serve(in: Folder(), patienceSeconds: 120)
    let slow = try (0..<300).map { _ in try Peer(port: ports[1]) }
    let began = ContinuousClock.now
    for peer in slow { peer.send("{".utf8) }
    while slow.contains(where: \.isOpen), ContinuousClock.now - began < .seconds(60) {
      Peer.takeIn(from: slow, withinMilliseconds: 500)
      if ContinuousClock.now - began < .seconds(25) {
        for peer in slow where peer.isOpen { peer.send(" ".utf8) }
      }
      #expect(try talker.ask("/noop x") == "200 x")
    }
    #expect(ContinuousClock.now - began > .seconds(29))
    #expect(slow.allSatisfy { !$0.isOpen })
    #expect(slow.allSatisfy { $0.lineThatCame()?.contains(#""name":"LIMIT/IDLE""#) == true })
    try UnluckyInputTests.servesOn(server, ports[0])
  }

  @Test("Who has to sign in and does not is closed in time")
  func signsInTooLate() throws {
    let folder = try Folder()
    let file = try folder.file("limits.json", #"{"limits": {"protocol": {"signInSeconds": 1}}}"#)
    // By the clock of the machine: one that stands still never comes to an end.
    let server = try Program(
      [
        "serve", "--open", "--store", ":memory:", "--config", file, "--listen",
        "127.0.0.1:0,proxy",
      ], in: folder)
    let port = try server.ports()[0]
    let slow = try (0..<50).map { _ in try Peer(port: port) }
    for peer in slow { peer.send(ProxyRunTests.header([192, 0, 2, 7]) + Array("/au".utf8)) }
    for peer in slow { #expect(try peer.rest().contains("* 421 [LIMIT/AUTHTIME]")) }
  }

  @Test("One connection too many is told so at once, in its encoding, and later has a place")
  func tooMany() throws {
    let (server, ports, talker) = try serve(#"{"connectionsMax": 2}"#, in: Folder())
    let descriptors = server.descriptorCount
    var second: Peer? = try Peer(port: ports[1])
    #expect(try second?.call("ping")["result"]?["code"] == 200)
    #expect(try Peer(port: ports[0]).rest().hasPrefix("* 421 [SYS/BUSY]"))
    #expect(try Peer(port: ports[1]).rest().contains(#""name":"SYS/BUSY""#))
    second = nil
    // Who is turned away has a place as well until that connection is closed.
    try comes(talker) {
      try server.descriptorCount == descriptors && Self.isGreeted(ports[0])
    }
    #expect(server.isRunning)
  }

  @Test("Without a descriptor left it turns away without computing, and recovers by itself")
  func noDescriptors() throws {
    let server = try Program(
      UnluckyInputTests.serve, in: Folder(), by: #"ulimit -n 40; exec "$0" "$@""#)
    let port = try server.ports(2)[0]
    let talker = try Peer(port: port)
    _ = try talker.reply()
    var peers = try (0..<200).map { _ in try Peer(port: port) }
    #expect(try talker.ask("/noop x") == "200 x")
    let ticks = server.processorTicks
    Peer.takeIn(from: [talker], withinMilliseconds: 1_000)
    #expect(server.processorTicks - ticks < 10)
    for peer in peers.suffix(50) { #expect(try peer.rest() == "") }
    peers = []
    try comes(talker) { try Self.isGreeted(port) }
    try UnluckyInputTests.servesOn(server, port)
  }

  #if os(Linux)
    @Test("The system is told to ask a peer that says nothing whether it is there")
    func keepalive() throws {
      let (server, ports, talker) = try serve(in: Folder())
      // Until what was answered is acknowledged, another timer runs.
      Peer.takeIn(from: [talker], withinMilliseconds: 500)
      let file = try #require(FileHandle(forReadingAtPath: "/proc/net/tcp"))
      var octets = Data()
      // The system gives it in pieces, each shorter than was asked for.
      while let more = try file.read(upToCount: 65_536), !more.isEmpty { octets += more }
      let table = String(decoding: octets, as: UTF8.self)
      let port = ":" + String(format: "%04X", ports[0])
      // Its side of the connection, established (1); timer 2 is that of keepalive, in hundredths.
      var timers: [Substring] = []
      for line in table.split(separator: "\n") {
        let members = line.split(separator: " ")
        guard members.count > 5, members[1].hasSuffix(port), members[3] == "01" else { continue }
        timers.append(members[5])
      }
      #expect(timers.count == 1 && timers.allSatisfy { $0.hasPrefix("02:") }, "\(timers)")
      let left = timers.first.flatMap { Int($0.dropFirst(3), radix: 16) }
      #expect(left.map { $0 <= 6_000 } == true)
      try UnluckyInputTests.servesOn(server, ports[0])
    }
  #endif
}
