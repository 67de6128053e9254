// What people and the end of a conversation can wish of passes: again, not at all, now.

public import Bookings
public import CivilTime

extension Outbox {
  /// Sends again what failed, expired or is wanted once more, and at once what waits: of one
  /// attendee, or of all whose pass has not been accepted or bears another title or description
  /// than the booking. What is sent says what the booking says now, with the dates of its series
  /// that its pass names.
  ///
  /// - Throws: why nothing can be sent.
  public func decideResend(
    _ booking: Booking, naming dates: [CivilSpan] = [], attendee: AttendeeID?, at now: Instant
  ) throws(PassRefusal) -> [PassEvent] {
    let reference = booking.reference
    let owed = try owed(reference, attendee)
    guard now < booking.start else { throw .begun(reference) }
    let content = PassContent(booking, naming: dates)
    var hastened: [PassEdition] = []
    var queued: [Pass] = []
    var onItsWay: PassID?
    for pass in owed {
      switch pass.state {
      case .attempting: onItsWay = pass.id
      case .queued, .parked, .unknown: hastened.append(pass.edition)
      case .accepted where attendee == nil && pass.content == content: break
      case .accepted, .failed, .expired:
        queued.append(edition(after: pass, of: booking, saying: content, at: now))
      case .superseded: break
      }
    }
    if hastened.isEmpty, queued.isEmpty {
      if let onItsWay { throw .onItsWay(onItsWay) }
      throw .allAccepted(reference)
    }
    return (hastened.isEmpty ? [] : [.hastened(hastened, at: now)])
      + (queued.isEmpty ? [] : [.queued(queued)])
  }

  /// The passes that have arrived under another title or description than a booking has now, which
  /// `decideResend` would send anew.
  public func underOtherWords(
    than booking: Booking, naming dates: [CivilSpan] = []
  ) -> [Pass] {
    let content = PassContent(booking, naming: dates)
    return passes(of: booking.reference).filter {
      !$0.isWithdrawn && $0.serves(content, to: $0.recipient)
        && !$0.says(content, to: $0.recipient)
    }
  }

  /// Gives up what is still tried, and lets what failed rest: of one attendee, or of all.
  ///
  /// - Throws: why there is nothing to give up.
  public func decideSkip(
    _ booking: BookingReference, attendee: AttendeeID?, at now: Instant
  ) throws(PassRefusal) -> [PassEvent] {
    var givenUp: [PassEdition] = []
    var told: [PassEdition] = []
    var onItsWay: PassID?
    for pass in try owed(booking, attendee) {
      switch pass.state {
      case .attempting: onItsWay = pass.id
      case .queued, .parked, .unknown: givenUp.append(pass.edition)
      case .failed, .expired: told.append(pass.edition)
      case .accepted, .superseded: break
      }
    }
    guard !givenUp.isEmpty || !told.isEmpty else {
      if let onItsWay { throw .onItsWay(onItsWay) }
      throw .allAccepted(booking)
    }
    // Who gives up needs no message that it was given up.
    return (givenUp.isEmpty ? [] : [.failed(givenUp, .skipped, at: now)])
      + [.told(givenUp + told, at: now)]
  }

  /// What the end of input means: no pass waits for an `undo` any more. Those of a series that are
  /// due later wait on.
  public func decideEndOfInput(at now: Instant) -> [PassEvent] {
    let latest = now + .seconds(limits.waitSeconds)
    let waiting = bookings.keys.sorted().flatMap { booking in
      (bookings[booking]?.passes ?? []).filter { pass in
        pass.waitsUntouched && pass.state.due.map { now < $0 && $0 <= latest } ?? false
      }.map(\.edition)
    }
    return waiting.isEmpty ? [] : [.hastened(waiting, at: now)]
  }

  /// Lets calls go out again after the gateway was stopped; nothing if it was not.
  public func decideResume(at now: Instant) -> [PassEvent] {
    health.stoppedBecause == nil ? [] : [.gatewayResumed(at: now)]
  }

  private func owed(
    _ booking: BookingReference, _ attendee: AttendeeID?
  ) throws(PassRefusal) -> [Pass] {
    let owed = passes(of: booking).filter {
      (attendee == nil || $0.attendee == attendee) && !$0.isWithdrawn && $0.state != .superseded
        && $0.kind != .cancellation
    }
    guard !owed.isEmpty else { throw .nothingOwed(booking, attendee) }
    return owed
  }

  /// A new edition, or a gateway that knows our passes would take the second copy for a retry. It
  /// follows those that were superseded before they could leave, too: their numbers are taken.
  private func edition(
    after pass: Pass, of booking: Booking, saying content: PassContent, at now: Instant
  ) -> Pass {
    let held = bookings[pass.booking]?.held(by: pass.attendee)
    let last = bookings[pass.booking]?.thread(of: pass.attendee).last ?? pass
    return Pass(
      edition: PassEdition(pass.id, sequence: last.sequence + 1), booking: pass.booking,
      bookingVersion: booking.version, attendee: pass.attendee, place: pass.place,
      recipient: pass.recipient, content: content, kind: held == nil ? .new : .update,
      queuedAt: now,
      deadline: min(booking.start, now + .seconds(limits.expiresSeconds)),
      state: .queued(notBefore: now), attemptsMax: limits.attemptsMax)
  }
}
