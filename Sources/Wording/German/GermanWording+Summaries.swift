// German for what is put together over several lines, and for what is given up.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  /// `Cockpit, Fr 27.11.2026, 14:00–15:00 Uhr`, as far as it is known.
  func place(of summary: RequestSummary) -> String {
    let room = summary.rooms.isEmpty ? nil : list(summary.rooms.map(name))
    let day = (summary.span?.start.date ?? summary.day).map { longDate($0) }
    let times = summary.span.map { self.times($0) } ?? summary.minutes.map { "für \(length($0))" }
    let people = summary.headcount.map { $0 == 1 ? "für eine Person" : "für \($0) Personen" }
    let parts = [room, day, times, people].compactMap { $0 }
    let place = parts.isEmpty ? "eine Buchung" : parts.joined(separator: ", ")
    return summary.booking.map { "\($0): \(place)" } ?? place
  }

  func notBooked(_ dropped: RequestSummary) -> [String] {
    let people = dropped.people.isEmpty ? "" : ", mit \(list(dropped.people))"
    let deed = dropped.booking == nil ? "gebucht" : "geändert"
    return [ended("Nicht \(deed): \(place(of: dropped))\(people)")]
  }

  func nowIs(_ news: RequestSummary) -> [String] {
    var lines: [String] = []
    var placeless = RequestSummary()
    (placeless.title, placeless.people) = (news.title, news.people)
    placeless.leaving = news.leaving
    if news != placeless { lines.append(ended("Jetzt \(place(of: news))")) }
    if let title = news.title { lines.append(titleLine(title)) }
    if !news.people.isEmpty { lines.append("Mit \(list(news.people)).") }
    if !news.leaving.isEmpty { lines.append("Ohne \(list(news.leaving)).") }
    return lines
  }

  func stayBooked(_ references: [BookingReference]) -> [String] {
    let verb = references.count > 1 ? "bleiben" : "bleibt"
    return ["\(list(references.map(\.description))) \(verb) gebucht."]
  }
}
