// A point on the world's time line, apart from any calendar or zone.

/// A moment that happens once for everybody: milliseconds since 1970-01-01T00:00:00Z, leap seconds
/// not counted (POSIX time).
public struct Instant: Hashable, Comparable, Codable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// The instant so many milliseconds after the beginning of 1970 in UTC.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The instant so many seconds after the beginning of 1970 in UTC.
  public init(seconds: Int64) { milliseconds = seconds * 1000 }

  /// Reads `2026-11-25T10:00:00+01:00` or `…Z` (RFC 3339 section 5.6, without parts of a second,
  /// `T` and `Z` capital); nil if the text is not of that form or no such time exists. A leap
  /// second is taken as the second before it.
  public init?(rfc3339 text: some StringProtocol) { self.init(rfc3339: Array(text.utf8)) }

  /// The same, by the octets of the text: answers from outside hold hundreds of them.
  package init?(rfc3339 octets: [UInt8]) {
    guard octets.count >= 20, octets[4] == UInt8(ascii: "-"), octets[7] == UInt8(ascii: "-"),
      octets[10] == UInt8(ascii: "T"), octets[13] == UInt8(ascii: ":"),
      octets[16] == UInt8(ascii: ":"),
      let year = digits(octets[0..<4]), let month = digits(octets[5..<7]),
      let day = digits(octets[8..<10]), let date = CivilDate(year: year, month: month, day: day),
      let hour = digits(octets[11..<13]), let minute = digits(octets[14..<16]),
      let time = ClockTime(hour: hour, minute: minute),
      let second = digits(octets[17..<19]), second <= 60,
      let offset = Self.offset(octets[19...])
    else { return nil }
    let minutes = CivilMoment(date, time).minuteNumber - offset
    self.init(seconds: Int64(minutes) * 60 + Int64(min(second, 59)))
  }

  /// `Z`, or `+01:00`: minutes east of UTC.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    let octets = Array(zone)
    if octets == [UInt8(ascii: "Z")] { return 0 }
    guard octets.count == 6, octets[3] == UInt8(ascii: ":"),
      let hour = digits(octets[1..<3]), let minute = digits(octets[4..<6]),
      let offset = ClockTime(hour: hour, minute: minute)
    else { return nil }
    switch octets[0] {
    case UInt8(ascii: "+"): return offset.minutes
    case UInt8(ascii: "-"): return -offset.minutes
    default: return nil
    }
  }

  /// `2026-11-25T09:00:00Z` (RFC 3339): the second it is in, in UTC.
  public var rfc3339: String {
    let second = seconds.flooredRemainder(by: 60)
    let civil = ZoneRules.utc.civil(at: self)
    return "\(civil.date)T\(civil.time):\(second < 10 ? "0" : "")\(second)Z"
  }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int64 { milliseconds.flooredQuotient(by: 1000) }

  /// Before or after on the time line.
  public static func < (one: Instant, other: Instant) -> Bool {
    one.milliseconds < other.milliseconds
  }

  /// The instant a duration later; parts of a millisecond are cut off.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds + duration.wholeMilliseconds)
  }

  /// The instant a duration earlier; parts of a millisecond are cut off.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(milliseconds: instant.milliseconds - duration.wholeMilliseconds)
  }

  /// How long it is from another instant to this one; negative if this one is earlier.
  public func since(_ other: Instant) -> Duration {
    .milliseconds(milliseconds - other.milliseconds)
  }
}

extension Instant {
  /// The years 1 to 9999.
  private static let written: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Reads an instant as it is written.
  /// - Throws: `DecodingError.dataCorrupted` beyond the years 1 to 9999: it could not be reckoned
  ///   with any more.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    milliseconds = try container.decode(Int64.self, forKey: .milliseconds)
    guard Self.written.contains(milliseconds) else {
      throw DecodingError.dataCorruptedError(
        forKey: .milliseconds, in: container, debugDescription: "beyond the years 1 to 9999")
    }
  }
}

extension Duration {
  /// The duration in milliseconds, parts cut off towards zero.
  public var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension FixedWidthInteger {
  /// The quotient rounded towards negative infinity, as calendars need it before 1970.
  package func flooredQuotient(by divisor: Self) -> Self {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest != 0 && (rest < 0) != (divisor < 0) ? quotient - 1 : quotient
  }

  /// What `flooredQuotient` leaves: never negative for a positive divisor.
  package func flooredRemainder(by divisor: Self) -> Self {
    self - flooredQuotient(by: divisor) * divisor
  }
}
