// What whole clauses and formulas say: small talk nothing, a last clause what an order is for.

extension CoverSearch {
  /// The clauses of a line, where it has more than one: parted by signs, or by question marks and
  /// words that give a reason as well.
  func clauses(byReason: Bool = false) -> [Range<Int>] {
    let line = chart.line
    var clauses: [Range<Int>] = []
    var start = 0
    for token in line.tokens.indices {
      let isSign = isPause(token) || byReason && line.isSign(token, 0x3F)
      guard isSign || byReason && isConnective(token) else { continue }
      if token > start { clauses.append(start..<token) }
      start = isSign ? token + 1 : token
    }
    guard !clauses.isEmpty else { return [] }
    if start < line.tokens.count { clauses.append(start..<line.tokens.count) }
    return clauses.count > 1 ? clauses : []
  }

  /// Whether a clause holds nothing of weight, as `we are running late, …`: no number, no name, no
  /// denial, no condition, no verb and no noun of ours.
  func saysNothing(_ clause: Range<Int>) -> Bool { clause.allSatisfy { beginsNothing($0) } }

  /// The last clause, where it can only be what the order before it is for: `Bunker Friday 9-10,
  /// interview with a candidate`.
  func titleClause(of clauses: [Range<Int>]) -> Range<Int>? {
    let atEnd = clauses.isEmpty ? wordsAtEnd : nil
    guard let last = clauses.last ?? atEnd, last.count <= limits.nameTokens,
      last.allSatisfy({ mayStandInTitle($0) }),
      (0..<last.lowerBound).contains(where: { holds(Self.rooms, at: $0) }),
      (0..<last.lowerBound).contains(where: { holds(Self.hours, at: $0) })
    else { return nil }
    let words = last.filter { chart.line.tokens[$0].kind == .word }
    let names = last.contains { holds(Self.occasions, at: $0) }
    let isLong = words.filter { !chart.line.isFiller($0) }.count > 1
    // Without a comma what nobody knows may be anything.
    guard names && words.count > 1 || isLong && atEnd == nil else { return nil }
    // `…, called Retro` says so itself.
    return words.first.map { holds([SymbolTable.symbol(.title)], at: $0) } ?? false ? nil : last
  }

  /// The words at the end of a line of one clause that nothing is made of but what something may be
  /// called.
  private var wordsAtEnd: Range<Int>? {
    let line = chart.line, count = line.tokens.count
    var start = count
    while start > 0, mayStandInTitle(start - 1), !holds(Self.numbers, at: start - 1) { start -= 1 }
    // What it stands behind is a part of the order, the whole of it, and no other word.
    while start > 0, start < count, isInOrder(start) { start += 1 }
    guard start > 0, start < count, Self.partsOfOrder.contains(where: { ends(with: $0, start) })
    else { return nil }
    while start < count, line.tokens[start].kind == .sign || line.isFiller(start),
      !holds(Self.occasions, at: start)
    {
      // `for my talk` says so itself.
      if holds([SymbolTable.symbol(.title)], at: start) { return nil }
      start += 1
    }
    guard start < count, !chart.grammar.symbols.askings.contains(line.symbols[start]) else {
      return nil
    }
    return start..<count
  }

  /// Whether a part of an order that begins before a token has that token too: `14-16 Uhr`.
  private func isInOrder(_ token: Int) -> Bool {
    let parts = Self.partsOfOrder.map { SymbolTable.symbol($0) }
    return (max(0, token - limits.nameTokens)..<token).contains { start in
      chart.range(at: start).contains {
        parts.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) > token
      }
    }
  }

  private static let units = [SymbolTable.symbol(.timeUnit)]
  private static let numbers = [SymbolTable.symbol(.number)]
  private static let partsOfOrder: [Slot] = [.room, .day, .span, .clock, .moment, .length]

  static let rooms = [SymbolTable.symbol(.knownRoom)]
  private static let hours = [Slot.span, .clock, .moment].map { SymbolTable.symbol($0) }
  private static let occasions = [Slot.bookingNoun, .occasion].map { SymbolTable.symbol($0) }
  /// What says nothing of an order by itself, and may be a word of a title.
  private static let titled: [Slot] = [
    .bookingNoun, .occasion, .title, .name, .person, .mine, .choice, .bareHour, .bareChoice,
    .bareCount, .number, .also,
  ]

  /// Whether nothing begins at a token that says more of an order than what it is for.
  private func mayStandInTitle(_ token: Int) -> Bool {
    let line = chart.line
    guard line.tokens[token].kind == .word else {
      return line.tokens[token].kind == .sign
        && (line.isSign(token, 0x2D) || line.isSign(token, 0x2F))
    }
    let symbols = chart.grammar.symbols
    guard !symbols.labels.contains(line.symbols[token]), !holds(Self.units, at: token) else {
      return false
    }
    return chart.range(at: token).allSatisfy { number in
      let item = chart.items[number]
      if symbols.timings.contains(item.symbol) || symbols.isPolite(item.symbol) {
        return false
      }
      let notes = chart.symbolNotes[Int(item.symbol)]
      guard item.penalty < Weights.slip, notes.isDisjoint(with: [.speech, .denial, .open, .either])
      else { return item.penalty >= Weights.slip }
      if SymbolTable.isIntent(item.symbol) { return item.value.marks.contains(.common) }
      guard let slot = SymbolTable.slot(item.symbol), notes.contains(.alone) else { return true }
      return Self.titled.contains(slot)
    }
  }

  /// Whether a clause says a room and its hours.
  func saysRoomAndHours(_ clause: Range<Int>) -> Bool {
    clause.contains { holds(Self.rooms, at: $0) } && clause.contains { holds(Self.hours, at: $0) }
  }

  /// Keeps where the longest formula ends that begins at a token: words that only go together as
  /// something that people say to each other.
  mutating func keepFormulas(at start: Int) {
    guard chart.says(Self.formulas, at: start) else { return }
    for number in chart.range(at: start) {
      let notes = chart.symbolNotes[Int(chart.items.symbol(of: number))]
      guard !notes.isDisjoint(with: Self.formulas) else { continue }
      let item = chart.items[number]
      guard item.end > start + 1, item.penalty < Weights.slip,
        isFormula(item, notes), saysNoSlot(item)
      else { continue }
      guard Int32(item.end) > places[start].formulaEnd else { continue }
      places[start].formulaEnd = Int32(item.end)
      guard Int(item.end) > formula.upperBound else { continue }
      formula = start..<Int(item.end)
      isOnlySaid = SymbolTable.intent(item.symbol) != .yes
    }
  }

  /// The tokens of what people only say to each other beside the rest, each with the comma behind
  /// it: a formula, or a clause that says nothing.
  func pieces() -> [Range<Int>] {
    let count = chart.line.tokens.count
    var pieces: [Range<Int>] = []
    var start = 0
    while start < count {
      let contrary = contrary(at: start, of: Self.contraries)?.endBesideOther
      let told = endOfTold(at: start) ?? contrary ?? 0
      let end = max(Int(places[start].formulaEnd), Int(places[start].asideEnd), told)
      let tells = told == 0 && (start..<max(start, end)).contains { chart.says(.speech, at: $0) }
      guard end > start, !tells, !answers(start..<end) else {
        start += 1
        continue
      }
      let isClosed = end < count && chart.line.isSign(end, 0x2C)
      pieces.append(start..<(isClosed ? end + 1 : end))
      start = pieces[pieces.count - 1].upperBound
    }
    return pieces.count == 1 && pieces[0] == 0..<count ? [] : pieces
  }

  /// Whether some tokens are a yes or a no.
  private func answers(_ tokens: Range<Int>) -> Bool {
    chart.range(at: tokens.lowerBound).contains {
      let item = chart.items[$0]
      guard Int(item.end) == tokens.upperBound, let intent = SymbolTable.intent(item.symbol) else {
        return false
      }
      return intent == .yes || intent == .no
    }
  }

  private static let formulas: SymbolNotes = [.cue, .filler, .courtesy]

  private func isFormula(_ item: Constituent, _ notes: SymbolNotes) -> Bool {
    if notes.contains(.filler) { return true }
    if notes.contains(.courtesy) { return isClosed(item) }
    switch SymbolTable.intent(item.symbol) {
    case .greet, .leave, .thank, .yes: return true
    default: return false
    }
  }

  /// Whether nothing behind a constituent goes on with it: `if you like`, but not `if you like …`.
  private func isClosed(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    return item.start == 0 || end == chart.line.tokens.count
      || chart.line.tokens[end].kind == .sign || isOrder(at: end)
      || holds(Self.rooms + Self.days + Self.times, at: end)
  }

  /// Whether a constituent is a part of a formula, or begins in one: `have a nice evening` says no
  /// time, and `Guten Morgen, Donnerstag` is one day.
  func isInFormula(_ item: Constituent) -> Bool {
    if formula.lowerBound == 0, item.start > 0, item.start < formula.upperBound,
      item.end > formula.upperBound
    {
      return true
    }
    return formula.lowerBound <= item.start && item.end <= formula.upperBound
      && (item.end - item.start < formula.count || item.value.marks.contains(.common))
  }

  /// Whether nothing that says anything stands behind a constituent.
  func endsLine(_ item: Constituent) -> Bool {
    let line = chart.line
    return (Int(item.end)..<line.tokens.count).allSatisfy {
      line.tokens[$0].kind == .sign || line.isFiller($0)
    }
  }

  /// Whether a sign parts clauses: no comma of a number, no point of an address.
  func isPause(_ token: Int) -> Bool {
    let line = chart.line
    guard line.tokens[token].kind == .sign else { return false }
    let next = token + 1
    if next < line.tokens.count, line.tokens[next].isGlued { return false }
    return [0x2C, 0x2E, 0x3B, 0x21].contains { line.isSign(token, $0) }
  }

  /// Whether nothing of weight begins at a token.
  func beginsNothing(_ token: Int) -> Bool {
    guard chart.line.tokens[token].kind != .number else { return false }
    return chart.range(at: token).allSatisfy { number in
      let item = chart.items[number]
      guard item.penalty < Weights.slip else { return true }
      let notes = chart.symbolNotes[Int(item.symbol)]
      if notes.contains(.speech) { return chart.grammar.symbols.tellings.contains(item.symbol) }
      guard notes.isDisjoint(with: .weighty) else { return false }
      if let intent = SymbolTable.intent(item.symbol) {
        return Self.courtesies.contains(intent) || !item.value.marks.isDisjoint(with: [.common])
      }
      guard let slot = SymbolTable.slot(item.symbol), notes.contains(.alone) else { return true }
      // `that is too long`
      if isMistaken(item, slot) { return true }
      return Self.idle.contains(slot) || slot == .booking && item.end == item.start + 1
    }
  }

  /// What people say to each other beside what they want.
  static let courtesies: [Intent] = [.greet, .thank, .leave, .yes, .no]
  /// What says nothing by itself.
  private static let idle: [Slot] = [
    .also, .mine, .correction, .separator, .fromNow, .choice, .thatRoom,
  ]
}
