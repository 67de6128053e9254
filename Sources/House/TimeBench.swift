// How long it takes to find a time in a large house that is almost full. For whoever wants to know,
// not for tests.

import Bookings
import CivilTime
import Foundation

/// Measures the search for a time for five people in 200 rooms on five days.
struct TimeBench {
  private static let roomCount = 200
  private static let peopleCount = 5
  private static let dayCount = 5

  let zone: ZoneRules
  let now: Instant
  let rounds: Int

  /// The figures, in lines for people: where a time is found at once, where none is, and
  /// the longest.
  func report() -> [String] {
    let ledger = house()
    let first = zone.civil(at: now).date.adding(days: 7)
    let days = first...first.adding(days: Self.dayCount - 1)
    let people = (0..<Self.peopleCount).map {
      PersonSought(user: UserID("user\($0)"), email: "user\($0)@example.com")
    }
    let sought = [
      ("a time that is found", 60, false), ("a time that is nowhere", 480, false),
      ("as long as possible", 60, true),
    ]
    let rows = sought.map { name, minutes, isLongest in
      var wanted = TimeWanted(people, minutes: minutes, on: days)
      wanted.isLongest = isLongest
      let clock = ContinuousClock()
      var times: [Double] = []
      for _ in 0..<max(3, rounds / 10) {
        let parts = clock.measure { _ = ledger.times(for: wanted, upTo: 3, at: now) }.components
        times.append(Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15)
      }
      return "\(name): " + String(format: "%.2f ms", times.sorted()[times.count / 2])
    }
    return ["200 rooms, five people, five days"] + rows
  }

  /// Each room is held every other hour, by people in turn.
  private func house() -> Ledger {
    let rooms = (0..<Self.roomCount).map { Room(id: RoomID("\($0)"), name: "Room \($0)") }
    var ledger = Ledger(building: Building(rooms: rooms), zone: zone)
    let first = zone.civil(at: now).date.adding(days: 7)
    var number = 0
    for day in 0..<Self.dayCount {
      for (place, room) in rooms.enumerated() {
        for hour in stride(from: 7 + place % 2, to: 19, by: 2) {
          number += 1
          guard let start = ClockTime(hour: hour), let end = ClockTime(hour: hour + 1),
            let span = CivilSpan(on: first.adding(days: day), from: start, to: end)
          else { continue }
          let begins = zone.instant(nearest: span.start)
          ledger.recall(
            Booking(
              reference: BookingReference(number), version: 1, state: .held, room: room.id,
              span: span, start: begins, end: begins + .seconds(3600), title: "",
              description: "", isPrivate: false, owner: UserID("user\(number % 1000)"),
              attendees: []),
            at: now)
        }
      }
    }
    return ledger
  }
}
