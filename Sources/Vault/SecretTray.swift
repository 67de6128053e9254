// The secrets in memory: fresh ones that no row holds yet, those that are lent to the sender, those
// that the configuration tells.

internal import Accounts
internal import CivilTime
internal import Mobility

/// Secrets by their handles. What is forgotten is overwritten.
struct SecretTray {
  /// A secret that no row holds, or not for long any more.
  struct Loose {
    var secret: Secret
    /// Whose it is, where that is known.
    var owner: String?
    /// When it is forgotten, if not before.
    var until: Instant?
  }

  /// A secret that whoever sends has the loan of; nil if there was none to be had.
  private struct Loan {
    var secret: Secret?
    var times = 1
  }

  /// The secrets of an attempt that no row holds.
  private struct Attempt {
    let owner: String
    let handles: [SecretHandle]
    let expires: Instant
  }

  let secretsMax: Int
  /// Nothing is taken any more.
  private(set) var isClosed = false
  private var loose: [SecretHandle: Loose] = [:]
  private var loans: [SecretHandle: Loan] = [:]
  private var known: [SecretHandle: Secret] = [:]
  /// Accounts whose secrets lie here, without a vault.
  private var accounts: [AccountKey: LinkedAccount] = [:]
  /// Those that a vault could not write yet.
  private var unwritten: [AccountKey: LinkedAccount] = [:]
  private var attempts: [AttemptID: Attempt] = [:]

  init(secretsMax: Int) { self.secretsMax = secretsMax }

  /// The secret of a handle, wherever it lies.
  func secret(of handle: SecretHandle) -> Secret? {
    known[handle] ?? loose[handle]?.secret ?? loans[handle]?.secret
  }

  /// Whether a secret lies here that is not merely lent.
  func holds(_ handle: SecretHandle) -> Bool { loose[handle] != nil }

  // Taking

  /// Takes a fresh secret, if there is place.
  mutating func take(_ secret: Secret, as handle: SecretHandle) -> SecretHandle? {
    take(Loose(secret: secret), as: handle)
  }

  /// Takes a secret, if there is place.
  mutating func take(_ new: Loose, as handle: SecretHandle) -> SecretHandle? {
    guard !isClosed, loose.count < secretsMax else { return nil }
    loose[handle] = new
    return handle
  }

  /// Keeps a secret that leaves its row, until it is discarded or until then. It has a place in
  /// any case: there are no more of these than there were secrets of accounts.
  mutating func spare(
    _ handle: SecretHandle, _ secret: Secret?, of owner: String, until: Instant?
  ) {
    guard let spared = loose[handle]?.secret ?? secret, !isClosed else { return }
    loose[handle] = Loose(secret: spared, owner: owner, until: until)
  }

  mutating func know(_ secret: Secret, as handle: SecretHandle) {
    known[handle]?.wipe()
    known[handle] = isClosed ? nil : secret
  }

  // Lending

  /// Whether so many more may be lent.
  func canLend(_ handles: Set<SecretHandle>) -> Bool {
    !isClosed && loans.count + handles.count { loans[$0] == nil } <= secretsMax
  }

  /// Lends the secret of a handle once more.
  mutating func lend(_ handle: SecretHandle, _ secret: Secret?) {
    var loan = loans.removeValue(forKey: handle) ?? Loan(secret: nil, times: 0)
    loan.times += 1
    loan.secret = loan.secret ?? secret
    loans[handle] = loan
  }

  /// One that had it needs it no more.
  mutating func giveBack(_ handle: SecretHandle) {
    guard let loan = loans[handle] else { return }
    guard loan.times <= 1 else {
      loans[handle]?.times -= 1
      return
    }
    loans[handle]?.secret?.wipe()
    loans[handle] = nil
  }

  // Forgetting

  /// Overwrites and forgets what no row holds of these. What is lent stays until it is given back.
  mutating func forget(_ handles: some Sequence<SecretHandle>) {
    for handle in handles {
      loose[handle]?.secret.wipe()
      loose[handle] = nil
    }
  }

  /// Nobody will use these any more.
  mutating func discard(_ handles: [SecretHandle]) {
    forget(handles)
    let gone = Set(handles)
    unwritten = unwritten.filter { gone.isDisjoint(with: $0.value.handles) }
  }

  /// Forgets what has expired: like the vault, accounts only without a refresh token.
  mutating func expire(at now: Instant) {
    for (id, attempt) in attempts where attempt.expires <= now { end(id, attempt) }
    for account in accounts.values {
      guard let expires = account.expires, expires <= now, account.refresh == nil else { continue }
      leave(account.key, edition: account.edition, sparing: [])
    }
    forget(handles { $0.until.map { $0 <= now } ?? false })
  }

  /// Forgets all that is an owner's.
  mutating func erase(_ owner: String) {
    for (id, attempt) in attempts where attempt.owner == owner { end(id, attempt) }
    for account in accounts.values where account.key.owner == owner {
      leave(account.key, edition: account.edition, sparing: [])
    }
    for account in unwritten.values where account.key.owner == owner {
      leave(account.key, edition: account.edition, sparing: [])
    }
    forget(handles { $0.owner == owner })
  }

  private func handles(where isMeant: (Loose) -> Bool) -> [SecretHandle] {
    loose.filter { isMeant($0.value) }.map(\.key)
  }

  /// Forgets everything, and takes nothing more.
  mutating func close() {
    isClosed = true
    forget(Array(loose.keys))
    for handle in Array(loans.keys) {
      loans[handle]?.secret?.wipe()
    }
    loans = [:]
    known.wipe()
    (accounts, unwritten, attempts) = ([:], [:], [:])
  }

  // Accounts and attempts whose secrets lie here

  /// The edition in which an account lies here.
  func edition(of key: AccountKey) -> Int? { accounts[key]?.edition }

  /// The secrets of an account stay here, in place of those of an older pair.
  mutating func stay(_ account: LinkedAccount) {
    let former = accounts.updateValue(account, forKey: account.key)?.handles ?? []
    forget(former.filter { !account.handles.contains($0) })
  }

  /// A vault could not write an account: it is tried again.
  mutating func wait(_ account: LinkedAccount) { unwritten[account.key] = account }

  /// A row holds the secrets of an account now. Those of an older one that could not be written
  /// stay, for they may be on their way back to the provider.
  mutating func moved(_ account: LinkedAccount) {
    unwritten[account.key] = nil
    forget(account.handles)
  }

  /// An account is gone, of that edition or an older one. One that could not be written has to be
  /// of that very edition: of an older one something may be on its way back to the provider.
  mutating func leave(_ key: AccountKey, edition: Int, sparing spared: [SecretHandle]) {
    if let account = accounts[key], account.edition <= edition {
      accounts[key] = nil
      forget(account.handles.filter { !spared.contains($0) })
    }
    if let account = unwritten[key], account.edition == edition {
      unwritten[key] = nil
      forget(account.handles.filter { !spared.contains($0) })
    }
  }

  /// The secrets of an attempt stay here, in place of its former ones.
  mutating func stay(
    _ id: AttemptID, of owner: String, _ handles: [SecretHandle], expires: Instant
  ) {
    let former = attempts[id]?.handles ?? []
    attempts[id] = Attempt(owner: owner, handles: handles, expires: expires)
    forget(former.filter { !handles.contains($0) })
  }

  /// A row holds the secrets of an attempt now.
  mutating func moved(_ id: AttemptID, _ handles: [SecretHandle]) {
    leave(id)
    forget(handles)
  }

  /// An attempt is over.
  mutating func leave(_ id: AttemptID) {
    if let attempt = attempts[id] { end(id, attempt) }
  }

  private mutating func end(_ id: AttemptID, _ attempt: Attempt) {
    attempts[id] = nil
    forget(attempt.handles)
  }
}
