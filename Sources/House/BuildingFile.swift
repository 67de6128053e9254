// A building as its file says: the rooms, their rules and the zone.

public import Bookings
public import CivilTime
internal import Gateways
internal import JSON

/// What a building file says.
public struct BuildingFile: Hashable, Sendable {
  /// The rooms and rules.
  public let building: Building
  /// The zone of the building, if the file names one.
  public let zone: ZoneRules?

  /// Reads a building: a list of rooms in the shape of a gateway's `getrooms` with further
  /// members, or an object with such a list under `rooms`.
  /// - Throws: everything that is wrong with it.
  public init(_ octets: [UInt8], named file: String) throws(FileFaults) {
    let document = try JSONDocument(octets, named: file)
    var sink = FaultSink()
    var draft = BuildingDraft()
    var rooms: [Room] = []
    switch Self.shape(of: document.value) {
    case .rooms(let value):
      rooms = Self.rooms(value, at: .root, policy: draft.policy, &sink)
    case .building(let object):
      Self.read(object, into: &draft, &sink)
      if let list = object["rooms"], !list.isNull {
        let path = JSONPath.root.appending("rooms")
        rooms = Self.rooms(list, at: path, policy: draft.policy, &sink)
      } else {
        sink.add(.missing("rooms"), at: .root)
      }
    case .neither: sink.add(.notABuilding, at: .root)
    }
    try sink.finish(document, named: file)
    var building = Building(name: draft.name, rooms: rooms, policy: draft.policy)
    building.language = draft.language
    building.address = draft.address ?? .familiar
    building.contact = draft.contact
    self.building = building
    zone = draft.zone
  }

  /// Reads the building in a file.
  /// - Throws: that the file cannot be read, or everything that is wrong with it.
  public init(at path: String) throws(FileFaults) {
    self = try BuildingFile(SmallFile.octets(at: path), named: path)
  }
}

extension BuildingFile {
  /// Rooms in a list; 2,000.
  static let roomsMax = GatewayLimits().roomsMax

  private enum Shape {
    case rooms(JSONValue)
    case building(JSONObject)
    case neither
  }

  /// A list of rooms may also be an object whose names are numbers, as gateways write one from
  /// which rooms were taken.
  private static func shape(of value: JSONValue) -> Shape {
    switch value {
    case .array: return .rooms(value)
    case .object(let object):
      let names = object.members.map(\.name).filter { !$0.hasPrefix("_") }
      let isNumbered = !names.isEmpty && names.allSatisfy { Int($0) != nil }
      return isNumbered ? .rooms(value) : .building(object)
    case .null, .bool, .integer, .number, .string: return .neither
    }
  }

  private static func read(
    _ object: JSONObject, into draft: inout BuildingDraft, _ sink: inout FaultSink
  ) {
    let before = sink.count
    let said = BuildingMembers.building.read(object, at: .root, into: &draft, &sink)
    guard sink.count == before else { return }
    RulesReading(said: said, path: .root, policy: draft.policy).check(&sink)
  }

  private static func rooms(
    _ value: JSONValue, at path: JSONPath, policy: HousePolicy, _ sink: inout FaultSink
  ) -> [Room] {
    let value = value.object.map { JSONValue.object($0.withoutRemarks) } ?? value
    let elements: [(path: JSONPath, value: JSONValue)]
    do throws(ShapeFault) {
      elements = try value.gappedList(at: path, max: roomsMax)
    } catch {
      sink.add(.shape(error.reason), at: error.path)
      return []
    }
    if elements.isEmpty { sink.add(.noRooms, at: path) }
    var reading = RoomsReading(policy: policy)
    for (path, value) in elements where !sink.isFull { reading.add(value, at: path, &sink) }
    return reading.rooms
  }
}

extension JSONObject {
  /// The members that are not remarks, which begin with `_`.
  fileprivate var withoutRemarks: JSONObject {
    JSONObject(members.filter { !$0.name.hasPrefix("_") }.map { ($0.name, $0.value) })
  }
}
