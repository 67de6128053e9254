// Which constituents are not believed for what stands next to them.

internal import CivilTime

extension CoverSearch {
  /// Whether a constituent is something else than it looks like, wherever it stands: `the first
  /// week` is no day, `twenty-one` no span.
  func isMistaken(_ item: Constituent, _ slot: Slot) -> Bool {
    switch slot {
    case .day:
      isOrdinalOfSomething(item) || isMonthOfDate(item) || cutsNumber(item)
        || followsDayOfMonth(item) || isParticle(item)
        || chart.frame.dateOrder == .monthFirst && isDecimal(item)
    case .dayPart: isTomorrow(item) || isPreposition(item)
    case .person: endsInNoName(item) || isRoom(item) || isNobody(item) || joinsTitle(item)
    case .title: beginsWithNumber(item) || beginsInContraction(item) || isAll(item) && isOrder(item)
    case .span: isCompoundNumber(item) || cutsNumber(item) || cutsPronoun(item)
    case .nextHour: isWord(Int(item.end)) && isUnknown(Int(item.end))
    case .bareChoice:
      isDayOfMonth(Int(item.end) - 1) || cutsOrSaysTooLittle(item) || isBesideDay(item)
        || isInSpan(item)
    case .choice:
      isDayOfMonth(Int(item.end) - 1) || cutsOrSaysTooLittle(item) || cutsNoun(item)
    case .clock: cutsOrSaysTooLittle(item) || isWeekdayBefore(item) || endsInPronoun(item)
    case .headcount:
      cutsOrSaysTooLittle(item) || isNegative(item) || isUnit(Int(item.end))
    case .moment:
      cutsOrSaysTooLittle(item) || isVerbBefore(item) || endsInOrdinalOfSomething(item)
        || holdsPronoun(item)
    case .bareHour:
      cutsOrSaysTooLittle(item) || countsRooms(item) || cutsPronoun(item) || endsInPronoun(item)
    case .length: isNegative(item)
    case .shift:
      item.value.marks.contains(.opening) && !isOpening(Int(item.start)) || isPastSomething(item)
    case .window: isMeal(item)
    case .zone: isAbbreviation(item)
    default: false
    }
  }

  /// Whether a time takes digits from a longer number, is all that a line about something else
  /// says, or stands behind a minus.
  private func cutsOrSaysTooLittle(_ item: Constituent) -> Bool {
    isAll(item) && saysTooLittle(item) || cutsNumber(item)
      || isNegative(item) && isUnit(Int(item.end))
  }

  /// `Bunker So um 11`: with a capital inside a line it is the weekday, not `about`.
  private func isWeekdayBefore(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    return start > 0 && chart.line.tokens[start].isCapital && isWordDay(start)
  }

  /// `Bunker Friday 10`: right behind a day a number is its hour, and none of what was offered.
  private func isBesideDay(_ item: Constituent) -> Bool {
    let end = item.start
    return (max(0, Int(end) - 3)..<Int(end)).contains { start in
      chart.mayHold(.bareDay, at: start)
        && chart.range(at: start).contains {
          chart.items[$0].symbol == SymbolTable.symbol(.bareDay) && chart.items[$0].end == end
        }
    }
  }

  /// `ok good, 11 to 12`: its numbers are hours, and none of what was offered.
  private func isInSpan(_ item: Constituent) -> Bool {
    let span = SymbolTable.symbol(.span)
    return (max(0, Int(item.start) - 3)...Int(item.start)).contains { start in
      chart.range(at: start).contains {
        chart.items[$0].symbol == span && chart.items[$0].end >= item.end
          && chart.items[$0].end > item.start
      }
    }
  }

  /// `morgen in acht Tagen` counts from tomorrow, and is no morning.
  private func isTomorrow(_ item: Constituent) -> Bool {
    guard item.childCount == 2 else { return false }
    let parts = (0..<2).map { chart.constituent(chart.children[Int(item.firstChild) + $0]) }
    return parts[0].symbol == SymbolTable.symbol(.dayPeriod)
      && (0..<Int(parts[1].childCount)).contains {
        chart.constituent(chart.children[Int(parts[1].firstChild) + $0]).symbol
          == SymbolTable.symbol(.dayAmount)
      }
  }

  /// `Freitag am Nachmittag`: of two letters the half of a day only where nothing follows.
  private func isPreposition(_ item: Constituent) -> Bool {
    guard let last = children(of: item).last else { return false }
    return last.symbol == SymbolTable.symbol(.meridiem) && last.value.a == 0
      && last.end == last.start + 1 && isWordOrNumber(Int(last.end))
  }

  private func isWordOrNumber(_ token: Int) -> Bool {
    token < chart.line.tokens.count && chart.line.tokens[token].kind != .sign
  }

  /// Whether nothing stands before a token that says when, so that nothing can be taken back.
  func isOpening(_ start: Int) -> Bool { start <= opening }

  func holds(_ parts: [UInt16], at token: Int) -> Bool {
    guard parts.contains(where: { chart.mayHold($0, at: token) }) else { return false }
    return chart.range(at: token).contains { parts.contains(chart.items[$0].symbol) }
  }

  /// The same for a line that is not ours, where a number by itself is rather a number of what
  /// follows it: `at 101 points`.
  func isDoubtful(_ item: Constituent, _ slot: Slot) -> Bool {
    switch slot {
    case .nextHour, .choice, .bareChoice, .bareCount: true
    case .title: item.value.marks.contains(.common)
    case .day:
      countsWhatFollows(item) || isDecimal(item) || isShortMonth(item) || isVersion(item)
    case .repeat: saysOnlyHowOften(item)
    case .clock, .bareHour: countsWhatFollows(item) || isHalfOfSpan(item) || isDottedName(item)
    case .span, .bound, .moment: countsWhatFollows(item)
    default: false
    }
  }

  /// Whether nothing but signs stands beside it.
  private func isAll(_ item: Constituent) -> Bool {
    chart.line.tokens.indices.allSatisfy {
      (Int(item.start)..<Int(item.end)).contains($0) || chart.line.tokens[$0].kind == .sign
    }
  }

  /// `"book Bunker on Friday"`: a line in quotes that says what is to be done, and to what.
  private func isOrder(_ item: Constituent) -> Bool {
    let start = Int(item.start) + 1
    guard chart.line.isSign(start - 1, 0x22) || chart.line.isSign(start - 1, 0x27) else {
      return false
    }
    let things: [Slot] = [.room, .roomNoun, .bookingNoun, .booking, .pronoun]
    return chart.range(at: start).contains { SymbolTable.isIntent(chart.items[$0].symbol) }
      && (start..<Int(item.end)).contains { token in
        chart.range(at: token).contains { number in
          SymbolTable.slot(chart.items[number].symbol).map(things.contains) ?? false
        }
      }
  }

  /// `mar`, `one may`: short for a month, and as likely something else.
  private func isShortMonth(_ item: Constituent) -> Bool {
    let last = Int(item.end) - 1
    let isShort = chart.range(at: last).contains {
      chart.items[$0].symbol == SymbolTable.symbol(.month)
        && chart.items[$0].value.b == Value.articleDigits
    }
    guard isShort, item.start + 1 < item.end else { return isShort }
    return item.start + 2 == item.end && ends(with: .number, last)
      && chart.line.tokens[last - 1].kind == .word
  }

  /// One end of what would be a span if the other were a time: `10 - 10.1`.
  private func isHalfOfSpan(_ item: Constituent) -> Bool {
    let line = chart.line
    let (start, end) = (Int(item.start), Int(item.end))
    let goesOn =
      line.isSign(end, 0x2D) && end + 1 < line.tokens.count && line.tokens[end + 1].kind == .number
    let wentBefore =
      line.isSign(start - 1, 0x2D) && start > 1 && line.tokens[start - 2].kind == .number
    return goesOn || wentBefore
  }

  /// `z. B.`: a letter for a zone that belongs to another.
  private func isAbbreviation(_ item: Constituent) -> Bool {
    let line = chart.line
    let end = Int(item.end)
    guard line.isSign(end, 0x2E), end + 1 < line.tokens.count else { return false }
    let next = line.tokens[end + 1]
    return next.kind == .word && next.end - next.start == 1
  }

  /// `we have lunch`: a meal, without a day beside it.
  private func isMeal(_ item: Constituent) -> Bool {
    let (start, end) = (Int(item.start), Int(item.end))
    guard chart.says(.meal, at: start) else { return false }
    let meals = chart.grammar.symbols.meals
    let isOne = chart.range(at: start).contains { meals.contains(chart.items[$0].symbol) }
    guard end == start + 1, isOne else { return false }
    let isBeforeDay =
      end < chart.line.tokens.count
      && chart.range(at: end).contains { chart.items[$0].symbol == SymbolTable.symbol(.day) }
    return !isBeforeDay && !ends(with: .bareDay, start) && !ends(with: .day, start)
  }

  /// `3 40`: a time beside something else, alone no more than two numbers.
  private func saysTooLittle(_ item: Constituent) -> Bool {
    let (one, two) = (Int(item.start), Int(item.start) + 1)
    guard Int(item.end) == two + 1, chart.line.tokens[one].kind == .number else { return false }
    return chart.line.tokens[two].kind == .number && chart.line.tokens[one].digits == 1
  }

  /// `Version 1.1.30`: behind a word that nobody knows, of two digits for a year.
  private func isVersion(_ item: Constituent) -> Bool {
    let line = chart.line
    let start = Int(item.start)
    guard item.end == item.start + 5, line.isSign(start + 1, 0x2E), line.isSign(start + 3, 0x2E),
      line.tokens[start + 4].digits == 2
    else { return false }
    let before = line.isSign(start - 1, 0x3A) ? start - 2 : start - 1
    return before >= 0 && isWord(before) && isUnknown(before)
  }

  /// `Python 3.11`: behind a word that nobody knows, with a dot.
  private func isDottedName(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    return item.end == item.start + 3 && chart.line.gluedSign(start + 1) == 0x2E && start > 0
      && isWord(start - 1) && isUnknown(start - 1)
  }

  /// `every week` without a day or a time.
  private func saysOnlyHowOften(_ item: Constituent) -> Bool {
    item.childCount == 1
      && chart.constituent(chart.children[Int(item.firstChild)]).symbol
        == SymbolTable.symbol(.every)
  }

  /// `the first half`, `the 3rd week`: a day by its number alone, and right behind it a word that
  /// nobody knows or a unit of time.
  private func isOrdinalOfSomething(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    guard item.value.marks.contains(.monthAssumed), isWord(end),
      ends(with: .ordinal, end) || ends(with: .number, end)
    else { return false }
    // `Saturday the 5th Cockpit 10-2` says where.
    return isUnknown(end) && !isNamed(end) || isIdle(end)
      || chart.range(at: end).contains {
        // `on 31 December` is one day.
        [.dayUnit, .timeUnit, .month].contains(SymbolTable.slot(chart.items[$0].symbol))
      }
  }

  /// Whether a room, a person or a booking that is known is called so from a token on.
  private func isNamed(_ token: Int) -> Bool {
    chart.range(at: token).contains {
      [.knownRoom, .knownPerson, .houseName, .knownTitle].contains(
        SymbolTable.slot(chart.items[$0].symbol))
    }
  }

  /// `500 5th Avenue`: a moment whose day is none.
  private func endsInOrdinalOfSomething(_ item: Constituent) -> Bool {
    children(of: item).contains { isOrdinalOfSomething($0) }
  }

  /// `in March 4th`: a whole month only if no day of it follows.
  private func isMonthOfDate(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    guard item.value.marks.contains(.among), end < chart.line.tokens.count,
      ends(with: .month, end)
    else { return false }
    return chart.range(at: end).contains {
      let slot = SymbolTable.slot(chart.items[$0].symbol)
      return slot == .ordinal || slot == .number && (1...31).contains(chart.items[$0].value.a)
    }
  }

  /// `9. September 18` is no 18 September: the number with a point before the month is its day.
  private func followsDayOfMonth(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    return start > 1 && chart.line.isSign(start - 1, 0x2E) && isDayOfMonth(start - 2)
  }

  /// Whether a token is a number with a point behind it and a month behind that.
  private func isDayOfMonth(_ token: Int) -> Bool {
    let month = token + 2
    return month < chart.line.tokens.count && chart.line.tokens[token].kind == .number
      && chart.line.isSign(token + 1, 0x2E)
      && chart.range(at: month).contains {
        SymbolTable.slot(chart.items[$0].symbol) == .month
      }
  }

  /// `we're finishing early`: what an apostrophe joins to the word before it begins nothing.
  private func beginsInContraction(_ item: Constituent) -> Bool {
    let start = Int(item.start)
    return chart.line.isSign(start - 1, 0x27) && chart.line.tokens[start].isGlued
      && chart.line.tokens[start - 1].isGlued && start > 1
  }

  /// `for 6:30 in the evening` is no title; `titled 2027 budget` is one.
  private func beginsWithNumber(_ item: Constituent) -> Bool {
    item.value.marks.contains(.common)
      && (item.start + 1..<item.end).prefix(2).contains {
        chart.line.tokens[Int($0)].kind == .number
      }
  }

  /// Whether it begins or ends inside `6.45`, `101,194` or `31/8`.
  private func cutsNumber(_ item: Constituent) -> Bool {
    isInsideNumber(Int(item.end)) || isInsideNumber(Int(item.start) - 1)
  }

  /// Whether a minus stands before a number, apart from what is before it: `-2 hours`.
  private func isNegative(_ item: Constituent) -> Bool {
    let line = chart.line
    let sign = Int(item.start) - 1
    return line.isSign(sign, 0x2D) && line.isGluedNumber(Int(item.start))
      && (sign == 0 || !line.tokens[sign].isGlued)
  }

  private func isUnit(_ token: Int) -> Bool {
    isWord(token)
      && chart.range(at: token).contains { chart.items[$0].symbol == Self.timeUnit }
  }

  private static let timeUnit = SymbolTable.symbol(.timeUnit)

  private func isInsideNumber(_ sign: Int) -> Bool {
    let line = chart.line
    return sign > 0 && [0x2C, 0x2E, 0x2F].contains(line.gluedSign(sign))
      && line.isGluedNumber(sign + 1) && line.tokens[sign - 1].kind == .number
  }

  /// `twenty-one`, which is read as a number as well.
  private func isCompoundNumber(_ item: Constituent) -> Bool {
    let line = chart.line
    return (Int(item.start) + 1..<Int(item.end) - 1).contains { dash in
      line.isSign(dash, 0x2D) && line.tokens[dash].isGlued && line.tokens[dash + 1].isGlued
        && line.tokens[dash - 1].kind == .word
        && chart.range(at: dash - 1).contains {
          chart.items[$0].symbol == SymbolTable.symbol(.number)
            && Int(chart.items[$0].end) == dash + 2
        } && partsEnds(of: item, dash)
    }
  }

  /// Whether a dash stands between the ends of a span, not inside one: `one to twelve forty-five`.
  private func partsEnds(of span: Constituent, _ dash: Int) -> Bool {
    !children(of: span).contains { Int($0.start) < dash && dash + 1 < Int($0.end) }
  }

  /// `1.5`, where no word makes it a date.
  private func isDecimal(_ item: Constituent) -> Bool {
    item.penalty >= Scanner.dottedDatePenalty
      && chart.line.tokens[Int(item.start)].kind == .number
  }

  private func countsWhatFollows(_ item: Constituent) -> Bool {
    let end = Int(item.end)
    guard isWord(end), isUnknown(end), !chart.line.tokens[end].isCapital else { return false }
    let isWritten = chart.line.isSign(end - 2, 0x3A) || ends(with: .ordinal, end)
    return !isWritten && (chart.line.tokens[end - 1].kind == .number || ends(with: .number, end))
  }

  /// `one room up`; but `at 3 room Aquarium`.
  private func countsRooms(_ item: Constituent) -> Bool {
    chart.range(at: Int(item.end)).contains { index in
      let noun = chart.items[index]
      let isNamed = chart.range(at: Int(noun.end)).contains {
        [.knownRoom, .number].contains(SymbolTable.slot(chart.items[$0].symbol))
      }
      return noun.symbol == SymbolTable.symbol(.roomNoun) && !isNamed
    }
  }

  func isWord(_ token: Int) -> Bool {
    token < chart.line.tokens.count && chart.line.tokens[token].kind == .word
  }

  func isUnknown(_ token: Int) -> Bool {
    chart.line.symbols[token] == SymbolTable.none
  }

  /// Whether something of a kind ends at a token, one to three tokens long.
  func ends(with slot: Slot, _ end: Int) -> Bool {
    (max(0, end - 3)..<end).contains { start in
      chart.range(at: start).contains {
        chart.items[$0].symbol == SymbolTable.symbol(slot) && Int(chart.items[$0].end) == end
      }
    }
  }
}
