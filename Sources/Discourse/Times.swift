// When something is wanted. Start, end and length hang together: two of them make the third.

public import CivilTime

/// The day and the hours of a request. Of start, end and length at most two are known, and the
/// third follows from them.
public struct Times: Hashable, Codable, Sendable {
  /// The day on which it begins, or days among which that is to be.
  public var day = Wish<DayWish>.unsaid
  /// When it begins.
  public var start = Wish<ClockTime>.unsaid
  /// When it ends, exclusive; not later than the start means on the next day.
  public var end = Wish<ClockTime>.unsaid
  /// How long it lasts, in minutes that pass.
  public var length = Wish<Int>.unsaid
  /// A part of the day in which it is to be, as `in the morning` or `after 3`.
  public var part = Wish<DayPart>.unsaid
  /// Whether it is to be longer or shorter, where it is still to be said by how much.
  public var awaited: LengthChange?
  /// Whether it is to last as long as can be.
  public var isLongest = false
  /// The days among which the day was sought, as `next week`; a bare weekday is one of them.
  public var days: ClosedRange<CivilDate>?
  /// How long what stands lasts, in minutes that pass; kept by a start that moves.
  var lasts: Int?

  /// Nothing said.
  public init() {}

  /// A span that lasts so many minutes, which pass.
  public init(on span: CivilSpan, lasting minutes: Int, _ source: Source) {
    day = .is(.on(span.start.date), source)
    start = .is(span.start.time, source)
    length = .is(minutes, source)
  }
}

/// Which way a length is to change.
public enum LengthChange: Hashable, Codable, Sendable { case longer, shorter }

/// A day, or several of which one is meant.
public enum DayWish: Hashable, Codable, Sendable {
  /// That day.
  case on(CivilDate)
  /// A day from the first to the last, as `next week`.
  case among(ClosedRange<CivilDate>)

  /// The day, or the first of them.
  public var first: CivilDate {
    switch self {
    case .on(let date): date
    case .among(let dates): dates.lowerBound
    }
  }
}

/// A part of the day to look in, half-open.
public struct DayPart: Hashable, Codable, Sendable {
  /// The earliest start.
  public let from: ClockTime
  /// The latest end.
  public let to: ClockTime

  /// The part between two times of a day; nil unless the second is later.
  public init?(from: ClockTime, to: ClockTime) {
    guard from < to else { return nil }
    self.from = from
    self.to = to
  }
}

extension Times {
  /// How long it lasts, in minutes: as said, or from start to end by the clock; nil if not known.
  public var minutes: Int? {
    if let length = length.value { return length }
    if let lasts { return lasts }
    guard let start = start.value, let end = end.value else { return nil }
    return Self.minutes(from: start, to: end)
  }

  private static func minutes(from start: ClockTime, to end: ClockTime) -> Int {
    let minutes = (end.minutes - start.minutes + ClockTime.minutesADay) % ClockTime.minutesADay
    return minutes == 0 ? ClockTime.minutesADay : minutes
  }

  /// The times after a later line. A start that moves keeps the length; an end that is said keeps
  /// the start; a length that is said keeps the start, and the end only where no start is known. A
  /// part of the day takes the place of an hour, and an hour that of a part.
  public func revised(by later: Times) -> Times {
    var times = self
    times.day = day.revised(by: later.day)
    times.days = daysSought(for: times.day.value, later)
    let isSettled = !later.start.isUnsaid || !later.end.isUnsaid || !later.length.isUnsaid
    times.awaited = later.awaited ?? (isSettled ? nil : awaited)
    let isTimed = !later.end.isUnsaid || !later.length.isUnsaid
    times.isLongest = later.isLongest || isLongest && !isTimed
    times.lasts = later.lasts ?? lasts
    let moves = Self.takes(later.start, start)
    let ends = Self.takes(later.end, end) && later.end.isNoWeaker(than: length)
    let lengthens = Self.takes(later.length, length) && later.length.isNoWeaker(than: end)
    if !moves, !ends, later.part.isNoWeaker(than: start), later.part.isNoWeaker(than: end) {
      times.take(later.part)
    }
    if moves || ends { times.part = .unsaid }
    switch (moves, ends, lengthens) {
    case (false, false, false): break
    case (true, true, _):
      (times.start, times.end, times.length) = (later.start, later.end, .unsaid)
    case (true, false, true):
      (times.start, times.end, times.length) = (later.start, .unsaid, later.length)
    case (false, true, true):
      (times.start, times.end, times.length) = (.unsaid, later.end, later.length)
    case (true, false, false): times.move(to: later.start)
    case (false, true, false):
      times.end = later.end
      if !start.isUnsaid { times.length = .unsaid }
    case (false, false, true):
      times.length = later.length
      if !start.isUnsaid { times.end = .unsaid }
    }
    return times
  }

  /// The days among which a day was sought, once it is said.
  private func daysSought(for day: DayWish?, _ later: Times) -> ClosedRange<CivilDate>? {
    guard case .on(let date) = day else { return later.day.isUnsaid ? days : later.days }
    var sought = days
    if case .among(let several) = self.day.value { sought = several }
    return later.days ?? (sought?.contains(date) == true ? sought : nil)
  }

  /// Takes a part of the day: of hours that reach out of it what lies inside is left, all others
  /// are given up.
  private mutating func take(_ later: Wish<DayPart>) {
    guard let wanted = later.value, wanted != part.value else {
      part = part.revised(by: later)
      if case .cleared = later { (start, end) = (.unsaid, .unsaid) }
      return
    }
    part = part.revised(by: later)
    guard let from = start.value, let until = endTime, from < until,
      max(from, wanted.from) < min(until, wanted.to), from < wanted.from || wanted.to < until
    else {
      (start, end) = (.unsaid, .unsaid)
      return
    }
    (start, end) = (later.with(max(from, wanted.from)), later.with(min(until, wanted.to)))
    length = .unsaid
  }

  /// When it ends by the clock, on the day on which it begins.
  private var endTime: ClockTime? {
    if let end = end.value { return end }
    guard let start = start.value, let minutes else { return nil }
    return ClockTime(minutes: start.minutes + minutes)
  }

  /// Takes a lone time for the end, where only that was asked for.
  public mutating func takeStartAsEnd() {
    guard end.isUnsaid, length.isUnsaid, !start.isUnsaid else { return }
    (end, start) = (start, .unsaid)
  }

  private mutating func move(to later: Wish<ClockTime>) {
    defer { start = later }
    // The same start again moves nothing.
    guard let to = later.value, to != start.value else { return }
    if let from = start.value, let until = end.value {
      length = .is(lasts ?? Self.minutes(from: from, to: until), end.source ?? .referred(.done))
      end = .unsaid
    } else if !length.isUnsaid {
      end = .unsaid
    }
  }

  /// Whether a later wish for a part takes the place of an earlier one.
  private static func takes<Value>(_ later: Wish<Value>, _ earlier: Wish<Value>) -> Bool {
    !later.isUnsaid && earlier.revised(by: later) == later
  }
}

extension Wish {
  /// Whether a wish is known as well as what it would take the place of, or better.
  fileprivate func isNoWeaker<Other>(than other: Wish<Other>) -> Bool {
    guard let known = other.source else { return true }
    switch self {
    case .unsaid: return false
    case .cleared: return true
    case .is(_, let source): return source.strength >= known.strength
    }
  }
}

extension Wish {
  /// Something else, known as this is.
  fileprivate func with<Other>(_ other: Other) -> Wish<Other> {
    source.map { .is(other, $0) } ?? .unsaid
  }
}

extension ClockTime {
  /// The minutes of a day on which no clock changes.
  static let minutesADay = 1440
}
