// By what a line tells a booking: its time, who comes to it, and its title.

public import Bookings
import CivilTime
import Discourse
import Language

extension Booking {
  /// Whether it is at a time that a line says; by weekday also on any such, and a day of no month
  /// that of any.
  func fits(_ when: When, byWeekday: Bool = false) -> Bool {
    switch when.day?.value {
    case .on(let date):
      let isOnWeekday = when.isBareWeekday && span.start.date.weekday == date.weekday
      let isOnDay = when.assumed.contains(.month) && span.start.date.day == date.day
      if span.start.date != date, !byWeekday || !isOnWeekday && !isOnDay { return false }
    case .among(let one, let other):
      if !(min(one, other)...max(one, other)).contains(span.start.date) { return false }
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction, nil: break
    }
    if let start = when.start?.value {
      // `after 3` are all that begin from then on.
      let begins = span.start.time
      if when.bound == .from ? begins < start : begins != start { return false }
    }
    guard let window = when.window?.value else { return true }
    return (window.from..<window.to).contains(span.start.time)
  }

  /// Whether it is wholly in the hours that are said.
  func lies(in when: When) -> Bool {
    if let from = when.start?.value, span.start.time < from { return false }
    if let until = when.end?.value, span.end.time > until { return false }
    return when.start != nil || when.end != nil
  }

  /// When it is once the hours that are said are given back: up to where they begin, or from where
  /// they end; nil if they are no end of it.
  func times(without when: When, turn: Int) -> Times? {
    if case .among = when.day?.value { return nil }
    guard span.start.date == span.end.date else { return nil }
    let hours = span.start.time..<span.end.time
    func isInside(_ time: ClockTime) -> Bool { hours.contains(time) && time > hours.lowerBound }
    var left = Times()
    // `the last hour`, of what is to come, is that of the booking.
    if let minutes = when.lengthMinutes?.value, when.fromNowMinutes?.value == -minutes {
      guard let end = ClockTime(minutes: hours.upperBound.minutes - minutes), isInside(end) else {
        return nil
      }
      left.end = .is(end, .said(turn: turn))
      return left
    }
    guard when.lengthMinutes == nil, when.fromNowMinutes == nil, when.shift == nil else {
      return nil
    }
    let from = when.isOfTimeBehind ? when.end?.value : when.start?.value
    let until = when.isOfTimeBehind ? nil : when.end?.value
    if let from, isInside(from),
      until.map({ $0 >= hours.upperBound }) ?? (when.bound != .exact || when.isOfTimeBehind)
    {
      left.end = .is(from, .said(turn: turn))
    } else if let until, isInside(until), from.map({ $0 <= hours.lowerBound }) ?? true {
      left.start = .is(until, .said(turn: turn))
      left.end = .is(hours.upperBound, .said(turn: turn))
    } else {
      return nil
    }
    return left
  }

  /// Whether all of some people come to it, by their names or addresses.
  public func isAttended(byAll names: [String]) -> Bool {
    names.allSatisfy { name in attendees.contains { $0.isCalled(name) } }
  }
}

extension Attendee {
  /// Whether a person is called by that name, first name, surname or address.
  func isCalled(_ called: String) -> Bool {
    name.isSameName(as: called) || email.key == called.lowercased()
      || name.lowercased().hasSuffix(" " + called.lowercased())
  }
}

extension String {
  /// Whether all words of one of two titles stand in the other: `the budget talk` and `Budget`.
  func sharesWords(with other: String) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    let one = " \(lowercased()) ", two = " \(other.lowercased()) "
    return one.contains(two) || two.contains(one)
  }
}
