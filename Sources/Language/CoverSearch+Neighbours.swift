// What is something else than it looks like because of the words right beside it.

internal import CivilTime

extension CoverSearch {
  /// `the biggest` says a room wherever one may be said.
  func isSuperlative(_ item: Constituent) -> Bool {
    item.value.marks.contains(.named)
      && ["largest", "smallest"].contains(chart.grammar.names[item.value.first])
  }

  /// `the other meetings`: something else is counted than was offered.
  func cutsNoun(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    guard end < chart.line.tokens.count, chart.line.tokens[end].kind == .word else { return false }
    return chart.line.symbols[end] != SymbolTable.none && isIdle(end)
  }

  /// Whether a slot says nothing where it stands in the line: `and` takes up a question only at its
  /// beginning, one more is meant at its end, and no title begins with `for a moment`.
  func isOutOfPlace(_ item: Constituent, _ slot: Slot) -> Bool {
    let start = Int(item.start)
    return switch slot {
    case .also:
      start > 0 ? item.value.a != 2 && !endsLine(item) : item.value.a == 3
    case .furtherDay: start == 0
    // `+30 min` counts from now, or changes what was spoken of.
    case .fromNow: isSigned(start) && chart.frame.isContinuing
    case .shift: hasWrongSign(start)
    case .title: places[start].formulaEnd > 0
    default: false
    }
  }

  /// Whether a line begins with a plus or a minus, here.
  private func isSigned(_ token: Int) -> Bool {
    token == 0 && hasSign(token)
  }

  /// Whether a sign stands where it says no change of something spoken of.
  private func hasWrongSign(_ token: Int) -> Bool {
    hasSign(token) && !(isSigned(token) && chart.frame.isContinuing)
  }

  private func hasSign(_ token: Int) -> Bool {
    chart.line.tokens[token].kind == .sign
      && [0x2B, 0x2D].contains(chart.line.tokens[token].value)
  }

  /// Whether a cue is none because of what stands beside it.
  func isNoCue(_ cue: Constituent) -> Bool {
    endsPastSomething(cue) || isOfRest(cue) || holdsPronoun(cue)
      || hasWrongSign(Int(cue.start)) || takesRoomForText(cue)
  }

  /// `put Dachstube down for Thursday at 2`: a room of ours is no text of what there may be else,
  /// and `Bunker too` nobody.
  private func takesRoomForText(_ cue: Constituent) -> Bool {
    cue.value.marks.contains(.loose)
      && children(of: cue).contains { child in
        guard let slot = SymbolTable.slot(child.symbol), slot == .text || slot == .name else {
          return false
        }
        let first = (Int(child.start)..<Int(child.end)).first { !chart.line.isFiller($0) }
        return first.map { holds([SymbolTable.symbol(.knownRoom)], at: $0) } ?? false
      }
  }

  /// Whether a cue ends in a minute of an hour that the line itself says, or says otherwise than
  /// as a start.
  private func endsPastSomething(_ cue: Constituent) -> Bool {
    guard cue.childCount > 0 else { return false }
    let last = chart.constituent(chart.children[Int(cue.firstChild) + Int(cue.childCount) - 1])
    return last.symbol == SymbolTable.symbol(.shift) && isPastSomething(last)
  }

  /// `quarter past nine` says the hour behind it, `till quarter past` is an end.
  func isPastSomething(_ item: Constituent) -> Bool {
    guard item.value.marks.isSuperset(of: [.whole, .bare]) else { return false }
    let line = chart.line, end = Int(item.end), start = Int(item.start)
    let isUntil = start > 0 && !line.isFiller(start - 1) && isIdle(start - 1)
    guard !isUntil, end < line.tokens.count else { return isUntil }
    return line.tokens[end].kind == .number
      || line.tokens[end].kind == .word && !line.isFiller(end)
  }

  /// Whether something begins with the last word of `that one` or of `the first one`.
  func cutsPronoun(_ item: Constituent) -> Bool {
    pointsUpTo(Int(item.start)) || standsForRoom(Int(item.start))
  }

  /// `book one: Bunker, 8 to 9`: right behind a verb it stands for a room.
  private func standsForRoom(_ token: Int) -> Bool {
    guard token > 0, chart.line.tokens[token].kind == .word,
      chart.grammar.symbols.clauseWords.roles(of: chart.line.symbols[token]).contains(.one)
    else { return false }
    return chart.range(at: token - 1).contains {
      SymbolTable.isIntent(chart.items[$0].symbol) && Int(chart.items[$0].end) == token
    }
  }

  /// `the afternoon one`: no hour of the afternoon, where all of it points at a booking.
  func endsInPronoun(_ item: Constituent) -> Bool {
    let start = Int(item.start), end = Int(item.end)
    guard end > start + 1, chart.line.tokens[end - 1].kind == .word else { return false }
    return (max(0, start - 1)...start).contains { points(from: $0, to: end) }
  }

  /// Whether something that points ends at a word, and begins at the one before it.
  private func pointsUpTo(_ token: Int) -> Bool {
    guard token > 0, chart.line.tokens[token].kind == .word else { return false }
    return points(from: token - 1, to: token + 1)
  }

  /// Whether what stands between two tokens points at a booking or at one of several.
  private func points(from start: Int, to end: Int) -> Bool {
    guard chart.mayHold(.booking, at: start) || chart.mayHold(.choice, at: start) else {
      return false
    }
    return chart.range(at: start).contains {
      Int(chart.items[$0].end) == end
        && [.booking, .choice].contains(SymbolTable.slot(chart.items[$0].symbol))
    }
  }

  /// Whether a word that may be an hour is the last of `that one`.
  func endsInHour(at token: Int) -> Bool {
    chart.line.tokens[token].kind == .word && chart.mayHold(.bareHour, at: token)
      && pointsUpTo(token)
  }

  /// Whether an hour in a time, or in a cue, is the last word of `the first one`.
  func holdsPronoun(_ item: Constituent) -> Bool {
    guard hasPronounHour else { return false }
    return children(of: item).contains { child in
      child.symbol == SymbolTable.symbol(.bareHour) && child.end == child.start + 1
        && cutsPronoun(child) || holdsPronoun(child)
    }
  }

  /// Whether a word of the grammar is neither a filler nor the beginning of anything that may stand
  /// in a reading: `half` in `the first half`.
  func isIdle(_ token: Int) -> Bool {
    !chart.line.isFiller(token)
      && !chart.range(at: token).contains {
        let symbol = chart.items[$0].symbol
        return SymbolTable.isIntent(symbol)
          || SymbolTable.slot(symbol).map { Slot.aloneBits[Int($0.rawValue)] != 0 } ?? false
      }
  }

  /// `do 9-10`: without a word for the hour behind it only a capital makes a weekday of it, or the
  /// name of a room beside it.
  func isVerbBefore(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    guard isWordDay(start), let last = children(of: item).last else { return false }
    // `den dann, do 10 bis 12`: no German word is English `do`.
    if isThursday(start), isGerman { return false }
    let isBesideRoom =
      endsInRoom(start) || isThursday(start) && isOpening(start) && beginsRoom(Int(item.end))
    // `so 10 Uhr` is about ten.
    if last.symbol == SymbolTable.symbol(.clock),
      chart.line.tokens[Int(last.start)].kind == .number
    {
      return !isThursday(start) || !isBesideRoom
    }
    guard !isBesideRoom, isOpening(start) || !chart.line.tokens[start].isCapital else {
      return false
    }
    // `okay so, 10-11`
    if !chart.line.tokens[start].isCapital, !isGerman { return true }
    // `Do 9-10` is no English order, `So 9-10` may be.
    if chart.line.tokens[start].isCapital, isThursday(start) { return false }
    return last.symbol == SymbolTable.symbol(.span)
      && chart.line.tokens[Int(last.start)].kind == .number
      && Int(last.start) == start + 1
  }

  /// `okay so, 10-11`: no Sunday in a line that is not German.
  func isParticle(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    return Int(item.end) > start + 1 && chart.line.tokens[start + 1].value == 0x2C
      && chart.line.tokens[start + 1].kind == .sign && !chart.line.tokens[start].isCapital
      && isWordDay(start) && !isGerman
  }

  /// Whether some word of the line is German alone, and none is English alone.
  private var isGerman: Bool {
    let grammar = chart.grammar
    guard let german = grammar.languages.firstIndex(of: .german) else { return false }
    var isGerman = false
    for symbol in chart.line.symbols where symbol != SymbolTable.none {
      let languages = grammar.symbols.languages(of: symbol)
      if languages == 1 << UInt8(german) {
        isGerman = true
      } else if languages.nonzeroBitCount == 1 {
        return false
      }
    }
    return isGerman
  }

  private func isThursday(_ token: Int) -> Bool {
    chart.range(at: token).contains {
      chart.items[$0].symbol == SymbolTable.symbol(.wordDay)
        && CivilDate(clampingDayNumber: chart.items[$0].value.first).weekday == .thursday
    }
  }

  /// Whether the name of a room ends right before a token: there `do` is no verb.
  private func endsInRoom(_ token: Int) -> Bool {
    (max(0, token - limits.nameTokens)..<token).contains { start in
      chart.range(at: start).contains {
        chart.items[$0].symbol == SymbolTable.symbol(.knownRoom)
          && Int(chart.items[$0].end) == token
      }
    }
  }

  private func beginsRoom(_ token: Int) -> Bool {
    token < chart.line.tokens.count && holds([SymbolTable.symbol(.knownRoom)], at: token)
  }

  func isWordDay(_ token: Int) -> Bool {
    chart.range(at: token).contains { chart.items[$0].symbol == SymbolTable.symbol(.wordDay) }
  }
}
