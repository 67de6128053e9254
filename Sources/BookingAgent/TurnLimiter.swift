// How many turns a user may take: some at once, then so many a second. It knows no clock.

import CivilTime
import LineProtocol

/// How many turns a user may take where turns are limited.
public enum TurnRate: Hashable, Sendable {
  /// As many as they like.
  case unlimited
  /// So many a second, after the burst that the protocol allows.
  case perSecond(Int)

  /// What can be set, in turns a second.
  public static let range: ClosedRange<Int64> = 1...10_000
}

/// Counts the turns of users. A turn earns its place back after the time that one turn takes at the
/// rate; what is kept of a user is when all places are earned back.
struct TurnLimiter: Sendable {
  /// Microseconds that one turn takes at the rate.
  private let turnMicroseconds: Int64
  /// Turns at once.
  private let burst: Int64
  private let usersMax: Int
  /// When all places are earned back, in microseconds since 1970.
  private var restored: [ConversationKey.Holder: Int64] = [:]

  /// A count by the settings; nil where nothing is to be counted.
  init?(_ settings: AgentSettings) {
    let protocolLimits = settings.protocolLimits
    switch settings.turnRate {
    case .unlimited?: return nil
    case .perSecond(let count)?:
      self.init(
        perSecond: count, burst: protocolLimits.turnBurstMax,
        usersMax: settings.limits.countedUsersMax)
    case nil:
      if settings.allowsTests { return nil }
      self.init(
        perSecond: protocolLimits.turnsPerSecond, burst: protocolLimits.turnBurstMax,
        usersMax: settings.limits.countedUsersMax)
    }
  }

  /// So many turns a second after so many at once.
  init(perSecond: Int, burst: Int, usersMax: Int) {
    turnMicroseconds = 1_000_000 / Int64(max(1, perSecond))
    self.burst = Int64(max(1, burst))
    self.usersMax = usersMax
  }

  /// Counts a turn, or tells in how many milliseconds it may be said again; such a turn costs
  /// nothing.
  mutating func refuses(_ holder: ConversationKey.Holder, at now: Instant) -> Int? {
    let now = now.milliseconds * 1000
    // A clock that was set back must not silence anybody for longer than the burst lasts.
    let full = min(max(restored[holder] ?? now, now), now + burst * turnMicroseconds)
    let allowed = now + (burst - 1) * turnMicroseconds
    if full > allowed {
      restored[holder] = full
      return Int((full - allowed + 999) / 1000)
    }
    if restored[holder] == nil, restored.count >= usersMax { makeRoom(at: now) }
    restored[holder] = full + turnMicroseconds
    return nil
  }

  /// The clock shows so much less than before: places come back when they would have.
  mutating func setBack(by duration: Duration) {
    restored = restored.mapValues { $0 - duration.wholeMilliseconds * 1000 }
  }

  /// Forgets who has all places back, and everybody if that is nobody: a limit on memory comes
  /// before a limit on turns.
  private mutating func makeRoom(at now: Int64) {
    restored = restored.filter { $0.value > now }
    if restored.count >= usersMax { restored = [:] }
  }
}
