// German for bookings and their changes.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func booked(_ booking: Booking, _ assumed: [Assumption], _ tellsUndo: Bool) -> [String] {
    var lines = ["Gebucht – \(summary(booking))\(booking.isPrivate ? ", privat" : "")."]
    if !booking.title.isEmpty { lines.append(titleLine(booking.title)) }
    lines += clockChange(during: booking.span)
    if let said = assumptions(assumed, booking.span, booking.room) { lines.append(said) }
    if booking.attendees.isEmpty, tellsUndo {
      lines.append(
        "„rückgängig“ nimmt es zurück; mit Name, E-Mail und Telefonnummer kommt jemand dazu "
          + "und bekommt einen Pass.")
    }
    return lines
  }

  func wouldBook(_ request: BookingRequest, _ assumed: [Assumption]) -> [String] {
    guard let span = CivilSpan(from: request.start, to: request.end) else {
      return ["Das Ende muss nach dem Anfang liegen."]
    }
    var lines = [
      "Entwurf: \(name(of: request.room)), \(longDate(span.start.date)), \(times(span))."
    ]
    if request.isPrivate { lines[0] += " Privat." }
    lines += texts(request.title, request.description)
    lines += clockChange(during: span)
    lines += request.attendees.map { attendee in
      let parts = [attendee.name, attendee.email, attendee.phone].compactMap { $0 }
      return "Kommt: \(parts.joined(separator: " · "))."
    }
    if let said = assumptions(assumed, span, request.room) { lines.append(said) }
    return lines
  }

  /// What was filled in without being said.
  private func assumptions(
    _ assumed: [Assumption], _ span: CivilSpan, _ room: RoomID
  ) -> String? {
    let parts = assumed.compactMap { assumption -> String? in
      switch assumption {
      case .day: span.start.date == today ? nil : "den Tag (\(date(span.start.date)))"
      case .meridiem: "die Uhrzeit (\(span.start.time))"
      case .calendar: "das Datum (\(longDate(span.start.date)))"
      case .length: "die Dauer (\(length(world.ledger.zone.minutes(of: span))))"
      case .room: "den Raum (\(name(of: room)), den kleinsten, der passt)"
      case .spelling:
        "den Raum (\(name(of: room)), was \(you("deinem", "Ihrem")) Wort am nächsten kommt)"
      case .name: nil
      }
    }
    let otherwise = you("sag es, wenn", "sagen Sie es, wenn")
    return parts.isEmpty
      ? nil : "Angenommen habe ich \(list(parts)); \(otherwise) es anders sein soll."
  }

  func changed(_ before: Booking, _ after: Booking) -> [String] {
    ["Geändert – \(summary(after))."]
      + (before.span != after.span ? clockChange(during: after.span) : [])
      + differences(from: before, to: after)
  }

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
    return bookings.map { "Storniert – \(summary($0))." } + (tellsUndo ? [back] : [])
  }

  func taken(_ when: String) -> String { "\(when) · belegt" }

  func noBookings(in scope: BookingScope) -> String {
    switch scope {
    case .mine(nil): you("Du hast", "Sie haben") + " nichts gebucht."
    case .mine(let days?): you("Du hast", "Sie haben") + " \(on(days)) nichts gebucht."
    case .person(let name): "Von \(name) kenne ich keine Buchung, die ich zeigen darf."
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

  func bookedBy(_ owner: UserID) -> String { "Gebucht von \(owner)." }
}
