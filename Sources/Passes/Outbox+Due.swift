// What is due: the ends of passes that are too late, and the next calls.

internal import Bookings
public import CivilTime

extension Outbox {
  /// What is due: ends of passes that are too late, and calls. When the events are durable and
  /// applied, the call of each `attempted` is made (`call(_:)`). A great many are decided in
  /// several portions: ask again while `nextWake` is not later than now.
  public func decideDue(at now: Instant) -> [PassEvent] {
    isAnythingDue(at: now) ? decideExpiries(at: now) + decideCalls(at: now) : []
  }

  private func isAnythingDue(at now: Instant) -> Bool {
    for due in [deadlines.firstDue, firstAttempts.firstDue, retries.firstDue] {
      if let due, due <= now { return true }
    }
    return false
  }

  private func decideExpiries(at now: Instant) -> [PassEvent] {
    deadlines.due(by: now).prefix(limits.bookingsPerDecisionMax).map { booking in
      let late = (bookings[booking]?.passes ?? []).filter {
        $0.state.due != nil && $0.deadline <= now
      }
      return .expired(late.map(\.edition), at: now)
    }
  }

  private func decideCalls(at now: Instant) -> [PassEvent] {
    var planning = Planning(outbox: self, now: now)
    switch health.permission(at: now) {
    case .closed: return []
    case .probe:
      planning.slots = min(1, planning.slots)
      planning.isProbe = true
      planning.retriesLeft = max(1, planning.retriesLeft)
      planning.plan(firstAttempts)
      planning.plan(retries)
    case .firstAttemptsOnly:
      planning.retriesLeft = 0
      planning.plan(firstAttempts)
    case .open:
      planning.plan(firstAttempts)
      planning.plan(retries)
    }
    return planning.events
  }
}

/// One choice of calls: bookings with first attempts come before those with retries only.
private struct Planning {
  let outbox: Outbox
  let now: Instant
  var slots: Int
  var isProbe = false
  var retriesLeft: Int
  var events: [PassEvent] = []
  private var nextCall: CallID
  private var planned: Set<BookingReference> = []

  init(outbox: Outbox, now: Instant) {
    self.outbox = outbox
    self.now = now
    slots = max(0, outbox.limits.callsInFlightMax - outbox.calls.count)
    retriesLeft = outbox.health.retriesAllowed(at: now)
    nextCall = outbox.nextCall
  }

  mutating func plan(_ queue: DueQueue) {
    for booking in queue.due(by: now).prefix(outbox.limits.bookingsPerDecisionMax) {
      guard slots > 0 else { return }
      guard !planned.contains(booking) else { continue }
      let (purpose, passes) = batch(of: booking)
      guard !passes.isEmpty else { continue }
      planned.insert(booking)
      slots -= 1
      if purpose == .send { retriesLeft -= passes.filter { $0.attempts > 0 }.count }
      events.append(.attempted(nextCall, purpose, passes.map(\.edition), at: now))
      nextCall = CallID(nextCall.number + 1)
    }
  }

  /// The passes of the next call for a booking. Fewest attempts first, then the order of the
  /// attendees: a pass that failed before must not hold up those that never had their turn.
  private func batch(of booking: BookingReference) -> (GatewayCall.Purpose, [Pass]) {
    let due = (outbox.bookings[booking]?.passes ?? []).filter { pass in
      pass.state.due.map { $0 <= now } ?? false && now < pass.deadline
    }.sorted { ($0.attempts, $0.place, $0.edition) < ($1.attempts, $1.place, $1.edition) }
    var retriesLeft = retriesLeft
    let allowed = due.filter { pass in
      guard pass.attempts > 0, !asks(about: pass) else { return true }
      retriesLeft -= 1
      return retriesLeft >= 0
    }
    guard let first = allowed.first else { return (.send, []) }
    let most = isProbe ? 1 : outbox.limits.passesPerCallMax
    if asks(about: first) {
      return (
        .ask,
        Array(
          allowed.filter { asks(about: $0) && $0.content == first.content }
            .prefix(most))
      )
    }
    guard !first.goesAlone else { return (.send, [first]) }
    let together = allowed.filter {
      !$0.goesAlone && !asks(about: $0) && $0.content == first.content
        && ($0.kind == .cancellation) == (first.kind == .cancellation)
    }
    return (.send, Array(together.prefix(max(1, most))))
  }

  private func asks(about pass: Pass) -> Bool {
    guard outbox.abilities.canBeAsked, case .unknown = pass.state else { return false }
    return true
  }
}
