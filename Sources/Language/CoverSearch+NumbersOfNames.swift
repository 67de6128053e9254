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
    // `that is a bit much. 2 hours` is no fifth of them.
    if slot == .length, chart.line.isSign(start, 0x2E), start + 1 < chart.line.tokens.count,
      !chart.line.tokens[start + 1].isGlued
    {
      return true
    }
    switch slot {
    case .bareHour, .clock, .moment, .bound, .day: break
    default: return false
    }
    // `a quick one`
    if slot == .bareHour || slot == .moment, start > 0, chart.line.tokens[start].kind == .word,
      Int(item.end) == start + 1 || chart.line.tokens[start + 1].kind == .sign,
      holdsOne(at: start)
    {
      return isNameless(start - 1)
    }
    guard chart.line.tokens[start].kind == .number, isNumberAlone(item, slot) else { return false }
    // `3.14`: times that are written with a dot are those that clocks strike.
    if slot != .day, isDotted(start), chart.line.tokens[start + 2].value % 5 != 0 { return true }
    guard start > 0 else { return false }
    if chart.line.tokens[start].isGlued, isUnit(start: start - 1) || isLetter(start - 1) {
      return true
    }
    return places[start].isBehindName || isRoomNoun(endingAt: start)
  }

  /// Whether a word is the number one.
  private func holdsOne(at token: Int) -> Bool {
    chart.range(at: token).contains {
      chart.items[$0].symbol == SymbolTable.symbol(.number) && chart.items[$0].value.a == 1
        && Int(chart.items[$0].end) == token + 1
    }
  }

  /// `rooms 12 and 14`, `room a12 or 14`.
  private func goesOnWithRooms(_ start: Int) -> Bool {
    let joining = start - 1
    guard joining > 0, chart.says([.joining, .either], at: joining) else { return false }
    return (max(0, joining - limits.nameTokens)..<joining).contains { first in
      chart.range(at: first).contains {
        let item = chart.items[$0]
        return Int(item.end) == joining && endsInPiece(item)
          && (item.symbol == SymbolTable.symbol(.room) || SymbolTable.isIntent(item.symbol))
      }
    }
  }

  /// `a14`, and not `a 14`.
  private func isLetter(_ token: Int) -> Bool {
    let word = chart.line.tokens[token]
    return word.kind == .word && word.end - word.start == 1
  }

  /// The same with the point of an abbreviation between them: `Zi. 12`.
  private func isNameless(beforeNumber start: Int) -> Bool {
    guard chart.line.isSign(start - 1, 0x2E), start > 1, chart.line.tokens[start - 1].isGlued,
      !chart.line.tokens[start].isGlued
    else { return isNameless(start - 1) }
    let word = chart.line.tokens[start - 2]
    return word.end - word.start <= Self.lettersOfAbbreviation && isNameless(start - 2)
  }

  private static let lettersOfAbbreviation: UInt16 = 5

  /// Whether a word of which nothing is made stands before a number, or another room of which it
  /// is the number.
  func isBehindName(_ token: Int) -> Bool {
    token > 0 && chart.line.tokens[token].kind == .number
      && (isNameless(beforeNumber: token) || goesOnWithRooms(token))
  }

  /// The same of a number token.
  func isNumberOfName(_ token: Int) -> Bool {
    guard token > 0 else { return false }
    if places[token].isBehindName { return true }
    // The second part of `office 4.22`.
    return token > 2 && isDotted(token - 2) && isNameless(token - 3)
  }

  /// `8:30-9`: a dash without spaces joins the numbers beside it, and is not to be left aside.
  func joinsNumbers(_ sign: Int) -> Bool {
    sign > 0 && chart.line.gluedSign(sign) == 0x2D && chart.line.isGluedNumber(sign + 1)
      && chart.line.tokens[sign - 1].kind == .number
  }

  private func isDotted(_ start: Int) -> Bool {
    chart.line.tokens[start].kind == .number && chart.line.gluedSign(start + 1) == 0x2E
      && chart.line.isGluedNumber(start + 2)
  }

  private func isUnit(start: Int) -> Bool {
    holds([SymbolTable.symbol(.timeUnit)], at: start)
  }

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
          && !(SymbolTable.slot(item.symbol) == .room && endsInPiece(item))
      }
    } && chart.rooms(near: token, limits: limits).isEmpty
  }

  /// `Raum neben`: a room that is only called so because it stands behind its noun.
  private func endsInPiece(_ item: Constituent) -> Bool {
    children(of: item).last.map { SymbolTable.slot($0.symbol) == .piece } ?? false
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
