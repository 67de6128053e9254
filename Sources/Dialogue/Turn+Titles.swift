// Which bookings a title in the line may mean that is not written as it stands in the calendar.

import Bookings
import Language

extension Turn {
  /// What a line calls the booking it is about: `the standup`, or the title in `cancel the meeting
  /// called Budget`. Where something is booked or changed, a title is what it will be called.
  func calledAs(_ reading: Reading) -> Said<String>? {
    slots.occasion ?? (reading.intent == .cancel ? slots.title : nil)
  }

  /// Whether a booking is called as the line asks: `is there a meeting called budget`. A title that
  /// none of the speaker's bookings has tells nothing, so all are.
  func isTitledAsAsked(_ booking: Booking) -> Bool {
    isTitledUnlikeAny || slots.title == nil || shares(booking)
  }

  /// Whether the line says a title that none of the speaker's bookings has.
  var isTitledUnlikeAny: Bool {
    slots.title != nil
      && !world.ledger.bookings(of: speaker.user, from: now).contains(where: shares)
  }

  private func shares(_ booking: Booking) -> Bool {
    guard let said = slots.title else { return false }
    return booking.title.sharesWords(with: said.value)
  }
}

extension String {
  /// Whether all words of one of two titles stand in the other: `the budget talk` and `Budget`.
  func sharesWords(with other: String) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    let one = " \(lowercased()) ", two = " \(other.lowercased()) "
    return one.contains(two) || two.contains(one)
  }
}
