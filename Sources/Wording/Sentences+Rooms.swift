// Rooms in lists, with their bars: the same layout in all languages.

import Bookings
import CivilTime
import Dialogue

extension Sentences {
  func found(
    _ span: CivilSpan, _ free: [FoundRoom], _ others: [FoundRoom], _ asked: FreeQuestion
  ) -> [String] {
    var lines = [foundHead(span, isYes: asked == .isFree && !free.isEmpty)]
    if free.isEmpty {
      if asked == .isFree { lines = [noRoomIsFree(span)] } else { lines.append(noRoomIsFree(nil)) }
    }
    lines += free.map { room in
      isFree(room.day.room.name, until: room.freeUntil.map(endTime))
        + seatsInBrackets(room.day.room)
    }
    let takenCount = others.count(where: \.match.isOnlyTaken)
    for room in others {
      let next = room.freeNext.map {
        freeFrom("\(day(of: $0, unless: span.start.date))\($0.start.time)")
      }
      lines.append(ended("\(room.day.room.name): \(missed(room))\(next ?? "")"))
      if room.match.isOnlyTaken, takenCount <= Self.barsMax { lines += barLines(room.day) }
    }
    return lines
  }

  func roomList(
    _ rooms: [RoomDay], _ date: CivilDate, _ reason: DayReason
  ) -> [String] {
    let isClosed = rooms.allSatisfy { $0.bar == nil }
    let head = head(
      of: longDate(date), isClosed: isClosed, isNextOpen: reason == .nextOpenDay)
    if isClosed { return [head] }
    let bars = rooms.compactMap { day in day.bar.map { (day, $0) } }
    let width = bars.map { $0.0.room.name.count }.max() ?? 0
    let lines = rooms.map(line)
    guard let first = bars.first?.1 else { return [head] + lines }
    let same = bars.filter { $0.1.opens == first.opens && $0.1.closes == first.closes }
    return [head] + lines + [hourMarks(of: first, indent: width + 1)]
      + same.map { "\(padded($0.0.room.name, width)) \(drawn($0.1))" }
  }

  /// One room in one line: number, name, floor, seats, size, free spans.
  private func line(_ day: RoomDay) -> String {
    var parts = ["\(day.number) \(day.room.name)"]
    if let floor = day.room.floor ?? day.room.location { parts.append(floorWords(floor)) }
    if let seats = day.room.seats { parts.append(count(seats, .seat)) }
    if let size = day.room.squareMetres { parts.append("\(size) m²") }
    parts.append(freeWords(day))
    return parts.joined(separator: " · ")
  }

  /// The hours above a bar, each over the cell in which it begins.
  private func hourMarks(of bar: TimeBar, indent: Int) -> String {
    var marks = String(repeating: " ", count: indent)
    for index in bar.cells.indices {
      let minutes = bar.opens.minutes + index * bar.cellMinutes
      guard minutes % 60 == 0 else { continue }
      let hour = minutes / 60
      let column = indent + index
      marks += String(repeating: " ", count: max(0, column - marks.count))
      marks += hour < 10 ? "0\(hour)" : "\(hour)"
    }
    return marks
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The bar, cell by cell.
  private func drawn(_ bar: TimeBar) -> String {
    switch scene.bars {
    case .plain: bar.description
    case .blocks: bar.cells.map(block).joined()
    }
  }

  private func block(_ cell: TimeBar.Cell) -> String {
    switch cell {
    case .free: "░"
    case .taken: "█"
    case .past: "·"
    }
  }

  func barLines(_ day: RoomDay) -> [String] {
    day.bar.map { [hourMarks(of: $0, indent: 0), drawn($0)] } ?? []
  }

  /// Bars in one answer beyond which they tell less than the words beside them.
  static var barsMax: Int { 3 }

  /// The location and the floor of a room, as far as they are known.
  func whereabouts(of room: Room) -> [String] {
    var facts: [String] = []
    if let location = room.location { facts.append(location) }
    // Gateways say the floor in the location, as `Floor 2`.
    if let floor = room.floor, room.location?.contains(floor) != true {
      facts.append(floorWords(floor))
    }
    return facts
  }

  /// Where a room is, how many sit in it, how large it is, and how one gets in.
  func traits(of room: Room) -> [String] {
    var facts = whereabouts(of: room)
    if let seats = room.seats { facts.append(count(seats, .seat)) }
    if let size = room.squareMetres { facts.append("\(size) m²") }
    if let stepFree = room.isStepFree { facts.append(stepFreeWords(stepFree)) }
    return facts
  }

  /// `Aquarium: 2nd floor · 6 seats.`
  func described(_ room: Room) -> String {
    let facts = traits(of: room)
    return ended("\(room.name)\(facts.isEmpty ? "" : ": \(facts.joined(separator: " · "))")")
  }

  func seatsInBrackets(_ room: Room?) -> String {
    room?.seats.map { " (\(count($0, .seat)))" } ?? ""
  }

  /// `Aquarium: no projector.`
  func lacks(_ lacks: [RoomLack]) -> [String] {
    lacks.map { ended("\($0.room.name): \(list($0.misses.map { words(for: $0) }))") }
  }

  /// What keeps a room from being had.
  func missed(_ room: FoundRoom) -> String {
    let isTaken = room.match.misses.contains { miss in
      if case .taken = miss { return true }
      return false
    }
    // A room that misses something else may be taken too, which is worth knowing at once.
    let alsoTaken = isTaken || room.taken.isEmpty ? [] : [words(for: .taken(room.taken))]
    return list(alsoTaken + room.match.misses.map { words(for: $0) })
  }
}
