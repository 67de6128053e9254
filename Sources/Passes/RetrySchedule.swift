// How long to wait before the next attempt. To change when passes are retried, start here.

internal import CivilTime

/// The pauses of the house's policy. Each draws from the chance it is handed.
public struct RetrySchedule: Hashable, Sendable {
  private let limits: PassLimits

  /// The schedule that limits make.
  public init(limits: PassLimits) { self.limits = limits }

  /// The pause after a passing failure: full jitter, evenly between 0 and 2 s doubled with each
  /// failure before this one, at most 300 s; but never under 1 s. Full jitter spreads what failed
  /// together (Brooker, "Exponential Backoff And Jitter", 2015).
  public func passingPause(
    afterFailures failures: Int, using chance: inout SeededRandom
  ) -> Duration {
    let longest = doubled(limits.passingPauseSeconds, times: failures - 1)
    return max(chance.duration(upTo: longest), .seconds(limits.passingPauseSecondsMin))
  }

  /// How long the gateway rests, and the pause after an unknown outcome: half of d and evenly up to
  /// another half, d being 5 s doubled with each time before this one, at most 300 s. A lost answer
  /// is the gateway's trouble, not the recipient's, so it gets the gateway's pause.
  public func rest(afterRests rests: Int, using chance: inout SeededRandom) -> Duration {
    let whole = doubled(limits.restSeconds, times: rests)
    let half = Duration.milliseconds(whole.wholeMilliseconds / 2)
    return half + chance.duration(upTo: half)
  }

  /// What `Retry-After` asks for, as far as it is believed: 1 s to an hour.
  public func rest(asAskedForSeconds seconds: Int) -> Duration {
    .seconds(min(max(1, seconds), limits.retryAfterSecondsMax))
  }

  private func doubled(_ seconds: Int, times: Int) -> Duration {
    var seconds = max(0, min(seconds, limits.pauseSecondsMax))
    var timesLeft = times
    while timesLeft > 0, seconds > 0, seconds < limits.pauseSecondsMax {
      seconds = min(seconds * 2, limits.pauseSecondsMax)
      timesLeft -= 1
    }
    return .seconds(seconds)
  }
}
