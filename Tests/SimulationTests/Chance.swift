// All chance of a life comes from its seed through here.

import Passes

/// Draws for a simulated world.
struct Chance {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    // The first numbers of neighbouring seeds would otherwise settle alike what is drawn first.
    for _ in 0..<4 { _ = random.next() }
  }

  mutating func next() -> UInt64 { random.next() }

  /// A number from 0 to below `count`.
  mutating func below(_ count: Int) -> Int {
    Int(random.next().multipliedFullWidth(by: UInt64(max(1, count))).high)
  }

  /// A number of a closed range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
