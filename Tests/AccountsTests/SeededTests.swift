// Plays by seeds, and what must hold in all of them.

import Accounts
import Testing

struct SeededTests {
  @Test(arguments: 0..<100)
  func `what is promised holds, whatever goes wrong`(seed: Int) {
    var world = World(seed: UInt64(seed))
    world.run(steps: 250)
    #expect(Set(world.faults) == [])
  }

  @Test func `the plays show what they are for`() {
    var seen: [String: Int] = [:]
    for seed in 0..<40 {
      var world = World(seed: UInt64(seed))
      world.run(steps: 250)
      seen.merge(world.seen, uniquingKeysWith: +)
    }
    let wanted = [
      "linked", "failed", "unlinked", "lost", "ready", "poll", "clock", "restart", "resumed",
      "still to be told",
    ]
    for what in wanted { #expect(seen[what] ?? 0 > 10, "\(what)") }
  }
}
