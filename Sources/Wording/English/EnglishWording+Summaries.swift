// English for what is put together over several lines, and for what is given up.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  /// `Cockpit, Fri 27 Nov 2026, 14:00–15:00`, as far as it is known.
  func place(of summary: RequestSummary) -> String {
    let room = summary.rooms.isEmpty ? nil : list(summary.rooms.map(name))
    let day = (summary.span?.start.date ?? summary.day).map { longDate($0) }
    let times = summary.span.map { self.times($0) } ?? summary.minutes.map { "for \(length($0))" }
    let people = summary.headcount.map { "for \($0)" }
    let parts = [room, day, times, people].compactMap { $0 }
    let place = parts.isEmpty ? "a booking" : parts.joined(separator: ", ")
    return summary.booking.map { "\($0): \(place)" } ?? place
  }

  func notBooked(_ dropped: RequestSummary) -> [String] {
    let people = dropped.people.isEmpty ? "" : ", with \(list(dropped.people))"
    return ["Not \(dropped.booking == nil ? "booked" : "changed"): \(place(of: dropped))\(people)."]
  }

  func nowIs(_ news: RequestSummary) -> [String] {
    var lines: [String] = []
    var placeless = RequestSummary()
    (placeless.title, placeless.people) = (news.title, news.people)
    placeless.leaving = news.leaving
    if news != placeless { lines.append("Now \(place(of: news)).") }
    if let title = news.title { lines.append("Title: \(title).") }
    if !news.people.isEmpty { lines.append("With \(list(news.people)).") }
    if !news.leaving.isEmpty { lines.append("Without \(list(news.leaving)).") }
    return lines
  }

  func stayBooked(_ references: [BookingReference]) -> [String] {
    let verb = references.count > 1 ? "stay" : "stays"
    return ["\(list(references.map(\.description))) \(verb) booked."]
  }
}
