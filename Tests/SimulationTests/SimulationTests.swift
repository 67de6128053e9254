// Seeded lives: whatever happens, the house keeps its promises.

import Foundation
import House
import Language
import Testing

@Suite("Simulation")
struct SimulationTests {
  /// `SEED=17` lives one life and shows what was said; `SEEDS=100000` lives so many; `FROM=` says
  /// with which seed they begin, `STEPS=` how long they are.
  private static let environment = ProcessInfo.processInfo.environment
  private static func number(_ name: String) -> UInt64? { environment[name].flatMap { UInt64($0) } }

  static let only = number("SEED")
  static let first = number("FROM") ?? 1
  static let count = number("SEEDS") ?? 200
  static let steps = Int(number("STEPS") ?? 60)
  /// Lives are handed out in portions, so that all cores live. Where there are many portions, each
  /// is so large that what is rare happens in all of them.
  static let portion: UInt64 = count < 2000 ? 100 : 500
  static let portions: [ClosedRange<UInt64>] =
    only.map { [$0...$0] }
    ?? stride(from: first, to: first + count, by: Int(portion)).map {
      $0...min($0 + portion - 1, first + count - 1)
    }

  static let grammar = Result { try HouseMaking.grammar(in: nil) }

  @Test("Whatever happens, the house keeps its promises", arguments: portions)
  func keepsItsPromises(seeds: ClosedRange<UInt64>) throws {
    var counts = Counts()
    for seed in seeds {
      let life = try Life(
        seed: seed, grammar: try Self.grammar.get(),
        traceLinesMax: Self.only == nil ? 0 : 1_000_000)
      life.live(steps: Self.steps)
      if Self.only != nil { print(life.trace.lines.joined(separator: "\n")) }
      counts += life.counts
      if !life.promises.violations.isEmpty {
        Issue.record(
          """
          seed \(seed): \(life.promises.violations.map(\.description).joined(separator: "; "))
          See it with: SEED=\(seed) swift test --filter Simulation
          """)
      }
    }
    print("Lives \(seeds.lowerBound)–\(seeds.upperBound): \(counts)")
    #expect(counts.steps == seeds.count * Self.steps && counts.steps > 0)
    #expect(counts.missing == [])
  }

  @Test("The same seed gives the same octets", arguments: [only ?? 1, 2, 3, 5, 8, 13])
  func repeats(seed: UInt64) throws {
    let lives = try [1, 2].map { _ in
      let life = try Life(seed: seed, grammar: try Self.grammar.get())
      life.live(steps: Self.steps)
      return life
    }
    #expect(lives[0].trace.hash == lives[1].trace.hash)
    #expect(lives[0].trace.octets == lives[1].trace.octets)
    #expect(lives[0].trace.octets > 0)
  }
}
