// Links in the book: beginning them, handing them what happened, carrying out their steps.

public import CivilTime
internal import Mobility

extension AccountBook {
  // Asking first

  /// Why no link would be begun now, in the documented order; empty if one would be, or is open
  /// already.
  public func refusals(of wish: LinkWish, at now: Instant) -> [LinkRefusal] {
    let key = key(wish.owner, wish.provider)
    let account = kept.accounts[key]
    let open = attempts.values.filter { $0.key.owner == wish.owner }
    let begun = (kept.begun[wish.owner] ?? []).filter { $0 > now - .seconds(3_600) }
    var refusals = refusalsOfPlace(wish)
    if !wish.setting.isPrivate { refusals.append(.othersReadAlong) }
    if removals.values.contains(where: { $0.account.key == key }) {
      refusals.append(.beingRemoved)
    }
    let owned = kept.accounts.keys.count { $0.owner == wish.owner }
    let becoming = open.count { kept.accounts[$0.key] == nil && $0.key != key }
    if account == nil, owned + becoming >= limits.accountsMax { refusals.append(.accountsFull) }
    if open.count >= limits.attemptsOpenMax { refusals.append(.attemptsOpen) }
    if begun.count >= limits.attemptsAnHourMax { refusals.append(.attemptsThisHour) }
    return LinkRefusal.allCases.filter { refusals.contains($0) }
  }

  private func refusalsOfPlace(_ wish: LinkWish) -> [LinkRefusal] {
    let settings = providers[wish.provider]
    switch wish.place {
    case .here:
      guard let settings else { return [.providerUnknown] }
      return LinkPlan(settings).ways(settings, from: wish.setting).isEmpty ? [.noWay] : []
    case .service(let form, let list):
      let isAllowed = service.allows(form) && list.map { service.allows($0) } ?? true
      return isAllowed ? [] : [.hostNotAllowed]
    case .own(let own):
      // A provider that is in no list of the operator's has no host in it (rule R4).
      guard let settings, own.provider == wish.provider,
        let plan = LinkPlan(own, settings: settings, service: service)
      else { return [.hostNotAllowed] }
      return plan.ways(settings, from: wish.setting).isEmpty ? [.noWay] : []
    case .session(let login):
      return wish.provider == AccountKey.service && service.allows(login) ? [] : [.hostNotAllowed]
    }
  }

  // Beginning

  /// Begins a link, or tells again what the open one waits for.
  mutating func link(_ wish: LinkWish, _ wake: inout Wake) -> Bool {
    let key = key(wish.owner, wish.provider)
    if let attempt = openAttempt(key) {
      // Nobody learns elsewhere what was shown where it was begun. Where nothing is, because a pair
      // that is linked already is made fresh and handed on, more may wait for it.
      let isHere = attempt.conversation == wish.conversation
      let isSilent = wish.waiter != nil && attempt.prompt == nil
      guard isHere || isSilent, wish.setting.isPrivate else {
        refuse(wish, [.othersReadAlong], &wake)
        return true
      }
      if let next = wish.next { attempts[attempt.id]?.next.append(next) }
      return join(attempts[attempt.id] ?? attempt, wish.waiter, &wake)
    }
    let refusals = refusals(of: wish, at: wake.now)
    guard refusals.isEmpty else {
      refuse(wish, refusals, &wake)
      return true
    }
    let id = kept.nextAttempt
    write(.attemptOpened(id, key, at: wake.now), &wake)
    attempts[id] = LinkAttempt(
      id: id, key: key, wish: wish, rules: rules(of: wish.provider, wish.setting), at: wake.now)
    let now = wake.now
    return carry(id, &wake) { $0.begin(wish.place, at: now) }
  }

  /// What else waits for the open link. Nothing is asked twice: what was shown is shown again.
  private mutating func join(
    _ attempt: LinkAttempt, _ waiter: WaiterID?, _ wake: inout Wake
  ) -> Bool {
    if let waiter, !attempt.waiters.contains(waiter) {
      guard attempt.waiters.count < limits.attemptWaitersMax else {
        wake.add(.resume(waiter, .unavailable(.later)))
        return true
      }
      attempts[attempt.id]?.waiters.append(waiter)
      if let standing = attempts[attempt.id]?.kept { keep(standing, &wake) }
    }
    if let prompt = attempt.prompt {
      wake.add(.tell(.prompt(prompt, isRepeated: true)))
    }
    return waiter != nil || attempt.prompt != nil
  }

  func refuse(_ wish: LinkWish, _ refusals: [LinkRefusal], _ wake: inout Wake) {
    wake.add(
      .tell(
        .linkRefused(
          owner: wish.owner, provider: wish.provider, conversation: wish.conversation, refusals)))
    if let waiter = wish.waiter, let first = refusals.first {
      wake.add(.resume(waiter, .unavailable(first.code)))
    }
  }

  private func rules(of provider: String, _ setting: LinkSetting) -> LinkAttempt.Rules {
    LinkAttempt.Rules(
      settings: providers[provider], setting: setting, service: service, limits: limits)
  }

  /// Links that were open before a restart go on, if they can and their time is not over.
  mutating func resumeAttempts(_ wake: inout Wake) {
    let now = wake.now
    for standing in kept.attempts.values.sorted(by: { $0.id < $1.id }) {
      let setting = LinkSetting(isPrivate: true, isLocal: false, takesSecrets: true)
      let isFirst = openAttempt(standing.key) == nil
      let account = kept.accounts[standing.key]
      attempts[standing.id] = LinkAttempt(
        standing, rules: rules(of: standing.key.provider, setting), at: now)
      _ = carry(standing.id, &wake) { link in
        guard isFirst else { return link.end(.failed(.later)) }
        // Its pair is there: the link has come to its end.
        if let account, let edition = standing.edition, edition <= account.edition {
          return link.resume(account, at: now)
        }
        return link.isOver(at: now) ? link.wake(at: now) : nil
      }
    }
  }

  // Carrying out

  /// Hands a link what happened and carries out what it wants. Whether that stood in a row.
  mutating func carry(
    _ id: AttemptID, _ wake: inout Wake, _ input: (inout LinkAttempt) -> [LinkAttempt.Step]?
  ) -> Bool {
    guard var attempt = attempts[id], let steps = input(&attempt) else { return false }
    attempts[id] = attempt
    for step in steps { carry(step, of: id, &wake) }
    return true
  }

  private mutating func carry(
    _ step: LinkAttempt.Step, of id: AttemptID, _ wake: inout Wake
  ) {
    guard let attempt = attempts[id] else { return }
    switch step {
    case .use: use(attempt, &wake)
    case .send(let request):
      // Never two requests for tokens at once for one account.
      guard !request.isToken || !isAskingForTokens(attempt.key) else {
        attempts[id]?.postpone(until: wake.now + .seconds(limits.pauseSeconds))
        return
      }
      send(request, for: attempt.key, .attempt(id, isToken: request.isToken), &wake)
    case .prepare(let preparation): wake.add(.prepare(preparation))
    case .keep(var account, let check):
      if account.edition == 0 {
        account.edition = takeEdition()
        attempts[id]?.number(account.edition)
        if var standing = kept.attempts[id] {
          standing.edition = account.edition
          keep(standing, &wake)
        }
      }
      wake.add(.vault(.keep(account, check)))
    case .adopt(let account): adopt(account, &wake)
    case .give(let account): giveBack(account, &wake)
    case .discard(let handles): discard(handles, &wake)
    case .tell(let news): wake.add(.tell(news))
    case .stand:
      if let standing = attempt.kept { keep(standing, &wake) }
    case .end(let end): finish(attempt, end, &wake)
    }
  }

  /// Hands a link the pair that is linked already, as soon as it is fresh.
  private mutating func use(_ attempt: LinkAttempt, _ wake: inout Wake) {
    let now = wake.now
    let key = attempt.key
    guard let account = kept.accounts[key] else {
      _ = carry(attempt.id, &wake) { $0.take(nil, at: now) }
      return
    }
    switch credential(for: key.owner, provider: key.provider, at: now) {
    case .ready: _ = carry(attempt.id, &wake) { $0.take(account, at: now) }
    case .notLinked: _ = carry(attempt.id, &wake) { $0.take(nil, at: now) }
    case .needsRefresh: refresh(account, for: .link(attempt.id), &wake)
    }
  }

  /// Keeps how a link stands: the vault first, whose word a new start takes.
  private mutating func keep(_ standing: KeptAttempt, _ wake: inout Wake) {
    wake.add(.vault(.keepAttempt(standing)))
    write(.attemptStands(standing), &wake)
  }

  mutating func takeEdition() -> Int {
    defer { nextEdition += 1 }
    return nextEdition
  }

  /// What waits for a link whose form is shown to nobody who has not signed in to the service, or
  /// that link, goes on behind that.
  private mutating func signInFirst(for attempt: LinkAttempt, _ wake: inout Wake) {
    guard let form = attempt.form else { return }
    var wish = LinkWish(
      owner: attempt.key.owner, provider: attempt.key.provider,
      conversation: attempt.conversation, place: .service(form: form, list: attempt.list),
      setting: attempt.rules.setting)
    let waiters = attempt.waiters.map(Optional.some)
    for waiter in waiters.isEmpty ? [nil] : waiters {
      (wish.waiter, wish.next) = (waiter, nil)
      wish.next = .link(wish)
      _ = signInFirst(wish, &wake)
    }
  }

  private mutating func finish(
    _ attempt: LinkAttempt, _ end: LinkAttempt.End, _ wake: inout Wake
  ) {
    attempts[attempt.id] = nil
    orphanErrands(of: attempt, &wake)
    if kept.attempts[attempt.id] != nil { wake.add(.vault(.deleteAttempt(attempt.id))) }
    if attempt.plan != nil { wake.add(.close(attempt.id)) }
    let (key, conversation) = (attempt.key, attempt.conversation)
    let code: AccountCode?
    let resumption: AccountEffect.Resumption
    let news: AccountNews
    switch end {
    case .linked(let account):
      code = nil
      resumption = .ready(account.access, edition: account.edition)
      let facts = account.facts(isRefreshed: canRefresh(account))
      news = .linked(key, conversation: conversation, facts)
    case .linkedAtService:
      code = nil
      resumption = .linkedAtService
      listed[key.owner]?[key.provider]?.isLinked = true
      news = .linkedAtService(key, conversation: conversation)
    case .failed(let failure):
      code = failure
      resumption = .unavailable(failure)
      news = .linkFailed(key, conversation: conversation, failure)
    case .stopped:
      code = nil
      resumption = .unavailable(.denied)
      news = .linkStopped(key, conversation: conversation)
    case .signedOut:
      write(.attemptEnded(attempt.id, .unlinked, at: wake.now), &wake)
      return signInFirst(for: attempt, &wake)
    }
    write(.attemptEnded(attempt.id, code, at: wake.now), &wake)
    wake.add(.tell(news))
    let next = code == nil && end != .stopped ? attempt.next : []
    // What waits for more than the session waits on.
    let stillWaiting = Set(next.compactMap(\.waiter))
    for waiter in attempt.waiters where !stillWaiting.contains(waiter) {
      wake.add(.resume(waiter, resumption))
    }
    freeUse(key, &wake)
    if code == nil, key.provider == AccountKey.service { strangers.remove(key.owner) }
    for next in next {
      switch next {
      case .look(let search): _ = look(search, &wake)
      case .link(let wish): _ = link(wish, &wake)
      }
    }
  }

  /// The answer to what such a link still asks is nobody's: a pair in it goes back.
  private mutating func orphanErrands(of attempt: LinkAttempt, _ wake: inout Wake) {
    for (errand, purpose) in errands {
      guard case .attempt(attempt.id, let isToken) = purpose else { continue }
      errands[errand] = isToken ? .nobody(attempt.key) : nil
    }
  }

  /// The pair is kept: from here on it is the account's.
  mutating func adopt(_ account: LinkedAccount, _ wake: inout Wake) {
    let key = account.key
    if let steps = uses[key]?.end(account, .later) { carry(steps, of: key, &wake) }
    for (errand, purpose) in errands where purpose == .refresh(key) {
      errands[errand] = .nobody(key)
    }
    write(.kept(account, at: wake.now), &wake)
  }

  mutating func send(
    _ request: OwedRequest, for key: AccountKey, _ purpose: Purpose, _ wake: inout Wake
  ) {
    let seconds =
      switch request.seconds {
      case .identity: limits.identityAnswerSeconds
      case .list: limits.listAnswerSeconds
      case .form: limits.formAnswerSeconds
      }
    let peer: Errand.Peer =
      switch request.peer {
      case .service: .service(signedIn: session(of: key.owner, at: wake.now))
      case .identity(let provider, let basic): .identity(provider: provider, basic: basic)
      }
    let errand = Errand(
      id: wake.nextErrand, owner: key.owner, method: request.method, address: request.address,
      peer: peer, body: request.body, secondsMax: seconds)
    wake.nextErrand = ErrandID(wake.nextErrand.number + 1)
    errands[errand.id] = purpose
    wake.add(.send(errand, reads: request.reads))
  }
}

extension LinkedAccount {
  /// What is told of it.
  func facts(isRefreshed: Bool) -> LinkedFacts {
    LinkedFacts(label: maskedLabel, expires: expires, isRefreshed: isRefreshed)
  }
}
