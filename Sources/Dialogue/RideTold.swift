// The things that are said of trips and of what is booked on them, as facts.

public import Bookings
public import CivilTime
public import Discourse
public import Mobility
public import Products

/// One thing that is said of a trip, or of what is booked on it.
public enum RideTold: Hashable, Sendable {
  /// All trips.
  case trips([KeptTrip])
  /// A trip, with its legs.
  case trip(KeptTrip)
  /// One leg of a trip.
  case leg(KeptTrip, Int)
  /// What can be booked on a leg; the choices stand beside.
  case products(LegReference, [Product])
  /// One of it, by its place.
  case product(Product, Int)
  /// A question of the service: which of them, and what is told before the first.
  case question(Questionnaire)
  /// All answers, before they are sent.
  case review(Questionnaire)
  /// Terms, all of them, and where they stand.
  case agreement(Agreement, Product?)
  /// Several that can be booked, as choices, and those that cannot.
  case options(BookingOptions)
  /// What a booking would cost; ways to pay are the choices.
  case quote(Quote)
  /// Whether something that cannot be taken back is to be done.
  case confirms(RideAction)
  /// It takes longer than one waits for it: it goes on, and is told when it is over.
  case goesOn
  /// An account has to be linked first.
  case needsAccount(String)
  /// It may be booked; what became of it is looked for.
  case unsure(LegReference, ofRide: Bool)
  /// It is booked; what can be done are the choices.
  case booked(LegReference, Confirmation, Leg)
  /// It was sent, and the provider has not confirmed it yet.
  case sent(LegReference)
  /// How it stands with what is booked on a leg.
  case status(LegReference, Confirmation)
  /// The same for who asks: with what it is, when and for how much.
  case stands(LegReference, Confirmation, Leg)
  /// A link or a code of what can be done: a person opens, calls or shows it.
  case link(String, ExternalLink)
  /// It is over, in one way or another.
  case ended(Purchase.End, of: LegReference, ofRide: Bool)
  /// A trip leads to a booking of a room.
  case joined(KeptTrip, Booking)
  /// The trips that are there before a booking begins.
  case inTime([KeptTrip], Booking)
  /// Nothing is done with what is booked.
  case kept(LegReference)
  /// It is not said which leg is meant; the choices stand beside.
  case whichLeg
  /// What the line refers to is not there.
  case misses(RideMissing)
  /// What was said is not done, and why.
  case fault(RideFault)
  /// Whether what is being filled in is to be dropped for something else.
  case asksToDrop
  /// The service could not be asked: what is told is what was known.
  case asKnown
  /// The clocks of what is asked show a moment twice, or never; the choices stand beside.
  case unclear(CivilMoment, isTwice: Bool)
  /// What was said is no answer to what is asked.
  case misfit(Questionnaire.Kind)
}

extension RideTold {
  /// The name of the refusal on the wire (section 12 of the specification); nil if nothing was
  /// refused.
  var refusalName: String? {
    switch self {
    case .misses, .fault(.nothingOpen), .fault(.noSuch), .fault(.nothingBefore): "WHAT/UNKNOWN"
    case .fault(.refused(let refusal)), .ended(.refused(let refusal, _), of: _, ofRide: _):
      refusal.rawValue
    case .fault(.required), .fault(.answer(.required)): RideRefusal.required.rawValue
    case .fault(.answer), .misfit, .unclear(_, isTwice: false): RideRefusal.value.rawValue
    case .fault(.underWay), .fault(.alreadySent), .fault(.booked), .fault(.doubtful): "RULE/STATE"
    case .needsAccount: RideRefusal.unlinked.rawValue
    case .unsure, .ended(.unknown, of: _, ofRide: _): "SYS/UNSURE"
    case .ended(.failed(let failure), of: _, ofRide: _):
      failure.isForUser ? RideRefusal.refused.rawValue : "SYS/GATEWAY"
    case .ended(.unreached, of: _, ofRide: _), .ended(.unreadable, of: _, ofRide: _): "SYS/GATEWAY"
    case .ended(.noProducts, of: _, ofRide: _): RideRefusal.none.rawValue
    case .ended, .trips, .trip, .leg, .products, .product, .question, .review, .agreement, .options,
      .quote, .confirms, .goesOn, .booked, .sent, .status, .stands, .link, .kept, .whichLeg,
      .joined,
      .inTime, .asKnown, .asksToDrop, .unclear:
      nil
    }
  }
}

extension AnswerPart {
  /// Whether it tells one of what can be booked.
  var isOfOneListed: Bool { if case .ride(.product) = self { true } else { false } }
}

extension Goal {
  /// Whether it is of what can be booked on a trip.
  var isRide: Bool { if case .ride = self { true } else { false } }
}

extension Quote.Payment {
  /// What it is called.
  var words: String { title ?? id ?? "" }
}

extension Purchase.End {
  /// Whether something was to be and is not.
  var isRefusal: Bool {
    switch self {
    case .refused, .failed, .unreached, .unreadable, .notBooked, .unknown: true
    case .noProducts, .elsewhere, .used, .stopped, .declined, .done, .over, .expired: false
    }
  }
}

extension KeptTrip {
  /// Whether it can still be taken, and is there on the day of a booking before that begins.
  func arrives(before booking: Booking, at now: Instant) -> Bool {
    guard let arrive = trip.arrive, trip.depart ?? arrive >= now else { return false }
    return arrive <= booking.start && booking.start.since(arrive) < .seconds(86_400)
  }
}
