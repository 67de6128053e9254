// German for bookings and their changes.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func bookedLine(_ booking: Booking) -> String {
    "Gebucht – \(summary(booking))\(booking.isPrivate ? ", privat" : "")."
  }

  var undoHint: String {
    "„rückgängig“ nimmt es zurück; mit Name, E-Mail und Telefonnummer kommt jemand dazu "
      + "und bekommt einen Pass."
  }

  var endBeforeStart: String { "Das Ende muss nach dem Anfang liegen." }

  func draftLine(_ place: String, isPrivate: Bool) -> String {
    "Entwurf: \(place).\(isPrivate ? " Privat." : "")"
  }

  func comesLine(_ person: String) -> String { "Kommt: \(person)." }

  func word(for assumption: Assumption, _ span: CivilSpan, _ room: RoomID) -> String? {
    switch assumption {
    case .day: "den Tag (\(date(span.start.date)))"
    case .meridiem: "die Uhrzeit (\(span.start.time))"
    case .week: "die Woche (\(date(span.start.date)), nicht \(date(span.weekBefore)))"
    case .calendar: "das Datum (\(longDate(span.start.date)))"
    case .length: "die Dauer (\(length(world.ledger.zone.minutes(of: span))))"
    case .room: "den Raum (\(name(of: room)), den kleinsten, der passt)"
    case .spelling:
      "den Raum (\(name(of: room)), was \(you("deinem", "Ihrem")) Wort am nächsten kommt)"
    case .name: nil
    }
  }

  func assumedLine(_ parts: String) -> String {
    let otherwise = you("sag es, wenn", "sagen Sie es, wenn")
    return "Angenommen habe ich \(parts); \(otherwise) es anders sein soll."
  }

  func changedLine(_ booking: Booking) -> String { "Geändert – \(summary(booking))." }

  func reverted(_ booking: Booking, _ earlier: Booking?) -> [String] {
    ["Wieder wie vorher – \(summary(booking))."]
      + (earlier.map { differences(from: $0, to: booking) } ?? [])
  }

  func titleLine(_ title: String) -> String { "Titel: \(title)." }

  func descriptionLine(_ description: String) -> String {
    description.isEmpty ? "Ohne Beschreibung." : "Beschreibung: \(description)."
  }

  func privacyLine(isPrivate: Bool, isProposed: Bool) -> String {
    switch (isPrivate, isProposed) {
    case (true, false): "Sie ist jetzt privat."
    case (true, true): "Sie wäre dann privat."
    case (false, false): "Sie ist nicht mehr privat."
    case (false, true): "Sie wäre dann nicht mehr privat."
    }
  }

  func nowLine(_ person: String) -> String { "Jetzt: \(person)." }

  func removedLine(_ names: [String]) -> String {
    "\(list(names)) \(names.count > 1 ? "kommen" : "kommt") nicht mehr."
  }

  func cancelled(_ bookings: [Booking], _ tellsUndo: Bool) -> [String] {
    let back =
      bookings.count > 1 ? "„rückgängig“ holt alles zurück." : "„rückgängig“ holt sie zurück."
    return summaries(bookings).map { "Storniert – \($0)." } + (tellsUndo ? [back] : [])
  }

  func yourOwn(_ bookings: [Booking]) -> [String] {
    summaries(bookings).map { "Das ist \(you("deine", "Ihre")) eigene Buchung – \($0)." }
  }

  func doneAlready(_ bookings: [Booking]) -> [String] {
    let isGone = bookings.allSatisfy { $0.state == .cancelled }
    return summaries(bookings).map { "Das ist schon \(isGone ? "storniert" : "erledigt") – \($0)." }
  }

  func taken(_ when: String) -> String { "\(when) · belegt" }

  var comesTo: String { "\(you("Du kommst", "Sie kommen")) zu:" }

  func noBookings(in scope: BookingScope) -> String {
    switch scope {
    case .mine(nil): you("Du hast", "Sie haben") + " nichts gebucht."
    case .attended: you("Du kommst", "Sie kommen") + " zu keiner anderen Buchung."
    case .mine(let days?): you("Du hast", "Sie haben") + " \(on(days)) nichts gebucht."
    case .people(let names): "Von \(list(names)) kenne ich keine Buchung, die ich zeigen darf."
    case .room(let room, let days): "\(beginning(with: room)) ist \(on(days)) nicht gebucht."
    }
  }

  func privacy(_ reference: BookingReference, _ isPrivate: Bool, _ asked: Bool) -> [String] {
    let isSo = isPrivate == asked ? "Ja" : "Nein"
    return ["\(isSo), \(reference) ist \(isPrivate ? "privat" : "nicht privat")."]
  }

  func unknownFloor(of room: RoomID) -> String {
    "Ich weiß nicht, auf welcher Etage \(theRoom(room)) liegt."
  }

  func heading(of booking: Booking) -> String {
    var first = summary(booking)
    if booking.state == .cancelled { first += ", storniert" }
    if booking.isPrivate { first += ", privat" }
    return "\(first)."
  }

  func inTheName(of owner: String?, by booker: String?) -> String {
    let whose = owner.map { "Im Namen von \($0)" } ?? "In \(you("deinem", "Ihrem")) Namen"
    return "\(whose) gebucht von \(booker ?? you("dir", "Ihnen")); beide können es ändern."
  }

  func othersDeed(
    _ kind: OthersDeed.Kind, _ who: String, _ booking: String, of owner: String?
  ) -> String {
    let whose = owner.map { "im Namen von \($0)" } ?? "in \(you("deinem", "Ihrem")) Namen"
    return switch kind {
    case .booked: "\(who) hat \(whose) gebucht: \(booking)."
    case .changed: "\(who) hat eine Buchung \(whose) geändert: \(booking)."
    case .cancelled: "\(who) hat eine Buchung \(whose) storniert: \(booking)."
    case .restored: "\(who) hat eine Buchung \(whose) wiederhergestellt: \(booking)."
    case .closed:
      "\(booking): Den Raum gibt es dann nicht mehr. Die Buchung bleibt, bis "
        + you("du sie verschiebst oder stornierst.", "Sie sie verschieben oder stornieren.")
    }
  }

  func wouldBeInTheName(of owner: String) -> String { "Im Namen von \(owner)." }

  func forWhom(_ owner: String) -> String { "für \(owner)" }

  func bookedBy(_ owner: String) -> String { "Gebucht von \(owner)." }

  func ownerAndBooker(_ owner: String, _ booker: String) -> String {
    "\(owner), gebucht von \(booker)"
  }

  var bookerUntold: String { "Wer gebucht hat, darf ich \(you("dir", "Ihnen")) nicht sagen." }
}

// What is put together over several lines, and what is given up.
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
