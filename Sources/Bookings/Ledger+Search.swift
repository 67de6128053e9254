// Finding a room: which fits a wish, which is the smallest, which is free first.

public import CivilTime

extension Ledger {
  /// Rooms beside what is wanted, at most so many: first those that fit, then those that miss
  /// least, and as the building lists them. With a span a room fits if it is free throughout, or
  /// with a length if it is free for so many minutes at a stretch within the span. The first day of
  /// a longer span tells whether a room is closed.
  public func search(
    _ filter: RoomFilter, within span: CivilSpan? = nil, minutes: Int? = nil, upTo most: Int = .max
  ) -> [RoomMatch] {
    var fitting: [RoomMatch] = []
    var others: [RoomMatch] = []
    for room in building.rooms {
      // Those that do not fit come behind: no more need be looked at.
      if fitting.count >= most { return fitting }
      let match = match(room, filter, within: span, minutes: minutes)
      if match.fits { fitting.append(match) } else { others.append(match) }
    }
    let nearest = others.indices.sorted {
      (others[$0].misses.count, $0) < (others[$1].misses.count, $1)
    }
    return fitting + nearest.prefix(max(0, most - fitting.count)).map { others[$0] }
  }

  private func match(
    _ room: Room, _ filter: RoomFilter, within span: CivilSpan?, minutes: Int?
  ) -> RoomMatch {
    let misses = filter.misses(of: room)
    guard let span else { return RoomMatch(room: room, free: [], misses: misses) }
    let free = freeSpans(in: room.id, within: span)
    let needed = minutes ?? span.minutes
    guard !free.contains(where: { $0.minutes >= needed }) else {
      return RoomMatch(room: room, free: free, misses: misses)
    }
    let taken = takenSpans(in: room.id, during: span)
    let miss: RoomMiss = taken.isEmpty ? .closed : .taken(taken)
    return RoomMatch(room: room, free: free, misses: misses + [miss])
  }

  /// The rooms that fit and can be booked for a span now, smallest first; rooms of the same number
  /// of seats as the building lists them, those of an unknown number last.
  public func rooms(
    fitting filter: RoomFilter, during span: CivilSpan, at now: Instant
  ) -> [Room] {
    bySeats(building.rooms.filter { filter.misses(of: $0).isEmpty }).filter {
      canBeHad(Place(room: $0.id, span: span), at: now)
    }
  }

  /// The room with the fewest seats that fits and can be booked for a span now.
  public func smallestRoom(
    fitting filter: RoomFilter, during span: CivilSpan, at now: Instant
  ) -> Room? { rooms(fitting: filter, during: span, at: now).first }

  /// The earliest place that fits and can be booked now for so many minutes as they pass, not
  /// before a moment; of several at once that with the fewest seats; in one room alone if one is
  /// given. nil if there is none within `limits.searchDaysMax` days.
  public func earliest(
    fitting filter: RoomFilter, in room: RoomID? = nil, minutes: Int,
    from moment: CivilMoment? = nil, at now: Instant
  ) -> Place? {
    let from = moment ?? zone.civil(at: now)
    let rooms = bySeats(
      building.rooms.filter { filter.misses(of: $0).isEmpty && room ?? $0.id == $0.id })
    for offset in 0...limits.searchDaysMax {
      let date = from.date.adding(days: offset)
      var best: Place?
      for room in rooms {
        // By the clocks a length may be longer or shorter than it is; a grid step always fits.
        let steps = starts(in: room, on: date, minutes: room.policy.gridMinutes, at: now)
        best =
          steps.lazy.map(\.start)
          .filter { $0 >= from && $0 < best?.span.start ?? .init(date, .endOfDay) }
          .compactMap { place(in: room, from: $0, minutes: minutes, at: now) }.first ?? best
      }
      if let best { return best }
    }
    return nil
  }

  /// The place that begins at a moment and lasts so many minutes as they pass, if it can be had.
  func place(
    in room: Room, from start: CivilMoment, minutes: Int, at now: Instant
  ) -> Place? {
    let end = zone.moment(minutes: minutes, after: start)
    let wanted = PlaceWanted(room: room.id, start: start, end: end, minutes: minutes)
    guard let span = wanted.span, refusals(of: wanted, at: now).isEmpty else { return nil }
    return Place(room: room.id, span: span)
  }

  /// Whether nothing but who comes could forbid a place.
  func canBeHad(_ place: Place, instead held: Booking? = nil, at now: Instant) -> Bool {
    refusals(of: PlaceWanted(place), instead: held, at: now).isEmpty
  }

  /// The spans of so many minutes in what can be booked of a room on a day, one a grid step, in
  /// order of time.
  func starts(
    in room: Room, on date: CivilDate, minutes: Int, but held: Booking? = nil, at now: Instant
  ) -> [CivilSpan] {
    freeSpans(in: room.id, within: .day(date), but: held)
      .compactMap { bookable($0, in: room, at: now) }
      .flatMap { free in
        stride(
          from: free.start.minuteNumber, through: free.end.minuteNumber - minutes,
          by: room.policy.gridMinutes
        ).compactMap { CivilSpan(from: CivilMoment(minuteNumber: $0), minutes: minutes) }
      }
  }

  private func bySeats(_ rooms: [Room]) -> [Room] {
    rooms.enumerated().sorted {
      ($0.element.seats ?? .max, $0.offset) < ($1.element.seats ?? .max, $1.offset)
    }.map(\.element)
  }
}
