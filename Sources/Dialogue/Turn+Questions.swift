// Questions: rooms, what is free, what a room or booking is. Nothing is ever booked by one.

import Bookings
import CivilTime
import Language

extension Turn {
  // MARK: - Rooms of a day

  /// All rooms of a day, or those that fit.
  mutating func listRooms() {
    let earlier = conversation.query
    let refines = slots.also?.value == true
    var (date, reason) = dayToShow()
    if refines, reason != .asked, let day = earlier?.day { (date, reason) = (day, .asked) }
    var filter = filter(refining: refines ? earlier?.filter ?? RoomFilter() : RoomFilter())
    if let pattern = roomPattern() { filter.name = pattern }
    conversation.query = Query(
      kind: .rooms, room: nil, day: date, start: nil, minutes: world.habits.usualMinutes,
      filter: filter)
    let fitting = world.ledger.building.rooms(fitting: filter)
    answer = Answer(.told)
    guard !fitting.isEmpty else {
      answer.parts = [
        .noSuchRoom(filter.name ?? "", nearest: (strangeRoom()?.nearest ?? []).map(\.name))
      ]
      return
    }
    answer.rooms = fitting.compactMap { roomDay($0.id, on: date) }
    conversation.found = answer.rooms.map { Choice($0.number, .room($0.room.id)) }
    answer.parts = [.roomList(date, reason, isFiltered: filter != RoomFilter())]
  }

  private func roomPattern() -> String? {
    switch slots.rooms.first?.value {
    case .pattern(let pattern): pattern
    case .unknown(let name, _): name
    case .known(let index): world.ledger.building.rooms[index].name
    case .spokenOf, nil: nil
    }
  }

  /// The day a question is about: the one said, or today, or the next on which a room can be had.
  func dayToShow() -> (CivilDate, DayReason) {
    if let day = saidDay() { return (day, .asked) }
    let today = civilNow.date
    let open = world.ledger.nextOpenDay(from: now) ?? today
    return open == today ? (today, .today) : (open, .nextOpenDay)
  }

  func saidDay() -> CivilDate? {
    switch slots.firstWhen?.day?.value {
    case .on(let date): date
    case .among(let first, _): max(first, civilNow.date)
    case .nextDay, .previousDay: relativeDay()
    case .impossible, .contradiction, nil: nil
    }
  }

  /// A room on a day, as lists show it.
  func roomDay(_ id: RoomID, on date: CivilDate) -> RoomDay? {
    let rooms = world.ledger.building.rooms
    guard let index = rooms.firstIndex(where: { $0.id == id }) else { return nil }
    return RoomDay(
      room: rooms[index], number: index + 1, date: date,
      free: world.ledger.bookableSpans(in: id, on: date, at: now),
      bar: world.ledger.timeBar(of: id, on: date))
  }

  // MARK: - What is free

  /// Rooms that are free: in a span, in the next hour, or in a part of a day if no time was said.
  mutating func find(isAssumed: Bool = false) {
    if isAssumed, asksOnByFilter { slots.also = slots.also ?? Said(true, 0..<0, origin: .assumed) }
    if case .unknown = slots.rooms.first?.value, let strange = strangeRoom() {
      return tellNoSuchRoom(strange)
    }
    let refines = slots.also?.value == true
    let earlier = refines ? conversation.query : nil
    var draft = Draft()
    if let earlier {
      draft.day = earlier.day
      draft.start = earlier.start?.time
      draft.minutes = earlier.start == nil ? nil : earlier.minutes
      draft.filter = earlier.filter
      draft.window = earlier.window
      // Another part of the day takes the place of the hour asked about.
      if slots.firstWhen?.window != nil { (draft.start, draft.minutes) = (nil, nil) }
    }
    if !refines { takeTimeOfOpenDraft(&draft) }
    draft = merging(into: draft)
    if let room = draft.room, draft.start != nil { return tellIfFree(room, draft) }
    guard draft.start != nil, draft.bound == .exact else { return search(draft) }
    let moments = moments(of: draft)
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEndBeforeStart(moments)
    }
    let found = found(draft.filter, in: span)
    conversation.query = Query(
      kind: .find, room: nil, day: span.start.date, start: span.start,
      minutes: world.ledger.zone.minutes(of: span),
      filter: draft.filter)
    answer = Answer(
      .told,
      [.found(span, free: found.filter(\.match.fits), others: found.filter { !$0.match.fits })])
    answer.rooms = found.map(\.day)
    conversation.found = found.filter(\.match.fits).enumerated().map {
      Choice($0.offset + 1, .hold($0.element.day.room.id, span))
    }
  }

  /// Whether a line that only says what must be in the room goes on with the last question.
  private var asksOnByFilter: Bool {
    guard hasFilter, slots.when.isEmpty, let query = conversation.freshQuery else { return false }
    return query.kind == .find || query.kind == .rooms
  }

  /// The part of a day, unless it is all of it.
  private func partOfDay(_ from: ClockTime, _ to: ClockTime) -> ClockWindow? {
    from == .midnight && to == .endOfDay ? nil : ClockWindow(from: from, to: to)
  }

  func found(_ filter: RoomFilter, in span: CivilSpan) -> [FoundRoom] {
    world.ledger.search(filter, within: span).prefix(world.habits.foundRoomsMax)
      .compactMap { match in
        guard let day = roomDay(match.room.id, on: span.start.date) else { return nil }
        return FoundRoom(
          day: day, match: match,
          taken: world.ledger.takenSpans(in: match.room.id, during: span),
          freeUntil: match.fits
            ? world.ledger.freeUntil(match.room.id, from: span.start) : nil,
          freeNext: match.fits ? nil : nextFreeSpan(of: match.room.id, after: span))
      }
  }

  /// What is free of a room once what is in the way of a span is over.
  private func nextFreeSpan(of room: RoomID, after span: CivilSpan) -> CivilSpan? {
    let taken = world.ledger.takenSpans(in: room, during: span)
    let grid = (world.ledger.room(room)?.policy ?? world.ledger.building.policy).gridMinutes
    let now = world.ledger.onGrid(civilNow, minutes: grid)
    return world.ledger.nextFreeSpan(in: room, from: max(taken.first?.end ?? span.start, now))
  }

  /// What fits on a day, or in a part of it; if it is one room, the time is asked for.
  private mutating func search(_ draft: Draft) {
    let (shown, _) = dayToShow()
    let date = draft.day ?? shown
    let hours = world.ledger.building.policy.hours(on: date)
    let from = draft.window?.from ?? (draft.bound == .from ? draft.start : nil) ?? .midnight
    let to = draft.window?.to ?? (draft.bound == .until ? draft.end : nil) ?? .endOfDay
    // What is over of a day is no longer free for anybody.
    let grid = world.ledger.building.policy.gridMinutes
    let soonest = civilNow.roundedUp(toMultipleOf: grid)
    let wanted = CivilSpan(on: date, from: from, to: to).flatMap { span in
      CivilSpan(from: max(span.start, soonest), to: span.end)
    }
    guard let wanted, let window = hours.map({ wanted.intersection(with: $0) }) ?? wanted else {
      answer = Answer(.told, [.roomList(date, .asked, isFiltered: true)])
      return
    }
    let minutes = draft.minutes ?? world.habits.usualMinutes
    let matches = world.ledger.search(draft.filter, within: window, minutes: minutes)
    let found = matches.prefix(world.habits.foundRoomsMax).compactMap { match in
      roomDay(match.room.id, on: date).map {
        FoundRoom(
          day: $0, match: match,
          taken: world.ledger.takenSpans(in: match.room.id, during: window), freeUntil: nil,
          freeNext: nil)
      }
    }
    let fitting = found.filter(\.match.fits)
    conversation.query = Query(
      kind: .find, room: nil, day: date, start: nil, minutes: minutes, filter: draft.filter,
      window: partOfDay(from, to))
    answer = Answer(
      .told,
      [.searched(date, window, fitting: fitting, others: found.filter { !$0.match.fits })])
    answer.rooms = found.map(\.day)
    conversation.found = fitting.enumerated().map {
      Choice($0.offset + 1, .room($0.element.day.room.id))
    }
    guard fitting.count == 1, conversation.task == nil else { return }
    var asked = draft
    asked.room = fitting[0].day.room.id
    asked.isRoomFound = true
    asked.day = date
    asked.headcount = draft.headcount ?? draft.filter.seats
    conversation.task = .drafting(asked, asking: [.start])
    answer.kind = .needsMore
    answer.parts.append(.asks([.start], attendee: nil))
  }

  // MARK: - Is it free

  /// Whether a room is free then; only the day or the room may be said anew (`and tomorrow?`).
  mutating func tellIfFree() {
    var draft = Draft()
    let isOfAnyTime = takesAnyTime()
    // What `it` is, is no longer what was asked about before the last booking.
    let isOver = conversation.query?.isTaken == true && slots.also == nil && slots.rooms.isEmpty
    let asked = slots.also == nil ? conversation.freshQuery : conversation.query
    if let query = asked, !isOver {
      draft.room = slots.rooms.isEmpty ? query.room ?? onlyRoomFound : nil
      // `and tomorrow?` keeps the time, a whole question about a room does not.
      let asksAnew = slots.also == nil && namedRoom() != nil
      if slots.firstWhen?.start == nil, !asksAnew, !isOfAnyTime {
        draft.start = query.start?.time
        draft.minutes = query.start == nil ? nil : query.minutes
      }
      // `and at 11?` is the same day, as `and in Bunker?` is.
      if slots.firstWhen?.day == nil, slots.when.isEmpty || !asksAnew { draft.day = query.day }
    }
    askAtTimeOfOpenDraft(&draft)
    draft = merging(into: draft)
    askOfLast(&draft)
    guard let room = draft.room else {
      if let strange = strangeRoom() { return tellNoSuchRoom(strange) }
      return find()
    }
    guard draft.start != nil, draft.bound == .exact else { return tellWhenFree(room, draft.day) }
    tellIfFree(room, draft)
  }

  /// Whether a line asks when something is free, `when is it free?`, and not whether it is then.
  private mutating func takesAnyTime() -> Bool {
    guard slots.when.first?.startsAsBefore?.value == .anyTime else { return false }
    slots.when[0].startsAsBefore = nil
    slots.when.removeAll(where: \.isEmpty)
    return true
  }

  /// `is Cockpit free then?` asks of the time of the booking that is put together.
  private func askAtTimeOfOpenDraft(_ draft: inout Draft) {
    guard slots.also == nil, !slots.rooms.isEmpty else { return }
    takeTimeOfOpenDraft(&draft)
  }

  /// `what else is free?` asks of the time of the booking that is put together, or of its day.
  private func takeTimeOfOpenDraft(_ draft: inout Draft) {
    switch conversation.task {
    case .drafting(let open, _), .choosing(_, let open):
      // `is Cockpit free at 3?` asks of its day.
      guard slots.when.isEmpty, open.start != nil, open.changes == nil else {
        if open.changes == nil { draft.day = open.day ?? draft.day }
        return
      }
      (draft.day, draft.start, draft.end) = (open.day, open.start, open.end)
      draft.minutes = open.minutes
    case .choosingBooking, .confirming, .confirmingLine, nil: return
    }
  }

  /// `is it free until 11?` is asked of the last booking, where no other room was spoken of: of its
  /// day, and of the time behind it.
  private mutating func askOfLast(_ draft: inout Draft) {
    guard draft.room == nil, slots.rooms.isEmpty, slots.firstWhen?.day == nil,
      conversation.freshQuery?.isTaken ?? true, lastIsHeld,
      let booking = conversation.last.flatMap({ world.ledger.booking($0) })
    else { return }
    goOnAboutLast()
    draft.room = booking.room
    draft.day = booking.span.start.date
    guard draft.start == nil, let end = draft.end else { return }
    draft.start = end > booking.span.end.time ? booking.span.end.time : booking.span.start.time
    draft.bound = .exact
  }

  mutating func tellIfFree(_ id: RoomID, _ draft: Draft) {
    let moments = moments(of: draft)
    guard let room = world.ledger.room(id) else { return }
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEndBeforeStart(moments)
    }
    let against = placeRefusals(of: id, during: span)
    let isFree = world.ledger.isFree(id, during: span) && against.isEmpty
    let taken = isFree ? [] : world.ledger.takenSpans(in: id, during: span)
    conversation.query = Query(
      kind: .isFree, room: id, day: span.start.date, start: span.start,
      minutes: world.ledger.zone.minutes(of: span),
      filter: RoomFilter())
    let next = isFree ? nil : nextFreeSpan(of: id, after: span)
    answer = Answer(
      .told, [.free(room, span, isFree: isFree, taken: taken, freeLater: next)])
    answer.parts += against.map {
      .refused($0, BookingRequest(room: id, start: span.start, end: span.end))
    }
    sayIfTooSmall(room, BookingRequest(room: id, start: span.start, end: span.end))
    answer.rooms = roomDay(id, on: span.start.date).map { [$0] } ?? []
  }

  /// Says of a question for how many people that the room has fewer seats.
  private mutating func sayIfTooSmall(_ room: Room, _ request: BookingRequest) {
    guard let people = slots.headcount?.value, let seats = room.seats, seats < people else {
      return
    }
    answer.parts.append(.refused(.tooFewSeats(seats: seats, people: people), request))
  }

  /// What forbids a place apart from who holds it: the present, the days and the hours.
  private func placeRefusals(of room: RoomID, during span: CivilSpan) -> [Refusal] {
    let request = BookingRequest(room: room, start: span.start, end: span.end)
    do {
      _ = try world.ledger.decide(.book(request), by: speaker.user, at: now)
      return []
    } catch {
      return error.all.filter { $0.isOfTime && !$0.isTaken }
    }
  }

  /// When a room is free on a day, for a question without a time.
  private mutating func tellWhenFree(_ id: RoomID, _ said: CivilDate?) {
    let (shown, _) = dayToShow()
    let date = said ?? shown
    guard let day = roomDay(id, on: date) else { return }
    conversation.query = Query(
      kind: .isFree, room: id, day: date, start: nil, minutes: world.habits.usualMinutes,
      filter: RoomFilter())
    answer = Answer(.told, [.freeOn(day)])
    let midnight = CivilMoment(date, .midnight)
    sayIfTooSmall(day.room, BookingRequest(room: id, start: midnight, end: midnight))
    answer.rooms = [day]
  }

  /// Says of a question that its end is not after its start.
  private mutating func refuseEndBeforeStart(_ moments: Moments) {
    let refusal = Refusal.endNotAfterStart(start: moments.start, end: moments.end)
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }

  mutating func tellNoSuchRoom(_ strange: (name: String, nearest: [Room])) {
    answer = Answer(
      .refused, [.noSuchRoom(strange.name, nearest: strange.nearest.map(\.name))])
    answer.refusals = [.unknownRoom(RoomID(strange.name))]
  }
}
