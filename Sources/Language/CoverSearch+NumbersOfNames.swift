// Which bare numbers belong to a name that nobody knows, and are no time.

extension CoverSearch {
  /// `booth 11`, `Campus 2`, `Kabine 7 am Fenster`: a number without a word of time, right behind a
  /// word of which nothing is made, is a part of a name. Behind a day, a room, a person or a
  /// preposition it may be an hour; `19:00` and `7 pm` are times anywhere.
  func isNumberOfName(_ item: Constituent, _ slot: Slot) -> Bool {
    let start = Int(item.start)
    // `30 m2` is neither half an hour nor an hour.
    if slot == .length, chart.line.isGluedNumber(Int(item.end)), isUnit(start: Int(item.end) - 1) {
      return true
    }
    guard Self.mayBeNumbers.contains(slot), start > 0,
      chart.line.tokens[start].kind == .number, isNumberAlone(item, slot)
    else { return false }
    if chart.line.tokens[start].isGlued, isUnit(start: start - 1) { return true }
    return isNameless(start - 1) || slot == .bound && isRoomNoun(endingAt: start)
  }

  /// The same of a number token.
  func isNumberOfName(_ token: Int) -> Bool {
    guard token > 0 else { return false }
    if isNameless(token - 1) { return true }
    // The second part of `office 4.22`.
    return token > 2 && isDotted(token - 2) && isNameless(token - 3)
  }

  private func isDotted(_ start: Int) -> Bool {
    chart.line.tokens[start].kind == .number && chart.line.gluedSign(start + 1) == 0x2E
      && chart.line.isGluedNumber(start + 2)
  }

  private func isUnit(start: Int) -> Bool {
    holds([SymbolTable.symbol(.timeUnit)], at: start)
  }

  private static let mayBeNumbers: [Slot] = [.bareHour, .clock, .moment, .bound, .day]

  /// Whether nothing but a number says what a constituent means.
  private func isNumberAlone(_ item: Constituent, _ slot: Slot) -> Bool {
    let start = Int(item.start)
    let isDotted = isDotted(start)
    let number = isDotted ? start + 3 : start + 1
    let end = Int(item.end)
    if end == number { return slot != .day || isDotted }
    switch slot {
    // `11 tomorrow`, `1102 on the west side`.
    case .moment, .bound:
      return children(of: item).contains { Int($0.start) == start && Int($0.end) == number }
    // `7 am Fenster`: no half of the day, but German for `at the`.
    case .clock: return end == number + 1 && isPrepositionBeforeName(number)
    default: return false
    }
  }

  /// Whether a word that tells the half of the day stands before a noun that nobody knows.
  private func isPrepositionBeforeName(_ token: Int) -> Bool {
    let next = token + 1
    return next < chart.line.tokens.count && chart.line.tokens[token].kind == .word
      && chart.line.tokens[token].end - chart.line.tokens[token].start == 2
      && chart.line.tokens[next].isCapital && isUnknown(next)
  }

  /// Whether a word is part of nothing that a line can say, and no room by a slip.
  private func isNameless(_ token: Int) -> Bool {
    guard chart.line.tokens[token].kind == .word, isUnknown(token) || isIdle(token) else {
      return false
    }
    return !(max(0, token - limits.nameTokens)...token).contains { start in
      chart.range(at: start).contains {
        let item = chart.items[$0]
        return Int(item.end) == token + 1 && !item.value.marks.contains(.common)
          && SymbolTable.slot(item.symbol).map(Self.calls.contains) ?? false
      }
    } && chart.rooms(near: token, limits: limits).isEmpty
  }

  /// What may stand before an hour and ends with a word that the grammar does not know.
  private static let calls: [Slot] = [
    .room, .person, .knownPerson, .knownTitle, .title, .booking, .equipment, .location,
  ]

  private func isRoomNoun(endingAt end: Int) -> Bool {
    chart.range(at: end - 1).contains {
      chart.items[$0].symbol == SymbolTable.symbol(.roomNoun) && Int(chart.items[$0].end) == end
    }
  }
}
