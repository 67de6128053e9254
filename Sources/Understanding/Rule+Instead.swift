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

  /// `Friday at the same time instead`, right behind what was given up: one like that.
  static let insteadOfGone = Rule(name: "insteadOfGone") { context in
    guard let (referent, gone) = context.goneReplaced else { return [] }
    let ground = context.house.request(of: gone, as: .done)
    let said = context.grounding.request(on: ground, spokenOf: gone.room)
    return [
      hypothesis(
        "insteadOfGone",
        .pursue([Purpose(.book, ground.revised(by: said))], wanted: .all, answering: nil),
        in: context, distance: context.distance(to: referent))
    ]
  }

  /// `no, for me`, `in Jana's name`, right behind a booking: it is taken back and made in that
  /// name, both or neither, for a booking that stands changes hands only so.
  static let inOtherName = Rule(name: "inOtherName") { context in
    guard let (referent, booking) = context.justDone, context.distance(to: referent) == 0,
      context.slots.behalf != nil, [.no, .details].contains(context.intent),
      context.reading.unused.isEmpty, !context.namesPlace, !context.state.isOpen,
      case .booked(let made)? = context.state.undoable.last, made.reference == booking.reference,
      context.state.undoable.count(where: { $0.isNew }) == 1
    else { return [] }
    var request = context.house.request(of: booking, as: .done)
    request.behalf = context.grounding.request(on: request).behalf
    let people = context.house.ledger.building.people
    let owner = request.behalf.value.flatMap { people.called($0, to: context.house.user).first?.id }
    guard owner ?? context.house.user != booking.owner else { return [] }
    return [hypothesis("inOtherName", .redo(Purpose(.book, request)), in: context)]
  }
}

extension BookingEvent {
  fileprivate var isNew: Bool { if case .booked = self { true } else { false } }
}

extension TurnContext {
  /// The booking given up in the line before, in the place of which the line wants another.
  var goneReplaced: (referent: Referent, booking: Booking)? {
    guard reading.isInstead, [.book, .details, .change].contains(intent), saysContent,
      slots.booking == nil || slots.booking?.value == .last,
      namesPlace || slots.target != nil || slots.targetRoom != nil,
      !state.isOpen,
      let lastBooking, distance(to: lastBooking) == 0, let last, last.state != .held,
      case .cancelled(let gone)? = state.undoable.last, gone.reference == last.reference
    else { return nil }
    return (lastBooking, gone)
  }

  /// The booking made a moment ago whose place the line gives to another room or time.
  var bookingReplaced: (referent: Referent, booking: Booking)? {
    guard reading.isInstead, intent == .book, !isWhole, slots.booking == nil, slots.also == nil,
      saysContent, !state.isOpen
    else { return nil }
    return justDone
  }
}
