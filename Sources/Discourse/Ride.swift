// Trips in a conversation: which questions about them are open, and what a line does about them.

public import Accounts
public import Bookings
public import CivilTime
public import Mobility
public import Products

/// What somebody fills in.
public enum FormPlace: Hashable, Codable, Sendable {
  /// What a purchase asks.
  case purchase(PurchaseID)
  /// What is asked to link an account.
  case link(AttemptID)
}

extension FormPlace: CustomStringConvertible {
  /// As it stands beside what was typed for it: a number, or `link` and one.
  public var description: String {
    switch self {
    case .purchase(let purchase): "\(purchase.number)"
    case .link(let link): "link \(link.number)"
    }
  }
}

/// A question of the service, or about what can be booked on a trip.
public enum RideQuestion: Hashable, Codable, Sendable {
  /// A field of what has to be filled in.
  case field(FormPlace)
  /// Whether terms are accepted.
  case accept(PurchaseID)
  /// Whether what was shown is to be sent, or done.
  case go(PurchaseID)
  /// What has to be done elsewhere to link the account of that provider.
  case link(String)
  /// Whether what is being filled in is dropped for what can be booked on a leg (rule R15).
  case drop(PurchaseID, for: LegReference)
}

/// What a line does about trips.
public enum RideMove: Hashable, Sendable {
  /// Trips come in that were made elsewhere.
  case take([Trip])
  /// A trip is asked for by its address.
  case fetch(WebAddress)
  /// All trips are told.
  case trips
  /// A trip is told, or one of its legs.
  case show(TripReference, leg: Int?)
  /// One of what can be booked is asked about, by place.
  case tell(PurchaseID, Int)
  /// Something else is wanted in place of what is booked on a leg.
  case swap(LegReference)
  /// What can be booked on a leg is asked of the service.
  case products(LegReference)
  /// The same, and what is being filled in is dropped for it; or it goes on.
  case productsInstead(LegReference, of: PurchaseID)
  case goOn(PurchaseID)
  /// It is not said which leg is meant.
  case whichLeg([LegReference])
  /// One of what is listed or offered is taken, by place.
  case pick(PurchaseID, Int)
  /// One of what is listed is put into the trip, and not booked.
  case use(PurchaseID, Int)
  /// A field is answered.
  case answer(FormPlace, QuestionAnswer)
  /// A field is answered otherwise than it can be.
  case misfit(FormPlace)
  /// A field is answered by a moment that its clocks show twice or never.
  case unclear(FormPlace, CivilMoment)
  /// A word for the question that is open; with the place that it names.
  case word(RideWord, PurchaseID, Int?)
  /// Something is done with what is booked: of the actions that the service offers, by place.
  case act(PurchaseID, Int)
  /// What is booked on a leg is given back.
  case giveBack(LegReference)
  /// How it stands with what is booked on a leg.
  case status(LegReference)
  /// A trip leads to a booking of a room.
  case join(TripReference, BookingReference)
  /// Which trips are there before a booking begins.
  case inTime(BookingReference)
  /// Something about accounts.
  case account(AccountMove)
  /// The line refers to something that nothing can be.
  case misses(RideMissing)
}

/// What a line does about accounts.
public enum AccountMove: Hashable, Sendable {
  /// All are told, as the service lists them for that region; nil for that of the newest trip.
  case list(in: String?)
  /// That of a provider is linked, as it was named.
  case link(String, LinkTerms)
  /// That of a provider is not to be linked any more, as it was named.
  case unlink(String)
  /// Which provider is meant is not said.
  case whose
  /// What had to be done elsewhere is done.
  case done(String)
  /// The link that is open is dropped.
  case stop(String)
  /// What has to be done is told again.
  case again(String)
  /// What has to be opened is shown as a code that a camera reads.
  case code(String)
  /// A word for the field that is asked for to link it.
  case word(RideWord, AttemptID)
  /// The address is pasted on which somebody has landed.
  case landed(Landing)
}

/// What is said of a link beside whose account it is of.
public struct LinkTerms: Hashable, Sendable {
  /// Who is to keep the credential; nil: whoever can.
  public var keeper: Keeper?
  /// In which region, as it was named; nil for that of the newest trip.
  public var region: String?

  /// What is said of a link.
  public init(keeper: Keeper? = nil, region: String? = nil) {
    (self.keeper, self.region) = (keeper, region)
  }

  /// Who keeps a credential.
  public enum Keeper: String, Hashable, Sendable {
    /// We do.
    case here
    /// The mobility service does.
    case service
  }
}

extension RideMove {
  /// Whether it answers a question that is open.
  public var answersQuestion: Bool {
    switch self {
    case .pick, .use, .answer, .misfit, .unclear, .word, .act, .productsInstead, .goOn,
      .account(.done),
      .account(.stop),
      .account(.again), .account(.code), .account(.landed), .account(.word):
      true
    case .account, .join, .inTime, .take, .fetch, .trips, .show, .tell, .swap, .products, .whichLeg,
      .giveBack, .status, .misses:
      false
    }
  }
}

/// A word for a question of the service.
public enum RideWord: String, CaseIterable, Hashable, Sendable {
  /// The question before.
  case back
  /// The question is left out.
  case skip
  /// All answers are shown.
  case review
  /// An answer is given anew.
  case change
  /// What was answered is sent.
  case send
  /// No more of it.
  case stop
  /// Terms are accepted.
  case accept
  /// Terms are not accepted.
  case decline
  /// Terms are shown again.
  case terms
  /// What was asked for elsewhere is done.
  case done
  /// What has to be opened is shown as a code that a camera reads.
  case code
  /// Yes.
  case yes
  /// No.
  case no
}

/// What a line refers to of trips, where nothing can be that.
public enum RideMissing: Hashable, Sendable {
  /// There are no trips.
  case trips
  /// There is no trip of that number.
  case trip(TripReference)
  /// The trip has no leg of that number.
  case leg(LegReference)
  /// The leg was part of the trip, and is not any more.
  case gone(LegReference)
  /// On no leg of the trip can anything be booked.
  case bookable(TripReference)
  /// Nothing is booked on it.
  case booking(LegReference)
  /// Nothing is booked on any trip.
  case ride
  /// No question of the service is open.
  case question
  /// There are too many trips to keep another.
  case room
  /// What was pasted holds no trip.
  case noTrip
}
