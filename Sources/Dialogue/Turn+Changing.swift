// Changing, cancelling and taking back: what is done to bookings that stand.

import Bookings
import CivilTime
import Language
import Passes

extension Turn {
  // MARK: - Change

  /// A line that wants a booking to be otherwise.
  mutating func change() {
    if slots.repetition != nil { return refuseRepeat() }
    if takesPlaceAsked() { return }
    let company = companyOfBooking()
    slots.people.removeFirst(company.count)
    let keepsEnd = slots.takeEndAsBefore()
    let awaited = slots.takeLengthAwaited()
    var draft = changeSaid()
    draft.awaitedLength = awaited
    draft.keepsEnd = keepsEnd
    guard let reference = meantBooking(for: .change(draft), with: company) else { return }
    if asksWhatToChange(reference, draft) { return }
    if asksWhichEnd(of: reference, draft) { return }
    perform(.change(draft), on: [reference])
  }

  /// Asks what is to be otherwise, if that is not said.
  private mutating func asksWhatToChange(_ reference: BookingReference, _ draft: Draft) -> Bool {
    guard draft == Draft(), !movesToNeighbouringDay, strangeRoom() == nil,
      let booking = world.ledger.booking(reference), booking.owner == speaker.user,
      booking.state == .held
    else { return false }
    conversation.last = reference
    conversation.task = .drafting(Draft(changes: reference), asking: [.start])
    answer = Answer(.needsMore, [.asksWhatToChange(booking)])
    return true
  }

  /// What the line wants to be otherwise. Where its room and its time only tell which booking is
  /// meant, they are not part of that.
  private func changeSaid() -> Draft {
    guard namesWhatIsChanged else { return merging(into: Draft()) }
    var turn = self
    turn.slots.rooms = []
    for place in slots.when.indices {
      turn.slots.when[place].day = nil
      turn.slots.when[place].start = nil
    }
    return turn.merging(into: Draft())
  }

  /// Whether the room or the time of a change tells which booking is meant: beside `30 minutes
  /// longer`, and wherever one of the speaker's own is like that, as in `move Bunker`.
  var namesWhatIsChanged: Bool {
    guard slots.namesOnlyWhatIs else { return false }
    if slots.when.contains(where: { $0.shift != nil }) { return true }
    guard isBookingLoose else { return false }
    return world.ledger.bookings(of: speaker.user, from: now).contains(where: fits)
  }

  /// Whether the line says a day that is counted from the booking's own.
  private var movesToNeighbouringDay: Bool {
    switch slots.target?.day?.value {
    case .nextDay, .previousDay: true
    case .on, .among, .impossible, .contradiction, nil: false
    }
  }

  /// Begins a change of a booking by what a line said. Whom it names come as well as those who
  /// come already; another day is counted from that of the booking.
  private mutating func change(_ reference: BookingReference, by said: Draft) {
    var draft = said
    draft.changes = reference
    if let booking = world.ledger.booking(reference) {
      draft.attendees = said.attendees.map { booking.attendees.map(AttendeeRequest.init) + $0 }
      draft.doubtfulPhones = Dictionary(
        uniqueKeysWithValues: said.doubtfulPhones.map {
          ($0.key + booking.attendees.count, $0.value)
        })
      switch slots.target?.day?.value {
      case .nextDay: draft.day = booking.span.start.date.adding(days: 1)
      case .previousDay: draft.day = booking.span.start.date.adding(days: -1)
      // `move it to Tuesday`, on a Tuesday on which its time is over.
      case .on(let date) where slots.target?.isBareWeekday == true && draft.start == nil:
        let isOver = CivilMoment(date, booking.span.start.time) < civilNow
        if isOver { draft.day = date.adding(days: 7) }
      case .on, .among, .impossible, .contradiction, nil: break
      }
      if asksWhichDay(of: booking, draft) { return }
    }
    if let part = draft.window, let booking = world.ledger.booking(reference), draft.start == nil {
      let policy = world.ledger.room(booking.room)?.policy ?? world.ledger.building.policy
      if part.isWholeDay {
        (draft.start, draft.end, draft.window) = (policy.opens, policy.closes, nil)
      } else if !part.holds(booking.span) {
        conversation.last = reference
        conversation.task = .drafting(draft, asking: [.start])
        answer = Answer(.needsMore, [.asks([.start], attendee: nil)])
        return
      }
    }
    proceed(draft)
  }

  /// Goes on with a change as far as it can.
  mutating func proceed(with draft: Draft, changing reference: BookingReference) {
    guard let booking = world.ledger.booking(reference) else {
      return refuseUnknown(reference)
    }
    // Said again, while it is asked about: `no, next week`.
    let saysDays = (slots.target ?? slots.firstWhen)?.day?.value.several != nil
    if saysDays, asksWhichDay(of: booking, draft) { return }
    let change = draft.change(of: booking, in: world.ledger)
    if offersOtherRoom(draft, booking, change) { return }
    do {
      let events = try carryOut(.change(reference, change))
      conversation.task = nil
      conversation.last = reference
      guard let after = events.last?.booking else {
        answer = Answer(.told, [.unchanged(booking)])
        return
      }
      sayChanged(from: booking, to: after, events)
      conversation.keepDaysMeant(draft.days)
    } catch {
      var asked = draft
      asked.changes = reference
      if draft.attendees != nil, asksForMissing(error, asked) { return }
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
    sayPasses(of: after, before: booking)
    answer.suggestions = [.undo]
  }

  // MARK: - Cancel

  /// A line that gives a booking back. If it has words that mean nothing to anybody, they may say
  /// that another one is meant, as in `cancel Tom's booking`: then it is asked about first.
  mutating func cancel(isSure said: Bool, isTentative: Bool) {
    // `delete Ann`: she is not to come, and all else stays.
    let namesBooking = slots.booking != nil || slots.mine != nil || slots.choice != nil
    if !slots.people.isEmpty, !namesBooking, slots.rooms.isEmpty, slots.when.isEmpty {
      return removeAttendees()
    }
    let isSure = said && !isTentative
    if slots.choice?.value == .all || slots.mine?.value == true && slots.booking == nil {
      return cancelSeveral(isSure: isSure)
    }
    if asksWhichOneGoes() || asksIfThatInRoomShownGoes() { return }
    guard let reference = meantBooking(for: .cancel) else { return }
    let further = furtherMeant
    if !further.isEmpty {
      return confirmOrPerform(.cancel, on: ([reference] + further).withoutRepeats)
    }
    // `cancel B1 tomorrow`, where it is on another day, may say when it is to be done.
    let isAsSaid = world.ledger.booking(reference).map { fits($0) } ?? true
    if case .reference = slots.booking?.value, !isTentative {
      return isAsSaid
        ? perform(.cancel, on: [reference])
        : confirmOrPerform(.cancel, on: [reference], isSure: false)
    }
    // `cancel the standup tomorrow`, where it is on Friday.
    confirmOrPerform(.cancel, on: [reference], isSure: isSure && isAsSaid)
  }

  /// `cancel it`, right after another room than that of the last booking was shown: asks about the
  /// booking in that room, or the last one.
  private mutating func asksIfThatInRoomShownGoes() -> Bool {
    guard isBookingLoose, slots.rooms.isEmpty, slots.when.isEmpty, slots.people.isEmpty,
      slots.choice == nil, let last = lastHeld, let query = conversation.freshQuery,
      !query.isTaken, let room = query.room, room != last.room
    else { return false }
    let there = world.ledger.bookings(of: speaker.user, from: now).filter { $0.room == room }
    let meant = there.count == 1 ? there[0] : last
    confirmOrPerform(.cancel, on: [meant.reference], isSure: false)
    return true
  }

  /// `cancel my bookings tomorrow`, `cancel both`: all of the speaker's that fit, asked about once.
  private mutating func cancelSeveral(isSure: Bool) {
    let fitting = world.ledger.bookings(of: speaker.user, from: now)
      .filter { fits($0, for: .cancel) && isTitledAsAsked($0) }
      .prefix(world.habits.listedBookingsMax)
    // `remove yoga from my calendar`: what none is called is none of them.
    guard !fitting.isEmpty, !isTitledUnlikeAny else {
      answer = Answer(.refused, [.noBookingMeant])
      return
    }
    confirmOrPerform(.cancel, on: fitting.map(\.reference), isSure: isSure)
  }

  /// Does what is wanted to the bookings that are meant.
  mutating func perform(_ action: BookingAction, on references: [BookingReference]) {
    conversation.task = nil
    switch action {
    case .cancel: cancel(references)
    case .change(let draft):
      guard let reference = references.first, !asksWhatToChange(reference, draft) else { return }
      change(reference, by: draft)
    case .add(let draft):
      guard let reference = references.first else { return }
      var people = Draft()
      people.attendees = draft.attendees
      people.doubtfulPhones = draft.doubtfulPhones
      change(reference, by: people)
    case .show:
      guard let reference = references.first else { return }
      showBooking(reference)
    }
  }

  /// Asks first when several are to go at once, or one that may not be meant.
  mutating func confirmOrPerform(
    _ action: BookingAction, on references: [BookingReference], isSure: Bool = true
  ) {
    let bookings = references.compactMap { world.ledger.booking($0) }
    let isDoubtful = !isSure && bookings.contains { $0.state == .held }
    guard case .cancel = action, references.count > 1 || isDoubtful else {
      return perform(action, on: references)
    }
    let unknown = references.filter { world.ledger.booking($0) == nil }
    let strange = unknown.map { AnswerPart.refused(.unknownBooking($0), nil) }
    guard !bookings.isEmpty else {
      answer = Answer(.refused, strange)
      answer.refusals = unknown.map(Refusal.unknownBooking)
      return
    }
    conversation.task = .confirming(action, bookings.map(\.reference))
    answer = Answer(.needsConfirmation, strange + [.asksIfCancel(bookings)])
  }

  private mutating func cancel(_ references: [BookingReference]) {
    var events: [BookingEvent] = []
    for reference in references {
      do {
        events += try carryOut(.cancel(reference))
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
    sayWhoHoldsPasses()
    answer.suggestions = [.undo]
  }

  /// Says who holds a pass of a booking that is cancelled, where the gateway tells nobody.
  private mutating func sayWhoHoldsPasses() {
    guard !holdersOfCancelled.isEmpty, !world.outbox.abilities.takesCancellations else { return }
    answer.parts.append(.passesAlreadyOut(holdersOfCancelled))
    // Told here, so not again as news.
    for news in world.outbox.news(at: now) where news.isOnlyForBooker { apply(news.event) }
  }

  // MARK: - Undo

  /// Takes back the last change of this conversation, all of it as one.
  mutating func undo() {
    let undoable = conversation.undoable
    // `undo B1`, where the last change was of another: to take that back is rather to cancel it.
    if let named = slots.booking, named.value != .last, let meant = meantBooking(for: .cancel),
      !undoable.contains(where: { $0.booking.reference == meant })
    {
      return confirmOrPerform(.cancel, on: [meant], isSure: false)
    }
    guard !undoable.isEmpty else {
      answer = Answer(.told, [.nothingToUndo])
      return
    }
    // Who says so long after it was booked may have something else in mind.
    if !conversation.hasLatelyDone, let booking = bookingThatGoes(by: undoable) {
      return confirmOrPerform(.cancel, on: [booking], isSure: false)
    }
    var done: [BookingEvent] = []
    var again: [BookingEvent] = []
    var earlier: [BookingReference: Booking] = [:]
    for event in undoable.reversed() {
      let before = event.booking.reference
      guard let held = world.ledger.booking(before) else { continue }
      do {
        let events = try carryOut(event.inverse)
        done += events
        again += events.map { $0.takingBack(to: held) }
        earlier[held.reference] = held
      } catch {
        answer.refusals += error.all
        let request = held.request(with: BookingChange())
        answer.parts += [.notUndone(held)] + error.all.map { .refused($0, request) }
      }
    }
    guard !done.isEmpty else {
      answer.kind = .refused
      return
    }
    // What was taken back can itself be taken back.
    conversation.undoable = again
    conversation.last = done.last?.booking.reference
    answer.kind = .done
    let refused = answer.parts
    answer.parts = []
    sayUndone(done.reversed(), earlier)
    answer.parts += refused
    answer.suggestions = [.undo]
  }

  /// The booking that would be cancelled if some changes were taken back, and nothing else.
  private func bookingThatGoes(by undoable: [BookingEvent]) -> BookingReference? {
    guard undoable.count == 1, case .cancel(let reference) = undoable[0].inverse else { return nil }
    return world.ledger.booking(reference)?.state == .held ? reference : nil
  }

  /// Says what `undo` did, and which passes come of it.
  private mutating func sayUndone(
    _ done: [BookingEvent], _ earlier: [BookingReference: Booking]
  ) {
    var cancelled: [Booking] = []
    for event in done {
      switch event {
      case .booked(let booking), .changed(let booking):
        answer.parts.append(.reverted(booking, from: earlier[booking.reference]))
      case .cancelled(let booking): cancelled.append(booking)
      case .restored(let booking): answer.parts.append(.restored(booking))
      }
    }
    if !cancelled.isEmpty { answer.parts.append(.cancelled(cancelled)) }
    for booking in done.map(\.booking) {
      let before = earlier[booking.reference].flatMap { $0.state == .held ? $0 : nil }
      sayPasses(of: booking, before: before)
    }
    sayWhoHoldsPasses()
    let says = answer.parts.contains { if case .passesQueued = $0 { true } else { false } }
    if cancelled.isEmpty, !says { answer.parts.append(.undoAgain) }
  }
}

extension BookingEvent {
  /// The same, to be taken back in its turn: a change keeps the booking as it was before.
  fileprivate func takingBack(to held: Booking) -> BookingEvent {
    if case .changed = self { .changed(held) } else { self }
  }

  /// What takes it back. A change in `undoable` holds the booking as it was before.
  var inverse: Intention {
    switch self {
    case .booked(let booking), .restored(let booking): .cancel(booking.reference)
    case .cancelled(let booking): .restore(booking.reference)
    case .changed(let before): .revert(to: before)
    }
  }
}

extension PassNews {
  /// Whether it tells nothing but who is to be told by the booker.
  fileprivate var isOnlyForBooker: Bool {
    accepted.isEmpty && ended.isEmpty && troubled.isEmpty && !toBeToldByBooker.isEmpty
  }
}
