// Every refusal, in the documented order: each row mends one fault of the row above.

import Bookings
import CivilTime
import Testing

@Suite struct RefusalTableTests {
  /// What was mended, how, and what is refused then.
  typealias Row = (mended: String, mend: Mend, left: String)
  typealias Mend = @Sendable (inout BookingRequest, inout Ledger) -> Void

  static let hall = RoomID("hall")

  /// A hall with every rule there is, held on some days, and a room that is gone.
  static func strictLedger() -> Ledger {
    var policy = HousePolicy()
    policy.opens = ClockTime(hour: 8) ?? .midnight
    policy.closes = ClockTime(hour: 18) ?? .endOfDay
    policy.openWeekdays.remove(.sunday)
    policy.shortestMinutes = 30
    policy.longestMinutes = 120
    policy.noticeMinutes = 60
    policy.windowDays = 30
    policy.requiresAttendee = true
    policy.attendeesMax = 2
    policy.bookingsPerPersonMax = 1
    var room = Room(id: hall, name: "Hall", policy: policy)
    room.seats = 1
    let building = Building(rooms: [room], policy: policy)
    var ledger = Ledger(building: building, zone: Demonstration.berlin)
    let days = ["2026-11-22", "2026-11-24", "2026-11-29", "2026-11-30", "2027-01-11"]
    for (index, day) in days.enumerated() {
      ledger.recall(
        booking(index + 1, "Hall \(day) 07:00-12:00", owner: Demonstration.tom),
        at: Demonstration.now)
    }
    ledger.recall(booking(6, "Old 2026-12-01 08:00-09:00"), at: Demonstration.now)
    return ledger
  }

  static func place(_ text: String) -> Mend {
    { wanted, _ in
      let place = request(text)
      (wanted.room, wanted.start, wanted.end) = (place.room, place.start, place.end)
    }
  }

  static let texts = "textTooLong textNotPlain"
  static let people = "tooManyAttendees attendee attendee attendee quota tooFewSeats"

  static let rows: [Row] = [
    (
      "nothing", { _, _ in },
      "unknownRoom endNotAfterStart past \(texts) attendee attendee attendee"
    ),
    (
      "the room was there once", place("Old 2026-11-22 07:10-07:10"),
      "roomRetired endNotAfterStart past \(texts) attendee attendee attendee"
    ),
    (
      "the room", place("Hall 2026-11-22 07:10-07:10"),
      "endNotAfterStart past closedOn outsideHours offGrid \(texts) \(people)"
    ),
    (
      "the end", place("Hall 2026-11-22 07:10-07:20"),
      "past closedOn outsideHours offGrid tooShort \(texts) \(people) taken"
    ),
    (
      "the week", place("Hall 2026-11-29 07:10-07:20"),
      "closedOn outsideHours offGrid tooShort \(texts) \(people) taken"
    ),
    (
      "the day", place("Hall 2026-11-30 07:10-07:20"),
      "outsideHours offGrid tooShort \(texts) \(people) taken"
    ),
    (
      "the hour", place("Hall 2026-11-30 08:10-08:20"),
      "offGrid tooShort \(texts) \(people) taken"
    ),
    ("the grid", place("Hall 2026-11-30 08:15-08:30"), "tooShort \(texts) \(people) taken"),
    ("too short", place("Hall 2026-11-30 08:15-11:15"), "tooLong \(texts) \(people) taken"),
    (
      "too long, but too soon", place("Hall 2026-11-24 10:00-11:00"),
      "tooSoon \(texts) \(people) taken"
    ),
    (
      "too soon, but too far", place("Hall 2027-01-11 10:00-11:00"),
      "tooFarAhead \(texts) \(people) taken"
    ),
    ("too far", place("Hall 2026-11-30 10:00-11:00"), "\(texts) \(people) taken"),
    (
      "the title is short", { wanted, _ in wanted.title = "Retro\u{202E}" },
      "textNotPlain \(people) taken"
    ),
    ("the title is plain", { wanted, _ in wanted.title = "Retro" }, "\(people) taken"),
    (
      "fewer attendees", { wanted, _ in wanted.attendees.removeFirst() },
      "attendee attendee quota tooFewSeats taken"
    ),
    (
      "the address", { wanted, _ in wanted.attendees[0].email = "ben@x.com" },
      "attendee quota tooFewSeats taken"
    ),
    (
      "the number, but none comes",
      { wanted, _ in
        wanted.attendees = []
        wanted.headcount = 2
      },
      "attendeeRequired quota tooFewSeats taken"
    ),
    (
      "somebody comes",
      { wanted, _ in
        wanted.attendees = [
          AttendeeRequest(name: "Ana", email: "ana@x.com", phone: "+491711234567")
        ]
      },
      "quota tooFewSeats taken"
    ),
    (
      "nothing else is held",
      { _, ledger in
        var old = booking(6, "Old 2026-12-01 08:00-09:00")
        old.state = .cancelled
        ledger.recall(old, at: Demonstration.now)
      },
      "tooFewSeats taken"
    ),
    ("the seats are accepted", { wanted, _ in wanted.acceptsFewerSeats = true }, "taken"),
    ("the room is free", place("Hall 2026-11-30 12:00-14:00"), ""),
  ]

  @Test func `Refusals are told all at once and in the documented order`() {
    var ledger = Self.strictLedger()
    var wanted = request("Nowhere 2026-11-22 07:10-07:10")
    wanted.title = String(repeating: "a", count: 200) + "\u{7}"
    wanted.attendees = [
      AttendeeRequest(email: "ana@x.com", phone: "+491711234567"),
      AttendeeRequest(name: "Ben", email: "ben", phone: "+491711234568"),
      AttendeeRequest(name: "Cem", email: "cem@x.com", phone: "0171"),
    ]
    for row in Self.rows {
      row.mend(&wanted, &ledger)
      let left = ledger.refusals(of: .book(wanted), by: Demonstration.mia, at: Demonstration.now)
      #expect(left == row.left, "after mending: \(row.mended)")
    }
  }

  static let long = String(repeating: "a", count: 70_000)

  /// Texts of a booking that is fine otherwise: the description and the names of those who come.
  static let textRows: [(description: String, names: [String], left: String)] = [
    ("Bring\nlunch.", ["Ana", "Ben"], ""),
    (long, ["Ana"], "textTooLong"),
    ("Bring\u{7}lunch.", ["Ana"], "textNotPlain"),
    ("", [long], "textTooLong"),
    // Once, however many have such names.
    ("", [long, long], "textTooLong"),
    ("", ["Ana\u{202E}", "Ben\u{7}"], "textNotPlain"),
    (long + "\u{7}", [long + "\u{7}"], "textTooLong textTooLong textNotPlain textNotPlain"),
  ]

  @Test(arguments: textRows.indices)
  func `A text that is too long or not plain is refused once for its kind`(index: Int) {
    let row = Self.textRows[index]
    let ledger = Demonstration.ledger()
    var wanted = request("Bunker 2026-11-26 10:00-11:00")
    wanted.description = row.description
    wanted.attendees = row.names.enumerated().map { place, name in
      AttendeeRequest(name: name, email: "p\(place)@x.com", phone: "+491711234567")
    }
    #expect(
      ledger.refusals(of: .book(wanted), by: Demonstration.mia, at: Demonstration.now) == row.left)
  }

  @Test func `Who may not touch a booking is told that alone`() throws {
    var ledger = Demonstration.ledger()
    let now = Demonstration.now
    var change = BookingChange()
    change.title = "\u{7}"
    change.start = moment("2026-11-25T10:10")
    let rows: [(Int, UserID, String)] = [
      (99, Demonstration.mia, "unknownBooking"), (4, Demonstration.mia, "notOwner"),
      (4, Demonstration.jana, "offGrid textNotPlain"),
    ]
    for (number, user, expected) in rows {
      let intention = Intention.change(BookingReference(number), change)
      #expect(ledger.refusals(of: intention, by: user, at: now) == expected)
    }
    let reference = BookingReference(4), jana = Demonstration.jana
    #expect(ledger.refusals(of: .restore(reference), by: jana, at: now) == "changedSince")
    try ledger.carryOut(.cancel(reference), by: jana, at: now)
    #expect(ledger.refusals(of: .cancel(reference), by: jana, at: now) == "alreadyCancelled")
    #expect(
      ledger.refusals(of: .change(reference, change), by: jana, at: now) == "alreadyCancelled")
  }

  static let attendees: [(AttendeeRequest, Refusal.AttendeeFault?)] = [
    (AttendeeRequest(name: " ", email: "b@x.com", phone: "+491711234567"), .nameMissing),
    (AttendeeRequest(name: "Ben", phone: "+491711234567"), .emailMissing),
    (
      AttendeeRequest(name: "Ben", email: "b@@x.com", phone: "+491711234567"),
      .emailInvalid("b@@x.com", .atSign)
    ),
    (AttendeeRequest(name: "Ben", email: "b@x.com"), .phoneMissing),
    (
      AttendeeRequest(name: "Ben", email: "b@x.com", phone: "+0171"), .phoneInvalid("+0171")
    ),
    (
      AttendeeRequest(name: "Ben", email: "ANA@x.com", phone: "+491711234568"),
      .duplicate(email: "ANA@x.com")
    ),
    (AttendeeRequest(name: "Ben", email: "b@x.com", phone: "+491711234568"), nil),
  ]

  @Test(arguments: attendees)
  func `An attendee lacks nothing, is unlike the others, or is told apart by its place`(
    _ ben: AttendeeRequest, _ fault: Refusal.AttendeeFault?
  ) {
    var wanted = request("Bunker 2026-11-26 10:00-11:00")
    wanted.attendees = [
      AttendeeRequest(name: "Ana", email: "ana@x.com", phone: "+491711234567"), ben,
    ]
    let ledger = Demonstration.ledger()
    do {
      let events = try ledger.decide(
        .book(wanted), by: Demonstration.mia, at: Demonstration.now)
      #expect(fault == nil)
      #expect(events.first?.booking.attendees.map(\.id.number) == [1, 2])
    } catch {
      let expected = fault.map { [Refusal.attendee(index: 1, name: ben.name, $0)] }
      #expect(error.all == expected)
    }
  }
}
