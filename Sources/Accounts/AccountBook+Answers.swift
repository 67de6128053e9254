// What was answered, landed or written, and to which link or account it goes.

internal import CivilTime
internal import Mobility

extension AccountBook {
  /// The service replied.
  mutating func take(
    _ reply: BookingReply, of errand: ErrandID, _ wake: inout Wake
  ) -> Bool {
    // Only links ask for forms; an errand whose answer is raw is not ended by a form.
    guard case .attempt(let id, false) = errands[errand] else { return false }
    let now = wake.now
    guard attempts[id]?.stage != .granting else { return false }
    errands[errand] = nil
    return carry(id, &wake) { $0.take(reply, at: now) }
  }

  /// Something else came of an errand.
  mutating func take(
    _ outcome: ErrandOutcome, of errand: ErrandID, _ wake: inout Wake
  ) -> Bool {
    guard let purpose = errands.removeValue(forKey: errand) else {
      discardTokens(in: outcome, &wake)
      return false
    }
    let now = wake.now
    switch purpose {
    case .attempt(let id, _):
      let key = attempts[id]?.key
      let isTaken = carry(id, &wake) { $0.take(outcome, at: now) }
      if let key { freeUse(key, &wake) }
      return isTaken
    case .refresh(let key): return takeRefresh(outcome, key, &wake)
    case .party(let id, let party): return takeParty(outcome, id, party, &wake)
    case .look(let search):
      found(nil, search, &wake)
      return true
    case .nobody(let key):
      giveBackTokens(in: outcome, key, &wake)
      freeUse(key, &wake)
      return true
    }
  }

  /// An answer that came twice holds the same pair, or one that nobody wants.
  private func discardTokens(in outcome: ErrandOutcome, _ wake: inout Wake) {
    if case .granted(let grant) = TokenAnswer(outcome, limits: limits) {
      discard(grant.handles, &wake)
    }
  }

  /// Nobody will use these any more; what somebody still uses stays.
  func discard(_ handles: [SecretHandle], _ wake: inout Wake) {
    let used = Set(kept.accounts.values.flatMap(\.handles))
      .union(attempts.values.flatMap(\.handles))
      .union(uses.values.compactMap(\.pending).flatMap(\.handles))
      .union(partings.values.flatMap(\.tokens))
      .union(removals.values.flatMap(\.account.handles))
      .union(landings.values.flatMap(\.handles))
    let unused = handles.filter { !used.contains($0) }
    if !unused.isEmpty { wake.add(.vault(.discard(unused))) }
  }

  /// A pair that came too late goes back to the provider, without a word.
  private mutating func giveBackTokens(
    in outcome: ErrandOutcome, _ key: AccountKey, _ wake: inout Wake
  ) {
    guard case .granted(let grant) = TokenAnswer(outcome, limits: limits) else { return }
    var account = LinkedAccount(key: key, kind: .own, edition: 0, access: grant.access)
    account.refresh = grant.refresh
    if let identity = grant.identity { discard([identity], &wake) }
    giveBack(account, &wake)
  }

  /// The service listed the accounts of an owner.
  mutating func takeList(
    _ entries: [AccountEntry], of owner: String, _ errand: ErrandID?, _ wake: inout Wake
  ) -> Bool {
    if let errand {
      if case .look(let search) = errands[errand], search.owner == owner {
        errands[errand] = nil
        note(entries, of: owner)
        found(entries, search, &wake)
        return true
      }
      if case .party(let id, .service) = errands[errand], partings[id]?.key.owner == owner {
        errands[errand] = nil
        note(entries, of: owner)
        return takeListed(entries, for: id, &wake)
      }
      guard case .attempt(let id, false) = errands[errand], attempts[id]?.key.owner == owner,
        attempts[id]?.stage == .listing
      else { return false }
      errands[errand] = nil
      note(entries, of: owner)
      let now = wake.now
      return carry(id, &wake) { $0.take(entries, at: now) }
    }
    note(entries, of: owner)
    return true
  }

  private mutating func note(_ entries: [AccountEntry], of owner: String) {
    let bounded = entries.prefix(limits.entriesMax).map { ($0.provider, $0) }
    strangers.remove(owner)
    // A provider that is listed for several modes is linked if it is for one.
    listed[owner] = Dictionary(bounded) { $0.isLinked ? $0 : $1 }
  }

  // Landings

  /// Somebody came back, or pasted where they landed: its state is compared first.
  mutating func take(_ landing: Landing, _ wake: inout Wake) -> Bool {
    guard landings[landing.id] == nil else { return false }
    let expecting = attempts.values.compactMap { attempt -> (LinkAttempt, BrowserWait)? in
      guard case .expecting(let wait) = attempt.state, attempt.isMeant(by: landing.route) else {
        return nil
      }
      return (attempt, wait)
    }
    guard !expecting.isEmpty else {
      refuse(landing, .unlinked, &wake)
      return false
    }
    let fitting = expecting.filter { $0.1.redirect.isSamePlace(as: landing.place) }
    guard !fitting.isEmpty else {
      refuse(landing, .host, &wake)
      return true
    }
    guard let state = landing.state, landings.count < limits.landingsMax else {
      refuse(landing, .refused, &wake)
      return true
    }
    landings[landing.id] = landing
    let states = fitting.map { ($0.0.id, $0.1.state) }
    wake.add(
      .match(landing.id, state: state, among: Dictionary(uniqueKeysWithValues: states)))
    return true
  }

  /// Which link the state belongs to.
  mutating func takeMatch(
    _ id: LandingID, _ attempt: AttemptID?, _ wake: inout Wake
  ) -> Bool {
    guard let landing = landings.removeValue(forKey: id) else { return false }
    // Its link may have ended, or been finished, since.
    guard let attempt, let link = attempts[attempt], link.isMeant(by: landing.route) else {
      refuse(landing, .refused, &wake)
      return true
    }
    if let objection = link.objection(to: landing) {
      refuse(landing, objection, &wake)
      return true
    }
    wake.add(.answer(id, isTaken: true))
    return carry(attempt, &wake) { $0.take(landing) }
  }

  /// It is not taken, and what it was for stays open.
  private func refuse(_ landing: Landing, _ code: AccountCode, _ wake: inout Wake) {
    if !landing.handles.isEmpty { discard(landing.handles, &wake) }
    switch landing.route {
    case .callback, .listener: wake.add(.answer(landing.id, isTaken: false))
    case .pasted(let owner, let conversation):
      wake.add(.tell(.landingRefused(owner: owner, conversation: conversation, code)))
    }
  }

  // The vault

  /// The vault keeps a pair. One that nobody waits for any more is deleted again.
  mutating func takeKept(
    _ key: AccountKey, edition: Int, label: String?, _ wake: inout Wake
  ) -> Bool {
    if let attempt = openAttempt(key), attempt.keepingEdition == edition {
      return carry(attempt.id, &wake) { $0.takeKept(label: label) }
    }
    if let steps = uses[key]?.takeKept(edition) {
      carry(steps, of: key, &wake)
      return true
    }
    if kept.accounts[key]?.edition ?? 0 < edition, removals[edition] == nil {
      wake.add(.vault(.delete(key, edition: edition, sparing: [], until: nil)))
    }
    return false
  }

  /// The vault does not.
  mutating func takeNotKept(
    _ key: AccountKey, edition: Int, _ reason: AccountEvent.NotKept, _ wake: inout Wake
  ) -> Bool {
    let now = wake.now
    if let attempt = openAttempt(key), attempt.keepingEdition == edition {
      return carry(attempt.id, &wake) { $0.takeNotKept(reason, at: now) }
    }
    guard let steps = uses[key]?.takeNotKept(edition, at: now) else { return false }
    carry(steps, of: key, &wake)
    return true
  }

  // People

  /// The person says that leave was given on the page of the service.
  mutating func takeDone(
    owner: String, conversation: String, _ wake: inout Wake
  ) -> Bool {
    let open = attempts.values
      .filter {
        $0.key.owner == owner && $0.conversation == conversation && $0.stage == .approving
      }
      .map(\.id).sorted()
    guard let last = open.last else { return false }
    return carry(last, &wake) { $0.takeDone() }
  }
}

extension LinkAttempt {
  /// Whether an address that came that way may be for this one.
  func isMeant(by route: Landing.Route) -> Bool {
    switch route {
    case .callback: true
    case .listener(let id): self.id == id
    case .pasted(let owner, let conversation):
      key.owner == owner && self.conversation == conversation
    }
  }

  /// The pair that the vault is to keep.
  var keepingEdition: Int? {
    pair.flatMap { stage == .keeping || stage == .keepingAgain ? $0.account.edition : nil }
  }

  /// Everything that it may still use.
  var handles: [SecretHandle] { held + (pair?.account.handles ?? []) }

  /// The pair that was granted.
  private var pair: Pair? {
    switch state {
    case .keeping(let pair), .keepingAgain(let pair, _), .handing(let pair),
      .handingAgain(let pair, _):
      pair
    case .opening, .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging,
      .resting,
      .approving, .listing, .reopening, .asking, .sending, .ended:
      nil
    }
  }
}

extension WebAddress {
  /// Whether both lead to one place, whatever their queries say.
  func isSamePlace(as other: WebAddress) -> Bool { origin == other.origin && path == other.path }
}
