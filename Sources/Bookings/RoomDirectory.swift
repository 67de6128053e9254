// Where a room stands in the building's list, by its identifier and by what it is called.

/// Finds rooms by identifier, name or alias at once, however many there are.
struct RoomDirectory: Equatable, Sendable {
  private var byID: [RoomID: Int] = [:]
  private var byName: [String: Int] = [:]
  /// nil where two rooms share an alias.
  private var byAlias: [String: Int?] = [:]

  init(_ rooms: [Room]) {
    for (index, room) in rooms.enumerated() {
      byID[room.id] = index
      byName[room.name.lowercased()] = index
      for alias in Set(room.aliases.map { $0.lowercased() }) {
        byAlias[alias] = .some(byAlias[alias] == nil ? index : nil)
      }
    }
  }

  func index(of id: RoomID) -> Int? { byID[id] }

  func index(named name: String) -> Int? {
    let folded = name.lowercased()
    return byName[folded] ?? byAlias[folded] ?? nil
  }
}
