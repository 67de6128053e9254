// The open question and what a line does to it: answers it, drops it, or leaves it open.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Goes on with what is under way if the line belongs to it.
  mutating func goesOnWithTask(_ reading: Reading) -> Bool {
    guard let task = conversation.task else { return false }
    switch task {
    case .drafting(let draft, let asking): return goesOn(reading, with: draft, asking)
    case .choosing(let choices, let draft): return picks(reading, from: choices, draft)
    case .choosingBooking(let choices, let action): return picks(reading, from: choices, action)
    case .confirming(let action, let references):
      return confirms(reading, action, references)
    case .confirmingLine(let awaited): return confirms(reading, awaited)
    }
  }

  /// Whether the line was a question about something else: then what is open stays open.
  func isAside(_ intent: Intent) -> Bool {
    switch intent {
    case .find, .isFree, .rooms, .show, .bookings, .passes, .help, .greet, .thank, .language,
      .nothing, .more, .wait, .resend, .reminder, .reminders, .cancelReminder:
      true
    case .book, .draft, .change, .cancel, .undo, .addAttendee, .removeAttendee, .mend, .skip,
      .leave, .yes, .no, .choose, .back, .details:
      false
    }
  }

  // MARK: - A draft

  private mutating func goesOn(
    _ reading: Reading, with draft: Draft, _ asking: [OpenSlot]
  ) -> Bool {
    switch reading.intent {
    case .show where asking == [.confirm] && draft.changes == nil && slots.isOfWhatIsOpen:
      var next = draft
      next.isOnlyShown = true
      proceed(next)
    case .mend where isOfSpeakerOnly(draft):
      answer = Answer(.needsMore, [.asks(asking, attendee: nameAsked(in: draft))])
    case .mend where renamed(draft) != nil: proceed(renamed(draft) ?? draft)
    case .details, .mend, .addAttendee, .change:
      if asking == [.end] { slots.takeStartAsEnd() }
      if namedRoom() != draft.room { slots.takeRoomAsTarget() }
      var next = merging(into: withDayAskedSince(draft)).withoutDoubt(if: !slots.people.isEmpty)
      next.isOnlyShown = next.isOnlyShown || reading.isTentative
      proceed(next)
      sayWhatIsNew(since: draft, asking: asking)
      if isAllOfAnother(than: draft) { sayNotBooked(draft) }
    case .book, .draft:
      if reading.startsAnew || reading.ordersAnother(than: draft) { return false }
      if takesWhatWasAsked(draft, asking: asking) { return true }
      var next = draft
      next.isOnlyShown = reading.intent == .draft || reading.isTentative
      proceed(merging(into: next))
      sayWhatIsNew(since: draft, asking: asking)
      if isAllOfAnother(than: draft) { sayNotBooked(draft) }
    case .choose
    where slots.choice?.value == .any && (asking.contains(.people) || asking.contains(.start)):
      var next = draft
      next.takesAnyRoom = true
      proceed(next)
    case .choose where wantsAnotherRoom: offerOthers(than: [], draft)
    case .choose where largestOrSmallest != nil: proceed(draft.moved(to: largestOrSmallest))
    // A bare number answers how many, or when.
    case .choose where asking == [.people], .choose where asking.contains(.start): return false
    case .yes where slots.namesPlace && roomWanted() != draft.room:
      proceed(merging(into: draft))
      sayWhatIsNew(since: draft, asking: asking)
    case .yes where takesWhatWasAsked(draft, asking: asking): return true
    case .yes: agree(to: draft, asking)
    case .no where slots.namesPlace:
      proceed(merging(into: draft))
      sayWhatIsNew(since: draft, asking: asking)
    case .no: drop(draft)
    case .skip: skipPart(of: draft, asking)
    case .removeAttendee: return removes(from: draft)
    case .cancel where slots.meansWhatIsOpen || isAllThereIs(draft) || isDescribed(draft):
      drop(draft)
    // Nothing of it is done yet that could be taken back.
    case .undo where slots.booking == nil: drop(draft)
    case .choose, .back, .undo, .cancel, .leave, .find, .isFree, .rooms, .show, .bookings, .passes,
      .help, .greet, .thank, .language, .nothing, .more, .wait, .resend, .reminder, .reminders,
      .cancelReminder:
      return false
    }
    return true
  }

  /// `and Aquarium on Friday, too`: another room on another day takes the place of what was shown.
  private func isAllOfAnother(than draft: Draft) -> Bool {
    guard draft.changes == nil, draft.start != nil, let room = draft.room, let day = draft.day,
      let named = namedRoom(), case .on(let date) = slots.firstWhen?.day?.value
    else { return false }
    return named != room && date != day
  }

  private mutating func agree(to draft: Draft, _ asking: [OpenSlot]) {
    var draft = draft
    if let (index, phone) = draft.firstDoubt {
      draft.attendees?[index].phone = phone.e164
      draft.doubtfulPhones[index] = nil
      return proceed(draft)
    }
    if asking == [.confirm] {
      // Behind a line that was not understood it is seen again first, with what may be missing.
      draft.isOnlyShown = conversation.wasMisunderstood
      return proceed(draft)
    }
    answer = Answer(.needsMore, [.asks(asking, attendee: nameAsked(in: draft))])
  }

  /// Whether `cancel all` can only mean what is being put together: nothing is booked.
  private func isAllThereIs(_ draft: Draft) -> Bool {
    slots.choice?.value == .all && draft.changes == nil
      && world.ledger.bookings(of: speaker.user, from: now).isEmpty
  }

  mutating func drop(_ draft: Draft) {
    conversation.task = nil
    answer = Answer(.told, [.dropped(stays: draft.changes.flatMap { world.ledger.booking($0) })])
  }

  /// Leaves out the attendee, or the part, that is asked for.
  private mutating func skipPart(of draft: Draft, _ asking: [OpenSlot]) {
    var draft = draft
    if asking == [.title] || asking == [.confirm] { return proceed(draft) }
    guard let incomplete = draft.attendees?.firstIndex(where: \.isIncomplete) else {
      return drop(draft)
    }
    draft.leaveOut(attendeeAt: incomplete)
    let stays = draft.changes.flatMap { world.ledger.booking($0) }
    if let stays, draft.attendees == stays.attendees.map(AttendeeRequest.init) {
      return drop(draft)
    }
    proceed(draft)
  }

  // MARK: - A choice

  private mutating func picks(
    _ reading: Reading, from choices: [Choice], _ draft: Draft
  ) -> Bool {
    if reading.ordersAnother(than: draft), slots.choice == nil { return false }
    if reading.intent == .change, reading.intentOrigin == .said, draft.changes != nil,
      bookingNamed?.reference == draft.changes
    {
      // A new order about the same booking: nothing of what was refused goes with it.
      conversation.task = nil
      perform(reading)
      return true
    }
    var draft = draft
    draft.isOnlyShown = draft.isOnlyShown || reading.isTentative
    if let choice = picked(from: choices, reading) {
      // Behind a question that was only asked again, a yes may be said to what stands before it.
      let isDoubtful = reading.intent == .yes && slots.choice == nil && conversation.isAskedAgain
      if isDoubtful, takesWhatIsFree(draft) { return true }
      draft.isOnlyShown = draft.isOnlyShown || isDoubtful
      take(choice, of: choices, draft)
      return true
    }
    switch reading.intent {
    case .no where !slots.namesPlace: drop(draft)
    case .skip: drop(draft)
    case .cancel where slots.meansWhatIsOpen || isDescribed(draft): drop(draft)
    case .details, .change, .no, .mend, .addAttendee:
      if case .number = slots.choice?.value, slots.namesPlace {
        // `Bunker Friday 10`, where no choice has that number, may say an hour: not the one before.
        draft.start = nil
        draft.end = nil
      }
      let next = merging(into: draft)
      if !offersRefusedRoom(next) { proceedOnDayAsked(next, choices) }
    case .book where !reading.startsAnew:
      proceedOnDayAsked(merging(into: draft), choices)
    case .choose where wantsAnotherRoom: offerOthers(than: choices.compactMap(\.room), draft)
    case .choose where takesHour(beyond: choices):
      draft.isOnlyShown = draft.isOnlyShown || draft.start != nil
      proceed(merging(into: draft))
    case .choose, .yes: offerAgain(choices)
    case .removeAttendee: return removes(from: draft, offering: choices)
    case .show: return showsRoomOffered(choices)
    case .book, .draft, .cancel, .undo, .leave, .back, .find, .isFree, .rooms, .bookings, .passes,
      .help, .greet, .thank, .language, .nothing, .more, .wait, .resend, .reminder, .reminders,
      .cancelReminder:
      return false
    }
    return true
  }

  /// `the big one` after a question: takes one of the rooms that were free, if it was just asked.
  mutating func takeFound(_ reading: Reading) {
    if offersAnotherRoom() { return }
    if takesAnotherChoice(reading) { return }
    guard let listed = conversation.listed else {
      if wantsAnotherRoom { return listRooms() }
      answer = Answer(.notUnderstood, [.nothingOpen])
      return
    }
    guard let choice = picked(from: listed.choices, reading) else {
      return offerAgain(listed.choices)
    }
    var draft = Draft()
    draft.day = listed.day
    draft.window = conversation.query?.window
    draft.headcount = conversation.query?.filter.seats
    draft.isOnlyShown = reading.isTentative
    take(choice, of: listed.choices, draft)
  }

  /// Says that what was picked is not among the choices, or that one has to be named.
  mutating func offerAgain(_ choices: [Choice]) {
    var number: Int?
    if case .number(let said) = slots.choice?.value { number = said }
    answer = Answer(.needsChoice, [.noSuchChoice(number), .offers])
    answer.choices = choices
  }

  /// Takes what was offered; the ledger is asked again, for it may be gone by now.
  mutating func take(_ choice: Choice, of choices: [Choice], _ draft: Draft) {
    var draft = draft
    defer { keepPick(of: choices) }
    switch choice.offer {
    case .hold(let room, let span):
      draft.room = room
      draft.day = span.start.date
      draft.start = span.start.time
      draft.end = nil
      draft.minutes = world.ledger.zone.minutes(of: span)
      draft.window = nil
      draft.bound = .exact
      draft.isFromNow = false
      draft.movesByMinutes = nil
      draft.lengthensByMinutes = nil
      // Picked with all of it in sight, so it is no longer an assumption.
      draft.assumed.subtract([.length, .day, .room, .meridiem, .calendar])
      draft.acceptsFewerSeats = true
    case .anyway(let room, _):
      draft.room = room
      draft.acceptsFewerSeats = true
    case .room(let room): draft.room = room
    case .all: return takeAll(choices, draft)
    case .booking: return
    }
    slots.rooms = []
    slots.targetRoom = nil
    let beside = whenBesideChoice()
    // `the first, but rather in the morning` is not what was offered.
    if slots.choice != nil, beside.isEmpty, slots.target != nil || !slots.when.isEmpty {
      draft.isOnlyShown = true
    }
    slots.when = beside
    slots.target = nil
    if let day = slots.firstWhen?.day?.value, day != draft.day.map(DayMention.on) {
      draft.isOnlyShown = true
    }
    proceed(merging(into: draft))
  }

  /// What a line says of the time beside the number of a choice, which is not part of the choice:
  /// `the second, but until 12`, `the second, half an hour only`.
  private func whenBesideChoice() -> [When] {
    guard slots.choice != nil, var when = slots.target ?? slots.firstWhen else { return [] }
    if when.bound == .until { when.bound = .exact }
    let isExact = when.bound == .exact && when.window == nil && when.fromNowMinutes == nil
    return isExact ? [when] : []
  }

  /// The choice that a number, an order or its own words pick; nil if none or several.
  func picked(from choices: [Choice], _ reading: Reading) -> Choice? {
    if let mention = slots.choice?.value {
      let isBooking = choices.contains { $0.booking != nil }
      return reading.intent.takes(isBooking: isBooking) ? picked(by: mention, from: choices) : nil
    }
    switch reading.intent {
    case .yes where slots.rooms.isEmpty: return choices.count == 1 ? choices[0] : nil
    case .yes, .details, .book, .choose, .change, .show, .isFree:
      // A room alone is a pick among those offered; with a question about it, it is not.
      if [.show, .isFree].contains(reading.intent), reading.intentOrigin == .said { return nil }
      return pickedByWords(from: choices)
    case .draft, .find, .rooms, .bookings, .cancel, .undo, .addAttendee,
      .removeAttendee, .passes, .resend, .mend, .wait, .skip, .help, .language, .greet, .leave,
      .thank, .no, .back, .more, .reminder, .reminders, .cancelReminder, .nothing:
      return nil
    }
  }

  func picked(by mention: ChoiceMention, from choices: [Choice]) -> Choice? {
    switch mention {
    case .number(let number): choices.first { $0.number == number }
    case .last: choices.last
    case .all: choices.first { $0.offer == .all }
    case .several, .larger, .other: nil
    case .any: choices.first
    case .bySeats(let largest): bySeats(choices, largest: largest)
    case .byStart(let earliest): byStart(choices, earliest: earliest)
    }
  }

  private func bySeats(_ choices: [Choice], largest: Bool) -> Choice? {
    let seated = choices.compactMap { choice in
      choice.room.flatMap { world.ledger.room($0)?.seats }.map { (choice, $0) }
    }
    return seated.max { largest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
  }

  private func byStart(_ choices: [Choice], earliest: Bool) -> Choice? {
    let timed = choices.compactMap { choice in spanOf(choice).map { (choice, $0.start) } }
    return timed.min { earliest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
  }

  private func pickedByWords(from choices: [Choice]) -> Choice? {
    let room = roomWanted()
    let when = slots.target ?? slots.firstWhen
    guard room != nil || when?.start != nil || slots.anyway != nil else { return nil }
    // What says more than a choice does is not a pick.
    if when?.lengthMinutes != nil || when?.end != nil && when?.start == nil { return nil }
    let fitting = choices.filter { choice in
      if let room, choice.room != room { return false }
      if slots.anyway?.value == true, !choice.isAnyway { return false }
      if let start = when?.start?.value, spanOf(choice)?.start.time != start { return false }
      if let end = when?.end?.value, spanOf(choice)?.end.time != end { return false }
      if case .on(let date) = when?.day?.value, spanOf(choice)?.start.date != date {
        return false
      }
      return true
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  private func spanOf(_ choice: Choice) -> CivilSpan? {
    switch choice.offer {
    case .hold(_, let span): span
    case .booking(let reference): world.ledger.booking(reference)?.span
    case .anyway, .room, .all: nil
    }
  }
}

extension Choice {
  /// The room that is offered.
  var room: RoomID? {
    switch offer {
    case .hold(let room, _), .anyway(let room, _), .room(let room): room
    case .booking, .all: nil
    }
  }

  /// The booking that is offered.
  var booking: BookingReference? {
    if case .booking(let reference) = offer { return reference }
    return nil
  }

  var isAnyway: Bool {
    if case .anyway = offer { return true }
    return false
  }
}

extension Reading {
  /// Whether a verb of booking wants a room, while a booking that stands is being changed: it never
  /// changes that one.
  fileprivate func ordersAnother(than draft: Draft) -> Bool {
    draft.changes != nil && intentOrigin == .said && (intent == .book || intent == .draft)
  }

  /// Whether nothing in the line says what is to be done, and words of it mean nothing to anybody:
  /// `the aquarium was dirty at 4` names a room and a time, and wants none. Nor is it certain where
  /// the line leaves it open.
  var isGuessed: Bool { isTentative || intentOrigin == .assumed && !unused.isEmpty }

  /// Whether a line with a verb says so much of its own that it begins a new booking rather than
  /// completing the one under way.
  var startsAnew: Bool {
    guard intentOrigin == .said else { return false }
    return !slots.rooms.isEmpty && slots.firstWhen?.start != nil
  }
}
