// English for single values: days, times, counts and lists.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func name(of weekday: Weekday) -> String {
    switch weekday {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// `Wed 25 Nov`.
  func date(_ date: CivilDate) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let (_, month, day) = date.components
    return "\(name(of: date.weekday).prefix(3)) \(day) \(months[month - 1])"
  }

  /// `Wed 25 Nov 2026`.
  func longDate(_ date: CivilDate) -> String { "\(self.date(date)) \(date.year)" }

  /// `on Wed 25 Nov`, or `Wed 25 Nov–Fri 27 Nov`.
  func on(_ days: ClosedRange<CivilDate>) -> String {
    let first = date(days.lowerBound)
    return days.lowerBound == days.upperBound ? "on \(first)" : "\(first)–\(date(days.upperBound))"
  }

  /// `10:15–11:00`.
  func clockTimes(_ span: CivilSpan) -> String { clock(span) }

  func onYourClocks(_ times: String) -> String { "(\(times) where you are)" }

  /// Free spans of one day, `07:00–09:00, 10:45–19:00`.
  func list(_ spans: [CivilSpan]) -> String { spans.map(clock).joined(separator: ", ") }

  func count(_ number: Int, _ thing: Counted) -> String {
    let word =
      switch thing {
      case .seat: "seat"
      case .day: "day"
      case .attendee: "attendee"
      case .booking: "booking"
      case .date: "date"
      }
    return "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  func clockChangeLine(_ length: String, isForward: Bool) -> String {
    "That is \(length): the clocks go \(isForward ? "forward" : "back") in between."
  }

  /// `30 min`, `1 h`, `1 h 30 min`.
  func length(_ minutes: Int) -> String {
    let hours = minutes / 60, rest = minutes % 60
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  /// What a booking is called unless said.
  static let usualTitle = "Meeting"
}
