// Lines that answer which of several is meant by words of what is offered: a surname, a group, or
// how the days of a series are to be had.

import Bookings
import Discourse
import Language

extension Rule {
  static let meantByWords = [whoIsMeant, howDaysAreHad]

  /// `Bauer`, `the one from sales`, where it was asked which Tom: whom a word of the line names,
  /// and nobody else who is offered.
  private static let whoIsMeant = Rule(name: "whoIsMeant") { context in
    // In `the sales one` nothing is counted.
    let choice = context.slots.choice
    let isCounted =
      choice != nil && choice?.value != .other
      && (choice?.value != .number(1) || context.isInDigits(choice?.range))
    guard let open = context.open, !isCounted, !context.ordersBesidePeople,
      let option = context.personNamed(among: open.question.options)
    else { return [] }
    return [
      hypothesis(
        "whoIsMeant", .settle(open.id, .pick(option, context.placeBeside(open))), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `skip that one`, `another room then`, where days of a series cannot be had as wanted. What is
  /// said so of another day is none of what is offered.
  private static let howDaysAreHad = Rule(name: "howDaysAreHad") { context in
    guard let open = context.open else { return [] }
    if let offer = context.offerOfTimeSaid(open) {
      return [
        hypothesis(
          "howDaysAreHad", .settle(open.id, .pick(Option(1, .series(offer)), Request())),
          in: context, distance: context.distance(to: open))
      ]
    }
    guard let kind = context.wayOfDaysSaid else { return [] }
    let option = open.question.options.first { $0.offer.series?.kind == kind }
    var settlement = Settlement.noSuchOption(nil)
    if let option, context.saysOnlyDays(ofClashIn: open) { settlement = .pick(option, Request()) }
    return [
      hypothesis(
        "howDaysAreHad", .settle(open.id, settlement), in: context,
        distance: context.distance(to: open))
    ]
  }
}
