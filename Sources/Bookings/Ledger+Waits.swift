// Waiting for a place: what may be waited for, who is offered what became free, and when that ends.

public import CivilTime

extension Ledger {
  /// The ledger as somebody sees it: what is held for them is free to them.
  public func seen(by user: UserID) -> Ledger {
    guard viewer != user else { return self }
    var seen = self
    seen.viewer = user
    return seen
  }

  /// Makes an event of a wait part of what has happened; also takes a wait as it was read from a
  /// store.
  public mutating func apply(_ event: WaitEvent) { waits.take(event.wait) }

  /// Takes a wait as it was read from a store.
  public mutating func recall(_ wait: Wait) { waits.take(wait) }

  /// Counts waits on from a number that is free. Never counts backwards.
  public mutating func count(from reference: WaitReference) { waits.count(from: reference) }

  /// Forgets waits that are over, but for what is still wanted.
  public mutating func forgetWaits(unless isWanted: (WaitReference) -> Bool) {
    waits.forget(unless: isWanted)
  }

  /// What is held of a room for others than whoever looks, in order of time.
  func offers(in room: RoomID, during span: CivilSpan) -> [Wait.Offer] {
    waits.offered(in: room, during: span).filter { $0.user != viewer }.compactMap(\.offer)
      .sorted { $0.place.span.start < $1.place.span.start }
  }

  // MARK: - Waiting

  /// What happens if somebody waits for something now; empty if they wait for just that already.
  /// Whether it is free now is not looked at: `placeNow` tells.
  /// - Throws: all the rules that forbid it, in the documented order.
  public func decideWait(
    _ wish: WaitWish, by user: UserID, at now: Instant
  ) throws(Refusals) -> [WaitEvent] {
    let mine = waits.open(of: user)
    let wish = asKept(wish)
    guard !mine.contains(where: { $0.wish == wish }) else { return [] }
    var refusals = refusals(of: wish, at: now)
    if mine.count >= limits.waitsPerPersonMax {
      refusals.append(.waitQuota(max: limits.waitsPerPersonMax))
    }
    if let refusals = Refusals(refusals) { throw refusals }
    return [
      .made(
        Wait(
          reference: waits.next, user: user, wish: wish, made: now, ends: end(of: wish)))
    ]
  }

  /// The same as it is kept: when and where stands in the wish alone, and who comes are those of
  /// whom all is known; of the others it is asked when it is booked.
  private func asKept(_ wish: WaitWish) -> WaitWish {
    var kept = wish
    kept.request.room = wish.rooms.first ?? WaitWish.anyRoom
    (kept.request.start, kept.request.end) = (wish.window.start, wish.window.end)
    kept.request.minutes = nil
    let people = AttendeeList(
      wish.request.attendees[...], standing: [], next: nextAttendee,
      needs: policy(of: kept.request.room).attendeeNeeds, limits: limits)
    kept.request.attendees = people.attendees.map {
      AttendeeRequest(name: $0.name, email: $0.email.text, phone: $0.phone?.e164)
    }
    return kept
  }

  /// The rules that nothing which becomes free would mend.
  private func refusals(of wish: WaitWish, at now: Instant) -> [Refusal] {
    var refusals: [Refusal] = []
    if end(of: wish) <= now { refusals.append(.past(wish.window.start)) }
    let days = wish.window.lastDate.days(since: wish.window.start.date) + 1
    if days > limits.waitDaysMax { refusals.append(.waitTooLong(daysMax: limits.waitDaysMax)) }
    if wish.rooms.isEmpty, wish.filter == RoomFilter(), isOfWholeDays(wish.window) {
      refusals.append(.waitTooWide)
    }
    guard refusals.isEmpty else { return refusals }
    refusals += textRefusals(title: wish.request.title, description: wish.request.description)
    let rooms = building.rooms.filter { fits($0, wish) }
    // Where no room could ever be had for it, those of the first tell why.
    let reasons = rooms.map { room in standingRefusals(of: wish, in: room, at: now) }
    if let first = reasons.first, !reasons.contains(where: \.isEmpty) { refusals += first }
    if rooms.isEmpty, let room = wish.rooms.first { refusals.append(.unknownRoom(room)) }
    return refusals
  }

  /// What forbids a wish in a room whatever is held: the days, and the hours if they are said.
  private func standingRefusals(of wish: WaitWish, in room: Room, at now: Instant) -> [Refusal] {
    guard !wish.isExact else {
      let wanted = PlaceWanted(Place(room: room.id, span: wish.window))
      return refusals(of: wanted, at: now).filter { !$0.isOfOthers }
    }
    let open = wish.window.allDays.prefix(limits.waitDaysMax).contains { day in
      room.policy.hours(on: day)?.intersection(with: wish.window).map {
        $0.minutes >= wish.minutes
      } ?? false
    }
    guard !open else { return [] }
    return room.policy.isOpen(on: wish.window.start.date)
      ? [.outsideHours(opens: room.policy.opens, closes: room.policy.closes)]
      : [.closedOn(wish.window.start.date)]
  }

  /// Whether a span says no hours: it covers all the hours of some day.
  private func isOfWholeDays(_ span: CivilSpan) -> Bool {
    span.allDays.prefix(limits.waitDaysMax).contains { day in
      building.policy.hours(on: day).map { span.contains($0) } ?? false
    }
  }

  private func fits(_ room: Room, _ wish: WaitWish) -> Bool {
    wish.rooms.isEmpty
      ? wish.filter.misses(of: room).isEmpty : wish.rooms.contains(room.id)
  }

  /// The first instant at which nothing that is wished can begin any more.
  private func end(of wish: WaitWish) -> Instant {
    let last = wish.window.end.adding(minutes: -min(wish.minutes, wish.window.minutes))
    return zone.instant(nearest: last) + .seconds(60)
  }

  /// Where a wish can be had at once; nil if nowhere.
  public func placeNow(for wish: WaitWish, by user: UserID, at now: Instant) -> Place? {
    let seen = seen(by: user)
    return building.rooms.lazy.filter { seen.fits($0, wish) }
      .compactMap { seen.place(for: wish, in: $0, touching: wish.window, by: user, at: now) }.first
  }

  /// How many others wait for some of the same before a wait.
  public func countBefore(_ wait: Wait) -> Int {
    let rooms = building.rooms.filter { fits($0, wait.wish) }
    return waits.waiting(for: wait.wish.window, in: rooms.map(\.id)).count { other in
      other.reference < wait.reference && other.user != wait.user
        && rooms.contains { fits($0, other.wish) }
    }
  }

  /// What happens if a person gives a wait up, or does not want what it offers.
  /// - Throws: that they have no such wait.
  public func decideEnd(
    of reference: WaitReference, by user: UserID
  ) throws(Refusals) -> [WaitEvent] {
    guard var wait = waits[reference], wait.user == user, wait.isOpen else {
      throw Refusals(.unknownWait(reference))
    }
    wait.state = wait.state == .offered ? .declined : .givenUp
    return [.ended(wait)]
  }

  /// What happens if a wait that was given up is to go on, at its place in the line.
  /// - Throws: that it cannot: it never was given up, or its span has come.
  public func decideResumption(
    of reference: WaitReference, by user: UserID, at now: Instant
  ) throws(Refusals) -> [WaitEvent] {
    guard var wait = waits[reference], wait.user == user, wait.state == .givenUp else {
      throw Refusals(.unknownWait(reference))
    }
    guard wait.ends > now else { throw Refusals(.past(wait.wish.window.start)) }
    (wait.state, wait.offer) = (.waiting, nil)
    return [.resumed(wait)]
  }

  // MARK: - What becomes free

  /// What is offered to whom of places that became free: each to the first in line whom it fits,
  /// and what is left of it to those behind. Looks at nobody who waits for other rooms or times.
  public func decideOffers(of freed: [FreedPlace], at now: Instant) -> [WaitEvent] {
    var after = self
    var events: [WaitEvent] = []
    for freed in freed {
      let line = waits.waiting(for: freed.place.span, in: [freed.place.room])
      for wait in line where wait.user != freed.owner {
        guard let event = after.offer(to: wait, of: freed.place, at: now) else { continue }
        after.apply(event)
        events.append(event)
      }
    }
    return events
  }

  private func offer(to wait: Wait, of freed: Place, at now: Instant) -> WaitEvent? {
    guard waits[wait.reference]?.state == .waiting,
      let room = room(freed.room), fits(room, wait.wish),
      let place = seen(by: wait.user).place(
        for: wait.wish, in: room, touching: freed.span, by: wait.user, at: now,
        isHeldForNobody: true)
    else { return nil }
    let start = zone.instant(nearest: place.span.start)
    let end = zone.end(at: place.span.end) ?? zone.instant(nearest: place.span.end)
    let until = min(now + .seconds(limits.holdSeconds), start)
    guard until > now else { return nil }
    var wait = wait
    wait.state = .offered
    wait.offer = Wait.Offer(place: place, start: start, end: end, until: until)
    return .offered(wait)
  }

  /// The first place in a room that meets a wish, shares a minute with a span and can be booked.
  /// What is held for whoever looks is free to them, but is not held for them twice.
  private func place(
    for wish: WaitWish, in room: Room, touching freed: CivilSpan, by user: UserID,
    at now: Instant, isHeldForNobody: Bool = false
  ) -> Place? {
    let spans: [CivilSpan]
    if wish.isExact {
      spans = [wish.window]
    } else {
      let parts = wish.window.allDays.prefix(limits.waitDaysMax).filter { day in
        freed.start.date <= day && day <= freed.lastDate
      }
      spans = parts.flatMap { starts(in: room, on: $0, minutes: wish.minutes, at: now) }
    }
    return spans.lazy.filter { wish.window.contains($0) && $0.overlaps(freed) }
      .filter { !isHeldForNobody || waits.offered(in: room.id, during: $0).isEmpty }
      .map { Place(room: room.id, span: $0) }
      .first { canBeBooked(wish.request(at: $0), by: user, at: now) }
  }

  /// Whether nothing forbids a booking; who comes is asked when it is made.
  private func canBeBooked(_ request: BookingRequest, by user: UserID, at now: Instant) -> Bool {
    do {
      return try !decide(.book(request), by: user, at: now).isEmpty
    } catch {
      return error.all.allSatisfy(\.isOfWhoComes)
    }
  }

  // MARK: - What is over

  /// What ends by itself at an instant: holds, whose places become free, and waits.
  public func decideDue(at now: Instant) -> (events: [WaitEvent], freed: [FreedPlace]) {
    var events: [WaitEvent] = []
    var freed: [FreedPlace] = []
    for var wait in waits.due(at: now) {
      if wait.state == .offered, let offer = wait.offer {
        freed.append(FreedPlace(offer.place, of: nil))
        wait.state = .lapsed
      } else {
        wait.state = .past
      }
      events.append(.ended(wait))
    }
    return (events, freed)
  }

  /// The waits that something done with a booking meets, which are over by it: of those who hold
  /// it, if it is what they wait for; and of who did it, if it takes what is held for them.
  public func decideWaitsMet(by event: BookingEvent, of user: UserID) -> [WaitEvent] {
    let booking = event.booking
    guard booking.state == .held, let room = room(booking.room) else { return [] }
    let holders = booking.holders
    let people = holders.contains(user) ? holders : holders + [user]
    return people.flatMap { waits.open(of: $0) }.compactMap { wait in
      let takesOffer =
        wait.user == user && wait.state == .offered && wait.offer?.place.room == booking.room
        && wait.offer?.place.span.overlaps(booking.span) == true
      // Who waits in the name of another does not wait for a booking of their own.
      let isMet =
        (wait.wish.request.owner ?? wait.user) == booking.owner && fits(room, wait.wish)
        && wait.wish.window.intersection(with: booking.span).map {
          $0.minutes >= wait.wish.minutes
        } ?? false
      guard takesOffer || isMet else { return nil }
      var over = wait
      over.state = .booked
      return .ended(over)
    }
  }

  /// What happens to holds when the clock was set back: they last as long as they were meant to.
  public func decideHoldsSetBack(by duration: Duration, at now: Instant) -> [WaitEvent] {
    waits.open.compactMap { wait in
      guard wait.state == .offered, let offer = wait.offer else { return nil }
      var other = wait
      other.offer?.until = max(now, offer.until - duration)
      return .offered(other)
    }
  }
}

extension Refusal {
  /// Whether it is only that others have the room then, which may change.
  fileprivate var isOfOthers: Bool {
    switch self {
    case .taken, .held: true
    default: false
    }
  }

  /// Whether it is only that somebody must come, or is not told of yet.
  fileprivate var isOfWhoComes: Bool {
    switch self {
    case .attendeeRequired, .attendee: true
    default: false
    }
  }
}
