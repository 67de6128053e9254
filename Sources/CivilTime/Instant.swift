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
