// What is told about rooms. Nothing is ever booked by it; what was asked about and
// what was listed can be referred to afterwards.

import Bookings
import CivilTime
import Discourse
import Language
import Planning
import Understanding

extension Turn {
  /// Tells what a line asks.
  mutating func tell(_ purpose: Purpose, _ reading: Reading) {
    guard case .tell(let view) = purpose.goal else { return }
    let request = purpose.request
    if case .unknown(let name, let nearest) = request.room.value, view != .rooms {
      answer = Answer(.refused, [.noSuchRoom(name, nearest: nearest.map(self.name))])
      answer.refusals = [.unknownRoom(RoomID(name))]
      return
    }
    switch view {
    case .rooms: listRooms(request)
    case .find: find(request, reading.asksIfFree)
    case .isFree: tellIfFree(request, reading.asksIfFree)
    case .room: showRoom(request, reading.asksIfFree)
    case .rules: tellRules(request, reading.slots)
    case .draft: if let open = conversation.open { tell(ofDraft: open) }
    case .booking(let reference):
      showBooking(reference, request)
      answerIfComing(reading)
    case .series(let series): showSeries(series)
    case .waits: listWaits()
    case .news: tellNews()
    case .bookings(let isMine):
      listBookings(request, isMine: isMine)
      defer { sayWhoIsIn(reading) }
      guard case .bookingList(let told, let scope) = answer.parts.first else { return }
      if case .mine = scope {
        // What the speaker only comes to stands for what they do not have.
        let isOfOthers = told.isEmpty && answer.parts.count > 1 && !answer.bookings.isEmpty
        if isOfOthers { answer.parts.removeFirst() }
        guard asksForOwn(reading) else { return }
        sayWhether(answer.bookings.contains { isThen($0, request) }, reading)
      } else if reading.asksWhether, reading.asksByVerb || request.namedRoom != nil, !told.isEmpty,
        let owners = usersAskedFor(request, reading)
      {
        let has = told.contains { booking in
          owners.contains(booking.owner) && isThen(booking, request)
            && world.ledger.tells(speaker.user, bookerOf: booking)
        }
        // Of what the speaker is not told nothing is denied.
        let isUntold = told.contains { booking in
          isThen(booking, request) && !world.ledger.tells(speaker.user, bookerOf: booking)
        }
        // Whoever has nothing then is free; of a whole day what they have says when.
        let isAskedFree = [.isFree, .findTime].contains(reading.intent) && !reading.asksIfTaken
        if isAskedFree, has, request.times.start.isUnsaid { return }
        if has || !isUntold { sayWhether(has != isAskedFree, reading) }
      }
    }
  }

  /// Who belongs to the group that is asked about.
  private mutating func sayWhoIsIn(_ reading: Reading) {
    guard let name = reading.slots.people.first?.name?.value,
      case .group(let people) = world.ledger.building.people.meant(by: name, to: speaker.user)
    else { return }
    answer.parts.insert(.members(of: name, people.map(\.name)), at: 0)
  }

  /// Whose booking it is asked about: that of whom the line names, or of the speaker.
  private func usersAskedFor(_ request: Request, _ reading: Reading) -> [UserID]? {
    let names = (request.people.value ?? []).compactMap(\.name)
    if !names.isEmpty { return names.flatMap(users) }
    return reading.slots.mine?.value == true ? [speaker.user] : nil
  }

  /// Whether it is asked whether the speaker has bookings.
  private func asksForOwn(_ reading: Reading) -> Bool {
    reading.asksWhether && reading.intent == .bookings && reading.slots.occasion == nil
      && (reading.slots.mine?.value == true || reading.odds.map { $0[.own] > 0.5 } ?? true)
  }

  /// Says first whether those who are named come to the booking that is told.
  private mutating func answerIfComing(_ reading: Reading) {
    guard reading.asksWhether, answer.bookings.count == 1 else { return }
    let names = reading.slots.people.compactMap { $0.name?.value ?? $0.email?.value }
    if reading.fateAsked != nil { return sayWhether(answer.bookings[0].state == .held, reading) }
    if !names.isEmpty { sayWhether(answer.bookings[0].isAttended(byAll: names), reading) }
  }

  /// Keeps what was asked about, with the day and the hours it was taken for.
  mutating func keep(
    _ request: Request, _ view: View, on date: CivilDate, during span: CivilSpan? = nil
  ) {
    var asked = request
    if asked.times.day.value == nil { asked.times.day = .is(.on(date), .assumed(.day)) }
    if let span {
      asked.times.day = .is(.on(span.start.date), asked.times.day.source ?? .assumed(.day))
      asked.times.end = .unsaid
      asked.times.length = .is(
        world.ledger.zone.minutes(of: span), request.times.length.source ?? .assumed(.length))
    }
    // What a room is like interrupts a question about a time, and does not end it.
    if asked.times.start.isUnsaid, [.room, .bookings(ofSpeaker: false)].contains(view),
      case .request(let earlier, _) = conversation.salient(.request, in: [.asked], .fresh)?.entity,
      earlier.times.start.value != nil, earlier.times.day.value?.first == date
    {
      asked.times = earlier.times
    }
    conversation.mention(.request(asked, .tell(view)), as: .asked)
  }

  mutating func list(_ offers: [Option.Offer]) {
    let options = offers.enumerated().map { Option($0.offset + 1, $0.element) }
    if !options.isEmpty { conversation.mention(.options(options), as: .shown) }
  }

  // MARK: - Rooms of a day

  /// All rooms of a day, or those that fit.
  mutating func listRooms(_ request: Request) {
    let (date, reason) = dayToShow(request)
    var filter = wanted(request)
    switch request.room.value {
    case .named(let rooms): filter.name = rooms.count == 1 ? name(of: rooms[0]) : filter.name
    case .unknown(let name, _): filter.name = name
    case .all, .other, nil: break
    }
    keep(request, .rooms, on: date)
    var fitting = world.ledger.building.rooms(fitting: filter)
    if case .named(let rooms) = request.room.value, rooms.count > 1 {
      fitting = world.ledger.building.rooms.filter { rooms.contains($0.id) }
    }
    guard !fitting.isEmpty else {
      answer = Answer(.told, [.noSuchRoom(filter.name ?? "", nearest: [])])
      return
    }
    answer = Answer(.told, [.roomList(date, reason, isFiltered: filter != RoomFilter())])
    answer.rooms = fitting.compactMap { roomDay($0.id, on: date) }
    let options = answer.rooms.map { Option($0.number, .room($0.room.id)) }
    conversation.mention(.options(options), as: .shown)
  }

  /// The day a question is about: the one said, or today, or the next on which a room can be had.
  private func dayToShow(_ request: Request) -> (CivilDate, DayReason) {
    let today = house.civilNow.date
    if let day = request.times.day.value {
      return (
        day.first == today ? today : max(day.first, day.isPast(today) ? today : day.first), .asked
      )
    }
    let open = world.ledger.nextOpenDay(from: now) ?? today
    return open == today ? (today, .today) : (open, .nextOpenDay)
  }

  /// What must be in a room: also seats for those who come.
  private func wanted(_ request: Request) -> RoomFilter {
    var filter = request.features
    if let people = request.headcount.value { filter.limitSeats(from: people, upTo: nil) }
    return filter
  }

  /// A room on a day, as lists show it.
  private func roomDay(_ id: RoomID, on date: CivilDate) -> RoomDay? {
    world.ledger.room(id).flatMap { room in
      roomDay(room, on: date, world.ledger.times(of: room, on: date, at: now))
    }
  }

  private func roomDay(_ room: Room, on date: CivilDate, _ times: RoomTimes) -> RoomDay? {
    let rooms = world.ledger.building.rooms
    guard let index = rooms.firstIndex(where: { $0.id == room.id }) else { return nil }
    return RoomDay(
      room: room, number: index + 1, date: date, free: times.bookable, bar: times.bar)
  }

  // MARK: - What is free

  /// Rooms that are free: in a span, or in a part of a day if no time was said.
  private mutating func find(_ request: Request, _ asked: FreeQuestion) {
    if request.namedRoom != nil { return tellIfFree(request, asked) }
    guard let span = span(of: request) else {
      return request.times.start.value == nil ? search(request, asked) : refuseEnd(request)
    }
    // That some room is free is no yes for those that are named.
    let asked = request.room.isUnsaid ? asked : .goingOn
    let found = found(wanted(request), in: span).filter { !isUnwanted($0.match, request) }
    keep(request, .find, on: span.start.date, during: span)
    answer = Answer(
      .told,
      [
        .found(
          span, free: found.filter(\.match.fits), others: found.filter { !$0.match.fits },
          asked: asked)
      ])
    answer.rooms = found.map(\.day)
    list(found.filter(\.match.fits).map { .hold($0.day.room.id, span) })
  }

  private func span(of request: Request) -> CivilSpan? {
    house.span(of: Purpose(.tell(.find), request))
  }

  private func isUnwanted(_ match: RoomMatch, _ request: Request) -> Bool {
    if case .named(let rooms) = request.room.value, !rooms.contains(match.room.id) { return true }
    return request.roomsNotWanted.contains(match.room.id)
  }

  private func found(_ filter: RoomFilter, in span: CivilSpan) -> [FoundRoom] {
    world.ledger.search(filter, within: span, upTo: world.habits.foundRoomsMax)
      .compactMap { match in
        let times = world.ledger.times(of: match.room, on: span.start.date, at: now)
        guard let day = roomDay(match.room, on: span.start.date, times) else { return nil }
        return FoundRoom(
          day: day, match: match,
          taken: match.fits ? [] : world.ledger.takenSpans(in: match.room.id, during: span),
          freeUntil: match.fits ? times.freeUntil(from: span.start) : nil,
          freeNext: match.isOnlyTaken ? nextFreeSpan(of: match.room.id, after: span) : nil)
      }
  }

  /// What is free of a room once what is in the way of a span is over.
  private func nextFreeSpan(of room: RoomID, after span: CivilSpan) -> CivilSpan? {
    let taken = world.ledger.takenSpans(in: room, during: span)
    let grid = house.policy(of: room).gridMinutes
    let now = world.ledger.onGrid(house.civilNow, minutes: grid)
    return world.ledger.nextFreeSpan(in: room, from: max(taken.first?.end ?? span.start, now))
  }

  /// What fits on a day, or in a part of it; if it is one room, the time is asked for.
  private mutating func search(_ request: Request, _ asked: FreeQuestion) {
    let (date, _) = dayToShow(request)
    let hours = world.ledger.building.policy.hours(on: date)
    let from = request.times.part.value?.from ?? .midnight
    let to = request.times.part.value?.to ?? request.times.end.value ?? .endOfDay
    // What is over of a day is no longer free for anybody.
    let soonest = house.civilNow.roundedUp(toMultipleOf: world.ledger.building.policy.gridMinutes)
    let part = CivilSpan(on: date, from: from, to: to).flatMap { span in
      CivilSpan(from: max(span.start, soonest), to: span.end)
    }
    guard let part, let window = hours.map({ part.intersection(with: $0) }) ?? part else {
      answer = Answer(.told, [.roomList(date, .asked, isFiltered: true)])
      return
    }
    let minutes = request.times.length.value ?? world.habits.usualMinutes
    let most = world.habits.foundRoomsMax + request.roomsNotWanted.count
    let matches = world.ledger.search(
      wanted(request), within: window, minutes: minutes, upTo: most
    ).filter { !isUnwanted($0, request) }
    let found = matches.prefix(world.habits.foundRoomsMax).compactMap { match in
      roomDay(match.room.id, on: date).map {
        FoundRoom(
          day: $0, match: match,
          taken: world.ledger.takenSpans(in: match.room.id, during: window), freeUntil: nil,
          freeNext: nil)
      }
    }
    let fitting = found.filter(\.match.fits)
    // Who narrows down what was found has not said yet that it is wanted.
    let isNarrowed =
      switch request.times.day {
      case .is(_, .said(let turn, _)): turn < conversation.turn
      case .is: true
      case .unsaid, .cleared: false
      }
    keep(request, .find, on: date)
    answer = Answer(
      .told,
      [
        .searched(
          date, window, fitting: fitting, others: found.filter { !$0.match.fits }, asked: asked)
      ])
    answer.rooms = found.map(\.day)
    list(fitting.map { .room($0.day.room.id) })
    // Who says no day only asks what the room is like.
    guard fitting.count == 1, !conversation.isOpen, !isNarrowed, request.times.day.isSaid else {
      return
    }
    var asked = Purpose(.book, request)
    asked.request.room = .is(.named([fitting[0].day.room.id]), .assumed(.room))
    asked.request.times.day = .is(.on(date), request.times.day.source ?? .assumed(.day))
    conversation.raise(.parts([.start], attendee: nil), for: asked)
    answer.kind = .needsMore
    answer.parts.append(.asks([.start], attendee: nil))
  }

  // MARK: - Is it free

  private mutating func tellIfFree(_ request: Request, _ asked: FreeQuestion) {
    guard let id = request.namedRoom, let room = world.ledger.room(id) else {
      return find(request, asked)
    }
    guard request.times.start.value != nil else { return tellWhenFree(room, request, asked) }
    guard let span = span(of: request) else { return refuseEnd(request) }
    let against = placeRefusals(of: id, during: span)
    let isFree = world.ledger.isFree(id, during: span) && against.isEmpty
    let taken = isFree ? [] : world.ledger.takenSpans(in: id, during: span)
    keep(request, .isFree, on: span.start.date, during: span)
    let next = isFree ? nil : nextFreeSpan(of: id, after: span)
    answer = Answer(
      .told,
      [.free(room, span, isFree: isFree, taken: taken, freeLater: next, asked: asked)])
    let place = BookingRequest(room: id, start: span.start, end: span.end)
    answer.parts += against.map { .refused($0, place) }
    sayOwnInTheWay()
    sayIfTooSmall(room, request, place)
    answer.rooms = roomDay(id, on: span.start.date).map { [$0] } ?? []
  }

  /// Says of a question for how many people that the room has fewer seats.
  private mutating func sayIfTooSmall(_ room: Room, _ request: Request, _ place: BookingRequest) {
    guard let people = request.headcount.value, let seats = room.seats, seats < people else {
      return
    }
    answer.parts.append(.refused(.tooFewSeats(seats: seats, people: people), place))
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
  private mutating func tellWhenFree(_ room: Room, _ request: Request, _ asked: FreeQuestion) {
    let (date, _) = dayToShow(request)
    guard let day = roomDay(room.id, on: date) else { return }
    keep(request, .isFree, on: date)
    let part = request.times.part.value
    let hours = part.flatMap { CivilSpan(on: date, from: $0.from, to: $0.to) }
    let free = hours.map { hours in day.free.compactMap { $0.intersection(with: hours) } }
    let taken = room.policy.hours(on: date).flatMap { open in
      (hours ?? open).intersection(with: open)
    }.map { world.ledger.takenSpans(in: room.id, during: $0) }
    answer = Answer(
      .told, [.freeOn(day, free: free ?? day.free, taken: taken ?? [], asked: asked)])
    let midnight = CivilMoment(date, .midnight)
    sayIfTooSmall(
      room, request, BookingRequest(room: room.id, start: midnight, end: midnight))
    answer.rooms = [day]
  }

  /// Says of a question that its end is not after its start.
  private mutating func refuseEnd(_ request: Request) {
    guard let start = request.times.start.value, let end = request.times.end.value else { return }
    let date = request.times.day.value?.first ?? house.civilNow.date
    let refusal = Refusal.endNotAfterStart(
      start: CivilMoment(date, start), end: CivilMoment(date, end))
    answer = Answer(.refused, [.refused(refusal, nil)])
    answer.refusals = [refusal]
  }

  // MARK: - A room

  private mutating func showRoom(_ request: Request, _ asked: FreeQuestion) {
    guard let id = request.namedRoom, let room = world.ledger.room(id) else {
      if let days = days(of: request), request.room.isUnsaid {
        return showBookings(on: days, request)
      }
      return listRooms(request)
    }
    if wanted(request) != RoomFilter() { return tellIfItSuits(room, request) }
    let (date, _) = dayToShow(request)
    guard let day = roomDay(id, on: date) else { return }
    keep(request, .room, on: date)
    answer = Answer(.told, [.roomDetails(day)])
    answer.rooms = [day]
    guard request.times.start.value != nil else { return }
    tellIfFree(request, asked)
    answer.parts.insert(.roomDetails(day), at: 0)
  }

  /// Whether a room has what is asked of it, and which others have.
  private mutating func tellIfItSuits(_ room: Room, _ request: Request) {
    let (date, _) = dayToShow(request)
    let filter = wanted(request)
    keep(request, .room, on: date)
    let others =
      filter.misses(of: room).isEmpty
      ? [] : world.ledger.building.rooms(fitting: filter).map(\.name)
    answer = Answer(.told, [.suits(room, filter, others: others)])
    answer.rooms = roomDay(room.id, on: date).map { [$0] } ?? []
  }
}
