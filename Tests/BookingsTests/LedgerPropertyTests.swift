// What holds whatever people ask for: drawn lives of a small house, each from a seed.

import Bookings
import CivilTime
import Testing

/// Chance that is the same for the same seed (SplitMix64).
struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  /// A number from 0 up to, not including, another.
  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(count))
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

@Suite struct LedgerPropertyTests {
  static let people = ["mia", "tom"].map(UserID.init)

  /// The demonstration building with rules that differ from room to room.
  static var ledger: Ledger {
    var building = Demonstration.building
    building.rooms[0].policy.gridMinutes = 30
    building.rooms[0].policy.shortestMinutes = 30
    building.rooms[1].policy.longestMinutes = 120
    building.rooms[1].policy.noticeMinutes = 45
    building.rooms[2].policy.openWeekdays = [.tuesday, .thursday]
    building.rooms[2].policy.requiresAttendee = true
    building.rooms[3].policy.opens = ClockTime(hour: 9, minute: 10) ?? .midnight
    building.rooms[3].policy.bookingsPerPersonMax = 12
    var ledger = Demonstration.ledger(building)
    if let date = CivilDate("2026-11-25") {
      ledger.openings.leave(
        [span("2026-11-25 13:00-16:00")], of: RoomID("dachstube"), on: date)
    }
    return ledger
  }

  @Test(arguments: UInt64(1)...6)
  func `Whatever is asked, rooms are held once, offers can be had and refusals change nothing`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    var ledger = Self.ledger
    var replayed = ledger
    var now = Demonstration.now
    var accepted = 0, offers = 0, takenBack = 0
    for _ in 0..<200 {
      now = now + .seconds(dice.below(600))
      let user = dice.one(of: Self.people)
      let intention = Self.draw(from: &dice, in: ledger)
      let before = ledger
      do {
        let events = try ledger.decide(intention, by: user, at: now)
        accepted += events.count
        let earlier = events.first.flatMap { before.booking($0.booking.reference) }
        for event in events {
          ledger.apply(event, at: now)
          replayed.apply(event, at: now)
        }
        if let event = events.first, let earlier {
          takenBack += 1
          try Self.check(event, against: earlier, in: ledger, by: user, at: now)
        }
      } catch {
        #expect(ledger == before)
        offers += try Self.checkOffers(to: intention, in: ledger, by: user, at: now)
      }
      Self.checkHolds(of: ledger)
    }
    #expect(ledger == replayed)
    // The draw is wide enough for all of this to happen.
    #expect(accepted > 10 && offers > 50 && takenBack > 2, "\(accepted) \(offers) \(takenBack)")
  }

  @Test(arguments: UInt64(11)...14)
  func `A ledger that supposes what another was told decides and tells the same`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    var told = Self.ledger
    var supposing = told
    var accepted = 0, refused = 0
    for step in 0..<120 {
      // A plan is short: what was supposed comes true now and then.
      if step % 12 == 0 { supposing = told }
      let user = dice.one(of: Self.people)
      let intention = Self.draw(from: &dice, in: told)
      let outcome = Self.outcome(of: intention, in: told, by: user)
      #expect(Self.outcome(of: intention, in: supposing, by: user) == outcome)
      switch outcome {
      case .success(let events):
        for event in events {
          told.apply(event, at: Demonstration.now)
          supposing = supposing.supposing(event)
        }
        accepted += events.count
      case .failure: refused += 1
      }
      #expect(supposing.allBookings == told.allBookings)
      for person in Self.people {
        let theirs = told.bookings(of: person, from: Demonstration.now)
        #expect(supposing.bookings(of: person, from: Demonstration.now) == theirs)
      }
      for room in told.building.rooms {
        let day = span("2026-11-25 07:00-19:00")
        let held = told.bookings(in: room.id, during: day)
        #expect(supposing.bookings(in: room.id, during: day) == held)
      }
    }
    #expect(accepted > 10 && refused > 10, "\(accepted) \(refused)")
  }

  @Test func `Several intentions are decided on what the earlier ones leave, all or none`() throws {
    let ledger = Self.ledger
    let user = Self.people[0], now = Demonstration.now
    var request = BookingRequest(
      room: RoomID("bunker"), start: span("2026-11-25 14:00-15:00").start,
      end: span("2026-11-25 14:00-15:00").end)
    let twice = Result { () throws(Refusals) in
      try ledger.decide([.book(request), .book(request)], by: user, at: now)
    }
    #expect(throws: Refusals.self) { try twice.get() }
    let first = request
    request.room = RoomID("aquarium")
    let both = try ledger.decide([.book(first), .book(request)], by: user, at: now)
    let next = ledger.nextReference.number
    #expect(both.map(\.booking.reference.number) == [next, next + 1])
    let moved = try ledger.decide(
      [.book(first), .cancel(ledger.nextReference), .book(first)], by: user, at: now)
    #expect(moved.count == 3)
  }

  private static func outcome(
    of intention: Intention, in ledger: Ledger, by user: UserID
  ) -> Result<[BookingEvent], Refusals> {
    Result { () throws(Refusals) in
      try ledger.decide(intention, by: user, at: Demonstration.now)
    }
  }

  /// Each offer is accepted and as it says; a choice is not empty.
  private static func checkOffers(
    to intention: Intention, in ledger: Ledger, by user: UserID, at now: Instant
  ) throws -> Int {
    let offered = ledger.alternatives(to: intention, by: user, at: now)
    #expect(offered.count <= ledger.limits.alternativesMax)
    #expect(Set(offered.map(\.place)).count == offered.count)
    for alternative in offered {
      let events = try ledger.decide(alternative.intention, by: user, at: now)
      let booking = try #require(events.first?.booking)
      #expect(Place(room: booking.room, span: booking.span) == alternative.place)
    }
    return offered.count
  }

  /// What was changed can be taken back at once and is then as it was but for its version.
  private static func check(
    _ event: BookingEvent, against earlier: Booking, in ledger: Ledger, by user: UserID,
    at now: Instant
  ) throws {
    var ledger = ledger
    #expect(event.booking.version == earlier.version + 1)
    try ledger.carryOut(.revert(to: earlier), by: user, at: now)
    var again = try #require(ledger.booking(earlier.reference))
    #expect(again.version == earlier.version + 2)
    again.version = earlier.version
    #expect(again == earlier)
  }

  private static func checkHolds(of ledger: Ledger) {
    let held = ledger.allBookings.filter { $0.state == .held }
    for room in ledger.building.rooms {
      let spans = held.filter { $0.room == room.id }.map(\.span).sorted { $0.start < $1.start }
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end <= $1.start })
      for day in 24...26 {
        guard let date = CivilDate(year: 2026, month: 11, day: day) else { continue }
        let free = ledger.freeSpans(in: room.id, on: date)
        #expect(!free.contains { span in spans.contains { $0.overlaps(span) } })
      }
    }
  }

  private static func draw(from dice: inout Dice, in ledger: Ledger) -> Intention {
    let rooms = ledger.building.rooms.map(\.id)
    let start = moment("2026-11-24T06:30").adding(
      minutes: dice.below(3) * 1440 + dice.below(54) * 15 + (dice.below(8) == 0 ? 5 : 0))
    let end = start.adding(minutes: dice.below(12) * 15 + (dice.below(8) == 0 ? 10 : 0))
    let people = ["Ana", "Ben", "Cem"].prefix(dice.below(4)).map(ChangeTests.attendee)
    let reference = BookingReference(1 + dice.below(ledger.nextReference.number))
    switch dice.below(10) {
    case 0...4:
      var request = BookingRequest(room: dice.one(of: rooms), start: start, end: end)
      request.attendees = people
      request.headcount = dice.below(3) == 0 ? 1 + dice.below(15) : nil
      request.acceptsFewerSeats = dice.below(4) == 0
      return .book(request)
    case 5...7:
      var change = BookingChange()
      if dice.below(3) == 0 { change.room = dice.one(of: rooms) }
      if dice.below(2) == 0 { change.start = start }
      if dice.below(4) == 0 { change.end = end }
      if dice.below(3) == 0 { change.attendees = people }
      if dice.below(3) == 0 { change.title = dice.one(of: ["Retro", "Plan", ""]) }
      return .change(reference, change)
    case 8: return .cancel(reference)
    default: return .restore(reference)
    }
  }
}
