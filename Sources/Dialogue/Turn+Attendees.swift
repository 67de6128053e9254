// Who comes: adding, removing and mending attendees, and what their passes do.

import Bookings
import CivilTime
import Language
import Passes

extension Turn {
  /// Adds the people of the line to the booking that is meant.
  mutating func addAttendees() {
    guard let booking = bookingForPeople() else { return }
    guard !slots.people.isEmpty else {
      var draft = Draft(changes: booking.reference)
      draft.attendees = booking.attendees.map(AttendeeRequest.init) + [AttendeeRequest()]
      conversation.task = .drafting(draft, asking: [.attendeeName, .attendeeEmail, .attendeePhone])
      answer = Answer(
        .needsMore, [.asks([.attendeeName, .attendeeEmail, .attendeePhone], attendee: nil)])
      return
    }
    var draft = Draft(changes: booking.reference)
    draft.attendees = booking.attendees.map(AttendeeRequest.init)
    for mention in slots.people {
      let said = request(for: mention)
      if let doubtful = said.doubtful {
        draft.doubtfulPhones[draft.attendees?.count ?? 0] = doubtful
      }
      draft.attendees?.append(said.request)
    }
    proceedWithPeople(draft, of: booking)
  }

  /// Takes people off the booking that is meant.
  mutating func removeAttendees() {
    guard let booking = bookingForPeople() else { return }
    var draft = Draft(changes: booking.reference)
    var attendees = booking.attendees
    for mention in slots.people {
      let called = mention.name?.value ?? mention.email?.value ?? ""
      guard let index = attendees.firstIndex(where: { $0.isCalled(called) }) else {
        answer = Answer(.refused, [.noSuchAttendee(called, booking)])
        return
      }
      attendees.remove(at: index)
    }
    draft.attendees = attendees.map(AttendeeRequest.init)
    proceed(draft)
  }

  /// Changes a name, address or number of an attendee.
  mutating func mend() {
    guard let booking = bookingForPeople() else { return }
    guard let mention = slots.people.first else {
      answer = Answer(.notUnderstood, [.notUnderstood(level: 1, examples())])
      return
    }
    guard let index = attendee(meantBy: mention, in: booking) else {
      let called = mention.name?.value ?? mention.email?.value ?? ""
      answer = Answer(.refused, [.noSuchAttendee(called, booking)])
      return
    }
    var draft = Draft(changes: booking.reference)
    draft.attendees = booking.attendees.map(AttendeeRequest.init)
    let said = request(for: mention)
    if slots.field?.value == .name, let name = said.request.name {
      draft.attendees?[index].name = name
    }
    if let email = said.request.email { draft.attendees?[index].email = email }
    if let phone = said.request.phone { draft.attendees?[index].phone = phone }
    draft.doubtfulPhones[index] = said.doubtful
    proceedWithPeople(draft, of: booking)
  }

  private mutating func proceedWithPeople(_ draft: Draft, of booking: Booking) {
    if let doubtful = draft.firstDoubt?.phone {
      conversation.task = .drafting(draft, asking: [.attendeePhone])
      let part = AnswerPart.asksIfPhone(written: doubtful.written, e164: doubtful.e164)
      answer = Answer(.needsMore, [part])
      return
    }
    proceed(draft)
  }

  /// Whom a mention means among the attendees: by name or address; `her`, or the only one, if
  /// it gives a new name.
  private func attendee(meantBy mention: PersonMention, in booking: Booking) -> Int? {
    let names = [mention.name?.value, mention.email?.value].compactMap { $0 }
    for called in names {
      if let index = booking.attendees.firstIndex(where: { $0.isCalled(called) }) { return index }
    }
    let failed = world.outbox.passes(of: booking.reference).filter { pass in
      if case .failed = pass.state { return true }
      return false
    }
    if failed.count == 1, mention.name == nil,
      let index = booking.attendees.firstIndex(where: { $0.id == failed[0].attendee })
    {
      return index
    }
    return booking.attendees.count == 1 ? 0 : nil
  }

  /// The booking whose people the line is about.
  mutating func bookingForPeople() -> Booking? {
    guard let reference = meantBooking(for: .show) else { return nil }
    guard let booking = world.ledger.booking(reference) else {
      refuseUnknown(reference)
      return nil
    }
    return booking
  }

  // MARK: - Passes

  /// Tells how far the passes of a booking have come.
  mutating func listPasses() {
    guard let booking = ownBookingForPeople() else { return }
    conversation.last = booking.reference
    answer = Answer(
      .told, [.passList(booking, world.outbox.passes(of: booking.reference))])
    answer.bookings = [booking]
  }

  /// Sends passes again.
  mutating func resend() {
    guard let booking = ownBookingForPeople() else { return }
    settlePasses(of: booking) { outbox, attendee, now throws(PassRefusal) in
      try outbox.decideResend(booking.reference, attendee: attendee, at: now)
    } said: {
      .resending($0)
    }
  }

  /// Stops trying to send passes.
  mutating func skip() {
    guard conversation.last != nil || slots.booking != nil else {
      answer = Answer(.notUnderstood, [.nothingOpen])
      return
    }
    guard let booking = ownBookingForPeople() else { return }
    settlePasses(of: booking) { outbox, attendee, now throws(PassRefusal) in
      try outbox.decideSkip(booking.reference, attendee: attendee, at: now)
    } said: {
      .skipped($0)
    }
  }

  private mutating func settlePasses(
    of booking: Booking,
    deciding decide: (Outbox, AttendeeID?, Instant) throws(PassRefusal) -> [PassEvent],
    said: ([String]) -> AnswerPart
  ) {
    var attendee: Attendee?
    if let mention = slots.people.first {
      let called = mention.name?.value ?? mention.email?.value ?? ""
      guard let found = booking.attendees.first(where: { $0.isCalled(called) }) else {
        answer = Answer(.refused, [.noSuchAttendee(called, booking)])
        return
      }
      attendee = found
    }
    do {
      let events = try decide(world.outbox, attendee?.id, now)
      for event in events { apply(event) }
      let names = attendee.map { [$0.name] } ?? booking.attendees.map(\.name)
      answer = Answer(.done, [said(names)])
      answer.passesTouched = [booking.reference]
    } catch {
      answer = Answer(.refused, [.passesRefused(error)])
    }
  }

  /// The booking whose passes the line is about; only its owner may know.
  private mutating func ownBookingForPeople() -> Booking? {
    guard let booking = bookingForPeople() else { return nil }
    guard booking.owner == speaker.user else {
      let refusal = Refusal.notOwner(booking.reference)
      answer = Answer(.refused, [.refused(refusal, nil)])
      answer.refusals = [refusal]
      return nil
    }
    return booking
  }
}

extension Attendee {
  /// Whether a person is called by that name, first name or address.
  func isCalled(_ called: String) -> Bool {
    sameName(name, called) || email.key == called.lowercased()
  }
}
