// A small world for the outbox: bookings, a gateway, a clock that jumps to whatever comes next, and
// a journal. The one place where tests touch the outbox.

import Bookings
import CivilTime
import Passes

struct World {
  static let start = Instant(seconds: 1_795_507_200)  // 2026-11-24T08:00:00Z

  var outbox: Outbox
  var gateway = ScriptedGateway()
  var chance: SeededRandom
  var now = World.start
  /// How long an answer takes.
  var latency = Duration.milliseconds(100)
  private(set) var journal: [PassEvent] = []
  private(set) var news: [PassNews] = []
  private(set) var bookings: [BookingReference: Booking] = [:]
  private var answers: [(at: Instant, call: CallID, outcome: GatewayOutcome)] = []
  private var nextAttendee = 1
  /// Copies of the world after each step, if wanted: to crash it there.
  private(set) var moments: [World] = []
  var keepsMoments = false

  init(
    seed: UInt64 = 1, limits: PassLimits = PassLimits(), codes: CodeTable = .standard,
    abilities: GatewayAbilities = GatewayAbilities()
  ) {
    outbox = Outbox(limits: limits, codes: codes, abilities: abilities)
    chance = SeededRandom(seed: seed)
  }

  // What people do

  @discardableResult
  mutating func book(
    _ names: [String], in wait: Duration = .seconds(86_400), title: String = "Meeting",
    series: SeriesPlace? = nil, naming dates: [CivilSpan] = []
  ) -> BookingReference {
    let reference = BookingReference(bookings.count + 1)
    let moment = CivilMoment(minuteNumber: Int((now + wait).seconds / 60))
    guard let span = CivilSpan(from: moment, minutes: 60) else { preconditionFailure("a span") }
    let booking = Booking(
      reference: reference, version: 1, state: .held, room: RoomID("Aquarium"), span: span,
      start: now + wait, end: now + wait + .seconds(3600), title: title, description: "",
      isPrivate: false, owner: UserID("mia"), attendees: names.map { attendee($0) },
      series: series)
    happen(.booked(booking), naming: dates)
    return reference
  }

  mutating func attendee(_ name: String, phone: String = "+4930901820") -> Attendee {
    guard let phone = PhoneText(e164: phone) else { preconditionFailure("a number") }
    defer { nextAttendee += 1 }
    do throws(EmailAddress.Fault) {
      let email = try EmailAddress("\(name.lowercased())@x.com")
      return Attendee(id: AttendeeID(nextAttendee), name: name, email: email, phone: phone)
    } catch {
      preconditionFailure("a name without blanks makes an address")
    }
  }

  mutating func change(_ reference: BookingReference, _ body: (inout Booking) -> Void) {
    guard var booking = bookings[reference] else { return }
    body(&booking)
    booking.version += 1
    happen(.changed(booking))
  }

  mutating func cancel(_ reference: BookingReference) {
    guard var booking = bookings[reference] else { return }
    booking.version += 1
    booking.state = .cancelled
    happen(.cancelled(booking))
  }

  mutating func restore(_ reference: BookingReference) {
    guard var booking = bookings[reference] else { return }
    booking.version += 1
    booking.state = .held
    happen(.restored(booking))
  }

  /// What sending the passes of a booking again, or that of one attendee, makes happen.
  func resending(_ reference: BookingReference, _ attendee: AttendeeID? = nil) throws -> [PassEvent]
  {
    guard let booking = bookings[reference] else { preconditionFailure("a booking") }
    return try outbox.decideResend(booking, attendee: attendee, at: now)
  }

  /// Another booking of the series of one has changed, whose pass names that.
  mutating func rename(_ reference: BookingReference, naming dates: [CivilSpan]) {
    guard let booking = bookings[reference] else { return }
    apply(outbox.decideOwed(after: .changed(booking), naming: dates, at: now))
  }

  private mutating func happen(_ event: BookingEvent, naming dates: [CivilSpan] = []) {
    bookings[event.booking.reference] = event.booking
    apply(outbox.decideOwed(after: event, naming: dates, at: now))
  }

  // What time does

  mutating func apply(_ events: [PassEvent]) {
    for event in events { outbox.apply(event) }
    journal += events
    if keepsMoments {
      var moment = self
      moment.moments = []
      moment.keepsMoments = false
      moments.append(moment)
    }
    for case .attempted(let id, _, _, _) in events {
      guard let call = outbox.call(id) else { preconditionFailure("an attempt without a call") }
      answers.append((now + latency, id, gateway.answer(call, at: now)))
    }
  }

  /// Goes on for so long, from one thing that is due to the next.
  mutating func run(for duration: Duration) {
    let end = now + duration
    var steps = 0
    while let next = nextMoment, next <= end {
      steps += 1
      precondition(steps < 100_000, "the outbox wakes for nothing")
      now = max(now, next)
      step()
    }
    now = end
  }

  /// Everything that leaves and arrives until nothing is open or a week has gone by.
  mutating func runOut() { run(for: .seconds(7 * 86_400)) }

  private var nextMoment: Instant? {
    [outbox.nextWake(at: now), answers.map(\.at).min()].compactMap(\.self).min()
  }

  private mutating func step() {
    let arrived = answers.filter { $0.at <= now }
    answers.removeAll { $0.at <= now }
    for answer in arrived {
      apply(outbox.decideOutcome(answer.outcome, of: answer.call, at: now, using: &chance))
    }
    apply(outbox.decideDue(at: now))
    for message in outbox.news(at: now) {
      news.append(message)
      apply([message.event])
    }
  }

  /// The process dies: answers on their way are lost, the outbox is folded from the journal again.
  mutating func crash() {
    answers = []
    var folded = Outbox(limits: outbox.limits, codes: outbox.codes, abilities: outbox.abilities)
    for event in journal { folded.apply(event) }
    outbox = folded
    apply(outbox.decideRestart(at: now, using: &chance))
  }

  // What can be seen

  /// As `A accepted, B failed`, in the order of the attendees.
  func states(of reference: BookingReference = BookingReference(1)) -> String {
    outbox.passes(of: reference).map { "\($0.recipient.name) \(word(for: $0.state))" }
      .joined(separator: ", ")
  }

  private func word(for state: PassState) -> String {
    switch state {
    case .queued: "queued"
    case .attempting: "attempting"
    case .parked: "parked"
    case .unknown: "unknown"
    case .accepted: "accepted"
    case .failed(.refused): "refused"
    case .failed(.attemptsUsedUp): "given up"
    case .failed(.skipped): "skipped"
    case .expired: "expired"
    case .superseded: "superseded"
    }
  }
}
