// Lines that by themselves only tell how things are: `Jana comes at 3`, `the Bunker is too small`.

extension CoverSearch {
  /// Whether a line behind others, in which no verb of ours is read, only tells how things are, so
  /// that nothing of it is surely wanted. What somebody can only do tells what is to be: `Tom can
  /// only do 3`.
  func onlyTells(_ cover: Cover) -> Bool {
    guard chart.frame.isContinuing, chart.context.expected.isEmpty, saysPlace(cover) else {
      return false
    }
    let parts = clauses(byReason: true)
    return (parts.isEmpty ? [chart.line.tokens.indices] : parts).allSatisfy { clause in
      let used = cover.chosen.contains { number in
        let item = chart.items[Int(number)]
        return clause.contains(Int(item.start)) && Self.placed.contains(item.symbol)
      }
      return !used || !saysEnough(cover, clause) && onlyTells(clause)
    }
  }

  /// Whether the verb of a clause belongs to its time: `one hour is enough`.
  private func saysEnough(_ cover: Cover, _ clause: Range<Int>) -> Bool {
    cover.chosen.contains { number in
      let item = chart.items[Int(number)]
      return clause.contains(Int(item.start)) && Self.placed.contains(item.symbol)
        && (Int(item.start)..<Int(item.end)).contains { isFinite($0) }
    }
  }

  /// The clauses of which one may be an order by itself where the line as a whole is not
  /// understood, each with the others, which only tell: `10 is too late for Jana. Make it 9`.
  func ordersBesideTelling() -> [[Range<Int>]] {
    let parts = clauses(byReason: true)
    guard chart.frame.isContinuing, chart.context.expected.isEmpty,
      (2...limits.clausesByThemselves).contains(parts.count)
    else { return [] }
    let mayTell = parts.map { mayOnlyTell($0) }
    return parts.indices.filter { order in
      parts.indices.allSatisfy { $0 == order || mayTell[$0] }
    }.map { order in parts.indices.filter { $0 != order }.map { parts[$0] } }
  }

  /// Whether a clause may tell how things are: nothing in it is picked, denied, ordered or made to
  /// depend on something, unless somebody does it.
  private func mayOnlyTell(_ clause: Range<Int>) -> Bool {
    let line = chart.line, symbols = chart.grammar.symbols
    let tokens = clause.filter { line.tokens[$0].kind != .sign }[...]
    let decides = symbols.conditions + symbols.mentions + symbols.eithers + Self.picked
    guard !clause.contains(where: { holds(decides, at: $0) }) else { return false }
    let first = tokens.firstIndex { isSubject($0) || !line.isFiller($0) && !isConnective($0) }
    guard let first else { return true }
    if beginsWithSubject(tokens[first...]) || hasSubjectBehindVerb(tokens[first...]) { return true }
    return !tokens.contains { isOrder(at: $0) || chart.says(.denial, at: $0) }
  }

  private static let picked = [Slot.choice, .room, .knownRoom, .email].map {
    SymbolTable.symbol($0)
  }

  /// Whether a cover is made of slots that say where or when, perhaps beside a no.
  private func saysPlace(_ cover: Cover) -> Bool {
    [.details, .no].contains(cover.intent)
      && cover.chosen.contains { Self.placed.contains(chart.items[Int($0)].symbol) }
  }

  private static let placed =
    [Slot.room, .knownRoom].map { SymbolTable.symbol($0) } + days + times

  /// Whether a clause begins with a subject and its verb, or with a time, a room or a verb and its
  /// subject behind that.
  private func onlyTells(_ clause: Range<Int>) -> Bool {
    let line = chart.line
    let tokens = clause.filter { line.tokens[$0].kind != .sign }
    let first = tokens.firstIndex { token in
      isSubject(token) || isFinite(token) || !line.isFiller(token) && !isConnective(token)
    }
    guard let first else { return false }
    let rest = tokens[first...]
    if isOfRoom(rest) { return true }
    guard !rest.contains(where: { hasRole(.constraint, $0) }) else { return false }
    let behindTime = rest.drop { isInTime($0) }
    // `can I do 3:30` asks.
    guard !holds(chart.grammar.symbols.permissions, at: rest[first]) else { return false }
    return behindTime.count < rest.count && beginsWithSubject(behindTime)
      || isFinite(rest[first]) && rest.dropFirst().first.map { isSubject($0) } ?? false
      || beginsWithSubject(rest) || hasSubjectBehindVerb(rest) || isOfSpeaker(rest)
  }

  /// `Bunker is`, `der Bunker hat`, `Ana kommt`.
  private func isOfRoom(_ tokens: ArraySlice<Int>) -> Bool {
    let named = hasRole(.owner, tokens[tokens.startIndex]) ? tokens.dropFirst() : tokens
    guard let start = named.first else { return false }
    return chart.range(at: start).contains {
      let item = chart.items[$0], end = Int(item.end)
      return Self.named.contains(item.symbol) && end < chart.line.tokens.count && isFinite(end)
    }
  }

  private static let named = [Slot.room, .knownRoom, .knownPerson].map { SymbolTable.symbol($0) }

  /// `ich melde mich`, `I'm`: what nobody knows right behind a subject is its verb.
  private func isOfSpeaker(_ tokens: ArraySlice<Int>) -> Bool {
    guard let first = tokens.first, let verb = tokens.dropFirst().first else { return false }
    return hasRole(.subject, first) && chart.line.tokens[verb].kind == .word && isUnknown(verb)
  }
}
