// Whether an intention may come true: all the reasons why not, or what will have happened.

public import CivilTime

extension Ledger {
  /// What happens if an intention is carried out now; empty if nothing would change. Changes
  /// nothing itself.
  ///
  /// Who may not touch a booking, or comes when it is over, is told that alone: the other rules
  /// would say more of somebody else's booking than they may know. Of a room that is not in the
  /// building only what holds everywhere is judged.
  /// - Throws: all the rules that forbid it, in the documented order.
  public func decide(
    _ intention: Intention, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    let seen = seen(by: user)
    return switch intention {
    case .book(let request): try seen.book(request, by: user, at: now)
    case .bookSeries(let request): try seen.book(request, by: user, at: now)
    case .change(let reference, let change): try seen.change(reference, change, by: user, at: now)
    case .changes(let changes): try seen.changes(changes, by: user, at: now)
    case .cancel(let reference): try seen.cancel(reference, by: user, at: now)
    case .restore(let reference): try seen.restore(reference, by: user, at: now)
    case .revert(to: let earlier): try seen.revert(to: earlier, by: user, at: now)
    }
  }

  /// What happens if several intentions are carried out now, one after another, each judged on what
  /// the earlier ones leave. All of them or none.
  /// - Throws: what forbids the first that cannot be.
  public func decide(
    _ intentions: [Intention], by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    var after = self
    var all: [BookingEvent] = []
    for intention in intentions {
      let events = try after.decide(intention, by: user, at: now)
      after.suppose(events)
      all += events
    }
    return all
  }

  private func book(
    _ request: BookingRequest, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    let wanted = PlaceWanted(
      room: request.room, start: request.start, end: request.end, minutes: request.minutes)
    let people = AttendeeList(
      request.attendees[...], standing: [], next: nextAttendee,
      needs: policy(of: request.room).attendeeNeeds, limits: limits)
    let owner = request.owner ?? user
    var refusals = refusals(of: wanted, at: now) + behalfRefusals(of: owner, by: user)
    refusals += textRefusals(title: request.title, description: request.description)
    refusals += people.refusals
    if let room = room(request.room) {
      let count = request.attendees.count
      refusals += attendanceRefusals(of: count, by: room.policy)
      refusals += quotaRefusals(of: owner, by: room.policy, at: now)
      if !request.acceptsFewerSeats {
        refusals += seatRefusals(in: room, for: max(count, request.headcount ?? 0))
      }
    }
    if let refusals = Refusals(refusals) { throw refusals }
    guard let span = wanted.span else { preconditionFailure("a span without length is refused") }
    let bounds = try bounds(of: span)
    return [
      .booked(
        Booking(
          reference: nextReference, version: 1, state: .held, room: request.room, span: span,
          start: bounds.start, end: bounds.end, title: request.title,
          description: request.description, isPrivate: request.isPrivate, owner: owner,
          attendees: people.attendees, bookedBy: owner == user ? nil : user))
    ]
  }

  private func cancel(
    _ reference: BookingReference, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    var booking = try standing(reference, of: user, at: now)
    booking.version += 1
    booking.state = .cancelled
    return [.cancelled(booking)]
  }

  /// A cancelled booking had passed all rules once, so only what has happened since is judged.
  private func restore(
    _ reference: BookingReference, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    var booking = try owned(reference, by: user)
    guard booking.state == .cancelled else { throw Refusals(.changedSince(reference)) }
    guard !booking.hasEnded(at: now) else { throw Refusals(.past(booking.span.start)) }
    var refusals: [Refusal] = []
    if room(booking.room) == nil { refusals.append(.roomRetired(booking.room)) }
    refusals += takenRefusals(of: PlaceWanted(Place(room: booking.room, span: booking.span)))
    if let refusals = Refusals(refusals) { throw refusals }
    booking.version += 1
    booking.state = .held
    return [.restored(booking)]
  }

  private func revert(
    to earlier: Booking, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    let held = try owned(earlier.reference, by: user)
    guard held.version == earlier.version + 1 else {
      throw Refusals(.changedSince(earlier.reference))
    }
    switch (held.state, earlier.state) {
    case (.cancelled, _): return try restore(earlier.reference, by: user, at: now)
    case (.held, .cancelled): return try cancel(earlier.reference, by: user, at: now)
    case (.held, .held): break
    }
    guard !held.hasEnded(at: now) else { throw Refusals(.past(held.span.start)) }
    var again = earlier
    again.version = held.version
    guard again != held else { return [] }
    if again.room != held.room || again.span != held.span {
      // The rules of the house were kept once; the present, the room and the others may differ.
      let wanted = PlaceWanted(Place(room: again.room, span: again.span))
      var refusals = presentRefusals(of: wanted, instead: held.span, at: now)
      if again.room != held.room && room(again.room) == nil {
        refusals.append(.roomRetired(again.room))
      }
      refusals += takenRefusals(of: wanted, instead: held)
      if let refusals = Refusals(refusals) { throw refusals }
    }
    again.version += 1
    return [.changed(again)]
  }
}
