// A stretch of civil time, half-open: one may begin in the minute another ends.

/// From one civil moment up to, not including, a later one.
public struct CivilSpan: Hashable, Sendable {
  /// The first minute that belongs to the span.
  public let start: CivilMoment
  /// The first minute that no longer belongs to it.
  public let end: CivilMoment

  /// The span from `start` to `end`; nil unless the end is later.
  public init?(from start: CivilMoment, to end: CivilMoment) {
    guard start < end else { return nil }
    self.start = start
    self.end = end
  }

  /// The span of so many minutes by the wall clock from a moment on; nil unless it is at least 1.
  public init?(from start: CivilMoment, minutes: Int) {
    self.init(from: start, to: start.adding(minutes: minutes))
  }

  /// The span between two times of one day; nil unless the end is later.
  public init?(on date: CivilDate, from start: ClockTime, to end: ClockTime) {
    self.init(from: CivilMoment(date, start), to: CivilMoment(date, end))
  }

  /// How long it lasts by the wall clock, in minutes.
  public var minutes: Int { end.minutes(since: start) }

  /// Whether the two share a minute. Touching ends share none.
  public func overlaps(_ other: CivilSpan) -> Bool { start < other.end && other.start < end }

  /// Whether the other lies wholly within this one.
  public func contains(_ other: CivilSpan) -> Bool { start <= other.start && other.end <= end }

  /// Whether that minute belongs to the span.
  public func contains(_ moment: CivilMoment) -> Bool { start <= moment && moment < end }

  /// The stretch that both share; nil if there is none.
  public func intersection(with other: CivilSpan) -> CivilSpan? {
    CivilSpan(from: max(start, other.start), to: min(end, other.end))
  }

  /// The span so many minutes later (earlier if negative), as long as before; nil if it would
  /// leave the calendar.
  public func shifted(minutes: Int) -> CivilSpan? {
    let shifted = CivilSpan(from: start.adding(minutes: minutes), to: end.adding(minutes: minutes))
    return shifted?.minutes == self.minutes ? shifted : nil
  }

  /// What is left of this span when others, in any order, are cut from it; in order of time.
  public func subtracting(_ others: some Sequence<CivilSpan>) -> [CivilSpan] {
    var left: [CivilSpan] = []
    var from = start
    for other in others.filter(overlaps).sorted(by: { $0.start < $1.start }) {
      if let gap = CivilSpan(from: from, to: other.start) { left.append(gap) }
      from = max(from, other.end)
    }
    if let rest = CivilSpan(from: from, to: end) { left.append(rest) }
    return left
  }
}

extension CivilSpan: CustomStringConvertible {
  /// `2026-11-25T10:15/2026-11-25T11:00` (ISO 8601 time interval).
  public var description: String { "\(start)/\(end)" }
}
