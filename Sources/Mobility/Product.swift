// Products: what can be booked on a leg, and what is asked before.

/// Something that can be booked on a leg.
public struct Product: Hashable, Codable, Sendable {
  /// What it is called.
  public var title: String
  /// What booking it is called.
  public var bookingTitle: String
  /// Where it is booked.
  public var booking: WebAddress
  /// A second way to book it: what that is called, and where.
  public var second: Offer?
  /// Where the trip with this product in it is had.
  public var tripUpdate: WebAddress?
  /// What it costs.
  public var price: Amount?
  /// What it costs, as the service writes it.
  public var priceText: String?
  /// That it costs more now, as the service writes it: always told beside the price.
  public var surge: String?
  /// In how many seconds it arrives.
  public var arrivesInSeconds: Int?
  /// What is asked before it is booked.
  public var inputs: [ProductInput] = []
  /// What kinds of tickets there are.
  public var fares: [Fare] = []
  /// Whether only one kind of ticket can be taken.
  public var takesOneFareOnly = false
  /// What booking it answers.
  public var answers = Answers.direct
  /// How one moves.
  public var mode: String?
  /// What else is told of it.
  public var subtitle: String?
  /// As the service knows it.
  public var id: String?

  /// A product that is booked at an address.
  public init(title: String, bookingTitle: String, booking: WebAddress) {
    self.title = title
    self.bookingTitle = bookingTitle
    self.booking = booking
  }

  /// A way to book.
  public struct Offer: Hashable, Codable, Sendable {
    /// What it is called.
    public var title: String
    /// Where.
    public var address: WebAddress
    /// A way to book.
    public init(title: String, address: WebAddress) {
      (self.title, self.address) = (title, address)
    }
  }

  /// What booking it answers.
  public enum Answers: Hashable, Codable, Sendable {
    /// Several of which one is chosen.
    case options
    /// What it would cost, before it is paid.
    case review
    /// A form, an agreement or the booking.
    case direct
    /// Nothing: a person opens the address.
    case external
    /// As the service says.
    case other(String)
  }
}

/// Something that is asked before a product is booked.
public struct ProductInput: Hashable, Codable, Sendable {
  /// As it is sent.
  public var id: String
  /// What is asked for.
  public var title: String
  /// Whether it must be answered.
  public var isRequired = false
  /// What kind of answer it takes.
  public var kind: Kind
  /// What is there already.
  public var value = ""
  /// What is there already of several choices.
  public var values: [String] = []

  /// Something that is asked.
  public init(id: String, title: String, kind: Kind) {
    (self.id, self.title, self.kind) = (id, title, kind)
  }

  /// What kind of answer it takes.
  public enum Kind: Hashable, Codable, Sendable {
    /// A text.
    case text
    /// One of several.
    case single([Choice])
    /// Any of several.
    case multiple([Choice])
    /// When one returns, or that one does not.
    case returnTrip
    /// A number within bounds.
    case number(ClosedRange<Int>)
    /// That terms are accepted, which stand at an address.
    case terms(WebAddress?)
    /// As the service says; nothing is known of it.
    case other(String)
  }

  /// One of several answers.
  public struct Choice: Hashable, Codable, Sendable {
    /// As it is sent.
    public var id: String
    /// What it is called.
    public var title: String
    /// Whether it was taken last time: it is offered first.
    public var wasLastUsed = false
    /// A choice.
    public init(id: String, title: String) { (self.id, self.title) = (id, title) }
  }
}

/// A kind of ticket.
public struct Fare: Hashable, Codable, Sendable {
  /// As it is sent.
  public var id: String
  /// What it is called.
  public var name: String
  /// What else is told of it.
  public var details: String?
  /// What one costs.
  public var price: Amount
  /// How many are taken already.
  public var quantity = 0
  /// At least so many, where any are taken.
  public var least: Int?
  /// At most so many.
  public var most: Int?
  /// For whom it is, as the service names them, as `ADULT`.
  public var riders: [String] = []

  /// A kind of ticket.
  public init(id: String, name: String, price: Amount) {
    (self.id, self.name, self.price) = (id, name, price)
  }
}

/// Products of a leg, as listed.
public struct ProductList: Hashable, Codable, Sendable {
  /// In the order of the service.
  public var products: [Product]
  /// How many entries could not be read.
  public var dropped: Int
  /// What of it could not be read; the first faults of many.
  public var faults: [ReadingFault] = []
  /// A list.
  public init(products: [Product], dropped: Int) {
    (self.products, self.dropped) = (products, dropped)
  }
}
