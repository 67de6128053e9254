// Changing, cancelling and taking back: what is done to bookings that stand.

import Bookings
import CivilTime
import Language
import Passes

extension Turn {
  // MARK: - Change

  /// A line that wants a booking to be otherwise.
  mutating func change() {
    let draft = Draft()
    guard let reference = meantBooking(for: .change(draft)) else { return }
    perform(.change(draft), on: [reference])
  }

  /// Goes on with a change as far as it can.
  mutating func proceed(with draft: Draft, changing reference: BookingReference) {
    guard let booking = world.ledger.booking(reference) else {
      return refuseUnknown(reference)
    }
    let change = draft.change(of: booking, now: civilNow, grid: grid(of: booking))
    do {
      let events = try carryOut(.change(reference, change))
      conversation.task = nil
      conversation.last = reference
      guard let after = events.last?.booking else {
        answer = Answer(.told, [.unchanged(booking)])
        return
      }
      sayChanged(from: booking, to: after, events)
    } catch {
      var asked = draft
      asked.changes = reference
      if draft.attendees != nil, asksForAttendee(error, asked) { return }
      refuse(error, asked, .change(reference, change), booking.request(with: change))
    }
  }

  private mutating func sayChanged(
    from booking: Booking, to after: Booking, _ events: [BookingEvent]
  ) {
    remember(events)
    conversation.undoable = [.changed(booking)]
    answer.kind = .done
    answer.parts.append(.changed(from: booking, to: after))
    let known = Set(booking.attendees.map(\.id))
    sayWhoGetsPasses(after.attendees.filter { !known.contains($0.id) }, of: after)
    answer.suggestions = [.undo]
  }

  private func grid(of booking: Booking) -> Int {
    (world.ledger.room(booking.room)?.policy ?? world.ledger.building.policy).gridMinutes
  }

  // MARK: - Cancel

  /// A line that gives a booking back.
  mutating func cancel() {
    guard let reference = meantBooking(for: .cancel) else { return }
    perform(.cancel, on: [reference])
  }

  /// Does what is wanted to the bookings that are meant.
  mutating func perform(_ action: BookingAction, on references: [BookingReference]) {
    conversation.task = nil
    switch action {
    case .cancel: cancel(references)
    case .change(let draft):
      guard let reference = references.first else { return }
      var draft = draft
      draft.changes = reference
      proceed(merging(into: draft))
    case .show:
      guard let reference = references.first else { return }
      showBooking(reference)
    }
  }

  /// Asks first when several are to go at once.
  mutating func confirmOrPerform(_ action: BookingAction, on references: [BookingReference]) {
    guard case .cancel = action, references.count > 1 else {
      return perform(action, on: references)
    }
    conversation.task = .confirming(action, references)
    let bookings = references.compactMap { world.ledger.booking($0) }
    answer = Answer(.needsConfirmation, [.asksIfCancel(bookings)])
  }

  private mutating func cancel(_ references: [BookingReference]) {
    var events: [BookingEvent] = []
    for reference in references {
      let holders = world.outbox.holders(of: reference).map(\.recipient.name)
      do {
        events += try carryOut(.cancel(reference))
        if !holders.isEmpty, !world.outbox.abilities.takesCancellations {
          answer.parts.append(.passesAlreadyOut(holders))
        }
      } catch {
        answer.refusals += error.all
        answer.parts += error.all.map { .refused($0, nil) }
      }
    }
    guard !events.isEmpty else {
      answer.kind = .refused
      return
    }
    remember(events)
    answer.kind = .done
    answer.parts.insert(.cancelled(events.map(\.booking)), at: 0)
    answer.suggestions = [.undo]
  }

  // MARK: - Undo

  /// Takes back the last change of this conversation, all of it as one.
  mutating func undo() {
    let undoable = conversation.undoable
    conversation.task = nil
    guard !undoable.isEmpty else {
      answer = Answer(.told, [.nothingToUndo])
      return
    }
    var done: [BookingEvent] = []
    for event in undoable.reversed() {
      do { done += try carryOut(event.inverse) } catch {
        answer.refusals += error.all
        answer.parts += error.all.map { .refused($0, nil) }
      }
    }
    guard !done.isEmpty else {
      answer.kind = .refused
      return
    }
    // What was taken back can itself be taken back.
    conversation.undoable = done.map { event in
      guard case .changed = event, let before = undone(event, among: undoable) else { return event }
      return .changed(before)
    }
    conversation.last = done.last?.booking.reference
    answer.kind = .done
    answer.parts = done.reversed().map(partOfUndo) + answer.parts
  }

  /// The booking as it was before it was put back, so that `undo` of `undo` finds it.
  private func undone(_ event: BookingEvent, among undoable: [BookingEvent]) -> Booking? {
    undoable.first { $0.booking.reference == event.booking.reference }?.booking
  }

  private func partOfUndo(_ event: BookingEvent) -> AnswerPart {
    switch event {
    case .booked(let booking), .changed(let booking): .reverted(booking)
    case .cancelled(let booking): .cancelled([booking])
    case .restored(let booking): .restored([booking])
    }
  }

  // MARK: - Which booking is meant

  /// The booking that the line means; if that is not clear it is asked, and nil comes back.
  mutating func meantBooking(for action: BookingAction) -> BookingReference? {
    switch slots.booking?.value {
    case .reference(let number): return BookingReference(number)
    case .last:
      if let last = conversation.last { return last }
    case .mine, nil:
      let narrows = slots.booking?.value == .mine || slots.mine?.value == true
      if !narrows, !namesOldTime(for: action), let last = lastHeld() { return last }
    }
    return meantByDescription(for: action)
  }

  /// Whether the room or time of the line tells which booking, rather than what it becomes.
  private func namesOldTime(for action: BookingAction) -> Bool {
    switch action {
    case .cancel, .show: !slots.rooms.isEmpty || !slots.when.isEmpty
    case .change: slots.target != nil && (!slots.when.isEmpty || !slots.rooms.isEmpty)
    }
  }

  private func lastHeld() -> BookingReference? {
    guard let last = conversation.last, let booking = world.ledger.booking(last),
      booking.state == .held
    else { return nil }
    return last
  }

  /// Finds the speaker's bookings that fit the room and time of the line.
  private mutating func meantByDescription(for action: BookingAction) -> BookingReference? {
    let mine = world.ledger.bookings(of: speaker.user, from: now)
    let describes = namesOldTime(for: action)
    let fitting = mine.filter { !describes || fits($0) }
    if fitting.count == 1 { return fitting[0].reference }
    guard !fitting.isEmpty else {
      answer = Answer(.refused, [.noBookingMeant])
      return nil
    }
    let shown = fitting.prefix(world.habits.listedBookingsMax)
    var choices = shown.enumerated().map { Choice($0.offset + 1, .booking($0.element.reference)) }
    if case .cancel = action { choices.append(Choice(choices.count + 1, .all)) }
    var kept = action
    if case .change(let draft) = action { kept = .change(merging(into: draft)) }
    conversation.task = .choosingBooking(choices, kept)
    answer = Answer(.needsChoice, [.asksWhichBooking, .offers])
    answer.choices = choices
    answer.bookings = Array(shown)
    return nil
  }

  private func fits(_ booking: Booking) -> Bool {
    if let room = namedRoom(), booking.room != room { return false }
    guard let when = slots.firstWhen else { return true }
    switch when.day?.value {
    case .on(let date): if booking.span.start.date != date { return false }
    case .among(let first, let last):
      if !(first...last).contains(booking.span.start.date) { return false }
    case .nextDay, .previousDay, .impossible, .contradiction, nil: break
    }
    if let start = when.start?.value, booking.span.start.time != start { return false }
    return true
  }

  mutating func refuseUnknown(_ reference: BookingReference) {
    let refusal = Refusal.unknownBooking(reference)
    conversation.task = nil
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }
}

extension BookingEvent {
  /// What takes it back. A change in `undoable` holds the booking as it was before.
  var inverse: Intention {
    switch self {
    case .booked(let booking), .restored(let booking): .cancel(booking.reference)
    case .cancelled(let booking): .restore(booking.reference)
    case .changed(let before): .revert(to: before)
    }
  }
}

extension Booking {
  /// The booking with a change, as it would be asked for anew: what alternatives are sought for.
  func request(with change: BookingChange) -> BookingRequest {
    let start = change.start ?? span.start
    let end = change.end ?? start.adding(minutes: span.minutes)
    var request = BookingRequest(room: change.room ?? room, start: start, end: end)
    request.title = title
    request.attendees = change.attendees ?? attendees.map(AttendeeRequest.init)
    request.headcount = change.headcount
    request.acceptsFewerSeats = change.acceptsFewerSeats
    return request
  }
}

extension Draft {
  /// What a draft changes of a booking.
  func change(of booking: Booking, now: CivilMoment, grid: Int) -> BookingChange {
    var change = BookingChange()
    change.room = room
    change.title = title
    change.description = description
    change.isPrivate = isPrivate
    change.attendees = attendees
    change.headcount = headcount
    change.acceptsFewerSeats = acceptsFewerSeats
    setTimes(in: &change, of: booking, grid: grid)
    return change
  }

  private func setTimes(in change: inout BookingChange, of booking: Booking, grid: Int) {
    let old = booking.span
    var start = CivilMoment(day ?? old.start.date, self.start ?? old.start.time)
    if isFromNow { start = start.roundedUp(toMultipleOf: grid) }
    var end = start.adding(minutes: minutes ?? old.minutes)
    if let said = self.end { end = moment(of: said, after: start) }
    if let by = movesByMinutes {
      start = start.adding(minutes: by)
      end = end.adding(minutes: by)
    }
    if let by = lengthensByMinutes { end = end.adding(minutes: by) }
    if start != old.start { change.start = start }
    if end != old.end || start != old.start { change.end = end }
  }
}
