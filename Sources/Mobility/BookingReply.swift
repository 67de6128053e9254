// What a request that books may be answered by (rule R8), and errors of the service.

/// What the service answered to a request of a booking or a sign-in.
public enum BookingReply: Hashable, Codable, Sendable {
  /// Done, and nothing to show.
  case done
  /// Nothing that could be understood.
  case unreadable(String)
  /// Questions to which the answer is missing, or not accepted and why.
  case incomplete(missing: [String], invalid: [InvalidInput])
  /// The service says no, or failed.
  case failed(MobilityFailure)
  /// Whoever speaks has to give leave, by an authorisation of which we are the client.
  case authorization(OwnAuthorization)
  /// Terms to be accepted.
  case agreement(Agreement)
  /// Done: where the trip is had.
  case updated(WebAddress)
  /// Several, of which one is chosen.
  case options(BookingOptions)
  /// What it would cost.
  case quote(Quote)
  /// More questions.
  case form(Form)

  /// An answer that was not accepted.
  public struct InvalidInput: Hashable, Codable, Sendable {
    /// Which.
    public var name: String
    /// Why, as the service writes it.
    public var reason: String?
    /// An answer that was not accepted.
    public init(name: String, reason: String?) { (self.name, self.reason) = (name, reason) }
  }
}

/// A failure as the service tells it.
public struct MobilityFailure: Hashable, Codable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// Its own code; nil where it tells none.
  public var code: Int?
  /// What it is called.
  public var title: String?
  /// What is told of it.
  public var text: String?
  /// Whether it is meant for whoever speaks, who can do something about it.
  public var isForUser = false
  /// Where it may be mended.
  public var recovery: WebAddress?
  /// What mending is called.
  public var recoveryTitle: String?
  /// A page on which a person may mend it.
  public var page: WebAddress?
  /// In how many seconds it may be tried again, where it says so.
  public var retryAfterSeconds: Int?

  /// A failure of that status.
  public init(status: Int, code: Int? = nil) { (self.status, self.code) = (status, code) }
}

/// Several that can be booked, and those that cannot.
public struct BookingOptions: Hashable, Codable, Sendable {
  /// Those that can, those with a warning last.
  public var available: [Option]
  /// Those that cannot, and why.
  public var unavailable: [Unavailable]

  /// Several.
  public init(available: [Option], unavailable: [Unavailable]) {
    (self.available, self.unavailable) = (available, unavailable)
  }

  /// One that can be booked.
  public struct Option: Hashable, Codable, Sendable {
    /// How it is booked.
    public var product: Product
    /// At least.
    public var least: Amount?
    /// At most.
    public var most: Amount?
    /// What is to be known before.
    public var warning: String?
    /// One that can be booked.
    public init(product: Product) { self.product = product }
  }

  /// One that cannot be booked.
  public struct Unavailable: Hashable, Codable, Sendable {
    /// What it is called.
    public var title: String
    /// Why not.
    public var reason: String?
    /// One that cannot be booked.
    public init(title: String, reason: String?) { (self.title, self.reason) = (title, reason) }
  }
}

/// What a booking would cost, and how it can be paid.
public struct Quote: Hashable, Codable, Sendable {
  /// What is booked.
  public var items: [Item]
  /// What taking it is called.
  public var actionTitle: String?
  /// How it can be paid.
  public var payments: [Payment]

  /// What a booking would cost.
  public init(items: [Item], payments: [Payment]) {
    (self.items, self.payments) = (items, payments)
  }

  /// One thing that is booked.
  public struct Item: Hashable, Codable, Sendable {
    /// What it costs.
    public var price: Amount?
    /// Who runs it.
    public var provider: String?
    /// What else is told of who runs it.
    public var providerDetails: String?
    /// The tickets.
    public var fares: [Fare] = []
    /// Where from.
    public var origin: Place?
    /// Where to.
    public var destination: Place?
    /// When, as written.
    public var depart: String?
    /// When, as written.
    public var arrive: String?
    /// One thing that is booked.
    public init() {}
  }

  /// One way to pay.
  public struct Payment: Hashable, Codable, Sendable {
    /// As the service knows it.
    public var id: String?
    /// What kind it is.
    public var mode: Mode
    /// Whether it is asked for by POST, not GET.
    public var isPosted: Bool
    /// Where.
    public var address: WebAddress?
    /// What it costs this way.
    public var price: Amount?
    /// What it costs before what is taken off.
    public var fullPrice: Amount?
    /// What is in the wallet.
    public var balance: Amount?
    /// What will be in the wallet.
    public var newBalance: Amount?
    /// What it is called.
    public var title: String?

    /// One way to pay.
    public init(mode: Mode, isPosted: Bool, address: WebAddress?) {
      (self.mode, self.isPosted, self.address) = (mode, isPosted, address)
    }

    /// A kind of payment.
    public enum Mode: Hashable, Codable, Sendable {
      /// Nothing is to be paid.
      case free
      /// From what was paid in before.
      case wallet
      /// By an invoice.
      case invoice
      /// By card or otherwise: not through us (rule R7).
      case card(String)
    }
  }
}

/// Terms that have to be accepted before something is booked.
public struct Agreement: Hashable, Codable, Sendable {
  /// What it is called.
  public var title: String?
  /// What is told of it, all of it.
  public var texts: [String]
  /// Where they stand and are accepted; without it the word alone counts.
  public var page: WebAddress?
  /// Where to go on.
  public var next: WebAddress?
  /// The form that it came as, whose hidden fields are sent on.
  public var form: Form?
  /// Terms.
  public init(title: String?, texts: [String], page: WebAddress?, next: WebAddress?) {
    (self.title, self.texts, self.page, self.next) = (title, texts, page, next)
  }
}

/// What an authorisation needs of which we are the client (rule R3 a).
public struct OwnAuthorization: Hashable, Codable, Sendable {
  /// Whose.
  public var provider: String
  /// Where a person gives leave.
  public var authorize: String
  /// Where tokens are had.
  public var token: String
  /// Who we are there.
  public var clientID: String
  /// What the shell put in the place of our secret there before the answer became an event.
  public var clientSecret: SecretHandle?
  /// What leave is asked for.
  public var scope: String?
  /// Where a person comes back to, where the provider says so.
  public var redirect: String?
  /// Whether we sign in there by Basic.
  public var usesBasic: Bool
  /// The form that takes the tokens.
  public var form: Form

  /// What an authorisation needs.
  public init(
    provider: String, authorize: String, token: String, clientID: String, scope: String?,
    redirect: String?, usesBasic: Bool, form: Form
  ) {
    self.provider = provider
    self.authorize = authorize
    self.token = token
    self.clientID = clientID
    self.scope = scope
    self.redirect = redirect
    self.usesBasic = usesBasic
    self.form = form
  }
}
