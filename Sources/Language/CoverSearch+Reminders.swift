// Lines of who wants to be reminded: what of is free text, which no other intent may act on.

extension CoverSearch {
  /// The symbols of the intents of reminders.
  static let remindings = Intent.ofReminders.map { SymbolTable.symbol($0) }

  /// Takes away the covers that leave aside that somebody wants to be reminded, and puts that in
  /// their place if none is left. `remind me when my meeting is` asks for a list, which uses the
  /// words; `remind me to cancel B1` takes nothing back.
  func settleReminder(_ covers: inout [Cover], _ sums: inout GrowingBuffer<Sums>) {
    let found = cues.filter(Self.remindings.contains).compactMap { reminder($0, &sums) }
    guard let best = found.max(by: { $0.cue.end - $0.cue.start < $1.cue.end - $1.cue.start }) else {
      return
    }
    let words = (Int(best.cue.start)..<Int(best.cue.end)).filter { !chart.line.isFiller($0) }
    let isFirst = isOpening(Int(best.cue.start))
    covers.removeAll { cover in
      // `what about reminders` is about no room.
      isFirst && cover.intent == .details || asksForUndoable(cover)
        || words.contains { cover.unused.contains($0) }
    }
    if covers.isEmpty { covers.append(best.cover) }
  }

  /// The cover of an intent of reminders, which leaves nothing aside that counts; nil if its words
  /// only begin what another intent says, as in `remind me what his name is`.
  private func reminder(
    _ intent: UInt16, _ sums: inout GrowingBuffer<Sums>
  ) -> (cover: Cover, cue: Constituent)? {
    let allowed = chart.grammar.allowed[Int(intent - SymbolTable.firstIntent)]
    for start in stride(from: chart.line.tokens.count - 1, through: 0, by: -1) {
      step(start, intent, allowed, &sums, skip: 0, least: Int32(Weights.leastOfPart))
    }
    guard sums[0].cued.sum >= Int32(Weights.least) else { return nil }
    let all = cover(intent, sums[0].cued.sum, sums, true)
    let cues = all.chosen.map { chart.items[Int($0)] }.filter { $0.symbol == intent }
    guard let cue = cues.max(by: { $0.end - $0.start < $1.end - $1.start }),
      !beginsSomethingElse(cue), !isPartOfStranger(cue)
    else { return nil }
    let orders = ordersBeside(cue)
    let chosen = all.chosen.filter { !orders.contains(Int(chart.items[Int($0)].start)) }
    let cover = Cover(
      intent: all.intent, score: Weights.least, chosen: chosen, unused: orders,
      allowed: all.allowed)
    return (cover, cue)
  }

  /// Whether a longer cue of a question begins where that of a reminder does.
  private func beginsSomethingElse(_ cue: Constituent) -> Bool {
    chart.range(at: Int(cue.start)).contains {
      let other = chart.items[$0]
      guard let intent = SymbolTable.intent(other.symbol), other.end > cue.end else {
        return false
      }
      return !intent.doesSomething && !intent.isOfReminders
    }
  }

  /// Whether all of a cue stands inside what is none of ours: `remind me of the date`.
  private func isPartOfStranger(_ cue: Constituent) -> Bool {
    strangers.contains {
      let stranger = chart.items[Int($0)]
      return chart.grammar.symbols.foreigners.contains(stranger.symbol)
        && stranger.start <= cue.start && cue.end <= stranger.end
    }
  }

  /// The words of orders that stand beside the cue of a reminder: before it, or behind a pause, as
  /// in `cancel B1 and remind me at 9`. What one wants to be reminded of may be one as well.
  private func ordersBeside(_ cue: Constituent) -> [Int] {
    var words: [Int] = []
    let tokens = chart.line.tokens.indices
    if let start = tokens[..<Int(cue.start)].first(where: { beginsOrder($0) }) {
      var end = Int(cue.start)
      while end > start, ReadingMaker.endOfPause(at: end - 1, chart) == end { end -= 1 }
      words += start..<end
    }
    let next = tokens[Int(cue.end)...].dropFirst().first {
      ReadingMaker.endOfPause(at: $0 - 1, chart) == $0 && beginsOrder($0)
    }
    return words + (next.map { Array($0..<tokens.endIndex) } ?? [])
  }

  private func beginsOrder(_ token: Int) -> Bool {
    chart.range(at: token).contains {
      let order = chart.items[$0]
      guard let intent = SymbolTable.intent(order.symbol), order.penalty < Weights.slip else {
        return false
      }
      return intent.isOrder
        && order.value.marks.isDisjoint(with: [.common, .wish, .loose, .opening])
    }
  }
}
