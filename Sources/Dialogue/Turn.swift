// One turn of a conversation: what is done about a line, given all that was said before. The file
// sends each intent on its way; what happens there stands in the extensions.

public import Bookings
public import CivilTime
public import Language
public import Passes

/// What a turn changed, in order, to be written into the journal.
public enum TurnFact: Hashable, Sendable {
  /// Of a booking.
  case booking(BookingEvent)
  /// Of a pass.
  case pass(PassEvent)
}

/// One turn. It owns the world while it lasts, so that nothing is copied; the agent takes it back.
public struct Turn: Sendable {
  /// The house, with the changes of the turn already in it.
  public internal(set) var world: World
  /// The memory of the conversation after the turn.
  public internal(set) var conversation: Conversation
  /// What changed, in order.
  public internal(set) var facts: [TurnFact] = []
  /// What is to be said.
  public internal(set) var answer = Answer(.told)

  let speaker: Speaker
  let now: Instant
  let civilNow: CivilMoment
  /// Whether it only tells what it would change: its ledger supposes that, and nothing is copied.
  var isRehearsal: Bool
  /// Whether all that a line would change is shown first, whatever it says.
  private let showsFirst: Bool
  var line: [UInt8] = []
  var slots = Slots()
  /// Who holds a pass of what this turn has cancelled.
  var holdersOfCancelled: [String] = []

  /// The beginning of a turn. A rehearsal tells in `facts` what would change, and changes nothing;
  /// a turn that shows first asks before it changes anything.
  public init(
    world: consuming World, conversation: Conversation, speaker: Speaker, now: Instant,
    isRehearsal: Bool = false, showsFirst: Bool = false
  ) {
    civilNow = world.ledger.zone.civil(at: now)
    self.isRehearsal = isRehearsal
    self.showsFirst = showsFirst
    self.world = world
    self.conversation = conversation
    self.speaker = speaker
    self.now = now
  }

  /// The circumstances in which the reader is to read the line.
  public var readingContext: ReadingContext {
    let policy = world.ledger.building.policy
    var expected: Set<SlotKind> = []
    for slot in conversation.open { expected.formUnion(slot.kinds) }
    var context = ReadingContext(
      now: civilNow, dateOrder: world.habits.dateOrder,
      hours: ClockWindow(from: policy.opens, to: policy.closes) ?? .usual,
      vocabulary: world.vocabulary, expected: expected, people: peopleKnown,
      zone: world.ledger.zone,
      phoneRegion: world.habits.phoneRegion)
    context.hasListed = conversation.listed != nil || conversation.freshPick != nil
    context.titles = titlesKnown
    context.knowsQuarters = conversation.knowsQuarters
    return context
  }

  /// Does what a line asks, by the best of its readings, and settles the answer.
  public mutating func take(_ readings: [Reading], of line: [UInt8]) {
    self.line = line
    conversation.turns += 1
    if let first = readings.first, first.intent.isOfReminders { return passOver(first) }
    let settled = settlePlaceAsked(settleChoice(readings))
    let reading = showsFirst ? settled.asTentative : settled
    if reading.takesBack, !isWhatIsTakenBack(reading) { conversation.task = nil }
    takeRoomsForPeople()
    settleWhatWasBefore(reading)
    settleOccasion(reading)
    let days = settleWeekdays(reading)
    conversation.wasMisunderstood = conversation.misunderstandings > 0
    if reading.intent != .nothing { conversation.misunderstandings = 0 }
    if let part = impossibleDay() {
      refuseDay(part, reading)
    } else if mayMoveLast(reading) || mayMoveNamed(reading) || saysWhatItBecomes(reading) {
      tryFirst(reading.asChange)
    } else if reading.isTentative {
      tryFirst(reading)
    } else if namesStrangeOccasion(reading) || comesToAnotherOnly(reading) {
      tryFirst(reading.asTentative)
    } else if mayLackForLast(reading) {
      tryFirst(reading.asChange)
    } else if mayOutgrowLast(reading) {
      slots.when = []
      tryFirst(reading.asChange)
    } else if let booking = bookingBigEnough(reading) {
      answer = Answer(.told, [.dropped(stays: booking)])
    } else {
      follow(reading)
    }
    if answer.kind == .done, reading.intent == .yes,
      conversation.quarterTurn == conversation.turns - 1
    {
      conversation.knowsQuarters = true
    }
    if conversation.isAsking { conversation.keepDaysAskedAbout(days) }
    sayWhatBecameOfTimes(reading)
    sayWhatWasUnused(reading, of: line)
    takeUpWhatWaits()
    askAgainIfOpen()
    sayWhoComesAndGoes()
    answer.open = conversation.open
  }

  mutating func perform(_ reading: Reading) {
    switch reading.intent {
    case .book: book(onlyShown: reading.isGuessed)
    // Who wants to hear of a free room has not asked for it yet.
    case .draft, .wait: book(onlyShown: true)
    case .find: find(isAssumed: reading.intentOrigin == .assumed)
    case .isFree: tellIfFree()
    case .rooms: listRooms()
    case .show: show()
    case .bookings: listBookings()
    case .change: change()
    case .cancel: cancel(isSure: reading.unused.isEmpty, isTentative: reading.isTentative)
    case .undo: undo()
    case .addAttendee: addAttendees()
    case .removeAttendee: removeAttendees()
    case .passes: listPasses()
    case .resend: resend()
    case .mend: mend(isSure: reading.unused.isEmpty)
    case .skip: skip()
    case .help, .language: answer = Answer(.help, [.help(examples())])
    case .greet: answer = Answer(.greeting, [.greeting(speaker.name, examples())])
    case .leave: leave()
    case .thank: answer = Answer(.greeting, [.welcome])
    case .yes: agree()
    case .no: disagree()
    case .choose: takeFound(reading)
    case .back, .more: answer = Answer(.notUnderstood, [.nothingOpen])
    case .reminder, .reminders, .cancelReminder: tellOfReminders()
    case .details: takeDetails(reading)
    case .nothing: notUnderstood(reading.slots)
    }
  }

  /// Whether a line takes back what is open, and says no more than that again: `never mind, cancel`
  /// is not about a booking that stands.
  private func isWhatIsTakenBack(_ reading: Reading) -> Bool {
    conversation.task != nil && reading.intent == .cancel && slots.meansWhatIsOpen
  }

  /// Only a good-bye that is nothing else ends the session: `see you at 10 in the Aquarium` is said
  /// to somebody else.
  private mutating func leave() {
    let isWhole = slots.rooms.isEmpty && slots.firstWhen?.start == nil
    answer = isWhole ? Answer(.goodbye, [.goodbye]) : Answer(.told, [.dropped(stays: nil)])
  }

  // MARK: - Saying what could not be done

  private mutating func notUnderstood(_ parts: Slots) {
    conversation.misunderstandings += 1
    let level = min(conversation.misunderstandings, 3)
    answer = Answer(.notUnderstood, [.notUnderstood(level: level, examples())])
    keepMissedDay(of: parts)
  }

  /// Keeps the one day of a line that was not understood: `ten o'clock` in the next line is hardly
  /// said of today.
  private mutating func keepMissedDay(of parts: Slots) {
    guard parts.when.count == 1, case .on(let day) = parts.firstWhen?.day?.value else { return }
    switch conversation.task {
    case .drafting(let draft, let asking) where draft.day == nil && draft.changes == nil:
      conversation.task = .drafting(draft.shown(on: day), asking: asking)
    case .choosing(let choices, let draft) where draft.day == nil && draft.start == nil:
      conversation.task = .choosing(choices, draft.shown(on: day))
    // Perhaps it took back the day said before.
    case .drafting(let draft, let asking) where draft.day != day && draft.changes == nil:
      conversation.task = .drafting(draft.shown(on: draft.day ?? day), asking: asking)
    case .choosing(let choices, let draft) where draft.day != day && draft.changes == nil:
      conversation.task = .choosing(choices, draft.shown(on: draft.day ?? day))
    case .drafting, .choosing: return
    case .choosingBooking, .confirming, .confirmingLine, nil: conversation.missedDay = day
    }
  }

  /// Names the words that nothing could be made of, unless the whole line is one of them.
  private mutating func sayWhatWasUnused(_ reading: Reading, of line: [UInt8]) {
    guard reading.intent != .nothing else { return }
    // Only cancelling takes several bookings at once; a change asks which one.
    let takesSeveral = reading.intent == .cancel || reading.intent == .change
    let further = takesSeveral ? [] : reading.slots.furtherBookings.map(\.range)
    let words = (reading.unused + further).map { String(decoding: line[$0], as: UTF8.self) }
    guard !words.isEmpty else { return }
    answer.parts.append(.unused(words))
  }

  /// Asks the open question again after something else was answered.
  mutating func askAgainIfOpen() {
    // Who leaves is asked nothing; the question stays for when they come back.
    guard conversation.task != nil, !answer.asksSomething, answer.kind != .goodbye else {
      conversation.timesPutOff = 0
      return
    }
    if putsOffAgain() { return }
    conversation.keepAskedAgain()
    sayOpenQuestion()
  }

  /// Adds what is open to the answer.
  private mutating func sayOpenQuestion() {
    switch conversation.task {
    case nil: break
    case .drafting(let draft, let asking):
      answer.parts.append(.asks(asking, attendee: nameAsked(in: draft)))
    case .choosing(let choices, let draft):
      let lacksTime = draft.start == nil && draft.changes == nil
      if lacksTime { answer.parts.append(.asks([.start], attendee: nil)) }
      answer.choices = choices
      answer.parts.append(.offers)
    case .choosingBooking(let choices, _):
      answer.choices = choices
      answer.parts += [.asksWhichBooking, .offers]
    case .confirming(_, let references):
      answer.parts.append(.asksIfCancel(references.compactMap { world.ledger.booking($0) }))
    case .confirmingLine(let awaited):
      answer.parts.append(.asksIfMeant(changesAwaited(by: awaited)))
    }
  }

  /// Whether one order after another was done beside what is open: then to say that it is still
  /// open is enough.
  private mutating func putsOffAgain() -> Bool {
    guard !answer.changes.isEmpty else { return false }
    conversation.timesPutOff += 1
    return conversation.timesPutOff > 1 && answer.parts.contains(where: \.isStillOpen)
  }

  /// Why the day of the line, or a time or an amount, cannot be, if it cannot.
  private func impossibleDay() -> AnswerPart? {
    for when in slots.when + [slots.target].compactMap({ $0 }) {
      if let range = when.noTime {
        return .impossibleTime(String(decoding: line[range], as: UTF8.self))
      }
      switch when.day?.value {
      case .impossible(let words): return .impossibleDay(words)
      case .contradiction(let weekday, let date):
        return .contradiction(weekday, date)
      case .on, .among, .nextDay, .previousDay, nil: break
      }
    }
    return (slots.noLength ?? slots.noCount).map {
      .impossibleAmount(String(decoding: line[$0], as: UTF8.self))
    }
  }

  /// Refuses a day that cannot be; where it was to be booked, all else is kept and the day asked
  /// for.
  private mutating func refuseDay(_ part: AnswerPart, _ reading: Reading) {
    var draft: Draft?
    if case .drafting(let open, _) = conversation.task { draft = open }
    if case .choosing(_, let open) = conversation.task { draft = open }
    if reading.intent == .book || reading.intent == .draft { draft = draft ?? Draft() }
    guard let draft else {
      answer = Answer(.refused, [part])
      return
    }
    var asking: [OpenSlot] = [.date]
    if case .impossibleTime = part { asking = [.start] }
    if case .impossibleAmount = part {
      guard slots.noLength != nil else { return showWithoutCount(draft, part) }
      asking = [.end]
    }
    conversation.task = .drafting(merging(into: draft), asking: asking)
    answer = Answer(.needsMore, [part, .asks(asking, attendee: nil)])
  }

  /// Shows what would be booked for nobody knows how many.
  private mutating func showWithoutCount(_ draft: Draft, _ part: AnswerPart) {
    var draft = merging(into: draft)
    draft.isOnlyShown = true
    proceed(draft)
    answer.parts.insert(part, at: 0)
  }

  /// Asks again what is open, as if it had just been asked.
  public mutating func repeatOpenQuestion() {
    conversation.turns += 1
    switch conversation.task {
    case .drafting(var draft, _):
      draft.isOnlyShown = true
      proceed(draft)
    case .choosing: answer = Answer(.needsChoice)
    case .choosingBooking: answer = Answer(.needsChoice)
    case .confirming, .confirmingLine: answer = Answer(.needsConfirmation)
    case nil: return
    }
    if answer.parts.isEmpty { sayOpenQuestion() }
    sayWhoComesAndGoes()
    answer.open = conversation.open
  }

  // MARK: - Making it so

  /// Asks the ledger, and if it agrees makes it so: the events, and the passes they bring.
  mutating func carryOut(_ intention: Intention) throws(Refusals) -> [BookingEvent] {
    let events = try world.ledger.decide(intention, by: speaker.user, at: now)
    for event in events {
      if case .cancelled(let booking) = event {
        holdersOfCancelled += world.outbox.holders(of: booking.reference).map(\.recipient.name)
      }
      facts.append(.booking(event))
      if isRehearsal {
        world.ledger = world.ledger.supposing(event)
        continue
      }
      world.ledger.apply(event, at: now)
      if case .booked = event { world.keepInMind(event.booking.reference, at: now) }
      for passEvent in world.outbox.decideOwed(after: event, at: now) { apply(passEvent) }
    }
    answer.changes += events
    return events
  }

  mutating func apply(_ event: PassEvent) {
    if !isRehearsal { world.outbox.apply(event) }
    facts.append(.pass(event))
  }
}

extension Answer {
  /// Whether the answer itself ends in a question.
  var asksSomething: Bool {
    switch kind {
    case .needsMore, .needsConfirmation, .needsChoice: true
    case .done, .told, .help, .greeting, .goodbye, .notUnderstood, .refused: false
    }
  }
}

extension AnswerPart {
  fileprivate var isStillOpen: Bool { if case .stillOpen = self { true } else { false } }
}

extension OpenSlot {
  /// The slots of a line that can answer it.
  var kinds: Set<SlotKind> {
    switch self {
    case .room: [.room]
    case .date: [.day, .when]
    case .start: [.start, .when, .day]
    case .end: [.end, .length, .when]
    case .attendeeName: [.name, .people]
    case .attendeeEmail: [.email, .people]
    case .attendeePhone: [.phone, .people]
    case .title: [.title]
    case .people: [.headcount]
    case .confirm: [.confirmation]
    case .choice: [.choice]
    }
  }
}

extension Turn {
  /// The days whose bookings and openings the answer rests on.
  public var daysLookedAt: Set<CivilDate> {
    var days = Set(answer.rooms.map(\.date))
    days.formUnion(answer.changes.map(\.booking.span.start.date))
    for choice in answer.choices {
      if case .hold(_, let span) = choice.offer { days.insert(span.start.date) }
    }
    if let day = saidDay() { days.insert(day) }
    if let day = conversation.query?.day { days.insert(day) }
    return days
  }
}

extension Draft {
  /// The same on a day that may be meant, so that it is shown first.
  fileprivate func shown(on day: CivilDate) -> Draft {
    var draft = self
    draft.day = day
    draft.isOnlyShown = true
    return draft
  }
}
