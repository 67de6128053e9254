// By what a line tells a booking: its time, who comes to it, and its title.

public import Bookings
import CivilTime
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
    if let start = when.start?.value, span.start.time != start { return false }
    guard let window = when.window?.value else { return true }
    return (window.from..<window.to).contains(span.start.time)
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
