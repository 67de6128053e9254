// What is asked before a booking can be, in which order, and what is done once nothing is missing.
// Each row mends what the row above is asked for.

import Bookings
import CivilTime
import Discourse
import Planning
import Testing

@Suite("What is asked first")
struct GapTests {
  private let ledger: Ledger
  private let now: Instant
  private let zone = ZoneRules(name: "Europe/Berlin", firstOffsetSeconds: 3600, transitions: [])

  init() throws {
    let seats = ["Aquarium": 6, "Bunker": 4, "Cockpit": 10]
    let rooms = seats.keys.sorted().map { name in
      var room = Room(id: RoomID(name), name: name)
      room.seats = seats[name]
      return room
    }
    var ledger = Ledger(building: Building(rooms: rooms), zone: zone)
    now = zone.instant(nearest: try #require(CivilMoment("2026-11-24T09:07")))
    let span = try #require(Self.span(27, "09:00", "10:00"))
    ledger.recall(
      Booking(
        reference: BookingReference(1), version: 1, state: .held, room: RoomID("Bunker"),
        span: span, start: zone.instant(nearest: span.start), end: zone.instant(nearest: span.end),
        title: "", description: "", isPrivate: false, owner: UserID("mia"), attendees: []),
      at: now)
    self.ledger = ledger
  }

  private static func span(_ day: Int, _ from: String, _ to: String) -> CivilSpan? {
    guard let date = CivilDate(year: 2026, month: 11, day: day), let from = ClockTime(from),
      let to = ClockTime(to)
    else { return nil }
    return CivilSpan(on: date, from: from, to: to)
  }

  private static let said = Source.said(turn: 1)

  /// Parts of a request that are said one after the other.
  enum Said: Sendable {
    case badDay, badNumber, strangeRoom, bunker, headcount, start, day, friday, halfAttendee, number
  }

  private func request(_ parts: [Said]) throws -> Request {
    var request = Request()
    for part in parts {
      switch part {
      case .badDay: request.fault = .day("30 February")
      case .badNumber:
        request.people = .is([AttendeeRequest(name: "Ana", phone: "491711")], Self.said)
        request.doubtfulPhones = ["491711": "+491711234567"]
      case .strangeRoom:
        request.room = .is(.unknown("Bnkr", nearest: [RoomID("Bunker")]), Self.said)
      case .bunker: request.room = .is(.named([RoomID("Bunker")]), Self.said)
      case .headcount: request.headcount = .is(5, Self.said)
      case .start: request.times.start = .is(try #require(ClockTime("09:00")), Self.said)
      case .day, .friday:
        let day = part == .friday ? 27 : 25
        let date = try #require(CivilDate(year: 2026, month: 11, day: day))
        request.times.day = .is(.on(date), Self.said)
      case .halfAttendee:
        request.people = .is([AttendeeRequest(name: "Ana", email: "ana@x.com")], Self.said)
      case .number:
        request.people = .is(
          [AttendeeRequest(name: "Ana", email: "ana@x.com", phone: "+491711234567")], Self.said)
      }
    }
    return request
  }

  static let rows: [(said: [Said], asked: String)] = [
    // What was said and cannot be comes before all else, digits that may be another number next.
    ([.badDay, .badNumber, .strangeRoom], "date"),
    ([.badNumber, .strangeRoom], "attendee.phone"),
    ([.strangeRoom], "choice"),
    // Two at once where one answer can hold both.
    ([], "start people"),
    // Where it is known which room, the next time at which it is free is offered with the question.
    ([.headcount], "choice"),
    ([.bunker], "choice"),
    // The room, of those that are free then.
    ([.start, .day], "choice"),
    // Who comes is asked last, one attendee at a time.
    ([.bunker, .start, .day, .halfAttendee], "attendee.phone"),
    ([.bunker, .start, .day, .number], "done"),
    // The smallest that fits needs no question.
    ([.headcount, .start, .day], "done"),
    // What is refused offers what can be had instead.
    ([.bunker, .start, .friday], "choice"),
  ]

  @Test("Of what is missing the first by one order is asked", arguments: rows)
  func asks(said: [Said], asked: String) throws {
    let house = HouseView(ledger: ledger, user: UserID("mia"), now: now, usualMinutes: 60)
    let purpose = Purpose(.book, try request(said))
    let hypothesis = Hypothesis(rule: "", .pursue([purpose], wanted: .all, answering: nil))
    switch Planner(house: house).verdict(on: hypothesis, in: DialogueState()) {
    case .ask(let inquiry):
      #expect(inquiry.question.open.map(\.rawValue).joined(separator: " ") == asked)
    case .act: #expect(asked == "done")
    case let other: Issue.record("\(other)")
    }
  }

  @Test("A plan that would do something else than was shown is shown anew")
  func decidesAgain() throws {
    var house = HouseView(ledger: ledger, user: UserID("mia"), now: now, usualMinutes: 60)
    let cancels = Purpose(.cancel([BookingReference(1)]), Request())
    let doubtful = Hypothesis(
      rule: "", .pursue([cancels], wanted: .all, answering: nil), doubts: [.unpointed])
    var state = DialogueState()
    guard case .show(let shown, because: _) = Planner(house: house).verdict(on: doubtful, in: state)
    else { Issue.record("nothing is shown"); return }
    state.raise(.go(shown.plan), for: cancels)
    let yes = Hypothesis(
      rule: "", .settle(try #require(state.open?.id), .yes(Request())))
    guard case .act = Planner(house: house).verdict(on: yes, in: state) else {
      Issue.record("what was shown is not done")
      return
    }
    // An hour later it is somewhere else.
    var change = BookingChange()
    change.room = RoomID("Cockpit")
    let moved = try house.ledger.decide(
      .change(BookingReference(1), change), by: UserID("mia"), at: now)
    for event in moved { house.ledger.apply(event, at: now) }
    guard case .show(let again, because: _) = Planner(house: house).verdict(on: yes, in: state)
    else { Issue.record("it is done, though it has changed"); return }
    #expect(again.hasChanged)
    #expect(again.events.map(\.booking.room.text) == ["Cockpit"])
  }
}
