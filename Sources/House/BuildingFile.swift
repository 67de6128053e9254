// A building as its file says: the rooms, their rules and the zone.

public import Bookings
public import CivilTime

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
    building = Building(rooms: [])
    zone = nil
  }

  /// Reads the building in a file.
  /// - Throws: that the file cannot be read, or everything that is wrong with it.
  public init(at path: String) throws(FileFaults) {
    self = try BuildingFile(SmallFile.octets(at: path), named: path)
  }
}
