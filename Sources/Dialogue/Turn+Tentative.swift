// Lines that leave open whether what they say is to be done: it is tried, shown, and asked about.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Sees what a tentative line would do, and asks before it is done. What does nothing, as a
  /// question or a refusal, stands as it is.
  mutating func tryFirst(_ reading: Reading) {
    var trial = self
    trial.isRehearsal = true
    let isBeside = trial.follow(reading)
    guard trial.facts.count > facts.count else {
      trial.isRehearsal = isRehearsal
      self = trial
      return
    }
    // What is open is asked again: only a plain answer settles it.
    guard conversation.task == nil || isBeside else {
      answer = Answer(.told, [.dropped(stays: nil)])
      return
    }
    if let open = conversation.task, !isGuess(open) { letWait(open) }
    // With what was settled by now: which booking, day and time are meant.
    let awaited = AwaitedLine(
      reading: reading.with(slots), line: line, last: conversation.last, query: conversation.query)
    conversation.task = .confirmingLine(awaited)
    answer = Answer(.needsConfirmation, [.asksIfMeant(changesAwaited(by: awaited))])
  }

  /// Whether an hour alone may be another one for what was just spoken of: `at 11` after a booking.
  func mayMoveLast(_ reading: Reading) -> Bool {
    guard reading.intent == .details, conversation.task.map(isGuess) ?? true,
      conversation.freshQuery?.isTaken ?? true,
      lastIsHeld, slots.also == nil, slots.when.count == 1, let when = slots.firstWhen
    else { return false }
    let saysMore = when.day != nil || !slots.rooms.isEmpty || !slots.people.isEmpty || hasFilter
    return when.start != nil && when.bound == .exact && !saysMore && slots.title == nil
  }

  /// Whether all that a line says is that more come than the room of what was just booked has seats
  /// for: `we are 12 now`.
  func mayOutgrowLast(_ reading: Reading) -> Bool {
    peopleOfLast(reading).map { $0.people > $0.seats } ?? false
  }

  /// The booking that stays as it is where all that a line says is that so many come as its room
  /// has seats for, or fewer: `we are only three`.
  func bookingBigEnough(_ reading: Reading) -> Booking? {
    peopleOfLast(reading).flatMap { $0.people > $0.seats ? nil : lastHeld }
  }

  /// How many come to what was just booked, if a line says no more, and for how many its room is.
  private func peopleOfLast(_ reading: Reading) -> (people: Int, seats: Int)? {
    guard reading.intent == .details || reading.intent == .find, reading.intentOrigin == .assumed,
      conversation.task == nil, conversation.freshQuery?.isTaken ?? true, lastIsHeld,
      let people = slots.headcount?.value, slots.rooms.isEmpty, slots.people.isEmpty,
      slots.equipment.isEmpty, slots.also == nil,
      slots.when.allSatisfy({ $0.fromNowMinutes?.value == 0 && $0.day == nil && $0.start == nil }),
      let seats = lastHeld.flatMap({ world.ledger.room($0.room)?.seats })
    else { return nil }
    return (people, seats)
  }

  /// Whether a booking is named without a verb, and what it is to be beside it: `B1 private`.
  func saysWhatItBecomes(_ reading: Reading) -> Bool {
    guard reading.intent == .show, reading.intentOrigin == .assumed, conversation.task == nil,
      case .reference = slots.booking?.value
    else { return false }
    return slots.isPrivate != nil || slots.title != nil || slots.description != nil
      || !slots.rooms.isEmpty || slots.hasTarget
  }

  /// Whether a time beside the number of a booking may be another one for that: `B1 at 11`.
  func mayMoveNamed(_ reading: Reading) -> Bool {
    guard reading.intent == .details, case .reference(let number) = slots.booking?.value,
      slots.when.count == 1, let when = slots.firstWhen, when.day != nil || when.start != nil
    else { return false }
    switch conversation.task {
    case .drafting(let draft, _), .choosing(_, let draft):
      return draft.changes != BookingReference(number)
    case .choosingBooking, .confirming, .confirmingLine, nil: return true
    }
  }

  /// A yes does what the line said; anything else is taken for itself.
  mutating func confirms(_ reading: Reading, _ awaited: AwaitedLine) -> Bool {
    if asksForOtherHour(reading, awaited) { return true }
    guard reading.intent == .yes else { return refuses(reading) }
    // `ok, keep Dachstube`, where it was asked whether it is to be in another.
    let proposed = changesAwaited(by: awaited)
    if let room = roomWanted(), !proposed.contains(where: { $0.after.room == room }) {
      conversation.task = nil
      answer = Answer(.told, [.dropped(stays: proposed.first?.before)])
      return true
    }
    carryOut(awaited)
    return true
  }

  /// `no 12`, where 11 is asked about: the same at that hour is asked about instead.
  private mutating func asksForOtherHour(_ reading: Reading, _ awaited: AwaitedLine) -> Bool {
    guard reading.intent == .choose, case .number(let number) = slots.choice?.value,
      let range = slots.choice?.range, awaited.reading.intent == .change
    else { return false }
    let policy = world.ledger.building.policy
    let hour = [number, number + 12].compactMap { ClockTime(hour: $0) }
      .first { policy.opens <= $0 && $0 < policy.closes }
    var wanted = awaited.reading.slots
    guard let hour else { return false }
    if wanted.target?.start != nil {
      wanted.target?.start = Said(hour, range)
      wanted.target?.end = nil
    } else if wanted.when.count == 1, wanted.when[0].start != nil {
      wanted.when[0].start = Said(hour, range)
      wanted.when[0].end = nil
    } else {
      return false
    }
    slots = wanted
    conversation.task = nil
    conversation.last = awaited.last
    tryFirst(awaited.reading.with(wanted))
    return true
  }

  /// Does what waited for a yes, by what it leaned on when it was said.
  private mutating func carryOut(_ awaited: AwaitedLine) {
    conversation.task = nil
    conversation.last = awaited.last
    conversation.query = awaited.query
    line = awaited.line
    slots = awaited.reading.slots
    perform(awaited.reading.asCertain)
  }

  /// Whether what is open is no more than a guess, of which a newer one takes the place.
  private func isGuess(_ task: Task) -> Bool {
    if case .confirmingLine = task { true } else { false }
  }

  /// What a line, which waits for a yes, would do to the bookings.
  func changesAwaited(by awaited: AwaitedLine) -> [ProposedChange] {
    var trial = self
    trial.isRehearsal = true
    trial.answer = Answer(.told)
    trial.carryOut(awaited)
    return trial.answer.changes.map { event in
      let isCancellation = if case .cancelled = event { true } else { false }
      return ProposedChange(
        before: world.ledger.booking(event.booking.reference), after: event.booking,
        isCancellation: isCancellation)
    }
  }
}

extension Reading {
  /// The same, as a change of what there is.
  var asChange: Reading {
    Reading(
      intent: .change, intentOrigin: .assumed, language: language, slots: slots, unused: unused,
      isTentative: true, score: score)
  }

  /// The same, to be asked about first.
  var asTentative: Reading {
    Reading(
      intent: intent, intentOrigin: intentOrigin, language: language, slots: slots,
      unused: unused, isTentative: true, takesBack: takesBack, score: score)
  }

  /// The same of other parts.
  fileprivate func with(_ slots: Slots) -> Reading {
    Reading(
      intent: intent, intentOrigin: intentOrigin, language: language, slots: slots,
      isTentative: true, score: score)
  }

  /// The same, to be done.
  fileprivate var asCertain: Reading {
    Reading(
      intent: intent, intentOrigin: intentOrigin, language: language, slots: slots,
      unused: unused, isTentative: false, score: score)
  }
}
