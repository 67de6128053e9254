// One turn of a conversation, in six steps: the line is cut into clauses, each is understood,
// planned and judged by the table of caution, what is decided is done, and it is told. The file
// holds the face and the order of the steps.

public import Accounts
public import Bookings
public import CivilTime
public import Discourse
public import Language
public import Passes
import Planning
import Products
import Understanding

/// What a turn changed, in order, to be written into the journal.
public enum TurnFact: Hashable, Sendable {
  /// Of a booking.
  case booking(BookingEvent)
  /// Of a pass.
  case pass(PassEvent)
  /// Of what somebody waits for.
  case wait(WaitEvent)
}

/// One turn. It owns the world while it lasts, so that nothing is copied; the agent takes it back.
public struct Turn: Sendable {
  /// The house, with the changes of the turn already in it.
  public internal(set) var world: World
  /// The memory of the conversation after the turn.
  public internal(set) var conversation: DialogueState
  /// What changed, in order.
  public internal(set) var facts: [TurnFact] = []
  /// What became free, in order: it may be offered to who waits.
  public internal(set) var freed: [FreedPlace] = []
  /// What is to be said.
  public internal(set) var answer = Answer(.told)

  let speaker: Speaker
  let now: Instant
  /// In which conversation it is.
  let place: String
  /// What may be shown and asked there of accounts.
  let setting: LinkSetting
  /// The words of the line that are numbers, where tickets are asked for.
  private var numbers: [String: Int] = [:]
  /// When the line says, where a field is asked for by the clocks of another zone.
  var whenThere: When?
  /// What was open for too long and is not asked any more: told once.
  var expired: [PurchaseID] = []
  /// Whether it only tells what it would change: its ledger supposes that, and nothing is copied.
  let isRehearsal: Bool
  /// Whether all that a line would change is shown first, whatever it says.
  private let showsFirst: Bool

  /// The beginning of a turn. A rehearsal tells in `facts` what would change, and changes nothing;
  /// a turn that shows first asks before it changes anything.
  public init(
    world: consuming World, conversation: DialogueState, speaker: Speaker, now: Instant,
    isRehearsal: Bool = false, showsFirst: Bool = false, place: String = "",
    setting: LinkSetting = LinkSetting(isPrivate: false, isLocal: false, takesSecrets: false)
  ) {
    self.setting = setting
    self.place = place
    self.isRehearsal = isRehearsal
    self.showsFirst = showsFirst
    self.world = world
    self.conversation = conversation
    self.speaker = speaker
    self.now = now
    self.world.ledger.viewer = speaker.user
    takeUpOffers()
    closeLinksThatAreOver()
    takeUpRide()
  }

  /// Whether it changed trips, what is booked on them, or accounts.
  public var changesTravel: Bool { world.travel.hasEffects || world.hasAccountEffects }

  /// The house as whoever speaks sees it now. Nobody may hold it while something is done, or all of
  /// the ledger would be copied.
  var house: HouseView {
    var house = HouseView(
      ledger: world.ledger, user: speaker.user, now: now,
      usualMinutes: world.habits.usualMinutes, lately: world.madeLately(at: now),
      troubled: troubled, travel: world.travel, accounts: world.accounts)
    house.signIns = world.signIns
    house.zones = world.zones
    return house
  }

  /// Whose pass has failed of those who come to the booking spoken of last.
  private var troubled: [BookingReference: [AttendeeID]] {
    guard case .booking(let last) = conversation.salient(.booking)?.entity else { return [:] }
    let failed = world.outbox.passes(of: last).filter { pass in
      if case .failed = pass.state { true } else { false }
    }
    return failed.isEmpty ? [:] : [last: failed.map(\.attendee)]
  }

  private var understander: Understander {
    Understander(
      house: house, vocabulary: world.vocabulary, speaker: speaker, rules: world.rules,
      numbers: numbers, whenThere: whenThere)
  }

  /// The circumstances in which the reader is to read the line.
  public var readingContext: ReadingContext {
    let policy = world.ledger.building.policy
    var context = ReadingContext(
      now: world.ledger.zone.civil(at: now), dateOrder: world.habits.dateOrder,
      hours: ClockWindow(from: policy.opens, to: policy.closes) ?? .usual,
      vocabulary: world.vocabulary, zone: world.ledger.zone,
      phoneRegion: world.habits.phoneRegion)
    context.speakerLanguage = conversation.language.map(LanguageTag.init)
    understander.tell(&context, of: conversation)
    return context
  }

  // MARK: - Clauses

  /// Does what a line asks: the orders of one that holds several one after another, as long as each
  /// is done and asks nothing. What is not done is said. Hands back how the line, or the first of
  /// its orders, was read; if a limit left something of the line unread, nothing was done.
  public mutating func take(_ line: [UInt8], by reader: Reader) -> Reading? {
    let context = readingContext
    let readings = reader.read(line, in: context)
    let words = words(of: line, by: reader, in: context)
    defer { keepLanguage(of: readings.first, words) }
    // What a limit left unread might mean something else: nothing is done, and the agent says so.
    if let cut = readings.first(where: { $0.limitMet != nil }) { return cut }
    let orders = reader.orders(of: line, read: readings, in: context)
    let meant = readings.map { understander.meant(by: $0, line, in: conversation) }
    conversation.begin()
    guard !orders.isEmpty else {
      // What is not understood may still name a day, for the lines that follow.
      let parts = readings.isEmpty ? [reader.parts(of: line, in: context)] : []
      if let cut = parts.first, cut.limitMet != nil { return cut }
      take(meant + parts, Clause(line))
      finish()
      return meant.first
    }
    var (whole, undoable) = (Answer(.told), [BookingEvent]())
    var (first, before): (Reading?, Reading?)
    var isFirst = true
    for (place, order) in orders.enumerated() {
      let words = Reader.octets(line, of: order)
      let circumstances = place == 0 ? context : readingContext
      let readings = reader.read(words, in: circumstances).map { $0.onDay(of: before) }
      readThere(words, by: reader)
      // `cancel it and book Cockpit instead` is one change.
      if place == 0, orders.count == 2, let gone = readings.first, gone.intent == .cancel,
        let change = reader.read(Reader.octets(line, of: orders[1]), in: context).first?
          .replacing(gone)
      {
        take([change], Clause(line))
        finish()
        return change
      }
      // `that was wrong, bring it back`: the first only says why.
      if let complaint = readings.first, complaint.intent == .change, complaint.slots == Slots(),
        place < orders.count - 1
      {
        continue
      }
      first = first ?? readings.first
      before = readings.first { $0.intent == .book } ?? before
      answer = Answer(.told)
      take(readings, Clause(words, isFurther: !isFirst))
      if !answer.changes.isEmpty { undoable += conversation.undoable }
      if isFirst { whole = answer } else { whole.append(answer) }
      isFirst = false
      let rest = orders[(place + 1)...]
      guard whole.goesOn || rest.isEmpty else {
        whole.parts.append(.left(rest.map { String(decoding: line[$0], as: UTF8.self) }))
        break
      }
    }
    // All that a line does is taken back as one.
    if !undoable.isEmpty { conversation.undoAsOne(undoable) }
    answer = whole
    finish()
    return first
  }

  /// In which language the words of a line are; nothing of one that may be filled into a field of
  /// the service, as a name. Its numbers are kept instead.
  private mutating func words(
    of line: [UInt8], by reader: Reader, in context: ReadingContext
  ) -> LanguageWords? {
    readThere(line, by: reader)
    guard case .ride(.field) = conversation.open?.question else {
      return reader.words(of: line, in: context)
    }
    numbers = reader.numbers(in: line, in: context)
    return nil
  }

  /// Does what a line asks, by the best of its readings, and settles the answer.
  public mutating func take(_ readings: [Reading], of line: [UInt8]) {
    conversation.begin()
    take(readings, Clause(line))
    finish()
  }

  /// Does what is asked without words, as a line that means the same would.
  public mutating func take(_ move: Move) {
    conversation.begin()
    let opened = conversation.issues
    let verdict = Planner(house: house).verdict(
      on: Hypothesis(rule: "", move), in: conversation)
    carryOut(verdict, answering: nil, Reading(intent: .nothing), Clause([]))
    conversation.misunderstandings = 0
    sayWhatIsGivenUp(of: opened)
    finish()
  }

  /// The answer is whole: what is open is asked again, and it is settled what of the next line is
  /// secret.
  mutating func finish() {
    tellWhatExpired()
    askAgainWhatIsOpen()
    noteSecretAsked()
  }

  /// A part of a line that is understood by itself.
  struct Clause {
    let octets: [UInt8]
    /// Whether another stands before it.
    let isFurther: Bool

    init(_ octets: [UInt8], isFurther: Bool = false) {
      self.octets = octets
      self.isFurther = isFurther
    }

    func words(of range: OctetRange) -> String { String(decoding: octets[range], as: UTF8.self) }
  }

  private mutating func take(_ readings: [Reading], _ clause: Clause) {
    let reading = readings.first ?? Reading(intent: .nothing)
    let (verdict, answered) = decide(readings, clause)
    let opened = conversation.issues
    carryOut(verdict, answering: answered, reading, clause)
    var isUnknown = reading.intent == .nothing
    if case .unknown = verdict { isUnknown = true }
    if isUnknown {
      conversation.misunderstandings += 1
      keepDayMissed(reading)
    } else {
      conversation.misunderstandings = 0
    }
    if !answer.changes.isEmpty, let part = reading.slots.timePart {
      conversation.timeSaid = TimeSaid(part, turn: conversation.turn)
    }
    if reading.intent == .yes, answer.kind == .done,
      conversation.quartersTurn == conversation.turn - 1
    {
      conversation.knowsQuarters = true
    }
    sayWhatBecameOfTimes(reading, clause)
    sayWhatWasUnused(reading, clause)
    if answered == nil { sayWhatIsGivenUp(of: opened) }
  }

  /// Keeps the day of a line that was not understood, and hours: the next line may mean it.
  private mutating func keepDayMissed(_ reading: Reading) {
    guard reading.slots.when.count == 1, case .on(let day) = reading.slots.when[0].day?.value else {
      return
    }
    conversation.mention(.days(day...day), as: .missed)
  }

  // MARK: - Understanding, planning, caution

  /// What is done about a clause, and the question that it answers, if it answers one.
  private func decide(_ readings: [Reading], _ clause: Clause) -> (Verdict, IssueID?) {
    let planner = Planner(house: house)
    let hypotheses = understander.hypotheses(
      of: readings, line: clause.octets, in: conversation)
    guard var best = planner.best(of: hypotheses) else { return (.unknown, nil) }
    if showsFirst { best.doubts.insert(.hedged) }
    // A further booking whose day is not said may be for the day spoken of before.
    if clause.isFurther, best.move.leavesDayOpen { best.doubts.insert(.hedged) }
    return (planner.verdict(on: best, in: conversation), best.move.answered)
  }

  // MARK: - Acting

  /// Makes events true, with the passes they bring.
  mutating func make(_ events: [BookingEvent]) {
    for event in events {
      noteFreed(by: event)
      // What is held for who waits has to be given up before it can be booked.
      let met = world.ledger.decideWaitsMet(by: event, of: speaker.user)
      for ended in met { make(ended) }
    }
    facts += events.map(TurnFact.booking)
    answer.changes += events
    if isRehearsal {
      world.ledger = world.ledger.supposing(events)
      return
    }
    world.ledger.apply(events, at: now)
    for event in events {
      if case .booked = event { world.keepInMind(event.booking.reference, at: now) }
    }
    owePasses(after: events)
  }

  mutating func make(_ event: PassEvent) {
    if !isRehearsal { world.outbox.apply(event) }
    facts.append(.pass(event))
  }
}

extension Move {
  /// Whether it books without saying on which day.
  fileprivate var leavesDayOpen: Bool {
    guard case .pursue(let purposes, _, nil) = self else { return false }
    return purposes.contains { $0.goal == .book && !$0.request.times.day.isSaid }
  }

  /// The question that it answers, if it answers one.
  var answered: IssueID? {
    switch self {
    case .pursue(_, _, let id), .retract(let id): id
    case .settle(let id, _), .skip(let id): id
    case .undo, .redo, .passes, .ride, .courtesy, .misses: nil
    }
  }
}

extension Answer {
  /// Whether the next order may be done: this one is, or there was nothing to be done.
  fileprivate var goesOn: Bool {
    switch kind {
    case .done, .told: refusals.isEmpty
    case .help, .greeting, .goodbye, .needsMore, .needsConfirmation, .needsChoice,
      .notUnderstood, .refused, .underWay, .unsure:
      false
    }
  }

  /// Says another answer behind this one. What is asked, picked and said next is of the last.
  mutating func append(_ next: Answer) {
    let isOpen = next.asksSomething || changes.isEmpty
    kind = isOpen ? next.kind : .done
    parts += next.parts
    choices = next.choices
    refusals += next.refusals
    changes += next.changes
    waits += next.waits
    passesTouched += next.passesTouched
    rooms += next.rooms
    bookings += next.bookings
    suggestions = next.suggestions
  }

  /// Whether the answer itself ends in a question.
  var asksSomething: Bool {
    switch kind {
    case .needsMore, .needsConfirmation, .needsChoice: true
    case .done, .told, .help, .greeting, .goodbye, .notUnderstood, .refused, .underWay, .unsure:
      false
    }
  }
}

extension Turn {
  /// The days whose bookings and openings the answer rests on.
  public var daysLookedAt: Set<CivilDate> {
    var days = Set(answer.rooms.map(\.date))
    days.formUnion(answer.changes.map(\.booking.span.start.date))
    days.formUnion(answer.choices.compactMap { $0.offer.span?.start.date })
    if case .request(let asked, _) = conversation.salient(.request)?.entity,
      let day = asked.times.day.value
    {
      days.insert(day.first)
    }
    if let open = conversation.open, let span = house.span(of: open.purpose) {
      days.insert(span.start.date)
    }
    return days
  }
}
