// A day and a time on it, as people say them: not yet an instant, for that takes a zone.

/// A calendar day and what the clock shows, to the minute. It can be missing or double on the
/// nights the clocks change; only `ZoneRules` knows. It stays within the days of
/// `CivilDate.bounds`, to 23:59 of the last.
public struct CivilMoment: Hashable, Comparable, Sendable {
  /// Minutes since 1970-01-01 00:00 by the wall clock.
  public let minuteNumber: Int

  /// The moment at which a clock shows `time` on `date`; 24:00 is 00:00 of the next day.
  public init(_ date: CivilDate, _ time: ClockTime) {
    self.init(minuteNumber: Int(date.dayNumber) * 1440 + time.minutes)
  }

  // The first minute of `CivilDate.bounds` and the last.
  private static let firstMinute = -719_162 * 1440
  private static let lastMinute = 2_932_896 * 1440 + 1439

  /// The moment so many minutes after 1970-01-01 00:00 by the wall clock, nearest within the days
  /// of `CivilDate.bounds`.
  public init(minuteNumber: Int) {
    self.minuteNumber = min(max(minuteNumber, Self.firstMinute), Self.lastMinute)
  }

  /// The day.
  public var date: CivilDate {
    CivilDate(clampingDayNumber: minuteNumber.flooredQuotient(by: 1440))
  }

  /// The time of day, 00:00 to 23:59.
  public var time: ClockTime {
    ClockTime(minutes: minuteNumber.flooredRemainder(by: 1440)) ?? .midnight
  }

  /// The moment so many minutes later (earlier if negative) by the wall clock, kept within bounds.
  public func adding(minutes: Int) -> CivilMoment {
    let (sum, overflow) = minuteNumber.addingReportingOverflow(minutes)
    return CivilMoment(minuteNumber: overflow ? (minutes > 0 ? .max : .min) : sum)
  }

  /// Minutes from another moment to this one by the wall clock.
  public func minutes(since other: CivilMoment) -> Int { minuteNumber - other.minuteNumber }

  /// The moment itself if it lies on a grid of so many minutes (at least 1) from midnight, or else
  /// the next. A grid that does not divide the day begins anew at midnight.
  public func roundedUp(toMultipleOf gridMinutes: Int) -> CivilMoment {
    let minutes = time.minutes, over = minutes % gridMinutes
    return over == 0 ? self : adding(minutes: min(gridMinutes - over, 1440 - minutes))
  }

  /// The moment itself if it lies on a grid of so many minutes (at least 1) from midnight, or else
  /// the last.
  public func roundedDown(toMultipleOf gridMinutes: Int) -> CivilMoment {
    adding(minutes: -(time.minutes % gridMinutes))
  }

  /// Earlier by the wall clock.
  public static func < (one: CivilMoment, other: CivilMoment) -> Bool {
    one.minuteNumber < other.minuteNumber
  }
}

extension CivilMoment: CustomStringConvertible {
  /// `2026-11-25T10:15` (ISO 8601, no seconds, no offset).
  public var description: String { "\(date)T\(time)" }

  /// Reads `2026-11-25T10:15`; nil if the text is not exactly of that form.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 5, let date = CivilDate(parts[0]),
      let time = ClockTime(parts[1])
    else { return nil }
    self.init(date, time)
  }
}
