// Whether the gateway may be called: the budget of retries, the breaker, the rest and the stop.

public import CivilTime

/// What is known of the gateway from its answers. Begins afresh with each start: nothing of it is
/// owed to anybody, and a restart is often the cure.
public struct GatewayHealth: Hashable, Sendable {
  /// What may be sent now.
  public enum Permission: Hashable, Sendable {
    /// Everything.
    case open
    /// First attempts: there are no tokens for retries until then.
    case firstAttemptsOnly(until: Instant)
    /// One pass in one call, to see whether the gateway works again.
    case probe
    /// Nothing until then; nil: until an answer comes or somebody resumes it.
    case closed(until: Instant?)
  }

  private enum Breaker: Hashable {
    case closed
    case open(until: Instant, seconds: Int)
    case probing(CallID, seconds: Int)
  }

  /// Why the gateway is stopped; nil while it is not.
  public private(set) var stoppedBecause: PassTrouble?
  /// Until when the gateway rests; nil if it has not rested yet.
  public private(set) var restsUntil: Instant?
  /// How often in a row the gateway was sent to rest.
  public private(set) var restsInARow = 0
  /// The last halt with a code that nobody has listed, unless a pass was taken since.
  private(set) var lastUnlisted: GatewayVerdict.UnlistedHalt?

  private let limits: PassLimits
  private var breaker = Breaker.closed
  private var failuresInARow = 0
  // The newest call is the lowest bit; a set bit is a failure.
  private var recentFailures: UInt64 = 0
  // Thousandths, so that no part of a token is lost between two calls.
  private var milliTokens: Int
  private var tokensCountedAt: Instant?

  /// A gateway of which nothing is known yet.
  public init(limits: PassLimits) {
    self.limits = limits
    milliTokens = limits.tokensMax * 1000
  }

  /// What may be sent now.
  public func permission(at now: Instant) -> Permission {
    if stoppedBecause != nil { return .closed(until: nil) }
    if let restsUntil, now < restsUntil { return .closed(until: restsUntil) }
    switch breaker {
    case .open(let until, _): return now < until ? .closed(until: until) : .probe
    case .probing: return .closed(until: nil)
    case .closed: break
    }
    let missing = limits.tokensPerRetry * 1000 - self.milliTokens(at: now)
    guard missing > 0 else { return .open }
    return .firstAttemptsOnly(until: now + .milliseconds(missing * limits.tokenRefillSeconds))
  }

  /// Retries that the tokens pay for.
  public func retriesAllowed(at now: Instant) -> Int {
    limits.tokensPerRetry > 0 ? milliTokens(at: now) / 1000 / limits.tokensPerRetry : Int.max
  }

  /// Whether the gateway rests just now.
  func isResting(at now: Instant) -> Bool { restsUntil.map { now < $0 } ?? false }

  /// Whether another pass has just failed with the same unlisted code: then it is the gateway's.
  func repeats(_ halt: GatewayVerdict.UnlistedHalt) -> Bool {
    lastUnlisted.map { $0.code == halt.code && $0.pass != halt.pass } ?? false
  }

  /// A call leaves, with so many retries in it.
  mutating func attempted(_ call: CallID, retries: Int, at now: Instant) {
    count(milliTokens: -retries * limits.tokensPerRetry * 1000, at: now)
    switch breaker {
    case .open(_, let seconds): breaker = .probing(call, seconds: seconds)
    case .closed, .probing: break
    }
  }

  /// A call has ended.
  mutating func answered(_ call: CallID, _ verdict: GatewayVerdict, at now: Instant) {
    count(milliTokens: verdict.accepted * limits.tokensPerSuccess * 1000, at: now)
    if let unlisted = verdict.unlisted {
      lastUnlisted = unlisted
    } else if verdict.accepted > 0 || verdict.condition == .works {
      lastUnlisted = nil
    }
    switch verdict.condition {
    case .works: worked(call)
    case .fails: failed(call, at: now)
    case .untested: break  // The gateway was stopped or begins afresh; either ends a probe.
    }
  }

  /// The gateway is to be left alone. Several calls that fail at once are one reason to rest.
  mutating func rest(until: Instant, at now: Instant) {
    if !isResting(at: now) { restsInARow += 1 }
    restsUntil = max(until, restsUntil ?? until)
  }

  /// The clock shows so much less than before: what was reckoned from it is as far from it again.
  mutating func setBack(by duration: Duration) {
    restsUntil = restsUntil.map { $0 - duration }
    tokensCountedAt = tokensCountedAt.map { $0 - duration }
    if case .open(let until, let seconds) = breaker {
      breaker = .open(until: until - duration, seconds: seconds)
    }
  }

  /// The gateway is not to be called any more.
  mutating func stop(because trouble: PassTrouble) { stoppedBecause = trouble }

  private mutating func worked(_ call: CallID) {
    failuresInARow = 0
    restsInARow = 0
    recentFailures <<= 1
    if case .probing(call, _) = breaker {
      breaker = .closed
      recentFailures = 0
    }
  }

  private mutating func failed(_ call: CallID, at now: Instant) {
    failuresInARow += 1
    recentFailures = recentFailures << 1 | 1
    let window = UInt64.max >> UInt64(64 - min(max(1, limits.breakerWindow), 64))
    switch breaker {
    case .closed:
      if failuresInARow >= limits.breakerFailuresInARow
        || (recentFailures & window).nonzeroBitCount >= limits.breakerFailuresInWindow
      {
        let seconds = limits.breakerSeconds
        breaker = .open(until: now + .seconds(seconds), seconds: seconds)
      }
    case .probing(call, let seconds):
      let longer = min(seconds * 2, limits.breakerSecondsMax)
      breaker = .open(until: now + .seconds(longer), seconds: longer)
    case .open, .probing:
      break  // A call that left before the breaker opened: nothing new.
    }
  }

  private func milliTokens(at now: Instant) -> Int {
    guard let tokensCountedAt, limits.tokenRefillSeconds > 0 else { return milliTokens }
    let elapsed = max(0, now.milliseconds - tokensCountedAt.milliseconds)
    let missing = Int64(limits.tokensMax * 1000 - milliTokens)
    return milliTokens + Int(min(missing, elapsed / Int64(limits.tokenRefillSeconds)))
  }

  private mutating func count(milliTokens change: Int, at now: Instant) {
    milliTokens = min(max(0, milliTokens(at: now) + change), limits.tokensMax * 1000)
    tokensCountedAt = now
  }
}
