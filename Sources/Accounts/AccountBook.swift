// Who is linked how, what is on its way to become so, and what is due: the whole of `Accounts`.

public import CivilTime
public import Mobility

/// The accounts of everybody. It knows no clock, chance or socket, and no secret: handles only.
///
/// `handle` takes what happened and returns what is to be done, in its order: a pair of tokens is
/// kept before it is used, and a deletion is durable before others hear of it. An event that stands
/// in no row of the tables changes nothing and is counted.
public struct AccountBook: Sendable {
  /// The numbers that hold.
  public let limits: AccountLimits
  /// The origin of the service at which accounts are used.
  public let base: String
  /// Where requests to the service may go (rule R1).
  public let service: AllowedHosts
  /// The providers that the operator has set up, by name.
  public let providers: [String: ProviderSettings]
  /// What was written down, and what comes of it.
  public private(set) var kept: KeptAccounts
  /// How many events stood in no row.
  public private(set) var ignoredCount = 0

  var attempts: [AttemptID: LinkAttempt] = [:]
  var uses: [AccountKey: AccountUse] = [:]
  var removals: [Int: Removal] = [:]
  var partings: [PartingID: Parting] = [:]
  var errands: [ErrandID: Purpose] = [:]
  var landings: [LandingID: Landing] = [:]
  var listed: [String: [String: AccountEntry]] = [:]
  /// To whom the service tells no list before they have signed in there.
  var strangers: Set<String> = []
  var nextEdition: Int
  private var latest: Instant

  /// What an errand on its way is for.
  enum Purpose: Hashable {
    case attempt(AttemptID, isToken: Bool)
    case refresh(AccountKey)
    case party(PartingID, Parting.Party)
    case look(AccountSearch)
    /// Whoever wanted its answer has ended: a pair in it goes back.
    case nobody(AccountKey)
  }

  /// A pair that the vault is deleting.
  struct Removal: Hashable {
    let account: LinkedAccount
    let code: AccountCode?
    /// Whether others are told, and the person as well.
    var parting: Parting?
    /// What is linked anew behind it.
    var again: LinkWish?
    var tries = 0
    var until: Instant?
  }

  /// A wake: what happened when, and what is to be done.
  struct Wake {
    let now: Instant
    var nextErrand: ErrandID
    var effects: [AccountEffect] = []

    mutating func add(_ effect: AccountEffect) { effects.append(effect) }
  }

  /// A book that begins with what was kept. `start` says what that means.
  public init(
    base: String, service: AllowedHosts, providers: [ProviderSettings],
    limits: AccountLimits = AccountLimits(), kept: KeptAccounts = KeptAccounts(),
    at now: Instant
  ) {
    self.base = base
    self.service = service
    self.providers = Dictionary(
      providers.map { ($0.provider, $0) }, uniquingKeysWith: { first, _ in first })
    self.limits = limits
    self.kept = kept
    nextEdition = kept.nextEdition
    latest = now
  }

  // Questions

  /// What a use of an account has: a pure question, which starts nothing.
  public enum Credential: Hashable, Sendable {
    /// That token, which lasts.
    case ready(SecretHandle, edition: Int)
    /// One that has to be refreshed first: `wanted` does so.
    case needsRefresh
    /// None.
    case notLinked
  }

  /// The credential of an owner with a provider.
  public func credential(
    for owner: String, provider: String, at now: Instant
  ) -> Credential {
    let key = key(owner, provider)
    guard let account = kept.accounts[key], !isLeaving(account) else { return .notLinked }
    if uses[key]?.pending != nil { return .needsRefresh }
    if account.lasts(seconds: limits.freshSeconds, after: now) {
      return .ready(account.access, edition: account.edition)
    }
    if canRefresh(account) { return .needsRefresh }
    return account.isOver(at: now)
      ? .notLinked : .ready(account.access, edition: account.edition)
  }

  /// By what an owner is signed in to the service.
  public func session(of owner: String, at now: Instant) -> SecretHandle? {
    if case .ready(let handle, _) = credential(
      for: owner, provider: AccountKey.service, at: now)
    {
      handle
    } else {
      nil
    }
  }

  /// How an owner stands with a provider.
  public enum Standing: Hashable, Sendable {
    /// Linked here.
    case here(LinkedFacts)
    /// Linked at the service, as the last list told.
    case atService
    /// A link is open.
    case linking(AttemptID, AttemptStage)
    /// Not linked.
    case notLinked
    /// Not linked, and nobody has set up how to.
    case cannotBeLinked
  }

  /// How an owner stands with every provider that is set up, linked or listed.
  public func standings(of owner: String, at now: Instant) -> [String: Standing] {
    var names = Set(providers.keys)
    names.formUnion(listed[owner].map { Array($0.keys) } ?? [])
    names.formUnion(kept.accounts.keys.filter { $0.owner == owner }.map(\.provider))
    if strangers.contains(owner) { names.insert(AccountKey.service) }
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, standing(of: owner, with: $0, at: now)) })
  }

  private func standing(of owner: String, with provider: String, at now: Instant) -> Standing {
    let key = key(owner, provider)
    if let account = kept.accounts[key],
      credential(for: owner, provider: provider, at: now) != .notLinked
    {
      return .here(account.facts(isRefreshed: canRefresh(account)))
    }
    let entry = listed[owner]?[provider]
    if entry?.isLinked == true { return .atService }
    if let attempt = openAttempt(key) { return .linking(attempt.id, attempt.stage) }
    let isKnown = providers[provider] != nil || entry != nil || provider == AccountKey.service
    return isKnown ? .notLinked : .cannotBeLinked
  }

  /// Where a link stands, as long as it is open.
  public func stage(of attempt: AttemptID) -> AttemptStage? { attempts[attempt]?.stage }

  /// The open links of an owner, in the order in which they were begun.
  public func openAttempts(of owner: String) -> [AttemptID] {
    attempts.values.filter { $0.key.owner == owner }.map(\.id).sorted()
  }

  /// When something is due; nil if only answers are awaited or nothing is left. It may lie in the
  /// past.
  public func nextDue() -> Instant? {
    let dues =
      attempts.values.compactMap(\.due) + uses.values.compactMap(\.due)
      + removals.values.compactMap(\.until) + partings.values.compactMap(\.due)
    return dues.min()
  }

  func key(_ owner: String, _ provider: String) -> AccountKey {
    AccountKey(owner: owner, provider: provider, base: base)
  }

  func openAttempt(_ key: AccountKey) -> LinkAttempt? {
    attempts.values.first { $0.key == key }
  }

  func isLeaving(_ account: LinkedAccount) -> Bool { removals[account.edition] != nil }

  func canRefresh(_ account: LinkedAccount) -> Bool {
    account.refresh != nil && providers[account.key.provider] != nil
  }

  // Change

  /// What a new start means: the vault's rows win over what was written down, and links go on whose
  /// time is not over.
  public mutating func start(
    vault rows: [LinkedAccount], at now: Instant, numbering next: inout ErrandID
  ) -> [AccountEffect] {
    var wake = Wake(now: now, nextErrand: next)
    for record in kept.takeVault(rows, at: now) { wake.add(.record(record)) }
    nextEdition = max(nextEdition, kept.nextEdition)
    resumeAttempts(&wake)
    for parting in kept.partings.values {
      partings[parting.id] = parting.resumed(at: now, limits: limits)
    }
    removeOver(&wake)
    next = wake.nextErrand
    return wake.effects
  }

  /// What happened means. Errands are numbered from the number given on.
  public mutating func handle(
    _ event: AccountEvent, at now: Instant, numbering next: inout ErrandID
  ) -> [AccountEffect] {
    var wake = Wake(now: now, nextErrand: next)
    noteClock(&wake)
    if !take(event, &wake) { ignoredCount += 1 }
    next = wake.nextErrand
    return wake.effects
  }

  /// What is due means.
  public mutating func due(
    at now: Instant, numbering next: inout ErrandID
  ) -> [AccountEffect] {
    handle(.due, at: now, numbering: &next)
  }

  mutating func write(_ record: AccountRecord, _ wake: inout Wake) {
    kept.apply(record)
    wake.add(.record(record))
  }

  /// A clock that is set back by a second or more makes nothing wait longer, and nothing go faster:
  /// whatever is waited for moves along. One that is set forward needs nothing: waits end early
  /// once, and what is over by it is over.
  private mutating func noteClock(_ wake: inout Wake) {
    let back = latest.since(wake.now)
    guard back >= .seconds(1) else {
      latest = max(latest, wake.now)
      return
    }
    latest = wake.now
    for id in attempts.keys { attempts[id]?.setBack(by: back) }
    for key in uses.keys { uses[key]?.setBack(by: back) }
    for id in partings.keys { partings[id]?.setBack(by: back) }
    removals = removals.mapValues { removal in
      var removal = removal
      removal.until = removal.until.map { $0 - back }
      return removal
    }
    write(.clockSetBack(back, at: wake.now), &wake)
  }

  /// Whether the event stood in a row.
  private mutating func take(_ event: AccountEvent, _ wake: inout Wake) -> Bool {
    switch event {
    case .link(let wish): return link(wish, &wake)
    case .reply(let errand, let reply): return take(reply, of: errand, &wake)
    case .outcome(let errand, let outcome): return take(outcome, of: errand, &wake)
    case .look(let search): return look(search, &wake)
    case .listed(let owner, let entries, let errand):
      return takeList(entries, of: owner, errand, &wake)
    case .wantsSignIn(let errand): return takeListRefused(errand, &wake)
    case .prepared(let id, let prepared):
      let now = wake.now
      if carry(id, &wake, { $0.take(prepared, at: now) }) { return true }
      discard(prepared.handles, &wake)
      return false
    case .notPrepared(let id): return carry(id, &wake) { $0.takeNotPrepared() }
    case .landed(let landing): return take(landing, &wake)
    case .matched(let landing, let attempt): return takeMatch(landing, attempt, &wake)
    case .kept(let key, let edition, let label):
      return takeKept(key, edition: edition, label: label, &wake)
    case .notKept(let key, let edition, let reason):
      return takeNotKept(key, edition: edition, reason, &wake)
    case .deleted(_, let edition): return takeDeleted(edition, &wake)
    case .notDeleted(_, let edition): return takeNotDeleted(edition, &wake)
    case .unwanted(let handles):
      discard(handles, &wake)
      return true
    case .done(let owner, let conversation):
      return takeDone(owner: owner, conversation: conversation, &wake)
    case .answered(let id, let body): return carry(id, &wake) { $0.take(body) }
    case .stopped(let owner, let provider):
      guard let attempt = openAttempt(key(owner, provider)) else { return false }
      return carry(attempt.id, &wake) { $0.stop() }
    case .wanted(let owner, let provider, let waiter):
      return want(key(owner, provider), waiter, &wake)
    case .refused(let refusal): return take(refusal, &wake)
    case .unlink(let owner, let provider, let list):
      return unlink(key(owner, provider), list: list, &wake)
    case .erased(let owner): return erase(owner, &wake)
    case .due:
      wakeAll(&wake)
      return true
    }
  }
}
