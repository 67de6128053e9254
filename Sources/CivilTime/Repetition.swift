// How something is repeated: the parts of a recurrence rule (RFC 5545, 3.3.10) as a value.

/// A rule by which days repeat. Only days: the time of day stands beside it, and so does the first
/// day if it was said.
public struct Repetition: Hashable, Codable, Sendable {
  /// How long one round takes.
  public var frequency: RepetitionFrequency
  /// Every so many rounds, 1 or more.
  public var interval: Int
  /// The weekdays, perhaps only one of several of a month or year.
  public var weekdays: [NumberedWeekday] = []
  /// Days of the month, 1 to 31; -1 is the last, -2 the one before it.
  public var monthDays: [Int] = []
  /// Months, 1 to 12.
  public var months: [Int] = []
  /// Weeks of the year (ISO 8601), 1 to 53.
  public var weekNumbers: [Int] = []
  /// Days of the year, 1 to 366; negative ones count from its end.
  public var yearDays: [Int] = []
  /// Which of the days of a round that all else names; empty for all, -1 for the last.
  public var positions: [Int] = []
  /// When it ends.
  public var end: RepetitionEnd = .never
  /// Days on which it does not happen, from the first of each range to the last.
  public var leftOut: [ClosedRange<CivilDate>] = []

  /// A rule of one round in `interval`, or of each.
  public init(_ frequency: RepetitionFrequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = max(1, interval)
  }
}

/// How long one round of a repetition takes.
public enum RepetitionFrequency: String, CaseIterable, Hashable, Codable, Sendable {
  /// A day.
  case daily = "DAILY"
  /// A week from Monday on.
  case weekly = "WEEKLY"
  /// A month of the calendar.
  case monthly = "MONTHLY"
  /// A year of the calendar.
  case yearly = "YEARLY"
}

/// A weekday of a repetition.
public struct NumberedWeekday: Hashable, Codable, Sendable {
  /// The weekday.
  public let weekday: Weekday
  /// Which one of the month or year, -1 for the last; nil for all.
  public let ordinal: Int?

  /// All such weekdays, or the one of that number.
  public init(_ weekday: Weekday, ordinal: Int? = nil) {
    self.weekday = weekday
    self.ordinal = ordinal
  }
}

/// When a repetition ends.
public enum RepetitionEnd: Hashable, Codable, Sendable {
  /// Nobody said so.
  case never
  /// After so many times.
  case count(Int)
  /// After that day, which still counts.
  case until(CivilDate)
}

extension Repetition: CustomStringConvertible {
  /// The rule as RFC 5545 writes it, as `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`; what is left out is no
  /// part of it.
  public var description: String { rule(at: nil) }

  /// The rule as RFC 5545 writes it, with the time of day at which it begins.
  public func rule(at time: ClockTime?) -> String {
    var parts = ["FREQ=" + frequency.rawValue]
    if interval > 1 { parts.append("INTERVAL=\(interval)") }
    func add(_ name: String, _ values: [some CustomStringConvertible]) {
      guard !values.isEmpty else { return }
      parts.append(name + "=" + values.map(\.description).joined(separator: ","))
    }
    add("BYMONTH", months)
    add("BYWEEKNO", weekNumbers)
    add("BYYEARDAY", yearDays)
    add("BYMONTHDAY", monthDays)
    add("BYDAY", weekdays)
    if let time {
      add("BYHOUR", [time.hour])
      add("BYMINUTE", [time.minute])
    }
    add("BYSETPOS", positions)
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let date): parts.append("UNTIL=" + "\(date)".filter { $0 != "-" })
    }
    return parts.joined(separator: ";")
  }
}

extension NumberedWeekday: CustomStringConvertible {
  /// `TU`, `1MO`, `-1FR` (RFC 5545).
  public var description: String {
    let name =
      switch weekday {
      case .monday: "MO"
      case .tuesday: "TU"
      case .wednesday: "WE"
      case .thursday: "TH"
      case .friday: "FR"
      case .saturday: "SA"
      case .sunday: "SU"
      }
    return (ordinal.map(String.init) ?? "") + name
  }
}
