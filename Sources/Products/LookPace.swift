// How many rides are looked at in one second at one base: what the service is asked unasked comes
// little by little, however many rides are due at once.

internal import CivilTime
internal import Mobility

/// The looks of the second that goes on.
struct LookPace: Sendable {
  private var second: Instant?
  private var counts: [String: Int] = [:]

  /// Takes a look up, unless the base was asked for so many in this second.
  /// - Returns: Whether it may be taken.
  mutating func take(at address: WebAddress, max: Int, at now: Instant) -> Bool {
    if second != now { (second, counts) = (now, [:]) }
    let origin = address.origin
    guard counts[origin, default: 0] < Swift.max(1, max) else { return false }
    counts[origin, default: 0] += 1
    return true
  }
}
