// Trips and purchases outlive the process: what is asked, what may be booked and what is news of
// it; and nothing leaves that is not durable.

import BookingAgent
import Bookings
import CivilTime
import House
import JSON
import LineProtocol
import Mobility
import Products
import SimulatedDisk
import Storage
import Testing

/// A house on a disk, the trip of the played service, and Mia at a terminal. A class because the
/// house is one.
private final class RideHouse {
  let disk = Disk(seed: 1)
  private(set) var house: RunningHouse
  private var settings: HouseSettings
  private static let mia = SessionID(1)

  init() throws {
    var settings = try HouseMaking.settingsForPlay()
    settings.store = .disk(disk.name, file: "usher.db")
    // 25 November 2026, 08:00 in the house; the shuttle leaves at 09:40.
    settings.clock = .frozen(Instant(seconds: 1_795_590_000))
    settings.agent.allowsTests = true
    let date = try #require(CivilDate(year: 2026, month: 11, day: 25))
    settings.mobility = .played(PlayedMobility(on: date, in: settings.zone))
    self.settings = settings
    house = try RunningHouse(settings, log: { _ in }, nudge: {})
    _ = house.wake([])
    let trips = try #require(try house.mobility?.trips(limits: MobilityLimits()))
    house.begin(with: trips, of: UserID("mia"))
  }

  /// Another process takes the store, while the service goes on; whether Mia is there.
  func startAgain(withMia isThere: Bool = true) throws -> [String] {
    if let service = house.mobility { settings.mobility = .played(service) }
    settings.clock = .frozen(house.clock.now)
    house.close()
    disk.restart()
    house = try RunningHouse(settings, log: { _ in }, nudge: {})
    return isThere ? come() : lines(house.wake([]))
  }

  /// Somebody sits down at a terminal.
  func come(_ id: SessionID = mia, as user: String = "mia") -> [String] {
    lines(house.wake([.opened(id, SessionFace(kind: .pipe, encoding: .text, user: user))]), to: id)
  }

  func leave() { _ = house.wake([.gone(Self.mia)]) }

  /// Says something; the code of the answer, its lines, and what is told behind a star.
  func say(_ line: String) throws -> [String] {
    let request = try #require(TextRequest(reading: Array(line.utf8)))
    return lines(house.wake([.asked(Self.mia, .text(request))]))
  }

  func wait(_ seconds: Int) -> [String] {
    house.moveClock(to: house.clock.now + .seconds(seconds))
    return lines(house.wake([]))
  }

  /// A program calls a method; what it is told.
  func call(_ method: String, _ params: JSONObject, on id: SessionID) throws -> [Notice] {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": "t", "method": .string(method), "params": .object(params),
    ]
    guard case .call(let request) = JSONRequest(reading: JSONValue.object(call).octets) else {
      throw CancellationError()
    }
    return house.wake([.asked(id, .call(request))]).compactMap {
      if case .notice(id, let notice) = $0 { notice } else { nil }
    }
  }

  private func lines(_ effects: [Effect], to reader: SessionID = mia) -> [String] {
    effects.flatMap { effect -> [String] in
      switch effect {
      case .reply(reader, _, let reply): ["\(reply.code.rawValue)"] + reply.lines
      case .notice(reader, let notice): notice.lines.map { "* \($0)" }
      default: []
      }
    }
  }

  /// How the purchases stand that are durable.
  func phases() throws -> [Purchase.Phase] { try house.durableState().purchases.map(\.phase) }

  /// The next commits fail from that one on, 1 being the next.
  func fail(fromCommit first: Int, with fault: Disk.Fault = .full) {
    if first == 1 { disk.standing = fault }
    var syncs = 0
    disk.watch = { [unowned disk] operation in
      guard operation.kind == .write, disk.standing == nil else {
        if operation.kind == .sync { syncs += 1 }
        return
      }
      if syncs >= first - 1 { disk.standing = fault }
    }
  }

  func mend() {
    disk.watch = nil
    disk.standing = nil
  }
}

@Suite("Trips and purchases over restarts and failures")
struct RideStoreTests {
  @Test("In the middle of a form a restart loses neither questions nor answers")
  func form() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    let first = try house.say("book the bike")
    let second = try house.say("Ada")
    #expect(first != second)
    #expect(try house.phases() == [.asking])
    _ = try house.startAgain()
    #expect(try house.phases() == [.asking])
    let review = try house.say("review")
    #expect(review.contains { $0.contains("Ada") }, "\(review)")
    #expect(review.suffix(2) == second.suffix(2))
    #expect(try house.say("ada@x.com").first == "350")
  }

  @Test("What may be booked is looked for after a restart, and told when it is found")
  func lost() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    house.house.mobility?.meet(.book, with: .lost)
    #expect(try house.say("book the shuttle").first == "459")
    #expect(try house.phases() == [.unsure])
    let told = try house.startAgain() + house.wait(60)
    #expect(told.contains { $0.hasPrefix("* ") && $0.contains("Campus shuttle") }, "\(told)")
    #expect(try house.phases() == [.following])
    #expect(house.house.mobility?.bookings == 1)
    #expect(try house.house.checkStore() == [])
  }

  @Test("A process that is killed before it knows the answer never books a second time")
  func killed() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    house.fail(fromCommit: 2)
    _ = try house.say("book the shuttle")
    #expect(house.house.mobility?.bookings == 1)
    house.mend()
    house.disk.killProcess()
    let told = try house.startAgain() + house.wait(60)
    #expect(told.contains { $0.hasPrefix("* ") && $0.contains("Campus shuttle") }, "\(told)")
    #expect(house.house.mobility?.bookings == 1)
    #expect(try house.phases() == [.following])
  }

  @Test("What cannot be made durable is not sent, and can be said again")
  func notDurable() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    house.fail(fromCommit: 1)
    let refused = try house.say("book the shuttle")
    #expect(refused.first == "452", "\(refused)")
    #expect(house.house.mobility?.bookings == 0)
    house.mend()
    #expect(try house.phases() == [.listed])
    let booked = try house.say("book the shuttle")
    #expect(booked.first == "250", "\(booked)")
    #expect(house.house.mobility?.bookings == 1)
  }

  @Test("An answer that came as the store failed is taken once it works again")
  func outcomeAgain() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    house.fail(fromCommit: 2)
    // It is sent, so nobody is told that nothing was done; what came of it is told later.
    #expect(try house.say("book the shuttle") == [])
    #expect(try house.say("rooms") == [])
    house.mend()
    #expect(try house.phases() == [.sending])
    let later = house.wait(5)
    #expect(later.first == "250" && later.contains("212"), "\(later)")
    #expect(try house.phases() == [.following])
    #expect(house.house.mobility?.bookings == 1)
  }

  @Test("News of a ride wait for who is away, over a restart, until a program acknowledges them")
  func news() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    house.house.mobility?.meet(.book, with: .unconfirmed)
    #expect(try house.say("book the shuttle").first == "252")
    house.leave()
    house.house.mobility?.advance(to: "ACCEPTED")
    _ = house.wait(120)
    #expect(try house.house.durableState().news.map(\.user) == [UserID("mia")])
    _ = try house.startAgain(withMia: false)
    // Somebody else hears nothing of it.
    #expect(!house.come(SessionID(2), as: "tom").contains { $0.contains("shuttle") })
    let program = SessionID(3)
    let face = SessionFace(kind: .unix, encoding: .json)
    _ = house.house.wake([.opened(program, face)])
    let told = try house.call("subscribe", [:], on: program)
    #expect(told.map(\.code) == [.passResult])
    #expect(told.first?.members["kind"] == "ride" && told.first?.members["ref"] == "T1.3")
    #expect(told.first?.members["ride"]?["state"] == "following")
    #expect(told.first?.members["user"] == "mia")
    #expect(told.first?.lines.first?.contains("Campus shuttle") == true)
    let seq = try #require(told.first?.members["seq"])
    _ = try house.call("ack", ["upto": seq], on: program)
    #expect(try house.house.durableState().news == [])
    #expect(try house.startAgain().contains { $0.hasPrefix("* ") } == false)
    #expect(try house.house.checkStore() == [])
  }

  @Test("Several changes of one ride that nobody heard are told as one: how it stands")
  func oneOfSeveral() throws {
    let house = try RideHouse()
    _ = house.come()
    _ = try house.say("products for T1")
    _ = try house.say("book the shuttle")
    house.leave()
    for status in ["ARRIVING", "IN_PROGRESS"] {
      house.house.mobility?.advance(to: status)
      _ = house.wait(4200)
    }
    #expect(try house.house.durableState().news.count == 2)
    let told = try house.startAgain().filter { $0.hasPrefix("* T1.3") }
    #expect(told.count == 1, "\(told)")
  }
}
