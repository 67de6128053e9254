// How a pair of tokens is refreshed: one request at a time, durable before it is used.

internal import CivilTime
internal import Mobility

/// The refreshing of one account, and who waits for it. Every input is a method, nil where it
/// stands in no row of the table.
struct AccountUse: Hashable, Sendable {
  private(set) var waiters: [User] = []
  private let limits: AccountLimits
  private var state: State = .ready
  /// How often in a row it failed in passing, and until when it is not asked again.
  private var faults = 0
  private var restUntil: Instant?

  private enum State: Hashable {
    case ready
    case held
    case refreshing(wasLost: Bool)
    case keeping(LinkedAccount, tries: Int)
    case keepingAgain(LinkedAccount, tries: Int, until: Instant)
  }

  enum Step: Hashable {
    case refresh
    case keep(LinkedAccount)
    case adopt(LinkedAccount)
    case discard([SecretHandle])
    case remove(AccountCode)
    case tellOperator(String)
    /// Those that waited go on: with that pair, or without one.
    case release([User], LinkedAccount?, AccountCode)
  }

  /// Who waits for it.
  enum User: Hashable {
    /// Something outside.
    case other(WaiterID)
    /// A link that hands it on.
    case link(AttemptID)
  }

  init(limits: AccountLimits) { self.limits = limits }

  /// When something is due.
  var due: Instant? {
    if case .keepingAgain(_, _, let until) = state { until } else { nil }
  }

  /// Something waits for a fresh pair. While a link asks for tokens of the same account it waits
  /// for that too.
  mutating func want(
    _ waiter: User, _ account: LinkedAccount, isHeld: Bool, at now: Instant
  ) -> [Step] {
    guard waiters.count < limits.waitersMax || waiters.contains(waiter) else {
      return [.release([waiter], nil, .later)]
    }
    if !waiters.contains(waiter) { waiters.append(waiter) }
    if case .keepingAgain = state { return release(account, .later, at: now) }
    guard state == .ready else { return [] }
    if let restUntil, restUntil > now { return release(account, .later, at: now) }
    state = isHeld ? .held : .refreshing(wasLost: false)
    return isHeld ? [] : [.refresh]
  }

  /// The link that asked for tokens does not any more.
  mutating func free() -> [Step]? {
    guard state == .held else { return nil }
    state = .refreshing(wasLost: false)
    return [.refresh]
  }

  /// What came of the request.
  mutating func take(
    _ answer: TokenAnswer, _ account: LinkedAccount, edition: Int, at now: Instant
  ) -> [Step]? {
    guard case .refreshing(let wasLost) = state else { return nil }
    switch answer {
    case .granted(let grant):
      let fresh = account.refreshed(by: grant, edition: edition, at: now)
      state = .keeping(fresh, tries: 0)
      return (grant.identity.map { [.discard([$0])] } ?? []) + [.keep(fresh)]
    case .lost, .garbled:
      // Once more with the old one: if the new one was made, the provider may know that.
      if !wasLost {
        state = .refreshing(wasLost: true)
        return [.refresh]
      }
      return rest(account, seconds: nil, .later, at: now)
    case .refused("invalid_grant"):
      state = .ready
      return [.remove(.expired)] + releaseAll(nil, .expired)
    case .refused(let error):
      let steps = rest(account, seconds: limits.pauseSecondsMax, .refused, at: now)
      return [.tellOperator(error)] + steps
    case .pending, .empty, .unreached: return rest(account, seconds: nil, .later, at: now)
    case .slowDown(let later), .passing(let later):
      return rest(account, seconds: later, .later, at: now)
    }
  }

  /// The vault keeps the new pair: now it may be used.
  mutating func takeKept(_ edition: Int) -> [Step]? {
    guard let account = pending, account.edition == edition else { return nil }
    state = .ready
    (faults, restUntil) = (0, nil)
    return [.adopt(account)] + releaseAll(account, .later)
  }

  /// The vault does not. The old pair may be dead, so it is tried as long as it takes.
  mutating func takeNotKept(_ edition: Int, at now: Instant) -> [Step]? {
    guard case .keeping(let account, let tries) = state, account.edition == edition else {
      return nil
    }
    let pause = Pauses.doubled(limits.pauseSeconds, times: tries, most: limits.pauseSecondsMax)
    state = .keepingAgain(account, tries: min(tries + 1, 64), until: now + .seconds(pause))
    return releaseAll(nil, .later)
  }

  /// Time has passed.
  mutating func wake(at now: Instant) -> [Step]? {
    guard case .keepingAgain(let account, let tries, let until) = state, until <= now else {
      return nil
    }
    state = .keeping(account, tries: tries)
    return [.keep(account)]
  }

  /// The pair that is being written down.
  var pending: LinkedAccount? {
    switch state {
    case .keeping(let account, _), .keepingAgain(let account, _, _): account
    case .ready, .held, .refreshing: nil
    }
  }

  /// Another pair was kept, or the account goes: those that wait go on.
  mutating func end(_ account: LinkedAccount?, _ code: AccountCode) -> [Step] {
    state = .ready
    return releaseAll(account, code)
  }

  /// The clock shows so much less than before.
  mutating func setBack(by duration: Duration) {
    restUntil = restUntil.map { $0 - duration }
    if case .keepingAgain(let account, let tries, let until) = state {
      state = .keepingAgain(account, tries: tries, until: until - duration)
    }
  }

  private mutating func rest(
    _ account: LinkedAccount, seconds: Int?, _ code: AccountCode, at now: Instant
  ) -> [Step] {
    let pause = Pauses.doubled(limits.pauseSeconds, times: faults, most: limits.pauseSecondsMax)
    faults = min(faults + 1, 64)
    restUntil = now + .seconds(max(seconds ?? 0, pause))
    state = .ready
    return release(account, code, at: now)
  }

  /// The old token serves as long as it lasts.
  private mutating func release(
    _ account: LinkedAccount, _ code: AccountCode, at now: Instant
  ) -> [Step] {
    releaseAll(account.isOver(at: now) ? nil : account, code)
  }

  private mutating func releaseAll(_ account: LinkedAccount?, _ code: AccountCode) -> [Step] {
    let released = waiters
    waiters = []
    return released.isEmpty ? [] : [.release(released, account, code)]
  }
}

extension LinkedAccount {
  /// The same with a new pair. Without a new refresh token the old one goes on (RFC 6749 §6).
  func refreshed(by grant: TokenGrant, edition: Int, at now: Instant) -> LinkedAccount {
    var account = self
    account.edition = edition
    account.access = grant.access
    account.refresh = grant.refresh ?? refresh
    account.scope = grant.scope ?? scope
    account.expires = grant.expiresSeconds.map { now + .seconds($0) }
    return account
  }
}
