// Which names are nobody: rooms, nouns of ours, and what is eaten.

extension CoverSearch {
  /// Whether a name in a cue stands directly before a noun of ours, so that it rather says what
  /// kind of meeting is meant: `add hairdresser appointment`.
  func endsInNoName(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    // What is seldom so is asked first: a name may lie deep inside.
    guard item.childCount > 0, end < chart.line.tokens.count, chart.mayHold(.bookingNoun, at: end),
      !chart.line.tokens[end - 1].isCapital,
      chart.range(at: end).contains(where: {
        chart.items[$0].symbol == SymbolTable.symbol(.bookingNoun)
      })
    else { return false }
    var last = chart.constituent(chart.children[Int(item.firstChild) + Int(item.childCount) - 1])
    while last.childCount > 0, last.symbol != SymbolTable.symbol(.name) {
      last = chart.constituent(chart.children[Int(last.firstChild) + Int(last.childCount) - 1])
    }
    return last.symbol == SymbolTable.symbol(.name)
  }

  /// `Bunker and Cockpit`, `and Cockpit Thursday`: what has the name of a room is nobody unless it
  /// is said to come.
  func isRoom(_ item: Constituent) -> Bool {
    let start = Int(item.start), end = Int(item.end)
    guard (2...4).contains(end - start) else { return false }
    let isJoined =
      chart.line.tokens[start].kind == .sign || holds(chart.grammar.symbols.joinings, at: start)
    return isJoined
      && chart.range(at: start + 1).contains {
        let room = chart.items[$0]
        return room.symbol == SymbolTable.symbol(.knownRoom)
          && !room.value.marks.contains(.stranger)
          && (room.end == item.end || room.end < item.end && isDay(Int(room.end), upTo: item.end))
      }
  }

  private func isDay(_ start: Int, upTo end: UInt16) -> Bool {
    chart.range(at: start).contains {
      chart.items[$0].symbol == SymbolTable.symbol(.bareDay) && chart.items[$0].end == end
    }
  }

  /// `call it Lunch & Learn`: behind the sign in what may be a title nobody stands who has neither
  /// address nor number.
  func joinsTitle(_ item: Constituent) -> Bool {
    let start = Int(item.start), tokens = chart.line.tokens
    guard start > 0, chart.line.isSign(start, 0x26),
      tokens[start..<Int(item.end)].allSatisfy({ $0.kind == .word || $0.value == 0x26 })
    else { return false }
    var isTitle = false
    for begin in max(0, start - limits.constituentTokens)..<start {
      for index in chart.range(at: begin) where Int(chart.items[index].end) == start {
        if chart.items[index].symbol == SymbolTable.symbol(.person) { return false }
        isTitle = isTitle || isLabelledText(chart.items[index])
      }
    }
    return isTitle
  }

  /// Whether words are said to be a title, unlike those that stand behind `for`.
  private func isLabelledText(_ item: Constituent) -> Bool {
    let isTitle = item.symbol == SymbolTable.symbol(.title) && !item.value.marks.contains(.common)
    return (isTitle || SymbolTable.isIntent(item.symbol)) && endsInText(item)
  }

  private func endsInText(_ item: Constituent) -> Bool {
    if item.symbol == SymbolTable.symbol(.text) { return true }
    guard item.childCount > 0 else { return false }
    return endsInText(
      chart.constituent(chart.children[Int(item.firstChild) + Int(item.childCount) - 1]))
  }

  /// `book Bunker tomorrow, phew, 10-11`: a small word between two commas, or between one and the
  /// end, behind nobody.
  private func isInterjection(_ item: Constituent) -> Bool {
    let start = Int(item.start), end = Int(item.end)
    guard chart.line.isSign(start, 0x2C), end == chart.line.tokens.count || isPause(end),
      !chart.line.tokens[start + 1].isCapital || chart.line.isFiller(start + 1)
    else { return false }
    let person = SymbolTable.symbol(.person)
    return !(max(0, start - limits.nameTokens)..<start).contains { before in
      chart.range(at: before).contains {
        chart.items[$0].symbol == person && chart.items[$0].end == item.start
      }
    }
  }

  /// `Kind regards, Mia`: at the end of a line, behind a formula, stands who says it.
  private func isSignature(_ item: Constituent) -> Bool {
    let start = Int(item.start), tokens = chart.line.tokens
    guard start > 0, tokens[Int(item.end)...].allSatisfy({ $0.kind == .sign }) else {
      return false
    }
    let thanks = SymbolTable.symbol(Intent.thank)
    return (max(0, start - limits.nameTokens)..<start).contains { before in
      chart.range(at: before).contains {
        let said = chart.items[$0]
        return said.end == item.start
          && (said.symbol == thanks || chart.grammar.symbols.courtesies.contains(said.symbol))
      }
    }
  }

  /// `with coffee`, `with visitors`, `and a whiteboard`: what is no more than a word of ours has
  /// neither address nor number.
  func isNobody(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    // A comma joins nothing to what people only say.
    if isOpening(start), chart.line.isSign(start, 0x2C) { return true }
    let isShort = item.end == item.start + 2
    if isShort, isInterjection(item) || isSignature(item) { return true }
    return chart.range(at: start + 1).contains {
      let other = chart.items[$0]
      guard other.end == item.end else { return false }
      return other.symbol == SymbolTable.symbol(.equipment)
        || isShort
          && (other.symbol == SymbolTable.symbol(.bookingNoun)
            || chart.grammar.symbols.provisions.contains(other.symbol))
    }
  }
}
