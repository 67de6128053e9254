// The building of the simulated world: rooms with different rules, so that each rule is met.

import Bookings
import CivilTime
import House

enum SimulatedBuilding {
  /// Standard rules; a grid of half hours and few bookings a person; open around the clock; names
  /// that are numbers; nobody without an attendee, closed at weekends.
  static func rooms() throws -> [Room] {
    var aquarium = Room(id: RoomID("Aquarium"), name: "Aquarium")
    aquarium.aliases = ["aqua"]
    aquarium.seats = 6
    aquarium.equipment = ["projector"]
    var coarse = HousePolicy.standard
    coarse.gridMinutes = 30
    coarse.shortestMinutes = 30
    coarse.bookingsPerPersonMax = 3
    var bunker = Room(id: RoomID("Bunker"), name: "Bunker", policy: coarse)
    bunker.seats = 10
    bunker.equipment = ["projector", "whiteboard"]
    var always = HousePolicy.standard
    always.opens = .midnight
    always.closes = .endOfDay
    always.longestMinutes = 1440
    let night = Room(id: RoomID("Nachtwache"), name: "Nachtwache", policy: always)
    var strict = HousePolicy.standard
    strict.requiresAttendee = true
    strict.openWeekdays = [.monday, .tuesday, .wednesday, .thursday, .friday]
    strict.windowDays = 30
    strict.attendeesMax = 2
    return [
      aquarium, bunker, night, Room(id: RoomID("1.1"), name: "1.1"),
      Room(id: RoomID("1.10"), name: "1.10", policy: strict),
    ]
  }

  /// Whether a room has rules that ask for nothing but a time while it is open.
  static func hasStandardRules(_ room: RoomID) -> Bool {
    ["Aquarium", "Nachtwache", "1.1"].contains(room.text)
  }

  /// Mornings before the nights in which Berlin's clocks change, in these nights, and any day.
  static let beginnings = [
    "2026-03-27T09:07", "2026-03-28T22:50", "2026-03-29T01:40", "2026-10-23T16:00",
    "2026-10-24T23:30", "2026-10-25T01:50", "2026-11-24T09:07", "2026-12-31T18:40",
    "2028-02-28T12:00",
  ]

  /// Days that talkers like to name besides those near to now.
  static let dates = ["2026-03-29", "2026-10-25", "2027-01-01", "2028-02-29"]
    .compactMap { CivilDate($0) }
}
