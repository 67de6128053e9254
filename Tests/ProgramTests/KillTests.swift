// The running program, killed at any moment, over and over.

import Foundation
import Testing

@Suite("Kills")
struct KillTests {
  @Test(
    "Killed at any moment, nothing confirmed is lost, nothing is half done, nothing is sent twice")
  func killed() throws {
    let kills = Draws.count("KILLS", usually: 50)
    let seed = Draws.seed
    var draws = Draws(seed: seed)
    var figures = KillFigures()
    let began = ContinuousClock.now
    while figures.kills < kills {
      let house = try KilledHouse(bookers: draws.number(3...7), draws.fork())
      let lives = min(draws.number(5...25), kills - figures.kills)
      let thrown = faults {
        for _ in 0..<lives where house.faults.isEmpty { try house.killOnce() }
        if house.faults.isEmpty { try house.finish() }
      }
      figures.add(house.figures)
      let found = thrown + house.faults
      #expect(found == [], "SEED=\(seed) KILLS=\(kills)")
      if !found.isEmpty { break }
    }
    if figures.kills >= kills {
      #expect(figures.company.isEnough(for: kills), "SEED=\(seed): \(figures.company)")
    }
    if ProcessInfo.processInfo.environment["KILLS"] != nil {
      print("SEED=\(seed): \(figures) in \(ContinuousClock.now - began)")
    }
  }
}
