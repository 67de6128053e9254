// Computes what a phrase says of a repetition.

internal import CivilTime

/// Repetitions. The raw value is the name in the grammar.
///
/// A unit is that of `{day-unit}`: in days, or in months if negative.
enum RepeatMeaning: String, CaseIterable, Sendable {
  /// `every 3 weeks`: a unit, and a number or the argument.
  case every
  /// A rule whose round is said by the `{every}` inside it.
  case byRound = "repeat"
  /// A rule whose unit and interval are the arguments; without an interval, the number said.
  case each = "repeat-each"
  /// `every last Friday`: of each month.
  case monthly = "repeat-nth"
  /// One weekday.
  case weekday = "weekday-set"
  /// All of two sets of weekdays.
  case weekdays = "weekday-sets"
  /// From one weekday to another.
  case weekdayRange = "weekday-range"
  /// `second to the last`: counted from the end.
  case fromEnd = "nth-from-end"
  /// Several numbers or days: what is inside counts, one after the other.
  case several
  /// Several days, each of which is one.
  case severalDays = "several-days"
  /// From one month to another, both included.
  case monthSpan = "month-span"
}

extension Production {
  /// The value of a phrase about repetitions; nil if the parts make none.
  @inline(never)
  func repetition(_ meaning: RepeatMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, _) = parts.values
    switch meaning {
    case .every:
      guard let unit = parts.value(of: .dayUnit), let interval = interval(parts, first) else {
        return nil
      }
      // A fortnight is two weeks and a quarter three months, not units of their own.
      for whole in [7, -12, -1] as [Int32] where unit.a % whole == 0 && unit.a / whole > 0 {
        return Value(whole, unit.a / whole * interval)
      }
      return Value(unit.a, interval)
    case .byRound: return parts.value(of: .every)
    case .each:
      guard let interval = interval(parts, second) else { return nil }
      return Value(first, interval)
    case .monthly:
      // `every third Friday` may be each month's or every three weeks: only these leave no doubt.
      guard let nth = parts.value(of: .nthDays), nth.a == 1 || nth.a < 0 else { return nil }
      return Value(-1, 1)
    case .weekday: return Value(1 << (one.a - 1))
    case .weekdays: return Value(one.a | two.a)
    case .weekdayRange: return weekdays(from: one.a, to: two.a)
    case .fromEnd: return Value(-one.a)
    case .several: return Value()
    case .severalDays:
      return one.marks.union(two.marks).isDisjoint(with: .noSingleDay) ? Value() : nil
    case .monthSpan:
      guard let from = month(of: one.first, onOrAfter: frame.now.date),
        let to = month(
          of: two.first, onOrAfter: CivilDate(clampingDayNumber: from.first))
      else { return nil }
      return Value(from.a, to.b, .among)
    }
  }

  /// How many rounds: as the phrase says, or else as the line does; nil for none or one of many.
  private func interval(_ parts: Parts, _ said: Int32) -> Int32? {
    if said > 0 { return said }
    guard let number = parts.value(of: .number) ?? parts.value(of: .ordinal) else { return 1 }
    return (2...99).contains(number.a) || number.a == 1 && parts.value(of: .number) != nil
      ? number.a : nil
  }

  /// `Monday to Wednesday`, also across a Sunday.
  private func weekdays(from: Int32, to: Int32) -> Value? {
    guard from.nonzeroBitCount == 1, to.nonzeroBitCount == 1 else { return nil }
    var mask = from
    var day = from
    while day != to {
      day = day == 64 ? 1 : day << 1
      mask |= day
    }
    return Value(mask)
  }

  /// The days of the next such month that is not over.
  private func month(of month: Int, onOrAfter date: CivilDate) -> Value? {
    let own = date.month > month ? date.year + 1 : date.year
    guard let first = CivilDate(year: own, month: month, day: 1) else { return nil }
    let last = first.adding(months: 1).adding(days: -1)
    return Value(first.dayNumber, last.dayNumber, .among)
  }
}
