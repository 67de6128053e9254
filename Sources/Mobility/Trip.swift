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
