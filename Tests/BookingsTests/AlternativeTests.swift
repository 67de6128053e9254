// What is offered instead, in the building of the written conversations.

import Bookings
import CivilTime
import Testing

@Suite struct AlternativeTests {
  struct Row: CustomTestStringConvertible {
    let wanted: String
    var people: Int?
    var acceptsFewerSeats = false
    let offered: [String]
    var testDescription: String { wanted }
  }

  static let rows = [
    // Conversation 2: Cockpit has the seats, Bunker has not, Dachstube is taken.
    Row(
      wanted: "Aquarium 2026-11-25 10:15-11:00",
      offered: [
        "shifted Aquarium 2026-11-25 10:30-11:15", "otherRoom Cockpit 2026-11-25 10:15-11:00",
        "otherRoom Bunker 2026-11-25 10:15-11:00",
      ]),
    // Conversation 3: touching is no clash.
    Row(wanted: "Aquarium 2026-11-25 10:30-11:00", offered: []),
    // Conversation 10.
    Row(
      wanted: "Bunker 2026-11-24 10:10-10:50",
      offered: ["wider Bunker 2026-11-24 10:00-11:00", "narrower Bunker 2026-11-24 10:15-10:45"]),
    // Conversation 15.
    Row(
      wanted: "Bunker 2026-11-27 10:00-11:00", people: 6,
      offered: [
        "otherRoom Aquarium 2026-11-27 10:00-11:00", "otherRoom Cockpit 2026-11-27 10:00-11:00",
        "fewerSeats Bunker 2026-11-27 10:00-11:00",
      ]),
    // Five would fit into Cockpit only: Bunker is too small, Dachstube taken.
    Row(
      wanted: "Aquarium 2026-11-25 10:15-11:00", people: 5,
      offered: [
        "shifted Aquarium 2026-11-25 10:30-11:15", "otherRoom Cockpit 2026-11-25 10:15-11:00",
        "shorter Aquarium 2026-11-25 10:30-11:00",
      ]),
    // Past: as soon as can be, or tomorrow.
    Row(
      wanted: "Bunker 2026-11-24 08:00-09:00",
      offered: ["shifted Bunker 2026-11-24 09:15-10:15", "otherDay Bunker 2026-11-26 08:00-09:00"]
    ),
    // A day that is past: as soon as the hour comes again, today first.
    Row(
      wanted: "Bunker 2026-11-23 09:30-10:30",
      offered: [
        "otherDay Bunker 2026-11-24 09:30-10:30", "otherDay Bunker 2026-11-25 09:30-10:30",
      ]),
    // Half an hour as near before as after: the later one.
    Row(
      wanted: "Aquarium 2026-11-25 10:00-10:30",
      offered: [
        "shifted Aquarium 2026-11-25 10:30-11:00", "otherRoom Cockpit 2026-11-25 10:00-10:30",
        "otherRoom Bunker 2026-11-25 10:00-10:30",
      ]),
    // Nothing can be as long as that within the hours.
    Row(
      wanted: "Aquarium 2026-11-26 06:00-19:00",
      offered: ["shorter Aquarium 2026-11-26 07:00-19:00"]),
    // Fewer seats were accepted in Bunker, not in Aquarium, which is too small for seven as well.
    Row(
      wanted: "Bunker 2026-11-25 08:30-09:30", people: 7, acceptsFewerSeats: true,
      offered: [
        "shifted Bunker 2026-11-25 09:00-10:00", "otherRoom Cockpit 2026-11-25 08:30-09:30",
        "shorter Bunker 2026-11-25 09:00-09:30",
      ]),
    // An unknown room is a matter of spelling, not of places.
    Row(wanted: "Aquaria 2026-11-25 10:15-11:00", offered: []),
  ]

  @Test(arguments: rows)
  func `What is offered is near to what was wanted, best first`(_ row: Row) throws {
    var wanted = request(row.wanted)
    wanted.headcount = row.people
    wanted.acceptsFewerSeats = row.acceptsFewerSeats
    let ledger = Demonstration.ledger()
    let offered = ledger.alternatives(
      to: .book(wanted), by: Demonstration.mia, at: Demonstration.now)
    #expect(lines(offered, in: ledger) == row.offered)
  }

  @Test func `A change that cannot be offers what can and leaves the booking alone`() throws {
    var ledger = Demonstration.ledger()
    let now = Demonstration.now, mia = Demonstration.mia
    let booked = try #require(
      try ledger.carryOut(.book(request("Bunker 2026-11-25 10:00-11:00")), by: mia, at: now))
    var later = BookingChange()
    later.start = moment("2026-11-25T11:00")
    let moved = try #require(
      try ledger.carryOut(.change(booked.reference, later), by: mia, at: now))
    #expect(moved.version == 2)
    #expect(text(moved.span) == "11:00-12:00")

    var evening = BookingChange()
    evening.start = moment("2026-11-25T18:30")
    let intention = Intention.change(booked.reference, evening)
    #expect(ledger.refusals(of: intention, by: mia, at: now) == "outsideHours")
    let offered = ledger.alternatives(to: intention, by: mia, at: now)
    #expect(
      lines(offered, in: ledger) == [
        "shifted Bunker 2026-11-25 18:00-19:00", "shorter Bunker 2026-11-25 18:30-19:00",
      ])
    #expect(ledger.booking(booked.reference) == moved)
    let first = try #require(offered.first)
    let chosen = try ledger.carryOut(first.intention, by: mia, at: now)
    #expect(chosen?.reference == booked.reference)
    #expect(chosen.map { text($0.span) } == "18:00-19:00")
  }

  @Test func `A closed day offers the same time on the next open one`() {
    var building = Demonstration.building
    for index in building.rooms.indices {
      building.rooms[index].policy.openWeekdays.subtract([.saturday, .sunday])
    }
    let ledger = Demonstration.ledger(building)
    let wanted = Intention.book(request("Cockpit 2026-11-28 10:00-11:00"))
    let offered = ledger.alternatives(to: wanted, by: Demonstration.mia, at: Demonstration.now)
    #expect(
      lines(offered, in: ledger) == [
        "otherDay Cockpit 2026-11-30 10:00-11:00", "otherDay Cockpit 2026-12-01 10:00-11:00",
      ])
  }

  @Test func `A day on which the whole house is taken offers the next two days`() throws {
    var ledger = Demonstration.ledger()
    let now = Demonstration.now
    for room in ["Aquarium", "Bunker", "Cockpit", "Dachstube"] {
      let day = Intention.book(request("\(room) 2026-11-27 07:00-19:00"))
      _ = try ledger.carryOut(day, by: Demonstration.mia, at: now)
    }
    let wanted = Intention.book(request("Bunker 2026-11-27 10:00-11:00"))
    let offered = ledger.alternatives(to: wanted, by: Demonstration.mia, at: now)
    #expect(
      lines(offered, in: ledger) == [
        "otherDay Bunker 2026-11-28 10:00-11:00", "otherDay Bunker 2026-11-29 10:00-11:00",
      ])
  }

  /// As `shifted Aquarium 2026-11-25 10:30-11:15`.
  private func lines(_ alternatives: [Alternative], in ledger: Ledger) -> [String] {
    alternatives.map {
      let name = ledger.room($0.place.room)?.name ?? "?"
      return "\($0.kind) \(name) \(text($0.place.span, dated: true))"
    }
  }
}
