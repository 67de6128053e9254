// Chance for tests: drawn from a seed that a failure tells, and the same again for the same seed.

import Foundation

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Draws {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The seed that `SEED` names, or one of this moment.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
      ?? .random(in: 1...999_999_999)
  }

  /// How many the environment asks for, or as many as a suite has time for.
  static func count(_ name: String, usually: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usually
  }

  /// A number of the range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// True so many times of a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// One of them; there has to be one.
  mutating func one<Element>(of some: [Element]) -> Element { some[number(0...(some.count - 1))] }

  /// Chance of its own for a part, so that what one part draws does not move the others.
  mutating func fork() -> Draws { Draws(seed: next()) }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// What was thrown, in words, so that it is told together with the seed.
func faults(of body: () throws -> Void) -> [String] {
  do {
    try body()
    return []
  } catch {
    return ["\(error)"]
  }
}
