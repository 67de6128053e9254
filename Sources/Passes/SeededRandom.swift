// Chance as a value: the same seed gives the same draws on every machine and in every version.

internal import CivilTime

/// A generator of evenly spread 64-bit numbers (SplitMix64: Steele, Lea, Flood, 2014). Good enough
/// to spread retries; never to be used for secrets.
public struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  /// All there is to know of the generator: store it, and the draws go on where they were.
  public private(set) var state: UInt64

  /// The generator that a seed, or a stored state, stands for.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A duration drawn evenly from zero up to and including a longest one, in whole milliseconds.
  /// Not the standard library's `random(in:)`: how that draws may change between versions.
  public mutating func duration(upTo longest: Duration) -> Duration {
    let steps = UInt64(max(0, longest.wholeMilliseconds)) + 1
    return .milliseconds(Int64(next().multipliedFullWidth(by: steps).high))
  }
}
