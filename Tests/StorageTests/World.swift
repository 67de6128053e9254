// A small world that lives at random, from a seed: what a store is tried with.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// A small world that books, changes, cancels, restores and sends, and knows what the store must
/// give back.
struct World {
  private var chance: SeededRandom
  private(set) var now = morning
  private(set) var outbox = Outbox(
    abilities: GatewayAbilities(takesCancellations: true, canBeAsked: true))
  private(set) var bookings: [BookingReference: Booking] = [:]
  private(set) var entries: [JournalEntry] = []
  private var attendees = 0
  private var messages = 0
  private var news = 0

  init(seed: UInt64) { chance = SeededRandom(seed: seed) }

  private mutating func draw(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }

  /// The entries since the last time.
  mutating func take() -> [JournalEntry] {
    defer { entries = [] }
    return entries
  }

  mutating func step() throws {
    now = now + .seconds(draw(40))
    switch draw(10) {
    case 0, 1, 2: try book()
    case 3: try change()
    case 4: try turn()
    case 5: remember()
    default: deliver()
    }
  }

  private mutating func book() throws {
    let number = bookings.count + 1
    let comers = try (0..<draw(4)).map { _ in try newcomer() }
    try happen(.booked(place(number, version: 1, comers)))
  }

  /// Each booking has a day of its own, so that no two can meet.
  private mutating func place(
    _ number: Int, version: Int, _ comers: [Attendee]
  ) throws -> Booking {
    try booking(
      number, in: draw(2) == 0 ? "Aquarium" : "Library", at: 1440 * number + 5 * draw(12),
      for: 15 + 5 * draw(6), version: version, title: draw(3) == 0 ? "" : "Title \(draw(5))",
      text: draw(2) == 0 ? "" : "More \(draw(5))", isPrivate: draw(2) == 0,
      owner: "user\(draw(3))", attendees: comers)
  }

  private mutating func newcomer() throws -> Attendee {
    attendees += 1
    return try person(attendees, "Guest\(draw(9))")
  }

  private mutating func change() throws {
    guard let old = pick(.held) else { return }
    var comers = old.attendees.filter { _ in draw(4) > 0 }
    if draw(2) == 0 { comers.append(try newcomer()) }
    var new = try place(old.reference.number, version: old.version + 1, comers)
    if draw(2) == 0 {
      new = old
      new.version += 1
      new.attendees = comers
    }
    try happen(.changed(new))
  }

  private mutating func turn() throws {
    if var booking = pick(.held), draw(2) == 0 {
      booking.version += 1
      booking.state = .cancelled
      try happen(.cancelled(booking))
    } else if var booking = pick(.cancelled) {
      booking.version += 1
      booking.state = .held
      try happen(.restored(booking))
    }
  }

  private mutating func pick(_ state: Booking.State) -> Booking? {
    let all = bookings.values.filter { $0.state == state }.sorted { $0.reference < $1.reference }
    return all.isEmpty ? nil : all[draw(all.count)]
  }

  private mutating func happen(_ event: BookingEvent) throws {
    bookings[event.booking.reference] = event.booking
    entries.append(JournalEntry(at: now, by: event.booking.owner, fact: .booking(event)))
    send(outbox.decideOwed(after: event, at: now))
  }

  private mutating func send(_ events: [PassEvent]) {
    for event in events {
      outbox.apply(event)
      entries.append(JournalEntry(at: now, by: nil, fact: .pass(event)))
    }
  }

  private mutating func deliver() {
    send(outbox.decideDue(at: now))
    for id in outbox.callsInFlight {
      guard draw(3) > 0, let call = outbox.call(id) else { continue }
      send(outbox.decideOutcome(outcome(of: call), of: id, at: now, using: &chance))
    }
    let told = outbox.news(at: now)
    send(told.map(\.event))
    for message in told { announce(message) }
  }

  /// Of three pieces one is heard and one is sent later; an earlier one is over now and then.
  private mutating func announce(_ message: PassNews) {
    guard let booking = bookings[message.booking] else { return }
    news += 1
    let piece = News(
      seq: news, user: booking.owner, booking: booking.reference, topics: message.topics,
      made: now, expires: booking.end, isSent: news % 2 == 0)
    var events: [NewsEvent] = [.made(piece)]
    switch news % 3 {
    case 0: events.append(.heard([news]))
    case 1: events.append(.sent([news]))
    default: if news > 4 { events.append(.heard([news - 1, news - 4])) }
    }
    for event in events {
      entries.append(JournalEntry(at: now, by: nil, fact: .news(event)))
    }
  }

  private mutating func outcome(of call: GatewayCall) -> GatewayOutcome {
    if call.purpose == .ask, draw(4) > 0 {
      return .told(sent: call.passes.map { _ in draw(2) == 0 })
    }
    switch draw(8) {
    case 0:
      return .halted(code: 4100 + draw(3), index: draw(call.passes.count), text: "no \(draw(3))")
    case 1: return .timedOut
    case 2: return .refused(code: 3000, text: "number")
    case 3: return .halted(code: 4200, index: 77, text: "")
    default: return .success
    }
  }

  private mutating func remember() {
    messages += 1
    let given = answer("m\(draw(5))", expires: now + .seconds(60 + draw(600)), text: "\(messages)")
    entries.append(JournalEntry(at: now, by: UserID("user0"), fact: .answered(given)))
  }
}
