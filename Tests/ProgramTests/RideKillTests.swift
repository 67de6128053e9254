// The running program, killed while rides are booked, given back and looked for.

import Foundation
import Testing

@Suite("Kills among rides")
struct RideKillTests {
  @Test("Killed at any moment, a ride is booked once an order, and told as the service has it")
  func killed() throws {
    let kills = Draws.count("RIDEKILLS", usually: 8)
    let seed = Draws.seed
    var draws = Draws(seed: seed)
    var figures = RideKillFigures()
    let began = ContinuousClock.now
    while figures.kills < kills {
      let rides = try KilledRides(riders: draws.number(3...5), draws.fork())
      let lives = min(draws.number(6...20), kills - figures.kills)
      let thrown = faults {
        for _ in 0..<lives where rides.faults.isEmpty { try rides.killOnce() }
        if rides.faults.isEmpty { try rides.letBeQuiet() }
      }
      figures.add(rides.figures)
      let found = thrown + rides.faults
      #expect(found == [], "SEED=\(seed) RIDEKILLS=\(kills)")
      if !found.isEmpty { break }
    }
    if figures.kills >= kills {
      #expect(figures.isEnough, "SEED=\(seed): \(figures)")
    }
    if ProcessInfo.processInfo.environment["RIDEKILLS"] != nil {
      print("SEED=\(seed): \(figures) in \(ContinuousClock.now - began)")
    }
  }
}
