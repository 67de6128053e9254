// What a booking event makes owed and what it makes void: the comparison of what every attendee
// should have with what is known to have been sent.

public import Bookings
public import CivilTime

extension Outbox {
  /// What a booking event makes owed and what it makes void. Part of the booking's own commit.
  ///
  /// What was queued and never attempted is superseded; a pass that was attempted, or has arrived,
  /// and still says what it should, stands. So `undo` within the wait has no side effect, and
  /// adding Ann sends nothing to Ben. Who has a pass to the right place at the right time keeps it
  /// when only the title or the description changes; a wish sends it anew (`decideResend`).
  ///
  /// The pass of the first booking of a series names the dates of the others, which are handed in;
  /// the passes of those are due `seriesLeadSeconds` before they begin.
  public func decideOwed(
    after event: BookingEvent, naming dates: [CivilSpan] = [], at now: Instant
  ) -> [PassEvent] {
    var owing = Owing(
      booking: event.booking, naming: dates, nextPass: nextPass, now: now, limits: limits)
    let passes = bookings[event.booking.reference] ?? BookingPasses()
    let wanted = owing.wanted
    for (place, attendee) in wanted.enumerated() {
      owing.owe(PassRecipient(attendee), at: place, to: attendee.id, given: passes)
    }
    let comes = Set(wanted.map(\.id))
    for attendee in passes.attendees where !comes.contains(attendee) {
      owing.withdraw(from: attendee, given: passes, cancels: abilities.takesCancellations)
    }
    return owing.events
  }
}

/// One booking event's changes, gathered attendee by attendee.
private struct Owing {
  let booking: Booking
  let content: PassContent
  let now: Instant
  let limits: PassLimits
  private var nextPass: PassID
  private var superseded: [PassEdition] = []
  private var withdrawn: [PassEdition] = []
  private var reinstated: [PassEdition] = []
  private var queued: [Pass] = []

  init(
    booking: Booking, naming dates: [CivilSpan], nextPass: PassID, now: Instant, limits: PassLimits
  ) {
    self.booking = booking
    content = PassContent(booking, naming: dates)
    self.now = now
    self.limits = limits
    self.nextPass = nextPass
  }

  /// Who should have a pass.
  var wanted: [Attendee] {
    switch booking.state {
    case .held: booking.attendees
    case .cancelled: []
    }
  }

  var events: [PassEvent] {
    var events: [PassEvent] = []
    if !superseded.isEmpty { events.append(.superseded(superseded, at: now)) }
    if !withdrawn.isEmpty { events.append(.withdrawn(withdrawn, at: now)) }
    if !reinstated.isEmpty { events.append(.reinstated(reinstated, at: now)) }
    if !queued.isEmpty { events.append(.queued(queued)) }
    return events
  }

  mutating func owe(
    _ recipient: PassRecipient, at place: Int, to attendee: AttendeeID,
    given passes: BookingPasses
  ) {
    let thread = passes.thread(of: attendee)
    let content = content
    let rest = superseding(thread) { $0.says(content, to: recipient) }
    if let last = rest.last {
      // What ended unsent stays ended, unless it was about to be tried again.
      let wasToBeTriedAgain = thread[rest.count...].contains {
        $0.state.isOpen && $0.says(content, to: recipient)
      }
      // What says something else and may have arrived is not taken back by being given up.
      let mayHoldAnother = thread[rest.count...].contains(where: \.mayBeOut)
      if !mayHoldAnother, last.stands(unlessTriedAgain: wasToBeTriedAgain),
        last.serves(content, to: recipient)
      {
        if last.isWithdrawn { reinstated.append(last.edition) }
        return
      }
      if last.state.isOpen, !last.isWithdrawn { withdrawn.append(last.edition) }
    }
    let isOnItsWay = rest.last?.state.isOpen ?? false
    let held = passes.held(by: attendee)
    queue(
      held != nil || isOnItsWay ? .update : .new, recipient, at: place, to: attendee, after: thread)
  }

  mutating func withdraw(from attendee: AttendeeID, given passes: BookingPasses, cancels: Bool) {
    let thread = passes.thread(of: attendee)
    if let last = thread.last, last.kind == .cancellation, last.state != .superseded { return }
    let rest = superseding(thread) { _ in false }
    let onItsWay = rest.last.flatMap { $0.state.isOpen ? $0 : nil }
    guard let last = onItsWay ?? passes.held(by: attendee) else {
      // What was given up is not to be sent again by anybody's wish.
      if let ended = rest.last, !ended.isWithdrawn { withdrawn.append(ended.edition) }
      return
    }
    if !last.isWithdrawn { withdrawn.append(last.edition) }
    if cancels {
      queue(.cancellation, last.recipient, at: last.place, to: attendee, after: thread)
    }
  }

  /// Supersedes the open editions at the end of a thread but those on their way, and those that
  /// were attempted and may stand. What is left of the thread, up to the last that counts.
  private mutating func superseding(_ thread: [Pass], unless stands: (Pass) -> Bool) -> [Pass] {
    var rest = thread
    while let last = rest.last, last.state.isOpen || last.neverLeft {
      if last.neverLeft {
        rest.removeLast()
        continue
      }
      if case .attempting = last.state { break }
      if !last.waitsUntouched, stands(last) { break }
      superseded.append(last.edition)
      rest.removeLast()
    }
    return rest
  }

  private mutating func queue(
    _ kind: Pass.Kind, _ recipient: PassRecipient, at place: Int, to attendee: AttendeeID,
    after thread: [Pass]
  ) {
    // Too late for a pass: nothing is owed that would expire at once.
    guard now < booking.start else { return }
    let edition: PassEdition
    if let last = thread.last {
      edition = PassEdition(last.id, sequence: last.sequence + 1)
    } else {
      edition = PassEdition(nextPass, sequence: 0)
      nextPass = PassID(nextPass.number + 1)
    }
    let isSoon = booking.start.since(now) <= .seconds(limits.noWaitWithinSeconds)
    let soonest = now + .seconds(isSoon ? 0 : limits.waitSeconds)
    // Who holds one is told of a change at once; so is who gets the first of a series.
    let waitsForLead = kind == .new && (booking.series?.index ?? 1) > 1
    let due =
      waitsForLead ? max(soonest, booking.start - .seconds(limits.seriesLeadSeconds)) : soonest
    queued.append(
      Pass(
        edition: edition, booking: booking.reference, bookingVersion: booking.version,
        attendee: attendee, place: place, recipient: recipient, content: content, kind: kind,
        queuedAt: now,
        deadline: min(booking.start, (waitsForLead ? due : now) + .seconds(limits.expiresSeconds)),
        state: .queued(notBefore: due), attemptsMax: limits.attemptsMax))
  }
}

extension Pass {
  fileprivate func stands(unlessTriedAgain isTriedAgain: Bool) -> Bool {
    switch state {
    case .queued, .attempting, .parked, .unknown, .accepted: true
    case .failed, .expired: !isTriedAgain
    case .superseded: false
    }
  }
}
