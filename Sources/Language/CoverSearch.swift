// Searches the choice of constituents that makes the best reading of a line for an intent.

/// Weighs all covers of a line; for one intent in time linear in its constituents. Never copied: it
/// owns what it has collected.
struct CoverSearch: ~Copyable {
  let chart: Chart
  private var candidates: GrowingBuffer<Candidate>
  /// Those of the tokens, and one behind the last.
  var places: GrowingBuffer<Place>
  /// Whether the line has a noun of ours, or a cue that only lines of ours have.
  private var mayBeOurs = false
  /// The first token that is neither a sign nor a word that changes nothing.
  private(set) var opening: Int
  /// The symbols of the intents that have a cue.
  private(set) var cues: [UInt16] = []
  /// The last of the words that only go together as something that people say to each other.
  var formula = 0..<0
  /// Whether those words are no answer either.
  var isOnlySaid = false
  /// The tokens at which stands what a question is about.
  private(set) var topics: [Int] = []
  /// The clause that may say what an order is for.
  private var titled: Range<Int>?
  /// The clauses that tell how things are.
  private(set) var circumstances: [Circumstance] = []
  /// Whether a room and its hours are said beside the clauses that say nothing of ours.
  private var isOrderBesideAsides = false
  /// What says that the line may be about something else.
  private(set) var strangers: [Int32] = []
  /// The tokens at which a verb stands that takes something back, changes it or asks for what
  /// cannot be done.
  private(set) var verbs: [Int] = []
  /// Whether a word that may be an hour ends something that points: `the first one`.
  private(set) var hasPronounHour = false

  var limits: ReadingLimits { chart.circumstances.limits }

  init(chart: Chart) {
    self.chart = chart
    let line = chart.line
    let count = line.tokens.count
    opening = line.opening
    candidates = GrowingBuffer(capacity: count * 4)
    places = GrowingBuffer(capacity: count + 1)
    var place = Place()
    places.append(place)
    for token in line.tokens {
      place.worth += Int32(token.kind == .sign ? Weights.sign : Weights.token)
      places.append(place)
    }
    let clauses = clauses()
    var hasAside = false
    for aside in clauses where saysNothing(aside) {
      hasAside = true
      places[aside.lowerBound].asideEnd = Int32(aside.upperBound)
      if aside.contains(opening) { opening = line.opening(from: aside.upperBound) }
    }
    hasPronounHour = line.tokens.indices.contains { endsInHour(at: $0) }
    titled = titleClause(of: clauses)
    circumstances = clausesOfCircumstances()
    isOrderBesideAsides = hasAside && clauses.contains { saysRoomAndHours($0) }
    for start in 0..<count {
      collect(at: start)
      // What opens the line stands behind what people only say.
      let end = Int(places[start].formulaEnd)
      if start == opening, end > 0, end < count { opening = line.opening(from: end) }
    }
    places[count].first = Int32(candidates.count)
  }

  private mutating func collect(at start: Int) {
    places[start].first = Int32(candidates.count)
    places[start].isBehindName = isBehindName(start)
    var isFiller = false
    keepFormulas(at: start)
    for index in chart.range(at: start) {
      let symbol = chart.items.symbol(of: index)
      let notes = chart.symbolNotes[Int(symbol)]
      guard !notes.isDisjoint(with: .weighed) else { continue }
      let slot = SymbolTable.slot(symbol)
      if let slot, slot != .choice, Slot.aloneBits[Int(slot.rawValue)] == 0 { continue }
      let item = chart.items[index]
      if let slot {
        let kind =
          slot == .choice && isSuperlative(item)
          ? SlotKind.roomBit : Slot.aloneBits[Int(slot.rawValue)]
        guard kind != 0, !isInFormula(item) else { continue }
        if isOutOfPlace(item, slot) { continue }
        if isMistaken(item, slot) || slot == .correction && isOpening(start) { continue }
        if isNumberOfName(item, slot) || isNameOfPerson(item, slot) { continue }
        if !circumstances.isEmpty, isCircumstance(item, slot) { continue }
        if slot == .bookingNoun || slot == .roomNoun { mayBeOurs = true }
        let doubt = item.value.marks.contains(.common) ? Weights.commonTitle : 0
        let own = Weights.bonus(slot, chart.frame) - Int(item.penalty) + doubt
        add(index, item, own, kind, slot)
      } else if SymbolTable.isIntent(item.symbol) {
        if !cues.contains(item.symbol), cues.count < limits.intents { cues.append(item.symbol) }
        if isOnlySaid && isInFormula(item) || isNoCue(item) { continue }
        if item.value.marks.contains(.topic) {
          guard chart.line.asks, !isWordOfFloor(start) else { continue }
          mayBeOurs = true
          if item.value.a != 0 { topics.append(start) }
        }
        if item.value.marks.contains(.ours) { mayBeOurs = true }
        if isVerb(item), verbs.last != start { verbs.append(start) }
        if endsInNoName(item) || item.value.marks.contains(.opening) && !isOpening(start) {
          continue
        }
        let words = Int(words(of: item))
        // Where a cue might be of two kinds, the more certain one counts.
        let marks = item.value.marks
        let isVague = marks.contains(.loose) || marks.contains(.topic) && item.value.a == 0
        let kind = isVague ? 2 : marks.isDisjoint(with: [.common, .wish]) ? 0 : 1
        let asked = marks.contains(.asked) ? Weights.askedCue : 0
        let own = max(Weights.cue - Int(item.penalty) - kind + asked, Weights.least - words)
        add(index, item, own, 0, nil)
      } else {
        if notes.contains(.filler) {
          isFiller = isFiller || item.end == start + 1
        } else if notes.contains(.stranger), !isTold(start), isStranger(item) {
          strangers.append(Int32(index))
          let symbols = chart.grammar.symbols
          if symbols.undoables.contains(item.symbol), !symbols.provisions.contains(item.symbol) {
            verbs.append(start)
          }
        }
      }
    }
    places[start].skip = Int32(skip(at: start, isFiller: isFiller))
  }

  private mutating func add(
    _ index: Int, _ item: Constituent, _ own: Int, _ kind: UInt32, _ slot: Slot?
  ) {
    candidates.append(
      Candidate(
        item: Int32(index), end: Int32(item.end), weight: words(of: item) + Int32(own), kind: kind,
        slot: slot, cue: slot == nil ? item.symbol : SymbolTable.none))
  }

  /// What the words of a constituent are worth.
  private func words(of item: Constituent) -> Int32 {
    places[Int(item.end)].worth - places[Int(item.start)].worth
  }

  private func skip(at start: Int, isFiller: Bool) -> Int {
    // What is told beside an order costs no more than what changes nothing.
    if isTold(start) {
      return chart.line.tokens[start].kind == .sign ? 0 : Weights.filler
    }
    return switch chart.line.tokens[start].kind {
    case .sign: joinsNumbers(start) ? Weights.knownWord : 0
    case .number: isNumberOfName(start) ? 0 : Weights.number
    case .word:
      isFiller
        ? Weights.filler
        : chart.line.symbols[start] == SymbolTable.none
          ? Weights.unknownWord : Weights.knownWord
    }
  }

  /// The best cover for each intent that has a cue, and for details, the best of them first; of
  /// equal ones the one whose cue comes first.
  func covers() -> [Cover] {
    var sums = GrowingBuffer(repeating: Sums(), count: chart.line.tokens.count + 1)
    var covers: [Cover] = []
    covers.reserveCapacity(limits.readings)
    for place in 0...cues.count {
      let intent = place < cues.count ? cues[place] : Self.details
      if Self.remindings.contains(intent) { continue }
      guard let cover = best(for: intent, &sums) else { continue }
      let rank = cover.rank
      if let place = covers.firstIndex(where: { $0.rank < rank }) {
        covers.insert(cover, at: place)
      } else {
        covers.append(cover)
      }
    }
    if cues.contains(where: Self.remindings.contains) { settleReminder(&covers, &sums) }
    return covers
  }

  private static let change = SymbolTable.symbol(.change)
  /// Looked up once: telling the place of an intent hashes its name.
  static let greet = SymbolTable.symbol(.greet)
  private static let greetings = [greet, SymbolTable.symbol(.leave)]
  private static let details = SymbolTable.symbol(.details)
  private static let bookings = [details, SymbolTable.symbol(.book), SymbolTable.symbol(.draft)]

  /// The best cover for an intent that is known, with or without a cue of it.
  func cover(for intent: Intent) -> Cover {
    let symbol = SymbolTable.symbol(intent)
    let count = chart.line.tokens.count
    let allowed = chart.grammar.allowed[intent.place]
    var sums = GrowingBuffer(repeating: Sums(), count: count + 1)
    for start in stride(from: count - 1, through: 0, by: -1) {
      step(start, symbol, allowed, &sums, skip: places[start].skip)
    }
    let needsCue = sums[0].cued.sum > sums[0].free.sum
    return cover(symbol, max(sums[0].free.sum, sums[0].cued.sum), sums, needsCue)
  }

  /// The best cover without a cue, however much it leaves aside.
  func parts() -> Cover {
    let count = chart.line.tokens.count
    let allowed = chart.grammar.allowed[Int(Self.details - SymbolTable.firstIntent)]
    var sums = GrowingBuffer(repeating: Sums(), count: count + 1)
    for start in stride(from: count - 1, through: 0, by: -1) {
      // What is left aside costs nothing here: most of the line may not be ours.
      step(start, Self.details, allowed, &sums, skip: 0, least: Int32(Weights.leastOfPart))
    }
    return cover(SymbolTable.symbol(.nothing), sums[0].free.sum, sums, false)
  }

  /// The best cover for an intent, with a cue of the intent in it; nil if there is none. Details
  /// need no cue.
  private func best(for intent: UInt16, _ sums: inout GrowingBuffer<Sums>) -> Cover? {
    let count = chart.line.tokens.count
    let allowed = chart.grammar.allowed[Int(intent - SymbolTable.firstIntent)]
    for start in stride(from: count - 1, through: 0, by: -1) {
      step(start, intent, allowed, &sums, skip: places[start].skip)
    }
    let needsCue = intent != Self.details
    let sum = needsCue ? sums[0].cued.sum : sums[0].free.sum
    // One word of nobody's may turn out to be a room's name with a slip in it.
    guard sum - Int32(Weights.unknownWord) >= Int32(Weights.least) || mayBeOurs else { return nil }
    var best = cover(intent, sum, sums, needsCue)
    best.contradiction = contradiction(of: best)
    // A part alone is not enough: `rooms were dark` says nothing that is meant.
    guard namesWhatIsTitled(best), !isDenied(best), !isForeign(best), !picksFromNothing(best),
      !leavesTopic(best)
    else { return nil }
    let saysEnough =
      best.score > strangeWords(asideOf: best) * Weights.leastPerUnused
      || (needsCue ? isAnchored(best) : isWhole(best)) || goesOn(best)
    if best.score >= Weights.least, saysEnough { return isUncommon(best) ? best : nil }
    if needsCue, hasTopic(best) { return best }
    if needsCue, allowed & SlotKind.whenBit != 0, isOurs(best), isUncommon(best),
      best.score + best.unused.count * Weights.leniency >= Weights.least
    {
      return best
    }
    guard isUncommon(best) else { return nil }
    // `cokpit tomorrow 1pm`
    guard needsCue else { return saysDayAndHour(best) && namesRoomNearly(best) ? best : nil }
    return namesRoomNearly(best) || namesRoomBehindCue(best) ? best : nil
  }

  struct Sum {
    var sum: Int32
    /// The candidate to take here, -1 to leave the token aside, or more.
    var choice: Int32

    /// To leave the clause aside, or words that go together.
    static let aside: Int32 = -2
    static let formula: Int32 = -3
    /// To take the clause for the title.
    static let title: Int32 = -4

    static let impossible = Sum(sum: -1_000_000, choice: -1)
  }

  /// The best covers from a token on: those that need no cue, and those that have one. Each intent
  /// writes over those of the one before; what stands behind the last token stays.
  struct Sums {
    var free = Sum(sum: 0, choice: -1)
    var cued = Sum.impossible
  }

  func step(
    _ start: Int, _ intent: UInt16, _ allowed: UInt32, _ sums: inout GrowingBuffer<Sums>,
    skip: Int32,
    least: Int32 = .min
  ) {
    let isChange = intent == Self.change
    var bestFree = Sum(sum: sums[start + 1].free.sum + skip, choice: -1)
    var bestCued = Sum(sum: sums[start + 1].cued.sum + skip, choice: -1)
    let place = places[start]
    if place.formulaEnd > 0 {
      leave(Int(place.formulaEnd), Sum.formula, Weights.aside, sums, &bestFree, &bestCued)
    }
    if place.asideEnd > 0, least == .min,
      intent != Self.details || chart.frame.isContinuing || isOrderBesideAsides
    {
      leave(Int(place.asideEnd), Sum.aside, Weights.aside, sums, &bestFree, &bestCued)
    }
    if let clause = titled, clause.lowerBound == start, Self.bookings.contains(intent) {
      let worth = Int(places[clause.upperBound].worth - place.worth)
      leave(clause.upperBound, Sum.title, worth + Weights.titleClause, sums, &bestFree, &bestCued)
    }
    for index in Int(places[start].first)..<Int(places[start + 1].first) {
      let candidate = candidates[index]
      let behind = sums[Int(candidate.end)]
      if candidate.cue == intent {
        let sum = max(behind.free.sum, behind.cued.sum) + candidate.weight
        if sum > bestCued.sum { bestCued = Sum(sum: sum, choice: Int32(index)) }
      } else if least > .min, Self.greetings.contains(candidate.cue) {
        // `good morning` says no time.
        let sum = behind.free.sum + candidate.weight
        if sum > bestFree.sum { bestFree = Sum(sum: sum, choice: Int32(index)) }
      } else if candidate.kind & allowed != 0, candidate.weight >= least {
        // How often may be all that who wants to be reminded says of when.
        if least > .min, let slot = candidate.slot, intent == Self.details || slot != .repeat,
          isDoubtful(chart.items[Int(candidate.item)], slot)
        {
          continue
        }
        let bonus = isChange ? Int32(Weights.bonusUnderChange(candidate.slot)) : 0
        let weight = candidate.weight + bonus
        if behind.free.sum + weight > bestFree.sum {
          bestFree = Sum(sum: behind.free.sum + weight, choice: Int32(index))
        }
        if behind.cued.sum + weight > bestCued.sum {
          bestCued = Sum(sum: behind.cued.sum + weight, choice: Int32(index))
        }
      }
    }
    sums[start] = Sums(free: bestFree, cued: bestCued)
  }

  /// Leaves all up to a token aside, if that is better.
  private func leave(
    _ end: Int, _ choice: Int32, _ cost: Int, _ sums: borrowing GrowingBuffer<Sums>,
    _ free: inout Sum, _ cued: inout Sum
  ) {
    let behind = sums[end]
    if behind.free.sum + Int32(cost) > free.sum {
      free = Sum(sum: behind.free.sum + Int32(cost), choice: choice)
    }
    if behind.cued.sum + Int32(cost) > cued.sum {
      cued = Sum(sum: behind.cued.sum + Int32(cost), choice: choice)
    }
  }

  /// So many constituents are chosen in most lines, or fewer.
  private static let chosenUsually = 8

  func cover(
    _ intent: UInt16, _ sum: Int32, _ sums: borrowing GrowingBuffer<Sums>, _ needsCue: Bool
  ) -> Cover {
    var chosen: [Int32] = []
    chosen.reserveCapacity(Self.chosenUsually)
    var unused: [Int] = []
    var numbersOfNames: [Int] = []
    var formulas: [Range<Int>] = []
    var asides = circumstances.map(\.tokens)
    var titleClause: Range<Int>?
    var place = 0
    var isCueAhead = needsCue
    while place < chart.line.tokens.count {
      let choice = isCueAhead ? sums[place].cued.choice : sums[place].free.choice
      if choice >= 0 {
        let candidate = candidates[Int(choice)]
        chosen.append(candidate.item)
        place = Int(candidate.end)
        if candidate.cue == intent, isCueAhead, sums[place].free.sum >= sums[place].cued.sum {
          isCueAhead = false
        }
      } else if choice == Sum.aside {
        asides.append(place..<Int(places[place].asideEnd))
        place = asides[asides.count - 1].upperBound
      } else if choice == Sum.title, let titled {
        titleClause = titled
        place = titled.upperBound
      } else if choice == Sum.formula {
        formulas.append(place..<Int(places[place].formulaEnd))
        place = formulas[formulas.count - 1].upperBound
      } else {
        if places[place].skip < Int32(Weights.filler) { unused.append(place) }
        // Of all numbers these alone cost nothing.
        if chart.line.tokens[place].kind == .number, places[place].skip == 0 {
          numbersOfNames.append(place)
        }
        place += 1
      }
    }
    return Cover(
      intent: SymbolTable.intent(intent) ?? .nothing, score: Int(sum), chosen: chosen,
      unused: unused, numbersOfNames: numbersOfNames, formulas: formulas,
      titleClause: titleClause, asides: asides,
      allowed: chart.grammar.allowed[Int(intent - SymbolTable.firstIntent)])
  }
}
