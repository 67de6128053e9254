// Lines about trips, and answers to what the service asks. A question of the service is answered by
// these rules alone.

import Bookings
import Discourse
import Language
import Mobility
import Products

/// The rules of trips.
enum RideRules {
  static let all = [
    askOfTrip, askOfRide, askOfOffer, pickOfRide, wordOfRide, answerField, dropForAnother,
    giveBackRide, joinTrip, askOfAccounts, wordOfLink,
  ]

  /// `where is it`, `show it` of what was spoken of last: how it stands.
  private static let askOfRide = Rule(name: "askOfRide") { context in
    guard context.intent == .show, !context.reading.namesTopic, context.rides.isSpokenOfLast,
      case .leg(let leg) = context.rides.legMeant(where: {
        context.house.travel.isBooked($0, of: context.rides.owner)
      })
    else { return [] }
    return [Rule.hypothesis("askOfRide", .ride(.status(leg)), in: context)]
  }

  /// `trips`, `T3`, `products for T3.2`, `status T3`.
  private static let askOfTrip = Rule(name: "askOfTrip") { context in
    guard context.intent == .ride, context.slots.booking == nil,
      let move = context.rides.rideAsked
    else { return [] }
    return [Rule.hypothesis("askOfTrip", .ride(move), in: context)]
  }

  /// `how much is the uber`, `the shuttle?`, where they are listed: it is told, and stays open.
  private static let askOfOffer = Rule(name: "askOfOffer") { context in
    let options = context.optionsInView
    guard case .ofRide(let id, let place, _)? = context.rides.optionAskedAbout(options)?.offer,
      context.rides.isOffering(id)
    else { return [] }
    var made = Rule.hypothesis(
      "askOfOffer", .ride(.tell(id, place)), in: context,
      distance: context.open.map { context.distance(to: $0) } ?? 0)
    made.unusedCount = 0
    made.doubts.remove(.guessed)
    return [made]
  }

  /// `2`, `book the shuttle`, `use 1`, where something of a ride is listed or offered.
  private static let pickOfRide = Rule(name: "pickOfRide") { context in
    let options = context.optionsInView
    guard options.contains(where: \.offer.isOfRide),
      let option = context.rides.optionOfRide(options)
    else { return [] }
    let move: RideMove
    switch option.offer {
    case .leg(let leg): move = .products(leg)
    case .ofRide(let id, let place, _):
      move =
        context.rides.puts
        ? .use(id, place) : context.rides.isOffering(id) ? .pick(id, place) : .act(id, place)
    case .instant(let place, let instant, _):
      guard let answer = context.house.itemAsked(of: place)?.kind.answer(of: instant) else {
        return []
      }
      move = .answer(place, answer)
    default: return []
    }
    var made = Rule.hypothesis(
      "pickOfRide", .ride(move), in: context,
      distance: context.open.map { context.distance(to: $0) } ?? 0)
    // What names it, and the verb before it, are of use.
    made.unusedCount = 0
    made.doubts.remove(.guessed)
    return [made]
  }

  /// `back`, `send`, `accept`, `stop`, `yes` to a question of the service.
  private static let wordOfRide = Rule(name: "wordOfRide") { context in
    guard let open = context.open, case .ride(let id?) = open.purpose.goal,
      let (word, place) = context.rides.wordOfRide(open)
    else { return [] }
    return [
      Rule.hypothesis(
        "wordOfRide", .ride(.word(word, id, place)), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `T1 for B17`, `what gets me to B17 in time`.
  private static let joinTrip = Rule(name: "joinTrip") { context in
    guard context.intent == .ride, context.slots.booking != nil else { return [] }
    do throws(UnmetReference) {
      let meant = try context.bookingsMeant(.which)
      guard meant.count == 1, let booking = meant.first?.booking.reference,
        let move = context.rides.joined(to: booking)
      else { return [] }
      return [Rule.hypothesis("joinTrip", .ride(move), in: context)]
    } catch {
      return [Rule.hypothesis("joinTrip", .misses(error.missing), in: context)]
    }
  }

  /// `accounts`, `link uber`, `unlink uber`.
  private static let askOfAccounts = Rule(name: "askOfAccounts") { context in
    guard context.intent == .ride, let move = context.rides.accountAsked else { return [] }
    return [Rule.hypothesis("askOfAccounts", .ride(.account(move)), in: context)]
  }

  /// `done`, `stop`, `yes` while an account is linked elsewhere.
  private static let wordOfLink = Rule(name: "wordOfLink") { context in
    guard let open = context.open else { return [] }
    let said: AccountMove?
    switch open.question {
    case .ride(.link(let provider)): said = context.rides.wordOfLink(provider)
    case .ride(.field(.link(let attempt))):
      said = context.rides.wordOfRide(open).map { .word($0.0, attempt) }
    default: said = nil
    }
    guard let move = said else { return [] }
    return [
      Rule.hypothesis(
        "wordOfLink", .ride(.account(move)), in: context, distance: context.distance(to: open))
    ]
  }

  /// Anything that can be the answer to the field that is asked for.
  private static let answerField = Rule(name: "answerField") { context in
    guard let open = context.open, case .ride(.field(let place)) = open.question,
      let item = context.house.itemAsked(of: place)
    else { return [] }
    // The words of the question come before what could be filled in.
    if item.kind.takesAnyText, context.rides.wordOfRide(open) != nil { return [] }
    let answer = context.rides.answer(to: item)
    if answer == nil, context.rides.wordOfRide(open) != nil { return [] }
    // A number is one of the instants that are offered before it is an hour.
    if context.rides.picksInstant { return [] }
    let unclear = context.rides.unclearMoment(for: item).map { RideMove.unclear(place, $0) }
    let move = answer.map { RideMove.answer(place, $0) } ?? unclear ?? .misfit(place)
    var made = Rule.hypothesis(
      "answerField", .ride(move), in: context, distance: context.distance(to: open))
    made.unusedCount = 0
    made.doubts = []
    // A whole order about rooms is none of the answers to a question that takes any text, or a day
    // and a time, and what is no answer may be anything else.
    let mayBeOrder = answer == nil || item.kind.takesAnyText || item.kind.takesMoment
    made.isUnlikely = mayBeOrder && context.rides.isWholeOrder
    return [made]
  }

  /// `yes`, `no`, `stop`, where it is asked whether another booking is dropped for this.
  private static let dropForAnother = Rule(name: "dropForAnother") { context in
    guard let open = context.open, case .ride(.drop(let other, let leg)) = open.question else {
      return []
    }
    let move: RideMove
    switch context.intent {
    case .yes: move = .productsInstead(leg, of: other)
    case .no, .back, .skip: move = .goOn(other)
    default: return []
    }
    return [
      Rule.hypothesis(
        "dropForAnother", .ride(move), in: context, distance: context.distance(to: open))
    ]
  }

  /// `cancel T3.2`, `cancel the shuttle`, or `cancel it` of what was spoken of last: what is booked
  /// there.
  private static let giveBackRide = Rule(name: "giveBackRide") { context in
    let isSaid = context.intent == .ride && context.slots.topic?.value == "cancel"
    let isMeant = context.slots.leg != nil || context.rides.isSpokenOfLast
    // `stop`, where it is not known whether something was booked and nothing else is asked.
    let isStopped =
      context.intent == .no && context.open == nil && context.rides.isSpokenOfLast
      && context.rides.isUnsure
    guard isSaid || context.intent == .cancel && isMeant || isStopped else { return [] }
    let move: RideMove
    switch context.rides.legMeant(where: {
      context.house.travel.isBookedOrBegun($0, of: context.rides.owner)
    }) {
    case .leg(let leg): move = .giveBack(leg)
    case .several(let legs): move = .whichLeg(legs)
    case .missing(.bookable): move = .misses(.ride)
    case .missing(let missing): move = .misses(missing)
    }
    return [Rule.hypothesis("giveBackRide", .ride(move), in: context)]
  }
}

extension Option.Offer {
  /// Whether it is of a trip.
  var isOfRide: Bool {
    switch self {
    case .leg, .ofRide, .instant: true
    case .hold, .several, .anyway, .room, .booking, .series, .person, .all: false
    }
  }
}

extension Questionnaire.Kind {
  /// Whether any words are an answer.
  fileprivate var takesAnyText: Bool {
    switch self {
    case .text, .place: true
    case .number, .clock, .secret, .flag, .choice, .several, .moment, .returnTrip, .terms,
      .fares, .page:
      false
    }
  }
}

extension TravelDesk {
  /// Whether something is booked on a leg, be it not confirmed yet.
  func isBooked(_ leg: LegReference, of owner: String) -> Bool {
    self.leg(leg, of: owner)?.leg.booking?.confirmation != nil
      || purchase(on: leg, of: owner)?.isUnderWay == true
  }

  /// The same, or whether something may be, or is being booked there.
  func isBookedOrBegun(_ leg: LegReference, of owner: String) -> Bool {
    let purchase = purchase(on: leg, of: owner)
    return isBooked(leg, of: owner) || purchase?.mayBeBooked == true || purchase?.isBegun == true
  }
}
