// What a change brings to those who hold or are owed a pass, and what is said of it.

import Bookings
import CivilTime
import Language
import Passes
import PhoneNumbers

extension Turn {
  /// Says who gets a pass and when, and whose number may take no SMS.
  mutating func sayWhoGetsPasses(_ attendees: [Attendee], of booking: Booking) {
    // Who holds a pass that is still right gets no other.
    let waiting = world.outbox.passes(of: booking.reference).filter(\.state.isOpen)
    let attendees = attendees.filter { attendee in
      waiting.contains { $0.attendee == attendee.id }
    }
    guard !attendees.isEmpty else { return }
    answer.parts.append(.passesQueued(attendees, waitSeconds: secondsToWait(for: booking)))
    let landlines = attendees.map(\.phone.e164).filter { text in
      PhoneNumber(e164: text)?.kind.mayMissTexts ?? false
    }
    if !landlines.isEmpty { answer.parts.append(.mayMissTexts(landlines.withoutRepeats)) }
  }

  /// Says which passes a change or its taking back brings: those of new or mended attendees, and
  /// new ones of the others where the old no longer hold. Without a booking before, all are new.
  mutating func sayPasses(of after: Booking, before: Booking?) {
    guard after.state == .held else { return }
    let known = Dictionary(
      uniqueKeysWithValues: (before?.attendees ?? []).map { ($0.id, $0) })
    sayWhoGetsPasses(after.attendees.filter { known[$0.id] == nil }, of: after)
    let waiting = world.outbox.passes(of: after.reference).filter(\.state.isOpen)
    let isOtherwise = before.map { !$0.tellsTheSame(as: after) } ?? false
    let renewed = after.attendees.filter { attendee in
      guard let earlier = known[attendee.id], isOtherwise || earlier != attendee else {
        return false
      }
      return waiting.contains { $0.attendee == attendee.id }
    }
    let mended = renewed.filter { known[$0.id]?.phone != $0.phone }.map(\.phone.e164)
    if !renewed.isEmpty {
      let wait = secondsToWait(for: after)
      let holders = Set(world.outbox.holders(of: after.reference).map(\.attendee))
      let areNew = renewed.contains { holders.contains($0.id) }
      answer.parts.append(
        .passesRenewed(renewed.map(\.name), areNew: areNew, waitSeconds: wait))
    }
    let landlines = mended.filter { PhoneNumber(e164: $0)?.kind.mayMissTexts ?? false }
    if !landlines.isEmpty { answer.parts.append(.mayMissTexts(landlines.withoutRepeats)) }
  }

  /// How long the first waiting pass of a booking waits, in seconds.
  private func secondsToWait(for booking: Booking) -> Int {
    let queued = world.outbox.passes(of: booking.reference).filter(\.state.isOpen)
    let due = queued.compactMap(\.state.due).min() ?? now
    return max(0, Int((due.since(now).wholeMilliseconds + 999) / 1000))
  }

  // MARK: - Wishes

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
      refuseOther(booking.reference)
      return nil
    }
    return booking
  }
}

extension Booking {
  /// Whether a pass of one says the same as a pass of the other, but for whose it is.
  fileprivate func tellsTheSame(as other: Booking) -> Bool {
    room == other.room && span == other.span && title == other.title
      && description == other.description
  }
}
