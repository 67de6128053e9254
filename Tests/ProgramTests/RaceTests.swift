// Two clients, and two hundred, who want the same at the same moment.

import Foundation
import Testing

@Suite("Races")
struct RaceTests {
  /// By hand there are many, and the program may take long.
  private static let secondsPerRaceMax = 0.1
  /// What a race leaves in memory is bookings, answers and talks, some kilobytes; more is a leak.
  private static let octetsPerRaceMax = 16 << 10
  /// By then the program has read every kind of line, and its memory has what it needs at rest.
  private static let racesBeforeMeasuring = 100
  /// What memory may move by after that, whatever happens.
  private static let octetsAtRest = 4 << 20

  @Test("Of two who want one span one gets it; the other is told so and gets what is offered")
  func two() throws {
    let count = Draws.count("RACES", usually: 200)
    let seed = Draws.seed
    let began = ContinuousClock.now
    let course = try RaceCourse(
      Draws(seed: seed),
      patienceSeconds: Program.patienceSeconds + Self.secondsPerRaceMax
        * Double(Self.racesBeforeMeasuring + count))
    var grown = 0
    let thrown = faults {
      let first = Self.racesBeforeMeasuring
      for number in 0..<first where course.faults.isEmpty { try course.race(number) }
      let octetsBefore = course.residentOctets
      for number in first..<first + count where course.faults.isEmpty { try course.race(number) }
      grown = course.residentOctets - octetsBefore
      try course.finish()
    }
    #expect(thrown + course.faults == [], "SEED=\(seed) RACES=\(count)")
    #expect(grown < Self.octetsAtRest + count * Self.octetsPerRaceMax)
    if ProcessInfo.processInfo.environment["RACES"] != nil {
      print(
        "SEED=\(seed): \(count) races, codes \(course.codes), grown by \(grown) octets, in",
        ContinuousClock.now - began)
    }
  }

  /// How many rush for which rooms, and whether only that day can be booked.
  static let rushes = [
    RushRow(count: 200, rooms: ["Alder", "Birch", "Cedar"], isOneDay: false),
    RushRow(count: 200, rooms: ["Alder"], isOneDay: true),
  ]

  @Test(
    "Two hundred at once for one day: each gets a place of their own or hears that none is left",
    arguments: rushes)
  func twoHundred(row: RushRow) throws {
    let seed = Draws.seed
    let rush = try Rush(Draws(seed: seed), rooms: row.rooms, isOneDay: row.isOneDay)
    let thrown = faults {
      try rush.run(row.count, into: row.rooms[0])
      try rush.finish()
    }
    #expect(thrown + rush.faults == [], "SEED=\(seed)")
    #expect(rush.booked + rush.disappointed == row.count, "SEED=\(seed)")
    #expect((rush.disappointed > 0) == row.isOneDay, "SEED=\(seed)")
    if ProcessInfo.processInfo.environment["RACES"] != nil {
      print(
        "SEED=\(seed): \(rush.booked) booked, \(rush.disappointed) told that nothing is left,",
        "\(rush.rounds) rounds, codes \(rush.codes)")
    }
  }
}

struct RushRow: Sendable {
  let count: Int
  let rooms: [String]
  let isOneDay: Bool
}
