// Questions to the ledger that change nothing: what is free, and who holds what.

public import CivilTime

extension Ledger {
  /// The held bookings of a room that share a minute with a span, in order of time.
  public func bookings(in room: RoomID, during span: CivilSpan) -> [Booking] {
    holds(in: room, during: span).compactMap { booking($0.reference) }
  }

  /// The held bookings of a person that have not ended, in order of time.
  public func bookings(of user: UserID, from now: Instant) -> [Booking] {
    held(by: user)
      .filter { !$0.hasEnded(at: now) }
      .sorted { ($0.start, $0.reference) < ($1.start, $1.reference) }
  }

  /// What is free of a room on a day, within its hours; in order of time. Past time is not cut off.
  public func freeSpans(in room: RoomID, on date: CivilDate) -> [CivilSpan] {
    freeSpans(in: room, within: .day(date))
  }

  /// What is free of a room within a span, within its hours; in order of time. At most
  /// `limits.searchDaysMax` days of the span are looked at.
  public func freeSpans(in room: RoomID, within span: CivilSpan) -> [CivilSpan] {
    freeSpans(in: room, within: span, but: nil)
  }

  /// What can still be booked of a room on a day: on the grid, not past, with the notice that the
  /// room asks for, not too far ahead, and not shorter than it may be held; in order of time.
  public func bookableSpans(in room: RoomID, on date: CivilDate, at now: Instant) -> [CivilSpan] {
    guard let room = self.room(room) else { return [] }
    return freeSpans(in: room.id, on: date).compactMap { bookable($0, in: room, at: now) }
  }

  /// The times of a room on a day, each looked for once.
  public func times(of room: Room, on date: CivilDate, at now: Instant) -> RoomTimes {
    let free = freeSpans(in: room.id, on: date)
    return RoomTimes(
      free: free, bookable: free.compactMap { bookable($0, in: room, at: now) },
      bar: room.policy.hours(on: date).map {
        TimeBar(hours: $0, free: free, at: zone.civil(at: now))
      })
  }

  /// What is in the way of a span in a room, in order of time: bookings as long as they are, and
  /// the parts that another calendar does not leave free. Hours are not looked at.
  public func takenSpans(in room: RoomID, during span: CivilSpan) -> [CivilSpan] {
    takenSpans(in: room, during: span, but: nil)
  }

  /// Whether all of a span can be had in a room, within its hours.
  public func isFree(_ room: RoomID, during span: CivilSpan) -> Bool {
    guard let policy = self.room(room)?.policy, let hours = policy.hours(on: span.start.date) else {
      return false
    }
    return hours.contains(span) && takenSpans(in: room, during: span).isEmpty
  }

  /// What is left of the first free stretch of a room on the day of a moment, from the moment on;
  /// nil if nothing of the day is free any more.
  public func nextFreeSpan(in room: RoomID, from moment: CivilMoment) -> CivilSpan? {
    guard let rest = CivilSpan(from: moment, to: CivilMoment(moment.date, .endOfDay)) else {
      return nil
    }
    return freeSpans(in: room, within: rest).first
  }

  /// The first day, today or later, on which the hours of some room leave time for the shortest
  /// booking, whoever has it; nil if there is none within the longest window of the rooms.
  public func nextOpenDay(from now: Instant) -> CivilDate? {
    let present = zone.civil(at: now)
    let policies = Set(building.rooms.map(\.policy))
    let window = policies.map(\.windowDays).max() ?? building.policy.windowDays
    let judged = policies.isEmpty ? [building.policy] : policies
    return (0...max(0, window)).lazy.map { present.date.adding(days: $0) }.first { date in
      judged.contains { policy in
        guard let hours = policy.hours(on: date) else { return false }
        let start = onGrid(max(present, hours.start), minutes: policy.gridMinutes)
        return start.adding(minutes: policy.shortestMinutes) <= hours.end
      }
    }
  }

  /// The 60 minutes from now on, rounded up to the grid of the house; on a night when the clocks
  /// go back as many more as they show twice.
  public func nextHour(at now: Instant) -> CivilSpan {
    let start = onGrid(zone.civil(at: now), minutes: building.policy.gridMinutes)
    let end = max(zone.moment(minutes: 60, after: start), start.adding(minutes: 60))
    guard let hour = CivilSpan(from: start, to: end) else {
      preconditionFailure("an hour is longer than nothing")
    }
    return hour
  }
}

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

extension Ledger {
  /// What is free of a room within a span if one booking were not there.
  func freeSpans(in id: RoomID, within span: CivilSpan, but held: Booking?) -> [CivilSpan] {
    guard let policy = room(id)?.policy else { return [] }
    let days = min(span.lastDate.days(since: span.start.date), limits.searchDaysMax)
    return (0...days).flatMap { offset -> [CivilSpan] in
      let hours = policy.hours(on: span.start.date.adding(days: offset))
      guard let part = hours?.intersection(with: span) else { return [] }
      return part.subtracting(takenSpans(in: id, during: part, but: held)).compactMap {
        // What begins where the clocks jump begins, as they show it, after the jump.
        CivilSpan(from: zone.shown($0.start), to: $0.end)
      }
    }
  }

  /// What of a free span can still be booked: nil if nothing.
  func bookable(_ free: CivilSpan, in room: Room, at now: Instant) -> CivilSpan? {
    let policy = room.policy
    let ahead = free.start.date.days(since: zone.civil(at: now).date)
    guard ahead <= policy.windowDays else { return nil }
    let start = max(free.start, firstStart(in: room, at: now))
    var from = start.roundedUp(toMultipleOf: policy.gridMinutes)
    var to = free.end.roundedDown(toMultipleOf: policy.gridMinutes)
    // Nothing begins or ends at a moment that the clocks show twice or never.
    while from < to, zone.resolve(from).instant == nil {
      from = from.adding(minutes: policy.gridMinutes)
    }
    while from < to, zone.end(at: to) == nil { to = to.adding(minutes: -policy.gridMinutes) }
    let span = CivilSpan(from: from, to: to)
    return span.flatMap { $0.minutes >= policy.shortestMinutes ? $0 : nil }
  }
}

// MARK: - Bookings out of place

/// A booking that was made before its place was closed.
public struct OutOfPlace: Hashable, Sendable {
  /// What keeps others from booking there.
  public enum Reason: Hashable, Sendable {
    /// The room is not in the building any more.
    case roomGone
    /// The room is closed on that day, or at that time.
    case closed
  }

  /// The booking; it stays as long as nobody moves it.
  public let booking: Booking
  /// Why it could not be made now.
  public let reason: Reason
}

extension Ledger {
  /// All such bookings that are not over, the earliest first.
  public func bookingsOutOfPlace(at now: Instant) -> [OutOfPlace] {
    let policies = Dictionary(
      building.rooms.map { ($0.id, $0.policy) }, uniquingKeysWith: { first, _ in first })
    let found = bookings.values.compactMap { booking -> OutOfPlace? in
      guard booking.state == .held, booking.end > now else { return nil }
      guard let policy = policies[booking.room] else {
        return OutOfPlace(booking: booking, reason: .roomGone)
      }
      let hours = policy.hours(on: booking.span.start.date)
      let isInside = hours.map { $0.start <= booking.span.start && booking.span.end <= $0.end }
      return isInside == true ? nil : OutOfPlace(booking: booking, reason: .closed)
    }
    return found.sorted { one, other in
      (one.booking.start, one.booking.reference) < (other.booking.start, other.booking.reference)
    }
  }
}
