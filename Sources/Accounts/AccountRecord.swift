// What is written down of accounts, and the fold of it: what a new start begins with.

public import CivilTime
public import Mobility

/// A line of the journal about accounts.
public enum AccountRecord: Hashable, Sendable {
  /// A link was begun.
  case attemptOpened(AttemptID, AccountKey, at: Instant)
  /// A link stands so that it goes on after a restart; in place of how it stood before.
  case attemptStands(KeptAttempt)
  /// A link is over; nil: well, or as the person wanted.
  case attemptEnded(AttemptID, AccountCode?, at: Instant)
  /// That pair is kept: the account is linked, or was refreshed.
  case kept(LinkedAccount, at: Instant)
  /// The account is not linked any more; nil: as the person wanted.
  case removed(AccountKey, edition: Int, AccountCode?, at: Instant)
  /// Others are to be told that an account is gone, or this is how that stands.
  case parting(Parting, at: Instant)
  /// Everything of that person goes.
  case erased(owner: String, at: Instant)
  /// The clock shows so much less than before: what is waited for is reckoned anew.
  case clockSetBack(Duration, at: Instant)
}

/// A link that goes on after a restart.
public struct KeptAttempt: Hashable, Codable, Sendable {
  /// Its number.
  public var id: AttemptID
  /// Whose.
  public var key: AccountKey
  /// Where it was begun.
  public var conversation: String
  /// What waits for it.
  public var waiters: [WaiterID]
  /// When it was begun.
  public var opened: Instant
  /// Until when it is open.
  public var deadline: Instant
  /// What is waited for.
  public var step: Step
  /// The pair that the vault was told to keep of it: if it is there, the link has come to its end.
  public var edition: Int?

  /// A link that goes on.
  public init(
    id: AttemptID, key: AccountKey, conversation: String, waiters: [WaiterID], opened: Instant,
    deadline: Instant, step: Step
  ) {
    self.id = id
    self.key = key
    self.conversation = conversation
    self.waiters = waiters
    self.opened = opened
    self.deadline = deadline
    self.step = step
  }

  /// What is waited for.
  public enum Step: Hashable, Codable, Sendable {
    /// That a code is typed; it is not asked about before then.
    case device(LinkPlan, DevicePoll, next: Instant)
    /// That a browser comes back, or an address is pasted.
    case browser(LinkPlan, BrowserWait)
    /// That leave is given on a page of the service.
    case approval(Approval)
  }

  /// The secrets without which it cannot go on.
  public var handles: [SecretHandle] {
    switch step {
    case .device(_, let poll, _): [poll.code]
    case .browser(_, let wait): [wait.verifier, wait.state] + [wait.nonce].compactMap(\.self)
    case .approval: []
    }
  }
}

/// What is waited for of a browser.
public struct BrowserWait: Hashable, Codable, Sendable {
  /// How it comes back.
  public var way: LinkWay
  /// Where to.
  public var redirect: WebAddress
  /// What was shown.
  public var shown: LinkAddress
  /// What must come back.
  public var state: SecretHandle
  /// What the code is exchanged with.
  public var verifier: SecretHandle
  /// What the word about who signed in must hold.
  public var nonce: SecretHandle?

  /// All of it.
  public init(
    way: LinkWay, redirect: WebAddress, shown: LinkAddress, state: SecretHandle,
    verifier: SecretHandle, nonce: SecretHandle? = nil
  ) {
    self.way = way
    self.redirect = redirect
    self.shown = shown
    self.state = state
    self.verifier = verifier
    self.nonce = nonce
  }
}

/// What is waited for of the service, which asks for leave itself (rule R3 b).
public struct Approval: Hashable, Codable, Sendable {
  /// The page that a person opens.
  public var page: WebAddress
  /// The form, which is asked for again.
  public var form: WebAddress
  /// Where the service lists accounts, if that is known.
  public var list: WebAddress?

  /// All of it.
  public init(page: WebAddress, form: WebAddress, list: WebAddress? = nil) {
    self.page = page
    self.form = form
    self.list = list
  }
}

/// An account that is gone here, and who else is told.
public struct Parting: Hashable, Codable, Sendable {
  /// Its number.
  public var id: PartingID
  /// Whose account it was.
  public var key: AccountKey
  /// Whether it was linked here.
  public var wasHere: Bool
  /// Whether the person is told; not of tokens that came too late.
  public var isTold: Bool
  /// When telling others is given up.
  public var until: Instant
  /// What is given back to the provider: by the token that refreshes a pair first, as a server need
  /// not end the other with it (RFC 7009 § 2.1).
  public var token: SecretHandle?
  /// What is given back behind it.
  public var access: SecretHandle?
  /// With which status of HTTP the provider refused the first of them.
  public var refusal: Int?
  /// How it stands with the provider.
  public var provider: Standing
  /// How it stands with the service.
  public var service: Standing
  /// Where the service is told.
  public var logout: WebAddress?
  /// Where the service lists accounts, and so tells where that is.
  public var list: WebAddress?

  /// All of it.
  public init(
    id: PartingID, key: AccountKey, wasHere: Bool, isTold: Bool, until: Instant,
    token: SecretHandle? = nil, provider: Standing, service: Standing, logout: WebAddress? = nil
  ) {
    self.id = id
    self.key = key
    self.wasHere = wasHere
    self.isTold = isTold
    self.until = until
    self.token = token
    self.provider = provider
    self.service = service
    self.logout = logout
  }

  /// Who is told.
  public enum Party: Hashable, Sendable, CaseIterable {
    /// The provider: its token is given back (RFC 7009).
    case provider
    /// The service: it lists the account as linked.
    case service
  }

  /// How it stands with one of them.
  public enum Standing: Hashable, Codable, Sendable {
    /// A request is on its way.
    case asked(tries: Int)
    /// They could not be reached, and are told again then.
    case waiting(until: Instant, tries: Int)
    /// It is over.
    case ended(Outcome)
  }

  /// How it ended with one of them.
  public enum Outcome: Hashable, Codable, Sendable {
    /// There was nothing to tell.
    case nothing
    /// They know.
    case told
    /// They say no, with that status of HTTP.
    case refused(status: Int)
    /// They could not be reached yet, and are told again.
    case later
    /// They could not be reached for a day.
    case givenUp
  }

  /// How it stands with one of them.
  subscript(party: Party) -> Standing {
    get {
      switch party {
      case .provider: provider
      case .service: service
      }
    }
    set {
      switch party {
      case .provider: provider = newValue
      case .service: service = newValue
      }
    }
  }

  /// All that is still given back to the provider, in this order.
  public var tokens: [SecretHandle] { [token, access].compactMap(\.self) }

  /// Whether nothing is left to be done.
  var isOver: Bool { Party.allCases.allSatisfy { self[$0].outcome != .later } }

  /// Whether each was asked once.
  var wasTried: Bool {
    Party.allCases.allSatisfy { if case .asked(tries: 1) = self[$0] { false } else { true } }
  }
}

extension Parting.Standing {
  /// How it is told.
  var outcome: Parting.Outcome {
    switch self {
    case .asked, .waiting: .later
    case .ended(let outcome): outcome
    }
  }
}

/// What is kept of all accounts: the fold of what was written down.
public struct KeptAccounts: Hashable, Sendable {
  /// The accounts that are linked.
  public internal(set) var accounts: [AccountKey: LinkedAccount] = [:]
  /// The links that go on after a restart.
  public internal(set) var attempts: [AttemptID: KeptAttempt] = [:]
  /// When each owner began links, as far as that counts.
  public internal(set) var begun: [String: [Instant]] = [:]
  /// Who is still to be told.
  public internal(set) var partings: [PartingID: Parting] = [:]
  /// The number of the next link.
  public internal(set) var nextAttempt = AttemptID(1)
  /// The number of the next parting.
  public internal(set) var nextParting = PartingID(1)
  /// The number of the next pair.
  public internal(set) var nextEdition = 1

  /// Nothing.
  public init() {}

  /// Takes one line more. It cannot fail.
  public mutating func apply(_ record: AccountRecord) {
    switch record {
    case .attemptOpened(let id, let key, let now):
      nextAttempt = max(nextAttempt, AttemptID(id.number + 1))
      forgetBegun(before: now - .seconds(3_600))
      begun[key.owner, default: []].append(now)
    case .attemptStands(let attempt): attempts[attempt.id] = attempt
    case .attemptEnded(let id, _, _): attempts[id] = nil
    case .kept(let account, _):
      accounts[account.key] = account
      nextEdition = max(nextEdition, account.edition + 1)
    case .removed(let key, let edition, _, _):
      if accounts[key]?.edition == edition { accounts[key] = nil }
    case .parting(let parting, _):
      nextParting = max(nextParting, PartingID(parting.id.number + 1))
      partings[parting.id] = parting.isOver ? nil : parting
    case .erased(let owner, _):
      attempts = attempts.filter { $0.value.key.owner != owner }
      partings = partings.filter { $0.value.key.owner != owner }
      begun[owner] = nil
    case .clockSetBack(let duration, _): setBack(by: duration)
    }
  }

  private mutating func forgetBegun(before: Instant) {
    for (owner, instants) in begun {
      let left = instants.filter { $0 > before }
      begun[owner] = left.isEmpty ? nil : left
    }
  }

  private mutating func setBack(by duration: Duration) {
    accounts = accounts.mapValues { account in
      var account = account
      account.expires = account.expires.map { $0 - duration }
      return account
    }
    attempts = attempts.mapValues { attempt in
      var attempt = attempt
      attempt.opened = attempt.opened - duration
      attempt.deadline = attempt.deadline - duration
      if case .device(let plan, let poll, let next) = attempt.step {
        attempt.step = .device(plan, poll, next: next - duration)
      }
      return attempt
    }
    for id in partings.keys { partings[id]?.setBack(by: duration) }
    for (owner, instants) in begun { begun[owner] = instants.map { $0 - duration } }
  }

  /// Takes the vault's word where it differs from what was written down: the vault is written
  /// first. What differed, as lines to be written.
  public mutating func takeVault(
    _ rows: [LinkedAccount], at now: Instant
  ) -> [AccountRecord] {
    let there = Set(rows.map(\.key))
    var records: [AccountRecord] = rows.sorted { $0.key < $1.key }
      .filter { accounts[$0.key] != $0 }.map { .kept($0, at: now) }
    records += accounts.values.filter { !there.contains($0.key) }.sorted { $0.key < $1.key }
      .map { .removed($0.key, edition: $0.edition, .unlinked, at: now) }
    for record in records { apply(record) }
    return records
  }
}

extension Parting {
  /// Waits as long as before, though the clock shows less.
  mutating func setBack(by duration: Duration) {
    until = until - duration
    for party in Party.allCases {
      if case .waiting(let until, let tries) = self[party] {
        self[party] = .waiting(until: until - duration, tries: tries)
      }
    }
  }
}
