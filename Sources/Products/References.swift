// What trips, their legs and purchases are called.

/// The number of a trip, counted from 1 for each owner; people say `T3`.
public struct TripReference: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The trip of that number.
  public init(_ number: Int) { self.number = number }
  /// As people say it.
  public var description: String { "T\(number)" }
  /// Came in earlier.
  public static func < (one: TripReference, other: TripReference) -> Bool {
    one.number < other.number
  }
}

/// A leg of a trip; people say `T3.2`. It keeps its number when the trip is replaced (rule C10).
public struct LegReference: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Of which trip.
  public let trip: TripReference
  /// Counts from 1 in the trip.
  public let number: Int
  /// The leg of that number.
  public init(_ trip: TripReference, _ number: Int) { (self.trip, self.number) = (trip, number) }
  /// As people say it.
  public var description: String { "\(trip).\(number)" }
  /// Of an earlier trip, or earlier in it.
  public static func < (one: LegReference, other: LegReference) -> Bool {
    (one.trip, one.number) < (other.trip, other.number)
  }
}

/// The number of a purchase, counted from 1. Nobody says it.
public struct PurchaseID: Hashable, Comparable, Codable, Sendable {
  /// Counts from 1.
  public let number: Int
  /// The purchase of that number.
  public init(_ number: Int) { self.number = number }
  /// Begun earlier.
  public static func < (one: PurchaseID, other: PurchaseID) -> Bool { one.number < other.number }
}
