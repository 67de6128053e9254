// What a gateway told of its rooms last, in a file beside the store: for a start at which it does
// not answer.

import Bookings
import CivilTime
import Foundation
import JSON

/// The file of the rooms, which is a building file with the time in a remark.
public struct KeptRooms: Hashable, Sendable {
  /// Where it stands.
  let path: String

  /// The name of the remark: when the rooms were told, in UTC (RFC 3339).
  private static let told = "_told"

  /// Keeps rooms in place of those that were kept.
  /// - Throws: why they cannot be kept.
  func keep(_ rooms: [Room], toldAt now: Instant) throws {
    let file: JSONValue = [
      Self.told: .string(now.rfc3339), "rooms": .array(rooms.map(Self.member)),
    ]
    try Data(file.octets).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The rooms that were told last, and when; nil if none were kept.
  /// - Throws: what is wrong with the file.
  func read() throws(FileFaults) -> (rooms: [Room], told: Instant)? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let octets = try SmallFile.octets(at: path)
    let document = try JSONDocument(octets, named: path)
    guard let told = document.value[Self.told]?.string.flatMap({ Instant(rfc3339: $0) }) else {
      throw FileFaults([FileFault(file: path, place: nil, reason: .missing(Self.told))])
    }
    return (try BuildingFile(octets, named: path).building.rooms, told)
  }

  /// A room as gateways tell it.
  private static func member(_ room: Room) -> JSONValue {
    var member: JSONObject = ["name": .string(room.name)]
    member["location"] = room.location.map { .string($0) }
    member["capacity"] = room.seats.map { .integer(Int64($0)) }
    member["size"] = room.squareMetres.map { .string("\($0)m²") }
    member["equipment"] = .array(room.equipment.map { .string($0) })
    member["images"] = .array(room.images.map { .string($0) })
    return .object(member)
  }
}
