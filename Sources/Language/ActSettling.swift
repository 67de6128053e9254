// Settles what a line is said for, where the grammar and the weights learned from examples say
// different things.

/// Settles the readings of a line by how likely each act is.
///
/// The grammar knows what words say, the weights know what such lines are said for. A whole order
/// stays one. Where the grammar leaves something aside or open, or understands nothing, the likely
/// act decides: the line is read for it with the parts that it says. What words of the line
/// themselves leave open, or deny, is never made sure.
struct ActSettling: ~Copyable {
  let chart: Chart
  let odds: ActOdds
  let situation: Situation
  let limits: ReadingLimits

  /// An act at least as likely is believed where the grammar does not understand the line.
  private static let rather: Float = 0.3
  /// The same of a first line, and where the grammar leaves something aside.
  static let surely: Float = 0.45
  /// The same of a yes, a no and a detail that say more than that.
  private static let fairly: Float = 0.6
  /// The same where the grammar leaves nothing aside.
  static let certainly: Float = 0.8
  /// A reading of the grammar for which all acts together are less likely is not believed, where it
  /// leaves something aside, and where it leaves nothing aside.
  private static let hardly: Float = 0.25
  static let never: Float = 0.1
  /// An act at least as likely is done without a question where nothing of the line speaks against.
  private static let doubtless: Float = 0.5
  /// The same of what the grammar doubts.
  private static let clear: Float = 0.8
  /// The same where the line leaves something open, aside or denied.
  private static let surest: Float = 0.9
  /// The same of what takes away.
  private static let clearOfLoss: Float = 0.95
  /// A question that proposes with at least this likelihood is shown first.
  private static let proposed: Float = 0.25

  /// Settles the readings, the best of them first.
  func settle(_ readings: inout [Reading], by search: borrowing CoverSearch) {
    choose(&readings, by: search)
    let other = readings.count == 1 ? ofStanding(beside: readings[0], by: search) : nil
    for place in readings.indices {
      readings[place].odds = odds
      takeRoomSpokenOf(&readings[place])
      forgetNobody(&readings[place])
      forgetFurther(&readings[place])
      takeFurther(&readings[place])
    }
    if let other { readings[0].otherwise = [other] }
  }

  /// The line, read for what is done about a booking that stands, where it is read for a new one
  /// and that is likely too: which one it is, the bookings decide.
  private func ofStanding(
    beside reading: Reading, by search: borrowing CoverSearch
  ) -> Reading? {
    guard situation == .first, [.book, .draft, .details].contains(reading.intent) else {
      return nil
    }
    let likely = Self.ofStanding.max { odds[$0] < odds[$1] }
    guard let likely, odds[likely] >= Self.rather else { return nil }
    // Whoever is named with an address is what changes.
    let isOfPeople = likely == .change && reading.slots.people.contains { !$0.isNameAlone }
    var other = self.reading(for: isOfPeople ? .invite : likely, search)
    other?.odds = odds
    return other
  }

  /// The acts about a booking that stands.
  private static let ofStanding: [DialogueAct] = [
    .change, .cancel, .invite, .uninvite, .changePerhaps, .cancelPerhaps,
  ]

  /// `who has it then?`: the room spoken of, where none is named.
  private func takeRoomSpokenOf(_ reading: inout Reading) {
    guard reading.intent == .bookings, odds[.whose] > Self.doubtless, situation != .first,
      reading.slots.rooms.isEmpty, reading.slots.people.isEmpty, reading.slots.mine == nil
    else { return }
    var slots = reading.slots
    slots.rooms = [Said(.spokenOf, chart.line.range(0, chart.line.tokens.count))]
    reading = reading.with(slots, intent: .bookings)
  }

  private func choose(_ readings: inout [Reading], by search: borrowing CoverSearch) {
    // Acts were learned of rooms alone: they tell nothing of what is said of a trip, and whole.
    if let first = readings.first, first.intent == .ride, first.isClean { return }
    let best = odds.best
    if let part = partBehindNo(readings.first, search) {
      readings = [part]
    } else if isOverruled(readings.first, by: best, mayBeOurs: mayBeOurs(search)) {
      if let reading = reading(for: best, search) {
        // Nothing of the line tells what shall change.
        let saysNothing = best == .change && reading.slots == Slots() && !reading.unused.isEmpty
        if saysNothing, odds[best] < Self.fairly, readings.isEmpty { return }
        readings = [reading]
      } else if best == .nothing {
        for place in readings.indices { readings[place].isTentative = true }
      }
    } else if asksOfRoom(readings.first), let reading = reading(for: .room, search) {
      readings = [reading]
    } else {
      for place in readings.indices { weigh(&readings[place]) }
    }
  }

  /// Whether an act is believed against what the grammar reads.
  private func isOverruled(
    _ reading: Reading?, by best: DialogueAct, mayBeOurs: Bool
  ) -> Bool {
    // What is denied is not wanted.
    let isDenied = denies(best)
    if isDenied, [.book, .again, .invite, .cancel].contains(best) { return false }
    // A choice of nothing is none.
    let isOfNothing =
      reading?.intent == .choose && reading?.slots.choice?.value.isByPlace == true
      && !chart.context.hasListed && situation != .offered && situation != .listed
    guard let reading, reading.intent != .nothing, !isOfNothing else {
      // Who is taken for leaving without a word of farewell is lost.
      if best == .bye, odds[best] < Self.certainly || chart.namesRoom { return false }
      return mayBeOurs && odds[best] >= (situation == .first ? Self.surely : Self.rather)
    }
    let isFair = odds[best] >= Self.fairly
    // `not that one after all, delete it` gives up no question.
    if reading.intent == .no, !reading.keeps, !isDenied, best == .cancel || best == .undo {
      return isFair
    }
    // `then I'll take tomorrow` says more than yes.
    if reading.intent == .yes, !reading.unused.isEmpty, best == .book || best == .pick {
      return isFair
    }
    // Of two orders none is given up for the other.
    if reading.isPartOpen { return false }
    let agreed = acts(of: reading).reduce(0) { $0 + odds[$1] }
    if isNever(reading, agreed, but: best) { return true }
    // `and her number is …`
    if reading.intent == .details, best == .mend { return isFair }
    // `the one on Thursday should be in the Bunker`
    if reading.intent == .details, best == .change, !reading.slots.rooms.isEmpty,
      !reading.slots.when.isEmpty
    {
      return odds[best] >= Self.surest
    }
    // `how many seats has the Cockpit?`, while it is offered, takes nothing.
    if reading.intent == .details, reading.asks, isOpen, odds[best] >= Self.certainly,
      [.room, .own, .whose, .rules].contains(best)
    {
      return true
    }
    if reading.leavesPartAside { return false }
    guard reading.unused.isEmpty else { return odds[best] >= Self.surely && agreed < Self.hardly }
    // `Aquarium on Friday 9 to 10 and make it private`, where nothing was spoken of.
    if situation == .first, best == .book, agreed < Self.hardly,
      [.change, .addAttendee, .mend].contains(reading.intent)
    {
      return odds[best] >= Self.certainly && !reading.slots.rooms.isEmpty
    }
    // A whole order is given up for a change of what stands, and for nothing else.
    let isOfChange = reading.intent == .book && (best == .change || best == .changePerhaps)
    return isOfChange && odds[best] >= Self.certainly
  }

  /// Whether a line behind others is surely said for an act, and never for what the grammar reads,
  /// of which then nothing is lost that it says.
  private func isNever(_ reading: Reading, _ agreed: Float, but best: DialogueAct) -> Bool {
    if situation == .first {
      // A question may be another question, or an order: `a room please`.
      let others: [DialogueAct] = [.availability, .book, .change, .cancel]
      let isOther = !reading.intent.doesSomething && others.contains(best)
      // `do I get into the Dachstube with a wheelchair?`
      if reading.intent == .details, reading.asks, best == .room || best == .rules {
        return odds[best] >= Self.certainly
      }
      return best == .rules && odds[best] >= Self.clearOfLoss
        || isOther && odds[best] >= Self.certainly && agreed < Self.never
    }
    guard situation != .askedWho, odds[best] >= Self.certainly, agreed < Self.never,
      !reading.isSaidOpen || Self.intent(of: best)?.doesSomething != true
    else { return false }
    switch best {
    case .book: if reading.leavesPartAside { return false }
    case .change: if denies(best) || reading.slots.choice != nil { return false }
    case .cancel, .uninvite, .pick:
      if reading.intentOrigin == .said, reading.intent != .no { return false }
    case .yes, .no, .undo: if reading.slots.saysContent { return false }
    case .room, .own, .whose: if reading.slots.choice != nil { return false }
    default: break
    }
    switch reading.intent {
    case .reminder, .reminders, .cancelReminder, .language: return false
    default: return true
    }
  }

  /// Whether a line that the grammar does not understand may be about rooms: nothing in it is of
  /// something else, and a first line has a word or a room of ours, or surely asks about usher.
  private func mayBeOurs(_ search: borrowing CoverSearch) -> Bool {
    let best = odds[odds.best]
    if situation != .first { return search.strangers.isEmpty || best >= Self.certainly }
    guard search.strangers.isEmpty else { return false }
    if chart.notes.contains(.anchor) { return true }
    switch odds.best {
    case .rules, .help, .greet, .thanks, .bye, .news, .waits, .unwait:
      return best >= Self.certainly
    case .availability: return best >= Self.clearOfLoss && chart.saysDay
    default: return false
    }
  }

  /// Whether a search is rather a question what a room is like, or where it is: the one named
  /// (`where do I find the Bunker?`), or the one spoken of (`is there a whiteboard up there?`).
  private func asksOfRoom(_ reading: Reading?) -> Bool {
    guard let reading, reading.intent == .find, reading.slots.when.isEmpty,
      odds[.room] > Self.surely, odds[.availability] < Self.hardly
    else { return false }
    if reading.slots.rooms.count == 1 { return !reading.slots.describesRoom }
    return reading.slots.rooms.isEmpty && reading.slots.choice == nil && !reading.saysRoomNoun
      && [.free, .taken, .booked, .changed, .told].contains(situation)
      && !chart.line.roles.contains(.interrogative)
  }

  /// How likely it is that a reading is meant to be done.
  private func surely(_ reading: Reading) -> Float {
    acts(of: reading).filter { !$0.isPerhaps && !Self.ofQuestions.contains($0) }
      .reduce(0) { $0 + odds[$1] }
  }

  /// Whether a line denies what an act would do; one without an intent is denied by any denial.
  private func denies(_ act: DialogueAct) -> Bool {
    guard let intent = Self.intent(of: act) else { return chart.notes.contains(.denial) }
    return denies(intent)
  }

  /// Whether something is denied in the clause that has a cue of an intent: `don't cancel it`, and
  /// not `I can't make it, cancel it`.
  private func denies(_ intent: Intent) -> Bool {
    guard chart.notes.contains(.denial) else { return false }
    let symbol = SymbolTable.symbol(intent)
    var clause = 0
    var denied: Set<Int> = []
    var cued: Set<Int> = []
    // `a room at 4, but not the Bunker`: of something new no part is wanted that is denied.
    let parts = intent == .book || intent == .draft ? Self.partsOfOrders : []
    for token in chart.line.tokens.indices {
      let sign = chart.line.tokens[token]
      if sign.kind == .sign, Self.partings.contains(sign.value) { clause += 1 }
      if chart.says(.denial, at: token) { denied.insert(clause) }
      for index in chart.range(at: token) where chart.items[index].symbol == symbol {
        if chart.items[index].penalty < Weights.slip { cued.insert(clause) }
      }
      if chart.range(at: token).contains(where: { parts.contains(chart.items[$0].symbol) }) {
        cued.insert(clause)
      }
    }
    return cued.isEmpty || !denied.isDisjoint(with: cued)
  }

  private static let partsOfOrders: [UInt16] = [Slot.room, .knownRoom, .day, .clock, .moment].map {
    SymbolTable.symbol($0)
  }

  /// The signs that part clauses.
  private static let partings: [Int32] = [0x2C, 0x2E, 0x3B, 0x21]

  /// Whether a question is open.
  var isOpen: Bool {
    [.shown, .offered, .askedWhen, .askedRoom, .askedWho].contains(situation)
  }

  /// Makes sure, or leaves open, that what is read is meant.
  private func weigh(_ reading: inout Reading) {
    guard reading.intent.doesSomething else { return }
    let acts = acts(of: reading)
    let surely = surely(reading)
    let perhaps = acts.filter(\.isPerhaps).reduce(0) { $0 + odds[$1] }
    // A question rather proposes than orders.
    let most = chart.line.asks ? Self.proposed : Self.clear
    if perhaps >= most, perhaps > 0 { reading.isTentative = true }
    // `take the last bit back` rather undoes it.
    if reading.intent == .cancel, surely < Self.doubtless, !acts.contains(odds.best) {
      reading.isTentative = true
    }
    guard let least = leastToBeDone(reading, perhaps: perhaps), surely >= least else { return }
    reading.isTentative = false
    // A word that nobody knows may tell which one is to go.
    if reading.intent != .cancel { reading.leavesWeight = false }
  }

  /// How likely it must be that a reading is meant to be done without a doubt; nil if its own words
  /// leave it open.
  private func leastToBeDone(_ reading: Reading, perhaps: Float) -> Float? {
    // What only sounds open is one sign among others: `get us a TV, Friday 9-10` orders a room.
    if reading.isSaidOpen {
      // `the Cockpit works too` surely picks one of what is offered.
      let picks = situation == .offered && reading.intent == .details && odds[.pick] >= Self.clear
      if picks, !reading.isPartOpen, !reading.asks, perhaps < Self.never { return Self.clear }
      let isOpen = reading.isPartOpen || reading.isNoPlainOrder || denies(reading.intent)
      guard !isOpen, reading.intent != .yes, perhaps < Self.never else { return nil }
      return reading.intent.isNewOrLoses ? Self.clearOfLoss : Self.surest
    }
    if denies(reading.intent), reading.intent != .mend {
      return reading.intent == .change ? Self.surest : nil
    }
    if reading.intent == .undo { return Self.doubtless }
    if reading.isPartOpen { return nil }
    if reading.leavesPartAside {
      return situation == .first || reading.intent.isNewOrLoses ? nil : Self.surest
    }
    switch reading.intent {
    case .cancel, .removeAttendee: return Self.clearOfLoss
    default: break
    }
    // Without a verb a word that nobody knows may be one.
    if reading.intentOrigin == .assumed, reading.leavesWeight {
      if leavesClauseAside(reading) { return Self.clearOfLoss }
      if situation != .first || reading.intent == .book { return Self.surest }
      return chart.line.roles.contains(.finite) ? nil : Self.clearOfLoss
    }
    return Self.clear
  }

  /// A reading of the line for an act; nil if there is nothing to be read.
  func reading(for act: DialogueAct, _ search: borrowing CoverSearch) -> Reading? {
    guard let intent = Self.intent(of: act) else { return nil }
    let cover = search.cover(for: intent)
    var reading = ReadingMaker.reading(of: cover, chart: chart, limits: limits)
    reading.act = act
    var slots = reading.slots
    let whole = chart.line.range(0, chart.line.tokens.count)
    var settled = intent
    switch act {
    case .pick:
      let pointsAtRoom = slots.describesRoom && reading.roomPointedAt != nil
      if slots.choice == nil, slots.rooms.isEmpty, slots.when.isEmpty, !pointsAtRoom {
        return nil
      }
      // Where nothing is offered, `the Cockpit of those` takes it.
      if slots.choice == nil, !slots.rooms.isEmpty, situation != .offered { settled = .yes }
    case .availability: if slots.rooms.isEmpty { settled = .find }
    case .room:
      let asksWhich = slots.describesRoom && chart.asksWhat
      if slots.rooms.isEmpty, situation == .first || asksWhich {
        settled = .find
      } else if slots.rooms.isEmpty {
        slots.rooms = [Said(.spokenOf, whole)]
      }
    case .own:
      let roles = chart.line.roles
      let isOfAll = roles.contains(.subject) && roles.isDisjoint(with: [.pointing, .definite])
      if slots.when.isEmpty, slots.rooms.isEmpty, situation != .first, !isOfAll {
        settled = .show
        // What is put together is no booking yet.
        if slots.booking?.value == .last || slots.booking == nil {
          slots.booking = isOpen ? nil : Said(.last, whole)
        }
      } else {
        slots.mine = slots.mine ?? Said(true, whole)
      }
    // `a day later` is counted from what stands.
    case .change, .changePerhaps:
      let isBeside = slots.firstWhen?.day?.value.isBesideOther == true
      if slots.target == nil, isBeside { settled = .details }
    case .again:
      if slots.when.isEmpty { slots.when = [When()] }
      let before = slots.when[0].startsAsBefore
      slots.when[0].startsAsBefore = before ?? Said(.another, whole)
    default: break
    }
    reading = reading.with(slots, intent: settled)
    let isDenied = denies(act)
    let isDeniedLoss = isDenied && settled.isNewOrLoses
    reading.isTentative =
      settled.doesSomething
      && (act.isPerhaps || isDeniedLoss || reading.isPartOpen
        || odds[act] < (act == .book || act == .again ? Self.clear : Self.doubtless)
        || surely(reading) < (settled == .undo ? Self.clear : Self.surest)
          && (reading.leavesPartAside || reading.isSaidOpen || isDenied))
    settleDoubt(of: &reading, by: act)
    reading.leavesWeight = false
    return reading
  }

  /// What an act alone makes a yes or a wait of, and what that leaves open.
  private func settleDoubt(of reading: inout Reading, by act: DialogueAct) {
    switch reading.intent {
    // `du bist ja ein Schatz` is no yes as long as it may be something else.
    case .yes where !reading.unused.isEmpty: reading.isTentative = odds[act] < Self.surest
    // `ping me if it gets free` only sounds open, and nothing is lost by waiting.
    case .wait: reading.isTentative = odds[act] < Self.doubtless || denies(act)
    // A word that nobody knows may say as well that it is to stay.
    case .cancel where reading.staysSaid || leavesStrangers(reading): reading.isTentative = true
    default: break
    }
  }
}
