// One room as a gateway's getrooms or a building file describes it, read from JSON.

public import Bookings
public import JSON

/// What a list of rooms says of one room, apart from when it is free.
///
/// Only a room without a usable name is refused. What else cannot be read is left unknown and kept
/// as an oddity: a gateway with a strange size still has rooms, while a building file is mended.
public struct RoomListing: Hashable, Sendable {
  /// What the gateway calls it, exactly as written: calls for the room must say the same.
  public private(set) var name: String
  /// Where it is, as `Floor 1`.
  public private(set) var location: String?
  /// What stands in it.
  public private(set) var equipment: [String]
  /// Its size, rounded to whole square metres.
  public private(set) var squareMetres: Int?
  /// How many it suggests.
  public private(set) var seats: Int?
  /// Addresses of pictures, relative to the gateway's or absolute.
  public private(set) var images: [String]
  /// What could not be read and was left out.
  public private(set) var oddities: [ShapeFault]

  /// The members that are read here or, as `avail`, with the day's spans. A reader of building
  /// files knows further ones.
  public static let members: Set<String> = [
    "name", "location", "equipment", "size", "capacity", "avail", "images",
  ]

  /// Reads the object at a place of the whole.
  /// - Throws: that it is no object, or has no usable name.
  public init(
    _ value: JSONValue, at path: JSONPath, limits: GatewayLimits = GatewayLimits()
  ) throws(ShapeFault) {
    guard let object = value.object else { throw ShapeFault(.notAnObject, at: path) }
    let reader = MemberReader(object: object, path: path, limits: limits)
    name = try reader.text("name", octetsMax: limits.roomTextOctetsMax)
    var oddities: [ShapeFault] = []
    location = reader.optional("location", &oddities) { value, path throws(ShapeFault) in
      try value.plainText(at: path, octetsMax: limits.roomTextOctetsMax)
    }
    equipment = reader.texts("equipment", octetsMax: limits.roomTextOctetsMax, &oddities)
    squareMetres = reader.optional("size", &oddities) { value, path throws(ShapeFault) in
      guard let size = WrittenSize(value) else { throw ShapeFault(.notASize, at: path) }
      return size.squareMetres
    }
    seats = reader.optional("capacity", &oddities) { value, path throws(ShapeFault) in
      guard let count = value.writtenInteger, (0...100_000).contains(count) else {
        throw ShapeFault(.notACount, at: path)
      }
      return Int(count)
    }
    images = reader.texts("images", octetsMax: limits.imageOctetsMax, &oddities)
    self.oddities = oddities
  }

  /// The floor, if the location says it as gateways do: `Floor 1` is `1`, `2nd floor` is `2nd`.
  public var floor: String? {
    guard let words = location?.split(separator: " "), words.count == 2 else { return nil }
    if words[0].lowercased() == "floor" { return String(words[1]) }
    return words[1].lowercased() == "floor" ? String(words[0]) : nil
  }

  /// The listing as a room that can be booked, known by its name.
  public func room(policy: HousePolicy = .standard) -> Room {
    var room = Room(id: RoomID(name), name: name, policy: policy)
    room.location = location
    room.floor = floor
    room.seats = seats
    room.squareMetres = squareMetres
    room.equipment = equipment
    room.images = images
    return room
  }
}

/// Reads members of one object and keeps the place of each fault.
struct MemberReader {
  let object: JSONObject
  let path: JSONPath
  let limits: GatewayLimits

  /// A text that must be there.
  func text(_ name: String, octetsMax: Int) throws(ShapeFault) -> String {
    let path = path.appending(name)
    guard let value = object[name], !value.isNull else { throw ShapeFault(.empty, at: path) }
    return try value.plainText(at: path, octetsMax: octetsMax)
  }

  /// What a member says; nil if it is missing, null, blank, or cannot be read.
  func optional<Content>(
    _ name: String, _ oddities: inout [ShapeFault],
    read: (JSONValue, JSONPath) throws(ShapeFault) -> Content
  ) -> Content? {
    guard let value = object[name], !value.isBlank else { return nil }
    do {
      return try read(value, path.appending(name))
    } catch {
      oddities.append(error)
      return nil
    }
  }

  /// The texts of a list; none if it is missing. Those that cannot be read are left out.
  func texts(_ name: String, octetsMax: Int, _ oddities: inout [ShapeFault]) -> [String] {
    let elements = optional(name, &oddities) { value, path throws(ShapeFault) in
      try value.gappedList(at: path, max: limits.roomListMax)
    }
    var texts: [String] = []
    for element in elements ?? [] {
      do throws(ShapeFault) {
        texts.append(try element.value.plainText(at: element.path, octetsMax: octetsMax))
      } catch {
        oddities.append(error)
      }
    }
    return texts
  }
}
