// Thousands of plays by seeds. `USHER_PLAYS=20000` plays more, `SEED=7` plays one.

import Foundation
import Products
import Testing

/// How many plays there are, and which is played alone.
enum Plays {
  static let count = number("USHER_PLAYS") ?? 240
  static let seed = number("SEED")

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

struct PlayTests {
  @Test func `whatever happens, nothing is booked twice, told wrongly or asked again`() {
    let seeds = Plays.seed.map { $0...$0 } ?? 1...Plays.count
    var reached: Set<String> = []
    var failed = 0
    var bookings = 0
    for seed in seeds where failed < 3 {
      var play = Play(seed: UInt64(seed))
      play.run(steps: 60)
      reached.formUnion(play.reached)
      bookings += play.service.bookings
      guard !play.broken.isEmpty else { continue }
      failed += 1
      var again = Play(seed: UInt64(seed), isLogged: true)
      again.run(steps: 60)
      let told = (again.log ?? []).suffix(25).joined(separator: "\n")
      Issue.record("seed \(seed): \(play.broken.prefix(3))\n\(told)")
    }
    guard seeds.count > 100 else { return }
    #expect(bookings > seeds.count / 5, "the plays come far")
    #expect(reached.count == 13, "every state is reached: \(reached.sorted())")
  }
}
