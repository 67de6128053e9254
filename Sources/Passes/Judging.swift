// One outcome on its way to becoming events: the marks that judging makes on passes and gateway.

internal import CivilTime

/// Gathers the events of one outcome. What a newer version has overtaken is not tried again,
/// whatever the outcome said.
struct Judging {
  let outbox: Outbox
  let call: CallID
  let passes: [Pass]
  let now: Instant
  var chance: SeededRandom
  var events: [PassEvent] = []

  var limits: PassLimits { outbox.limits }
  private var schedule: RetrySchedule { RetrySchedule(limits: limits) }

  init(outbox: Outbox, call: CallID, passes: [Pass], now: Instant, chance: SeededRandom) {
    self.outbox = outbox
    self.call = call
    self.passes = passes
    self.now = now
    self.chance = chance
  }

  mutating func accept(_ passes: [Pass]) {
    if !passes.isEmpty { events.append(.accepted(passes.map(\.edition), at: now)) }
  }

  /// These were not tried: their attempt is taken back.
  mutating func giveBack(_ passes: [Pass], alone: Bool, because trouble: PassTrouble?) {
    guard !passes.isEmpty else { return }
    events.append(.returned(passes.map(\.edition), alone: alone, because: trouble, at: now))
    supersede(passes.filter(isOvertaken))
  }

  mutating func park(
    _ pass: Pass, _ trouble: PassTrouble, attemptsMax: Int, until restEnd: Instant? = nil
  ) {
    guard !isOvertaken(pass) else { return supersede([pass]) }
    guard pass.attempts < attemptsMax else { return fail(pass, .attemptsUsedUp(trouble)) }
    let until =
      restEnd ?? now
      + schedule.passingPause(afterFailures: pass.attempts, using: &chance)
    events.append(.parked(pass.edition, until: until, attemptsMax: attemptsMax, trouble, at: now))
  }

  mutating func fail(_ pass: Pass, _ failure: PassFailure) {
    guard !isOvertaken(pass) else { return supersede([pass]) }
    events.append(.failed([pass.edition], failure, at: now))
  }

  /// One draw for all: they follow each other anyway, since a booking has one call on its way.
  mutating func markUnknown(
    _ passes: [Pass], _ trouble: PassTrouble, retryAfterSeconds: Int?
  ) {
    guard let attempts = passes.map(\.attempts).max() else { return }
    let pause =
      retryAfterSeconds.map { schedule.rest(asAskedForSeconds: $0) }
      ?? schedule.rest(afterRests: attempts - 1, using: &chance)
    events.append(.outcomeUnknown(passes.map(\.edition), until: now + pause, trouble, at: now))
    supersede(passes.filter(isOvertaken))
    let usedUp = passes.filter { !isOvertaken($0) && $0.attempts >= $0.attemptsMax }
    if !usedUp.isEmpty {
      events.append(.failed(usedUp.map(\.edition), .attemptsUsedUp(trouble), at: now))
    }
  }

  /// The question was not answered. It costs no attempt, so the gateway's rest is what slows the
  /// next one.
  mutating func stayUnknown(verdict: GatewayVerdict.Condition) {
    let trouble = passes.compactMap(\.trouble).first ?? .interrupted
    let until = rest(because: trouble, retryAfterSeconds: nil)
    events.append(.outcomeUnknown(passes.map(\.edition), until: until, trouble, at: now))
    supersede(passes.filter(isOvertaken))
    end(verdict, accepted: 0)
  }

  /// Leaves the gateway alone for a while.
  @discardableResult
  mutating func rest(because trouble: PassTrouble, retryAfterSeconds: Int?) -> Instant {
    let pause =
      retryAfterSeconds.map { schedule.rest(asAskedForSeconds: $0) }
      ?? schedule.rest(afterRests: outbox.health.restsInARow, using: &chance)
    events.append(.gatewayRested(until: now + pause, trouble, at: now))
    return now + pause
  }

  mutating func stop(because trouble: PassTrouble, passes: [Pass]) {
    events.append(.gatewayStopped(trouble, at: now))
    giveBack(passes, alone: false, because: trouble)
  }

  /// The pass for which calls were refused as a whole is found: the others that were refused with
  /// it may go together again.
  mutating func regroup(after trouble: PassTrouble) {
    guard let booking = passes.first?.booking else { return }
    let others = (outbox.bookings[booking]?.passes ?? []).filter {
      $0.waitsAlone && $0.trouble.map { $0.isSameRefusal(as: trouble) } ?? false
    }
    if !others.isEmpty { events.append(.regrouped(others.map(\.edition), at: now)) }
  }

  /// The last event of every outcome: until then the call is on its way.
  mutating func end(
    _ condition: GatewayVerdict.Condition, accepted: Int,
    unlisted: GatewayVerdict.UnlistedHalt? = nil
  ) {
    let verdict = GatewayVerdict(condition: condition, accepted: accepted, unlisted: unlisted)
    events.append(.answered(call, verdict, at: now))
  }

  /// The text, shortened to the limit at a character.
  func cut(_ text: String) -> String {
    guard text.utf8.count > limits.textOctetsMax else { return text }
    var kept = ""
    var octets = 0
    for character in text {
      octets += character.utf8.count
      guard octets <= limits.textOctetsMax else { break }
      kept.append(character)
    }
    return kept
  }

  private func isOvertaken(_ pass: Pass) -> Bool {
    outbox.bookings[pass.booking]?.isOvertaken(pass) ?? false
  }

  /// With a pass that never left goes the cancellation that was to follow it.
  private mutating func supersede(_ passes: [Pass]) {
    guard !passes.isEmpty else { return }
    var editions = passes.map(\.edition)
    for pass in passes {
      guard let booking = outbox.bookings[pass.booking],
        let last = booking.thread(of: pass.attendee).last, last.kind == .cancellation,
        last.state.isOpen, last.edition != pass.edition, !leavesSomething(pass, in: booking)
      else { continue }
      editions.append(last.edition)
    }
    events.append(.superseded(editions, at: now))
  }

  private func leavesSomething(_ pass: Pass, in booking: BookingPasses) -> Bool {
    let isUnknownNow = events.contains {
      if case .outcomeUnknown(let editions, _, _, _) = $0 { return editions.contains(pass.edition) }
      return false
    }
    return isUnknownNow || booking.held(by: pass.attendee) != nil
  }
}

extension Pass {
  fileprivate var waitsAlone: Bool {
    guard case .queued = state else { return false }
    return goesAlone && !mayBeOut
  }
}

extension PassTrouble {
  fileprivate func isSameRefusal(as other: PassTrouble) -> Bool {
    switch (self, other) {
    case (.code(let one, _), .code(let two, _)): one == two
    case (.status(let one), .status(let two)): one == two
    case (.code, _), (.status, _), (.timedOut, _), (.connectionFailed, _), (.nonsense, _),
      (.unclearIndex, _), (.interrupted, _):
      false
    }
  }
}
