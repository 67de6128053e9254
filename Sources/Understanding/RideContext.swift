// Which trip, which leg and which offer of the service a line means.

import Bookings
import CivilTime
import Discourse
import Language
import Mobility
import Products

/// The leg that a line means.
enum LegMeant {
  /// That one.
  case leg(LegReference)
  /// One of these, and it is not said which.
  case several([LegReference])
  /// None can be meant.
  case missing(RideMissing)
}

/// A line in its circumstances, as far as it is about trips.
@dynamicMemberLookup
struct RideContext {
  let context: TurnContext

  subscript<Part>(dynamicMember part: KeyPath<TurnContext, Part>) -> Part { context[keyPath: part] }

  var house: HouseView { context.house }
  var slots: Slots { context.slots }
  private var reading: Reading { context.reading }
  var intent: Intent { context.intent }

  /// Whose trips are looked at.
  var owner: String { house.user.text }

  private var trips: [KeptTrip] { house.travel.shelf[owner] }

  /// The trip that a line names, else the one spoken of, else the only one.
  private var tripMeant: Result<KeptTrip, RideMissingError> {
    if let number = slots.leg?.value.trip {
      let reference = TripReference(number)
      return house.travel.shelf.trip(reference, of: owner).map(Result.success)
        ?? .failure(RideMissingError(.trip(reference)))
    }
    if case .trip(let reference) = context.state.salient(.trip)?.entity,
      let trip = house.travel.shelf.trip(reference, of: owner)
    {
      return .success(trip)
    }
    let open = trips.filter { ($0.trip.arrive ?? house.now) >= house.now }
    if let only = open.count == 1 ? open.first : trips.count == 1 ? trips.first : nil {
      return .success(only)
    }
    return .failure(RideMissingError(trips.isEmpty ? .trips : .ride))
  }

  /// The leg that a line names, else the only one of the trip that will do.
  func legMeant(where fits: (LegReference) -> Bool) -> LegMeant {
    switch tripMeant {
    case .failure(let error): return .missing(error.missing)
    case .success(let trip):
      if let number = slots.leg?.value.leg {
        let leg = LegReference(trip.reference, number)
        return trip[number] == nil ? .missing(.leg(leg)) : .leg(leg)
      }
      let fitting = trip.legs.map(trip.reference(of:)).filter { fits($0) && isCalledSo($0) }
      switch fitting.count {
      case 0: return .missing(.bookable(trip.reference))
      case 1: return .leg(fitting[0])
      default: return .several(fitting)
      }
    }
  }

  private func isBookable(_ leg: LegReference) -> Bool {
    guard let kept = house.travel.leg(leg, of: owner) else { return false }
    return !kept.isGone && kept.leg.isBookable
  }

  /// Whether what is booked on a leg is called as the line calls it, where it does.
  private func isCalledSo(_ leg: LegReference) -> Bool {
    guard let called = slots.ride?.value else { return true }
    return house.travel.purchase(on: leg, of: owner).flatMap(house.travel.title(of:)) == called
  }

  /// What a line asks of trips.
  var rideAsked: RideMove? {
    switch slots.topic?.value {
    case "trips": return trips.isEmpty ? .misses(.trips) : .trips
    case "products":
      switch legMeant(where: isBookable) {
      case .leg(let leg): return .products(leg)
      case .several(let legs): return .whichLeg(legs)
      case .missing(let missing): return .misses(missing)
      }
    case "status", "tickets":
      switch legMeant(where: { leg in
        house.travel.purchase(on: leg, of: owner)?.isWorthTelling ?? false
      }) {
      case .leg(let leg): return .status(leg)
      case .several(let legs): return .whichLeg(legs)
      case .missing(.bookable): return .misses(.ride)
      case .missing(let missing): return .misses(missing)
      }
    case "about" where slots.offered != nil: return nil
    // What costs how much is said of what was spoken of, be it a room.
    case "about-it":
      guard isSpokenOfLast,
        case .leg(let leg) = legMeant(where: {
          house.travel.isBookedOrBegun($0, of: owner)
        })
      else { return nil }
      return .status(leg)
    case "about", "swap":
      // What is booked is asked about first; what is offered is known by its name.
      if case .leg(let leg) = legMeant(where: {
        house.travel.isBookedOrBegun($0, of: owner)
      }) {
        return slots.topic?.value == "swap" ? .swap(leg) : .status(leg)
      }
      guard case .leg(let leg) = legMeant(where: isBookable) else { return nil }
      return .products(leg)
    case nil where slots.leg != nil:
      switch tripMeant {
      case .success(let trip):
        if let number = slots.leg?.value.leg, trip[number] == nil {
          return .misses(.leg(LegReference(trip.reference, number)))
        }
        return .show(trip.reference, leg: slots.leg?.value.leg)
      case .failure(let error): return .misses(error.missing)
      }
    default: return nil
    }
  }

  /// What a line wants of a trip and a booking; nil where it names no trip and asks for none.
  func joined(to booking: BookingReference) -> RideMove? {
    if slots.topic?.value == "arrival" { return trips.isEmpty ? .misses(.trips) : .inTime(booking) }
    guard slots.leg != nil else { return nil }
    switch tripMeant {
    case .success(let trip): return .join(trip.reference, booking)
    case .failure(let error): return .misses(error.missing)
    }
  }

  /// Whether a line that names nothing, as `cancel it`, is about what is booked on a trip: that was
  /// spoken of since any booking of a room was.
  var isSpokenOfLast: Bool {
    guard let spoken = context.state.salient(.trip), case .trip(let reference) = spoken.entity,
      spoken.turn > context.state.salient(.booking)?.turn ?? -1,
      slots.booking.map({ $0.value == .last }) ?? true, slots.choice == nil,
      slots.rooms.isEmpty, slots.when.isEmpty, slots.people.isEmpty, slots.mine == nil,
      let trip = house.travel.shelf.trip(reference, of: owner)
    else { return false }
    return trip.present.contains { leg in
      house.travel.isBookedOrBegun(trip.reference(of: leg), of: owner)
    }
  }

  /// Whether nobody knows yet whether something was booked on the trip spoken of.
  var isUnsure: Bool {
    guard case .trip(let reference) = context.state.salient(.trip)?.entity,
      let trip = house.travel.shelf.trip(reference, of: owner)
    else { return false }
    return trip.present.contains { leg in
      house.travel.purchase(on: trip.reference(of: leg), of: owner)?.mayBeBooked == true
    }
  }

  /// Whether what is picked is only put into the trip.
  var puts: Bool {
    guard intent == .ride else { return false }
    return slots.topic == nil ? slots.choice != nil : slots.topic?.value == "put"
  }

  /// Whether what a purchase offers is to be booked or chosen, and not done with what is booked.
  func isOffering(_ id: PurchaseID) -> Bool { house.travel.lists(id) }

  /// What of a ride is asked about, where it is listed: `how much is the uber`, `the shuttle?`,
  /// `which is the cheapest`.
  func optionAskedAbout(_ options: [Option]) -> Option? {
    guard !reading.hasDenial else { return nil }
    if let place = slots.offered?.value, options.indices.contains(place) {
      let isAsked = slots.topic?.value == "about" || slots.topic?.value == "named" && reading.asks
      return isAsked ? options[place] : nil
    }
    guard reading.asks, slots.rooms.isEmpty, slots.when.isEmpty else { return nil }
    switch intent {
    case .nothing, .details, .choose, .show, .rooms, .find, .isFree, .book, .draft, .ride:
      return slots.choice.flatMap { context.option(by: $0.value, of: options) }
    default: return nil
    }
  }

  /// What is picked of a ride: by number or order, or by its name, where the line says no more:
  /// `the shuttle is too expensive` and `unlink 3` order nothing.
  func optionOfRide(_ options: [Option]) -> Option? {
    let saysMore = reading.hasDenial || reading.isTentative || !reading.unused.isEmpty
    guard !saysMore else { return nil }
    if let place = slots.offered?.value, options.indices.contains(place) {
      switch slots.topic?.value {
      case "pick", "put": return options[place]
      case "named": return reading.asks ? nil : options[place]
      default: return nil
      }
    }
    guard !reading.asks else { return nil }
    if let told = onlyOneTold(of: options) { return told }
    if intent == .yes, options.count == 1 { return options[0] }
    let isOrder =
      switch intent {
      case .nothing, .book, .choose, .yes: true
      case .ride: slots.topic.map { $0.value == "pick" } ?? true
      default: false
      }
    return slots.choice.flatMap { isOrder ? context.option(by: $0.value, of: options) : nil }
  }

  /// The one that was asked about last, where a line orders and names nothing: `book it`.
  private func onlyOneTold(of options: [Option]) -> Option? {
    guard case .options(let told) = context.state.salient(.options, in: [.shown], .fresh)?.entity,
      told.count == 1, options.contains(told[0]), [.book, .choose, .yes].contains(intent),
      slots.choice == nil, slots.rooms.isEmpty, slots.when.isEmpty, slots.people.isEmpty
    else { return nil }
    return told[0]
  }

  /// Whether one of the instants that are offered for a field is picked.
  var picksInstant: Bool {
    if case .instant = optionOfRide(context.optionsInView)?.offer { true } else { false }
  }

  /// The one of what can be booked that costs least, where prices are known and it is one.
  func cheapest(of options: [Option]) -> Option? {
    let priced = options.compactMap { option -> (Option, Int64)? in
      guard let (id, place, _) = option.offer.ofRide, let purchase = house.travel.purchases[id],
        purchase.products.indices.contains(place), let price = purchase.products[place].price
      else { return nil }
      return (option, price.hundredths)
    }
    let least = priced.map(\.1).min()
    let cheapest = priced.filter { $0.1 == least }
    return cheapest.count == 1 ? cheapest[0].0 : nil
  }

  /// The word for the question of the service that a line is, with the place that it names.
  func wordOfRide(_ open: Issue) -> (RideWord, Int?)? {
    if intent == .ride, let word = slots.topic.flatMap({ RideWord(rawValue: $0.value) }) {
      // There is one of what is opened to link an account, and of nothing else.
      if word == .code { return nil }
      // To a question that takes yes or no it is one of these.
      if case .ride(.field) = open.question, [.accept, .decline, .done].contains(word) {
        return nil
      }
      return (word, slots.numberNamed)
    }
    switch (intent, open.question) {
    case (.back, _): return (.back, nil)
    case (.skip, _): return (.skip, nil)
    case (.yes, .ride(.go)): return (.yes, nil)
    case (.yes, .ride(.accept)): return (.accept, nil)
    case (.no, .ride(.go)): return (.no, nil)
    case (.no, .ride(.accept)): return (.decline, nil)
    case (.no, .ride(.field)) where reading.retracts: return (.stop, nil)
    case (.no, .ride(.field(let place))):
      // `no` may be the answer; `stop` is none.
      guard let item = house.itemAsked(of: place), answer(to: item) == nil else {
        return nil
      }
      return (.stop, nil)
    case (.no, .option), (.cancel, .option): return (.stop, nil)
    default: return nil
    }
  }

  /// Whether the line orders or asks something whole that is not about rides.
  var isWholeOrder: Bool {
    // An order with its room and its hours is one whatever else is said beside.
    let isFull =
      [.book, .change].contains(intent) && !slots.rooms.isEmpty && slots.firstWhen?.start != nil
    guard context.isSaid, reading.unused.isEmpty || isFull else { return false }
    switch intent {
    case .book, .find, .findTime, .isFree, .rooms, .rules, .bookings, .change, .cancel, .undo,
      .addAttendee, .removeAttendee, .passes, .resend, .wait, .stopWaiting, .waits, .news, .help,
      .ride, .back, .skip:
      return true
    case .draft, .show, .mend, .language, .greet, .leave, .thank, .yes, .no, .choose, .more,
      .reminder, .reminders, .cancelReminder, .details, .nothing:
      return false
    }
  }
}

extension Purchase {
  /// Whether there is anything to be told to who asks how it stands.
  fileprivate var isWorthTelling: Bool {
    switch state {
    case .ended(.stopped), .ended(.declined), .ended(.expired): false
    default: true
    }
  }
}

extension DialogueState {
  /// Whether a move answers a question of the service otherwise than the rules of rides do.
  func answersService(_ move: Move) -> Bool {
    guard let id = move.issue, let issue = issue(id) else { return false }
    if case .ride = issue.purpose.goal { return true }
    return false
  }

  /// Whether the question that is open is of what can be booked on a trip.
  var isOfRide: Bool { if case .ride = open?.purpose.goal { true } else { false } }
}

extension Move {
  /// The question that it answers.
  fileprivate var issue: IssueID? {
    switch self {
    case .pursue(_, _, let id), .retract(let id): id
    case .settle(let id, _), .skip(let id): id
    case .undo, .redo, .passes, .ride, .courtesy, .misses: nil
    }
  }
}

/// What a line refers to of trips, thrown where nothing can be that.
private struct RideMissingError: Error {
  let missing: RideMissing
  init(_ missing: RideMissing) { self.missing = missing }
}

extension Slots {
  /// The number behind a word, as in `change 3`.
  fileprivate var numberNamed: Int? {
    if case .number(let number) = choice?.value { return number }
    return nil
  }
}
