// A time as far as one line alone tells it: no conversation carries a day over.

public import CivilTime

/// From when to when, by the wall clock.
public struct MeantTime: Hashable, Sendable {
  /// A whole day, or a moment of one.
  public enum Edge: Hashable, Sendable {
    case day(CivilDate)
    case moment(CivilMoment)
  }

  /// When it begins, or the earliest; nil for a deadline and for a length alone.
  public var start: Edge?
  /// When it ends, exclusive, or the latest; nil where only a beginning was said.
  public var end: Edge?
  /// A length in minutes that was said without a time.
  public var lengthMinutes: Int?
  /// The same to the second.
  public var lengthSeconds: Int?
  /// Whether the day is assumed: the next on which the clock shows that time.
  public var isDayAssumed = false
}

extension When {
  /// The time that was said, if the wall clock shows `now`; nil if nothing of it can be told so, as
  /// of `30 minutes longer` or of a day that no calendar has. A clock without a day is tomorrow's
  /// where today's is over and the time is to come.
  public func meant(at now: CivilMoment, isToCome: Bool = true) -> MeantTime? {
    var time = MeantTime()
    if let from = fromNowMinutes?.value {
      let start = now.adding(minutes: from)
      time.start = .moment(start)
      time.end =
        end.map { .moment($0.value.asEnd(after: start)) }
        ?? lengthMinutes.map { .moment(start.adding(minutes: $0.value)) }
      return time
    }
    let days: (first: CivilDate, last: CivilDate)?
    switch day?.value {
    case .on(let date), .contradiction(_, let date): days = (date, date)
    case .among(let first, let last): days = (first, last)
    case .nextDay: days = (now.date.adding(days: 1), now.date.adding(days: 1))
    case .previousDay: days = (now.date.adding(days: -1), now.date.adding(days: -1))
    case .impossible: return nil
    case .sameDay, nil: days = nil
    }
    if let clock = start?.value ?? end?.value ?? window?.value.from {
      let isPast = isToCome && isOverToday(from: clock, now)
      let assumed = isPast && window == nil ? now.date.adding(days: 1) : now.date
      time.isDayAssumed = days == nil
      setClocks(of: &time, from: days?.first ?? assumed, to: days?.last ?? assumed)
    } else if isSinceNow, bound == .exact, let days {
      time.start = .moment(CivilMoment(days.first, now.time))
    } else if let days {
      if bound != .until { time.start = .day(days.first) }
      if bound == .until {
        // The day of a deadline counts; several, as of `bis nächste Woche`, do not.
        time.end = .day(days.first == days.last ? days.last.adding(days: 1) : days.first)
      } else if bound != .from, days.first != days.last {
        time.end = .day(days.last.adding(days: 1))
      }
    } else if let length = lengthMinutes?.value {
      time.lengthMinutes = length
      time.lengthSeconds = lengthSeconds ?? length * 60
    } else {
      return nil
    }
    return time
  }

  /// Whether today's time is over. One that is said to last until later than now is not.
  private func isOverToday(from clock: ClockTime, _ now: CivilMoment) -> Bool {
    let begin = CivilMoment(now.date, clock)
    guard start != nil,
      let last = end?.value.asEnd(after: begin)
        ?? lengthMinutes.map({ begin.adding(minutes: $0.value) })
    else { return begin < now }
    return begin < now && last <= now
  }

  private func setClocks(of time: inout MeantTime, from first: CivilDate, to last: CivilDate) {
    if let start = start?.value {
      let moment = CivilMoment(first, start)
      time.start = .moment(moment)
      if let end = end?.value {
        let lastMoment = CivilMoment(last, end)
        time.end = .moment(first < last ? lastMoment : end.asEnd(after: moment))
      } else {
        time.end = lengthMinutes.map { .moment(moment.adding(minutes: $0.value)) }
      }
      if bound == .until { (time.start, time.end) = (nil, time.start) }
    } else if let end = end?.value {
      time.end = .moment(CivilMoment(first, end))
    } else if let window = window?.value {
      time.start = .moment(CivilMoment(first, window.from))
      time.end = .moment(CivilMoment(last, window.to))
    }
  }
}
