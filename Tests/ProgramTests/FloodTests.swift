// Floods: what strangers pour in is bounded, and those who talk meanwhile notice nothing of it.

import Foundation
import JSON
import Testing

@Suite("Floods")
struct FloodTests {
  /// What memory may grow by, whatever is poured in.
  private static let octetsGrownMax = 64 << 20
  private static let serve =
    ["serve", "--open", "--turn-rate", "off", "--listen-json", "127.0.0.1:0"] + tuesday

  @Test("Readers that never read cost a bounded part of memory, and give it back when they go")
  func neverReading() throws {
    let folder = try Folder()
    let file = try folder.file(
      "limits.json", #"{"limits": {"protocol": {"heldOctetsInAllMax": 4194304}}}"#)
    let server = try Program(
      Self.serve + ["--test", "--store", ":memory:", "--config", file], in: folder,
      patienceSeconds: Program.patienceSeconds * 6)
    let port = try server.ports()[0]
    let talker = try Peer(port: port)
    try Self.ask(talker)
    let before = server.residentOctets
    var silent = try (0..<200).map { _ in try Peer(port: port, receiveBuffer: 4096) }
    let call: JSONObject = ["jsonrpc": "2.0", "id": "x", "method": "hello"]
    let octets = JSONValue.object(call).octets + [0x0A]
    // Answers of 500 KiB: more than the system and the server keep.
    let flood = Array(repeatElement(octets, count: 1500).joined())
    for peer in silent { peer.sendWhatIsTaken(flood) }
    // Each answer takes a wake, in which everybody else is heard as well.
    for _ in 0..<64 { try Self.open(talker) }
    // All of them together want three times what may wait: those with most had to go.
    let sessions = try Self.sessions(talker)
    #expect((20..<180).contains(sessions))
    let fresh = ContinuousClock.now
    try Self.open(Peer(port: port))
    let answeredIn = ContinuousClock.now - fresh
    let grown = server.residentOctets - before
    #expect(grown < Self.octetsGrownMax / 2)
    try Self.take(talker)
    silent = []
    // Once nobody else is there: closing is an event like others.
    for _ in 0..<Self.looksMax where try Self.sessions(talker) > 1 {}
    #expect(try Self.sessions(talker) == 1)
    let kept = server.residentOctets - before
    #expect(kept < Self.octetsGrownMax / 4)
    print("readers that never read: grown by \(grown), then \(kept); answered in \(answeredIn)")
  }

  @Test("Somebody who speaks as many takes nobody's conversation away")
  func conversations() throws {
    let server = try Program(
      Self.serve + ["--test", "--store", ":memory:"], in: Folder(),
      patienceSeconds: Program.patienceSeconds * 6)
    let port = try server.ports()[0]
    let (talker, flood) = (try Peer(port: port), try Peer(port: port))
    try Self.ask(talker)
    let before = server.residentOctets
    try Self.pour(11_000, from: flood) { number in
      ["user": .string("u\(number)"), "text": "is Bunker free tomorrow at 10?"]
    }
    let fresh = ContinuousClock.now
    try Self.open(Peer(port: port))
    let answeredIn = ContinuousClock.now - fresh
    try Self.take(talker)
    let grown = server.residentOctets - before
    #expect(grown < Self.octetsGrownMax)
    print("11,000 names: grown by \(grown); answered in \(answeredIn)")
  }

  @Test("Answers that are kept for a day are bounded; who has too many is refused, nobody else")
  func answers() throws {
    let folder = try Folder()
    let store = "\(folder.path)/store.db"
    let file = try folder.file(
      "limits.json", #"{"limits": {"agent": {"answersOctetsPerConnectionMax": 262144}}}"#)
    let server = try Program(
      Self.serve + ["--test", "--store", store, "--config", file], in: folder,
      patienceSeconds: Program.patienceSeconds * 6)
    let port = try server.ports()[0]
    let (talker, flood) = (try Peer(port: port), try Peer(port: port))
    try Self.ask(talker)
    let before = server.residentOctets
    let padding = String(repeating: " ", count: 3_800)
    let codes = try Self.pour(1_000, from: flood) { number in
      // Booked, cancelled, booked again: always a change.
      let text = number % 2 == 0 ? "book Dachstube on Friday 8-9" : "undo"
      return [
        "user": .string("u\(number / 2)"), "msg": .string("m\(number)"),
        "text": .string(text + padding),
      ]
    }
    #expect(codes[250, default: 0] > 50)
    #expect(codes[453, default: 0] > 50)
    // Others are done what they ask, once, and whoever repeats what was done hears it again.
    let mine: JSONObject = ["user": "mia", "msg": "m1", "text": "book Aquarium tomorrow 15-16"]
    #expect(try talker.call("say", mine)["result"]?["code"] == 250)
    #expect(try talker.call("say", mine)["result"]?["code"] == 251)
    let first: JSONObject = [
      "user": "u0", "msg": "m0", "text": .string("book Dachstube on Friday 8-9" + padding),
    ]
    #expect(try flood.call("say", first)["result"]?["code"] == 251)
    try Self.take(talker)
    let grown = server.residentOctets - before
    #expect(grown < Self.octetsGrownMax)
    print("answers kept: grown by \(grown), codes \(codes)")
  }

  // MARK: - Those who talk

  /// Opens a question that is answered by `take`.
  private static func ask(_ peer: Peer) throws {
    let question: JSONObject = ["user": "mia", "text": "is Bunker free tomorrow at 10?"]
    #expect(try peer.call("say", question)["result"]?["code"] == 212)
  }

  /// Takes what the question was about: it was not forgotten meanwhile.
  private static func take(_ peer: Peer) throws {
    let taken = try peer.call("say", ["user": "mia", "text": "take it"])
    #expect(taken["result"]?["code"] == 250)
  }

  /// Has the server come back to one who asks for little.
  private static func open(_ peer: Peer) throws {
    #expect(try peer.call("ping")["result"]?["code"] == 200)
  }

  /// How often is looked whether the others are gone.
  private static let looksMax = 20_000

  /// How many sessions the server has.
  private static func sessions(_ peer: Peer) throws -> Int {
    let told = try peer.call("status")["result"]?["messages"]?.array?.first?["text"]?.string
    let words = (told ?? "").split(separator: " ")
    guard let place = words.firstIndex(of: "sessions,"), place > 0,
      let count = Int(words[place - 1])
    else { throw Trouble(description: "no sessions in \(told ?? "nothing")") }
    return count
  }

  /// Says so much on one connection, in portions, and counts the codes of the answers.
  @discardableResult
  private static func pour(
    _ count: Int, from peer: Peer, _ params: (Int) -> JSONObject
  ) throws -> [Int: Int] {
    var codes: [Int: Int] = [:]
    let portion = 25
    for first in stride(from: 0, to: count, by: portion) {
      var octets: [UInt8] = []
      for number in first..<min(first + portion, count) {
        let call: JSONObject = [
          "jsonrpc": "2.0", "id": .integer(Int64(number)), "method": "say",
          "params": .object(params(number)),
        ]
        octets += JSONValue.object(call).octets + [0x0A]
      }
      peer.send(octets)
      for _ in first..<min(first + portion, count) {
        let answer = try JSONValue(parsing: Array(try peer.line().utf8))
        guard case .integer(let code)? = answer["result"]?["code"] ?? answer["error"]?["code"]
        else { throw Trouble(description: "no code in \(answer)") }
        codes[Int(code), default: 0] += 1
      }
    }
    return codes
  }
}
