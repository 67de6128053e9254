// What a clock on the wall shows, to the minute.

/// A time of day to the minute, 00:00 to 24:00; 24:00 is only an end of a day (ISO 8601:2019).
public struct ClockTime: Hashable, Comparable, Sendable {
  /// Minutes since midnight, 0 to 1440.
  public let minutes: Int

  /// Midnight at the beginning of a day.
  public static let midnight = ClockTime(unchecked: 0)
  /// Midnight at the end of a day, 24:00.
  public static let endOfDay = ClockTime(unchecked: 1440)

  private init(unchecked minutes: Int) { self.minutes = minutes }

  /// The time so many minutes after midnight; nil outside 0 to 1440.
  public init?(minutes: Int) {
    guard (0...1440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// The time of that hour (0 to 24) and minute (0 to 59); nil if no clock shows it.
  public init?(hour: Int, minute: Int = 0) {
    guard (0...24).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  /// The hour, 0 to 24.
  public var hour: Int { minutes / 60 }
  /// The minute of the hour, 0 to 59.
  public var minute: Int { minutes % 60 }

  /// Earlier on the same day.
  public static func < (one: ClockTime, other: ClockTime) -> Bool { one.minutes < other.minutes }
}

extension ClockTime: CustomStringConvertible {
  /// `09:30`, with two digits each (ISO 8601).
  public var description: String { padded(hour, 2) + ":" + padded(minute, 2) }

  /// Reads `09:30` or `9:30`; nil if the text is not of that form or no clock shows it.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = digits(Array(parts[0])[...]), let minute = digits(Array(parts[1])[...])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }
}

extension ClockTime {
  /// Beyond so many minutes an end before its start is a slip, not the next morning: `22 to 1` goes
  /// across midnight, `11:00-10:15` does not.
  public static let acrossMidnightMinutesMax = 720

  /// The moment that this time means as the end of what starts then: on the same day, or the next
  /// morning.
  public func asEnd(after start: CivilMoment) -> CivilMoment {
    let sameDay = CivilMoment(start.date, self)
    guard sameDay <= start else { return sameDay }
    let nextDay = sameDay.adding(minutes: 1440)
    return nextDay.minutes(since: start) <= Self.acrossMidnightMinutesMax ? nextDay : sameDay
  }
}
