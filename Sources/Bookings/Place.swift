// A room and a span: where and when somebody could meet.

public import CivilTime

/// Where and when: a room and a span in it.
public struct Place: Hashable, Codable, Sendable {
  /// The room.
  public let room: RoomID
  /// When, as the wall clock in the room shows.
  public let span: CivilSpan

  /// A room for a span.
  public init(room: RoomID, span: CivilSpan) {
    self.room = room
    self.span = span
  }
}
