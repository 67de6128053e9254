// When several rooms can be had together.

public import CivilTime

extension Ledger {
  /// The span of the same day, as long as the wanted one, at which all of some rooms can be booked
  /// and which begins nearest to it, of two the later; nil if there is none.
  public func nearestSpan(
    of rooms: [RoomID], to wanted: CivilSpan, at now: Instant
  ) -> CivilSpan? {
    let known = rooms.compactMap(room)
    guard known.count == rooms.count, let first = known.first else { return nil }
    let date = wanted.start.date
    var common = bookableSpans(in: first.id, on: date, at: now)
    for room in known.dropFirst() {
      let spans = bookableSpans(in: room.id, on: date, at: now)
      common = common.flatMap { one in spans.compactMap { one.intersection(with: $0) } }
    }
    let grid = known.map(\.policy.gridMinutes).max() ?? 1
    let starts = common.compactMap { span -> CivilMoment? in
      let first = span.start.roundedUp(toMultipleOf: grid)
      let last = span.end.adding(minutes: -wanted.minutes).roundedDown(toMultipleOf: grid)
      return first <= last ? min(max(wanted.start, first), last) : nil
    }
    let nearest = starts.min { one, other in
      let (near, far) = (distance(one, wanted.start), distance(other, wanted.start))
      return near != far ? near < far : one > other
    }
    return nearest.flatMap { CivilSpan(from: $0, to: $0.adding(minutes: wanted.minutes)) }
  }

  private func distance(_ one: CivilMoment, _ other: CivilMoment) -> Int {
    abs(one.minutes(since: other))
  }
}
