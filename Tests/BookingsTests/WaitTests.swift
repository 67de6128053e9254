// Waiting for a place: what may be waited for, who is offered what became free, and when it ends.

import Bookings
import CivilTime
import Testing

@Suite struct WaitTests {
  static let mia = UserID("mia"), tom = UserID("tom"), zoe = UserID("zoe")
  static let now = Demonstration.now

  static func span(_ from: String, _ to: String) -> CivilSpan {
    guard let span = CivilSpan(from: moment(from), to: moment(to)) else {
      preconditionFailure("\(from) is before \(to)")
    }
    return span
  }

  static func wish(
    _ room: String? = "aquarium", _ from: String = "2026-11-24T11:00",
    _ to: String = "2026-11-24T12:00", minutes: Int? = nil, seats: Int? = nil
  ) -> WaitWish {
    let window = span(from, to)
    let rooms = room.map { [RoomID($0)] } ?? []
    var filter = RoomFilter()
    filter.seats = seats
    return WaitWish(
      rooms: rooms, filter: filter, window: window, minutes: minutes ?? window.minutes,
      request: BookingRequest(
        room: rooms.first ?? WaitWish.anyRoom, start: window.start, end: window.end))
  }

  /// A house in which Tom has the Aquarium from 11 to 12.
  private func house(_ people: [Person] = []) throws -> Ledger {
    var building = Demonstration.building
    building.people = People(people)
    var ledger = Ledger(building: building, zone: Demonstration.berlin)
    let request = BookingRequest(
      room: RoomID("aquarium"), start: moment("2026-11-24T11:00"), end: moment("2026-11-24T12:00"))
    for event in try ledger.decide(.book(request), by: Self.tom, at: Self.now) {
      ledger.apply(event, at: Self.now)
    }
    return ledger
  }

  @discardableResult
  private func wait(
    _ ledger: inout Ledger, _ user: UserID, _ wish: WaitWish = Self.wish(), at now: Instant = now
  ) throws -> Wait {
    let events = try ledger.decideWait(wish, by: user, at: now)
    for event in events { ledger.apply(event) }
    return try #require(events.first?.wait)
  }

  /// Tom cancels, and what is offered because of that.
  private func cancel(_ ledger: inout Ledger, at now: Instant = now) throws -> [Wait] {
    let before = try #require(ledger.booking(BookingReference(1)))
    for event in try ledger.decide(.cancel(before.reference), by: Self.tom, at: now) {
      ledger.apply(event, at: now)
    }
    let freed = FreedPlace(Place(room: before.room, span: before.span), of: before.owner)
    let events = ledger.decideOffers(of: [freed], at: now)
    for event in events { ledger.apply(event) }
    return events.map(\.wait)
  }

  private func book(_ ledger: Ledger, by user: UserID, at now: Instant = now) -> String {
    let request = BookingRequest(
      room: RoomID("aquarium"), start: moment("2026-11-24T11:30"), end: moment("2026-11-24T12:30"))
    do {
      return try ledger.decide(.book(request), by: user, at: now).isEmpty ? "nothing" : "booked"
    } catch {
      return error.all.map(\.code).joined(separator: " ")
    }
  }

  // MARK: - What may be waited for

  struct Row: CustomTestStringConvertible {
    let wish: WaitWish
    let codes: String
    var testDescription: String { "\(wish.window) \(codes)" }
  }

  static let rows = [
    Row(wish: wish(), codes: ""),
    Row(wish: wish("aquarium", "2026-11-24T08:00", "2026-11-24T09:00"), codes: "TIME/PAST"),
    Row(wish: wish("attic"), codes: "WHAT/UNKNOWN"),
    Row(wish: wish("aquarium", "2026-11-24T05:00", "2026-11-24T06:00"), codes: "TIME/PAST"),
    Row(wish: wish("aquarium", "2026-11-25T05:00", "2026-11-25T06:00"), codes: "RULE/HOURS"),
    Row(wish: wish("aquarium", "2026-11-25T10:05", "2026-11-25T11:00"), codes: "RULE/GRID"),
    Row(
      wish: wish(nil, "2026-11-25T07:00", "2026-11-25T19:00", minutes: 60), codes: "RULE/WINDOW"),
    Row(wish: wish(nil, "2026-11-25T07:00", "2026-11-25T19:00", minutes: 60, seats: 8), codes: ""),
    Row(wish: wish(nil, "2026-11-25T07:00", "2026-11-25T12:00", minutes: 60), codes: ""),
    Row(
      wish: wish("aquarium", "2026-11-25T07:00", "2026-12-08T19:00", minutes: 60), codes: ""),
    Row(
      wish: wish("aquarium", "2026-11-25T07:00", "2026-12-09T19:00", minutes: 60),
      codes: "RULE/WINDOW"),
    Row(
      wish: wish(nil, "2026-11-25T07:00", "2027-11-25T19:00", minutes: 60),
      codes: "RULE/WINDOW RULE/WINDOW"),
  ]

  @Test("What may not be waited for is refused, with its code", arguments: rows)
  func refuses(row: Row) throws {
    let ledger = try house()
    var codes = ""
    do {
      _ = try ledger.decideWait(row.wish, by: Self.mia, at: Self.now)
    } catch {
      codes = error.all.map(\.code).joined(separator: " ")
    }
    #expect(codes == row.codes)
  }

  @Test("Of one person no more than a limit are taken, and the same once")
  func isLimited() throws {
    var ledger = try house()
    for hour in 0..<ledger.limits.waitsPerPersonMax {
      let from = moment("2026-11-25T07:00").adding(minutes: hour * 15)
      let window = Self.span("\(from)", "\(from.adding(minutes: 30))")
      var wish = Self.wish()
      (wish.window, wish.minutes) = (window, 30)
      try wait(&ledger, Self.mia, wish)
      #expect(try ledger.decideWait(wish, by: Self.mia, at: Self.now).isEmpty)
    }
    do {
      _ = try ledger.decideWait(Self.wish(), by: Self.mia, at: Self.now)
      Issue.record("one more was taken")
    } catch {
      #expect(error.all.map(\.code) == ["RULE/QUOTA"])
    }
    #expect(try !ledger.decideWait(Self.wish(), by: Self.zoe, at: Self.now).isEmpty)
  }

  // MARK: - The line

  @Test("What became free is held for the first in line, and for nobody else")
  func isHeldForTheFirst() throws {
    var ledger = try house()
    try wait(&ledger, Self.mia)
    try wait(&ledger, Self.zoe)
    let offered = try cancel(&ledger)
    #expect(offered.map(\.user) == [Self.mia])
    #expect(offered[0].offer?.until == Self.now + .seconds(600))
    #expect(book(ledger, by: Self.tom) == "TIME/HELD")
    #expect(book(ledger, by: Self.zoe) == "TIME/HELD")
    #expect(book(ledger, by: Self.mia) == "booked")
    let before = try #require(ledger.booking(BookingReference(1)))
    do {
      _ = try ledger.decide(.restore(before.reference), by: Self.tom, at: Self.now)
      Issue.record("it came back")
    } catch {
      #expect(error.all.map(\.code) == ["TIME/HELD"])
    }
    #expect(!ledger.isFree(before.room, during: before.span))
    #expect(ledger.seen(by: Self.mia).isFree(before.room, during: before.span))
  }

  @Test("What is not taken in time goes to the next, and then to everybody")
  func goesOn() throws {
    var ledger = try house()
    try wait(&ledger, Self.mia)
    try wait(&ledger, Self.zoe)
    _ = try cancel(&ledger)
    var users: [String] = []
    var now = Self.now
    while let due = ledger.waits.nextDue {
      now = due
      let (ended, freed) = ledger.decideDue(at: now)
      for event in ended { ledger.apply(event) }
      users += ended.map { "\($0.wait.user) \($0.wait.state.rawValue)" }
      for event in ledger.decideOffers(of: freed, at: now) { ledger.apply(event) }
    }
    #expect(users == ["mia lapsed", "zoe lapsed"])
    #expect(now == Self.now + .seconds(1200))
    #expect(book(ledger, by: Self.tom, at: now) == "booked")
  }

  @Test("Nothing is held past its beginning, and what has begun is offered to nobody")
  func endsWithTheSpan() throws {
    var ledger = try house()
    try wait(&ledger, Self.mia)
    let late = instant("2026-11-24T10:55")
    #expect(try cancel(&ledger, at: late)[0].offer?.until == instant("2026-11-24T11:00"))
    var other = try house()
    try wait(&other, Self.mia)
    #expect(try cancel(&other, at: instant("2026-11-24T11:00")).isEmpty)
    #expect(other.waits.nextDue == instant("2026-11-24T11:01"))
  }

  @Test("Whose booking became free is not offered it, and wider wishes count")
  func fits() throws {
    var ledger = try house()
    try wait(&ledger, Self.tom)
    try wait(&ledger, Self.mia, Self.wish("bunker"))
    try wait(&ledger, Self.mia, Self.wish(nil, "2026-11-24T10:00", "2026-11-24T13:00", seats: 9))
    let wide = Self.wish(
      nil, "2026-11-24T10:30", "2026-11-24T13:00", minutes: 60, seats: 6)
    // Of two in line both get something where both fit.
    try wait(&ledger, Self.zoe, Self.wish("aquarium", "2026-11-24T11:30", "2026-11-24T12:00"))
    try wait(&ledger, Self.mia, wide)
    let offered = try cancel(&ledger)
    #expect(offered.map(\.user) == [Self.zoe, Self.mia])
    #expect(offered[1].offer?.place.span == Self.span("2026-11-24T10:30", "2026-11-24T11:30"))
  }

  @Test("A wait is over by a booking that meets it, by being given up, and goes on by undo")
  func ends() throws {
    var ledger = try house()
    let made = try wait(&ledger, Self.mia)
    let ended = try ledger.decideEnd(of: made.reference, by: Self.mia)
    for event in ended { ledger.apply(event) }
    #expect(ledger.waits.open(of: Self.mia).isEmpty)
    let resumed = try ledger.decideResumption(of: made.reference, by: Self.mia, at: Self.now)
    for event in resumed { ledger.apply(event) }
    #expect(ledger.waits.open(of: Self.mia).map(\.reference) == [made.reference])
    do {
      _ = try ledger.decideEnd(of: made.reference, by: Self.zoe)
      Issue.record("somebody else gave it up")
    } catch {
      #expect(error.all.map(\.code) == ["WHAT/UNKNOWN"])
    }
    _ = try cancel(&ledger)
    let request = made.wish.request(
      at: Place(room: RoomID("aquarium"), span: made.wish.window))
    let booked = try #require(
      try ledger.decide(.book(request), by: Self.mia, at: Self.now).first)
    #expect(ledger.decideWaitsMet(by: booked, of: Self.mia).map(\.wait.state) == [.booked])
  }

  @Test("One day that was left out of several is waited for as if it alone had been said")
  func keepsWhatIsWaitedFor() throws {
    var ledger = try house()
    var ofSeveral = Self.wish()
    ofSeveral.request.start = moment("2026-11-23T11:00")
    ofSeveral.request.end = moment("2026-11-23T12:00")
    ofSeveral.request.minutes = 60
    #expect(try wait(&ledger, Self.mia, ofSeveral).wish == Self.wish())
    #expect(try ledger.decideWait(Self.wish(), by: Self.mia, at: Self.now) == [])
  }

  @Test("Nothing is held twice for who waits for some of it twice")
  func waitsTwice() throws {
    var ledger = try house()
    let whole = try wait(&ledger, Self.mia)
    let half = try wait(&ledger, Self.mia, Self.wish("aquarium", minutes: 30))
    #expect(try cancel(&ledger).map(\.reference) == [whole.reference])
    let after = Self.now + .seconds(700)
    let (ended, freed) = ledger.decideDue(at: after)
    for event in ended { ledger.apply(event) }
    #expect(ledger.decideOffers(of: freed, at: after).map(\.wait.reference) == [half.reference])
  }

  @Test("What is held for somebody is over when they give it to another; whose booking it is, too")
  func takenForAnother() throws {
    var mia = Person(id: Self.mia, name: "Mia")
    mia.mayBookFor = ["zoe"]
    var ledger = try house([mia, Person(id: Self.zoe, name: "Zoe")])
    var forZoe = Self.wish()
    forZoe.request.owner = Self.zoe
    let held = try wait(&ledger, Self.mia, forZoe)
    let hers = try wait(&ledger, Self.zoe, Self.wish(nil, minutes: 30, seats: 4))
    let own = try wait(&ledger, Self.mia, Self.wish(nil, minutes: 30, seats: 4))
    #expect(try cancel(&ledger).first?.reference == held.reference)
    let taken = Booking(
      reference: BookingReference(2), version: 1, state: .held, room: RoomID("aquarium"),
      span: forZoe.window, start: Self.now, end: Self.now + .seconds(3600), title: "",
      description: "", isPrivate: false, owner: Self.zoe, attendees: [], bookedBy: Self.mia)
    let met = ledger.decideWaitsMet(by: .booked(taken), of: Self.mia).map(\.wait.reference)
    #expect(Set(met) == [held.reference, hers.reference] && !met.contains(own.reference))
    // Moved there by who only manages what its owner has.
    let moved = Booking(
      reference: taken.reference, version: 2, state: .held, room: taken.room, span: taken.span,
      start: taken.start, end: taken.end, title: "", description: "", isPrivate: false,
      owner: Self.tom, attendees: [])
    let over = ledger.decideWaitsMet(by: .changed(moved), of: Self.mia).map(\.wait.reference)
    #expect(over == [held.reference])
  }

  @Test("A thousand who wait for other days are offered nothing where something becomes free")
  func looksAtNobodyElse() throws {
    var ledger = try house()
    for number in 0..<1000 {
      let day = moment("2026-11-26T10:00").adding(minutes: 1440 * (number % 10))
      var wish = Self.wish()
      wish.window = Self.span("\(day)", "\(day.adding(minutes: 60))")
      try wait(&ledger, UserID("u\(number)"), wish)
    }
    try wait(&ledger, Self.mia)
    #expect(try cancel(&ledger).map(\.user) == [Self.mia])
  }
}
