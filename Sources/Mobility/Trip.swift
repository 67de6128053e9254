// Trips and their legs, as the service tells them.

public import CivilTime

/// A trip that was planned elsewhere.
public struct Trip: Hashable, Codable, Sendable {
  /// As the service knows it; it may change with an update.
  public var id: String
  /// When it begins, or begins to be.
  public var depart: Instant?
  /// When it ends.
  public var arrive: Instant?
  /// In their order; at least one.
  public var legs: [Leg]
  /// Where its update is had.
  public var update: WebAddress?
  /// Other addresses by which it is known.
  public var aliases: [WebAddress] = []
  /// Where the service is told whom to call when it changes.
  public var hook: WebAddress?
  /// Whether its times are not to be told to the minute.
  public var hidesExactTimes = false
  /// Whether it can still be had.
  public var availability = Availability.available
  /// What it costs; nil is unknown, none is free.
  public var cost: Amount?
  /// The region in which the service lists accounts for it, as `DE_Berlin`.
  public var region: String?

  /// A trip of legs.
  public init(id: String, legs: [Leg]) {
    self.id = id
    self.legs = legs
  }

  /// Whether a trip or a leg can still be had.
  public enum Availability: Hashable, Codable, Sendable {
    /// It can.
    case available
    /// It had to be booked earlier.
    case missedPrebookingWindow
    /// It will not be.
    case cancelled
    /// As the service says.
    case other(String)
  }
}

/// A part of a trip.
public struct Leg: Hashable, Codable, Sendable {
  /// As the service knows it, stable over updates; nil where it tells none.
  public var id: String?
  /// The hash of the template that it was made of, by which it is found where it has no id.
  public var template: Int64?
  /// How one moves, as the service writes it, as `ps_drt`; empty where it does not tell.
  public var mode = ""
  /// What the mode is called, as the service tells it.
  public var modeName: String?
  /// What is done on it, with what is known filled in.
  public var action = ""
  /// What else is told of it, with what is known filled in.
  public var notes = ""
  /// When it begins.
  public var start: Instant?
  /// When it ends.
  public var end: Instant?
  /// Where it begins.
  public var from: Place?
  /// Where it ends.
  public var to: Place?
  /// Whether its times are not to be told to the minute.
  public var hidesExactTimes = false
  /// What it costs, as far as is told; nil is unknown.
  public var cost: Amount?
  /// How sure that is, as the service names it, as `internal_estimate`.
  public var costAccuracy: String?
  /// Whether it can still be had.
  public var availability = Trip.Availability.available
  /// Changes when the status of its booking does.
  public var bookingHash: Int64?
  /// What can be booked on it, or is.
  public var booking: LegBooking?

  /// A leg of which nothing is known.
  public init() {}

  /// Whether something on it can be booked through us.
  public var isBookable: Bool { booking?.products != nil || booking?.form != nil }
}

/// A place of a trip.
public struct Place: Hashable, Codable, Sendable {
  /// What it is called.
  public var name: String?
  /// Where it is, as a post address.
  public var address: String?
  /// Degrees north.
  public var latitude: Double?
  /// Degrees east.
  public var longitude: Double?
  /// Its zone, as `Europe/Berlin`.
  public var zone: String?

  /// A place of which nothing is known.
  public init() {}
}

/// What can be booked on a leg, or is.
public struct LegBooking: Hashable, Codable, Sendable {
  /// What is booked, or what booking is called.
  public var title: String?
  /// The same in more words, for whoever does not see what stands around it.
  public var longTitle: String?
  /// Where the products of the leg are had.
  public var products: WebAddress?
  /// Where a form is had that books it, where there are no products.
  public var form: WebAddress?
  /// What can be opened or called instead.
  public var links: [ExternalLink] = []
  /// The product that is in the trip, as the service knows it.
  public var productID: String?
  /// What has been booked.
  public var confirmation: Confirmation?

  /// Nothing can be booked.
  public init() {}
}

/// Something that a person opens or calls; we never do.
public enum ExternalLink: Hashable, Codable, Sendable {
  /// A page.
  case page(WebAddress)
  /// A telephone number, as written.
  case phone(String)
  /// A number for texts, as written.
  case text(String)
  /// A code to be shown.
  case code(String)
}
