// A change of a booking that stands, waiting for a choice: what lines put into it, and what picking
// a choice does beside.

import Bookings
import CivilTime

extension Turn {
  /// Offers a booking's move to a room that was refused, where the line makes it possible without
  /// naming the room: `make it 11`. It is not moved there without a yes.
  mutating func offersRefusedRoom(_ draft: Draft) -> Bool {
    guard let booking = draft.changes.flatMap({ world.ledger.booking($0) }),
      let room = draft.room, room != booking.room, roomWanted() == nil
    else { return false }
    let change = draft.change(of: booking, in: world.ledger)
    do {
      let events = try world.ledger.decide(
        .change(booking.reference, change), by: speaker.user, at: now)
      guard let after = events.last?.booking else { return false }
      let choices = [Choice(1, .hold(room, after.span))]
      conversation.task = .choosing(choices, draft)
      answer = Answer(.needsChoice, [.offers])
      answer.choices = choices
      return true
    } catch {
      return false
    }
  }

  /// Says with the choices for a booking that stands who comes or goes by picking one.
  mutating func sayWhoComesAndGoes() {
    guard let place = answer.parts.firstIndex(of: .offers),
      case .choosing(_, let draft) = conversation.task,
      let attendees = draft.attendees,
      let standing = draft.changes.flatMap({ world.ledger.booking($0)?.attendees })
    else { return }
    let staying = Set(attendees.compactMap(\.id))
    let joining = attendees.filter { $0.id == nil }.compactMap(\.called)
    let leaving = standing.filter { !staying.contains($0.id) }.map(\.name)
    guard !joining.isEmpty || !leaving.isEmpty else { return }
    answer.parts.insert(.comingAndGoing(joining: joining, leaving: leaving), at: place)
  }
}
