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
    case .weekdaysOfWeek: weekdaysOfWeek(parts, frame)
    case .weekdaysAhead: weekdaysAhead(parts, frame)
    case .weekOf: weekOf(parts, frame)
    case .weekOfMonth: weekOfMonth(parts, frame)
    case .weekOfMonthFromNow: weekOfMonthFromNow(parts, frame)
    case .firstOfMonth: firstOfMonth(parts, frame)
    case .workdayOfMonth: workdayOfMonth(parts, frame)
    case .weekendOfMonth: weekendOfMonth(parts, frame)
    case .daysOfBlock: daysOfMonthBlock(parts, frame)
    case .halfOfMonth: halfOfMonth(parts, frame)
    case .blockFromNow: block(frame)
    case .wholeYear: wholeYear(parts, frame)
    case .quarter: quarter(parts, frame)
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
    case .weekdayAfter: weekdayAfter(parts)
    case .weekdayInWeeks: weekdayInWeeks(parts, frame)
    case .inWorkdays: inWorkdays(parts, frame)
    case .nextWorkdays: nextWorkdays(parts, frame)
    case .weekendOf: weekendOf(parts)
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
    guard (1...Int32(ReadingLimits.countMax)).contains(count) else { return nil }
    // `a quarter` is rather one of something else than a length.
    return unit < 0
      ? Value(0, -unit * count, unit == -3 ? .loose : []) : Value(unit * count, 0)
  }

  private func dayAmounts(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    // Larger units come first, as people count; of months and years a sum tells nothing.
    guard one.b > 0 || two.b == 0 && two.a < one.a else { return nil }
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

  private func weekdaysOfWeek(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (begin, end, _) = parts.values
    guard begin.a < end.a else { return nil }
    let monday = DayArithmetic.monday(weeks: Int(first), frame)
    return Value(
      monday.adding(days: begin.first - 1).dayNumber, monday.adding(days: end.first - 1).dayNumber,
      .among)
  }

  private func weekdaysAhead(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (count, weekday, _) = parts.values
    // Said in the plural it stands in a set: `two Mondays from now`.
    let isSet = parts.slots.1 == .pluralDays
    guard (1...99).contains(count.a), !isSet || weekday.a.nonzeroBitCount == 1,
      let wanted = Weekday(
        rawValue: isSet ? weekday.a.trailingZeroBitCount + 1 : weekday.first)
    else { return nil }
    let next = frame.now.date.adding(days: 1).onOrAfter(wanted)
    return Value(next.adding(days: 7 * (count.first - 1)).dayNumber)
  }

  private func weekOf(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let one = parts.values.0
    // `the week after next week`: of several days only where they are of one week.
    let isInWeek = first != 0 && one.marks.contains(.among) && one.b - one.a < 7
    guard isInWeek || one.marks.isDisjoint(with: .noSingleDay) else { return nil }
    let day = CivilDate(clampingDayNumber: one.first)
    let monday = day.adding(days: 1 - day.weekday.rawValue + 7 * Int(first))
    let rest = DayArithmetic.rest(from: monday, to: monday.adding(days: 6), frame)
    return Value(rest.a, rest.b, rest.marks.union(one.marks.subtracting(.tail)))
  }

  private func weekOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    // The last one is said without a number: -1 stands behind the meaning, as it does for those
    // counted from the end.
    let hasOrdinal = parts.slots.0 == .ordinal
    let (month, year) = hasOrdinal ? (two, three) : (one, two)
    guard parts.count == (hasOrdinal ? 2 : 1) || isYear(year) else { return nil }
    let nth = hasOrdinal ? one.first * (first < 0 ? -1 : 1) : -1
    return DayArithmetic.week(
      nth, ofMonth: month.first, year: year.b == 4 ? year.first : nil, frame)
  }

  private func weekOfMonthFromNow(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let month = DayArithmetic.firstOfMonth(Int(first), frame)
    return DayArithmetic.week(
      parts.count > 0 ? parts.values.0.first : -1, ofMonth: month.month, year: month.year, frame)
  }

  /// `Monday two weeks from now`: that day of the week which is so far; with the argument 1, as
  /// in `Monday in two weeks`, so many weeks after the next such day. Of days and months the next
  /// such day after them.
  private func weekdayInWeeks(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let today = frame.now.date
    guard let weekday = parts.value(of: .weekday), let amount = parts.value(of: .dayAmount),
      let wanted = Weekday(rawValue: weekday.first), let day = day(amount, after: today)
    else { return nil }
    guard amount.b == 0, amount.a % 7 == 0 else {
      return Value(CivilDate(clampingDayNumber: day.first).onOrAfter(wanted).dayNumber)
    }
    if first == 1 {
      return Value(today.onOrAfter(wanted).adding(days: amount.first).dayNumber)
    }
    let monday = DayArithmetic.monday(weeks: amount.first / 7, frame)
    return Value(monday.adding(days: weekday.first - 1).dayNumber)
  }

  /// `the second Friday after 3 January`; before it with the argument -1.
  private func weekdayAfter(_ parts: Parts) -> Value? {
    guard let weekday = parts.value(of: .weekday), let day = parts.value(of: .bareDay),
      let wanted = Weekday(rawValue: weekday.first), day.marks.isDisjoint(with: .noSingleDay)
    else { return nil }
    let nth = parts.value(of: .ordinal)?.first ?? 1
    let said = CivilDate(clampingDayNumber: day.first)
    let nearest = said.adding(days: first < 0 ? -7 : 1).onOrAfter(wanted)
    let found = nearest.adding(days: 7 * (nth - 1) * (first < 0 ? -1 : 1))
    return Value(found.dayNumber, 0, day.marks.intersection([.yearAssumed, .monthAssumed]))
  }

  /// The weekend beside a feast, with the feast where it lengthens it; with -1 the one before.
  private func weekendOf(_ parts: Parts) -> Value? {
    guard let said = parts.value(of: .date) ?? parts.value(of: .bareDay) else { return nil }
    // The weekend of 30 February is no more a day than that is.
    guard said.marks.isDisjoint(with: .noSingleDay) else {
      return said.marks.contains(.impossible) ? said : nil
    }
    let day = CivilDate(clampingDayNumber: said.first)
    let number = day.weekday.rawValue
    if first < 0 {
      let sunday = day.adding(days: -number)
      return Value(sunday.adding(days: -1).dayNumber, sunday.dayNumber, .among)
    }
    let begin = day.adding(days: number == 1 ? -2 : number > 3 ? 0 : 6 - number)
    let end = day.adding(days: number == 1 ? 0 : 7 - number)
    // A weekend of a Sunday begins on the Saturday before it.
    return Value(
      (number == 7 ? day.adding(days: -1) : begin).dayNumber, end.dayNumber,
      said.marks.union(.among))
  }

  // MARK: - Working days

  private func workdays(_ parts: Parts) -> Int? {
    let count = parts.value(of: .number)?.first ?? 1
    return (1...250).contains(count) ? count : nil
  }

  /// The day so many working days from now.
  private func inWorkdays(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    workdays(parts).map { DayArithmetic.workday($0, after: frame.now.date).dayNumber }
      .map { Value(Int($0)) }
  }

  private func nextWorkdays(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let count = workdays(parts) else { return nil }
    let begin = DayArithmetic.workday(1, after: frame.now.date)
    return Value(
      begin.dayNumber, DayArithmetic.workday(count, after: frame.now.date).dayNumber, .among)
  }

  // MARK: - Months

  /// The number of a month and the year beside it, whichever stands first.
  private func monthAndYear(_ parts: Parts) -> (month: Int, year: Int?)? {
    let (one, two, _) = parts.values
    guard parts.count > 1 else { return (one.first, nil) }
    let (month, year) = parts.slots.0 == .year ? (two, one) : (one, two)
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
    if parts.slots.0 == .ordinal {
      let (nth, month, year) = parts.values
      guard parts.count == 2 || isYear(year) else { return nil }
      return DayArithmetic.lastDay(
        ofMonth: month.first, year: parts.count > 2 ? year.first : nil, nth: nth.first, frame)
    }
    guard let (month, year) = monthAndYear(parts) else { return nil }
    return DayArithmetic.lastDay(ofMonth: month, year: year, frame)
  }

  private func lastOfMonthFromNow(_ frame: ReadingFrame) -> Value? {
    let month = DayArithmetic.firstOfMonth(Int(first), frame)
    return DayArithmetic.lastDay(ofMonth: month.month, year: month.year, frame)
  }

  private func inYear(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (date, said, _) = parts.values
    // `two thousand and twenty-six`: the argument and what is said beside it. Without a number the
    // argument counts years from this one.
    let year = first > 999 && (1...99).contains(said.a) ? Value(first + said.a, 4) : said
    guard date.marks.contains(.yearAssumed), parts.count == 1 || isYear(year) else { return nil }
    let day = CivilDate(clampingDayNumber: date.first)
    return DayArithmetic.value(
      day: day.day, month: day.month,
      year: parts.count > 1 ? year.first : frame.now.date.year + Int(first), frame)
  }

  // MARK: - Feasts

  private func fixedDay(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    DayArithmetic.value(day: Int(first), month: Int(second), year: year(parts), frame)
  }

  private func floatingDay(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    DayArithmetic.value(
      nth: Int(first), weekday: Int(second % 10), month: Int(second / 10 % 100),
      year: year(parts), plus: Int(second / 1000), frame)
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
