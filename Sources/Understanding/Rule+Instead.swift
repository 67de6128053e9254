// What takes the place of what was just booked.

import Bookings
import Discourse
import Language

extension Rule {
  /// `book the Cockpit instead`, right behind a booking: that is changed, and stays as it is where
  /// that cannot be.
  static let instead = Rule(name: "instead") { context in
    guard let (referent, booking) = context.bookingReplaced else { return [] }
    let ground = context.ground(of: booking)
    let said = context.grounding.request(on: ground, spokenOf: context.roomSpokenOf)
    return [
      hypothesis(
        "instead",
        .pursue(
          [Purpose(.change(booking.reference), ground.revised(by: said))], wanted: .all,
          answering: nil),
        in: context, distance: context.distance(to: referent))
    ]
  }
}

extension TurnContext {
  /// The booking made a moment ago whose place the line gives to another room or time.
  var bookingReplaced: (referent: Referent, booking: Booking)? {
    guard reading.isInstead, intent == .book, !isWhole, slots.booking == nil, slots.also == nil,
      saysContent, !state.isOpen
    else { return nil }
    return justDone
  }
}
