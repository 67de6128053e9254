// Computes which point on the clock a phrase means.

internal import CivilTime

extension Production {
  /// The point of a phrase about the clock; nil if the parts make none.
  func point(_ meaning: PointMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, _) = parts.values
    switch meaning {
    case .hour: return hour(one, openness(of: one))
    case .past:
      // `1045 Uhr`: the word says that it can be nothing else.
      if first == 0, one.b == 3 || one.b == 4 {
        return hour(one, openness(of: one)).map { Value($0.a, 0, $0.marks.subtracting(.compact)) }
      }
      guard one.a <= 24, one.b <= 2 || one.b == Value.articleDigits else { return nil }
      // Midnight at the end of a day is its 24th hour; a quarter past it is on the next.
      let hour = first == 0 ? one.a : one.a % 24
      return Value(hour * 60 + first, 0, openness(of: one))
    case .hourAndMinutes:
      guard one.a <= 23, one.b <= 2 || one.b == Value.articleDigits, two.a <= 59, two.b <= 2 else {
        return nil
      }
      return Value(one.a * 60 + two.a, 0, openness(of: one))
    case .before, .beforeInSomeRegions:
      guard (1...24).contains(one.a), one.b <= 2 else { return nil }
      let marks: Value.Marks = meaning == .before ? [] : .regional
      return Value(one.a * 60 - first, 0, openness(of: one).union(marks))
    case .midnight: return Value(1440, 0, .regional)
    case .openingHour: return Value(Int32(frame.hours.from.minutes), 0)
    case .closing: return Value(Int32(frame.hours.to.minutes), 0, .meridiem)
    case .minutesBeforeHalf, .minutesPastHalf:
      guard (1...24).contains(two.a), two.b <= 2, (1...15).contains(one.a) else { return nil }
      let half = two.a * 60 - 30
      return Value(meaning == .minutesPastHalf ? half + one.a : half - one.a, 0, openness(of: two))
    case .withMeridiem: return point(one, meridiem: two.a)
    case .hourMinutes:
      // In digits both have two, as people type `09 30`; in words the minutes are ten or more.
      // `17-16` is rather a span, even if it ends before it begins.
      guard one.a <= 23, one.b <= 2, (10...59).contains(two.a), two.b == one.b || two.b == 2,
        first != 2 || one.b == 0 || two.a > 24
      else { return nil }
      // With a letter between them, as in `6h30`, they are as good as written with a sign; in
      // words, as `eight forty`, they are nothing else. `8 40` may be two numbers.
      let isWorded = one.b == 0 && two.b == 0
      let form: Value.Marks = first == 1 ? .written : isWorded ? [] : .bare
      return Value(one.a * 60 + two.a, 0, openness(of: one).union(form))
    case .minutesPast: return minutes(one, of: parts.count > 1 ? two : Self.noon, past: true)
    case .minutesBefore: return minutesBefore(parts)
    case .pastPoint: return point(parts, sign: 1)
    case .beforePoint: return point(parts, sign: -1)
    case .hourUnits:
      guard (1...23).contains(one.a), one.b <= 2, (1...9).contains(two.a), two.b <= 1 else {
        return nil
      }
      return Value(one.a * 60 + two.a, 0, openness(of: one))
    case .inPeriod: return point(ofPeriod: parts)
    case .hourLetter: return first == 0 ? hourBeforeLetter(one) : compactHour(one)
    case .asBefore:
      return EarlierTime.allCases.indices.contains(Int(first)) ? Value(first, 0, .asBefore) : nil
    case .strong: return one.marks.isDisjoint(with: [.bare, .compact]) ? one : nil
    case .bare:
      let isBare = !one.marks.isDisjoint(with: [.bare, .compact]) && one.b != Self.mayBeLength
      return isBare ? Value(one.a, 0, one.marks.union(.loose)) : nil
    }
  }

  /// `1430 hrs`, and behind the letter of a date `T1430` and `T143000`.
  private func compactHour(_ one: Value) -> Value? {
    if first == 2, one.b == 6 {
      return compactHour(Value(one.a / 100, 4, one.marks))
    }
    guard one.b == 4 else { return nil }
    return hour(one, []).map { Value($0.a, 0, $0.marks.subtracting(.compact)) }
  }

  /// `14h`. With a word before it, as in `at 2h`, fewer hours are a time all the same.
  private func hourBeforeLetter(_ one: Value) -> Value? {
    if one.b == 4 { return compactHour(one) }
    guard one.a <= 24, one.b <= 2 else { return nil }
    let isLong = one.a > Self.longestInLetters || one.marks.contains(.leadingZero)
    return isLong
      ? Value(one.a * 60, 0, openness(of: one))
      : Value(one.a * 60, Self.mayBeLength, openness(of: one).union(.bare))
  }

  /// Up to so many hours `2h` is a length rather than a time.
  private static let longestInLetters: Int32 = 8
  /// Beside the minutes of such a point.
  private static let mayBeLength: Int32 = 1

  private func openness(of hour: Value) -> Value.Marks {
    (1...12).contains(hour.a) && !hour.marks.contains(.leadingZero) ? .open : []
  }

  private func point(_ one: Value, meridiem: Int32) -> Value? {
    guard !one.marks.contains(.meridiem),
      one.a >= 60 || !one.marks.isDisjoint(with: [.leadingZero, .written])
    else { return nil }
    // `15:30 pm` says the same twice.
    let marks = one.marks.intersection(.rounded).union(.meridiem)
    guard one.a < 780 else { return meridiem == 12 ? Value(one.a, 0, marks) : nil }
    return Value(one.a % 720 + (meridiem == 12 ? 720 : 0), 0, marks)
  }

  private func minutesBefore(_ parts: Parts) -> Value? {
    let (one, two, three) = parts.values
    let found = minutes(one, of: parts.count > 1 ? two : Self.noon, past: false)
    // `at 5 to 4 pm`: a half of the day behind them.
    return first == 2 ? found.flatMap { point($0, meridiem: three.a) } : found
  }

  /// An hour that is named, not counted: `5 to noon`.
  private static let noon = Value(12, 2, .named)

  private func minutes(_ minutes: Value, of hour: Value, past: Bool) -> Value? {
    // Without the word for minutes only the marks of a clock are believed, and not before an
    // hour in digits, because `10 to 11` is a span.
    if first == 3 { return (1...59).contains(minutes.a) ? Value(minutes.a) : nil }
    let isSaid = first == 1
    let isNoon = hour == Self.noon
    let isNoSpan = past || first == 2 || minutes.b == 0 || isNoon && minutes.a > 12
    let isMark = [5, 10, 15, 20, 25].contains(minutes.a) && isNoSpan
    guard isSaid || isMark, (1...59).contains(minutes.a), (1...24).contains(hour.a), hour.b <= 2
    else { return nil }
    let open: Value.Marks = hour.a <= 12 && !isNoon ? .open : []
    return Value(hour.a * 60 + (past ? minutes.a : -minutes.a), 0, open)
  }

  private func point(ofPeriod parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    let (said, period) = parts.slots.0 == .period ? (two, one) : (one, two)
    let found = point(said, within: period)
    // `this morning at 8` is today, over or not.
    if first == 3 { return found.map { Value($0.a, $0.b, $0.marks.union(.today)) } }
    // `one morning` and `2 morning sessions` count mornings: the argument asks for an hour of it,
    // 2 for one that is at least at night.
    let isBare = !said.marks.isDisjoint(with: [.bare, .compact])
    guard first > 0, isBare, first == 1 || period.a < 20 else { return found }
    // `12 in the evening` is the end of it, wherever it is taken to end.
    return found.flatMap { period.holds(hour: $0.a) || $0.a == 1440 ? $0 : nil }
  }

  /// A time so little before a short part of the day may be said by it.
  private static let nearPeriodMinutes: Int32 = 60

  /// A part of the day says which half is meant; at night the small hours are after midnight.
  private func point(_ one: Value, within period: Value) -> Value? {
    let (early, late) = ClockArithmetic.candidates(one.a)
    let fits = { (minutes: Int32) in period.holds(hour: minutes) }
    if !one.marks.contains(.open) {
      // `19:00 in the evening` says the same twice.
      let isTold = one.marks.contains(.meridiem) || !one.marks.contains(.bare)
      return isTold && fits(one.a) ? Value(one.a, 0, .meridiem) : nil
    }
    let isMorning = period.b <= 12
    let isNight = period.b >= 23 && early < (period.a >= 20 ? 6 : 4) * 60
    guard !isNight else { return Value(early < 60 ? 1440 : early, 0, .meridiem) }
    if isMorning, early >= 60 { return Value(early, 0, .meridiem) }
    // Eleven is nearer to lunch at 11:00 than at 23:00.
    let isNearer = late - period.b * 60 < period.a * 60 - early
    if period.a >= 12, fits(late) || late >= 13 * 60 && isNearer {
      return Value(late, 0, .meridiem)
    }
    // `11 at lunchtime` is near it, `3 at lunchtime` is not.
    let isShort = period.b - period.a <= 2
    let isNear = isShort && period.a * 60 - early <= Self.nearPeriodMinutes
    if fits(early) || isNear && early < period.b * 60 { return Value(early, 0, .meridiem) }
    return fits(late) ? Value(late, 0, .meridiem) : nil
  }

  /// A point moved by minutes, which stand behind the meaning if no amount is said.
  private func point(_ parts: Parts, sign: Int32) -> Value? {
    guard let point = parts.value(of: .point) else { return nil }
    let minutes = parts.value(of: .amount)?.a ?? first
    let isLoose = !point.marks.isDisjoint(with: [.bare, .compact])
    // Two hours after 3 might as well be a span of two hours.
    guard (0...720).contains(minutes), !isLoose || parts.value(of: .amount) == nil else {
      return nil
    }
    // An hour after midnight is one of the next day.
    let isMidnight = sign > 0 && point.a == 1440 && point.marks.contains(.regional)
    let moved = (isMidnight ? 0 : point.a) + sign * minutes
    guard (0...1440).contains(moved) else { return nil }
    return Value(
      moved, 0, point.marks.subtracting([.bare, .compact, .written, .regional]))
  }

  private func hour(_ number: Value, _ openness: Value.Marks) -> Value? {
    if number.b <= 2 {
      guard number.a <= 24 else { return nil }
      let worded: Value.Marks = number.b == 0 ? .worded : []
      return Value(number.a * 60, 0, openness.union([.bare, number.marks, worded]))
    }
    guard number.b <= 4, number.a / 100 <= 24, number.a % 100 < 60, number.a <= 2400 else {
      return nil
    }
    // Of what might be a year only the quarters of an hour are times.
    if number.b == 4, (1900...2199).contains(number.a), number.a % 100 % 15 != 0 { return nil }
    let isOpen = (1...12).contains(number.a / 100) && !number.marks.contains(.leadingZero)
    return Value(
      number.a / 100 * 60 + number.a % 100, 0, isOpen ? [.compact, .open] : .compact)
  }
}

extension Value {
  /// Whether a part of the day, in hours, holds a time in minutes.
  fileprivate func holds(hour minutes: Int32) -> Bool {
    a * 60 <= minutes && minutes <= b * 60
  }
}
