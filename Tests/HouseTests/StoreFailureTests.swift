// What people are told when the disk of their house fails, and what is there afterwards.

import BookingAgent
import CivilTime
import House
import JSON
import LineProtocol
import SimulatedDisk
import Storage
import Testing

/// A house on a disk, and a program that talks to it. A class because the house is one.
private final class TalkedTo {
  let disk: Disk
  private let settings: HouseSettings
  private var house: RunningHouse
  private let session = SessionID(1)

  init(on disk: Disk) throws {
    self.disk = disk
    var settings = try HouseMaking.settingsForPlay()
    settings.store = .disk(disk.name, file: "usher.db")
    settings.clock = .told(Instant(seconds: 1_795_590_000))
    settings.agent.allowsTests = true
    self.settings = settings
    house = try RunningHouse(settings, log: { _ in }, nudge: {})
    begin()
  }

  private func begin() {
    _ = house.wake([.opened(session, SessionFace(kind: .unix, encoding: .json))])
  }

  /// Another process takes the store.
  func startAgain() throws {
    house.close()
    disk.restart()
    house = try RunningHouse(settings, log: { _ in }, nudge: {})
    begin()
  }

  /// Says something in a message with a name; the code of the answer, and its name if it has one.
  func say(_ text: String, _ message: String) throws -> String {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": "t", "method": "say",
      "params": ["conv": "c", "user": "mia", "msg": .string(message), "text": .string(text)],
    ]
    guard case .call(let request) = JSONRequest(reading: JSONValue.object(call).octets) else {
      return "no call"
    }
    for effect in house.wake([.asked(session, .call(request))]) {
      guard case .reply(_, _, let reply) = effect else { continue }
      return [String(reply.code.rawValue), reply.name?.description].compactMap(\.self)
        .joined(separator: " ")
    }
    return "nothing"
  }
}

extension TalkedTo {
  /// Calls all at once; the words of each answer, in order of the calls.
  fileprivate func tell(_ calls: [(method: String, params: JSONObject)]) throws -> [String] {
    let events = try calls.enumerated().map { place, call in
      let object: JSONObject = [
        "jsonrpc": "2.0", "id": .integer(Int64(place)), "method": .string(call.method),
        "params": .object(call.params),
      ]
      guard case .call(let request) = JSONRequest(reading: JSONValue.object(object).octets) else {
        throw CancellationError()
      }
      // Each on a session of its own: on one they would wait for each other.
      return [
        Event.opened(SessionID(10 + place), SessionFace(kind: .unix, encoding: .json)),
        .asked(SessionID(10 + place), .call(request)),
      ]
    }
    var words: [SessionID: String] = [:]
    for case .reply(let session, _, let reply) in house.wake(events.flatMap(\.self)) {
      words[session] = "\(reply.code.rawValue) \(reply.lines.joined(separator: " "))"
    }
    return calls.indices.map { words[SessionID(10 + $0)] ?? "nothing" }
  }
}

@Suite("A house whose disk fails")
struct StoreFailureTests {
  private static let first = "book Aquarium on 2026-12-01 10-11"
  private static let second = "book Bunker on 2026-12-01 10-11"

  @Test(
    "A disk that is full or read-only refuses changes as such, questions go on, and it recovers",
    arguments: [Disk.Fault.full, .readOnly])
  func noSpace(fault: Disk.Fault) throws {
    let house = try TalkedTo(on: Disk(seed: 1))
    house.disk.standing = fault
    #expect(try house.say(Self.first, "m1") == "452 SYS/SPACE")
    #expect(try house.say("rooms", "m2") == "212")
    #expect(try house.say(Self.first, "m1") == "452 SYS/SPACE")
    house.disk.standing = nil
    #expect(try house.say(Self.first, "m1") == "250")
    #expect(try house.say(Self.first, "m1") == "251")
  }

  @Test("What a test asks for in the moment the store fails is refused, not left waiting")
  func refusesTests() throws {
    let house = try TalkedTo(on: Disk(seed: 1))
    house.disk.standing = .full
    let booking: JSONObject = ["user": "mia", "text": .string(Self.first)]
    let told = try house.tell([
      ("say", booking), ("clock", ["set": "2026-11-30T10:00"]), ("reset", [:]),
    ])
    #expect(told[0].hasPrefix("452 "))
    #expect(told[1] == "504 The store failed.")
    #expect(told[2] == "504 The store failed.")
    house.disk.standing = nil
    #expect(try house.say(Self.first, "m1") == "250")
  }

  @Test("What is unsure stays unsure when it is said again; later changes are certainly not done")
  func unsure() throws {
    let house = try TalkedTo(on: Disk(seed: 1))
    house.disk.watch = { [unowned disk = house.disk] operation in
      if operation.kind == .sync, disk.failures == 0 {
        disk.fail(operation: operation.number, with: .fails)
      }
    }
    #expect(try house.say(Self.first, "m1") == "459 SYS/UNSURE")
    #expect(try house.say("rooms", "m2") == "212")
    #expect(try house.say(Self.second, "m3") == "451 SYS/STORAGE")
    // A "certainly not done" would be a lie: it is there as soon as the store is opened again.
    #expect(try house.say(Self.first, "m1") == "459 SYS/UNSURE")
    try house.startAgain()
    #expect(try house.say(Self.first, "m1") == "251")
    #expect(try house.say(Self.second, "m3") == "250")
  }
}
