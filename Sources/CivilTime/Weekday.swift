// The days of the week, Monday first as ISO 8601 counts them.

/// A day of the week; the raw value is its ISO 8601 number, Monday 1 to Sunday 7.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
