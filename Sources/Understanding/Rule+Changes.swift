// Lines about bookings that stand: changes, corrections, cancellations, and taking back.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let changes = [change, correct, cancel, undo]

  /// `move B1 to Friday`, `make it 11`, `move my 3pm to Cockpit`, `title Retro`.
  private static let change = Rule(name: "change") { context in
    guard context.intent == .change || context.isOfTexts else { return [] }
    let place = context.placeOfChange
    return context.pointed("change", place) { meant in
      let ground = context.house.request(of: meant.booking, as: .done)
      let reach: Grounding.Reach = place == .which ? .target : .all
      let said = context.grounding.request(
        on: ground, reaching: reach, spokenOf: context.roomSpokenOf)
      return Purpose(.change(meant.booking.reference), ground.revised(by: said))
    }
  }

  /// `no, 11`, `until 12`, `at 11` behind a booking: what was just done, otherwise; behind a
  /// question it is that which is asked again.
  private static let correct = Rule(name: "correct") { context in
    guard [.no, .details].contains(context.intent), context.saysContent,
      context.slots.booking == nil, !context.meansAnother,
      let done = context.state.salient(.booking, in: [.done, .picked], .fresh),
      case .booking(let reference) = done.entity,
      let booking = context.house.ledger.booking(reference), booking.state == .held
    else { return [] }
    let isWhole = !context.slots.rooms.isEmpty && context.slots.firstWhen?.start != nil
    guard context.intent == .no || !isWhole else { return [] }
    let ground = context.house.request(of: booking, as: .done)
    let said = context.grounding.request(on: ground, spokenOf: context.roomSpokenOf)
    // An hour alone may be a new booking as well.
    let isHourAlone = context.intent == .details && context.slots.firstWhen?.start != nil
    return [
      hypothesis(
        "correct",
        .pursue(
          [Purpose(.change(reference), ground.revised(by: said))], either: false, answering: nil),
        in: context, distance: context.distance(to: done),
        doubts: isHourAlone ? [.guessed] : [])
    ]
  }

  /// `cancel B1`, `cancel my bookings tomorrow`, `cancel it`.
  private static let cancel = Rule(name: "cancel") { context in
    guard context.intent == .cancel, !context.cancelsPeople else { return [] }
    if context.slots.choice?.value == .all
      || context.slots.mine?.value == true && context.slots.booking == nil
    {
      let meant = context.mine.filter(context.fits)
      guard !meant.isEmpty else {
        return [hypothesis("cancel", .misses(.booking), in: context)]
      }
      return [
        hypothesis(
          "cancel",
          .pursue(
            [Purpose(.cancel(meant.map(\.reference)), Request())], either: false, answering: nil),
          in: context)
      ]
    }
    let further = context.furtherBookings
    return context.pointed("cancel", .which) { meant in
      Purpose(.cancel(([meant.booking.reference] + further).withoutRepeats), Request())
    }
  }

  /// `undo`.
  private static let undo = Rule(name: "undo") { context in
    guard context.intent == .undo else { return [] }
    return [hypothesis("undo", .undo, in: context)]
  }
}

extension TurnContext {
  /// Whether the line says a text or privacy, and nothing of a place: it is said of what stands.
  var isOfTexts: Bool {
    intent == .details && !namesPlace
      && (slots.title != nil || slots.description != nil || slots.isPrivate != nil)
  }

  /// `delete Ann`: she is not to come, and all else stays.
  var cancelsPeople: Bool {
    intent == .cancel && !slots.people.isEmpty && slots.booking == nil && slots.mine == nil
      && slots.choice == nil && !namesPlace
  }

  /// The bookings that the line names beside the first.
  var furtherBookings: [BookingReference] {
    slots.furtherBookings.flatMap { further -> [BookingReference] in
      switch further.value {
      case .reference(let number): [BookingReference(number)]
      case .titled(let title): mine.filter { $0.title == title }.map(\.reference)
      case .last, .mine, .next: []
      }
    }
  }

  /// Whether the room and time of a change tell which booking is meant: beside what it becomes, and
  /// where one of the speaker's own is like that, as in `move Bunker`.
  var placeOfChange: PlaceIsFor {
    let hasTarget = slots.target != nil || slots.targetRoom != nil
    if hasTarget { return namesPlace ? .which : .becoming }
    guard namesPlace, slots.booking == nil || slots.booking?.value == .mine else {
      return .becoming
    }
    if slots.when.contains(where: { $0.shift != nil }) { return .which }
    return mine.contains(where: fits) ? .which : .becoming
  }

  /// One hypothesis for the bookings that the line means: for several, each is an option.
  func pointed(
    _ rule: String, _ place: PlaceIsFor, _ purpose: (MeantBooking) -> Purpose
  ) -> [Hypothesis] {
    do throws(UnmetReference) {
      let meant = try bookingsMeant(place)
      let doubts = meant.reduce(into: Set<Doubt>()) { $0.formUnion($1.doubts) }
      return [
        Rule.hypothesis(
          rule, .pursue(meant.map(purpose), either: meant.count > 1, answering: nil), in: self,
          distance: meant.map(\.distance).max() ?? 0, doubts: doubts)
      ]
    } catch {
      return [Rule.hypothesis(rule, .misses(error.missing), in: self)]
    }
  }
}
