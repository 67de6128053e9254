// What a change brings to those who hold or are owed a pass, and what is said of it.

import Bookings
import CivilTime
import Discourse
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
    let landlines = attendees.compactMap({ $0.phone?.e164 }).filter { text in
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
    let mended = renewed.filter { known[$0.id]?.phone != $0.phone }
      .compactMap({ $0.phone?.e164 })
    if !renewed.isEmpty {
      let wait = secondsToWait(for: after)
      let holders = Set(world.outbox.holders(of: after.reference).map(\.attendee))
      let areNew = renewed.contains { holders.contains($0.id) }
      answer.parts.append(
        .passesRenewed(renewed.map(\.name), areNew: areNew, waitSeconds: wait))
    }
    let others = world.outbox.underOtherWords(than: after, naming: datesNamed(by: after))
    if isOtherwise, !others.isEmpty {
      answer.parts.append(.passesStay(others.map(\.recipient.name), after.reference))
    }
    let landlines = mended.filter { PhoneNumber(e164: $0)?.kind.mayMissTexts ?? false }
    if !landlines.isEmpty { answer.parts.append(.mayMissTexts(landlines.withoutRepeats)) }
  }

  /// How long the first waiting pass of a booking waits, in seconds; nil where no pass leaves until
  /// whoever runs the house has mended something.
  private func secondsToWait(for booking: Booking) -> Int? {
    guard world.outbox.health.stoppedBecause == nil else { return nil }
    let queued = world.outbox.passes(of: booking.reference).filter(\.state.isOpen)
    let due = queued.compactMap(\.state.due).min() ?? now
    return max(0, Int((due.since(now).wholeMilliseconds + 999) / 1000))
  }

  /// Says who holds a pass of a booking that is cancelled, where the gateway tells nobody.
  mutating func sayWhoHoldsPasses(_ holders: [String]) {
    guard !holders.isEmpty, !world.outbox.abilities.takesCancellations else { return }
    answer.parts.append(.passesAlreadyOut(holders))
    // Told here, so not again as news.
    for news in world.outbox.news(at: now) where news.isOnlyForBooker { make(news.event) }
  }

  // MARK: - News

  /// Tells which passes of the speaker's bookings have failed, or that nothing has come up. What is
  /// held for who waits is asked again behind every answer.
  mutating func tellNews() {
    answer = Answer(.told)
    for booking in house.mine.prefix(world.habits.listedBookingsMax) {
      let failed = world.outbox.passes(of: booking.reference).filter { pass in
        if case .failed = pass.state { true } else { false }
      }
      guard !failed.isEmpty else { continue }
      answer.parts.append(.passList(booking, failed))
      answer.bookings.append(booking)
    }
    if answer.parts.isEmpty { answer.parts = [.nothingNew] }
  }

  // MARK: - Wishes

  /// The passes that an event of a wish lets go out.
  private func passesSent(by event: PassEvent) -> [Pass] {
    switch event {
    case .queued(let passes): passes
    case .hastened(let editions, _): editions.compactMap(world.outbox.pass)
    default: []
    }
  }

  /// Tells how far passes have come, sends them again, or stops trying to send them.
  mutating func settlePasses(_ wish: PassWish, _ booking: Booking, _ attendee: AttendeeID?) {
    conversation.mention(.booking(booking.reference), as: .shown)
    let person = attendee.flatMap { id in booking.attendees.first { $0.id == id } }
    let names = person.map { [$0.name] } ?? booking.attendees.map(\.name)
    do {
      switch wish {
      case .list:
        answer = Answer(
          .told, [.passList(booking, world.outbox.passes(of: booking.reference))])
        answer.bookings = [booking]
        return
      case .resend:
        let events = try world.outbox.decideResend(
          booking, naming: datesNamed(by: booking), attendee: attendee, at: now)
        let sent = events.flatMap(passesSent)
        for event in events { make(event) }
        let canLeave = world.outbox.health.stoppedBecause == nil
        answer = Answer(
          .done, [.resending(sent.map(\.recipient.name), canLeave: canLeave)])
      case .skip:
        let events = try world.outbox.decideSkip(booking.reference, attendee: attendee, at: now)
        for event in events { make(event) }
        answer = Answer(.done, [.skipped(names)])
      }
      answer.passesTouched = [booking.reference]
    } catch {
      answer = Answer(.refused, [.passesRefused(error)])
    }
  }
}

extension PassNews {
  /// Whether it tells nothing but who is to be told by the booker.
  fileprivate var isOnlyForBooker: Bool {
    accepted.isEmpty && ended.isEmpty && troubled.isEmpty && !toBeToldByBooker.isEmpty
  }
}

extension Booking {
  /// Whether a pass of one says the same as a pass of the other, but for whose it is.
  fileprivate func tellsTheSame(as other: Booking) -> Bool {
    room == other.room && span == other.span && title == other.title
      && description == other.description
  }
}
