// One of several bookings is to go, and the line leaves open which: `cancel B1 or B2`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Asks which of the bookings that a line names is to go; false if it names one at most. A day
  /// may be said of one of them only: `cancel Bunker today or Cockpit`.
  mutating func asksWhichOneGoes() -> Bool {
    guard slots.isEither else { return false }
    let meant = world.ledger.bookings(of: speaker.user, from: now).filter(isOneNamed)
      .prefix(world.habits.listedBookingsMax)
    guard meant.count > 1 else { return false }
    let choices = meant.enumerated().map { Choice($0.offset + 1, .booking($0.element.reference)) }
    conversation.task = .choosingBooking(choices, .cancel)
    answer = Answer(.needsChoice, [.asksWhichBooking, .offers])
    answer.choices = choices
    answer.bookings = Array(meant)
    return true
  }

  private func isOneNamed(_ booking: Booking) -> Bool {
    if bookingNamed == booking || furtherMeant.contains(booking.reference) { return true }
    let rooms = slots.rooms.compactMap { room(of: $0.value) }
    guard rooms.count > 1 || slots.when.count > 1 else { return false }
    if !rooms.isEmpty, !rooms.contains(booking.room) { return false }
    return rooms.count > 1 || slots.when.contains { fits(booking, at: $0) }
  }

  private func fits(_ booking: Booking, at when: When) -> Bool {
    var turn = self
    turn.slots.when = [when]
    return turn.fits(booking)
  }
}
