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
    let (date, reason) = dayToShow()
    var filter = filter(refining: refines ? earlier?.filter ?? RoomFilter() : RoomFilter())
    if let pattern = roomPattern() { filter.name = pattern }
    conversation.query = Query(
      kind: .rooms, room: nil, day: date, start: nil, minutes: world.habits.usualMinutes,
      filter: filter)
    let fitting = world.ledger.building.rooms.filter { filter.misses(of: $0).isEmpty }
    answer = Answer(.told)
    guard !fitting.isEmpty else {
      answer.parts = [.noSuchRoom(filter.name ?? "", nearest: nearestNames())]
      return
    }
    answer.rooms = fitting.compactMap { roomDay($0.id, on: date) }
    answer.parts = [.roomList(date, reason, isFiltered: filter != RoomFilter())]
  }

  private func roomPattern() -> String? {
    switch slots.rooms.first?.value {
    case .pattern(let pattern): pattern
    case .unknown(let name, _): name
    case .known(let index): world.ledger.building.rooms[index].name
    case nil: nil
    }
  }

  private func nearestNames() -> [String] {
    guard case .unknown(_, let nearest) = slots.rooms.first?.value else { return [] }
    return nearest.map { world.ledger.building.rooms[$0].name }
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
  mutating func find() {
    let refines = slots.also?.value == true
    let earlier = refines ? conversation.query : nil
    var draft = Draft()
    if let earlier {
      draft.day = earlier.day
      draft.start = earlier.start?.time
      draft.minutes = earlier.start == nil ? nil : earlier.minutes
      draft.filter = earlier.filter
    }
    draft = merging(into: draft)
    if let room = draft.room, draft.start != nil { return tellIfFree(room, draft) }
    guard draft.start != nil, draft.bound == .exact else { return search(draft) }
    let moments = moments(of: draft)
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEndBeforeStart(moments)
    }
    let found = found(draft.filter, in: span)
    conversation.query = Query(
      kind: .find, room: nil, day: span.start.date, start: span.start, minutes: span.minutes,
      filter: draft.filter)
    answer = Answer(
      .told,
      [.found(span, free: found.filter(\.match.fits), others: found.filter { !$0.match.fits })])
    answer.rooms = found.map(\.day)
  }

  private func found(_ filter: RoomFilter, in span: CivilSpan) -> [FoundRoom] {
    world.ledger.search(filter, within: span).prefix(world.habits.foundRoomsMax)
      .compactMap { match in
        guard let day = roomDay(match.room.id, on: span.start.date) else { return nil }
        return FoundRoom(
          day: day, match: match,
          taken: world.ledger.takenSpans(in: match.room.id, during: span),
          freeUntil: match.fits
            ? world.ledger.freeUntil(match.room.id, from: span.start) : nil,
          freeNext: match.fits
            ? nil : world.ledger.nextFreeSpan(in: match.room.id, from: span.start))
      }
  }

  /// What fits on a day, or in a part of it; if it is one room, the time is asked for.
  private mutating func search(_ draft: Draft) {
    let (shown, _) = dayToShow()
    let date = draft.day ?? shown
    let hours = world.ledger.building.policy.hours(on: date)
    let from = draft.window?.from ?? (draft.bound == .from ? draft.start : nil) ?? .midnight
    let to = draft.window?.to ?? (draft.bound == .until ? draft.end : nil) ?? .endOfDay
    let wanted = CivilSpan(on: date, from: from, to: to)
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
      kind: .find, room: nil, day: date, start: nil, minutes: minutes, filter: draft.filter)
    answer = Answer(
      .told,
      [.searched(date, window, fitting: fitting, others: found.filter { !$0.match.fits })])
    answer.rooms = found.map(\.day)
    guard fitting.count == 1 else { return }
    var asked = draft
    asked.room = fitting[0].day.room.id
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
    if let query = conversation.query {
      draft.room = slots.rooms.isEmpty ? query.room : nil
      if slots.firstWhen?.start == nil {
        draft.start = query.start?.time
        draft.minutes = query.minutes
      }
      if slots.when.isEmpty { draft.day = query.day }
    }
    draft = merging(into: draft)
    guard let room = draft.room else {
      if let strange = strangeRoom() { return tellNoSuchRoom(strange) }
      return find()
    }
    guard draft.start != nil, draft.bound == .exact else { return showRoom(room) }
    tellIfFree(room, draft)
  }

  mutating func tellIfFree(_ id: RoomID, _ draft: Draft) {
    let moments = moments(of: draft)
    guard let room = world.ledger.room(id) else { return }
    guard let span = CivilSpan(from: moments.start, to: moments.end) else {
      return refuseEndBeforeStart(moments)
    }
    let isFree = world.ledger.isFree(id, during: span)
    let taken = isFree ? [] : world.ledger.takenSpans(in: id, during: span)
    conversation.query = Query(
      kind: .isFree, room: id, day: span.start.date, start: span.start, minutes: span.minutes,
      filter: RoomFilter())
    let next = isFree ? nil : world.ledger.nextFreeSpan(in: id, from: span.start)
    answer = Answer(
      .told, [.free(room, span, isFree: isFree, taken: taken, freeLater: next)])
    answer.rooms = roomDay(id, on: span.start.date).map { [$0] } ?? []
  }

  mutating func tellNoSuchRoom(_ strange: (name: String, nearest: [Room])) {
    answer = Answer(
      .refused, [.noSuchRoom(strange.name, nearest: strange.nearest.map(\.name))])
    answer.refusals = [.unknownRoom(RoomID(strange.name))]
  }

  // MARK: - Show

  /// All of a room or a booking.
  mutating func show() {
    if slots.booking != nil {
      if let reference = meantBooking(for: .show) { showBooking(reference) }
    } else if let room = namedRoom() {
      showRoom(room)
    } else if let strange = strangeRoom() {
      tellNoSuchRoom(strange)
    } else if let last = conversation.last {
      showBooking(last)
    } else {
      listRooms()
    }
  }

  mutating func showRoom(_ id: RoomID) {
    let (date, _) = dayToShow()
    guard let day = roomDay(id, on: date) else { return }
    conversation.query = Query(
      kind: .show, room: id, day: date, start: nil, minutes: world.habits.usualMinutes,
      filter: RoomFilter())
    answer = Answer(.told, [.roomDetails(day)])
    answer.rooms = [day]
  }

  mutating func showBooking(_ reference: BookingReference) {
    guard let booking = world.ledger.booking(reference) else {
      return refuseUnknown(reference)
    }
    guard booking.owner == speaker.user || !booking.isPrivate else {
      let refusal = Refusal.notOwner(reference)
      answer = Answer(.refused, [.refused(refusal, nil)])
      answer.refusals = [refusal]
      return
    }
    if booking.owner == speaker.user { conversation.last = reference }
    answer = Answer(.told, [.bookingDetails(booking)])
    answer.bookings = [booking]
  }

  /// The speaker's bookings, or those of a room on a day.
  mutating func listBookings() {
    let day = saidDay()
    if let id = namedRoom(), let room = world.ledger.room(id), slots.mine?.value != true {
      let date = day ?? civilNow.date
      let whole = CivilSpan(on: date, from: .midnight, to: .endOfDay)
      let held = whole.map { world.ledger.bookings(in: id, during: $0) } ?? []
      answer = Answer(.told, [.bookingList(held, .room(room, date))])
      answer.bookings = held.filter { $0.owner == speaker.user || !$0.isPrivate }
      return
    }
    if let strange = strangeRoom() { return tellNoSuchRoom(strange) }
    let mine = world.ledger.bookings(of: speaker.user, from: now)
      .filter { day == nil || $0.span.start.date == day }
      .prefix(world.habits.listedBookingsMax)
    answer = Answer(.told, [.bookingList(Array(mine), .mine(day))])
    answer.bookings = Array(mine)
    if mine.count == 1 { conversation.last = mine[0].reference }
  }

  // MARK: - Parts without a verb

  /// What a line without a verb does: refines the last question, or begins a booking.
  mutating func takeDetails(_ reading: Reading) {
    let when = slots.firstWhen
    let hasStart = when?.start != nil || when?.fromNowMinutes != nil
    if slots.also?.value == true, let query = conversation.query { return goOn(with: query) }
    if slots.target != nil || when?.shift != nil, lastIsHeld { return change() }
    if !slots.people.isEmpty, slots.rooms.isEmpty, !hasStart, lastIsHeld { return mendOrAdd() }
    if !slots.rooms.isEmpty {
      if hasStart || !slots.people.isEmpty { return bookDetails() }
      if let query = conversation.query, query.kind == .isFree { return goOn(with: query) }
      if namedRoom() != nil { return show() }
      return listRooms()
    }
    if hasStart { return bookDetails() }
    if let when, when.end != nil || when.lengthMinutes != nil, lastIsHeld { return change() }
    if slots.title != nil || slots.description != nil || slots.isPrivate != nil, lastIsHeld {
      return change()
    }
    if let query = conversation.query, saysOnlyDay { return goOn(with: query) }
    if hasFilter, let query = conversation.query, query.start != nil { return goOn(with: query) }
    if hasFilter || saysOnlyDay { return listRooms() }
    if slots.booking != nil { return show() }
    answer = Answer(.notUnderstood, [.notUnderstood(level: 1, examples())])
  }

  private var lastIsHeld: Bool {
    guard let last = conversation.last, let booking = world.ledger.booking(last) else {
      return false
    }
    return booking.state == .held
  }

  private var saysOnlyDay: Bool {
    guard let when = slots.firstWhen else { return false }
    return when.day != nil && when.start == nil && when.end == nil
  }

  private var hasFilter: Bool {
    filter(refining: RoomFilter()) != RoomFilter()
  }

  /// A room and time without a verb, as `Aquarium tomorrow 10:30-11`, is a booking; a day that was
  /// not said is the one spoken of.
  private mutating func bookDetails() {
    var draft = Draft()
    if slots.firstWhen?.day == nil, let query = conversation.query {
      draft.day = query.day
      if slots.rooms.isEmpty { draft.room = query.room }
    }
    proceed(merging(into: draft))
  }

  private mutating func mendOrAdd() {
    guard let last = conversation.last, let booking = world.ledger.booking(last) else { return }
    let isKnown = slots.people.allSatisfy { mention in
      guard let name = mention.name?.value else { return false }
      return booking.attendees.contains { $0.isCalled(name) }
    }
    isKnown ? mend() : addAttendees()
  }

  /// Asks the last question again with what the line says otherwise.
  private mutating func goOn(with query: Query) {
    switch query.kind {
    case .rooms: listRooms()
    case .find:
      slots.also = slots.also ?? Said(true, 0..<0, origin: .assumed)
      find()
    case .isFree: tellIfFree()
    case .show:
      if let room = namedRoom() ?? query.room { showRoom(room) }
    }
  }

  // MARK: - Help

  /// A real room and a time at which it can be had, to make help of.
  func examples() -> HelpExamples {
    let place = world.ledger.earliest(
      fitting: RoomFilter(), minutes: world.habits.usualMinutes,
      from: CivilMoment(civilNow.date.adding(days: 1), .midnight), at: now)
    let room = place.flatMap { world.ledger.room($0.room) } ?? world.ledger.building.rooms.first
    return HelpExamples(
      room: room, span: place?.span, booking: conversation.last, open: conversation.open)
  }
}
