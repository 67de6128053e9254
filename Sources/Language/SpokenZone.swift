// A zone as a line names it: how far its clocks are from UTC, and when they are an hour ahead.

internal import CivilTime

/// A zone by its usual time and by the rule of its summer time.
struct SpokenZone: Hashable, Sendable {
  /// When clocks are an hour ahead. The raw value stands in the grammar.
  enum SummerTime: Int, Hashable, Sendable {
    case never = 0
    /// From the last Sunday of March to the last of October (tz database, `EU`).
    case european
    /// From the second Sunday of March to the first of November (tz database, `US`).
    case american
  }

  /// Minutes east of UTC in winter.
  let usualMinutes: Int
  let summerTime: SummerTime

  /// The zone that a constituent says: minutes, and the rule behind them.
  init(_ value: Value) {
    usualMinutes = value.first
    summerTime = SummerTime(rawValue: value.second) ?? .never
  }

  /// Minutes east of UTC on a day. On the night of a change the time after it counts.
  func offsetMinutes(on date: CivilDate) -> Int {
    let bounds: (begin: CivilDate?, end: CivilDate?)
    switch summerTime {
    case .never: return usualMinutes
    case .european:
      bounds = (
        DayArithmetic.nthDay(-1, Self.sunday, date.year, 3),
        DayArithmetic.nthDay(-1, Self.sunday, date.year, 10)
      )
    case .american:
      bounds = (
        DayArithmetic.nthDay(2, Self.sunday, date.year, 3),
        DayArithmetic.nthDay(1, Self.sunday, date.year, 11)
      )
    }
    guard let begin = bounds.begin, let end = bounds.end else { return usualMinutes }
    return begin <= date && date < end ? usualMinutes + 60 : usualMinutes
  }

  private static let sunday = Weekday.sunday.rawValue
}
