// The highest numbers that were ever given: what is kept of them outlives what bore them.

/// The highest numbers that were ever given.
public struct TravelNumbers: Hashable, Codable, Sendable {
  /// To an errand.
  public internal(set) var errand = 0
  /// To a purchase.
  public internal(set) var purchase = 0
  /// To a trip, by owner.
  public internal(set) var trips: [String: Int] = [:]

  /// None was given yet.
  public init() {}
}
