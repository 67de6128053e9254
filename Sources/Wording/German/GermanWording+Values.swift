// German for single values: days, times, counts and lengths.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  /// What a booking is called unless said.
  static let usualTitle = "Besprechung"

  func name(of weekday: Weekday) -> String {
    switch weekday {
    case .monday: "Montag"
    case .tuesday: "Dienstag"
    case .wednesday: "Mittwoch"
    case .thursday: "Donnerstag"
    case .friday: "Freitag"
    case .saturday: "Samstag"
    case .sunday: "Sonntag"
    }
  }

  /// `25.11.2026`.
  func number(of date: CivilDate) -> String { "\(dayAndMonth(date))\(date.year)" }

  private func dayAndMonth(_ date: CivilDate) -> String {
    let (_, month, day) = date.components
    return "\(day).\(month)."
  }

  /// `Mi 25.11.`
  func date(_ date: CivilDate) -> String {
    "\(name(of: date.weekday).prefix(2)) \(dayAndMonth(date))"
  }

  /// `Mi 25.11.2026`.
  func longDate(_ date: CivilDate) -> String { "\(self.date(date))\(date.year)" }

  /// `am Mi 25.11.`, `in KW 49` of a whole week, or `von Mi 25.11. bis Fr 27.11.`
  func on(_ days: ClosedRange<CivilDate>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return "am \(date(first))" }
    if let week = week(from: first, to: last) { return "in KW \(week)" }
    return "von \(date(first)) bis \(date(last))"
  }

  /// The number of the week (ISO 8601) that two days begin and end.
  private func week(from first: CivilDate, to last: CivilDate) -> Int? {
    guard first.weekday == .monday, last.days(since: first) == 6 else { return nil }
    let year = first.adding(days: 3).year
    return CivilDate.weeks.first { CivilDate.monday(ofWeek: $0, of: year) == first }
  }

  /// `10:15–11:00 Uhr`.
  func clockTimes(_ span: CivilSpan) -> String { "\(clock(span)) Uhr" }

  func onYourClocks(_ times: String) -> String { "(\(times) bei \(you("dir", "Ihnen")))" }

  /// Free spans of one day, `07:00–09:00 und 10:45–19:00 Uhr`.
  func list(_ spans: [CivilSpan]) -> String { "\(list(spans.map(clock))) Uhr" }

  func count(_ number: Int, _ thing: Counted) -> String {
    let (one, several) =
      switch thing {
      case .seat: ("Platz", "Plätze")
      case .day: ("Tag", "Tage")
      case .attendee: ("Teilnehmer", "Teilnehmer")
      case .booking: ("Buchung", "Buchungen")
      case .date: ("Termin", "Termine")
      }
    return "\(number) \(number == 1 ? one : several)"
  }

  func clockChangeLine(_ length: String, isForward: Bool) -> String {
    "Das sind \(length): Dazwischen werden die Uhren \(isForward ? "vor" : "zurück")gestellt."
  }

  /// `30 Minuten`, `1 Stunde`, `1,5 Stunden`, `1 Stunde 20 Minuten`.
  func length(_ minutes: Int) -> String {
    let hours = minutes / 60, rest = minutes % 60
    let restWords = rest == 1 ? "1 Minute" : "\(rest) Minuten"
    if hours == 0 { return restWords }
    if rest == 30 { return "\(hours),5 Stunden" }
    let hourWords = hours == 1 ? "1 Stunde" : "\(hours) Stunden"
    return rest == 0 ? hourWords : "\(hourWords) \(restWords)"
  }

  // MARK: - Rooms in sentences

  /// A room as the subject of a sentence, with its article where the building gives one.
  func the(_ room: Room) -> String {
    room.article.map { "\($0.rawValue) \(room.name)" } ?? room.name
  }

  /// The same at the beginning of a sentence: `Das Aquarium`.
  func beginning(with room: Room) -> String { capitalized(the(room)) }

  func theRoom(_ id: RoomID) -> String { world.ledger.room(id).map(the) ?? id.text }

  func capitalized(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }
}
