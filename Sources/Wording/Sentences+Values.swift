// Values in words that all languages write alike: times of the clock, lists, bookings in one line.

import Bookings
import CivilTime
import Dialogue

extension Sentences {
  func name(of room: RoomID) -> String { world.ledger.room(room)?.name ?? room.text }

  /// `10:15–11:00`; 24:00 for an end at midnight.
  func clock(_ span: CivilSpan) -> String { "\(span.start.time)–\(clockEnd(span))" }

  /// `10:15`, or `10:15–11:00` of two.
  func clock(_ times: [ClockTime]) -> String {
    times.map(\.description).joined(separator: "–")
  }

  /// The time of an end on the day it ends, 24:00 at midnight.
  func endTime(_ end: CivilMoment) -> ClockTime { end.time == .midnight ? .endOfDay : end.time }

  private func clockEnd(_ span: CivilSpan) -> String {
    if span.end.date == span.start.date { return span.end.time.description }
    if span.end == CivilMoment(span.start.date, .endOfDay) { return "24:00" }
    return "\(date(span.end.date)) \(span.end.time)"
  }

  /// The day of a span with a space behind it, or nothing on the day that goes without saying.
  func day(of span: CivilSpan, unless known: CivilDate?) -> String {
    span.start.date == known ? "" : "\(date(span.start.date)) "
  }

  /// The day and the times, as `Wed 25 Nov 10:00–10:30`.
  func dayAndTimes(_ span: CivilSpan) -> String { "\(date(span.start.date)) \(times(span))" }

  /// `Ana`, `Ana and Ben`, `Ana, Ben and Cem`.
  func list(_ words: [String]) -> String { joined(words, by: and) }

  /// `Ana`, `Ana or Ben`, `Ana, Ben or Cem`.
  func alternatives(_ words: [String]) -> String { joined(words, by: or) }

  private func joined(_ words: [String], by word: String) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  /// From when to when, as a sentence has it; also by the reader's clocks where these show
  /// otherwise.
  func times(_ span: CivilSpan) -> String {
    let house = world.ledger.zone
    guard let zone = scene.zone,
      let own = CivilSpan(
        from: zone.civil(at: house.instant(nearest: span.start)),
        to: zone.civil(at: house.instant(nearest: span.end))), own != span
    else { return clockTimes(span) }
    let day = own.start.date == span.start.date ? "" : "\(date(own.start.date)) "
    return "\(clockTimes(span)) \(onYourClocks(day + clockTimes(own)))"
  }

  /// A moment by the clocks of a zone, which is told where it is not that of the house.
  func moment(_ instant: Instant, in zone: String? = nil) -> String {
    let name = elsewhere(zone).map { " (\($0))" } ?? ""
    return clock(instant, of: world.zone(named: zone)) + name
  }

  /// What the clocks of a zone show at an instant: where they show it twice, how far they are from
  /// UTC then tells which of the two it is.
  func clock(_ instant: Instant, of zone: ZoneRules) -> String {
    let civil = zone.civil(at: instant)
    let words = "\(longDate(civil.date)), \(civil.time)"
    guard case .fold = zone.resolve(civil) else { return words }
    return "\(words) \(offset(of: zone, at: instant))"
  }

  /// `UTC+2`, `UTC-3:30`.
  func offset(of zone: ZoneRules, at instant: Instant) -> String {
    let seconds = zone.offsetSeconds(at: instant)
    let (hours, rest) = (abs(seconds) / 60).quotientAndRemainder(dividingBy: 60)
    let minutes = rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)"
    return "UTC\(seconds < 0 ? "-" : "+")\(hours)\(minutes)"
  }

  /// The name of a zone, as `/set tz` takes it, if there is one of that name and it is not that of
  /// the house.
  func elsewhere(_ zone: String?) -> String? {
    let rules = world.zone(named: zone)
    return rules == world.ledger.zone ? nil : rules.name
  }

  /// `B17: Cockpit, Wed 25 Nov 2026, 10:15–11:00`
  func summary(_ booking: Booking) -> String {
    let span = booking.span
    let when = "\(longDate(span.start.date)), \(times(span))"
    return "\(booking.reference): \(name(of: booking.room)), \(when)"
  }

  /// The title, or the language's word if nobody said one.
  func title(of booking: Booking) -> String {
    booking.title.isEmpty ? Self.usualTitle : booking.title
  }

  func person(_ attendee: Attendee) -> String {
    ([attendee.name, attendee.email.text] + (attendee.phone.map { [$0.e164] } ?? []))
      .joined(separator: " · ")
  }

  /// A sentence with its full stop, which an abbreviation at its end has already.
  func ended(_ sentence: String) -> String { sentence.hasSuffix(".") ? sentence : sentence + "." }
}
