// A booking that is to be where something was just asked about: `move it there`, `take Cockpit
// instead`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// While a booking is put together, `take it instead` is said of that: a yes to what was asked
  /// about, or another room.
  mutating func settlePlaceAsked(_ reading: Reading) -> Reading {
    guard slots.when.first?.startsAsBefore?.value == .there else { return reading }
    switch conversation.task {
    case .drafting(let draft, _) where draft.changes == nil: break
    case .choosing(_, let draft) where draft.changes == nil: break
    case .drafting, .choosing, .choosingBooking, .confirming, .confirmingLine, nil: return reading
    }
    slots.when.removeFirst()
    return slots.targetRoom == nil ? reading.asAgreement : reading
  }

  /// Moves the last booking to the room and the time asked about last, or to the room named; false
  /// if the line says no such thing, or nothing tells where.
  mutating func takesPlaceAsked() -> Bool {
    guard slots.when.first?.startsAsBefore?.value == .there else { return false }
    slots.when.removeFirst()
    let query = conversation.freshQuery.flatMap { $0.isTaken ? nil : $0 }
    let named = slots.targetRoom.flatMap { room(of: $0.value) }
    guard let last = bookingNamed ?? lastHeld, !isAskedOfAnotherTime(query, than: last, named)
    else {
      // Nothing is booked that it could be instead of.
      slots.rooms = slots.rooms + [slots.targetRoom].compactMap(\.self)
      slots.targetRoom = nil
      slots.target = nil
      book(onlyShown: query?.start != nil)
      return true
    }
    guard named == nil, let query, let room = query.room ?? onlyRoomFound else { return false }
    var draft = Draft(changes: last.reference)
    draft.room = room
    if let start = query.start, start != last.span.start {
      (draft.day, draft.start) = (start.date, start.time)
    }
    proceed(draft)
    return true
  }

  /// Whether a room is named after a question about another time than that of a booking: then it is
  /// rather for that time.
  private func isAskedOfAnotherTime(
    _ query: Query?, than booking: Booking, _ named: RoomID?
  ) -> Bool {
    guard named != nil, let query, let start = query.start,
      let asked = CivilSpan(from: start, to: start.adding(minutes: query.minutes))
    else { return false }
    return !asked.overlaps(booking.span)
  }
}

extension Reading {
  /// The same, as a yes.
  fileprivate var asAgreement: Reading {
    Reading(
      intent: .yes, intentOrigin: intentOrigin, language: language, slots: slots, unused: unused,
      isTentative: isTentative, takesBack: takesBack, score: score)
  }
}
