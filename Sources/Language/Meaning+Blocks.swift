// Computes the working days and weekends of a month, and quarters and years.

internal import CivilTime

extension Production {
  /// The first day of a month, said by its name or counted from this one.
  func firstOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard parts.count > 0 else {
      return Value(DayArithmetic.firstOfMonth(Int(first), frame).dayNumber)
    }
    let (month, year, _) = parts.values
    let today = frame.now.date
    guard parts.count == 1 || isYear(year) else { return nil }
    let next = month.first < today.month ? today.year + 1 : today.year
    return CivilDate(year: parts.count > 1 ? year.first : next, month: month.first, day: 1)
      .map { Value(Int($0.dayNumber), 0, parts.count > 1 ? [] : .yearAssumed) }
  }

  /// The nth day from Monday to Friday of a month; -1 is the last one.
  func workdayOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    counted(parts, frame) { first in
      let last = first.adding(months: 1).adding(days: -1)
      guard let nth = parts.value(of: .ordinal)?.first else {
        return last.adding(days: min(0, 5 - last.weekday.rawValue))
      }
      guard (1...23).contains(nth) else { return nil }
      return DayArithmetic.workday(nth, after: first.adding(days: -1))
    }.map { Value($0.dayNumber, 0, $1) }
  }

  /// The nth weekend that begins in a month; -1 is the last one.
  func weekendOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    counted(parts, frame) { first in
      DayArithmetic.nthDay(
        parts.value(of: .ordinal)?.first ?? -1, Weekday.saturday.rawValue, first.year, first.month)
    }.map { Value($0.dayNumber, $0.dayNumber + 1, $1.union(.among)) }
  }

  /// The first or the last so many days of a month.
  func daysOfMonthBlock(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let amount = parts.value(of: .dayAmount), amount.b == 0, amount.a <= 28,
      let month = parts.value(of: .ofMonth)
    else { return nil }
    let begin = CivilDate(clampingDayNumber: month.first)
    let end = begin.adding(months: 1)
    return first < 0
      ? Value(end.dayNumber - amount.a, end.dayNumber - 1, .among)
      : Value(begin.dayNumber, begin.dayNumber + amount.a - 1, .among)
  }

  /// The first or the second half of a month.
  func halfOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let month = parts.value(of: .ofMonth), let half = parts.value(of: .ordinal),
      (1...2).contains(half.a)
    else { return nil }
    let begin = CivilDate(clampingDayNumber: month.first)
    let middle = begin.adding(days: 15)
    return half.a == 1
      ? DayArithmetic.rest(from: begin, to: middle.adding(days: -1), frame)
      : DayArithmetic.rest(from: middle, to: begin.adding(months: 1).adding(days: -1), frame)
  }

  /// A day counted from the first of a month, in that month; without a year it is to come.
  private func counted(
    _ parts: Parts, _ frame: ReadingFrame, _ day: (_ first: CivilDate) -> CivilDate?
  ) -> (CivilDate, Value.Marks)? {
    guard let month = parts.value(of: .ofMonth) else { return nil }
    let first = CivilDate(clampingDayNumber: month.first)
    let isAssumed = month.marks.contains(.yearAssumed)
    guard var found = day(first) else { return nil }
    if isAssumed, found < frame.now.date {
      guard let later = day(first.adding(months: 12)) else { return nil }
      found = later
    }
    return found.month == first.month ? (found, month.marks) : nil
  }

  /// What is left of a block of months of the year, so many blocks from this one.
  func block(_ frame: ReadingFrame) -> Value? {
    let today = frame.now.date
    let months = Int(second)
    let begin = DayArithmetic.firstOfMonth(
      months * Int(first) - (today.month - 1) % months, frame)
    return DayArithmetic.rest(
      from: begin, to: begin.adding(months: months).adding(days: -1), frame)
  }

  /// What is left of a year, which is named by its four digits.
  func wholeYear(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let year = parts.values.0
    guard isYear(year), let begin = CivilDate(year: year.first, month: 1, day: 1),
      let end = CivilDate(year: year.first, month: 12, day: 31)
    else { return nil }
    return DayArithmetic.rest(from: begin, to: end, frame)
  }

  /// `since 2018`, and with 1 behind the meaning `after 2018` and `before 2018`: the first day of a
  /// year, or of the one behind it. A number that a clock shows in steps of five is a time.
  func yearBound(_ year: Value, _ mark: Value.Marks) -> Value? {
    guard isYear(year), !year.a.isMultiple(of: 5) else { return nil }
    let isAfter = mark == .from && first == 1
    guard let day = CivilDate(year: year.first + (isAfter ? 1 : 0), month: 1, day: 1) else {
      return nil
    }
    return Value(Int(day.dayNumber) - (mark == .until ? 1 : 0), 0, [mark, .isDay])
  }

  /// A quarter by its number: that of the year said, or the next that is not over.
  func quarter(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let number = parts.value(of: .ordinal)?.first ?? Int(first)
    let year = parts.value(of: .year)
    let today = frame.now.date
    guard (1...4).contains(number) else { return nil }
    let next = number * 3 < today.month ? today.year + 1 : today.year
    guard
      let begin = CivilDate(
        year: year?.first ?? next, month: number * 3 - 2, day: 1)
    else { return nil }
    return DayArithmetic.rest(from: begin, to: begin.adding(months: 3).adding(days: -1), frame)
  }
}
