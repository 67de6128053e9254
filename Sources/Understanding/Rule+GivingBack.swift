// Lines that give bookings back, whole or in part, and what takes the place of what was booked.

import Bookings
import Discourse
import Language

extension Rule {
  /// `cancel B1`, `cancel my bookings tomorrow`, `cancel it`.
  static let cancel = Rule(name: "cancel") { context in
    guard
      context.intent == .cancel && !context.cancelsPeople || context.skipsDaysOfSeries
        || context.unwantedOfDone != nil
    else { return [] }
    // What is booked on a trip was spoken of since: it goes, by a rule of its own.
    if context.rides.isSpokenOfLast || context.partsGivenBack != nil { return [] }
    if context.slots.isEither { return context.oneOfSeveral }
    if let gone = context.unwantedOfDone { return [context.cancelling("cancel", [gone])] }
    if let series = context.seriesMeant, context.namesSeries || series.count > 1 {
      return [context.cancelling("cancel", series)]
    }
    if let those = context.thoseMeant { return [context.cancelling("cancel", those)] }
    if context.slots.choice?.value.isAll == true
      || context.slots.mine?.value == true && context.slots.booking == nil
    {
      let all = context.slots.choice?.value == .both ? context.bothMeant : context.mine
      let meant = all.filter { booking in
        context.fits(booking) && context.isTitledAsSaid(booking)
      }
      guard !meant.isEmpty else {
        return [hypothesis("cancel", .misses(.booking), in: context)]
      }
      return [
        hypothesis(
          "cancel",
          .pursue(
            [Purpose(.cancel(meant.map(\.reference)), Request())], wanted: .all, answering: nil),
          in: context)
      ]
    }
    let further = context.furtherBookings
    if !further.isEmpty, case .reference(let number) = context.slots.booking?.value {
      let all = ([BookingReference(number)] + further).withoutRepeats
      return [
        hypothesis(
          "cancel", .pursue([Purpose(.cancel(all), Request())], wanted: .all, answering: nil),
          in: context)
      ]
    }
    return context.pointed("cancel", .which) { meant in
      Purpose(.cancel(([meant.booking.reference] + further).withoutRepeats), Request())
    }
  }

  /// `we don't need it after 5`, `cancel the last hour`: what is left of it stands.
  static let giveBackPart = Rule(name: "giveBackPart") { context in
    guard let parts = context.partsGivenBack else { return [] }
    let purposes = parts.map { booking, times in
      Purpose(
        .change(booking.reference), context.ground(of: booking).revised(by: Request(of: times)))
    }
    return [
      hypothesis(
        "giveBackPart", .pursue(purposes, wanted: .all, answering: nil), in: context,
        doubts: context.isPartUnpointed ? [.unpointed] : [])
    ]
  }

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
      slots.booking == nil || slots.booking?.value == .last, slots.choice == nil,
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
