// What a line says beside an order that leaves open whether the order is meant: that it is only
// proposed, that it depends on something, or a time that the order has no use for.

extension ReadingMaker {
  /// Whether a line proposes or sets a condition, as `shall we take …`, `if it rains, …`.
  static func isProposed(_ cover: Cover, _ chart: Chart) -> Bool {
    chart.notes.contains(.open)
      && chart.line.tokens.indices.contains { start in
        chart.says(.open, at: start) && chart.line.symbols[start] != SymbolTable.none
          && chart.range(at: start).contains { leavesOpen($0, cover, chart) }
      }
  }

  /// Whether a constituent proposes or sets a condition. A proposal may use words of the order, as
  /// `would you like`; a condition stands beside it.
  private static func leavesOpen(_ number: Int, _ cover: Cover, _ chart: Chart) -> Bool {
    let symbols = chart.grammar.symbols
    let item = chart.items[number]
    let start = Int(item.start)
    guard item.penalty < Weights.slip, !cover.asides.contains(where: { $0.contains(start) }) else {
      return false
    }
    if symbols.conditions.contains(item.symbol) {
      if cover.formulas.contains(where: { $0.contains(start) }) { return false }
      return isAside(item, cover, chart) && courtesy(at: start, chart) == nil
    }
    if symbols.doubts.contains(item.symbol) {
      // `Ana is ill, Ben comes instead` leaves nothing open.
      let isSettled = cover.intent == .removeAttendee && isSwap(cover, chart)
      return !isSettled && !isInText(item, cover, chart)
    }
    let proposes =
      symbols.proposals.contains(item.symbol)
      || ([.cancel, .book].contains(cover.intent)
        || cover.intent == .details && !chart.frame.isContinuing)
        && symbols.permissions.contains(item.symbol)
    return proposes && beginsClause(start, chart) && !isInText(item, cover, chart)
  }

  /// Whether nothing of weight stands directly before a token: `wollen wir B1 nehmen` asks, and
  /// `B1 wollen wir nehmen` tells.
  private static func beginsClause(_ start: Int, _ chart: Chart) -> Bool {
    start == 0 || chart.line.tokens[start - 1].kind == .sign || chart.line.isFiller(start - 1)
      || chart.line.symbols[start - 1] == SymbolTable.none
  }

  /// What sounds like a condition at a token and is only polite: `if possible`.
  static func courtesy(at start: Int, _ chart: Chart) -> Int? {
    chart.range(at: start).first {
      chart.grammar.symbols.isPolite(chart.items[$0].symbol)
    }
  }

  /// All that says so of a line, words of times that are left aside, and what joins times.
  static func doubts(of cover: Cover, _ chart: Chart) -> [Int32] {
    let symbols = chart.grammar.symbols
    let all = chart.line.tokens.indices.flatMap { Array(chart.range(at: $0)) }
    let found = all.filter { number in
      let item = chart.items[number]
      return symbols.timings.contains(item.symbol) && cover.unused.contains(Int(item.start))
        || symbols.isPolite(item.symbol) || symbols.joinings.contains(item.symbol)
        || symbols.tellings.contains(item.symbol) || leavesOpen(number, cover, chart)
    }
    return found.map(Int32.init)
  }

  /// Whether a constituent lies in words that are a title or a description.
  private static func isInText(_ item: Constituent, _ cover: Cover, _ chart: Chart) -> Bool {
    cover.chosen.contains {
      let chosen = chart.items[Int($0)]
      let slot = SymbolTable.slot(chosen.symbol)
      return (slot == .title || slot == .description)
        && chosen.start <= item.start && item.end <= chosen.end
    }
  }

  /// Whether nothing of the reading is made of a constituent's words.
  private static func isAside(_ item: Constituent, _ cover: Cover, _ chart: Chart) -> Bool {
    !cover.chosen.contains {
      let chosen = chart.items[Int($0)]
      return chosen.start < item.end && item.start < chosen.end
    }
  }

  /// Whether an order leaves aside a number or a word of times, lengths and dates: what would be
  /// done without it is likely something else than what was said.
  static func leavesTimeAside(_ unused: [Int], _ intent: Intent, _ chart: Chart) -> Bool {
    switch intent {
    case .book, .change, .cancel, .addAttendee, .removeAttendee, .details, .yes: break
    case .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .undo, .passes,
      .resend, .mend, .wait, .stopWaiting, .waits, .news, .ride,
      .skip, .help, .language, .greet, .leave, .thank, .no, .choose, .back, .more,
      .reminder, .reminders, .cancelReminder, .nothing:
      return false
    }
    return unused.contains { isOfTime($0, chart) || isOfNumber($0, chart) }
  }

  /// Whether a word is written as one with a number, or is so short behind one that it is rather a
  /// slip than a word: `1o`, `10 pn`.
  private static func isOfNumber(_ token: Int, _ chart: Chart) -> Bool {
    let word = chart.line.tokens[token]
    guard token > 0, word.kind == .word, chart.line.tokens[token - 1].kind == .number else {
      return false
    }
    return word.isGlued || word.end - word.start <= 2
  }

  /// Whether a line leaves aside the verb of another order: `cancel B1 and book Aquarium` would be
  /// half done.
  static func leavesOrderAside(_ unused: [Int], _ intent: Intent, _ chart: Chart) -> Bool {
    unused.contains { token in
      chart.range(at: token).contains {
        let item = chart.items[$0]
        guard let other = SymbolTable.intent(item.symbol), other != intent,
          item.penalty < Weights.slip
        else { return false }
        let isOrder = [.book, .cancel, .change, .undo].contains(other)
        return isOrder && item.value.marks.isDisjoint(with: [.common, .wish, .loose, .opening])
      }
    }
  }

  /// Whether a change is told of rather than ordered: `it took 30 minutes longer` has no verb of
  /// ours and another word.
  static func tellsOfShift(_ cover: Cover, _ unused: [Int], _ aside: Bool, _ chart: Chart) -> Bool {
    guard cover.intent == .change, aside || !unused.isEmpty else { return false }
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol), cue.childCount == 1 else { return false }
      let shift = chart.constituent(chart.children[Int(cue.firstChild)])
      return shift.symbol == SymbolTable.symbol(.shift)
        && !chart.range(at: Int(shift.start)).contains {
          SymbolTable.isIntent(chart.items[$0].symbol) && chart.items[$0].end == cue.start + 1
        }
    }
  }

  /// Whether what is taken back or changed rests on a verb with a slip in it: `cancer` may be what
  /// it is.
  static func isMended(_ cover: Cover, _ chart: Chart) -> Bool {
    switch cover.intent {
    case .cancel, .change, .removeAttendee: break
    case .book, .draft, .find, .findTime, .isFree, .rooms, .rules, .show, .bookings, .undo,
      .addAttendee,
      .passes,
      .resend, .mend, .wait, .stopWaiting, .waits, .news, .ride, .skip, .help, .language, .greet,
      .leave,
      .thank,
      .yes, .no, .choose, .back, .more, .reminder, .reminders, .cancelReminder, .details, .nothing:
      return false
    }
    return cover.chosen.contains {
      let cue = chart.items[Int($0)]
      return SymbolTable.isIntent(cue.symbol) && cue.penalty >= Weights.slip
        && chart.line.tokens[Int(cue.start)].kind == .word
        && chart.line.symbols[Int(cue.start)] == SymbolTable.none
    }
  }

  /// Whether what a cover takes people off by puts others in their place: `replace Ana with Ben`.
  static func isSwap(_ cover: Cover, _ chart: Chart) -> Bool {
    let replacements = chart.grammar.symbols.replacements
    return cover.chosen.contains { number in
      let cue = chart.items[Int(number)]
      guard SymbolTable.isIntent(cue.symbol) else { return false }
      return (Int(cue.start)..<Int(cue.end)).contains { token in
        chart.range(at: token).contains { replacements.contains(chart.items[$0].symbol) }
      }
    }
  }

  /// Whether a token is a number, or begins something of a time.
  static func isOfTime(_ token: Int, _ chart: Chart) -> Bool {
    switch chart.line.tokens[token].kind {
    case .number: return true
    case .sign: return false
    case .word: break
    }
    return chart.range(at: token).contains {
      let item = chart.items[$0]
      guard item.penalty < Weights.slip else { return false }
      if chart.grammar.symbols.timings.contains(item.symbol) { return true }
      switch SymbolTable.slot(item.symbol) {
      case .number, .ordinal, .weekday, .month, .meridiem, .period, .dayPeriod, .timeUnit,
        .dayUnit, .bareDay, .wordDay, .every, .pluralDays:
        return true
      default: return false
      }
    }
  }
}
