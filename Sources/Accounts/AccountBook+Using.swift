// Accounts in use: fresh credentials, refused ones, and what goes with them.

internal import CivilTime
internal import Mobility

extension AccountBook {
  /// Something is about to use an account.
  mutating func want(
    _ key: AccountKey, _ waiter: WaiterID, _ wake: inout Wake
  ) -> Bool {
    guard let account = kept.accounts[key], !isLeaving(account) else {
      wake.add(.resume(waiter, .unavailable(.unlinked)))
      return true
    }
    switch credential(for: key.owner, provider: key.provider, at: wake.now) {
    case .ready(let handle, let edition):
      wake.add(.resume(waiter, .ready(handle, edition: edition)))
    case .notLinked:
      remove(account, .expired, &wake)
      wake.add(.tell(.lost(key, .expired)))
      wake.add(.resume(waiter, .unavailable(.expired)))
    case .needsRefresh: refresh(account, for: .other(waiter), &wake)
    }
    return true
  }

  /// Has a pair refreshed for somebody.
  mutating func refresh(
    _ account: LinkedAccount, for user: AccountUse.User, _ wake: inout Wake
  ) {
    let key = account.key
    var use = uses[key] ?? AccountUse(limits: limits)
    let steps = use.want(user, account, isHeld: isHeld(key), at: wake.now)
    uses[key] = use
    carry(steps, of: key, &wake)
  }

  /// Whether a request for tokens of that account is on its way: never two at once.
  func isAskingForTokens(_ key: AccountKey) -> Bool {
    errands.values.contains { purpose in
      switch purpose {
      case .attempt(let id, true): attempts[id]?.key == key
      case .refresh(key), .nobody(key): true
      case .attempt, .refresh, .party, .look, .nobody: false
      }
    }
  }

  /// Whether a refresh waits: somebody else asks for tokens of that account, or a link has a new
  /// pair that is being written down.
  private func isHeld(_ key: AccountKey) -> Bool {
    let isBeingKept =
      switch openAttempt(key)?.stage {
      case .keeping, .keepingAgain: true
      case .opening, .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging,
        .resting, .handing, .handingAgain, .approving, .listing, .reopening, .asking, .sending,
        .ended, nil:
        false
      }
    return isBeingKept || isAskingForTokens(key)
  }

  /// A refresh that was held back may go, if nothing else asks for tokens.
  mutating func freeUse(_ key: AccountKey, _ wake: inout Wake) {
    guard !isHeld(key), let steps = uses[key]?.free() else { return }
    carry(steps, of: key, &wake)
  }

  /// What came of a refresh.
  mutating func takeRefresh(
    _ outcome: ErrandOutcome, _ key: AccountKey, _ wake: inout Wake
  ) -> Bool {
    guard let account = kept.accounts[key] else { return false }
    let answer = TokenAnswer(outcome, limits: limits)
    guard
      let steps = uses[key]?.take(answer, account, edition: nextEdition, at: wake.now)
    else { return false }
    if case .granted = answer { nextEdition += 1 }
    carry(steps, of: key, &wake)
    return true
  }

  /// Carries out what an account's use wants.
  mutating func carry(_ steps: [AccountUse.Step], of key: AccountKey, _ wake: inout Wake) {
    for step in steps {
      switch step {
      case .refresh:
        guard let account = kept.accounts[key], let refresh = account.refresh,
          let plan = plan(of: account)
        else { continue }
        send(plan.refreshRequest(refresh), for: key, .refresh(key), &wake)
      case .keep(let account): wake.add(.vault(.keep(account, nil)))
      case .adopt(let account): write(.kept(account, at: wake.now), &wake)
      case .discard(let handles): discard(handles, &wake)
      case .remove(let code):
        guard let account = kept.accounts[key] else { continue }
        remove(account, code, &wake)
        wake.add(.tell(.lost(key, code)))
      case .tellOperator(let error):
        wake.add(.tell(.operatorNeeded(provider: key.provider, error: error)))
      case .release(let waiters, let account, let code):
        for waiter in waiters { release(waiter, account, code, &wake) }
      }
    }
    if uses[key] == AccountUse(limits: limits) { uses[key] = nil }
  }

  private mutating func release(
    _ user: AccountUse.User, _ account: LinkedAccount?, _ code: AccountCode, _ wake: inout Wake
  ) {
    switch user {
    case .other(let waiter):
      wake.add(
        .resume(
          waiter, account.map { .ready($0.access, edition: $0.edition) } ?? .unavailable(code)))
    case .link(let id):
      let now = wake.now
      _ = carry(id, &wake) { $0.take(account, at: now) }
    }
  }

  /// As whom, and where, an account's tokens are had.
  func plan(of account: LinkedAccount) -> LinkPlan? {
    guard let settings = providers[account.key.provider] else { return nil }
    var plan = LinkPlan(settings)
    if let token = account.token { plan.token = token }
    if let clientID = account.clientID { plan.clientID = clientID }
    return plan
  }

  // Refused

  /// A credential was used and refused.
  mutating func take(_ refusal: CredentialRefusal, _ wake: inout Wake) -> Bool {
    let key = key(refusal.owner, refusal.provider)
    switch refusal.way {
    case .signedOut:
      return dropRefused(self.key(refusal.owner, AccountKey.service), refusal, .unlinked, &wake)
    case .unlinked:
      listed[key.owner]?[key.provider]?.isLinked = false
      return linkAgain(key, refusal.again, .unlinked, &wake)
    case .credential(let recovery):
      var refusal = refusal
      if let recovery {
        refusal.again?.place = .service(form: recovery, list: nil)
      }
      return dropRefused(key, refusal, .refused, &wake)
    }
  }

  /// Deletes what was refused, unless a newer one is kept already; then it is linked anew.
  private mutating func dropRefused(
    _ key: AccountKey, _ refusal: CredentialRefusal, _ code: AccountCode, _ wake: inout Wake
  ) -> Bool {
    guard let account = kept.accounts[key], !isLeaving(account) else {
      return linkAgain(key, refusal.again, code, &wake)
    }
    if let edition = refusal.edition, edition < account.edition {
      guard let waiter = refusal.again?.waiter else { return true }
      return want(key, waiter, &wake)
    }
    remove(account, code, again: refusal.again, &wake)
    if refusal.again == nil { wake.add(.tell(.lost(key, code))) }
    return true
  }

  /// Links for whoever waits, or says that it has to be.
  mutating func linkAgain(
    _ key: AccountKey, _ again: LinkWish?, _ code: AccountCode, _ wake: inout Wake
  ) -> Bool {
    guard let again else {
      wake.add(.tell(.lost(key, code)))
      return true
    }
    return link(again, &wake)
  }

  // Removing

  /// Has a pair deleted. From now on the account is not linked; others are told when it is done.
  mutating func remove(
    _ account: LinkedAccount, _ code: AccountCode?, parting: Parting? = nil,
    again: LinkWish? = nil, _ wake: inout Wake
  ) {
    let key = account.key
    var gone = account
    if let pending = uses[key]?.pending { gone = pending }
    if let steps = uses[key]?.end(nil, code ?? .unlinked) {
      uses[key] = nil
      carry(steps, of: key, &wake)
    }
    for (errand, purpose) in errands where purpose == .refresh(key) {
      errands[errand] = .nobody(key)
    }
    removals[account.edition] = Removal(
      account: gone, code: code, parting: parting, again: again)
    delete(account.edition, &wake)
  }

  mutating func delete(_ edition: Int, _ wake: inout Wake) {
    guard let removal = removals[edition] else { return }
    removals[edition]?.until = nil
    wake.add(
      .vault(
        .delete(
          removal.account.key, edition: removal.account.edition,
          sparing: removal.parting?.tokens ?? [],
          until: removal.parting?.until)))
  }
}
