// Changing, cancelling and taking back: only what changes is judged, and what was comes back.

import Bookings
import CivilTime
import Testing

@Suite struct ChangeTests {
  static let mia = Demonstration.mia

  struct Row: CustomTestStringConvertible {
    let held: String, now: String
    let change: @Sendable (inout BookingChange) -> Void
    let left: String
    var then = ""
    var testDescription: String { "\(held) at \(now): \(then)\(left)" }
  }

  static let rows = [
    Row(
      held: "Bunker 2026-11-26 10:00-11:30", now: "2026-11-24T09:07",
      change: { $0.start = moment("2026-11-26T13:00") }, left: "",
      then: "bunker 2026-11-26 13:00-14:30"),
    Row(
      held: "Bunker 2026-11-26 10:00-11:30", now: "2026-11-24T09:07",
      change: { $0.room = RoomID("cockpit") }, left: "", then: "cockpit 2026-11-26 10:00-11:30"),
    Row(
      held: "Bunker 2026-11-26 10:00-11:30", now: "2026-11-24T09:07",
      change: { $0.end = moment("2026-11-26T10:00") }, left: "endNotAfterStart"),
    Row(
      held: "Bunker 2026-11-26 10:00-11:30", now: "2026-11-24T09:07",
      change: { $0.room = RoomID("attic") }, left: "unknownRoom"),
    // It may be longer by overlapping itself, not by overlapping another.
    Row(
      held: "Aquarium 2026-11-25 09:00-10:00", now: "2026-11-24T09:07",
      change: { $0.end = moment("2026-11-25T10:15") }, left: "taken"),
    Row(
      held: "Aquarium 2026-11-25 09:00-10:00", now: "2026-11-24T09:07",
      change: { $0.start = moment("2026-11-25T08:30") }, left: "",
      then: "aquarium 2026-11-25 08:30-09:30"),
    // What has begun keeps its start and may end sooner or later, but not in the past.
    Row(
      held: "Bunker 2026-11-24 09:00-10:00", now: "2026-11-24T09:07",
      change: { $0.end = moment("2026-11-24T11:00") }, left: "",
      then: "bunker 2026-11-24 09:00-11:00"),
    Row(
      held: "Bunker 2026-11-24 09:00-10:00", now: "2026-11-24T09:20",
      change: { $0.end = moment("2026-11-24T09:15") }, left: "past"),
    Row(
      held: "Bunker 2026-11-24 09:00-10:00", now: "2026-11-24T09:07",
      change: { $0.start = moment("2026-11-24T12:00") }, left: "past"),
    Row(
      held: "Bunker 2026-11-24 09:00-10:00", now: "2026-11-24T09:00",
      change: { $0.start = moment("2026-11-24T12:00") }, left: "",
      then: "bunker 2026-11-24 12:00-13:00"),
    Row(
      held: "Bunker 2026-11-24 09:00-10:00", now: "2026-11-24T10:00",
      change: { $0.title = "Retro" }, left: "past"),
    // Off the grid and outside the hours since before the rules: the title and less time are free.
    Row(
      held: "Bunker 2026-11-26 06:10-06:50", now: "2026-11-24T09:07",
      change: { $0.title = "Retro" }, left: "", then: "bunker 2026-11-26 06:10-06:50"),
    Row(
      held: "Bunker 2026-11-26 06:10-06:50", now: "2026-11-24T09:07",
      change: { $0.end = moment("2026-11-26T06:45") }, left: "",
      then: "bunker 2026-11-26 06:10-06:45"),
    Row(
      held: "Bunker 2026-11-26 06:10-06:50", now: "2026-11-24T09:07",
      change: { $0.room = RoomID("cockpit") }, left: "outsideHours offGrid"),
    // On another day nothing was held: its hours count, the day before as the day after.
    Row(
      held: "Aquarium 2026-11-26 18:15-18:45", now: "2026-11-24T09:07",
      change: {
        $0.start = moment("2026-11-25T18:15")
        $0.end = moment("2026-11-25T19:15")
      }, left: "outsideHours"),
    Row(
      held: "Aquarium 2026-11-25 18:15-18:45", now: "2026-11-24T09:07",
      change: {
        $0.start = moment("2026-11-26T18:15")
        $0.end = moment("2026-11-26T19:15")
      }, left: "outsideHours"),
    // A room that is gone.
    Row(
      held: "Old 2026-11-26 10:00-11:00", now: "2026-11-24T09:07",
      change: { $0.title = "Retro" }, left: "", then: "old 2026-11-26 10:00-11:00"),
    Row(
      held: "Old 2026-11-26 10:00-11:00", now: "2026-11-24T09:07",
      change: { $0.end = moment("2026-11-26T12:00") }, left: "roomRetired"),
    Row(
      held: "Old 2026-11-26 10:00-11:00", now: "2026-11-24T09:07",
      change: { $0.room = RoomID("bunker") }, left: "", then: "bunker 2026-11-26 10:00-11:00"),
    // Seats are advice once: when people or room change.
    Row(
      held: "Bunker 2026-11-26 10:00-11:00", now: "2026-11-24T09:07",
      change: { $0.headcount = 5 }, left: "tooFewSeats"),
    // Who may see it changes as anything else does, and comes back so.
    Row(
      held: "Bunker 2026-11-26 10:00-11:00", now: "2026-11-24T09:07",
      change: { $0.isPrivate = true }, left: "", then: "bunker 2026-11-26 10:00-11:00"),
  ]

  @Test(arguments: rows)
  func `Only what changes is judged, and taking it back gives back what was`(_ row: Row) throws {
    try changeAndTakeBack(row, booking(9, row.held))
  }

  @Test(arguments: rows)
  func `What was private is private again when a change is taken back`(_ row: Row) throws {
    var held = booking(9, row.held)
    held.isPrivate = true
    let asRow = row.change
    try changeAndTakeBack(
      Row(
        held: row.held, now: row.now,
        change: {
          asRow(&$0)
          // Also where all that changes is that everybody may see it.
          $0.isPrivate = $0.isPrivate.map { !$0 }
        }, left: row.left, then: row.then), held)
  }

  private func changeAndTakeBack(_ row: Row, _ held: Booking) throws {
    var ledger = Demonstration.ledger()
    let now = instant(row.now)
    ledger.recall(held, at: now)
    let before = ledger
    var change = BookingChange()
    row.change(&change)
    let intention = Intention.change(held.reference, change)
    #expect(ledger.refusals(of: intention, by: Self.mia, at: now) == row.left)
    guard row.left.isEmpty else {
      #expect(ledger == before)
      return
    }
    let changed = try #require(try ledger.carryOut(intention, by: Self.mia, at: now))
    #expect("\(changed.room) \(text(changed.span, dated: true))" == row.then)
    #expect(changed.version == 2)
    #expect(try ledger.decide(intention, by: Self.mia, at: now) == [])
    // A room that is gone cannot be moved back into.
    if held.room == RoomID("old") && changed.room != held.room {
      #expect(
        ledger.refusals(of: .revert(to: held), by: Self.mia, at: now) == "roomRetired")
      return
    }
    var again = try #require(try ledger.carryOut(.revert(to: held), by: Self.mia, at: now))
    #expect(again.version == 3)
    again.version = 1
    #expect(again == held)
    #expect(ledger.refusals(of: .revert(to: held), by: Self.mia, at: now) == "changedSince")
  }

  @Test func `Attendees stay by their number, others go, new ones are counted on`() throws {
    var ledger = Demonstration.ledger()
    let now = Demonstration.now
    var wanted = request("Cockpit 2026-11-26 10:00-11:00")
    wanted.attendees = ["Ana", "Ben"].map(Self.attendee)
    let booked = try #require(try ledger.carryOut(.book(wanted), by: Self.mia, at: now))
    #expect(booked.reference.description == "B6")
    var change = BookingChange()
    var ben = AttendeeRequest(booked.attendees[1])
    ben.phone = "+491710000000"
    change.attendees = [ben, Self.attendee("Cem")]
    let intention = Intention.change(booked.reference, change)
    let changed = try #require(try ledger.carryOut(intention, by: Self.mia, at: now))
    #expect(
      changed.attendees.map { "\($0.id) \($0.name) \($0.phone?.e164 ?? "")" } == [
        "A2 Ben +491710000000", "A3 Cem +491711234567",
      ])
    #expect(ledger.nextAttendee == AttendeeID(4))
    change.attendees = [Self.attendee("cem")] + changed.attendees.map(AttendeeRequest.init)
    do {
      _ = try ledger.decide(.change(booked.reference, change), by: Self.mia, at: now)
      Issue.record("the same address twice was accepted")
    } catch {
      // The newcomer is the double, wherever it stands.
      #expect(error.all == [.attendee(index: 0, name: "cem", .duplicate(email: "cem@x.com"))])
    }
  }

  @Test func `A cancelled booking comes back unless it ended or was taken meanwhile`() throws {
    var ledger = Demonstration.ledger()
    let now = Demonstration.now, own = BookingReference(5)
    var hide = BookingChange()
    hide.isPrivate = true
    let before = try #require(try ledger.carryOut(.change(own, hide), by: Self.mia, at: now))
    #expect(before.isPrivate)
    try ledger.carryOut(.cancel(own), by: Self.mia, at: now)
    #expect(ledger.isFree(before.room, during: before.span))
    let ended = instant("2026-11-25T09:00"), running = instant("2026-11-25T08:30")
    #expect(ledger.refusals(of: .restore(own), by: Self.mia, at: ended) == "past")
    #expect(ledger.refusals(of: .restore(own), by: Self.mia, at: running) == "")

    var taken = ledger
    try taken.carryOut(
      .book(request("Bunker 2026-11-25 08:45-09:15")), by: Demonstration.tom, at: now)
    #expect(taken.refusals(of: .restore(own), by: Self.mia, at: now) == "taken")
    #expect(taken.alternatives(to: .restore(own), by: Self.mia, at: now).isEmpty)

    var again = try #require(try ledger.carryOut(.restore(own), by: Self.mia, at: now))
    #expect(again.version == before.version + 2)
    again.version = before.version
    #expect(again == before)
    #expect(!ledger.isFree(before.room, during: before.span))
  }

  @Test func `What is over is forgotten after a day, and numbers are never used again`() throws {
    var ledger = Demonstration.ledger()
    try ledger.carryOut(.cancel(BookingReference(5)), by: Self.mia, at: Demonstration.now)
    let rows = [
      ("2026-11-25T09:06", [], [1, 2, 3, 4, 5]), ("2026-11-25T09:07", [5], [1, 2, 3, 4]),
      ("2026-11-25T12:00", [1, 2], [3, 4]), ("2026-11-26T10:30", [3], [4]),
      ("2026-11-26T12:00", [4], []),
    ]
    for (now, forgotten, left) in rows {
      #expect(ledger.forget(at: instant(now)).map(\.number) == forgotten, "\(now)")
      #expect(ledger.allBookings.map(\.reference.number) == left, "\(now)")
    }
    #expect(ledger.nextReference == BookingReference(6))
    ledger.count(from: BookingReference(40), AttendeeID(70))
    ledger.count(from: BookingReference(3), AttendeeID(3))
    #expect(ledger.nextReference == BookingReference(40))
    #expect(ledger.nextAttendee == AttendeeID(70))
  }

  @Test func `A room that left the building keeps its bookings and takes no new ones`() {
    var ledger = Demonstration.ledger()
    var smaller = ledger.building
    smaller.rooms.removeAll { $0.name == "Bunker" }
    ledger.refit(as: smaller)
    let now = Demonstration.now
    let wanted = Intention.book(request("Bunker 2026-11-27 10:00-11:00"))
    #expect(ledger.refusals(of: wanted, by: Self.mia, at: now) == "roomRetired")
    #expect(ledger.bookings(of: Self.mia, from: now).map(\.reference.number) == [5])
    #expect(ledger.refusals(of: .cancel(BookingReference(5)), by: Self.mia, at: now) == "")
    ledger.refit(as: Demonstration.building)
    #expect(ledger.refusals(of: wanted, by: Self.mia, at: now) == "")
  }

  static func attendee(_ name: String) -> AttendeeRequest {
    AttendeeRequest(name: name, email: "\(name.lowercased())@x.com", phone: "+491711234567")
  }
}
