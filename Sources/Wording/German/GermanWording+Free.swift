// German for what is free: one room, several, on a day or in a part of it.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func freeOn(
    _ day: RoomDay, _ free: [CivilSpan], _ taken: [CivilSpan], _ asked: FreeQuestion
  ) -> [String] {
    let (room, on, isOpen) = (the(day.room), date(day.date), day.bar != nil)
    let line =
      switch asked {
      case .isFree where free.isEmpty:
        "Nein, \(room) ist am \(on) \(isOpen ? "nicht frei" : "geschlossen")"
      case .isTaken where free.isEmpty:
        "Ja, \(room) ist am \(on) \(isOpen ? "nicht frei" : "geschlossen")"
      case .isTaken where !taken.isEmpty: "Ja, \(room) ist am \(on) \(list(taken)) belegt"
      case .isFree: "Ja, \(room) ist am \(on) \(list(free)) frei"
      case .isTaken: "Nein, \(room) ist am \(on) \(list(free)) frei"
      case .when, .goingOn:
        "\(day.room.name), \(on): "
          + (!isOpen ? "geschlossen" : free.isEmpty ? "nichts frei" : "frei \(list(free))")
      }
    return ["\(line)."] + barLines(day)
  }

  func freeOrNot(
    _ room: Room, _ span: CivilSpan, _ isFree: Bool, _ taken: [CivilSpan], _ later: CivilSpan?,
    _ asked: FreeQuestion
  ) -> [String] {
    let yes = isFree == (asked != .isTaken) ? "Ja, " : "Nein, "
    let subject = asked == .when ? beginning(with: room) : yes + the(room)
    if isFree { return ["\(subject) ist am \(dayAndTimes(span)) frei."] }
    let day = date(span.start.date)
    var line =
      taken.isEmpty
      ? "\(subject) ist am \(day) \(times(span)) nicht zu haben"
      : "\(subject) ist am \(day) \(list(taken)) belegt"
    if let later { line += ", frei \(self.day(of: later, unless: span.start.date))\(times(later))" }
    return ["\(line)."]
  }

  func foundHead(_ span: CivilSpan, isYes: Bool) -> String {
    "\(isYes ? "Ja, " : "")\(dayAndTimes(span)):"
  }

  func noRoomIsFree(_ span: CivilSpan?) -> String {
    span.map { "Am \(dayAndTimes($0)) ist kein Raum frei." } ?? "Da ist kein Raum frei."
  }

  func isFree(_ room: String, until end: ClockTime?) -> String {
    "\(room) frei\(end.map { " bis \($0) Uhr" } ?? "")"
  }

  func freeFrom(_ start: String) -> String { ", frei ab \(start) Uhr" }

  func searched(
    _ date: CivilDate, _ window: CivilSpan, _ fitting: [FoundRoom], _ others: [FoundRoom],
    _ asked: FreeQuestion
  ) -> [String] {
    var lines: [String] = []
    if fitting.isEmpty { lines.append("Am \(dayAndTimes(window)) passt kein Raum.") }
    let isYes = asked == .isFree
    lines += fitting.enumerated().map { place, room in
      let subject =
        isYes && place == 0 ? "Ja, \(the(room.day.room))" : beginning(with: room.day.room)
      return "\(subject) ist am \(self.date(date)) \(list(room.match.free)) frei"
        + "\(seatsInBrackets(room.day.room))."
    }
    return lines + others.prefix(3).map { ended("\($0.day.room.name): \(missed($0))") }
  }
}
