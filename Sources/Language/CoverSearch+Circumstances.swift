// Clauses that tell how things are, beside one that says what is to be done: `she can only do
// Friday, so move it there`.

/// A clause that tells of circumstances, and what of it the order beside it still lacks.
struct Circumstance {
  let tokens: Range<Int>
  /// Whether the order beside it says no day, so that the day told is the one that is meant.
  let givesDay: Bool
  /// Whether the order beside it says no time of day.
  let givesTime: Bool
  /// Whether it says what is to stay, so that nothing in it is said of what is given back.
  var isOfRest = false
}

extension CoverSearch {
  /// The clauses that tell of circumstances beside others that say what is wanted; none where no
  /// clause does.
  func clausesOfCircumstances() -> [Circumstance] {
    if let stays = clauseThatStays { return [stays] }
    let clauses = clauses(byReason: true)
    guard clauses.count > 1 else { return [] }
    let order = orderConcluded(in: clauses)
    let telling = clauses.filter { tells($0) || order.map($0.isBefore) ?? false }
    guard !telling.isEmpty, telling.count < clauses.count else { return [] }
    let ordering = clauses.filter { !telling.contains($0) && !isOnlyPolite($0) }.joined()
    // What a line that may be none of ours tells says what it is about: `I want a reservation at 7.
    // The restaurant is in Berkeley.`
    guard chart.frame.isContinuing || ordering.contains(where: { holds(Self.ours, at: $0) }) else {
      return []
    }
    let isOrdered = ordering.contains { token in
      holds(Self.days + Self.times, at: token) || isOrder(at: token)
        || chart.frame.isContinuing && holds(Self.ours, at: token)
    }
    guard isOrdered else { return [] }
    let givesDay = !ordering.contains { saysDay(at: $0) }
    let givesTime = !ordering.contains { holds(Self.starts, at: $0) && !isCounted($0) }
    return telling.map { Circumstance(tokens: $0, givesDay: givesDay, givesTime: givesTime) }
  }

  /// The order that follows from all that is said before it, none of which orders or makes
  /// anything depend on it: `it's too loud here, so book …`.
  private func orderConcluded(in clauses: [Range<Int>]) -> Range<Int>? {
    let isOrdering = clauses.map { clause in clause.contains { isOrder(at: $0) } }
    guard let place = isOrdering.firstIndex(of: true), place > 0 else { return nil }
    let opening = clauses[place].first { chart.line.tokens[$0].kind != .sign }
    let conditions = chart.grammar.symbols.conditions
    guard let opening, hasRole(.consequence, opening),
      !(0..<opening).contains(where: { holds(conditions + Self.addresses, at: $0) })
    else { return nil }
    return clauses[place]
  }

  /// What only orders of ours are likely to name.
  private static let ours = [Slot.knownRoom, .roomNoun, .equipment, .stepFree, .seats].map {
    SymbolTable.symbol($0)
  }
  /// What says a day, and what says a time of day or how long.
  static let days = [
    Slot.day, .daySpan, .dayList, .bareDay, .acrossDays, .moment, .repeat,
  ].map { SymbolTable.symbol($0) }
  static let times = [
    Slot.clock, .span, .bound, .window, .moment, .fromNow, .length, .shift, .acrossDays, .point,
  ].map { SymbolTable.symbol($0) }

  /// What says when something begins; a length beside it may be the order's.
  private static let starts = [
    Slot.clock, .bareHour, .span, .bound, .window, .moment, .fromNow, .shift, .acrossDays, .point,
  ].map { SymbolTable.symbol($0) }

  /// Whether a number says how long or how many: `two hours`, `7 people`.
  private func isCounted(_ token: Int) -> Bool {
    chart.line.tokens[token].kind != .sign
      && chart.range(at: token).contains {
        let item = chart.items[$0]
        return Self.counts.contains(item.symbol) && Int(item.end) > token + 1
      }
  }

  private static let counts = [Slot.length, .headcount, .seats, .size].map {
    SymbolTable.symbol($0)
  }

  /// The clause that says what stays, beside one that gives something back: `cancel Thursday but
  /// leave Friday`.
  private var clauseThatStays: Circumstance? {
    let line = chart.line, all = line.tokens.indices
    guard !line.roles.isDisjoint(with: [.stay, .assent]) else { return nil }
    // `the Bunker is fine, but the other …`
    let contrast = all.first { hasRole(.contrast, $0) } ?? 0
    guard
      let verb = all.first(where: { hasRole(.stay, $0) })
        ?? all.prefix(contrast).dropFirst().first(where: { hasRole(.assent, $0) })
    else { return nil }
    var start = verb, end = verb + 1
    while start > 0, !isPause(start - 1), !hasRole(.contrast, start) { start -= 1 }
    while end < all.count, !isPause(end), !hasRole(.contrast, end) { end += 1 }
    let clause = start..<end
    let beside = all.filter { !clause.contains($0) }
    // `we leave Friday` tells of somebody.
    let opening = clause.first { isSubject($0) || !line.isFiller($0) }
    guard opening.map({ !hasRole(.subject, $0) || !isFinite(verb) }) ?? false,
      beside.contains(where: { holds(Self.choices, at: $0) })
        || hasRole(.stay, verb) && beside.contains(where: { gives(back: $0) }),
      clause.contains(where: { holds(Self.whatStays, at: $0) }),
      !clause.contains(where: { isOrder(at: $0) || holds(Self.privacies, at: $0) })
    else { return nil }
    return Circumstance(tokens: clause, givesDay: false, givesTime: false, isOfRest: true)
  }

  /// Whether a verb that gives something back stands at a token.
  private func gives(back token: Int) -> Bool {
    chart.range(at: token).contains {
      let item = chart.items[$0]
      return SymbolTable.intent(item.symbol) == .cancel && item.penalty < Weights.slip
    }
  }

  private static let whatStays = [
    Slot.room, .knownRoom, .day, .clock, .span, .window, .booking, .reference, .choice, .knownTitle,
  ].map { SymbolTable.symbol($0) }
  private static let choices = [SymbolTable.symbol(.choice)]
  private static let privacies = [SymbolTable.symbol(.privacy)]

  /// Whether a word joins a reason and what follows from it.
  func isConnective(_ token: Int) -> Bool {
    (hasRole([.reason, .consequence], token) || isCause(token)) && !isInCondition(token)
  }

  /// `es sei denn` gives no reason.
  private func isInCondition(_ token: Int) -> Bool {
    (max(0, token - 2)..<token).contains { start in
      chart.range(at: start).contains {
        chart.grammar.symbols.conditions.contains(chart.items[$0].symbol)
          && Int(chart.items[$0].end) > token
      }
    }
  }

  /// `since everybody is tired`, but not `since Monday`.
  private func isCause(_ token: Int) -> Bool {
    hasRole(.cause, token) && token + 1 < chart.line.tokens.count && isSubject(token + 1)
  }

  /// Where a clause ends that begins at a token and tells what gives the order nothing.
  func endOfTold(at start: Int) -> Int? {
    circumstances.first { clause in
      clause.tokens.lowerBound == start && !clause.isOfRest
        && !clause.tokens.contains { holds(Self.days + Self.times, at: $0) }
    }?.tokens.upperBound
  }

  /// Whether a word has one of some roles.
  func hasRole(_ roles: ClauseRoles, _ token: Int) -> Bool {
    let word = chart.line.symbols[token]
    return !chart.grammar.symbols.clauseWords.roles(of: word).isDisjoint(with: roles)
  }

  /// `good morning`, `thank you`.
  private func isOnlyPolite(_ clause: Range<Int>) -> Bool {
    chart.range(at: clause.lowerBound).contains {
      let item = chart.items[$0]
      return SymbolTable.intent(item.symbol).map(Self.courtesies.contains) ?? false
        && Int(item.end) == clause.upperBound
    }
  }

  /// Whether a day is said at a token; `10-11` is rather a span.
  private func saysDay(at token: Int) -> Bool {
    holds(Self.days, at: token)
      && (chart.line.tokens[token].kind == .word || !holds(Self.times, at: token))
  }

  /// Whether a verb of ours stands at a token.
  func isOrder(at token: Int, butQuestions: Bool = false) -> Bool {
    chart.range(at: token).contains {
      let item = chart.items[$0]
      guard let intent = SymbolTable.intent(item.symbol), !Self.courtesies.contains(intent),
        !butQuestions || !Self.tellings.contains(intent)
      else { return false }
      // `meine` alone asks for bookings, `meine Chefin` does not.
      let isOwner = isSubject(token) && Int(item.end) == token + 1
      // `my boss is coming` tells, `Ana is coming` adds her.
      let isOfSomebody = intent == .addAttendee && token > 0 && hasRole(.owner, token - 1)
      return !isOwner && !isOfSomebody && item.penalty < Weights.slip
        && item.value.marks.isDisjoint(with: [.common, .topic])
    }
  }

  /// Whether a token is the last word of a floor, as in `the one on the third floor?`: that asks
  /// for no floor.
  func isWordOfFloor(_ token: Int) -> Bool {
    let floor = SymbolTable.symbol(.floor)
    return (max(0, token - Self.floorTokens)..<token).contains { start in
      chart.range(at: start).contains {
        chart.items[$0].symbol == floor && Int(chart.items[$0].end) == token + 1
      }
    }
  }

  /// The most tokens of a floor before its last.
  private static let floorTokens = 4

  /// What is asked of what there is, as `nobody knows who comes` does not.
  private static let tellings: [Intent] = [.show, .bookings, .rooms, .rules]

  /// Whether a clause says what somebody else does, or what the speaker is: a subject and a finite
  /// verb at its beginning, and no verb of ours.
  private func tells(_ clause: Range<Int>) -> Bool {
    let line = chart.line, symbols = chart.grammar.symbols
    let tokens = clause.filter { line.tokens[$0].kind != .sign }
    // `if Ana comes, …` makes it depend on that, `he said …` hands on what somebody else wants,
    // unless something follows from it.
    let handsOn = concludes(from: clause) ? Self.addresses : Self.addresses + symbols.mentions
    let isTold = !clause.contains {
      isOrder(at: $0, butQuestions: true) || holds(handsOn, at: $0)
    }
    guard isTold, let opening = tokens.first else { return false }
    if hasRole(.reason, opening) || isCause(opening) { return true }
    let first = tokens.firstIndex { token in
      isSubject(token) || !line.isFiller(token) && !isConnective(token)
    }
    guard let first, !tokens[...first].contains(where: { holds(symbols.conditions, at: $0) }) else {
      return false
    }
    let rest = tokens[first...]
    return beginsWithSubject(rest) || hasSubjectBehindVerb(rest)
  }

  /// Whether the next clause says what follows from one: `…, so I need a room`.
  private func concludes(from clause: Range<Int>) -> Bool {
    let line = chart.line
    let next = (clause.upperBound..<line.tokens.count).first { line.tokens[$0].kind != .sign }
    return next.map { hasRole(.consequence, $0) } ?? false
  }

  private static let addresses = [SymbolTable.symbol(.email)]

  /// Whether tokens begin with a subject and what it does: `my boss is`, `she can`, `wir sind`.
  func beginsWithSubject(_ tokens: ArraySlice<Int>) -> Bool {
    guard let first = tokens.first else { return false }
    let rest = tokens.dropFirst()
    if hasRole(.subject, first) {
      guard let verb = rest.first else { return false }
      if isFinite(verb) { return true }
      // What nobody knows right behind a pronoun is its verb: `ich lieg mit Fieber im Bett`. What
      // it says of a time or a room may be wanted: `wir fangen um zehn an`.
      return isWord(verb) && isUnknown(verb)
        && !rest.contains { isInTime($0) || holds(Self.rooms, at: $0) }
    }
    // Who is named, or is somebody's, may have two words.
    let isOwner = hasRole(.owner, first)
    guard isOwner || isUnknown(first) && mayBeSubject(first) else { return false }
    for (place, token) in rest.prefix(3).enumerated() {
      if isFinite(token) { return place > 0 || !isOwner }
      guard mayBeSubject(token) else { return false }
    }
    return false
  }

  /// `da bin ich beim Zahnarzt`, `Montag 9:30 kommt ein Kunde`.
  func hasSubjectBehindVerb(_ tokens: ArraySlice<Int>) -> Bool {
    guard let verb = tokens.dropFirst().first(where: { isFinite($0) }) else { return false }
    let before = tokens.prefix { $0 < verb }, behind = tokens.drop { $0 <= verb }
    guard let subject = behind.first, isSubject(subject), !before.contains(where: { isFinite($0) })
    else {
      return false
    }
    return before.count == 1 || before.allSatisfy { isInTime($0) }
  }

  /// Whether a token is a part of a day or a time.
  func isInTime(_ token: Int) -> Bool {
    let times = Self.days + Self.times
    return (max(0, token - limits.nameTokens)...token).contains { start in
      chart.range(at: start).contains {
        times.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) > token
      }
    }
  }

  /// Whether nothing of an order begins at a word, so that it may be who or what is told of.
  private func mayBeSubject(_ token: Int) -> Bool {
    chart.line.tokens[token].kind == .word
      && chart.range(at: token).allSatisfy {
        let item = chart.items[$0]
        return item.penalty >= Weights.slip
          || !chart.symbolNotes[Int(item.symbol)].contains(.alone) && !isOrder(at: token)
      }
  }

  func isSubject(_ token: Int) -> Bool {
    hasRole([.subject, .owner], token)
  }

  func isFinite(_ token: Int) -> Bool { hasRole(.finite, token) }

  /// Whether a token stands in a clause that tells of circumstances.
  func isTold(_ token: Int) -> Bool { circumstances.contains { $0.tokens.contains(token) } }

  /// Whether a clause that tells of circumstances names a room, a day or a time.
  var tellsOfPlace: Bool {
    guard !circumstances.isEmpty else { return false }
    let places = Self.days + Self.times + Self.ours + Self.choices + Self.floors
    return circumstances.contains { clause in
      !clause.isOfRest && clause.tokens.contains { holds(places, at: $0) }
    }
  }

  private static let floors = [SymbolTable.symbol(.floor), SymbolTable.symbol(.location)]

  /// Where the line says what is to stay.
  var rest: Range<Int>? { circumstances.first { $0.isOfRest }?.tokens }

  /// Whether some of a constituent says what is to stay.
  func isOfRest(_ item: Constituent) -> Bool {
    circumstances.contains {
      $0.isOfRest && Int(item.start) < $0.tokens.upperBound && Int(item.end) > $0.tokens.lowerBound
    }
  }

  /// Whether a slot in a clause that tells of circumstances is not what is wanted.
  func isCircumstance(_ item: Constituent, _ slot: Slot) -> Bool {
    if isOfRest(item) { return true }
    guard let clause = circumstances.first(where: { $0.tokens.contains(Int(item.start)) }) else {
      return false
    }
    if Self.days.contains(item.symbol) || slot == .day { return !clause.givesDay }
    if Self.times.contains(item.symbol) { return !clause.givesTime }
    return Self.told.contains(slot)
  }

  /// What is never wanted where it is only told of.
  private static let told: [Slot] = [
    .person, .knownPerson, .bareHour, .bareChoice, .choice, .bareCount, .title, .daySpan,
    .furtherDay, .roomCount, .mine, .also,
  ]
}

extension Range<Int> {
  /// Whether it lies before another.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool { upperBound <= other.lowerBound }
}
