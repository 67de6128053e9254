// Unlinking: deleted here first, then the provider and the service are told, for a day if need be.

internal import CivilTime
internal import Mobility

extension AccountBook {
  /// The person does not want the account to be linked any more.
  mutating func unlink(
    _ key: AccountKey, list: WebAddress?, _ wake: inout Wake
  ) -> Bool {
    let list = list.flatMap { service.allows($0) ? $0 : nil }
    if let attempt = openAttempt(key) { _ = carry(attempt.id, &wake) { $0.stop() } }
    let entry = listed[key.owner]?[key.provider]
    let logout = entry.flatMap { $0.isLinked && service.allows($0.address) ? $0.address : nil }
    guard let account = kept.accounts[key] else {
      guard logout != nil || list != nil else {
        wake.add(.tell(.nothingToUnlink(key)))
        return true
      }
      let parting = makeParting(
        key, tokens: [], wasHere: false, logout: logout, list: list, at: wake.now)
      part(parting, &wake)
      return true
    }
    if let removal = removals[account.edition] {
      return join(removal, edition: account.edition, logout: logout, &wake)
    }
    let gone = uses[key]?.pending ?? account
    let parting = makeParting(
      key, tokens: gone.tokensToGiveBack, wasHere: true, logout: logout, list: list, at: wake.now)
    remove(account, nil, parting: parting, &wake)
    return true
  }

  /// It is going already, for another reason: now the person is told of it as well.
  private mutating func join(
    _ removal: Removal, edition: Int, logout: WebAddress?, _ wake: inout Wake
  ) -> Bool {
    guard removal.parting?.isTold != true else { return false }
    let key = removal.account.key
    var parting =
      removal.parting
      ?? makeParting(key, tokens: [], wasHere: true, logout: nil, at: wake.now)
    parting.isTold = true
    parting.logout = logout
    if logout != nil { parting.service = .asked(tries: 1) }
    removals[edition]?.parting = parting
    removals[edition]?.again = nil
    return true
  }

  private func makeParting(
    _ key: AccountKey, tokens: [SecretHandle], wasHere: Bool, isTold: Bool = true,
    logout: WebAddress?, list: WebAddress? = nil, at now: Instant
  ) -> Parting {
    let tellsProvider = !tokens.isEmpty && providers[key.provider]?.revocation != nil
    let tellsService = logout != nil || list != nil
    var parting = Parting(
      id: kept.nextParting, key: key, wasHere: wasHere, isTold: isTold,
      until: now + .seconds(limits.partingSeconds), token: tellsProvider ? tokens.first : nil,
      provider: tellsProvider ? .asked(tries: 1) : .ended(.nothing),
      service: tellsService ? .asked(tries: 1) : .ended(.nothing), logout: logout)
    if tellsProvider { parting.access = tokens.dropFirst().first }
    if logout == nil { parting.list = list }
    return parting
  }

  /// A pair that nobody wants: deleted, if it was kept, and given back.
  mutating func giveBack(_ account: LinkedAccount, _ wake: inout Wake) {
    let parting = makeParting(
      account.key, tokens: account.tokensToGiveBack, wasHere: true, isTold: false, logout: nil,
      at: wake.now)
    let spare = account.handles.filter { !parting.tokens.contains($0) }
    if kept.accounts[account.key]?.edition == account.edition {
      return remove(account, .refused, parting: parting, &wake)
    }
    if !spare.isEmpty { discard(spare, &wake) }
    part(parting, &wake)
  }

  // Deleting

  /// The vault has deleted it: now others may hear of it.
  mutating func takeDeleted(_ edition: Int, _ wake: inout Wake) -> Bool {
    guard let (number, removal) = removal(of: edition) else { return false }
    removals[number] = nil
    let key = removal.account.key
    write(.removed(key, edition: number, removal.code, at: wake.now), &wake)
    if let parting = removal.parting { part(parting, &wake) }
    guard let again = removal.again else { return true }
    // Who is not there cannot be shown how it is linked: they are told to link it when they are.
    if !again.setting.isPrivate { wake.add(.tell(.lost(key, removal.code ?? .refused))) }
    return linkAgain(key, again, .refused, &wake)
  }

  /// The vault could not: it is tried again until it can.
  mutating func takeNotDeleted(_ edition: Int, _ wake: inout Wake) -> Bool {
    guard let (number, removal) = removal(of: edition), removal.until == nil else { return false }
    let pause = Pauses.doubled(
      limits.pauseSeconds, times: removal.tries, most: limits.pauseSecondsMax)
    removals[number]?.until = wake.now + .seconds(pause)
    removals[number]?.tries = min(removal.tries + 1, 64)
    if removal.tries == 0, removal.parting?.isTold == true {
      wake.add(.tell(.notRemoved(removal.account.key)))
    }
    return true
  }

  private func removal(of edition: Int) -> (Int, Removal)? {
    removals.first { $0.value.account.edition == edition }.map { ($0.key, $0.value) }
  }

  // Telling others

  /// Tells those who are to be told.
  private mutating func part(_ parting: Parting, _ wake: inout Wake) {
    guard parting.isTold || !parting.isOver else { return }
    var parting = parting
    // Another may have begun since it was made.
    parting.id = kept.nextParting
    write(parting, &wake)
    partings[parting.id] = parting
    for party in Parting.Party.allCases {
      if case .asked = parting[party] { ask(party, parting, &wake) }
    }
    if parting.isOver { report(parting, &wake) }
  }

  /// Keeps how a parting stands: the vault first, whose word a new start takes.
  private mutating func write(_ parting: Parting, _ wake: inout Wake) {
    if !parting.isOver {
      wake.add(.vault(.keepParting(parting)))
    } else if kept.partings[parting.id] != nil {
      wake.add(.vault(.deleteParting(parting.id)))
    }
    write(.parting(parting, at: wake.now), &wake)
  }

  private mutating func ask(
    _ party: Parting.Party, _ parting: Parting, _ wake: inout Wake
  ) {
    let request: OwedRequest?
    switch party {
    case .provider:
      request = parting.token.flatMap { token in
        providers[parting.key.provider].flatMap { settings in
          settings.revocation.map { LinkPlan(settings).revokeRequest(token, at: $0) }
        }
      }
    case .service:
      let logout = parting.logout.map {
        OwedRequest(
          method: .get, address: $0, peer: .service, body: nil, seconds: .list, reads: .raw)
      }
      request = logout ?? parting.list.map(LinkAttempt.lookAtList)
    }
    guard let request else { return settle(party, of: parting.id, .nothing, &wake) }
    send(request, for: parting.key, .party(parting.id, party), &wake)
  }

  /// What came of telling one of them.
  mutating func takeParty(
    _ outcome: ErrandOutcome, _ id: PartingID, _ party: Parting.Party, _ wake: inout Wake
  ) -> Bool {
    guard let parting = partings[id], case .asked(let tries) = parting[party] else {
      return false
    }
    var later = 0
    if case .answered(let answer) = outcome {
      switch answer.status {
      case 200..<300:
        settle(party, of: id, .told, &wake)
        return true
      case 429, 500...: later = answer.retryAfterSeconds ?? 0
      default:
        settle(party, of: id, .refused(status: answer.status), &wake)
        return true
      }
    }
    let pause = Pauses.doubled(
      limits.partingPauseSeconds, times: tries - 1, most: limits.partingPauseSecondsMax)
    let asked = min(max(0, later), limits.retryAfterSecondsMax)
    let until = wake.now + .seconds(max(asked, pause))
    partings[id]?[party] = .waiting(until: min(until, parting.until), tries: tries)
    if let now = partings[id], tries == 1, now.wasTried { report(now, &wake) }
    return true
  }

  /// The service listed the accounts: where it is told that one is gone, if it has it.
  mutating func takeListed(
    _ entries: [AccountEntry], for id: PartingID, _ wake: inout Wake
  ) -> Bool {
    guard var parting = partings[id], case .asked = parting.service else { return false }
    let entry = entries.first { $0.provider == parting.key.provider && $0.isLinked }
    guard let entry, service.allows(entry.address) else {
      settle(.service, of: id, .nothing, &wake)
      return true
    }
    parting.logout = entry.address
    partings[id] = parting
    ask(.service, parting, &wake)
    return true
  }

  private mutating func settle(
    _ party: Parting.Party, of id: PartingID, _ outcome: Parting.Outcome, _ wake: inout Wake
  ) {
    guard let before = partings[id] else { return }
    if party == .provider, giveBackNext(before, behind: outcome, &wake) { return }
    var parting = before
    var outcome = outcome
    if party == .provider {
      if outcome == .told, let status = before.refusal { outcome = .refused(status: status) }
      (parting.token, parting.access, parting.refusal) = (nil, nil, nil)
    }
    parting[party] = .ended(outcome)
    partings[id] = parting.isOver ? nil : parting
    if party == .provider, !before.tokens.isEmpty { discard(before.tokens, &wake) }
    if party == .service, outcome == .told {
      listed[parting.key.owner]?[parting.key.provider]?.isLinked = false
    }
    write(parting, &wake)
    if !before.wasTried {
      if parting.wasTried { report(parting, &wake) }
    } else if parting.isTold {
      wake.add(.tell(.partyTold(parting.key, party, outcome)))
    }
  }

  /// Gives back what is left, once the provider has answered to the first; whether anything is.
  private mutating func giveBackNext(
    _ before: Parting, behind outcome: Parting.Outcome, _ wake: inout Wake
  ) -> Bool {
    guard let first = before.token, let next = before.access else { return false }
    var parting = before
    switch outcome {
    case .told: break
    case .refused(let status): parting.refusal = status
    case .nothing, .later, .givenUp: return false
    }
    (parting.token, parting.access) = (next, nil)
    partings[parting.id] = parting
    discard([first], &wake)
    write(parting, &wake)
    ask(.provider, parting, &wake)
    return true
  }

  /// Tells the person how all three stand.
  private mutating func report(_ parting: Parting, _ wake: inout Wake) {
    if parting.isOver { partings[parting.id] = nil }
    guard parting.isTold else { return }
    let isNothing = Parting.Party.allCases.allSatisfy { parting[$0].outcome == .nothing }
    if !parting.wasHere, isNothing {
      return wake.add(.tell(.nothingToUnlink(parting.key)))
    }
    wake.add(
      .tell(
        .unlinked(
          UnlinkedFacts(
            key: parting.key, wasHere: parting.wasHere, provider: parting.provider.outcome,
            service: parting.service.outcome))))
  }

  // Time

  /// What is due.
  mutating func wakeAll(_ wake: inout Wake) {
    let now = wake.now
    for id in attempts.keys.sorted() { _ = carry(id, &wake) { $0.wake(at: now) } }
    for key in uses.keys.sorted() {
      guard let steps = uses[key]?.wake(at: now) else { continue }
      carry(steps, of: key, &wake)
    }
    for edition in removals.keys.sorted() {
      guard let until = removals[edition]?.until, until <= now else { continue }
      delete(edition, &wake)
    }
    for id in partings.keys.sorted() {
      for party in Parting.Party.allCases { tellAgain(party, of: id, &wake) }
    }
  }

  private mutating func tellAgain(
    _ party: Parting.Party, of id: PartingID, _ wake: inout Wake
  ) {
    guard let parting = partings[id], case .waiting(let until, let tries) = parting[party],
      until <= wake.now
    else { return }
    guard parting.until > wake.now else { return settle(party, of: id, .givenUp, &wake) }
    partings[id]?[party] = .asked(tries: tries + 1)
    ask(party, parting, &wake)
  }

  /// Rows whose token is over and cannot be had anew are deleted, at a start.
  mutating func removeOver(_ wake: inout Wake) {
    for account in kept.accounts.values.sorted(by: { $0.key < $1.key })
    where account.isOver(at: wake.now) && !canRefresh(account) {
      remove(account, .expired, &wake)
      wake.add(.tell(.lost(account.key, .expired)))
    }
  }

  /// Everything of that person goes, without a word to others: what would be said is about them.
  mutating func erase(_ owner: String, _ wake: inout Wake) -> Bool {
    for id in openAttempts(of: owner) {
      _ = carry(id, &wake) { $0.stop() }
      // One whose pair is being written goes as well: the pair is deleted when it was.
      guard attempts.removeValue(forKey: id) != nil else { continue }
      if kept.attempts[id] != nil { wake.add(.vault(.deleteAttempt(id))) }
      write(.attemptEnded(id, nil, at: wake.now), &wake)
    }
    for account in kept.accounts.values.sorted(by: { $0.key < $1.key })
    where account.key.owner == owner && !isLeaving(account) {
      remove(account, nil, &wake)
    }
    for parting in partings.values where parting.key.owner == owner {
      partings[parting.id] = nil
      if !parting.tokens.isEmpty { discard(parting.tokens, &wake) }
      wake.add(.vault(.deleteParting(parting.id)))
    }
    write(.erased(owner: owner, at: wake.now), &wake)
    listed[owner] = nil
    return true
  }
}

extension LinkedAccount {
  /// Both of a pair, in the order in which they are given back.
  fileprivate var tokensToGiveBack: [SecretHandle] { [refresh, access].compactMap(\.self) }
}

extension Parting {
  /// When somebody is told again.
  var due: Instant? {
    Party.allCases.compactMap { party in
      if case .waiting(let until, _) = self[party] { until } else { nil }
    }.min()
  }

  /// After a restart nobody knows what came of what was on its way: it is told again.
  func resumed(at now: Instant, limits: AccountLimits) -> Parting {
    var parting = self
    // A clock that was set back meanwhile makes nothing last longer than a day.
    parting.until = min(until, now + .seconds(limits.partingSeconds))
    for party in Party.allCases {
      switch self[party] {
      case .asked(let tries), .waiting(_, let tries):
        parting[party] = .waiting(until: now, tries: tries)
      case .ended: break
      }
    }
    return parting
  }
}
