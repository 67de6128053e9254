// Computes the days of a week of the year (ISO 8601).

internal import CivilTime

/// Weeks by their numbers. The raw value is the name in the grammar.
enum WeekMeaning: String, CaseIterable, Sendable {
  /// `week 36`, `week 3 of 2027`: what is left of it; `Tuesday week 36`: one of its days.
  case week = "week-of-year"
  /// `the third week of 2027`; with the argument -1 counted from the end.
  case nth = "nth-week-of-year"
  /// `the 100th day of 2027`.
  case nthDay = "nth-day-of-year"
}

extension Production {
  /// The days of a phrase about a numbered week; nil if the parts make none.
  ///
  /// Without a year it is this one's week, or next year's if that is over.
  @inline(never)
  func week(_ meaning: WeekMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    if meaning == .nth { return nthWeek(parts, frame) }
    if meaning == .nthDay { return nthDay(parts) }
    guard let number = parts.value(of: .number) ?? parts.value(of: .ordinal), number.b <= 2,
      CivilDate.weeks.contains(number.first)
    else { return nil }
    let today = frame.now.date
    var year = today.weekOfYear.year
    if let said = parts.value(of: .year) {
      year = said.first
    } else if let own = CivilDate.monday(ofWeek: number.first, of: year),
      own.adding(days: 6) < today
    {
      year += 1
    }
    guard let monday = CivilDate.monday(ofWeek: number.first, of: year) else {
      return Value(number.first, 0, .impossible)
    }
    // `2027-W03-2`: the second number is the weekday.
    if first == 1 {
      let weekday = parts.values.2
      guard (1...7).contains(weekday.a), weekday.b == 1 else { return nil }
      return Value(monday.adding(days: weekday.first - 1).dayNumber)
    }
    if let weekday = parts.value(of: .weekday) {
      return Value(monday.adding(days: weekday.first - 1).dayNumber)
    }
    return DayArithmetic.rest(from: monday, to: monday.adding(days: 6), frame)
  }

  private func nthDay(_ parts: Parts) -> Value? {
    guard let nth = parts.value(of: .ordinal)?.first, let year = parts.value(of: .year)?.first,
      nth > 0, let first = CivilDate(year: year, month: 1, day: 1)
    else { return nil }
    let day = first.adding(days: nth - 1)
    return day.year == year ? Value(day.dayNumber) : nil
  }

  private func nthWeek(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let year = parts.value(of: .year) else { return nil }
    let nth = parts.value(of: .ordinal)?.first ?? 1
    // A long year has 53 weeks.
    let last = CivilDate.monday(ofWeek: 53, of: year.first) == nil ? 52 : 53
    guard let monday = CivilDate.monday(ofWeek: first < 0 ? last + 1 - nth : nth, of: year.first)
    else { return nil }
    return DayArithmetic.rest(from: monday, to: monday.adding(days: 6), frame)
  }
}
