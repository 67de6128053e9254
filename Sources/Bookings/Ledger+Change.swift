// Whether a booking may become another: only what changes is judged.

import CivilTime

extension Ledger {
  /// Several bookings as they are to be, each of which may take the place of another.
  func changes(
    _ changes: [PlannedChange], by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    var after = leaving(Set(changes.map(\.booking)))
    var events: [BookingEvent] = []
    for planned in changes {
      let made = try after.change(planned.booking, planned.change, by: user, at: now)
      if made.isEmpty, let booking = booking(planned.booking) {
        // It stays, and what was decided before may have counted on its going.
        let wanted = PlaceWanted(Place(room: booking.room, span: booking.span))
        if let refusals = Refusals(after.takenRefusals(of: wanted, instead: booking)) {
          throw refusals
        }
        after.stay(planned.booking)
      }
      for event in made { after.suppose(event) }
      events += made
    }
    return events
  }

  /// A booking as it is to be.
  func change(
    _ reference: BookingReference, _ change: BookingChange, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    let held = try standing(reference, of: user, at: now)
    let wanted = PlaceWanted(of: held, with: change)
    var changed = held
    var refusals: [Refusal] = []
    // The clocks may show the same end although it is to be another: the second time.
    let lasts = held.end.since(held.start)
    let moves =
      wanted.room != held.room || wanted.start != held.span.start || wanted.end != held.span.end
      || wanted.minutes.map { .seconds($0 * 60) != lasts } ?? false
    if moves { refusals += self.refusals(of: wanted, instead: held, at: now) }
    refusals += textRefusals(
      title: change.title.flatMap { $0 == held.title ? nil : $0 },
      description: change.description.flatMap { $0 == held.description ? nil : $0 })
    if let requests = change.attendees {
      let people = AttendeeList(
        requests[...], standing: held.attendees, next: nextAttendee,
        needs: policy(of: wanted.room).attendeeNeeds, limits: limits)
      refusals += people.refusals
      changed.attendees = people.attendees
    }
    refusals += companyRefusals(of: held, in: wanted.room, with: change)
    if let refusals = Refusals(refusals) { throw refusals }
    changed.title = change.title ?? held.title
    changed.description = change.description ?? held.description
    changed.isPrivate = change.isPrivate ?? held.isPrivate
    if moves {
      guard let span = wanted.span else { preconditionFailure("a span without length is refused") }
      changed.room = wanted.room
      // An edge that stays keeps its instant, whatever the clocks have been told since.
      changed.start =
        span.start == held.span.start ? held.start : try zone.start(of: span.start)
      changed.end = span.end == held.span.end ? held.end : try zone.end(of: span.end)
      changed.span = span
    }
    guard changed != held else { return [] }
    changed.version += 1
    return [.changed(changed)]
  }

  /// The booking of that number if that person may change it.
  /// - Throws: that it is unknown or somebody else's.
  func owned(_ reference: BookingReference, by user: UserID) throws(Refusals) -> Booking {
    guard let booking = self.booking(reference) else { throw Refusals(.unknownBooking(reference)) }
    guard lets(user, change: booking) else { throw Refusals(.notOwner(reference)) }
    return booking
  }

  /// The booking of that number if that person may change it, and it is held and not over.
  /// - Throws: that it is not.
  func standing(
    _ reference: BookingReference, of user: UserID, at now: Instant
  ) throws(Refusals) -> Booking {
    let booking = try owned(reference, by: user)
    switch booking.state {
    case .cancelled: throw Refusals(.alreadyCancelled(reference))
    case .held: break
    }
    guard !booking.hasEnded(at: now) else { throw Refusals(.past(booking.span.start)) }
    return booking
  }

  /// What speaks against as many people in a room, where that is new.
  private func companyRefusals(
    of held: Booking, in id: RoomID, with change: BookingChange
  ) -> [Refusal] {
    guard let room = room(id) else { return [] }
    var refusals: [Refusal] = []
    let before = held.attendees.count, count = change.attendees?.count ?? before
    let isOtherRoom = id != held.room
    if isOtherRoom || count != before {
      // More than allowed may have come before the rule did; fewer of them are no fault then.
      let tooMany = isOtherRoom || count > before
      refusals += attendanceRefusals(of: count, by: room.policy).filter {
        if case .tooManyAttendees = $0 { tooMany } else { true }
      }
    }
    if isOtherRoom || count > before || change.headcount != nil, !change.acceptsFewerSeats {
      refusals += seatRefusals(in: room, for: max(count, change.headcount ?? 0))
    }
    return refusals
  }
}

extension PlaceWanted {
  /// Where a booking is to be: its length stays if only the start moves.
  init(of held: Booking, with change: BookingChange) {
    let start = change.start ?? held.span.start
    let end =
      change.end
      ?? (change.start == nil ? held.span.end : start.adding(minutes: held.span.minutes))
    self.init(
      room: change.room ?? held.room, start: start, end: end, minutes: change.minutes)
  }
}
