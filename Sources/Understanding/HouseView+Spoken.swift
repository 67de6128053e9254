// What of the house was spoken of.

import Bookings
import CivilTime
import Discourse

extension HouseView {
  /// The day of what was asked about or done last.
  func daySpokenOf(in state: DialogueState) -> CivilDate? {
    let asked = state.salient(.request, in: [.asked])
    let booking = state.salient(.booking, in: [.done, .picked])
    if let booking, booking.turn > (asked?.turn ?? 0), case .booking(let last) = booking.entity {
      return self.booking(last)?.span.start.date
    }
    guard case .request(let request, _) = asked?.entity else { return nil }
    return request.times.day.value?.first
  }

  /// The speaker's bookings that stand and that a conversation has been about, in the order in
  /// which they were made.
  func spokenOf(in state: DialogueState) -> [Booking] {
    state.bookings.compactMap { reference -> Booking? in
      guard let booking = ledger.booking(reference), booking.state == .held,
        booking.isHeld(by: user)
      else { return nil }
      return booking
    }.sorted { $0.reference.number < $1.reference.number }
  }
}
