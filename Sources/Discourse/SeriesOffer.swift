// What can be booked of a series of which some days cannot be had as wanted.

public import Bookings
public import CivilTime

/// The bookings of a series as they can be had.
public struct SeriesOffer: Hashable, Codable, Sendable {
  /// In what it differs from what was wanted.
  public enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
    /// The days that cannot be had are left out.
    case without
    /// Another room on those.
    case otherRoomThen
    /// Another time on those.
    case otherTimeThen
    /// Another room on all.
    case otherRoom
  }

  /// In what it differs.
  public let kind: Kind
  /// The places, in order of time.
  public let places: [Place]
  /// Those of them that are not as wanted.
  public let others: [Place]
  /// When those would have been that are left out.
  public let leftOut: [CivilSpan]

  /// All of it.
  public init(_ kind: Kind, _ places: [Place], others: [Place] = [], leftOut: [CivilSpan] = []) {
    self.kind = kind
    self.places = places
    self.others = others
    self.leftOut = leftOut
  }
}

/// A day of a series that cannot be had as wanted.
public struct SeriesClash: Hashable, Sendable {
  /// What was wanted.
  public let wanted: BookingRequest
  /// Why it cannot be had.
  public let refusals: [Refusal]

  /// All of it.
  public init(_ wanted: BookingRequest, _ refusals: [Refusal]) {
    self.wanted = wanted
    self.refusals = refusals
  }
}
