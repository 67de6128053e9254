// Computes the value of a constituent from the values inside it.

internal import CivilTime

/// What stands inside a constituent that has just become complete.
struct Parts {
  private(set) var values: (Value, Value, Value) = (Value(), Value(), Value())
  /// By symbol, because most meanings never ask which slot a part fills.
  private var symbols = (SymbolTable.none, SymbolTable.none, SymbolTable.none)
  private(set) var fourth = Value()
  private(set) var count = 0

  /// The slots that the first three fill.
  var slots: (Slot?, Slot?, Slot?) {
    (SymbolTable.slot(symbols.0), SymbolTable.slot(symbols.1), SymbolTable.slot(symbols.2))
  }

  /// The value of the first part that fills a slot.
  func value(of slot: Slot) -> Value? {
    let symbol = SymbolTable.symbol(slot)
    if symbols.0 == symbol { return values.0 }
    return symbols.1 == symbol ? values.1 : symbols.2 == symbol ? values.2 : nil
  }

  /// Adds a part by the symbol of its slot.
  @inline(__always)
  mutating func add(_ symbol: UInt16, _ value: Value) {
    switch count {
    case 0: (values.0, symbols.0) = (value, symbol)
    case 1: (values.1, symbols.1) = (value, symbol)
    case 2: (values.2, symbols.2) = (value, symbol)
    case 3: fourth = value
    default: break
    }
    count += 1
  }
}

extension Production {
  /// The value of what this production has made; nil if it makes nothing of these parts, as `25`
  /// makes no hour.
  func value(of parts: Parts, in frame: ReadingFrame) -> Value? {
    switch meaning {
    case .same: parts.values.0
    case .constant: Value(first, second, isNamed ? .named : [])
    case .point(let meaning): point(meaning, of: parts, in: frame)
    case .stretch(let meaning): stretch(meaning, of: parts, in: frame)
    case .day(let meaning): day(meaning, of: parts, in: frame)
    case .period(let meaning): period(meaning, of: parts, in: frame)
    case .length(let meaning): length(meaning, of: parts, in: frame)
    case .cue(.picked) where frame.asksChoice || frame.hasListed: Value()
    case .cue(let meaning) where meaning.mark == .topic:
      frame.isContinuing ? Value(meaning.topic, 0, .topic) : nil
    case .cue(.asked): frame.asksField ? Value(0, 0, .asked) : nil
    case .cue(.travelling): frame.isTravelling ? Value() : nil
    case .cue(.lasting): Value(1, 0, .lasting)
    case .cue(.shortening): Value(-1, 0, .lasting)
    case .cue(let meaning): Value(0, 0, meaning.mark)
    case .count(let meaning): count(meaning, of: parts, in: frame)
    case .repetition(let meaning): repetition(meaning, of: parts, in: frame)
    case .week(let meaning): week(meaning, of: parts, in: frame)
    case .zone(let meaning): zone(meaning, of: parts)
    }
  }

  private func stretch(
    _ meaning: StretchMeaning, of parts: Parts, in frame: ReadingFrame
  ) -> Value? {
    let (one, two, _) = parts.values
    switch meaning {
    case .span:
      // `at five to four` is a point; `from five to four` and `five to four` are spans.
      // With 2 behind it so is `at 5 to 4 pm`; with -1 it is a span whatever stands in it.
      let isPoint =
        [5, 10, 15, 20].contains(one.a / 60) && one.marks.contains(.bare)
        && (first > 0 && one.marks.contains(.worded) || first == 2 && two.marks.contains(.meridiem))
      return isPoint
        ? nil : ClockArithmetic.span(one, two, frame.hours, isNothingElse: first == -1)
    case .from:
      if parts.slots.0 == .year { return yearBound(one, .from) }
      // After several days: from the day behind the last one on.
      if first == 1, one.marks.contains(.among) { return Value(one.b + 1, 0, [.from, .isDay]) }
      return Value(one.a, one.b, one.marks.union(bound(parts.slots.0, .from)))
    case .until:
      if parts.slots.0 == .year { return yearBound(one, .until) }
      // Until the end of something is until its last day, and before a day until the one before it.
      if one.marks.contains(.tail) || first == 2 && one.marks.contains(.among) {
        return Value(one.b, 0, [.until, .isDay])
      }
      if first == 1, one.marks.isDisjoint(with: Value.Marks.noSingleDay.subtracting(.among)) {
        return Value(one.a - 1, 0, one.marks.subtracting(.among).union([.until, .isDay]))
      }
      return Value(one.a, one.b, one.marks.union(bound(parts.slots.0, .until)))
    case .untilTime:
      return one.marks.isDisjoint(with: .noSingleDay) ? Value(0, 0, .until) : nil
    case .partOfDay:
      return one.marks.isDisjoint(with: .noSingleDay) ? Value(first, second, .halved) : nil
    case .afterPeriod: return Value(one.b * 60, 0, .from)
    case .beforePeriod: return Value(one.a * 60, 0, .until)
    case .moment:
      guard let day = parts.value(of: .day), day.marks.isDisjoint(with: .noSingleDay) else {
        return nil
      }
      return Value()
    case .acrossDays: return acrossDays(parts, frame)
    case .earlyWindow, .lateWindow: return half(parts, isLate: meaning == .lateWindow)
    case .afternoon:
      // `week 8 pm` says nothing of an afternoon.
      return one.marks.isDisjoint(with: .noSingleDay) ? Value() : nil
    case .restOfDay: return Value(frame.now.time.minutes, 1440, .today)
    case .lastWindow: return Value(one.a * 60, one.b * 60, .previousDay)
    case .nextWindow: return Value(one.a * 60, one.b * 60, .nextDay)
    case .window: return Value(one.a * 60, one.b * 60)
    case .today: return Value(one.a * 60, one.b * 60, .today)
    }
  }

  /// Half of a part of the day; of a day beside it only if that is a single one.
  private func half(_ parts: Parts, isLate: Bool) -> Value? {
    let day = parts.value(of: .bareDay)
    guard let period = parts.value(of: .period),
      day.map({ $0.marks.isDisjoint(with: .noSingleDay) }) ?? true
    else { return nil }
    let middle = (period.a + period.b + 1) / 2
    return Value(
      (isLate ? middle : period.a) * 60, (isLate ? period.b : middle) * 60,
      first == 1 ? .today : day == nil ? [] : .halved)
  }

  private func bound(_ slot: Slot?, _ mark: Value.Marks) -> Value.Marks {
    slot == .day || slot == .bareDay ? [mark, .isDay] : mark
  }

  private func count(_ meaning: CountMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let one = parts.values.0
    let limit = Int32(ReadingLimits.countMax)
    let counts = 1...limit
    return switch meaning {
    case .count:
      counts.contains(one.a) && !isYearAlone(one, of: parts) && !isArticle(one)
        ? Value(one.a) : nil
    case .higherCount:
      one.a < parts.values.1.a && parts.values.1.a <= limit ? Value(parts.values.1.a) : nil
    case .above: (0..<limit).contains(one.a) ? Value(one.a + 1) : nil
    case .atMost: counts.contains(one.a) ? Value(0, one.a) : nil
    case .below: (2...limit).contains(one.a) ? Value(0, one.a - 1) : nil
    case .between:
      (1..<limit).contains(one.a) && one.a < parts.values.1.a && parts.values.1.a <= limit
        ? Value(one.a, parts.values.1.a) : nil
    case .noCount: Value(0, 0, .impossible)
    case .floor: (0...200).contains(one.a) ? Value(first == -1 ? -one.a : one.a) : nil
    case .choice: (1...99).contains(one.a) && !isDay(one, frame) ? Value(one.a) : nil
    case .firstChoices: (2...99).contains(one.a) ? Value(one.a, 1) : nil
    case .lastChoices: (2...99).contains(one.a) ? Value(one.a, -1) : nil
    case .expectedCount:
      frame.asksHeadcount && counts.contains(one.a) ? Value(one.a) : nil
    case .expectedChoice: (1...99).contains(one.a) && one.b <= 2 ? Value(one.a) : nil
    case .reference: Value(one.a, one.b)
    case .sum: Value(one.a + (parts.count > 1 ? parts.values.1.a : first))
    }
  }

  /// `planning for 2027`: no house has room for so many, and nothing says that people are meant.
  private func isYearAlone(_ number: Value, of parts: Parts) -> Bool {
    number.b == 4 && DayArithmetic.years.contains(number.first) && head == Self.headcount
  }

  /// `the 11th` in digits, where nothing was shown that it could be one of.
  private func isDay(_ ordinal: Value, _ frame: ReadingFrame) -> Bool {
    first == 1 && ordinal.b > 0 && !frame.asksChoice && !frame.hasListed
  }

  /// `für ein Gespräch`: of what is not said, so that nobody is counted.
  private func isArticle(_ number: Value) -> Bool {
    number.b == Value.articleDigits && head == Self.headcount
  }

  private static let headcount = SymbolTable.symbol(.headcount)
}

extension CueMeaning {
  /// The mark of a cue of this kind.
  fileprivate var mark: Value.Marks {
    switch self {
    case .common: .common
    case .asked: .asked
    case .whether: .whether
    case .travelling: []
    case .opening: .opening
    case .ours: .ours
    case .auxiliary: [.common, .opening]
    case .news: [.common, .news]
    case .wish: .wish
    case .loose, .picked: .loose
    case .leftOut: .leftOut
    case .ofPerson: [.opening, .ofPerson]
    case .ofRoom, .ofBooking, .ofThose: .topic
    case .kept: .kept
    case .lasting, .shortening: .lasting
    }
  }

  /// What a question with it is about.
  fileprivate var topic: Int32 {
    switch self {
    case .ofRoom: Value.topicRoom
    case .ofBooking: Value.topicBooking
    default: 0
    }
  }
}
