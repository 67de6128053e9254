// Which days a week, a month or a feast is, counted from today.

internal import CivilTime

extension DayArithmetic {
  /// What is left of the next such month, or of that month of a year.
  static func month(_ month: Int, year: Int?, _ frame: ReadingFrame) -> Value? {
    guard let first = firstDay(ofMonth: month, year: year, frame) else { return nil }
    return rest(from: first, to: first.adding(months: 1).adding(days: -1), frame)
  }

  /// The first, second or last ten days of a month, from today on.
  static func third(
    _ third: Int, ofMonth month: Int, year: Int?, _ frame: ReadingFrame
  ) -> Value? {
    guard let first = firstDay(ofMonth: month, year: year, frame) else { return nil }
    let count = CivilDate.daysIn(month: first.month, of: first.year)
    let last = first.adding(days: third == 3 ? count - 1 : 10 * third - 1)
    return rest(from: first.adding(days: 10 * (third - 1)), to: last, frame)
  }

  /// The last day of the next such month, or the nth from its end.
  static func lastDay(
    ofMonth month: Int, year: Int?, nth: Int = 1, _ frame: ReadingFrame
  ) -> Value? {
    guard (1...28).contains(nth) else { return nil }
    return firstDay(ofMonth: month, year: year, frame).map {
      Value($0.adding(months: 1).adding(days: -nth).dayNumber)
    }
  }

  /// The nth whole week of a month, Monday to Sunday; -1 is the last one, -2 the one before it.
  static func week(
    _ nth: Int, ofMonth month: Int, year: Int?, _ frame: ReadingFrame
  ) -> Value? {
    guard (-5 ... -1).contains(nth) || (1...5).contains(nth),
      let first = firstDay(ofMonth: month, year: year, frame)
    else { return nil }
    let last = first.adding(months: 1).adding(days: -1)
    let monday =
      nth < 0
      ? last.adding(days: 7 * nth + 1 - last.weekday.rawValue % 7)
      : first.onOrAfter(.monday).adding(days: 7 * (nth - 1))
    guard monday.month == first.month else { return nil }
    return rest(from: monday, to: monday.adding(days: 6), frame)
  }

  /// The nth such weekday of a month of a year, or of the next such month, and so many days more.
  static func value(
    nth: Int, weekday: Int, month: Int, year: Int?, plus days: Int = 0, _ frame: ReadingFrame
  ) -> Value? {
    guard let year else {
      return value(nth: nth, weekday: weekday, month: month, plus: days, frame)
    }
    return nthDay(nth, weekday, year, month).map { Value($0.adding(days: days).dayNumber) }
  }

  /// So many days after Easter Sunday of a year, or after the next one.
  static func easter(plus days: Int, year: Int?, _ frame: ReadingFrame) -> Value? {
    if let year { return easterSunday(year).map { Value($0.adding(days: days).dayNumber) } }
    let today = frame.now.date
    let feasts = [today.year, today.year + 1].compactMap { easterSunday($0)?.adding(days: days) }
    return feasts.first { $0 >= today }.map { Value(Int($0.dayNumber), 0, .yearAssumed) }
  }

  /// The nth day from Monday to Friday after a day.
  static func workday(_ nth: Int, after day: CivilDate) -> CivilDate {
    var day = day
    for _ in 0..<nth {
      repeat { day = day.adding(days: 1) } while day.weekday.rawValue > 5
    }
    return day
  }

  /// Easter Sunday of the Gregorian calendar (the anonymous algorithm of Nature, 20 April 1876).
  private static func easterSunday(_ year: Int) -> CivilDate? {
    let (golden, century, rest) = (year % 19, year / 100, year % 100)
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - century / 4 - correction + 15) % 30
    let toSunday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
    let shift = (golden + 11 * epact + 22 * toSunday) / 451
    let sum = epact + toSunday - 7 * shift + 114
    return CivilDate(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  /// So many days after the first Sunday in Advent of a year, or after the next one. The fourth is
  /// the last Sunday before Christmas Day.
  static func advent(plus days: Int, year: Int?, _ frame: ReadingFrame) -> Value? {
    func date(_ year: Int) -> CivilDate? {
      CivilDate(year: year, month: 11, day: 27)?.onOrAfter(.sunday).adding(days: days)
    }
    if let year { return date(year).map { Value($0.dayNumber) } }
    let today = frame.now.date
    return (today.year...today.year + 1).lazy.compactMap(date).first { $0 >= today }
      .map { Value(Int($0.dayNumber), 0, .yearAssumed) }
  }

  /// The first day of a month of a year; without a year of the first such month not yet over.
  private static func firstDay(
    ofMonth month: Int, year: Int?, _ frame: ReadingFrame
  ) -> CivilDate? {
    let today = frame.now.date
    let next = month < today.month ? today.year + 1 : today.year
    return CivilDate(year: year ?? next, month: month, day: 1)
  }
}
