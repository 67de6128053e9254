// Computes days that are said by weeks, months and feasts, and lengths counted in days.

internal import CivilTime

extension Production {
  /// Days that a phrase says by weeks, months or the name of a feast; nil if the parts make none.
  func period(_ meaning: PeriodMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    switch meaning {
    case .dayAmount: dayAmount(parts)
    case .dayAmounts: dayAmounts(parts)
    case .daysLong: daysLong(parts)
    case .weekdayOfWeek: weekdayOfWeek(parts, frame)
    case .weekdaysAhead: weekdaysAhead(parts, frame)
    case .weekOf: weekOf(parts, frame)
    case .weekOfMonth: weekOfMonth(parts, frame)
    case .weekOfMonthFromNow: weekOfMonthFromNow(parts, frame)
    case .wholeMonth: wholeMonth(parts, frame)
    case .monthFromNow: monthFromNow(frame)
    case .thirdOfMonth: thirdOfMonth(parts, frame)
    case .lastOfMonth: lastOfMonth(parts, frame)
    case .lastOfMonthFromNow: lastOfMonthFromNow(frame)
    case .inYear: inYear(parts, frame)
    case .fixedDay: fixedDay(parts, frame)
    case .floatingDay: floatingDay(parts, frame)
    case .easter: easter(parts, frame)
    case .advent: advent(parts, frame)
    }
  }

  /// The day that lies so far from another.
  func day(_ amount: Value, after day: CivilDate, sign: Int = 1) -> Value? {
    guard amount.a <= 36_600, amount.b <= 1200 else { return nil }
    let later = day.adding(months: sign * amount.second).adding(days: sign * amount.first)
    guard DayArithmetic.years.contains(later.year) else { return nil }
    return Value(later.dayNumber)
  }

  /// A number of four digits that says a year.
  func isYear(_ number: Value) -> Bool {
    number.b == 4 && DayArithmetic.years.contains(number.first)
  }

  // MARK: - Amounts

  /// A unit of days below zero counts so many months: they have no fixed length.
  private func dayAmount(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    let unit = parts.count > 1 ? two.a : one.a
    var count = parts.count > 1 ? one.a : 1
    // A second number of a unit is one that counts both ends if it is said in words: `acht Tage`
    // are a week, `8 Tage` are not.
    if parts.count > 1, two.b > 0, one.a == two.b, one.b == 0 { count -= 1 }
    guard (1...9999).contains(count) else { return nil }
    return unit < 0 ? Value(0, -unit * count) : Value(unit * count, 0)
  }

  private func dayAmounts(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    // Larger units come first, as people count.
    guard one.b > 0 ? two.b < one.b : two.b == 0 && two.a < one.a else { return nil }
    return Value(one.a + two.a, one.b + two.b)
  }

  /// `for 3 days from Monday`: the first day counts.
  private func daysLong(_ parts: Parts) -> Value? {
    guard let day = parts.value(of: .bareDay), let amount = parts.value(of: .dayAmount),
      day.marks.isDisjoint(with: .noSingleDay),
      let behind = self.day(amount, after: CivilDate(clampingDayNumber: day.first))
    else { return nil }
    return Value(day.a, behind.a - 1, day.marks.union(.among))
  }

  // MARK: - Weeks

  private func weekdayOfWeek(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let monday = DayArithmetic.monday(weeks: Int(first), frame)
    return Value(monday.adding(days: parts.values.0.first - 1).dayNumber)
  }

  private func weekdaysAhead(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (count, weekday, _) = parts.values
    guard (1...99).contains(count.a), let wanted = Weekday(rawValue: weekday.first) else {
      return nil
    }
    let next = frame.now.date.adding(days: 1).onOrAfter(wanted)
    return Value(next.adding(days: 7 * (count.first - 1)).dayNumber)
  }

  private func weekOf(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let one = parts.values.0
    guard one.marks.isDisjoint(with: .noSingleDay) else { return nil }
    let day = CivilDate(clampingDayNumber: one.first)
    let monday = day.adding(days: 1 - day.weekday.rawValue)
    let rest = DayArithmetic.rest(from: monday, to: monday.adding(days: 6), frame)
    return Value(rest.a, rest.b, rest.marks.union(one.marks))
  }

  private func weekOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    // The last one is said without a number: it stands behind the meaning.
    let isLast = first == -1
    let year = isLast ? two : three
    guard parts.count == (isLast ? 1 : 2) || isYear(year) else { return nil }
    return DayArithmetic.week(
      isLast ? -1 : one.first, ofMonth: (isLast ? one : two).first,
      year: year.b == 4 ? year.first : nil, frame)
  }

  private func weekOfMonthFromNow(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let month = DayArithmetic.firstOfMonth(Int(first), frame)
    return DayArithmetic.week(
      parts.count > 0 ? parts.values.0.first : -1, ofMonth: month.month, year: month.year, frame)
  }

  // MARK: - Months

  /// The number of a month and the year beside it, whichever stands first.
  private func monthAndYear(_ parts: Parts) -> (month: Int, year: Int?)? {
    let (one, two, _) = parts.values
    guard parts.count > 1 else { return (one.first, nil) }
    let (month, year) = parts.slots.0 == .month ? (one, two) : (two, one)
    return isYear(year) ? (month.first, year.first) : nil
  }

  private func wholeMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    // A month whose name is a verb as well stands behind the meaning.
    guard let (month, year) = monthAndYear(parts), second == 0 || Int(second) != month else {
      return nil
    }
    return DayArithmetic.month(month, year: year, frame)
  }

  private func monthFromNow(_ frame: ReadingFrame) -> Value? {
    let month = DayArithmetic.firstOfMonth(Int(first), frame)
    return DayArithmetic.month(month.month, year: month.year, frame)
  }

  private func thirdOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let (month, year) = monthAndYear(parts) else { return nil }
    let third = DayArithmetic.third(Int(first), ofMonth: month, year: year, frame)
    return first == 3 ? third?.asTail : third
  }

  private func lastOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let (month, year) = monthAndYear(parts) else { return nil }
    return DayArithmetic.lastDay(ofMonth: month, year: year, frame)
  }

  private func lastOfMonthFromNow(_ frame: ReadingFrame) -> Value? {
    let month = DayArithmetic.firstOfMonth(Int(first), frame)
    return DayArithmetic.lastDay(ofMonth: month.month, year: month.year, frame)
  }

  private func inYear(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (date, year, _) = parts.values
    guard date.marks.contains(.yearAssumed), parts.count == 1 || isYear(year) else { return nil }
    let said = CivilDate(clampingDayNumber: date.first)
    return DayArithmetic.value(
      day: said.day, month: said.month,
      year: parts.count > 1 ? year.first : frame.now.date.year + Int(first), frame)
  }

  // MARK: - Feasts

  private func fixedDay(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    DayArithmetic.value(day: Int(first), month: Int(second), year: year(parts), frame)
  }

  private func floatingDay(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    DayArithmetic.value(
      nth: Int(first), weekday: Int(second % 10), month: Int(second / 10), year: year(parts),
      frame)
  }

  private func easter(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    DayArithmetic.easter(plus: Int(first), year: year(parts), frame)
  }

  private func advent(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let sunday = (parts.value(of: .ordinal) ?? parts.value(of: .number))?.first ?? 1
    guard (1...4).contains(sunday) else { return nil }
    return DayArithmetic.advent(plus: Int(first) + 7 * (sunday - 1), year: year(parts), frame)
  }

  private func year(_ parts: Parts) -> Int? { parts.value(of: .year)?.first }
}
