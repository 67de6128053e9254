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
