// German for rooms: what they are like, when they are free, searches.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func head(of day: String, isClosed: Bool, isNextOpen: Bool) -> String {
    let head = isNextOpen ? "Heute ist das Haus schon zu. Als Nächstes: \(day)" : day
    return isClosed ? "\(head): Das Haus ist geschlossen." : "\(head):"
  }

  /// `2. Stock`, `Erdgeschoss`, or the building's own words where they are no more than that.
  func floorWords(_ floor: String) -> String {
    // `1. OG` is German already, `Haus B 2` more than a floor.
    guard !floor.contains(" "), let level = Level(floor: floor) else { return floor }
    switch level {
    case .attic: return "Dachgeschoss"
    case .number(0): return "Erdgeschoss"
    case .number(-1): return "Untergeschoss"
    case .number(let number):
      return number < 0 ? "\(-number). Untergeschoss" : "\(number). Stock"
    }
  }

  func stepFreeWords(_ isStepFree: Bool) -> String {
    isStepFree ? "stufenlos" : "nur über Treppen"
  }

  func freeWords(_ day: RoomDay) -> String {
    if day.bar == nil { return "geschlossen" }
    return day.free.isEmpty ? "nichts frei" : "frei \(list(day.free))"
  }

  func roomDetails(_ day: RoomDay) -> [String] {
    let room = day.room
    var lines = [described(room)]
    if !room.aliases.isEmpty { lines.append("Heißt auch \(list(room.aliases)).") }
    lines.append(equipment(of: room))
    if !room.images.isEmpty {
      lines.append("Bilder: \(room.images.prefix(3).joined(separator: ", "))")
    }
    let policy = room.policy
    lines.append(
      "Zu buchen \(policy.opens)–\(policy.closes) Uhr, im Raster von "
        + "\(length(policy.gridMinutes)).")
    lines.append("\(longDate(day.date)): \(freeWords(day)).")
    return lines + barLines(day)
  }

  /// When and how long may be booked, and who may change a booking.
  func rules(_ policy: HousePolicy, of room: String?, on date: CivilDate?) -> [String] {
    let hours = "\(policy.opens)–\(policy.closes) Uhr"
    var lines: [String] = []
    if let date {
      let day = policy.isOpen(on: date) ? "offen \(hours)" : "geschlossen"
      lines.append("\(longDate(date)): \(day).")
    }
    let ahead = count(policy.windowDays, .day)
    lines.append(
      """
      \(room ?? "Räume"): zu buchen \(openDays(policy)) \(hours), \
      im Raster von \(length(policy.gridMinutes)), \
      für \(length(policy.shortestMinutes)) bis \(length(policy.longestMinutes)), \
      höchstens \(ahead) im Voraus.
      """)
    return lines + [noticeLine(policy), Self.whoMayChange].compactMap(\.self)
  }

  func suits(_ room: Room, _ wanted: RoomFilter, _ others: [String]) -> String {
    var words = [wanted.misses(of: room).isEmpty ? "Ja." : "Nein."]
    if wanted.seats != nil, let seats = room.seats {
      words.append("\(beginning(with: room)) hat \(count(seats, .seat)).")
    }
    if !wanted.equipment.isEmpty { words.append(equipment(of: room, called: room.name)) }
    if wanted.equipment.isEmpty, wanted.seats == nil {
      words.append(ended("\(room.name): \(list(traits(of: room)))"))
    }
    if !others.isEmpty {
      let several = others.count > 1
      let fits =
        wanted.equipment.isEmpty
        ? (several ? "würden passen" : "würde passen") : (several ? "haben es" : "hat es")
      words.append("\(list(others)) \(fits).")
    }
    return words.joined(separator: " ")
  }

  /// What is in a room.
  private func equipment(of room: Room, called name: String? = nil) -> String {
    let of = name.map { " (\($0))" } ?? ""
    let all = room.equipment.isEmpty ? "keine" : list(room.equipment.map(equipmentWord))
    return "Ausstattung\(of): \(all)."
  }

  /// Equipment in German where it is called by a word that every language knows it by; else as the
  /// building calls it.
  private func equipmentWord(_ name: String) -> String {
    switch name.lowercased() {
    case "projector": "Beamer"
    case "screen": "Bildschirm"
    case "tv": "Fernseher"
    case "whiteboard": "Whiteboard"
    case "video": "Videokonferenz"
    case "flipchart": "Flipchart"
    case "telephone": "Konferenztelefon"
    case "laptop": "Laptop"
    default: name
    }
  }

  func noneFits(_ lacks: [RoomLack]) -> [String] {
    ["Kein Raum hat das alles." + (lacks.isEmpty ? "" : " Am nächsten kommt:")]
      + self.lacks(lacks)
  }

  func noSuchRoom(_ name: String, _ nearest: [String]) -> [String] {
    if name.isEmpty { return ["Dazu passt kein Raum."] }
    let unknown = "Einen Raum \(quoted(name)) kenne ich nicht."
    if nearest.isEmpty { return ["\(unknown) „Räume“ zeigt alle."] }
    return ["\(unknown) \(you("Meinst du", "Meinen Sie")) \(alternatives(nearest))?"]
  }

  func words(for miss: RoomMiss) -> String {
    switch miss {
    case .otherName: "heißt anders"
    case .tooFewSeats(let seats): "nur \(count(seats, .seat))"
    case .tooManySeats(let seats): "\(count(seats, .seat)) (zu viele)"
    case .seatsUnknown: "Plätze unbekannt"
    case .tooSmall(let size): "nur \(size) m²"
    case .tooLarge(let size): "\(size) m² (zu groß)"
    case .sizeUnknown: "Größe unbekannt"
    case .otherFloor(let floor):
      floor.map { "liegt anders (\(floorWords($0)))" } ?? "Etage unbekannt"
    case .otherLocation(let location): location.map { "liegt anders (\($0))" } ?? "Lage unbekannt"
    case .lacks(let equipment): "ohne \(equipmentWord(equipment))"
    case .notStepFree: "nicht stufenlos"
    case .stepFreeUnknown: "unbekannt, ob stufenlos"
    case .closed: "geschlossen"
    case .taken(let spans): "belegt \(list(spans))"
    }
  }
}

// What is free: one room, several, on a day or in a part of it.
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
