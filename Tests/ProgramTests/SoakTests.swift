// Clients of all kinds at once, for as long as one likes.

import Foundation
import Testing

@Suite("Soak")
struct SoakTests {
  @Test("After mixed clients, resets, kills and changed tokens, all that is kept agrees")
  func soak() throws {
    let seconds = Draws.count("USHER_SOAK_SECONDS", usually: 60)
    let seed = Draws.seed
    let house = try SoakHouse(seconds: seconds, Draws(seed: seed))
    let thrown = faults { try house.live() }
    print("soak, SEED=\(seed), \(seconds) s: \(house.notes.figures)")
    #expect(thrown + house.notes.faults == [], "SEED=\(seed) USHER_SOAK_SECONDS=\(seconds)")
    for what in ["kills", "conversations across connections", "messages said again", "news"] {
      #expect(house.notes.counts[what, default: 0] > 0, "\(what) never happened")
    }
  }
}
