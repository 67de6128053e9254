// Days of the proleptic Gregorian calendar and their arithmetic.

/// A calendar day without time or zone, from 0001-01-01 to 9999-12-31.
///
/// The arithmetic is the well-known conversion between days and dates in eras of 400 years.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before it.
  public let dayNumber: Int32

  /// The first and the last day that can be written with a four-digit year.
  public static let bounds = CivilDate(unchecked: -719_162)...CivilDate(unchecked: 2_932_896)

  /// The day of that number, nearest within `bounds`.
  public init(clampingDayNumber number: Int) {
    let low = Int(Self.bounds.lowerBound.dayNumber), high = Int(Self.bounds.upperBound.dayNumber)
    dayNumber = Int32(min(max(number, low), high))
  }

  private init(unchecked dayNumber: Int32) { self.dayNumber = dayNumber }

  /// The day of that year (1 to 9999), month (1 to 12) and day of the month; nil if there is no
  /// such day, as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysIn(month: month, of: year)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    dayNumber = Int32(era * 146_097 + dayOfEra - 719_468)
  }

  /// Year 1 to 9999, month 1 to 12 and day of the month.
  public var components: (year: Int, month: Int, day: Int) {
    let shifted = Int(dayNumber) + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fifths = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * fifths + 2) / 5 + 1
    let month = fifths < 10 ? fifths + 3 : fifths - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The year, 1 to 9999.
  public var year: Int { components.year }
  /// The month, 1 to 12.
  public var month: Int { components.month }
  /// The day of the month, 1 to 31.
  public var day: Int { components.day }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    let index = (Int(dayNumber) + 3).flooredRemainder(by: 7)
    return Weekday.allCases[index]
  }

  /// The day so many days later (earlier if negative), kept within `bounds`.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    return CivilDate(clampingDayNumber: overflow ? (days > 0 ? .max : .min) : sum)
  }

  /// The same day of the month so many months later, or the last day of that month if it is
  /// shorter; kept within `bounds`.
  public func adding(months: Int) -> CivilDate {
    let (year, month, day) = components
    let bounded = min(max(months, -120_000), 120_000)
    let index = year * 12 + month - 1 + bounded
    let newYear = index.flooredQuotient(by: 12), newMonth = index.flooredRemainder(by: 12) + 1
    guard newYear >= 1 else { return Self.bounds.lowerBound }
    let newDay = min(day, Self.daysIn(month: newMonth, of: newYear))
    return CivilDate(year: newYear, month: newMonth, day: newDay) ?? Self.bounds.upperBound
  }

  /// The first day of that weekday on or after this day.
  public func onOrAfter(_ wanted: Weekday) -> CivilDate {
    adding(days: (wanted.rawValue - weekday.rawValue).flooredRemainder(by: 7))
  }

  /// Days from another day to this one; negative if this one is earlier.
  public func days(since other: CivilDate) -> Int { Int(dayNumber) - Int(other.dayNumber) }

  /// The numbers that weeks of a year may have (ISO 8601).
  public static let weeks = 1...53

  /// The Monday of ISO 8601 week `week` (1 to 53) of a year; nil if that year has no such week.
  public static func monday(ofWeek week: Int, of year: Int) -> CivilDate? {
    // Week 1 is the week of 4 January (ISO 8601).
    guard weeks.contains(week), let fourth = CivilDate(year: year, month: 1, day: 4) else {
      return nil
    }
    let first = fourth.adding(days: 1 - fourth.weekday.rawValue)
    let monday = first.adding(days: 7 * (week - 1))
    return monday.adding(days: 3).year == year ? monday : nil
  }

  /// How many days a month (1 to 12) of a year has.
  public static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Earlier in the calendar.
  public static func < (one: CivilDate, other: CivilDate) -> Bool {
    one.dayNumber < other.dayNumber
  }
}

extension CivilDate: CustomStringConvertible {
  /// `2026-11-25` (ISO 8601, RFC 3339 full-date).
  public var description: String {
    let (year, month, day) = components
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  /// Reads `2026-11-25`; nil if the text is not exactly of that form or names no day.
  public init?(_ text: some StringProtocol) {
    let octets = Array(text.utf8)
    guard octets.count == 10, octets[4] == UInt8(ascii: "-"), octets[7] == UInt8(ascii: "-"),
      let year = digits(octets[0..<4]), let month = digits(octets[5..<7]),
      let day = digits(octets[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

/// A number written with at least so many digits.
func padded(_ number: Int, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// The value of a run of ASCII digits; nil if anything else is in it.
func digits(_ octets: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for octet in octets {
    guard (0x30...0x39).contains(octet) else { return nil }
    value = value * 10 + Int(octet - 0x30)
  }
  return octets.isEmpty ? nil : value
}
