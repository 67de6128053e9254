// Questions about a room that is not named: `does it have a projector?`, `which floor is that on?`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// The room that `it` and `there` are in a question about a room: the one asked about last, else
  /// that of what is put together, else that of the last booking.
  var roomSpokenOf: RoomID? {
    if let query = conversation.freshQuery, !query.isTaken, let room = query.room ?? onlyRoomFound {
      return room
    }
    switch conversation.task {
    case .drafting(let draft, _), .choosing(_, let draft):
      if let room = draft.room ?? room(ofBooking: draft.changes) { return room }
    case .choosingBooking, .confirming, .confirmingLine, nil: break
    }
    return room(ofBooking: conversation.last)
  }

  /// Whether a line calls a room by its name, not `it`.
  var isRoomNamed: Bool { slots.rooms.first?.value != .spokenOf }

  /// The day of the last booking, if a line asks of its room.
  var dayOfRoomSpokenOf: CivilDate? {
    let last = conversation.last.flatMap { world.ledger.booking($0) }
    return isRoomNamed || last?.room != roomSpokenOf ? nil : last?.span.start.date
  }

  /// A question about the room of what was just done leaves that just done.
  mutating func goOnAboutLast() {
    if slots.rooms.isEmpty || !isRoomNamed, conversation.hasJustDone { conversation.keepDone() }
  }

  private func room(ofBooking reference: BookingReference?) -> RoomID? {
    reference.flatMap { world.ledger.booking($0)?.room }
  }

  /// `show me the second`: the room of one of the things offered, which stay open; false if the
  /// line names none of them.
  mutating func showsRoomOffered(_ choices: [Choice]) -> Bool {
    guard let mention = slots.choice?.value,
      let room = picked(by: mention, from: choices)?.room
    else { return false }
    showRoom(room)
    return true
  }

  /// The room that `the second` is of those listed last, and `the biggest` also of all; `the last
  /// one` is a booking where no rooms were listed.
  var roomPointedOut: RoomID? {
    guard let mention = slots.choice?.value else { return nil }
    if let listed = conversation.listed { return picked(by: mention, from: listed.choices)?.room }
    guard case .bySeats = mention else { return nil }
    let all = world.ledger.building.rooms.enumerated().map {
      Choice($0.offset + 1, .room($0.element.id))
    }
    return picked(by: mention, from: all)?.room
  }

  /// The room that `the big one` is, if a line says so.
  var largestOrSmallest: RoomID? {
    if case .bySeats = slots.choice?.value { roomPointedOut } else { nil }
  }

  /// Whether a room has what a line asks of it, and which others have.
  mutating func tellIfItSuits(_ id: RoomID) {
    guard let room = world.ledger.room(id) else { return }
    let wanted = filter(refining: RoomFilter())
    var others: ArraySlice<Room> = []
    if !wanted.misses(of: room).isEmpty {
      others = world.ledger.building.rooms.filter { wanted.misses(of: $0).isEmpty }
        .prefix(world.habits.foundRoomsMax)
    }
    answer = Answer(.told, [.suits(room, wanted, others: others.map(\.name))])
    guard isRoomNamed else { return }
    conversation.query = Query(
      kind: .show, room: id, day: dayToShow().0, start: nil, minutes: world.habits.usualMinutes,
      filter: RoomFilter())
  }
}
