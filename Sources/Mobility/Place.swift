// Places of trips, as the service tells them.

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
