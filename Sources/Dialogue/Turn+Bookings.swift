// What is told about bookings: all of one, and lists of the speaker's, of a room's and of others';
// and what is taken back of them.

import Bookings
import CivilTime
import Discourse
import Language
import Passes
import Planning

extension Turn {
  /// Keeps the room that a line names which found no booking: the next may ask about it.
  mutating func keepRoomNamed(_ reading: Reading) {
    guard reading.slots.rooms.count == 1, case .known(let place) = reading.slots.rooms[0].value
    else { return }
    var request = Request()
    let turn = conversation.turn
    request.room = .is(.named([world.ledger.building.rooms[place].id]), .said(turn: turn))
    if case .on(let day) = reading.slots.firstWhen?.day?.value {
      request.times.day = .is(.on(day), .said(turn: turn))
    }
    conversation.mention(.request(request, .tell(.room)), as: .asked)
  }

  mutating func showBooking(_ reference: BookingReference, _ request: Request) {
    guard let booking = world.ledger.booking(reference) else {
      return answer(.reference(reference))
    }
    guard world.ledger.shows(speaker.user, booking) else {
      answer = Answer(.refused, [.refused(.notOwner(reference), nil)])
      answer.refusals = [.notOwner(reference)]
      return
    }
    conversation.mention(.booking(reference), as: .shown)
    answer = Answer(.told, [.bookingDetails(booking)])
    if let asked = request.isPrivate.value {
      let part = AnswerPart.privacy(reference, isPrivate: booking.isPrivate, asked: asked)
      answer.parts.insert(part, at: 0)
    }
    answer.bookings = [booking]
  }

  /// All of the speaker's bookings on the days said, as for `who comes on Friday`; without one,
  /// that there is none, and the rooms of the day.
  mutating func showBookings(on days: ClosedRange<CivilDate>, _ request: Request) {
    let mine = house.mine.filter { days.contains($0.span.start.date) }
      .prefix(world.habits.listedBookingsMax)
    guard !mine.isEmpty else {
      listRooms(request)
      answer.parts.insert(.bookingList([], .mine(days)), at: 0)
      return
    }
    answer = Answer(.told, mine.map { .bookingDetails($0) })
    answer.bookings = Array(mine)
    for booking in mine { conversation.mention(.booking(booking.reference), as: .shown) }
  }

  /// The speaker's bookings, or those of a room or of somebody else.
  mutating func listBookings(_ request: Request, isMine: Bool) {
    let days = days(of: request)
    if let room = request.namedRoom.flatMap(world.ledger.room), !isMine {
      let today = house.civilNow.date
      return listBookings(in: room, on: days ?? today...today, request)
    }
    let names = (request.people.value ?? []).compactMap(\.name)
    if !names.isEmpty, !isMine { return listBookings(of: names, on: days, request) }
    var mine = house.mine.filter { booking in
      days?.contains(booking.span.start.date) ?? true
        && request.namedRoom.map { $0 == booking.room } ?? true
    }
    if let title = request.title.value {
      let titled = mine.filter { $0.title.lowercased().contains(title.lowercased()) }
      if titled.isEmpty { answer.parts.append(.unused([title])) } else { mine = titled }
    }
    tellMine(mine, days)
    if request.title.isUnsaid { tellAttended(on: days, in: request.namedRoom) }
    // It ends no question about rooms, which may still be taken.
    conversation.mention(.request(request, .tell(.bookings(ofSpeaker: true))), as: .shown)
  }

  private mutating func tellMine(_ bookings: [Booking], _ days: ClosedRange<CivilDate>?) {
    let shown = Array(bookings.prefix(world.habits.listedBookingsMax))
    answer = Answer(.told, [.bookingList(shown, .mine(days))])
    answer.bookings = shown
    if shown.count == 1 { conversation.mention(.booking(shown[0].reference), as: .shown) }
    list(shown.map { .booking($0.reference) })
  }

  /// Those of others to which the speaker comes, and which are open to see.
  private mutating func tellAttended(on days: ClosedRange<CivilDate>?, in room: RoomID?) {
    let attended = world.ledger.bookings(attendedBy: speaker.user, from: now).filter { booking in
      world.ledger.shows(speaker.user, booking) && room.map { $0 == booking.room } ?? true
        && days?.contains(booking.span.start.date) ?? true
    }
    guard !attended.isEmpty else { return }
    let shown = Array(attended.prefix(world.habits.listedBookingsMax))
    answer.parts.append(.bookingList(shown, .attended))
    answer.bookings += shown
  }

  /// `is Tom free at 11`: whether he is, before the times that are offered.
  mutating func sayIfFreeThen(_ inquiry: Inquiry, _ reading: Reading) {
    guard reading.asksWhether, let isFree = inquiry.areFree else { return }
    answer.parts.insert(.answers(isFree), at: 0)
  }

  /// The days a request names, without those of several that are over.
  func days(of request: Request) -> ClosedRange<CivilDate>? {
    let today = house.civilNow.date
    switch request.times.day.value {
    case .on(let date): return date...date
    case .among(let days): return days.contains(today) ? today...days.upperBound : days
    case nil: return nil
    }
  }

  private mutating func listBookings(
    in room: Room, on days: ClosedRange<CivilDate>, _ request: Request
  ) {
    let whole = CivilSpan(
      from: CivilMoment(days.lowerBound, .midnight), to: CivilMoment(days.upperBound, .endOfDay))
    let all = whole.map { world.ledger.bookings(in: room.id, during: $0) } ?? []
    // Of an hour that is asked about those are told that are then, if there are any.
    let then = request.times.start.isUnsaid ? [] : all.filter { isThen($0, request) }
    let held = Array((then.isEmpty ? all : then).prefix(world.habits.listedBookingsMax))
    var asked = request
    let span = then.count == 1 ? then[0].span : nil
    if let span { asked.times.start = .is(span.start.time, .referred(.shown)) }
    keep(asked, .bookings(ofSpeaker: false), on: days.lowerBound, during: span)
    answer = Answer(.told, [.bookingList(held, .room(room, days))])
    answer.bookings = held
    if held.count == 1, world.ledger.shows(speaker.user, held[0]) {
      conversation.mention(.booking(held[0].reference), as: .shown)
    }
  }

  /// The users that may be meant by a name: people of the house, or who is known by no file. Names
  /// of these are compared as written, or in small letters, for people write them with a capital.
  func users(called name: String) -> [UserID] {
    switch world.ledger.building.people.meant(by: name, to: speaker.user) {
    case .one(let person): return [person.id]
    case .several(let people), .group(let people): return people.map(\.id)
    case .nobody:
      let names = name == name.lowercased() ? [name] : [name, name.lowercased()]
      return names.map { UserID($0) }
    }
  }

  /// What the speaker may see of the bookings of some people.
  private mutating func listBookings(
    of names: [String], on days: ClosedRange<CivilDate>?, _ request: Request
  ) {
    conversation.mention(.request(request, .tell(.bookings(ofSpeaker: false))), as: .shown)
    let theirs = names.flatMap(users).withoutRepeats.flatMap {
      world.ledger.bookings(of: $0, from: now)
    }
    .filter { world.ledger.tells(speaker.user, bookerOf: $0) }
    .filter { days?.contains($0.span.start.date) ?? true }
    .prefix(world.habits.listedBookingsMax)
    // `when is the meeting with Max`: of the speaker's own.
    let shared = house.mine.filter { booking in
      names.allSatisfy { name in booking.attendees.contains { $0.name.isSameName(as: name) } }
        && days?.contains(booking.span.start.date) ?? true
    }
    if theirs.isEmpty, !shared.isEmpty { return tellMine(shared, days) }
    answer = Answer(.told, [.bookingList(Array(theirs), .people(names))])
    answer.bookings = theirs.filter { $0.isHeld(by: speaker.user) }
    if theirs.count == 1, let one = theirs.first, world.ledger.shows(speaker.user, one) {
      conversation.mention(.booking(one.reference), as: .shown)
    }
  }

  // MARK: - Taking back

  /// What was put together before a line said more of it: `undo` goes back there, once.
  mutating func note(_ issue: Issue?, before reading: Reading) {
    if let issue, reading.intent != .undo { conversation.note(earlier: issue.purpose) }
  }

  mutating func takeBack(_ reversal: Reversal) {
    let earlier = Dictionary(
      reversal.events.compactMap { event in
        world.ledger.booking(event.booking.reference).map { ($0.reference, $0) }
      }
    ) { first, _ in first }
    let holders = reversal.events.flatMap { event -> [String] in
      guard case .cancelled(let booking) = event else { return [] }
      return world.outbox.holders(of: booking.reference).map(\.recipient.name)
    }
    answer = Answer(reversal.events.isEmpty ? .refused : .done)
    var refused: [AnswerPart] = []
    for (reference, refusals) in reversal.refused {
      guard let held = world.ledger.booking(reference) else { continue }
      answer.refusals += refusals
      let request = BookingRequest(room: held.room, start: held.span.start, end: held.span.end)
      refused += [.notUndone(held)] + refusals.map { .refused($0, request) }
    }
    endWaitsBeside(conversation.waitsBeside)
    make(reversal.events)
    // What was taken back can itself be taken back.
    if !reversal.events.isEmpty {
      conversation.undoable = reversal.again
      answer.suggestions = [.undo]
    }
    sayUndone(reversal.events.reversed(), earlier, holders)
    answer.parts += refused
    for event in reversal.events {
      conversation.mention(.booking(event.booking.reference), as: .done)
    }
  }

  /// Says what `undo` did, and which passes come of it.
  private mutating func sayUndone(
    _ done: [BookingEvent], _ earlier: [BookingReference: Booking], _ holders: [String]
  ) {
    var cancelled: [Booking] = []
    let series = asBefore(done)
    if let series { answer.parts.append(.seriesAsBefore(series)) }
    for event in done where series == nil {
      switch event {
      case .booked(let booking), .changed(let booking):
        answer.parts.append(.reverted(booking, from: earlier[booking.reference]))
      case .cancelled(let booking): cancelled.append(booking)
      case .restored(let booking): answer.parts.append(.restored(booking))
      }
    }
    if !cancelled.isEmpty { answer.parts.append(.cancelled(cancelled)) }
    // Of a series the first pass that goes out is told.
    for booking in series.map({ Array($0.prefix(1)) }) ?? done.map(\.booking) {
      let before = earlier[booking.reference].flatMap { $0.state == .held ? $0 : nil }
      sayPasses(of: booking, before: before)
    }
    sayWhoHoldsPasses(holders)
    let says = answer.parts.contains { if case .passesQueued = $0 { true } else { false } }
    if cancelled.isEmpty, !done.isEmpty, !says { answer.parts.append(.undoAgain) }
  }

  /// That a booking is as a line says: `there will be 12 of us`, who fit in.
  func isSo(_ booking: Booking, _ reading: Reading) -> AnswerPart {
    guard let people = reading.slots.headcount?.value, let room = world.ledger.room(booking.room)
    else { return .unchanged(booking) }
    return .suits(room, RoomFilter(seats: people), others: [])
  }

  /// That bookings which stand were shown as they would become.
  mutating func mention(_ events: [BookingEvent]) {
    for event in events where world.ledger.booking(event.booking.reference) != nil {
      conversation.mention(.booking(event.booking.reference), as: .shown)
    }
  }

  /// Says what a line refers to where nothing can be that.
  mutating func answer(_ missing: Missing) {
    switch missing {
    case .booking: answer = Answer(.refused, [.noBookingMeant])
    case .reference(let reference):
      answer = Answer(.refused, [.refused(.unknownBooking(reference), nil)])
      answer.refusals = [.unknownBooking(reference)]
    case .attendee(let name, let reference):
      answer = refused(reference) { .noSuchAttendee(name, $0) }
    case .attendees(let name, let reference):
      answer = refused(reference) { booking in
        .severalAttendees(name, booking.attendees.filter { $0.name.isSameName(as: name) })
      }
    case .someone(let reference): answer = refused(reference) { .asksWhoIsMeant($0) }
    case .question: answer = Answer(.notUnderstood, [.nothingOpen])
    case .change: answer = Answer(.told, [.nothingToUndo])
    }
  }

  /// A refusal about who comes to a booking; to nobody but its owner.
  private func refused(
    _ reference: BookingReference, _ part: (Booking) -> AnswerPart
  ) -> Answer {
    guard let booking = world.ledger.booking(reference),
      world.ledger.lets(speaker.user, change: booking)
    else {
      var answer = Answer(.refused, [.refused(.notOwner(reference), nil)])
      answer.refusals = [.notOwner(reference)]
      return answer
    }
    return Answer(.refused, [part(booking)])
  }

  /// Says that it is the speaker who has a room that is taken.
  mutating func sayOwnInTheWay() {
    for (place, part) in answer.parts.enumerated() {
      guard let (room, span) = part.placeTaken else { continue }
      let own = world.ledger.bookings(in: room, during: span).filter {
        $0.isHeld(by: speaker.user)
      }
      guard !own.isEmpty else { continue }
      answer.parts.insert(.yourOwn(own), at: place + 1)
      if own.count == 1 { conversation.mention(.booking(own[0].reference), as: .shown) }
      return
    }
  }

  /// What is being put together, and who comes: `who is coming?`
  mutating func tell(ofDraft issue: Issue) {
    let draft = summary(of: issue.purpose)
    answer = Answer(.told, [.stillOpen(draft)])
    var company = RequestSummary()
    company.people = draft.people
    if company != RequestSummary() { answer.parts.append(.nowIs(company)) }
  }

  /// Says yes or no first to whoever asks whether something stands, or does no more. What words ask
  /// that were left aside nobody knows, nor what a booking was like before.
  mutating func sayWhether(_ isSo: Bool, _ reading: Reading) {
    guard reading.unused.isEmpty, reading.fateAsked != .changed else { return }
    answer.parts.insert(.answers((reading.fateAsked == .cancelled) != isSo), at: 0)
  }

  /// Whether a booking has begun at the hour that is asked about, and is not over then; of hours
  /// that end, whether it lasts in any of them.
  func isThen(_ booking: Booking, _ request: Request) -> Bool {
    guard let time = request.times.start.value else { return true }
    let start = CivilMoment(booking.span.start.date, time)
    let last = request.times.length.value.map { start.adding(minutes: $0) }
    let end = request.times.end.value.map { CivilMoment(start.date, $0) } ?? last
    guard let end, let asked = CivilSpan(from: start, to: end) else {
      return booking.span.contains(start)
    }
    return booking.span.overlaps(asked)
  }
}

extension AnswerPart {
  /// The room and the span of which it tells that it is taken.
  fileprivate var placeTaken: (RoomID, CivilSpan)? {
    switch self {
    case .refused(.taken, let request?):
      CivilSpan(from: request.start, to: request.end).map { (request.room, $0) }
    case .free(let room, let span, isFree: false, _, _, _): (room.id, span)
    default: nil
    }
  }
}
