// How the outbox changes by each event. Nothing is decided here.

internal import Bookings
internal import CivilTime

extension Outbox {
  /// Makes so what has happened. Cannot fail; what is not known any more is left out.
  public mutating func apply(_ event: PassEvent) {
    switch event {
    case .queued(let passes): queue(passes)
    case .hastened(let editions, let now): change(editions) { $0.hasten(at: now) }
    case .attempted(let call, let purpose, let editions, let now):
      attempt(call, purpose, editions, at: now)
    case .answered(let call, let verdict, let now): end(call, verdict, at: now)
    case .accepted(let editions, let now):
      change(editions) { $0.state = .accepted(at: now) }
    case .returned(let editions, let alone, let trouble, let now):
      giveBack(editions, alone: alone, because: trouble, at: now)
    case .regrouped(let editions, _): change(editions) { $0.goesAlone = false }
    case .indexBaseDoubted: break  // News for the operator; nothing of ours changes.
    case .parked(let edition, let until, let attemptsMax, let trouble, let now):
      change([edition]) {
        $0.state = .parked(until: until)
        $0.attemptsMax = attemptsMax
        $0.suffer(trouble, at: now)
      }
    case .outcomeUnknown(let editions, let until, let trouble, let now):
      change(editions) {
        $0.state = .unknown(until: until)
        $0.goesAlone = true
        $0.mayBeOut = true
        $0.suffer(trouble, at: now)
      }
    case .failed(let editions, let failure, let now):
      change(editions) { $0.fail(failure, at: now) }
    case .expired(let editions, let now):
      change(editions) {
        $0.state = .expired
        $0.troubleSince = $0.troubleSince ?? now
      }
    case .superseded(let editions, _): supersede(editions)
    case .withdrawn(let editions, _):
      change(editions) {
        $0.isWithdrawn = true
        $0.told = .nothing
      }
    case .reinstated(let editions, _):
      change(editions) {
        $0.isWithdrawn = false
        $0.told = $0.state.isOpen ? .nothing : .end
      }
    case .gatewayRested(let until, _, let now): health.rest(until: until, at: now)
    case .gatewayStopped(let trouble, _): health.stop(because: trouble)
    case .gatewayResumed: health = GatewayHealth(limits: limits)
    case .told(let editions, _):
      change(editions) { $0.told = $0.state.isOpen ? .trouble : .end }
    case .clockSetBack(let editions, let duration, let deadline, _):
      if editions.isEmpty { health.setBack(by: duration) }
      change(editions) { $0.setBack(by: duration, deadline: deadline) }
    }
  }

  private mutating func queue(_ passes: [Pass]) {
    for pass in passes { add(pass) }
    for booking in Set(passes.map(\.booking)) {
      bookings[booking]?.prune()
      refresh(booking)
    }
  }

  private mutating func attempt(
    _ call: CallID, _ purpose: GatewayCall.Purpose, _ editions: [PassEdition], at now: Instant
  ) {
    nextCall = max(nextCall, CallID(call.number + 1))
    let passes = editions.compactMap { pass($0) }
    guard let booking = passes.first?.booking else { return }
    let attempted = purpose == .send ? passes.filter { $0.attempts > 0 }.count : 0
    health.attempted(call, retries: attempted, at: now)
    calls[call] = CallInFlight(booking: booking, purpose: purpose, editions: editions)
    bookings[booking]?.inFlight = call
    change(editions) {
      $0.state = .attempting(call)
      // Counts before sending: a crash mid-send must not grant an extra attempt.
      if purpose == .send { $0.attempts += 1 }
    }
  }

  private mutating func end(_ call: CallID, _ verdict: GatewayVerdict, at now: Instant) {
    health.answered(call, verdict, at: now)
    guard let ended = calls.removeValue(forKey: call) else { return }
    bookings[ended.booking]?.inFlight = nil
    refresh(ended.booking)
  }

  private mutating func giveBack(
    _ editions: [PassEdition], alone: Bool, because trouble: PassTrouble?, at now: Instant
  ) {
    let calls = calls
    change(editions) {
      if case .attempting(let call) = $0.state {
        switch calls[call]?.purpose {
        case .send?: $0.attempts -= 1
        case .ask?: $0.mayBeOut = false
        case nil: break
        }
      }
      $0.state = .queued(notBefore: now)
      if alone { $0.goesAlone = true }
      if let trouble { $0.suffer(trouble, at: now) }
    }
  }

  /// An edition that certainly never left leaves nothing to be updated: the one that follows it is
  /// then the first.
  private mutating func supersede(_ editions: [PassEdition]) {
    change(editions) { $0.state = .superseded }
    for edition in editions {
      guard let gone = pass(edition), !gone.mayBeOut, let booking = bookings[gone.booking],
        let next = booking.thread(of: gone.attendee).last, next.edition > edition,
        next.kind == .update, next.state.isOpen, booking.held(by: gone.attendee) == nil
      else { continue }
      change([next.edition]) { $0.kind = .new }
    }
  }
}

extension Pass {
  fileprivate mutating func hasten(at now: Instant) {
    switch state {
    case .queued: state = .queued(notBefore: now)
    case .parked: state = .parked(until: now)
    case .unknown: state = .unknown(until: now)
    case .attempting, .accepted, .failed, .expired, .superseded: break
    }
  }

  /// What was reckoned from an earlier reading of the clock is as far from this one.
  fileprivate mutating func setBack(by duration: Duration, deadline latest: Instant) {
    queuedAt = queuedAt - duration
    deadline = min(deadline, latest)
    troubleSince = troubleSince.map { $0 - duration }
    switch state {
    case .queued(let due): state = .queued(notBefore: due - duration)
    case .parked(let due): state = .parked(until: due - duration)
    case .unknown(let due): state = .unknown(until: due - duration)
    // When the gateway took it is told as it was read then.
    case .attempting, .accepted, .failed, .expired, .superseded: break
    }
  }

  fileprivate mutating func suffer(_ trouble: PassTrouble, at now: Instant) {
    self.trouble = trouble
    troubleSince = troubleSince ?? now
  }

  fileprivate mutating func fail(_ failure: PassFailure, at now: Instant) {
    state = .failed(failure)
    switch failure {
    case .refused(let trouble), .attemptsUsedUp(let trouble): suffer(trouble, at: now)
    case .skipped: troubleSince = troubleSince ?? now
    }
  }
}
