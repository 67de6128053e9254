// Which day is meant: the next one of that name, date or number.

internal import CivilTime

/// Computes days from what is said of them.
enum DayArithmetic {
  /// The years that are believed in a date.
  static let years = 1900...2199
  /// A day of a month without `th` is believed beside its weekday if it is nearer than this.
  static let nearDays = 36

  /// The year that a number of two or four digits says; nil if it says none.
  static func year(_ token: Token) -> Int? { year(Int(token.value), digits: Int(token.digits)) }

  static func year(_ number: Int, digits: Int) -> Int? {
    switch digits {
    case 2: 2000 + number
    case 4 where years.contains(number): number
    default: nil
    }
  }

  /// The day of a month. Without a year the next such day, today included.
  static func value(day: Int, month: Int, year: Int?, _ frame: ReadingFrame) -> Value {
    let today = frame.now.date
    if let year {
      guard let date = CivilDate(year: year, month: month, day: day) else {
        return Value(day, month, .impossible)
      }
      return Value(Int(date.dayNumber))
    }
    // Eight years always hold a 29 February.
    for year in today.year...today.year + 8 {
      if let date = CivilDate(year: year, month: month, day: day), date >= today {
        return Value(Int(date.dayNumber), 0, .yearAssumed)
      }
    }
    return Value(day, month, .impossible)
  }

  /// The next such day of a month, today included; months that are too short are passed over.
  static func value(dayOfMonth day: Int, _ frame: ReadingFrame) -> Value? {
    guard (1...31).contains(day) else { return nil }
    let today = frame.now.date
    var first = today.adding(days: 1 - today.day)
    for _ in 0..<12 {
      if let date = CivilDate(year: first.year, month: first.month, day: day), date >= today {
        return Value(Int(date.dayNumber), 0, .monthAssumed)
      }
      first = first.adding(months: 1)
    }
    return nil
  }

  /// The day of the month so many months from this one; nil if it has no such day.
  static func value(dayOfMonth day: Int, months: Int, _ frame: ReadingFrame) -> Value? {
    let first = firstOfMonth(months, frame)
    return CivilDate(year: first.year, month: first.month, day: day).map { Value($0.dayNumber) }
  }

  /// The next such day of a month that falls on a weekday; nil if no month of the coming years has
  /// it, which cannot be but for weekdays and days that there are not.
  static func value(dayOfMonth day: Int, falling weekday: Int, _ frame: ReadingFrame) -> Value? {
    guard (1...31).contains(day) else { return nil }
    let today = frame.now.date
    var (year, month, _) = today.components
    for _ in 0..<48 {
      if let date = CivilDate(year: year, month: month, day: day), date >= today,
        date.weekday.rawValue == weekday
      {
        return Value(Int(date.dayNumber), 0, .monthAssumed)
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return nil
  }

  /// The nth such weekday of a month, counted from the next such month; -1 is the last one.
  static func value(
    nth: Int, weekday: Int, month: Int, plus days: Int = 0, _ frame: ReadingFrame
  ) -> Value? {
    let today = frame.now.date
    // A fifth one is there at least every eleventh year.
    for year in today.year...today.year + 12 {
      if let date = nthDay(nth, weekday, year, month)?.adding(days: days), date >= today {
        return Value(Int(date.dayNumber), 0, .yearAssumed)
      }
    }
    return (1...12).contains(month) ? Value(nth, month, .impossible) : nil
  }

  /// The nth such weekday of the month so many months from this one; -1 is the last one.
  static func value(nth: Int, weekday: Int, months: Int, _ frame: ReadingFrame) -> Value? {
    let first = firstOfMonth(months, frame)
    return nthDay(nth, weekday, first.year, first.month).map { Value($0.dayNumber) }
      ?? Value(nth, first.month, .impossible)
  }

  /// The next nth such weekday of a month; -1 is the last one.
  static func valueToCome(nth: Int, weekday: Int, _ frame: ReadingFrame) -> Value? {
    // A fifth one is there at least every third month.
    for months in 0...3 {
      if let day = value(nth: nth, weekday: weekday, months: months, frame),
        day.marks.isDisjoint(with: .impossible), day.first >= Int(frame.now.date.dayNumber)
      {
        return day
      }
    }
    return value(nth: nth, weekday: weekday, months: 0, frame)
  }

  static func nthDay(_ nth: Int, _ weekday: Int, _ year: Int, _ month: Int) -> CivilDate? {
    guard let wanted = Weekday(rawValue: weekday), (1...12).contains(month) else { return nil }
    let count = CivilDate.daysIn(month: month, of: year)
    if (-5 ... -1).contains(nth) {
      let last = CivilDate(year: year, month: month, day: count - 6)?.onOrAfter(wanted)
      return last.map { $0.adding(days: 7 * (nth + 1)) }.flatMap { $0.month == month ? $0 : nil }
    }
    guard (1...5).contains(nth), let first = CivilDate(year: year, month: month, day: 1) else {
      return nil
    }
    let date = first.onOrAfter(wanted).adding(days: 7 * (nth - 1))
    return date.month == month ? date : nil
  }

  /// The first, second or last ten days of the month so many months from this one, from today on.
  static func third(_ third: Int, ofMonth months: Int, _ frame: ReadingFrame) -> Value? {
    let first = firstOfMonth(months, frame)
    let count = CivilDate.daysIn(month: first.month, of: first.year)
    let last = first.adding(days: third == 3 ? count - 1 : 10 * third - 1)
    return rest(from: first.adding(days: 10 * (third - 1)), to: last, frame)
  }

  /// From the next such day of a month to the next such day after it.
  static func days(from one: Int, to other: Int, _ frame: ReadingFrame) -> Value? {
    guard let begin = value(dayOfMonth: one, frame), (1...31).contains(other) else { return nil }
    let first = CivilDate(clampingDayNumber: begin.first)
    let month = first.adding(days: 1 - first.day).adding(months: other > one ? 0 : 1)
    // Behind the last month of the calendar there is no later such day.
    guard let last = CivilDate(year: month.year, month: month.month, day: other), first < last
    else { return nil }
    return Value(first.dayNumber, last.dayNumber, [.among, .monthAssumed])
  }

  /// Some days without those that are over; all of them if none is left, for the rules of the house
  /// to refuse.
  static func rest(from first: CivilDate, to last: CivilDate, _ frame: ReadingFrame) -> Value {
    let begin = last < frame.now.date ? first : max(first, frame.now.date)
    // At the end of the calendar a block may have no last day behind its first.
    return Value(begin.dayNumber, max(begin, last).dayNumber, .among)
  }

  static func firstOfMonth(_ months: Int, _ frame: ReadingFrame) -> CivilDate {
    frame.now.date.adding(days: 1 - frame.now.date.day).adding(months: months)
  }

  /// The Monday of the week so many weeks after this one.
  static func monday(weeks: Int, _ frame: ReadingFrame) -> CivilDate {
    let today = frame.now.date
    return today.adding(days: 1 - today.weekday.rawValue + 7 * weeks)
  }
}
