// When some people and a room are free together.

import Bookings
import CivilTime
import Testing

@Suite struct FindingTimeTests {
  /// What is found on Wednesday for people, each by user, as `Cockpit 12:00-13:00`.
  private func found(
    _ users: [UserID], minutes: Int, seats: Int? = nil, from: String = "00:00",
    to: String = "24:00", in ledger: Ledger = PeopleTests.ledger
  ) throws -> (kind: FoundTimes.Kind, places: [String]) {
    let day = try #require(CivilDate("2026-11-25"))
    let people = users.map {
      PersonSought(user: $0, email: ledger.building.people[$0]?.email?.text)
    }
    var wanted = TimeWanted(people, minutes: minutes, on: day...day)
    wanted.filter.seats = seats
    wanted.part = (
      try #require(ClockTime(from[...])), try #require(ClockTime(to[...]))
    )
    let found = ledger.times(for: wanted, upTo: 3, at: Demonstration.now)
    return (found.kind, found.places.map { "\($0.room) \(text($0.span))" })
  }

  @Test func `Nobody is offered a time at which they hold or attend a booking`() throws {
    // Mia is taken from 8 to 9, Jana from 9 to 12.
    let both = try found([Demonstration.mia, Demonstration.jana], minutes: 60)
    #expect(both.kind == .whole)
    #expect(both.places == ["bunker 07:00-08:00", "bunker 12:00-13:00", "bunker 13:00-14:00"])
  }

  @Test func `Who comes to a booking is taken as well, by address in any letters`() throws {
    var ledger = PeopleTests.ledger
    var lunch = booking(9, "Cockpit 2026-11-25 12:00-13:00", owner: Demonstration.tom)
    lunch.attendees = [
      Attendee(
        id: AttendeeID(1), name: "Jana", email: try EmailAddress("jana@X.org"), phone: nil)
    ]
    ledger.recall(lunch, at: Demonstration.now)
    let places = try found([Demonstration.jana], minutes: 60, from: "11:00", in: ledger).places
    #expect(places.first == "bunker 13:00-14:00")
  }

  @Test func `What was given back takes nobody`() throws {
    var ledger = PeopleTests.ledger
    let events = try ledger.decide(
      .cancel(BookingReference(4)), by: Demonstration.jana, at: Demonstration.now)
    ledger.apply(events[0], at: Demonstration.now)
    let places = try found([Demonstration.jana], minutes: 60, from: "09:00", in: ledger).places
    #expect(places.first == "bunker 09:00-10:00")
  }

  @Test func `Where nothing is free so long, half of it or more is offered`() throws {
    let found = try found([Demonstration.jana], minutes: 120, from: "08:00", to: "13:00")
    #expect(found.kind == .shorter && found.places == ["bunker 12:00-13:00"])
    let none = try self.found([Demonstration.jana], minutes: 240, from: "08:00", to: "13:00")
    #expect(none.places.isEmpty)
  }

  @Test func `Where no room is so large, one of half the seats or more is offered`() throws {
    let found = try found([Demonstration.mia], minutes: 60, seats: 20, from: "13:00")
    #expect(found.kind == .smaller && found.places.first == "cockpit 13:00-14:00")
    let none = try self.found([Demonstration.mia], minutes: 60, seats: 40, from: "13:00")
    #expect(none.places.isEmpty)
  }

  @Test func `Every place that is offered can be booked`() throws {
    let ledger = PeopleTests.ledger
    let today = try #require(CivilDate("2026-11-24"))
    for minutes in [15, 45, 60, 90, 480] {
      let wanted = TimeWanted(
        [PersonSought(user: Demonstration.mia, email: nil)], minutes: minutes,
        on: today...today.adding(days: 3))
      for place in ledger.times(for: wanted, upTo: 3, at: Demonstration.now).places {
        let asked = BookingRequest(
          room: place.room, start: place.span.start, end: place.span.end)
        let events = try ledger.decide(
          .book(asked), by: Demonstration.mia, at: Demonstration.now)
        #expect(events.count == 1 && place.span.minutes == minutes)
      }
    }
  }
}
