// When several rooms can be had together: the nearest time of the day at which all are free.

import Bookings
import CivilTime
import Testing

@Suite("Several rooms at once")
struct NearestSpanTests {
  /// The rooms, what is wanted on Wednesday, and what is nearest to it; nothing if there is none.
  static let rows: [(rooms: [String], wanted: String, nearest: String?)] = [
    (["aquarium", "cockpit"], "14:00-15:00", "14:00-15:00"),
    (["aquarium", "cockpit"], "10:00-11:00", "10:30-11:30"),
    // As near before as behind: behind.
    (["bunker", "aquarium"], "08:00-09:00", "09:00-10:00"),
    (["dachstube", "cockpit"], "09:00-12:00", "12:00-15:00"),
    (["dachstube", "bunker", "aquarium"], "09:00-10:00", "07:00-08:00"),
    (["bunker", "cockpit"], "07:00-19:00", nil),
    (["bunker", "attic"], "14:00-15:00", nil),
    ([], "14:00-15:00", nil),
  ]

  @Test(arguments: rows.indices)
  func nearest(index: Int) throws {
    let (rooms, wanted, nearest) = Self.rows[index]
    let found = PeopleTests.ledger.nearestSpan(
      of: rooms.map { RoomID($0) }, to: span("2026-11-25 \(wanted)"), at: Demonstration.now)
    #expect(found.map { text($0) } == nearest)
  }
}
