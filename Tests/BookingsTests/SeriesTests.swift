// Series and bookings that change places: all of it or nothing, and each has its number for good.

import Bookings
import CivilTime
import Testing

struct SeriesTests {
  static let mia = Demonstration.mia, now = Demonstration.now

  static func series(_ places: String..., first: Int? = nil) -> Intention {
    .bookSeries(
      SeriesRequest(
        rule: "FREQ=WEEKLY;BYDAY=WE", bookings: places.map { request($0) },
        first: first.map { BookingReference($0) }))
  }

  @Test
  func `a series is whole or not at all, and its bookings know their places`() throws {
    var ledger = Demonstration.ledger()
    let clash = Self.series(
      "Bunker 2026-11-25 08:30-09:00", "Bunker 2026-12-02 08:30-09:00")
    #expect(ledger.refusals(of: clash, by: Self.mia, at: Self.now) == "taken")
    let whole = Self.series("Bunker 2026-12-02 08:30-09:00", "Bunker 2026-12-09 08:30-09:00")
    let events = try ledger.decide(whole, by: Self.mia, at: Self.now)
    ledger.apply(events, at: Self.now)
    let places = events.compactMap(\.booking.series)
    #expect(places.map { "\($0.series) \($0.index)/\($0.count)" } == ["S1 1/2", "S1 2/2"])
    #expect(events.map { "\($0.booking.reference)" } == ["B6", "B7"])
    #expect(ledger.bookings(of: SeriesReference(1), from: Self.now).count == 2)
    #expect(ledger.nextSeries == SeriesReference(2))
  }

  @Test
  func `a booking becomes the first of a series once`() throws {
    var ledger = Demonstration.ledger()
    let wanted = Self.series("Bunker 2026-12-02 08:00-09:00", first: 5)
    let events = try ledger.decide(wanted, by: Self.mia, at: Self.now)
    #expect(events.map(\.kind) == ["changed", "booked"])
    #expect(events.map(\.booking.series?.index) == [1, 2])
    #expect(events.map(\.booking.version) == [2, 1])
    ledger.apply(events, at: Self.now)
    #expect(ledger.refusals(of: wanted, by: Self.mia, at: Self.now) == "changedSince")
    #expect(ledger.refusals(of: wanted, by: Demonstration.tom, at: Self.now) == "notOwner")
  }

  @Test
  func `a booking in another's name becomes a series in that name, or none`() throws {
    var building = Demonstration.building
    var mia = Person(id: Self.mia, name: "Mia")
    var tom = Person(id: Demonstration.tom, name: "Tom")
    let zoe = Person(id: UserID("zoe"), name: "Zoe")
    mia.mayBookFor = ["zoe"]
    tom.mayManage = ["zoe"]
    building.people = People([mia, tom, zoe])
    var ledger = Demonstration.ledger(building)
    var hers = request("Bunker 2026-12-01 08:00-09:00")
    hers.owner = zoe.id
    let booked = try ledger.decide(.book(hers), by: Self.mia, at: Self.now)
    ledger.apply(booked, at: Self.now)
    let wanted = Self.series(
      "Bunker 2026-12-02 08:00-09:00", first: booked[0].booking.reference.number)
    #expect(ledger.refusals(of: wanted, by: Demonstration.tom, at: Self.now) == "notOnBehalf")
    let events = try ledger.decide(wanted, by: Self.mia, at: Self.now)
    #expect(events.map(\.booking.owner) == [zoe.id, zoe.id])
    #expect(events.map(\.booking.bookedBy) == [Self.mia, Self.mia])
    ledger.apply(events, at: Self.now)
    #expect(ledger.bookings(of: SeriesReference(1), from: Self.now).count == 2)
  }

  /// Days from the first on, each so many days after the one before, and what speaks against them.
  @Test(arguments: [
    (200, 1, ""), (201, 1, "seriesTooLong"), (2, 366, ""), (2, 367, "seriesTooLong"),
  ])
  func limits(count: Int, step: Int, refused: String) throws {
    var building = Demonstration.building
    for place in building.rooms.indices { building.rooms[place].policy.windowDays = 1000 }
    for place in building.rooms.indices {
      building.rooms[place].policy.bookingsPerPersonMax = 1000
    }
    let ledger = Demonstration.ledger(building)
    let first = request("Bunker 2026-12-01 10:00-11:00")
    let bookings = (0..<count).map { number in
      var one = first
      one.start = CivilMoment(first.start.date.adding(days: number * step), first.start.time)
      one.end = CivilMoment(first.end.date.adding(days: number * step), first.end.time)
      return one
    }
    let wanted = Intention.bookSeries(SeriesRequest(rule: "FREQ=DAILY", bookings: bookings))
    #expect(ledger.refusals(of: wanted, by: Self.mia, at: Self.now) == refused)
  }

  /// Two bookings that change places, one after another in a row, and one that has to stay.
  @Test
  func `bookings changed together may take each other's place`() throws {
    var ledger = Demonstration.ledger()
    for text in ["Bunker 2026-12-02 10:00-11:00", "Bunker 2026-12-02 11:00-12:00"] {
      let made = try ledger.decide(.book(request(text)), by: Self.mia, at: Self.now)
      ledger.apply(made, at: Self.now)
    }
    func change(_ number: Int, to text: String) -> PlannedChange {
      var change = BookingChange()
      (change.start, change.end) = moments(text.split(separator: " ", maxSplits: 1)[1])
      return PlannedChange(BookingReference(number), change)
    }
    let swap = Intention.changes([
      change(6, to: "Bunker 2026-12-02 11:00-12:00"),
      change(7, to: "Bunker 2026-12-02 10:00-11:00"),
    ])
    let events = try ledger.decide(swap, by: Self.mia, at: Self.now)
    ledger.apply(events, at: Self.now)
    let starts = [6, 7].compactMap { ledger.booking(BookingReference($0))?.span.start.time }
    #expect(starts.map(\.description) == ["11:00", "10:00"])
    // One that is to be as it is stays in the way of the other.
    let stays = Intention.changes([
      change(6, to: "Bunker 2026-12-02 10:00-11:00"),
      change(7, to: "Bunker 2026-12-02 10:00-11:00"),
    ])
    #expect(ledger.refusals(of: stays, by: Self.mia, at: Self.now) == "taken")
    // A row moves on as one.
    let later = Intention.changes([
      change(7, to: "Bunker 2026-12-02 11:00-12:00"),
      change(6, to: "Bunker 2026-12-02 12:00-13:00"),
    ])
    #expect(try ledger.decide(later, by: Self.mia, at: Self.now).count == 2)
  }
}
