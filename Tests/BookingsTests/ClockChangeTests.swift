// Bookings on the nights on which the clocks change.

import Bookings
import CivilTime
import Testing

@Suite struct ClockChangeTests {
  struct Row: CustomTestStringConvertible {
    let place: String, left: String
    /// UNIX seconds of start and end, where it can be booked.
    var bounds: [Int64] = []
    var testDescription: String { place }
  }

  /// Berlin jumps from 02:00 to 03:00 on 28 March 2027 at 1806195600, and from 03:00 back to 02:00
  /// on 25 October 2026 at 1792890000.
  static let rows = [
    Row(
      place: "Night 2027-03-28 01:00-04:00", left: "",
      bounds: [1_806_195_600 - 3600, 1_806_195_600 + 3600]),
    Row(place: "Night 2027-03-28 02:30-04:00", left: "momentMissing"),
    Row(place: "Night 2027-03-28 01:00-02:30", left: "momentMissing"),
    Row(place: "Night 2027-03-28 02:15-02:45", left: "momentMissing momentMissing"),
    // 02:00 is never shown, but the minute before it is, and ends there.
    Row(
      place: "Night 2027-03-28 01:00-02:00", left: "",
      bounds: [1_806_195_600 - 3600, 1_806_195_600]),
    Row(place: "Night 2027-03-28 02:00-03:00", left: "momentMissing"),
    Row(
      place: "Night 2026-10-25 01:00-04:00", left: "",
      bounds: [1_792_890_000 - 7200, 1_792_890_000 + 7200]),
    Row(place: "Night 2026-10-25 02:30-04:00", left: "momentTwice"),
    Row(place: "Night 2026-10-25 01:00-02:30", left: "momentTwice"),
    Row(
      place: "Night 2026-10-25 01:00-02:00", left: "",
      bounds: [1_792_890_000 - 7200, 1_792_890_000 - 3600]),
    Row(
      place: "Night 2026-10-25 23:00-24:00", left: "",
      bounds: [1_792_890_000 + 21 * 3600, 1_792_890_000 + 22 * 3600]),
  ]

  static var ledger: Ledger {
    var policy = HousePolicy()
    policy.opens = .midnight
    policy.closes = .endOfDay
    policy.longestMinutes = 1440
    let building = Building(
      rooms: [Room(id: RoomID("night"), name: "Night", policy: policy)], policy: policy)
    return Ledger(building: building, zone: Demonstration.berlin)
  }

  @Test(arguments: rows)
  func `A moment that is missing or double is refused, others are the right instants`(
    _ row: Row
  ) throws {
    let ledger = Self.ledger, now = instant("2026-10-20T09:00")
    let wanted = Intention.book(request(row.place))
    #expect(ledger.refusals(of: wanted, by: Demonstration.mia, at: now) == row.left)
    if row.left.isEmpty {
      let events = try ledger.decide(wanted, by: Demonstration.mia, at: now)
      let booking = try #require(events.first?.booking)
      #expect([booking.start.seconds, booking.end.seconds] == row.bounds)
    } else {
      let offered = ledger.alternatives(to: wanted, by: Demonstration.mia, at: now)
      #expect(offered.count >= 2)
    }
  }

  @Test func `Notice is counted in hours that pass, not in those the clocks show`() {
    var ledger = Self.ledger
    var building = ledger.building
    building.rooms[0].policy.noticeMinutes = 120
    ledger.refit(as: building)
    // At 01:30 it is two hours to 04:30 in March and to 02:30 the second time in October.
    let rows = [
      ("2027-03-28T01:30", "Night 2027-03-28 04:15-05:00", "tooSoon"),
      ("2027-03-28T01:30", "Night 2027-03-28 04:30-05:00", ""),
      ("2026-10-25T01:30", "Night 2026-10-25 03:00-04:00", ""),
      ("2026-10-26T01:30", "Night 2026-10-26 03:00-04:00", "tooSoon"),
    ]
    for (now, place, left) in rows {
      let intention = Intention.book(request(place))
      #expect(
        ledger.refusals(of: intention, by: Demonstration.mia, at: instant(now)) == left, "\(place)")
    }
  }

  @Test func `The very minute is not past, the one before it is`() {
    let ledger = Demonstration.ledger(),
      wanted = Intention.book(request("Bunker 2026-11-24 09:15-10:00"))
    let quarter = instant("2026-11-24T09:15")
    let rows = [(Duration.zero, ""), (.seconds(59.999), ""), (.seconds(60), "past")]
    for (later, left) in rows {
      #expect(
        ledger.refusals(of: wanted, by: Demonstration.mia, at: quarter + later) == left)
    }
  }

  @Test func `A room that closes at midnight is held until 24:00 and no further`() {
    let ledger = Self.ledger, now = instant("2026-11-24T09:07")
    let day =
      CivilDate("2026-11-26").map { CivilMoment($0, .midnight) } ?? moment("2026-11-26T00:00")
    let rows = [(0, ""), (15, "outsideHours")]
    for (over, left) in rows {
      let wanted = BookingRequest(
        room: RoomID("night"), start: day.adding(minutes: -60), end: day.adding(minutes: over))
      #expect(ledger.refusals(of: .book(wanted), by: Demonstration.mia, at: now) == left)
    }
  }
}
