// Computes which point on the clock a phrase means.

extension Production {
  /// The point of a phrase about the clock; nil if the parts make none.
  func point(_ meaning: PointMeaning, of parts: Parts) -> Value? {
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
    case .before:
      guard (1...24).contains(one.a), one.b <= 2 else { return nil }
      return Value(one.a * 60 - first, 0, openness(of: one))
    case .beforeInSomeRegions:
      guard (1...24).contains(one.a), one.b <= 2 else { return nil }
      return Value(one.a * 60 - first, 0, openness(of: one).union(.regional))
    case .minutesBeforeHalf, .minutesPastHalf:
      guard (1...24).contains(two.a), two.b <= 2, (1...15).contains(one.a) else { return nil }
      let half = two.a * 60 - 30
      return Value(meaning == .minutesPastHalf ? half + one.a : half - one.a, 0, openness(of: two))
    case .withMeridiem: return point(one, meridiem: two.a)
    case .hourMinutes:
      // In digits both have two, as people type `09 30`; in words the minutes are ten or more.
      guard one.a <= 23, one.b <= 2, (10...59).contains(two.a), two.b == one.b || two.b == 2 else {
        return nil
      }
      // With a letter between them, as in `6h30`, they are as good as written with a sign.
      return Value(one.a * 60 + two.a, 0, openness(of: one).union(first == 1 ? .written : .bare))
    case .minutesPast: return minutes(one, of: two, past: true)
    case .minutesBefore: return minutes(one, of: two, past: false)
    case .pastPoint: return point(parts, sign: 1)
    case .beforePoint: return point(parts, sign: -1)
    case .hourUnits:
      guard (1...23).contains(one.a), one.b <= 2, (1...9).contains(two.a), two.b <= 1 else {
        return nil
      }
      return Value(one.a * 60 + two.a, 0, openness(of: one))
    case .inPeriod:
      let isPeriodFirst = parts.slots.0 == .period
      return point(isPeriodFirst ? two : one, within: isPeriodFirst ? one : two)
    case .hourLetter: return hourBeforeLetter(one)
    case .asBefore: return Value(0, 0, .asBefore)
    case .strong: return one.marks.isDisjoint(with: [.bare, .compact]) ? one : nil
    case .bare:
      guard !one.marks.isDisjoint(with: [.bare, .compact]), one.b != Self.mayBeLength else {
        return nil
      }
      return Value(one.a, 0, one.marks.union(.loose))
    }
  }

  /// `14h`. With a word before it, as in `at 2h`, fewer hours are a time all the same.
  private func hourBeforeLetter(_ one: Value) -> Value? {
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
    guard !one.marks.contains(.meridiem), one.a >= 60 || one.marks.contains(.leadingZero) else {
      return nil
    }
    // `15:30 pm` says the same twice.
    guard one.a < 780 else { return meridiem == 12 ? Value(one.a, 0, .meridiem) : nil }
    return Value(one.a % 720 + (meridiem == 12 ? 720 : 0), 0, .meridiem)
  }

  private func minutes(_ minutes: Value, of hour: Value, past: Bool) -> Value? {
    // Without the word for minutes only the marks of a clock are believed, and not before an
    // hour in digits, because `10 to 11` is a span.
    let isSaid = first == 1
    let isMark = [5, 10, 15, 20, 25].contains(minutes.a) && (past || minutes.b == 0)
    guard isSaid || isMark, (1...59).contains(minutes.a), (1...24).contains(hour.a), hour.b <= 2
    else { return nil }
    let open: Value.Marks = hour.a <= 12 ? .open : []
    return Value(hour.a * 60 + (past ? minutes.a : -minutes.a), 0, open)
  }

  /// A part of the day says which half is meant; at night the small hours are after midnight.
  private func point(_ one: Value, within period: Value) -> Value? {
    let (early, late) = ClockArithmetic.candidates(one.a)
    let fits = { (minutes: Int32) in period.a * 60 <= minutes && minutes <= period.b * 60 }
    if !one.marks.contains(.open) {
      // `19:00 in the evening` says the same twice.
      let isTold = one.marks.contains(.meridiem) || !one.marks.contains(.bare)
      return isTold && fits(one.a) ? Value(one.a, 0, .meridiem) : nil
    }
    let isMorning = period.b <= 12
    let isNight = period.b >= 23 && early < (period.a >= 20 ? 6 : 4) * 60
    guard !isNight else { return Value(early < 60 ? 1440 : early, 0, .meridiem) }
    if isMorning, early >= 60 { return Value(early, 0, .meridiem) }
    if period.a >= 12, late >= 13 * 60 || fits(late) { return Value(late, 0, .meridiem) }
    guard fits(early) || fits(late) else { return nil }
    return Value(fits(early) ? early : late, 0, .meridiem)
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
    let moved = point.a + sign * minutes
    guard (0...1440).contains(moved) else { return nil }
    return Value(moved, 0, point.marks.subtracting([.bare, .compact, .written]))
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
