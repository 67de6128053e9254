// Which readings would do what the line says is not to be done.

extension CoverSearch {
  /// Whether a cover would do something that words it leaves aside deny: `buche das nicht`. One of
  /// several such words may stand in it, or change nothing by itself: `can't`, `all but`.
  func isDenied(_ cover: Cover) -> Bool {
    if cover.intent == .find { return seeksWhatIsNoRoom(cover) }
    guard cover.intent.doesSomething else { return false }
    if asksForUndoable(cover) || exceptsSomeOfAll(cover) { return true }
    guard chart.notes.contains(.denial) else { return false }
    let denials = chart.grammar.symbols.denials
    return chart.line.tokens.indices.contains { token in
      chart.says(.denial, at: token) && !isTold(token)
        && chart.line.symbols[token] != SymbolTable.none
        && chart.range(at: token).contains {
          denials.contains(chart.items[$0].symbol) && !isUsed(chart.items[$0], in: cover)
        }
    }
  }

  /// `got any milk`: a search that says nothing of a room.
  private func seeksWhatIsNoRoom(_ cover: Cover) -> Bool {
    asksForUndoable(cover)
      && cover.chosen.allSatisfy { SymbolTable.isIntent(chart.items[Int($0)].symbol) }
  }

  /// `cancel all except Friday`: what is left out is not known, and would be taken back with the
  /// rest.
  private func exceptsSomeOfAll(_ cover: Cover) -> Bool {
    hasNoun(cover, [.exception]) && (cover.intent == .cancel || hasNoun(cover, [.choice]))
      && !hasNoun(cover, [.repeat])
  }

  /// Whether a cover uses all words of a constituent, or they are only said: `no problem, …`.
  private func isUsed(_ item: Constituent, in cover: Cover) -> Bool {
    (item.start..<item.end).allSatisfy { token in
      if cover.formulas.contains(where: { $0.contains(Int(token)) }) { return true }
      return cover.chosen.contains {
        let chosen = chart.items[Int($0)]
        return chosen.start <= token && token < chosen.end
      }
    }
  }
}

// What a word that denies stands right before: it is set aside, and the rest says what is meant.
extension CoverSearch {
  /// A value behind a word of `<contrary>`, or a room behind one of `<without>`.
  struct Contrary {
    /// The tokens of the value, without that word.
    let value: Range<Int>
    /// Whether the line says another of its kind.
    let hasOther: Bool
    /// Whether it is a room.
    let isRoom: Bool

    /// Where a value ends that is set aside for another of the line: `Monday, not Tuesday`.
    var endBesideOther: Int? { hasOther ? value.upperBound : nil }
  }

  /// What may stand for each other.
  static let contraries =
    [
      [Slot.clock, .bareHour, .span, .day, .bareDay, .dayPart, .moment, .length]
    ].map { kinds in kinds.map { SymbolTable.symbol($0) } } + [namedRooms]

  /// What is not wanted where nothing else of its kind is said.
  private static let unwanted = [
    namedRooms, [Slot.person, .knownPerson, .houseName].map { SymbolTable.symbol($0) },
  ]
  private static let namedRooms = [Slot.room, .knownRoom].map { SymbolTable.symbol($0) }

  /// The value, of one of some kinds, behind a word of `<contrary>` and perhaps a sign before it.
  func contrary(at start: Int, of kinds: [[UInt16]]) -> Contrary? {
    let line = chart.line
    let word = isPause(start) ? start + 1 : start
    guard word + 1 < line.tokens.count, hasRole([.contrary, .without], word),
      start == 0 || !holds(chart.grammar.symbols.conditions, at: start - 1)
    else { return nil }
    let values = chart.range(at: word + 1).map { chart.items[$0] }
      .filter { SymbolTable.isSlot($0.symbol) && $0.penalty < Weights.slip }
    let end = values.map { Int($0.end) }.max() ?? 0
    let kind = kinds.first { kind in
      values.contains { $0.end == end && kind.contains($0.symbol) }
    }
    guard let kind, kind == Self.namedRooms || hasRole(.contrary, word) else { return nil }
    let hasOther = line.tokens.indices.contains { token in
      !(start..<end).contains(token) && holds(kind, at: token) && !isDenied(token)
    }
    return Contrary(
      value: word + 1..<end, hasOther: hasOther, isRoom: kind == Self.namedRooms)
  }

  /// A room or somebody that the line says is not wanted.
  struct Unwanted {
    /// The tokens of the clause that says so, of which the line says the rest without them.
    let clause: Range<Int>
    /// Those of what is not wanted.
    let value: Range<Int>
  }

  /// The rooms and people that the line says are not wanted, each in a clause of its own that says
  /// no more: `not the Bunker`, `…, but not Tom`. What a phrase of a cover denies by itself is of
  /// use there: `not the Bunker, 10 o'clock`.
  func unwanted(besides cover: Cover?) -> [Unwanted] {
    guard !chart.line.roles.isDisjoint(with: [.contrary, .without]) else { return [] }
    let count = chart.line.tokens.count
    return (0..<count).compactMap { start in
      if let found = unwanted(before: start, besides: cover) { return found }
      guard !isPause(start), let found = contrary(at: start, of: Self.unwanted),
        !found.isRoom || !found.hasOther,
        let first = clauseStart(before: start),
        let end = clauseEnd(behind: found.value.upperBound),
        !isPhrase(start..<found.value.upperBound, of: cover)
      else { return nil }
      return Unwanted(clause: first..<end, value: found.value)
    }
  }

  /// The same where the word stands behind: `den Bunker doch nicht`.
  private func unwanted(before word: Int, besides cover: Cover?) -> Unwanted? {
    guard word > 0, hasRole(.contrary, word), let end = clauseEnd(behind: word + 1) else {
      return nil
    }
    var last = word
    while last > 0, chart.line.isFiller(last - 1), !isPause(last - 1) { last -= 1 }
    let kinds = Self.unwanted.joined()
    let starts = (0..<last).filter { start in
      chart.range(at: start).contains {
        let item = chart.items[$0]
        return Int(item.end) == last && item.penalty < Weights.slip && kinds.contains(item.symbol)
      }
    }
    guard let start = starts.first, let first = clauseStart(before: start),
      !isPhrase(start..<word + 1, of: cover),
      !(0..<chart.line.tokens.count).contains(where: {
        !(start..<last).contains($0) && holds(Self.namedRooms, at: $0)
      })
    else { return nil }
    return Unwanted(clause: first..<end, value: start..<last)
  }

  /// Whether the cue of a cover has all of some tokens.
  private func isPhrase(_ tokens: Range<Int>, of cover: Cover?) -> Bool {
    cover?.chosen.contains {
      let cue = chart.items[Int($0)]
      return SymbolTable.isIntent(cue.symbol) && Int(cue.start) <= tokens.lowerBound
        && tokens.upperBound <= Int(cue.end)
    } ?? false
  }

  /// Whether a word of `<contrary>` stands before a token, or before the article there.
  private func isDenied(_ token: Int) -> Bool {
    (max(0, token - 2)..<token).contains { hasRole([.contrary, .without], $0) }
  }

  /// Where what a word of `<contrary>` denies begins, with a `but` before it; nil if something of
  /// weight stands before it in its clause.
  private func clauseStart(before token: Int) -> Int? {
    var first = token
    while first > 0, !isPause(first - 1) {
      first -= 1
      if hasRole(.contrast, first) { return first }
      guard chart.line.isFiller(first) || beginsNothing(first) else { return nil }
    }
    return first
  }

  /// Where its clause ends; nil if something of weight stands behind it there. An `either` goes
  /// with the word that denies.
  private func clauseEnd(behind value: Int) -> Int? {
    let line = chart.line
    let rest = (value..<line.tokens.count).prefix { !isPause($0) && !hasRole(.contrast, $0) }
    let isIdle = rest.allSatisfy {
      line.isFiller($0) || line.tokens[$0].kind == .word && beginsNothing($0)
    }
    // `not Rosa, but Otto`
    let next =
      rest.endIndex < line.tokens.count && isPause(rest.endIndex)
      ? rest.endIndex + 1 : rest.endIndex
    let isReplaced =
      next + 1 < line.tokens.count && hasRole(.contrast, next)
      && !hasRole([.contrary, .without], next + 1)
    return isIdle && !isReplaced ? rest.endIndex : nil
  }
}
