// When several rooms can be had together: the nearest time of the day at which all are free.

import Bookings
import CivilTime
import Testing

@Suite("Several rooms at once")
struct NearestSpanTests {
  /// The rooms, what is wanted on Wednesday, and what is nearest to it; nothing if there is none.
  static let rows: [(rooms: [String], wanted: (String, String), nearest: String?)] = [
    (["aquarium", "cockpit"], ("14:00", "15:00"), "14:00-15:00"),
    (["aquarium", "cockpit"], ("10:00", "11:00"), "10:30-11:30"),
    // As near before as behind: behind.
    (["bunker", "aquarium"], ("08:00", "09:00"), "09:00-10:00"),
    (["dachstube", "cockpit"], ("09:00", "12:00"), "12:00-15:00"),
    (["dachstube", "bunker", "aquarium"], ("09:00", "10:00"), "12:00-13:00"),
    (["bunker", "cockpit"], ("07:00", "19:00"), nil),
    (["bunker", "attic"], ("14:00", "15:00"), nil),
    ([], ("14:00", "15:00"), nil),
  ]

  @Test(arguments: rows.indices)
  func nearest(index: Int) throws {
    let (rooms, (from, to), nearest) = Self.rows[index]
    let day = try #require(CivilDate("2026-11-25"))
    let wanted = try #require(
      CivilSpan(
        on: day, from: try #require(ClockTime(from[...])), to: try #require(ClockTime(to[...]))))
    let found = PeopleTests.ledger.nearestSpan(
      of: rooms.map { RoomID($0) }, to: wanted, at: Demonstration.now)
    #expect(found.map(text) == nearest)
  }
}
