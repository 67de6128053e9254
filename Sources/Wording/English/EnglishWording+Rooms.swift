// English for rooms: lists, bars, details and searches.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func head(of day: String, isClosed: Bool, isNextOpen: Bool) -> String {
    let head = isNextOpen ? "Nothing more can be booked today. Next: \(day)" : day
    return isClosed ? "\(head): the house is closed." : "\(head):"
  }

  /// `2nd floor`, `floor 2`, or the building's own words, as `basement` and `1. OG`.
  func floorWords(_ floor: String) -> String {
    if Int(floor) != nil { return "floor \(floor)" }
    let isOrdinal = floor.first?.isNumber == true && !floor.contains(" ")
    return isOrdinal ? "\(floor) floor" : floor
  }

  func freeWords(_ day: RoomDay) -> String {
    if day.bar == nil { return "closed" }
    return day.free.isEmpty ? "nothing free" : "free \(list(day.free))"
  }

  func stepFreeWords(_ isStepFree: Bool) -> String { isStepFree ? "step-free" : "stairs only" }

  func roomDetails(_ day: RoomDay) -> [String] {
    let room = day.room
    var lines = [described(room)]
    if !room.aliases.isEmpty { lines.append("Also called \(list(room.aliases)).") }
    lines.append(equipment(of: room))
    if !room.images.isEmpty {
      lines.append("Images: \(room.images.prefix(3).joined(separator: ", "))")
    }
    let policy = room.policy
    lines.append(
      "Can be booked \(policy.opens)–\(policy.closes), in steps of \(policy.gridMinutes) min.")
    lines.append("\(longDate(day.date)): \(freeWords(day)).")
    return lines + barLines(day)
  }

  /// When and how long may be booked, and who may change a booking.
  func rules(_ policy: HousePolicy, of room: String?, on date: CivilDate?) -> [String] {
    let hours = "\(policy.opens)–\(policy.closes)"
    var lines: [String] = []
    if let date {
      lines.append("\(longDate(date)): \(policy.isOpen(on: date) ? "open \(hours)" : "closed").")
    }
    lines.append(
      """
      \(room ?? "Rooms") can be booked \(openDays(policy)) \(hours), \
      in steps of \(policy.gridMinutes) min, \
      for \(length(policy.shortestMinutes)) to \(length(policy.longestMinutes)), \
      up to \(policy.windowDays) days ahead.
      """)
    return lines + [noticeLine(policy), Self.whoMayChange].compactMap(\.self)
  }

  func suits(_ room: Room, _ wanted: RoomFilter, _ others: [String]) -> String {
    var words = [wanted.misses(of: room).isEmpty ? "Yes." : "No."]
    if wanted.seats != nil, let seats = room.seats {
      words.append("\(room.name) has \(count(seats, .seat)).")
    }
    if !wanted.equipment.isEmpty { words.append(equipment(of: room, called: room.name)) }
    if wanted.equipment.isEmpty, wanted.seats == nil {
      words.append("\(room.name): \(list(traits(of: room))).")
    }
    if !others.isEmpty {
      let have = others.count == 1 ? "has it" : "have it"
      words.append("\(list(others)) \(wanted.equipment.isEmpty ? "would do" : have).")
    }
    return words.joined(separator: " ")
  }

  /// What is in a room.
  private func equipment(of room: Room, called name: String? = nil) -> String {
    let of = name.map { " of \($0)" } ?? ""
    return "Equipment\(of): \(room.equipment.isEmpty ? "none" : list(room.equipment))."
  }

  func freeOn(
    _ day: RoomDay, _ free: [CivilSpan], _ taken: [CivilSpan], _ asked: FreeQuestion
  ) -> [String] {
    let (name, on, isOpen) = (day.room.name, date(day.date), day.bar != nil)
    let line =
      switch asked {
      case .isFree where free.isEmpty: "No, \(name) is \(isOpen ? "not free" : "closed") \(on)"
      case .isTaken where free.isEmpty: "Yes, \(name) is \(isOpen ? "not free" : "closed") \(on)"
      case .isTaken where !taken.isEmpty: "Yes, \(name) is taken \(on) \(list(taken))"
      case .isFree: "Yes, \(name) is free \(on) \(list(free))"
      case .isTaken: "No, \(name) is free \(on) \(list(free))"
      case .when, .goingOn:
        "\(name), \(on): "
          + (!isOpen ? "closed" : free.isEmpty ? "nothing free" : "free \(list(free))")
      }
    return ["\(line)."] + barLines(day)
  }

  func noneFits(_ lacks: [RoomLack]) -> [String] {
    ["No room has all of that." + (lacks.isEmpty ? "" : " What comes nearest:")]
      + self.lacks(lacks)
  }

  func noSuchRoom(_ name: String, _ nearest: [String]) -> [String] {
    if name.isEmpty { return ["No room fits that."] }
    if nearest.isEmpty { return ["I know no room \"\(name)\". \"rooms\" lists them all."] }
    return ["I know no room \"\(name)\". Did you mean \(alternatives(nearest))?"]
  }

  // MARK: - Free

  func freeOrNot(
    _ room: Room, _ span: CivilSpan, _ isFree: Bool, _ taken: [CivilSpan], _ later: CivilSpan?,
    _ asked: FreeQuestion
  ) -> [String] {
    let yes = asked == .when ? "" : isFree == (asked != .isTaken) ? "Yes, " : "No, "
    if isFree { return ["\(yes)\(room.name) is free \(dayAndTimes(span))."] }
    var line = "\(yes)\(room.name) "
    line += taken.isEmpty ? "cannot be booked" : "is taken"
    line += " \(date(span.start.date)) \(taken.isEmpty ? times(span) : list(taken))"
    if let later { line += "; free \(day(of: later, unless: span.start.date))\(times(later))" }
    return ["\(line)."]
  }

  func foundHead(_ span: CivilSpan, isYes: Bool) -> String {
    "\(isYes ? "Yes, " : "")\(dayAndTimes(span)):"
  }

  func noRoomIsFree(_ span: CivilSpan?) -> String {
    "No room is free \(span.map(dayAndTimes) ?? "then")."
  }

  func isFree(_ room: String, until end: ClockTime?) -> String {
    "\(room) free\(end.map { " until \($0)" } ?? "")"
  }

  func freeFrom(_ start: String) -> String { "; free from \(start)" }

  func searched(
    _ date: CivilDate, _ window: CivilSpan, _ fitting: [FoundRoom], _ others: [FoundRoom],
    _ asked: FreeQuestion
  ) -> [String] {
    var lines: [String] = []
    if fitting.isEmpty { lines.append("No room fits on \(dayAndTimes(window)).") }
    lines += fitting.map { room in
      "\(room.day.room.name) is free \(self.date(date)) \(list(room.match.free))"
        + "\(seatsInBrackets(room.day.room))."
    }
    if asked == .isFree, !fitting.isEmpty { lines[0] = "Yes, " + lines[0] }
    let near = others.prefix(3).map { "\($0.day.room.name): \(missed($0))." }
    return lines + near
  }

  func words(for miss: RoomMiss) -> String {
    switch miss {
    case .otherName: "called otherwise"
    case .tooFewSeats(let seats): "only \(count(seats, .seat))"
    case .tooManySeats(let seats): "\(count(seats, .seat)) (too many)"
    case .seatsUnknown: "seats unknown"
    case .tooSmall(let size): "only \(size) m²"
    case .tooLarge(let size): "\(size) m² (too large)"
    case .sizeUnknown: "size unknown"
    case .otherFloor(let floor): floor.map { "on \(floorWords($0))" } ?? "floor unknown"
    case .otherLocation(let location): location.map { "in \($0)" } ?? "location unknown"
    case .lacks(let equipment): "no \(equipment)"
    case .notStepFree: "not step-free"
    case .stepFreeUnknown: "unknown whether step-free"
    case .closed: "closed"
    case .taken(let spans): "taken \(list(spans))"
    }
  }
}
