// A conversation with an agent that has a house: dialogue, search and wording meet what nobody
// would say. The stand-in for the shell does what the shell does, without an operating system.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import House
import Language
import LineProtocol
import Passes

struct TurnFace: Sendable {
  /// Lines of one input that are said; the rest is left out.
  private static let linesMax = 24

  private let beginnings: [Play]

  init(_ grammar: CompiledGrammar) throws {
    let house = try Play(building: DemonstrationBuilding.building, grammar)
    var strict = HousePolicy.standard
    strict.gridMinutes = 20
    strict.shortestMinutes = 40
    strict.longestMinutes = 120
    strict.requiresAttendee = true
    strict.attendeesMax = 2
    strict.bookingsPerPersonMax = 2
    strict.windowDays = 10
    strict.noticeMinutes = 60
    let strictHouse = try Play(
      building: Building(
        name: "Strict",
        rooms: DemonstrationBuilding.building.rooms.map { room in
          var room = room
          room.policy = strict
          room.location = "Floor \(room.floor ?? "")"
          return room
        }, policy: strict), grammar)
    let spoken = [house, strictHouse].flatMap { house in
      Self.openings.map { lines in
        var play = house
        var verdict = Verdict()
        for line in lines { play.say(Array(line.utf8), &verdict) }
        return play
      }
    }
    beginnings = spoken + [try Play(building: Self.large, grammar)]
  }

  /// Many rooms, with equipment whose names share a word. A building may have eight times as many,
  /// but then most of the time goes into lists.
  private static let large = Building(
    name: "Large",
    rooms: (1...250).map { number in
      let name = "Conference Room \(number)"
      var room = Room(id: RoomID(name), name: name)
      room.aliases = ["CR\(number)"]
      room.seats = number % 20
      room.location = "Wing \(number % 40)"
      room.equipment = ["TV", "kit \(number % 100)"]
      return room
    })

  /// What was said before, so that many kinds of question stand open.
  private static let openings: [[String]] = [
    [],
    [
      "/as tom", "book Aquarium tomorrow 10-11 with ana@x.com +49 30 1234567",
      "book Bunker tomorrow 10-12 titled Retro", "/as mia",
      "book Cockpit on Friday 9:00-9:30 with Ben Smith ben@x.com 0171 1234567",
      "book Dachstube tomorrow 14-15 private",
    ],
    ["/as tom", "book Aquarium tomorrow 10-11", "/as mia", "book Aquarium tomorrow 10:30-11:30"],
    ["/as mia", "book a room with Ana", "tomorrow"],
    ["/as mia", "draft Aquarium tomorrow 10:15-11 with ana@x.com"],
    ["/as mia", "book Bunker tomorrow 10-11", "book Bunker tomorrow 12-13", "cancel B1"],
    [
      "/as mia", "book Bunker tomorrow 10-11", "book Bunker tomorrow 12-13",
      "cancel my booking tomorrow",
    ],
    ["/as mia", "book Aquarium tomorrow 10-11 with ana@x.com 0171 12"],
  ]

  /// Says the lines of a stream, after the beginning that the first octet chooses.
  func check(_ stream: [UInt8], _ first: UInt8, _ second: UInt8) -> Verdict {
    var verdict = Verdict()
    var play = beginnings[Int(first) % beginnings.count]
    play.outcome = Int(second)
    var effects = play.hear(stream, linesMax: Self.linesMax, &verdict)
    verdict.isTaken = effects.contains { effect in
      switch effect {
      case .reply(_, _, let reply): reply.code != .notUnderstood && !reply.code.isFailure
      case .commit, .result, .notice, .call: true
      case .greet, .refuse, .ping, .setDisplay, .askWindow, .board, .close, .errand, .account,
        .readOpenings,
        .signIn,
        .readTokens,
        .moveClock, .scriptGateway, .startAfresh, .tellOperator:
        false
      }
    }
    if second & 7 == 0 {
      var twin = beginnings[Int(first) % beginnings.count]
      twin.outcome = Int(second)
      let again = twin.hear(stream, linesMax: Self.linesMax, &verdict)
      verdict.expect(again == effects, "said twice from the same state, two things happen")
    }
    effects = play.end(&verdict)
    verdict.expect(
      effects.allSatisfy { if case .greet = $0 { false } else { true } }, "a greeting at the end")
    return verdict
  }
}
