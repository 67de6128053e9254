// The words of titles and descriptions, without what only leads to them.

extension SlotGathering {
  /// The words of a title or description, without quotes around them.
  func words(of item: Constituent) -> Said<String>? {
    guard let found = find([.quoted, .text, .name], in: item) ?? find([.occasion], in: item) else {
      return nil
    }
    let quotes = SymbolTable.slot(found.symbol) == .quoted ? 1 : 0
    let end = Int(found.end) - quotes
    var start = Int(found.start) + quotes
    // `title then simply Planning`
    let isNamed = start > 0 && line.table.namings.contains(line.symbols[start - 1])
    if isNamed, quotes == 0, SymbolTable.slot(item.symbol) != .description {
      while start + 1 < end, onlyLeads(start) { start += 1 }
    }
    guard start < end else { return nil }
    let range = line.range(start, quotes > 0 ? end : endBeforeCourtesy(start..<end))
    return Said(line.text(range), range)
  }

  /// Whether a word before a text changes nothing, and points at nothing.
  private func onlyLeads(_ token: Int) -> Bool {
    let roles = chart.grammar.symbols.clauseWords.roles(of: line.symbols[token])
    return line.isFiller(token) && !line.tokens[token].isCapital && !line.tokens[token + 1].isGlued
      && roles.isDisjoint(with: [.subject, .owner, .definite])
  }

  /// Where a text ends that a courtesy stands behind: `Budget review if you don't mind`.
  private func endBeforeCourtesy(_ tokens: Range<Int>) -> Int {
    let courtesies = chart.grammar.symbols.courtesies
    return tokens.dropFirst().first { token in
      chart.range(at: token).contains {
        courtesies.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) == tokens.upperBound
      }
    } ?? tokens.upperBound
  }
}
