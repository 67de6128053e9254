// A room and two moments that somebody wants, judged by the rules of the house.

import CivilTime

/// Where and when a booking is to be, before it is known whether that can be.
struct PlaceWanted {
  var room: RoomID
  var start: CivilMoment
  var end: CivilMoment
  /// How long it was said to last, in minutes that pass; nil where its end was said.
  var minutes: Int?

  init(room: RoomID, start: CivilMoment, end: CivilMoment, minutes: Int? = nil) {
    self.room = room
    self.start = start
    self.end = end
    self.minutes = minutes
  }

  init(_ place: Place) {
    self.init(room: place.room, start: place.span.start, end: place.span.end)
  }

  var span: CivilSpan? { CivilSpan(from: start, to: end) }
}

/// The instants between which a place is held.
struct Bounds {
  let start: Instant
  let end: Instant
}

extension ZoneRules {
  /// The instant at which a booking that starts at a moment begins.
  func start(of moment: CivilMoment) throws(Refusals) -> Instant {
    switch resolve(moment) {
    case .once(let instant): return instant
    case .gap: throw Refusals(.momentMissing(moment))
    case .fold: throw Refusals(.momentTwice(moment))
    }
  }

  /// The instant at which a booking that ends at a moment is over.
  func end(of moment: CivilMoment) throws(Refusals) -> Instant {
    if let end = end(at: moment) { return end }
    return try start(of: moment)
  }
}

extension Refusals {
  /// A single refusal.
  init(_ refusal: Refusal) {
    first = refusal
    others = []
  }
}

extension HousePolicy {
  /// What the rules say against a place, where one was held before or none. What was held already
  /// is not judged again: an edge that stays may be off a newer grid, a part that was held may lie
  /// outside newer hours.
  func refusals(of wanted: PlaceWanted, instead held: Place?) -> [Refusal] {
    let stays = held?.room == wanted.room ? held?.span : nil
    let start = wanted.start, end = wanted.end
    var refusals: [Refusal] = []
    if let stays, let span = wanted.span, stays.contains(span) {
      // Only less than before is held: neither day, hours nor length can be worse.
    } else {
      let day = start.date, open = CivilMoment(day, opens), close = CivilMoment(day, closes)
      if !isOpen(on: day) && stays?.start.date != day { refusals.append(.closedOn(day)) }
      let startsOutside = start != stays?.start && (start < open || start >= close)
      // An end that was later on the same day may stay so, or come nearer.
      let latestEnd = stays.flatMap { $0.start.date == day ? $0.end : nil } ?? close
      let endsOutside = end > max(close, latestEnd)
      if startsOutside || endsOutside {
        refusals.append(.outsideHours(opens: opens, closes: closes))
      }
    }
    let edges = [(start, stays?.start), (end, stays?.end)]
    if edges.contains(where: { $0 != $1 && $0.roundedDown(toMultipleOf: gridMinutes) != $0 }) {
      refusals.append(.offGrid(gridMinutes: gridMinutes))
    }
    if let length = wanted.span?.minutes {
      let before = stays?.minutes ?? shortestMinutes
      if length < min(shortestMinutes, before) {
        refusals.append(.tooShort(shortestMinutes: shortestMinutes))
      }
      if length > max(longestMinutes, stays?.minutes ?? 0) {
        refusals.append(.tooLong(longestMinutes: longestMinutes))
      }
    }
    return refusals
  }
}
