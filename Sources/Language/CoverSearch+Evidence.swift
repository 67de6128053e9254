// Whether a cover says enough, and of our things, for its line to be ours.

extension CoverSearch {
  /// Whether a word that a cover leaves aside is a slip away from the name of a room, which marks a
  /// line as ours like the name itself. Only looked for where the line would be none of ours.
  func namesRoomNearly(_ cover: Cover) -> Bool {
    guard cover.allowed & SlotKind.roomBit != 0 else { return false }
    let line = chart.line
    return cover.unused.prefix(limits.spellingWords).contains { token in
      line.tokens[token].kind == .word && line.symbols[token] == SymbolTable.none
        && !chart.rooms(near: token, limits: limits).isEmpty
    }
  }

  /// Whether a yes comes with a number where there is nothing to pick from: `that works better at
  /// 3` says when.
  func picksFromNothing(_ cover: Cover) -> Bool {
    cover.intent == .yes && hasNoun(cover, [.choice, .bareChoice]) && !chart.frame.asksChoice
      && !chart.frame.hasListed
  }

  /// Whether a cover says what its question is about.
  func hasTopic(_ cover: Cover) -> Bool {
    cover.chosen.contains { chart.items[Int($0)].value.marks.contains(.topic) }
  }

  /// Whether a cover has only the words of a question, and leaves aside what it is about: `is there
  /// a lift` looks for no room.
  func leavesTopic(_ cover: Cover) -> Bool {
    topics.contains { cover.unused.contains($0) }
      && cover.chosen.allSatisfy { SymbolTable.isIntent(chart.items[Int($0)].symbol) }
  }

  /// Whether a line without a verb may be about what was just spoken of, whatever words nobody
  /// knows stand beside what it says: `Monday suits me better`. A question may be about anything.
  func goesOn(_ cover: Cover) -> Bool {
    guard [.details, .no, .yes].contains(cover.intent), chart.frame.isContinuing,
      !chart.line.endsInQuestion, opening < chart.line.tokens.count
    else { return false }
    let symbols = chart.grammar.symbols
    let tells = chart.range(at: opening).contains {
      let symbol = chart.items[$0].symbol
      return symbols.tellings.contains(symbol) || symbols.conditions.contains(symbol)
    }
    // What somebody else says is not said of what was spoken of.
    return !tells
      && !cover.unused.contains { token in
        chart.range(at: token).contains { symbols.mentions.contains(chart.items[$0].symbol) }
      }
  }

  /// Whether a cover says a room, a day, and from when until when: whatever words nobody knows
  /// stand beside that, it is an order, or to be asked about.
  func isWhole(_ cover: Cover) -> Bool {
    hasNoun(cover, [.room]) && hasNoun(cover, [.day]) && hasNoun(cover, [.span])
      && opening < chart.line.tokens.count && !chart.line.endsInQuestion
  }

  /// Whether a cover says a day, and when something is to begin on it.
  func saysDayAndHour(_ cover: Cover) -> Bool {
    hasNoun(cover, [.day, .moment]) && hasNoun(cover, [.span, .clock, .moment])
  }

  /// Whether a title behind a common word, as `for`, has a room or a booking that it may be of.
  func namesWhatIsTitled(_ cover: Cover) -> Bool {
    let isTitled = cover.chosen.contains {
      let item = chart.items[Int($0)]
      return item.value.marks.contains(.common)
        && SymbolTable.slot(item.symbol) == .title
    }
    return !isTitled || hasNoun(cover, [.bookingNoun, .booking, .room, .roomNoun])
      || namesOccasionInTitle(cover)
      || isAnchored(cover) || cover.intent == .cancel && isOurs(cover)
  }

  /// Whether a cover has a cue that says more than a word of all kinds of lines, or a noun of ours
  /// beside it.
  func isUncommon(_ cover: Cover) -> Bool {
    var isCommon = false
    var isWish = false
    for number in cover.chosen {
      let marks = chart.items[Int(number)].value.marks
      guard SymbolTable.isIntent(chart.items[Int(number)].symbol) else { continue }
      if marks.isDisjoint(with: [.common, .wish]) { return true }
      if marks.contains(.common) { isCommon = true } else { isWish = true }
    }
    if isWish, hasNoun(cover, Self.wished) { return true }
    // `I need tomorrow at 10` and `book it with Ana` wish for a room; `I need to be there at 10`
    // does not.
    if isWish, cover.unused.isEmpty, hasNoun(cover, Self.hoursAndCompany) { return true }
    // `book W3 titled "Review"`: the number tells what.
    if isWish, hasNoun(cover, [.title, .privacy]), namesWait(cover) { return true }
    return !isCommon && !isWish || hasNoun(cover, [.bookingNoun, .booking])
      || namesOccasionInTitle(cover) && !makesSomethingElse(cover)
  }

  /// Whether a wait is named by its number.
  private func namesWait(_ cover: Cover) -> Bool {
    cover.chosen.map { chart.items[Int($0)] }.flatMap { [$0] + children(of: $0) }.contains {
      SymbolTable.slot($0.symbol) == .booking && $0.value.second == Value.ofWait
    }
  }

  /// Whether what would be booked is only what something else is for, which stands behind the verb
  /// and is left aside: `make coffee for the session`.
  private func makesSomethingElse(_ cover: Cover) -> Bool {
    guard cover.intent == .book else { return false }
    let line = chart.line
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol) else { return false }
      let object = (Int(cue.end)..<line.tokens.count).first { !line.isFiller($0) }
      return object.map { cover.unused.contains($0) && line.tokens[$0].kind == .word } ?? false
    }
  }

  func hasNoun(_ cover: Cover, _ nouns: [Slot]) -> Bool {
    cover.chosen.contains { number in
      SymbolTable.slot(chart.items[Int(number)].symbol).map(nouns.contains) ?? false
    }
  }

  /// What may be wished for.
  private static let wished: [Slot] = [
    .room, .roomNoun, .roomCount, .headcount, .equipment, .size, .seats, .floor, .location,
    .stepFree, .span, .length,
  ]

  /// Times of a day, and people.
  private static let hoursAndCompany: [Slot] = [
    .clock, .bareHour, .moment, .acrossDays, .fromNow, .window, .bound, .person,
  ]

  /// Intents of which a room is a noun.
  private static let roomIntents: [Intent] = [.book, .draft, .find, .isFree, .rooms]

  /// Whether a cover has a noun of ours or a cue that only lines of ours have.
  func isOurs(_ cover: Cover) -> Bool {
    let nouns: [Slot] = [.bookingNoun]
    let isAboutRooms = Self.roomIntents.contains(cover.intent)
    return hasNoun(cover, isAboutRooms ? nouns + [.room, .roomNoun] : nouns)
      || cover.chosen.contains { number in
        let item = chart.items[Int(number)]
        return item.value.marks.contains(.ours)
          || namesBooking(item) || isVerb(item) && children(of: item).contains { namesBooking($0) }
      }
  }

  /// `my meeting`, but not `it`.
  private func namesBooking(_ item: Constituent) -> Bool {
    SymbolTable.slot(item.symbol) == .booking && item.end > item.start + 1
  }

  func children(of item: Constituent) -> [Constituent] {
    (0..<Int32(item.childCount)).map {
      chart.constituent(chart.children[Int(item.firstChild + $0)])
    }
  }

  /// Whether a word that nobody knows stands where a cue asks for a room, as in `show Orangerie`.
  func namesRoomBehindCue(_ cover: Cover) -> Bool {
    guard ReadingMaker.takesRoomBehindCue.contains(cover.intent), cover.unused.count == 1,
      let token = cover.unused.first
    else { return false }
    return ReadingMaker.isRoomBehindCue(token, cover, chart)
  }

  /// Whether a cover uses a word or a name that only lines of ours are likely to have.
  func isAnchored(_ cover: Cover) -> Bool {
    cover.chosen.contains { number in
      let item = chart.items[Int(number)]
      return (Int(item.start)..<Int(item.end)).contains { isAnchor($0, upTo: item.end) }
    }
  }

  /// Whether all words of a mark are used, or none: one word, or a formula beside what is used.
  private func isWhole(_ number: Int, _ covered: Set<Int>) -> Bool {
    let item = chart.items[number]
    let words = Int(item.start)..<Int(item.end)
    return words.count == 1 || words.allSatisfy { !covered.contains($0) }
  }

  /// Whether a constituent is made of words alone.
  func saysNoSlot(_ item: Constituent) -> Bool {
    children(of: item).allSatisfy { !SymbolTable.isSlot($0.symbol) && saysNoSlot($0) }
  }

  /// The words that mark a line as ours in a cover, and the fillers that it leaves aside.
  func marks(of cover: Cover) -> [Int32] {
    var covered = Set<Int>()
    for number in cover.chosen {
      covered.formUnion(Int(chart.items[Int(number)].start)..<Int(chart.items[Int(number)].end))
    }
    let symbols = chart.grammar.symbols
    return chart.line.tokens.indices.flatMap { start in
      let marks =
        covered.contains(start)
        ? symbols.anchors + symbols.addressSigns + symbols.meals
        : symbols.fillers + symbols.mentions
      return chart.range(at: start).filter {
        marks.contains(chart.items[$0].symbol) && isWhole($0, covered)
      }.map { Int32($0) }
    }
  }
}
