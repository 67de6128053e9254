// English for single values: days, times, counts and lists.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func name(of room: RoomID) -> String { world.ledger.room(room)?.name ?? room.text }

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

  /// `10:15–11:00`; 24:00 for an end at midnight.
  func times(_ span: CivilSpan) -> String { "\(span.start.time)–\(endTime(span))" }

  /// `10:15`, or `10:15–11:00` of two.
  func times(_ times: [ClockTime]) -> String {
    times.map(\.description).joined(separator: "–")
  }

  /// The time of an end on the day it ends, 24:00 at midnight.
  func endTime(_ end: CivilMoment) -> ClockTime { end.time == .midnight ? .endOfDay : end.time }

  private func endTime(_ span: CivilSpan) -> String {
    if span.end.date == span.start.date { return span.end.time.description }
    if span.end == CivilMoment(span.start.date, .endOfDay) { return "24:00" }
    return "\(date(span.end.date)) \(span.end.time)"
  }

  /// The day of a span with a space behind it, or nothing on the day that goes without saying.
  func day(of span: CivilSpan, unless known: CivilDate?) -> String {
    span.start.date == known ? "" : "\(date(span.start.date)) "
  }

  /// `Wed 25 Nov 10:00–10:30`.
  func dayAndTimes(_ span: CivilSpan) -> String { "\(date(span.start.date)) \(times(span))" }

  /// Free spans of one day, `07:00–09:00, 10:45–19:00`.
  func list(_ spans: [CivilSpan]) -> String { spans.map(times).joined(separator: ", ") }

  /// `Ana`, `Ana and Ben`, `Ana, Ben and Cem`.
  func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }

  /// How long a span lasts if that is not what the clocks make it look.
  func clockChange(during span: CivilSpan) -> [String] {
    let minutes = world.ledger.zone.minutes(of: span)
    guard minutes != span.minutes else { return [] }
    let way = minutes < span.minutes ? "forward" : "back"
    return ["That is \(length(minutes)): the clocks go \(way) in between."]
  }

  /// `30 min`, `1 h`, `1 h 30 min`.
  func length(_ minutes: Int) -> String {
    let hours = minutes / 60, rest = minutes % 60
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }

  /// `B17: Cockpit, Wed 25 Nov 2026, 10:15–11:00`.
  func summary(_ booking: Booking) -> String {
    let span = booking.span
    let when = "\(longDate(span.start.date)), \(times(span))"
    return "\(booking.reference): \(name(of: booking.room)), \(when)"
  }

  /// The title, or the house's word if nobody said one.
  func title(of booking: Booking) -> String {
    booking.title.isEmpty ? Self.usualTitle : booking.title
  }

  /// What a booking is called unless said.
  public static let usualTitle = "Meeting"

  func person(_ attendee: Attendee) -> String {
    "\(attendee.name) · \(attendee.email) · \(attendee.phone)"
  }
}
