// Reads the rooms of a building file one after another, each beside those before it.

internal import Bookings
internal import Gateways
internal import JSON
internal import Language

/// The rooms read so far, and what they are called.
struct RoomsReading {
  private(set) var rooms: [Room] = []
  private let policy: HousePolicy
  /// What each name and alias means so far.
  private var names: [SpokenName: String] = [:]
  private var identifiers: Set<RoomID> = []

  /// Begins with no rooms; each has the rules of its building unless it says otherwise.
  init(policy: HousePolicy) { self.policy = policy }

  /// Reads one more room.
  mutating func add(_ value: JSONValue, at path: JSONPath, _ sink: inout FaultSink) {
    guard let object = value.object else {
      sink.add(.notAnObject, at: path)
      return
    }
    var draft = RoomDraft()
    draft.policy = policy
    let before = sink.count
    let said = BuildingMembers.room.read(object, at: path, into: &draft, &sink)
    if sink.count == before {
      RulesReading(said: said, path: path, policy: draft.policy).check(&sink)
    }
    guard let listing = listing(object, at: path, &sink) else { return }
    if let seats = draft.seats, let capacity = listing.seats, seats != capacity {
      sink.add(.saidAlready(as: "capacity"), at: path.appending("seats"))
    }
    var room = listing.room(policy: draft.policy)
    room.id = draft.id.map { RoomID($0) } ?? room.id
    room.floor = draft.floor ?? room.floor
    room.seats = draft.seats ?? room.seats
    room.isStepFree = draft.isStepFree
    room.article = draft.article
    room.aliases = draft.aliases.map(\.name)
    claim(room, aliases: draft.aliases, at: path, &sink)
    rooms.append(room)
  }

  /// What a gateway tells of rooms too. A room of which only the name is bad is read on under
  /// another, so that whatever else is wrong with it is told as well.
  private func listing(
    _ object: JSONObject, at path: JSONPath, _ sink: inout FaultSink
  ) -> RoomListing? {
    do throws(ShapeFault) {
      let listing = try RoomListing(.object(object), at: path)
      for oddity in listing.oddities { sink.add(.shape(oddity.reason), at: oddity.path) }
      return listing
    } catch {
      let isMissing = object["name"] == nil
      sink.add(isMissing ? .missing("name") : .shape(error.reason), at: error.path)
    }
    var renamed = object
    renamed["name"] = "room"
    do throws(ShapeFault) {
      let listing = try RoomListing(.object(renamed), at: path)
      for oddity in listing.oddities { sink.add(.shape(oddity.reason), at: oddity.path) }
    } catch {
      preconditionFailure("an object with a name is a room")
    }
    return nil
  }

  /// Takes the names and the identifier of a room, and notes those that are taken already.
  private mutating func claim(
    _ room: Room, aliases: [(name: String, path: JSONPath)], at path: JSONPath,
    _ sink: inout FaultSink
  ) {
    let called = [(name: room.name, path: path.appending("name"))] + aliases
    var own: Set<SpokenName> = []
    let before = sink.count
    for (name, path) in called {
      let spoken = SpokenName(name)
      guard spoken.canBeSaid else {
        sink.add(.nameCannotBeSaid, at: path)
        continue
      }
      // A name said twice of one room is no harm.
      guard own.insert(spoken).inserted else { continue }
      if let other = names[spoken] {
        sink.add(.nameTaken(name, by: other), at: path)
      } else {
        names[spoken] = room.name
      }
    }
    // Of two rooms of one name it is said already.
    guard sink.count == before else { return }
    if !identifiers.insert(room.id).inserted {
      let isSaid = room.id.text != room.name
      sink.add(.identifierTaken(room.id.text), at: path.appending(isSaid ? "id" : "name"))
    }
  }
}
