// Rooms and times that a line says in turn.

extension Slots {
  /// Each room with the time beside it, where a line says as many rooms as times, in turn and for
  /// nobody: `Bunker 9-10, Cockpit 14-15`; else none. A day that one of them says holds for those
  /// behind it, and for those before it that have none.
  public var roomsWithTimes: [RoomWithTime] {
    guard rooms.count > 1, when.count == rooms.count, !isEither, target == nil, people.isEmpty
    else {
      return []
    }
    let starts = when.compactMap { $0.start?.range.lowerBound }
    guard starts.count == when.count, starts == starts.sorted() else { return [] }
    let rooms = rooms.sorted { $0.range.lowerBound < $1.range.lowerBound }
    let turns = (rooms.map { ($0.range.lowerBound, true) } + starts.map { ($0, false) })
      .sorted { $0.0 < $1.0 }.map(\.1)
    guard zip(turns, turns.dropFirst()).allSatisfy({ $0 != $1 }) else { return [] }
    var day = when.lazy.compactMap(\.day).first
    return zip(rooms, when).map { room, when in
      var when = when
      day = when.day ?? day
      when.day = day
      return RoomWithTime(room: room.value, when: when)
    }
  }
}

/// A room and the time that is said of it.
public struct RoomWithTime: Hashable, Sendable {
  /// Which room.
  public let room: RoomMention
  /// When.
  public let when: When
}
