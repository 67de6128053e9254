// What can be done instead of something that was refused.

/// A place that could be had instead of the one that was refused.
public struct Alternative: Hashable, Sendable {
  /// In what it differs from what was asked for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The same room on the same day, as long, at another time.
    case shifted
    /// Another room at the same time.
    case otherRoom
    /// A part of the span that was asked for, in the same room.
    case shorter
    /// The smallest span on the grid around the one that was asked for.
    case wider
    /// The largest span on the grid within the one that was asked for.
    case narrower
    /// The same room and time on another day.
    case otherDay
    /// Another room on the same day, as long, at another time.
    case otherRoomShifted
    /// Exactly what was asked for, although the room has fewer seats than come.
    case fewerSeats
  }

  /// In what it differs from what was asked for.
  public let kind: Kind
  /// Where and when.
  public let place: Place
  /// What to decide if it is chosen: all else that was asked for stays.
  public let intention: Intention

  /// An alternative; made by the ledger.
  public init(kind: Kind, place: Place, intention: Intention) {
    self.kind = kind
    self.place = place
    self.intention = intention
  }
}
