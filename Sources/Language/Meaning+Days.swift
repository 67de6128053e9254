// Computes which day a phrase means.

internal import CivilTime

extension Production {
  /// The day of a phrase about days; nil if the parts make none.
  func day(of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let today = frame.now.date
    switch meaning {
    case .dayFromToday: return Value(today.adding(days: Int(first)).dayNumber)
    case .weekday, .thisWeekday:
      guard let wanted = Weekday(rawValue: one.first) else { return nil }
      return Value(today.onOrAfter(wanted).adding(days: 7 * Int(first)).dayNumber)
    case .nextWeekday:
      let monday = DayArithmetic.monday(weeks: 1, frame)
      return Value(monday.adding(days: one.first - 1).dayNumber)
    case .dayMonth: return date(one, two, parts.count > 2 ? three : nil, frame)
    case .monthDay: return date(two, one, parts.count > 2 ? three : nil, frame)
    case .dayOnly: return DayArithmetic.value(dayOfMonth: one.first, frame)
    case .checked: return checked(weekday: one, date: two)
    case .inDays: return inDays(parts, today)
    case .nextDay: return Value(0, 0, .nextDay)
    case .previousDay: return Value(0, 0, .previousDay)
    case .week:
      let monday = DayArithmetic.monday(weeks: Int(first), frame)
      let begin = max(monday, today)
      return Value(begin.dayNumber, monday.adding(days: 6).dayNumber, .among)
    case .weekend:
      let monday = DayArithmetic.monday(weeks: Int(first), frame)
      let begin = max(monday.adding(days: 5), today)
      return Value(begin.dayNumber, monday.adding(days: 6).dayNumber, .among)
    default: return nil
    }
  }

  private func date(
    _ day: Value, _ month: Value, _ year: Value?, _ frame: ReadingFrame
  ) -> Value? {
    guard (1...39).contains(day.a), day.b <= 2 else { return nil }
    var number: Int?
    if let year {
      number = DayArithmetic.year(year.first, digits: year.second)
      guard year.second == 4, number != nil else { return nil }
    }
    return DayArithmetic.value(day: day.first, month: month.first, year: number, frame)
  }

  private func checked(weekday: Value, date: Value) -> Value? {
    if date.marks.contains(.impossible) { return date }
    let said = CivilDate(clampingDayNumber: date.first)
    if said.weekday.rawValue == weekday.first { return date }
    return Value(date.a, weekday.a, .contradiction)
  }

  private func inDays(_ parts: Parts, _ today: CivilDate) -> Value? {
    let (one, two, _) = parts.values
    let (count, unit) = parts.count > 1 ? (one.first, two.first) : (1, one.first)
    guard (0...1000).contains(count) else { return nil }
    // Months have no fixed length: their unit is written as -1.
    let day = unit == -1 ? today.adding(months: count) : today.adding(days: count * unit)
    return Value(day.dayNumber)
  }
}
