// Computes days that are said by weeks, months and feasts, and lengths counted in days.

internal import CivilTime

extension Production {
  /// A unit of days below zero counts so many months: they have no fixed length.
  func dayAmount(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    let (count, unit) = parts.count > 1 ? (one.a, two.a) : (1, one.a)
    guard (1...9999).contains(count) else { return nil }
    return unit < 0 ? Value(0, -unit * count) : Value(unit * count, 0)
  }

  func dayAmounts(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    // Larger units come first, as people count.
    guard one.b > 0 ? two.b < one.b : two.b == 0 && two.a < one.a else { return nil }
    return Value(one.a + two.a, one.b + two.b)
  }

  /// The day that lies so far from another.
  func day(_ amount: Value, after day: CivilDate, sign: Int = 1) -> Value? {
    guard amount.a <= 36_600, amount.b <= 1200 else { return nil }
    let later = day.adding(months: sign * amount.second).adding(days: sign * amount.first)
    guard DayArithmetic.years.contains(later.year) else { return nil }
    return Value(later.dayNumber)
  }

  /// Days that a phrase says by weeks, months or the name of a feast.
  func period(_ meaning: DayMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let today = frame.now.date
    switch meaning {
    case .dayAmount: return dayAmount(parts)
    case .dayAmounts: return dayAmounts(parts)
    case .daysLong: return daysLong(parts)
    case .weekdayOfWeek:
      return Value(
        DayArithmetic.monday(weeks: Int(first), frame).adding(days: one.first - 1).dayNumber)
    case .weekdaysAhead:
      guard (1...99).contains(one.a), let wanted = Weekday(rawValue: two.first) else { return nil }
      let next = today.adding(days: 1).onOrAfter(wanted)
      return Value(next.adding(days: 7 * (one.first - 1)).dayNumber)
    case .weekOf:
      guard one.marks.isDisjoint(with: .noSingleDay) else { return nil }
      let day = CivilDate(clampingDayNumber: one.first)
      return week(of: day, one.marks, frame)
    case .weekOfMonth:
      // The last one is said without a number: it stands behind the meaning.
      let isLast = first == -1
      let year = isLast ? two : three
      guard parts.count == (isLast ? 1 : 2) || isYear(year) else { return nil }
      return DayArithmetic.week(
        isLast ? -1 : one.first, ofMonth: (isLast ? one : two).first,
        year: year.b == 4 ? year.first : nil, frame)
    case .weekOfMonthFromNow:
      let month = DayArithmetic.firstOfMonth(Int(first), frame)
      return DayArithmetic.week(
        parts.count > 0 ? one.first : -1, ofMonth: month.month, year: month.year, frame)
    case .wholeMonth:
      let (month, year) = parts.slots.0 == .month ? (one, two) : (two, one)
      guard parts.count == 1 || isYear(year) else { return nil }
      // A month whose name is a verb as well stands behind the meaning.
      guard second == 0 || second != month.a else { return nil }
      return DayArithmetic.month(
        month.first, year: parts.count > 1 ? year.first : nil, frame)
    case .monthFromNow:
      let month = DayArithmetic.firstOfMonth(Int(first), frame)
      return DayArithmetic.month(month.month, year: month.year, frame)
    case .thirdOfMonth:
      guard parts.count == 1 || isYear(two) else { return nil }
      return DayArithmetic.third(
        Int(first), ofMonth: one.first, year: parts.count > 1 ? two.first : nil, frame)
    case .lastOfMonth:
      guard parts.count == 1 || isYear(two) else { return nil }
      return DayArithmetic.lastDay(
        ofMonth: one.first, year: parts.count > 1 ? two.first : nil, frame)
    case .lastOfMonthFromNow:
      let month = DayArithmetic.firstOfMonth(Int(first), frame)
      return DayArithmetic.lastDay(ofMonth: month.month, year: month.year, frame)
    case .fixedDay:
      guard parts.count == 0 || isYear(one) else { return nil }
      return DayArithmetic.value(
        day: Int(first), month: Int(second), year: parts.count > 0 ? one.first : nil, frame)
    case .floatingDay:
      guard parts.count == 0 || isYear(one) else { return nil }
      return DayArithmetic.value(
        nth: Int(first), weekday: Int(second % 10), month: Int(second / 10),
        year: parts.count > 0 ? one.first : nil, frame)
    case .inYear:
      guard one.marks.contains(.yearAssumed), isYear(two) else { return nil }
      let date = CivilDate(clampingDayNumber: one.first)
      return DayArithmetic.value(
        day: date.day, month: date.month, year: two.first, frame)
    case .easter:
      guard parts.count == 0 || isYear(one) else { return nil }
      return DayArithmetic.easter(
        plus: Int(first), year: parts.count > 0 ? one.first : nil, frame)
    case .fromToday, .weekday, .thisWeekday, .nextWeekday, .dayMonth, .monthDay, .dayOnly,
      .dayOfMonth, .weekdayDay, .checked, .inDays, .daysAgo, .daysAfter, .nthOfMonth,
      .nthOfMonthFromNow, .nextDay, .previousDay, .week, .weekPart, .monthPart, .weekend,
      .nextDays, .days, .daysOfMonth:
      return nil
    }
  }

  /// A number of four digits that says a year.
  func isYear(_ number: Value) -> Bool {
    number.b == 4 && DayArithmetic.years.contains(number.first)
  }

  private func week(of day: CivilDate, _ marks: Value.Marks, _ frame: ReadingFrame) -> Value {
    let monday = day.adding(days: 1 - day.weekday.rawValue)
    let rest = DayArithmetic.rest(from: monday, to: monday.adding(days: 6), frame)
    return Value(rest.a, rest.b, rest.marks.union(marks))
  }

  /// `for 3 days from Monday`: the first day counts.
  private func daysLong(_ parts: Parts) -> Value? {
    guard let day = parts.value(of: .bareDay), let amount = parts.value(of: .dayAmount),
      day.marks.isDisjoint(with: .noSingleDay),
      let behind = self.day(amount, after: CivilDate(clampingDayNumber: day.first))
    else { return nil }
    return Value(day.a, behind.a - 1, day.marks.union(.among))
  }
}
