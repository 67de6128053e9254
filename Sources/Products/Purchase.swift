// One booking of a product in progress: a state machine over what the service answers, what a
// person says and what time it is (rule R12). What comes in a state that has no row for it is
// ignored and counted.

public import CivilTime
public import Mobility

/// A booking of a product in progress, or what became of it.
public struct Purchase: Hashable, Codable, Sendable {
  /// Its number.
  public let id: PurchaseID
  /// For whom.
  public let owner: String
  /// In which conversation it is spoken of.
  public let conversation: String
  /// Of which leg.
  public let leg: LegReference
  /// In which language the service is to answer.
  public internal(set) var language: String?
  /// What is going on.
  public internal(set) var state: State
  /// What was listed last, for the leg.
  public internal(set) var products: [Product] = []
  /// Which of those is booked, by place.
  public internal(set) var chosen: Int?
  /// When something last happened to it.
  public internal(set) var touched: Instant
  /// Whether it was said in a conversation that it takes longer.
  public internal(set) var isLate = false
  /// Why it went back, or could not be found out: the list, a ride that stays as it was.
  public internal(set) var setback: End?
  /// Which account has to be linked, where it waits for one.
  public internal(set) var account: AccountWanted?
  /// How many pages of questions there were.
  var pages = 0
  /// How often a form was had anew without being asked.
  var refreshes = 0
  /// Whether terms were accepted already.
  var hasAgreed = false
  /// Whether anything that a person answered or accepted was sent.
  var hasSent = false
  /// For which accounts a step was already sent once more.
  var accountsTried: [String] = []
  /// What is sent once more behind a page of signing in.
  var resume: Step?
  /// Where the trip is had that the service told behind the booking; nil for its own address.
  var tripAt: WebAddress?
  /// What is known of the booking of the leg before: what is new is told from that.
  var before: Following?
  /// What is known of what is booked; nil as long as nothing is.
  var known: Following?

  /// What is going on.
  public indirect enum State: Hashable, Codable, Sendable {
    /// The products are awaited.
    case listing(ErrandID)
    /// They can be chosen from.
    case listed
    /// An account has to be linked first; what is done then.
    case linking(String, Step)
    /// Questions are asked.
    case asking(Questionnaire)
    /// One of several is chosen.
    case choosing(Choice)
    /// All is answered: shown before it is sent.
    case reviewing(Questionnaire)
    /// Whether something is to be done with what is booked.
    case confirming(RideAction, until: Instant)
    /// A request is on its way.
    case sending(ErrandID, Step)
    /// Terms are to be accepted; and what is done where they tell no address.
    case agreement(Agreement, Step)
    /// It was sent: the trip is fetched, for the so many-th time, now or when it is due.
    case updating(ErrandID?, tries: Int, due: Instant?)
    /// Nobody knows whether it was booked: the trip is fetched.
    case unsure(ErrandID?, tries: Int, due: Instant?)
    /// It is booked, or sent: the trip is looked at from time to time.
    case following(ErrandID?, due: Instant, Following)
    /// It is over.
    case ended(End)
  }

  /// What was sent, or would be.
  public indirect enum Step: Hashable, Codable, Sendable {
    /// The form of a leg without products.
    case open(WebAddress)
    /// A product without questions.
    case book(Product, second: Bool)
    /// What was answered.
    case send(Questionnaire)
    /// One of several ways to pay.
    case pay(Quote.Payment)
    /// On from terms that were accepted.
    case accept(WebAddress)
    /// The products of the leg.
    case list(WebAddress)
    /// On from a page that a person opened.
    case goOn(WebAddress)
    /// A newer version of a form, which keeps what was answered; by POST with the answers, or GET.
    case refresh(WebAddress, Questionnaire?, isPosted: Bool)
    /// Something with what is booked.
    case act(RideAction, Questionnaire?)
    /// The same once more, behind so many seconds: a payment is undecided.
    case again(Step, tries: Int, due: Instant)
    /// The product into the trip.
    case use(Product)
  }

  /// One of several is chosen.
  public enum Choice: Hashable, Codable, Sendable {
    /// Of what can be booked.
    case options(BookingOptions)
    /// How it is paid.
    case payment(Quote)
  }

  /// What is known of a ride that is followed.
  public struct Following: Hashable, Codable, Sendable {
    /// The status told last; nil for none yet.
    public var status: Confirmation.Status?
    /// Whether the provider has confirmed it (rule R9).
    public var isConfirmed: Bool
    /// Changes when the status does, where the service tells it.
    public var bookingHash: Int64?
    /// What is known of a ride.
    init(_ leg: Leg?) {
      status = leg?.booking?.confirmation?.status
      isConfirmed = status?.stage.isConfirmed ?? false
      bookingHash = leg?.bookingHash
    }
  }

  /// How it ended.
  public enum End: Hashable, Codable, Sendable {
    /// There are no products.
    case noProducts
    /// A person opens a page; whether it was booked there nobody knows.
    case elsewhere(String, WebAddress)
    /// The product is in the trip, not booked.
    case used(Product)
    /// The person said so; what had been sent.
    case stopped(wasSent: Bool)
    /// Terms were declined.
    case declined
    /// It cannot be, for a reason of ours.
    case refused(RideRefusal, page: WebAddress?)
    /// The service said no, or failed, and surely nothing was booked.
    case failed(MobilityFailure)
    /// Nothing could be sent: nobody was reached.
    case unreached
    /// What came could not be read; nothing that books had been sent.
    case unreadable
    /// Nobody knows whether it was booked, and nothing shows that it was.
    case notBooked
    /// Nobody could find out.
    case unknown
    /// What was asked for was done.
    case done(String?)
    /// The ride is over, or given back.
    case over(Confirmation.Status?)
    /// Nobody answered for too long.
    case expired
  }

  init(
    _ id: PurchaseID, of owner: String, in conversation: String, on leg: LegReference,
    _ state: State, language: String?, at now: Instant
  ) {
    self.id = id
    self.owner = owner
    self.conversation = conversation
    self.leg = leg
    self.state = state
    self.language = language
    touched = now
  }

  /// Whether the service has to answer before there is anything to say.
  public var isAwaited: Bool {
    switch state {
    case .listing, .sending, .updating: true
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement, .unsure,
      .following, .ended:
      false
    }
  }

  /// Whether a person has to answer before it goes on.
  public var asks: Bool {
    switch state {
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement: true
    case .listing, .sending, .updating, .unsure, .following, .ended: false
    }
  }

  /// The product that is booked.
  public var product: Product? {
    chosen.flatMap { products.indices.contains($0) ? products[$0] : nil }
  }

  /// Whether what is booked with it is still to come, or lasts.
  public var isUnderWay: Bool { if case .following = state { true } else { false } }

  /// Whether it may become a booking without a further word, or be one already of which nobody
  /// knows.
  public var mayBeBooked: Bool {
    switch state {
    case .sending(_, let step): step.books
    case .updating, .unsure, .ended(.unknown): true
    case .listing, .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement,
      .following, .ended:
      false
    }
  }

  /// Whether something was chosen that a person is still asked about, and nothing is booked.
  public var isBegun: Bool { chosen != nil && asks && !isOfRide }

  /// Whether something is booked with it, so that it goes on whatever becomes of what is done.
  public var isOfRide: Bool { known != nil }
}

extension Purchase {
  /// What is going on, in one word: all that the journal tells of it.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    // As the states.
    case listing, listed, linking, asking, choosing, reviewing, confirming, sending, agreement,
      updating, unsure, following, ended
  }

  /// What is going on, in one word.
  public var phase: Phase {
    switch state {
    case .listing: .listing
    case .listed: .listed
    case .linking: .linking
    case .asking: .asking
    case .choosing: .choosing
    case .reviewing: .reviewing
    case .confirming: .confirming
    case .sending: .sending
    case .agreement: .agreement
    case .updating: .updating
    case .unsure: .unsure
    case .following: .following
    case .ended: .ended
    }
  }
}

extension Confirmation.Stage {
  /// Whether the provider has said yes.
  fileprivate var isConfirmed: Bool {
    switch self {
    case .confirmed, .underWay, .done: true
    case .waiting, .cancelled, .other: false
    }
  }

  /// Whether nothing more will come of it.
  var isOver: Bool {
    switch self {
    case .cancelled, .done: true
    case .waiting, .confirmed, .underWay, .other: false
    }
  }
}

/// An account that has to be linked before a purchase goes on.
public struct AccountWanted: Hashable, Codable, Sendable {
  /// Of which provider, or for which mode, as the service names it; empty for the service itself.
  public let provider: String
  /// Why.
  public let reason: Reason

  /// Why an account has to be linked.
  public enum Reason: Hashable, Codable, Sendable {
    /// It is not linked.
    case unlinked
    /// The owner is not signed in at the service.
    case signedOut
    /// What was kept of it was refused; where a form is had that mends it.
    case refused(recovery: WebAddress?)
    /// The service wants leave to be given, by that form.
    case authorization(OwnAuthorization)
  }
}

/// Why a ride cannot be, for a reason that has a code (section 12 of the specification).
public enum RideRefusal: String, Hashable, Codable, Sendable, CaseIterable {
  /// There are no products.
  case none = "PRODUCT/NONE"
  /// The product is gone.
  case gone = "PRODUCT/GONE"
  /// Terms were asked for a second time.
  case agreement = "PRODUCT/AGREEMENT"
  /// The payment was refused.
  case payment = "PRODUCT/PAYMENT"
  /// An address may not be asked.
  case host = "PRODUCT/HOST"
  /// It had to be booked earlier.
  case window = "PRODUCT/WINDOW"
  /// The provider says no.
  case refused = "PRODUCT/REFUSED"
  /// A field is of no known kind, or there are too many pages.
  case field = "FORM/FIELD"
  /// An answer is missing.
  case required = "FORM/REQUIRED"
  /// An answer is not taken.
  case value = "FORM/VALUE"
  /// The data of a card are wanted.
  case card = "FORM/PAYMENT"
  /// The form is too old.
  case expired = "FORM/EXPIRED"
  /// An account is not linked.
  case unlinked = "ACCOUNT/UNLINKED"
  /// What was kept of an account was refused, and so was what was linked anew.
  case accountRefused = "ACCOUNT/REFUSED"
}
