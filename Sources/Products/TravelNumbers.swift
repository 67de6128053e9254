// The highest numbers that were ever given: what is kept of them outlives what bore them.

/// The highest numbers that were ever given.
public struct TravelNumbers: Hashable, Codable, Sendable {
  /// To an errand.
  public var errand = 0
  /// To a purchase.
  public var purchase = 0
  /// To a trip, by owner.
  public var trips: [String: Int] = [:]

  /// None was given yet.
  public init() {}
}
