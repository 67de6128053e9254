// The days of the week, Monday first as ISO 8601 counts them.

/// A day of the week; the raw value is its ISO 8601 number, Monday 1 to Sunday 7.
public enum Weekday: Int, CaseIterable, Comparable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Earlier in the week, Monday first.
  public static func < (one: Weekday, other: Weekday) -> Bool { one.rawValue < other.rawValue }
}
