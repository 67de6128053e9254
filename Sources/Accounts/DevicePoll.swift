// When it is asked again whether a code was typed (RFC 8628 §3.5).

internal import CivilTime
public import Mobility

/// The polling for one device code.
public struct DevicePoll: Hashable, Codable, Sendable {
  /// The code that is asked about.
  public let code: SecretHandle
  /// What the person was shown.
  public let prompt: DevicePrompt
  /// The pause between polls: never made shorter.
  public private(set) var intervalSeconds: Int
  /// How many connections in a row have failed.
  private var faults = 0

  /// The polling for a code. A pause of more than a day is as good as a day: no code lives so long.
  public init(code: SecretHandle, prompt: DevicePrompt, intervalSeconds: Int) {
    (self.code, self.prompt) = (code, prompt)
    self.intervalSeconds = min(max(1, intervalSeconds), 86_400)
  }

  /// Whether its numbers can be reckoned with.
  var isSound: Bool { intervalSeconds >= 1 && [intervalSeconds, faults].areCounts }

  /// The pause before the first poll.
  var pause: Duration { .seconds(intervalSeconds) }

  /// Nobody has given leave yet.
  mutating func pauseAfterPending() -> Duration {
    faults = 0
    return pause
  }

  /// It was asked too fast: slower from now on, for good.
  mutating func pauseAfterSlowDown(
    retryAfterSeconds: Int?, limits: AccountLimits
  ) -> Duration {
    faults = 0
    intervalSeconds += limits.pollSeconds
    return max(pause, .seconds(retryAfterSeconds ?? 0))
  }

  /// It was answered by something that passes.
  mutating func pauseAfterPassing(retryAfterSeconds: Int?) -> Duration {
    faults = 0
    return max(pause, .seconds(retryAfterSeconds ?? 0))
  }

  /// Nobody answered: the pause doubles, as the RFC wants it.
  mutating func pauseAfterFault(limits: AccountLimits) -> Duration {
    faults += 1
    let longest = max(intervalSeconds, limits.pollFaultSecondsMax)
    return .seconds(Pauses.doubled(intervalSeconds, times: faults, most: longest))
  }
}

/// How pauses grow.
enum Pauses {
  /// Seconds doubled so many times, at most so many. Without chance: each account waits for one
  /// answer at a time, and there are few.
  static func doubled(_ seconds: Int, times: Int, most: Int) -> Int {
    var seconds = min(seconds, most)
    var left = times
    while left > 0, seconds < most {
      seconds = min(seconds * 2, most)
      left -= 1
    }
    return seconds
  }
}
