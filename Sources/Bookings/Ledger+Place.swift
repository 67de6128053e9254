// Whether a place can be had: the clocks, the present moment, the rules and what is held.

public import CivilTime

extension Ledger {
  /// What forbids a place to somebody who holds nothing, or another place, so far.
  func refusals(
    of wanted: PlaceWanted, instead held: Booking? = nil, at now: Instant
  ) -> [Refusal] {
    let before = held.map { Place(room: $0.room, span: $0.span) }
    var refusals = momentRefusals(of: wanted, instead: before?.span)
    refusals += presentRefusals(of: wanted, instead: before?.span, at: now)
    guard let room = room(wanted.room) else {
      // The bookings of a retired room stand, but nothing of them can be made anew.
      refusals.append(
        retired.contains(wanted.room)
          ? .roomRetired(wanted.room)
          : .unknownRoom(wanted.room))
      return refusals
    }
    refusals += room.policy.refusals(of: wanted, instead: before)
    if before?.span.start != wanted.start {
      refusals += foresightRefusals(of: wanted, by: room.policy, at: now)
    }
    refusals += takenRefusals(of: wanted, instead: held)
    return refusals
  }

  /// The instants of a place.
  /// - Throws: that the clocks skip or repeat its start or end.
  func bounds(of span: CivilSpan) throws(Refusals) -> Bounds {
    Bounds(start: try zone.start(of: span.start), end: try zone.end(of: span.end))
  }

  /// The minute in which an instant lies, as an instant: nothing is late within its first minute.
  func minute(of now: Instant) -> Instant {
    Instant(seconds: now.seconds - now.seconds.flooredRemainder(by: 60))
  }

  /// The first moment on the grid of a room at which a booking made now may begin.
  func firstStart(in room: Room, at now: Instant) -> CivilMoment {
    let instant = minute(of: now) + .seconds(room.policy.noticeMinutes * 60)
    return onGrid(zone.civil(at: instant), minutes: room.policy.gridMinutes)
  }

  /// The first moment on a grid, from a moment on, that the clocks do not jump over.
  public func onGrid(_ moment: CivilMoment, minutes: Int) -> CivilMoment {
    zone.shown(moment.roundedUp(toMultipleOf: minutes)).roundedUp(toMultipleOf: minutes)
  }

  private func momentRefusals(of wanted: PlaceWanted, instead held: CivilSpan?) -> [Refusal] {
    var refusals: [Refusal] = []
    if wanted.start >= wanted.end {
      refusals.append(.endNotAfterStart(start: wanted.start, end: wanted.end))
    }
    if wanted.start != held?.start {
      do { _ = try zone.start(of: wanted.start) } catch { refusals.append(error.first) }
    }
    if wanted.end != held?.end || wanted.minutes != nil {
      do {
        let end = try zone.end(of: wanted.end)
        // An end that is shown twice can be had the first time; a length that leads to the second
        // would be cut short in silence.
        let passes = end.since(zone.instant(nearest: wanted.start))
        if let minutes = wanted.minutes, refusals.isEmpty, passes != .seconds(minutes * 60),
          case .fold = zone.resolve(wanted.end)
        {
          refusals.append(.momentTwice(wanted.end))
        }
      } catch {
        refusals.append(error.first)
      }
    }
    return refusals
  }

  /// Whether it would begin before now; what has begun may end sooner or later, but not before now
  /// and never have begun at another time.
  func presentRefusals(
    of wanted: PlaceWanted, instead held: CivilSpan?, at now: Instant
  ) -> [Refusal] {
    let present = zone.civil(at: now)
    if wanted.start == held?.start {
      return wanted.end != held?.end && wanted.end > wanted.start && wanted.end <= present
        ? [.past(wanted.end)] : []
    }
    if let held, held.start < present { return [.past(held.start)] }
    return wanted.start < present ? [.past(wanted.start)] : []
  }

  private func foresightRefusals(
    of wanted: PlaceWanted, by policy: HousePolicy, at now: Instant
  ) -> [Refusal] {
    var refusals: [Refusal] = []
    let present = minute(of: now), start = zone.instant(nearest: wanted.start)
    if start >= present && start < present + .seconds(policy.noticeMinutes * 60) {
      refusals.append(.tooSoon(noticeMinutes: policy.noticeMinutes))
    }
    if wanted.start.date.days(since: zone.civil(at: now).date) > policy.windowDays {
      refusals.append(.tooFarAhead(windowDays: policy.windowDays))
    }
    return refusals
  }

  /// Whether other bookings or calendars are in the way. What was held already may be what another
  /// calendar counts as taken, so it is not in its own way.
  func takenRefusals(of wanted: PlaceWanted, instead held: Booking? = nil) -> [Refusal] {
    guard let span = wanted.span else { return [] }
    let taken = takenSpans(in: wanted.room, during: span, but: held, countingHolds: false)
    var refusals: [Refusal] = taken.isEmpty ? [] : [.taken(taken)]
    let offers = offers(in: wanted.room, during: span)
    if let until = offers.map(\.until).max() {
      refusals.append(.held(offers.map(\.place.span), until: zone.civil(at: until)))
    }
    return refusals
  }

  /// What is in the way of a span, in order of time: other bookings as long as they are, what is
  /// held for others who wait, and the parts that another calendar does not leave free.
  func takenSpans(
    in room: RoomID, during span: CivilSpan, but held: Booking?, countingHolds: Bool = true
  ) -> [CivilSpan] {
    var holds = holds(in: room, during: span, but: held?.reference).map(\.span)
    if countingHolds { holds += offers(in: room, during: span).map(\.place.span) }
    var closed = openings.closed(in: room, during: span)
    if let held, held.room == room {
      closed = closed.flatMap { $0.subtracting([held.span]) }
    }
    // A calendar that knows our bookings tells of them too; they are said once.
    closed = closed.flatMap { $0.subtracting(holds) }
    return (holds + closed).sorted { $0.start < $1.start }
  }
}
