// Who waits for the mobility service while the store fails: what was asked is answered in the order
// in which it was asked, each once, also what has to be looked up before.

import BookingAgent
import Bookings
import CivilTime
import House
import JSON
import LineProtocol
import Mobility
import SimulatedDisk
import Storage
import Testing

/// A house with a trip whose service never answers. A class because the house is one.
private final class SilentHouse {
  let disk = Disk(seed: 1)
  let house: RunningHouse
  private(set) var errands: [Errand] = []
  // 25 November 2026, 08:00 in the house.
  private var now = Instant(seconds: 1_795_590_000)

  init() throws {
    var settings = try HouseMaking.settingsForPlay()
    settings.store = .disk(disk.name, file: "usher.db")
    settings.clock = .told(now)
    let date = try #require(CivilDate(year: 2026, month: 11, day: 25))
    let trips = try PlayedMobility(on: date, in: settings.zone).trips(limits: MobilityLimits())
    var carry: (Errand) -> Void = { _ in }
    house = try RunningHouse(settings, log: { _ in }, nudge: {}, errands: { carry($0) })
    _ = house.wake([])
    house.begin(with: trips, of: UserID("mia"))
    carry = { [unowned self] in errands.append($0) }
  }

  func open(_ id: SessionID, _ encoding: SessionFace.Encoding) {
    let face = SessionFace(kind: .pipe, encoding: encoding, user: "mia")
    _ = house.wake([.opened(id, face)])
  }

  /// Time goes by, and something happens.
  func wake(after seconds: Int64, _ events: [Event]) -> [Effect] {
    now = now + .seconds(seconds)
    house.clock = .told(now)
    return house.wake(events)
  }

  static func line(_ text: String, on id: SessionID) throws -> Event {
    .asked(id, .text(try #require(TextRequest(reading: Array(text.utf8)))))
  }

  static func call(_ number: Int64, _ text: String, on id: SessionID) throws -> Event {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .integer(number), "method": "say",
      "params": ["user": "mia", "text": .string(text)],
    ]
    guard case .call(let request) = JSONRequest(reading: JSONValue.object(call).octets) else {
      throw CancellationError()
    }
    return .asked(id, .call(request))
  }
}

@Suite("Waiting for the service while the store fails")
struct RideWaitTests {
  @Test("Who began to wait in vain is told behind what was asked before")
  func order() throws {
    let silent = try SilentHouse()
    let id = SessionID(1)
    silent.open(id, .json)
    silent.disk.standing = .full
    let told = silent.wake(
      after: 1,
      [
        try SilentHouse.call(1, "rooms", on: id),
        try SilentHouse.call(2, "products for T1", on: id),
      ])
    let answered = told.compactMap { effect -> RequestID? in
      if case .reply(id, let request, _) = effect { request } else { nil }
    }
    #expect(answered == [.number(1), .number(2)])
    #expect(silent.errands.isEmpty)
  }

  @Test("What was asked behind a ride is answered once the store works again, each once")
  func behind() throws {
    let silent = try SilentHouse()
    let id = SessionID(1)
    silent.open(id, .text)
    #expect(silent.wake(after: 1, [try SilentHouse.line("products for T1", on: id)]).isEmpty)
    #expect(silent.errands.count == 1)
    silent.disk.standing = .full
    // It has taken too long by now; but that it has cannot be written down.
    let lines = ["rooms", "/auth token nobody's", "/sync here", "rooms"]
    let vain = silent.wake(after: 10, try lines.map { try SilentHouse.line($0, on: id) })
    #expect(vain.isEmpty, "\(vain)")
    #expect(silent.wake(after: 2, [.due]).isEmpty)
    silent.disk.standing = nil
    let told = silent.wake(after: 5, [.due])
    let codes = told.compactMap { effect -> Int? in
      if case .reply(id, _, let reply) = effect { reply.code.rawValue } else { nil }
    }
    #expect(codes.count == 5, "\(told)")
    #expect(codes.first == 252 && codes[1] == codes.last && codes.contains(200), "\(codes)")
    #expect(silent.errands.count == 1)
  }
}
