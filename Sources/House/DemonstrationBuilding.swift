// The building of the demonstration, which is there when nobody names another.

public import Bookings

/// Four rooms to try the program out with.
public enum DemonstrationBuilding {
  /// The building, under the standard rules of a house.
  public static let building = Building(
    name: "Demonstration", rooms: [aquarium, bunker, cockpit, dachstube])

  private static let aquarium = room(
    "Aquarium", .neuter, floor: "2nd", seats: 6, squareMetres: 20,
    equipment: ["TV", "whiteboard"])

  private static let bunker = room(
    "Bunker", .masculine, floor: "basement", seats: 4, squareMetres: 12, equipment: ["whiteboard"])

  private static let cockpit = room(
    "Cockpit", .neuter, floor: "3rd", seats: 10, squareMetres: 35,
    equipment: ["video", "projector"],
    isStepFree: true)

  private static let dachstube = room(
    "Dachstube", .feminine, floor: "4th", seats: 14, squareMetres: 48, equipment: ["projector"],
    isStepFree: false)

  private static func room(
    _ name: String, _ article: RoomArticle, floor: String, seats: Int, squareMetres: Int,
    equipment: [String],
    isStepFree: Bool? = nil
  ) -> Room {
    var room = Room(id: RoomID(name), name: name)
    room.article = article
    room.floor = floor
    room.seats = seats
    room.squareMetres = squareMetres
    room.equipment = equipment
    room.isStepFree = isStepFree
    return room
  }
}
