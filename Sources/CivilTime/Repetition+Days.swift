// Which days a repetition names.

extension Repetition {
  /// How far ahead a named day is looked for: eight years always hold a 29 February, and nearly
  /// always one on a certain weekday.
  private static let daysLookedAt = 8 * 366

  /// The first day on or after another that the rule names; nil if the coming years have none, or
  /// it has ended before. Which round is the first of several is open until then, so the interval
  /// plays no part.
  public func firstDay(onOrAfter day: CivilDate) -> CivilDate? {
    for days in 0..<Self.daysLookedAt {
      let next = day.adding(days: days)
      if case .until(let last) = end, next > last { return nil }
      if names(next, from: day), !leftOut.contains(where: { $0.contains(next) }) { return next }
    }
    return nil
  }

  /// The days that the rule names from one on, which begins its first round, in order: at most so
  /// many, none after a last one, and without those left out. A day that is left out counts among
  /// the times after which the rule ends (RFC 5545, 3.8.5.1).
  public func days(
    from first: CivilDate, through last: CivilDate, atMost limit: Int
  ) -> [CivilDate] {
    var days: [CivilDate] = []
    var counted = 0
    var until = last
    if case .until(let end) = end { until = min(last, end) }
    guard first <= until else { return [] }
    for offset in 0...until.days(since: first) {
      let day = first.adding(days: offset)
      guard isInRound(day, from: first), names(day, from: first) else { continue }
      counted += 1
      if case .count(let count) = end, counted > count { break }
      if leftOut.contains(where: { $0.contains(day) }) { continue }
      days.append(day)
      if days.count == limit { break }
    }
    return days
  }

  /// Whether a day is in a round that counts: each, or one in `interval` from the first on.
  private func isInRound(_ day: CivilDate, from first: CivilDate) -> Bool {
    guard interval > 1 else { return true }
    let rounds: Int
    switch frequency {
    case .daily: rounds = day.days(since: first)
    case .weekly:
      let monday = first.adding(days: 1 - first.weekday.rawValue)
      rounds = day.days(since: monday) / 7
    case .monthly: rounds = (day.year - first.year) * 12 + day.month - first.month
    case .yearly where weekNumbers.isEmpty: rounds = day.year - first.year
    case .yearly: rounds = day.weekOfYear.year - first.weekOfYear.year
    }
    return rounds % interval == 0
  }

  /// Whether a day is one of the rule. What the rule leaves open is as on the day it begins.
  private func names(_ date: CivilDate, from first: CivilDate) -> Bool {
    guard isInPlace(date, from: first) else { return false }
    guard !positions.isEmpty else { return true }
    let round = round(of: date)
    let all = (0...round.upperBound.days(since: round.lowerBound))
      .map { round.lowerBound.adding(days: $0) }
      .filter { isInPlace($0, from: first) }
    return positions.contains { position in
      let index = position > 0 ? position - 1 : all.count + position
      return all.indices.contains(index) && all[index] == date
    }
  }

  /// The days of the round that a day lies in, of which positions are counted.
  private func round(of date: CivilDate) -> ClosedRange<CivilDate> {
    let first: CivilDate
    let count: Int
    switch frequency {
    case .daily: return date...date
    case .weekly: (first, count) = (date.adding(days: 1 - date.weekday.rawValue), 7)
    case .monthly:
      first = date.adding(days: 1 - date.day)
      count = CivilDate.daysIn(month: date.month, of: date.year)
    case .yearly where weekNumbers.isEmpty:
      (first, count) = (date.adding(days: 1 - date.dayOfYear), date.daysInYear)
    case .yearly:
      // Weeks belong to years that begin on a Monday and have no day of another year's.
      let week = date.weekOfYear
      first = date.adding(days: 1 - date.weekday.rawValue - 7 * (week.week - 1))
      let hasLongYear = CivilDate.monday(ofWeek: 53, of: week.year) != nil
      count = 7 * (hasLongYear ? 53 : 52)
    }
    return first...first.adding(days: count - 1)
  }

  private func isInPlace(_ date: CivilDate, from first: CivilDate) -> Bool {
    if !months.isEmpty, !months.contains(date.month) { return false }
    if !weekNumbers.isEmpty, !weekNumbers.contains(date.weekOfYear.week) { return false }
    if !yearDays.isEmpty, !Self.has(yearDays, date.dayOfYear, of: date.daysInYear) { return false }
    let daysInMonth = CivilDate.daysIn(month: date.month, of: date.year)
    if !monthDays.isEmpty, !Self.has(monthDays, date.day, of: daysInMonth) { return false }
    if !weekdays.isEmpty { return weekdays.contains { names($0, date) } }
    let isPlaced = !monthDays.isEmpty || !yearDays.isEmpty
    switch frequency {
    case .daily: return true
    case .weekly: return date.weekday == first.weekday
    case .monthly: return isPlaced || date.day == first.day
    case .yearly:
      if isPlaced { return true }
      if !weekNumbers.isEmpty { return date.weekday == first.weekday }
      return date.day == first.day && (!months.isEmpty || date.month == first.month)
    }
  }

  private func names(_ wanted: NumberedWeekday, _ date: CivilDate) -> Bool {
    guard date.weekday == wanted.weekday else { return false }
    guard let ordinal = wanted.ordinal else { return true }
    // Of the year only where no month is said (RFC 5545, 3.3.10).
    let isYearly = frequency == .yearly && months.isEmpty
    let day = isYearly ? date.dayOfYear : date.day
    let count = isYearly ? date.daysInYear : CivilDate.daysIn(month: date.month, of: date.year)
    return ordinal > 0 ? (day + 6) / 7 == ordinal : (count - day) / 7 == -ordinal - 1
  }

  private static func has(_ wanted: [Int], _ number: Int, of count: Int) -> Bool {
    wanted.contains { $0 > 0 ? $0 == number : count + $0 + 1 == number }
  }
}

extension CivilDate {
  /// The day of the year, 1 to 366.
  public var dayOfYear: Int { 1 + days(since: firstOfYear(year)) }

  /// How many days its year has.
  var daysInYear: Int { CivilDate.daysIn(month: 2, of: year) + 337 }

  /// The week of ISO 8601 that it lies in, and the year that the week belongs to.
  public var weekOfYear: (year: Int, week: Int) {
    // A week belongs to the year of its Thursday.
    let thursday = adding(days: 4 - weekday.rawValue)
    return (thursday.year, (thursday.dayOfYear + 6) / 7)
  }

  private func firstOfYear(_ year: Int) -> CivilDate {
    CivilDate(year: year, month: 1, day: 1) ?? CivilDate.bounds.lowerBound
  }
}
