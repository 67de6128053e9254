// Looks for places that could be had instead of one that was refused, in the order of the house:
// the grid around it, the same room shifted, other rooms, shorter, another day.

import CivilTime

/// One search: what was wanted, why it was refused, and what has been found so far.
struct AlternativeSearch {
  private(set) var found: [Alternative] = []
  private let ledger: Ledger
  private let intention: Intention
  private let user: UserID
  private let now: Instant
  private let refusals: [Refusal]
  /// The booking to be changed; nil for a new one.
  private let held: Booking?
  private let room: RoomID
  /// What is looked for: the span as wanted or, if that was off the grid, around it.
  private let span: CivilSpan
  private let policy: HousePolicy

  /// A search; nil if nothing was refused, or no other place would mend it.
  init?(insteadOf intention: Intention, in ledger: Ledger, by user: UserID, at now: Instant) {
    let wanted: PlaceWanted
    switch intention {
    case .book(let request):
      held = nil
      wanted = PlaceWanted(
        room: request.room, start: request.start, end: request.end, minutes: request.minutes)
    case .change(let reference, let change):
      guard let booking = ledger.booking(reference) else { return nil }
      held = booking
      wanted = PlaceWanted(of: booking, with: change)
    case .bookSeries, .changes, .cancel, .restore, .revert: return nil
    }
    do {
      _ = try ledger.decide(intention, by: user, at: now)
      return nil
    } catch {
      guard error.all.allSatisfy(\.isMendedByPlace) else { return nil }
      refusals = error.all
    }
    guard let span = wanted.span else { return nil }
    self.ledger = ledger.seen(by: user)
    self.intention = intention
    self.user = user
    self.now = now
    room = wanted.room
    policy = ledger.room(wanted.room)?.policy ?? ledger.building.policy
    self.span = refusals.contains(where: \.isOfGridOrShortness) ? policy.wider(span) : span
    run(from: span)
  }

  private mutating func run(from asked: CivilSpan) {
    if refusals.contains(where: \.isOfGridOrShortness) {
      offer(.wider, Place(room: room, span: span))
      if let inner = policy.narrower(asked) { offer(.narrower, Place(room: room, span: inner)) }
      if found.count >= Self.enough { return }
    }
    let lacksOnlySeats = refusals.allSatisfy(\.isOfSeats)
    if !refusals.contains(where: \.isOfSeats) {
      offerShift()
      // Another day is nearer to what was meant than another room where the day was the fault.
      if refusals.contains(where: \.isOfDay) { offerOtherDay() }
    }
    offerOtherRooms(atMost: ledger.limits.alternativesMax - (lacksOnlySeats ? 1 : 0))
    if lacksOnlySeats { offer(.fewerSeats, Place(room: room, span: span), waivingSeats: true) }
    offerShorter()
    if found.count < Self.enough { offerOtherDay() }
    if found.count < Self.enough { offerShift() }
    if found.count < Self.enough { offerOtherRoomsShifted() }
    // Nothing is left that day in the whole house: one day alone would be no choice.
    if found.count < Self.enough { offerOtherDay() }
  }

  /// How many are a choice; more of a worse kind are not looked for.
  private static let enough = 2

  /// The nearest time of the day, of two as near the later one; beside what was offered already.
  private mutating func offerShift() {
    if let span = nearest(in: room) { offer(.shifted, Place(room: room, span: span)) }
  }

  private mutating func offerOtherRooms(atMost count: Int) {
    for other in roomsByLikeness() where found.count < count {
      offer(.otherRoom, Place(room: other.id, span: span))
    }
  }

  /// The longest part of the span that can be had.
  private mutating func offerShorter() {
    guard let room = ledger.room(room) else { return }
    let parts = ledger.freeSpans(in: room.id, within: span, but: held)
      .compactMap { ledger.bookable($0, in: room, at: now) }
      .compactMap { CivilSpan(from: $0.start, minutes: min($0.minutes, policy.longestMinutes)) }
      .enumerated()
      .sorted { ($1.element.minutes, $0.offset) < ($0.element.minutes, $1.offset) }
      .map { Place(room: room.id, span: $0.element) }
    guard let part = parts.first(where: canBeHad) else { return }
    offer(.shorter, part)
  }

  /// The same time on the first day after, but not before today, on which it can be had and is
  /// not offered yet.
  private mutating func offerOtherDay() {
    let today = ledger.zone.civil(at: now).date
    let first = max(1, today.days(since: span.start.date))
    let days = first...(first + ledger.limits.searchDaysMax)
    let places = days.lazy
      .compactMap { [span] in span.shifted(minutes: $0 * 1440) }
      .map { [room] in Place(room: room, span: $0) }
    let offered = found.map(\.place)
    guard let place = places.first(where: { !offered.contains($0) && canBeHad($0) }) else { return }
    offer(.otherDay, place)
  }

  private mutating func offerOtherRoomsShifted() {
    for other in roomsByLikeness() where found.count < Self.enough {
      guard let span = nearest(in: other.id) else { continue }
      offer(.otherRoomShifted, Place(room: other.id, span: span))
    }
  }

  /// Offers a place if it can really be had and is not offered yet.
  private mutating func offer(_ kind: Alternative.Kind, _ place: Place, waivingSeats: Bool = false)
  {
    guard found.count < ledger.limits.alternativesMax,
      !found.contains(where: { $0.place == place }),
      canBeHad(place), let again = intention(at: place, waivingSeats: waivingSeats)
    else { return }
    do {
      guard try !ledger.decide(again, by: user, at: now).isEmpty else { return }
      found.append(Alternative(kind: kind, place: place, intention: again))
    } catch {
      // Refused for its people: the room is too small for them, or wants others.
      return
    }
  }

  private func canBeHad(_ place: Place) -> Bool {
    ledger.canBeHad(place, instead: held, at: now)
  }

  /// What was asked for, elsewhere. That too few seats were accepted counts for the room alone.
  private func intention(at place: Place, waivingSeats: Bool) -> Intention? {
    switch intention {
    case .book(var request):
      request.acceptsFewerSeats =
        waivingSeats || (request.acceptsFewerSeats && request.room == place.room)
      request.room = place.room
      request.start = place.span.start
      request.end = place.span.end
      request.minutes = nil
      return .book(request)
    case .change(let reference, var change):
      change.acceptsFewerSeats = waivingSeats || (change.acceptsFewerSeats && room == place.room)
      change.room = place.room
      change.start = place.span.start
      change.end = place.span.end
      change.minutes = nil
      return .change(reference, change)
    case .bookSeries, .changes, .cancel, .restore, .revert: return nil
    }
  }
}

extension AlternativeSearch {
  /// The span as long as the wanted one that is nearest to it in a room on its day, beside what
  /// has been offered of the room.
  private func nearest(in id: RoomID) -> CivilSpan? {
    guard let room = ledger.room(id) else { return nil }
    let offered = found.filter { $0.place.room == id }.map(\.place.span)
    return ledger.starts(
      in: room, on: span.start.date, minutes: span.minutes, but: held, at: now
    )
    .filter { span in !offered.contains { $0.overlaps(span) } }
    .map { (distance: $0.start.minutes(since: span.start), span: $0) }
    .sorted { (abs($0.distance), -$0.distance) < (abs($1.distance), -$1.distance) }
    .first { canBeHad(Place(room: id, span: $0.span)) }?.span
  }

  /// The other rooms: first those that replace the wanted one without loss of seats or equipment,
  /// then those with enough seats, then smaller ones; the nearest seats, then the same floor first.
  private func roomsByLikeness() -> [Room] {
    let wanted = ledger.room(room)
    let others = ledger.building.rooms.filter { $0.id != room }
    return others.enumerated().map { offset, other in
      (room: other, rank: Likeness(of: other, to: wanted, offset: offset))
    }
    .sorted { $0.rank < $1.rank }
    .map(\.room)
  }
}

/// How well a room replaces another; less is better.
private struct Likeness: Comparable {
  private let loss: Int
  private let seatsApart: Int
  private let isElsewhere: Int
  private let offset: Int

  init(of room: Room, to wanted: Room?, offset: Int) {
    let seats = wanted?.seats ?? 0
    let losesSeats = room.seats.map { $0 < seats } ?? (wanted?.seats != nil)
    let equipment = Set(room.equipment.map { $0.lowercased() })
    let losesEquipment = !(wanted?.equipment ?? []).allSatisfy {
      equipment.contains($0.lowercased())
    }
    loss = losesSeats ? 2 : losesEquipment ? 1 : 0
    seatsApart = room.seats.map { abs($0 - seats) } ?? .max
    isElsewhere = room.floor == wanted?.floor ? 0 : 1
    self.offset = offset
  }

  static func < (one: Likeness, other: Likeness) -> Bool {
    (one.loss, one.seatsApart, one.isElsewhere, one.offset)
      < (other.loss, other.seatsApart, other.isElsewhere, other.offset)
  }
}

extension HousePolicy {
  /// The smallest span on the grid around another that is long enough to be held.
  fileprivate func wider(_ span: CivilSpan) -> CivilSpan {
    let start = span.start.roundedDown(toMultipleOf: gridMinutes)
    let end = max(span.end, start.adding(minutes: shortestMinutes))
      .roundedUp(toMultipleOf: gridMinutes)
    return CivilSpan(from: start, to: end) ?? span
  }

  /// The largest span on the grid within another; nil if there is none.
  fileprivate func narrower(_ span: CivilSpan) -> CivilSpan? {
    CivilSpan(
      from: span.start.roundedUp(toMultipleOf: gridMinutes),
      to: span.end.roundedDown(toMultipleOf: gridMinutes))
  }
}
