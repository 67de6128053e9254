// Temporary.
import Bookings
import CivilTime
import Foundation
import Grammar
import House
import Language

@main enum Usher {
  static func room(_ n: String, _ floor: String, _ seats: Int, _ size: Int, _ eq: [String], _ step: Bool?) -> Room {
    var r = Room(id: RoomID(n), name: n)
    r.floor = floor; r.seats = seats; r.squareMetres = size; r.equipment = eq; r.isStepFree = step
    return r
  }
  static func main() throws {
    let building = Building(rooms: [
      room("Aquarium", "2nd", 6, 20, ["TV", "whiteboard"], nil),
      room("Bunker", "basement", 4, 12, ["whiteboard"], nil),
      room("Cockpit", "3rd", 10, 35, ["video", "projector"], true),
      room("Dachstube", "4th", 14, 48, ["projector"], false),
    ])
    let grammar = try GrammarCompiler.compile(GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) })
    let settings = HouseSettings(building: building, zone: PlatformZones.rules(of: "Europe/Berlin")!, grammar: grammar)
    for file in CommandLine.arguments.dropFirst() {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let talk = try WrittenConversation(text, file: file)
      let player = try ConversationPlayer(talk, settings: settings) { _ in building }
      for d in player.play() { print(d) }
    }
  }
}
