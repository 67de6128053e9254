// A booking that is to be in another room, of which the line says only what must be in it: `rather
// one with a projector`, `something bigger`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Whether all that a line says is what must be in a room, right after a booking of one that has
  /// it not: `one with a projector, please`, `is there another with a projector?`.
  func mayLackForLast(_ reading: Reading) -> Bool {
    guard reading.intent == .find || reading.intent == .details && reading.intentOrigin == .assumed,
      conversation.task == nil, conversation.hasJustDone,
      conversation.freshQuery.map({ $0.isTaken || $0.room == lastHeld?.room }) ?? true,
      hasFilter, slots.headcount == nil, slots.when.isEmpty, slots.rooms.isEmpty,
      slots.people.isEmpty, slots.roomCount == nil, slots.also == nil, slots.booking == nil,
      let room = lastHeld.flatMap({ world.ledger.room($0.room) })
    else { return false }
    return !filter(refining: RoomFilter()).misses(of: room).isEmpty
  }

  /// Whether a line asks for another room without naming one: `too small`, `a different room`.
  var wantsAnotherRoom: Bool {
    slots.choice?.value == .larger || slots.choice?.value == .other
  }

  /// `yes, the Aquarium`, right after another room was booked: moves the booking there.
  mutating func movesThere() -> Bool {
    guard conversation.hasJustDone, let booking = lastHeld, let room = namedRoom(),
      room != booking.room
    else { return false }
    var draft = Draft(changes: booking.reference)
    draft.room = room
    proceed(draft)
    return true
  }

  /// Offers the rooms with more seats than any of some that were shown, or all others; the room of
  /// what is put together is one of those shown. Where there is none, says so, and what is open
  /// stays open.
  mutating func offerOthers(than shown: [RoomID], _ draft: Draft) {
    let changed = draft.changes.flatMap { world.ledger.booking($0) }
    let shown = shown + [draft.room ?? changed?.room].compactMap(\.self)
    let isLarger = slots.choice?.value == .larger
    var next = draft
    next.room = nil
    next.roomsLeftOut.formUnion(shown)
    if isLarger, let most = shown.compactMap({ world.ledger.room($0)?.seats }).max() {
      let wanted = max(draft.headcount ?? 0, draft.filter.seats ?? 0, most + 1)
      // Where none has as many as are wanted, more than those shown have is better than nothing.
      let isThere = world.ledger.building.rooms.contains { $0.seats ?? 0 >= wanted }
      next.filter.seats = isThere ? wanted : most + 1
    }
    var span: CivilSpan?
    if let changed {
      let request = changed.request(with: next.change(of: changed, in: world.ledger))
      span = CivilSpan(from: request.start, to: request.end)
    } else if draft.start != nil {
      let moments = moments(of: next)
      span = CivilSpan(from: moments.start, to: moments.end)
    }
    guard isAnyRoom(for: next, during: span) else {
      answer = Answer(.told, [.noOtherRoom(isLarger: isLarger)])
      return
    }
    guard let changed, let span else {
      return draft.start == nil ? proceed(next) : askForRoom(next, moments(of: next))
    }
    offerRooms(for: next, instead: changed, during: span)
  }

  /// Whether a room that suits what is put together is free in a span, or there at all.
  private func isAnyRoom(for draft: Draft, during span: CivilSpan?) -> Bool {
    let filter = filter(of: draft)
    let fitting =
      span.map { world.ledger.rooms(fitting: filter, during: $0, at: now) }
      ?? world.ledger.building.rooms.filter { filter.misses(of: $0).isEmpty }
    return fitting.contains { !draft.roomsLeftOut.contains($0.id) }
  }

  /// Right after a booking, offers the rooms with more seats for its time, or all others.
  mutating func offersAnotherRoom() -> Bool {
    guard wantsAnotherRoom, conversation.hasJustDone, let booking = lastHeld,
      booking.owner == speaker.user
    else { return false }
    var draft = Draft(changes: booking.reference)
    if slots.choice?.value == .larger {
      guard let seats = world.ledger.room(booking.room)?.seats else { return false }
      draft.filter.seats = seats + 1
    }
    offerRooms(for: draft, instead: booking, during: booking.span)
    return true
  }

  /// Offers the rooms that have what a change asks for, if the room of the booking lacks it. How
  /// many seats are wanted is advice, and refused as such.
  mutating func offersOtherRoom(
    _ draft: Draft, _ booking: Booking, _ change: BookingChange
  ) -> Bool {
    var wanted = draft.filter
    if draft.headcount != nil { wanted.seats = nil }
    guard draft.room == nil, wanted != RoomFilter(), booking.owner == speaker.user,
      booking.state == .held, let room = world.ledger.room(booking.room),
      !wanted.misses(of: room).isEmpty
    else { return false }
    let request = booking.request(with: change)
    guard let span = CivilSpan(from: request.start, to: request.end) else { return false }
    offerRooms(for: draft, instead: booking, during: span)
    return true
  }

  private mutating func offerRooms(
    for draft: Draft, instead booking: Booking, during span: CivilSpan
  ) {
    conversation.last = booking.reference
    let fitting = world.ledger.rooms(fitting: draft.filter, during: span, at: now)
      .filter { $0.id != booking.room && !draft.roomsLeftOut.contains($0.id) }
      .prefix(world.ledger.limits.alternativesMax)
    guard !fitting.isEmpty else {
      conversation.task = nil
      let others = found(draft.filter, in: span).filter { !$0.match.fits }
      answer = Answer(.told, [.found(span, free: [], others: others)])
      answer.rooms = others.map(\.day)
      return
    }
    let choices = fitting.enumerated().map { Choice($0.offset + 1, .hold($0.element.id, span)) }
    conversation.task = .choosing(choices, draft)
    answer = Answer(.needsChoice, [.asks([.room], attendee: nil), .offers])
    answer.choices = choices
  }
}
