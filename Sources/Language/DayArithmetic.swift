// Which day is meant: the next one of that name, date or number.

internal import CivilTime

/// Computes days from what is said of them.
enum DayArithmetic {
  /// The years that are believed in a date.
  static let years = 1900...2199

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

  /// The Monday of the week so many weeks after this one.
  static func monday(weeks: Int, _ frame: ReadingFrame) -> CivilDate {
    let today = frame.now.date
    return today.adding(days: 1 - today.weekday.rawValue + 7 * weeks)
  }
}
