// What a link does with the service: its forms, its own leave (rule R3 b), handing tokens over.

internal import CivilTime
internal import Mobility

extension LinkAttempt {
  /// The service replied.
  mutating func take(_ reply: BookingReply, at now: Instant) -> [Step]? {
    switch state {
    case .opening: return takeForm(reply, listed: false, at: now)
    case .reopening(let approval, let isListed):
      return takeFormAgain(reply, approval, isListed: isListed, at: now)
    case .sending(let form): return takeFormReply(reply, form, at: now)
    case .handing(let pair): return takeHanded(reply, pair, at: now)
    case .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging, .resting,
      .keeping,
      .keepingAgain, .handingAgain, .approving, .listing, .asking, .ended:
      return nil
    }
  }

  /// No reply came, or none that could be read.
  mutating func takeNoReply(_ outcome: ErrandOutcome, at now: Instant) -> [Step] {
    switch state {
    case .handing(let pair): return handAgain(pair, seconds: nil, at: now)
    case .opening:
      guard let form, pages < rules.limits.serviceTriesMax else { return end(.failed(.later)) }
      return open(form)
    case .listing(let approval), .reopening(let approval, _): return wait(approval, at: now)
    // Nobody knows whether the answers arrived: they are asked for again, not sent again.
    case .sending(let form): return ask(form)
    case .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging, .resting,
      .keeping,
      .keepingAgain, .handingAgain, .approving, .asking, .ended:
      return []
    }
  }

  // Forms

  private mutating func takeForm(
    _ reply: BookingReply, listed isListed: Bool, at now: Instant
  ) -> [Step] {
    switch reply {
    case .done, .updated: return end(.linkedAtService)
    case .authorization(let own): return pursue(own, at: now)
    case .failed(let failure) where failure.wantsSignIn && key.provider != AccountKey.service:
      return end(.signedOut)
    case .failed(let failure): return end(.failed(Self.code(of: failure)))
    case .unreadable, .incomplete, .agreement, .options, .quote: return end(.failed(.later))
    case .form(let form):
      switch Self.servicePage(of: form) {
      case .none: return ask(form)
      case .some(.none): return end(.failed(.host))
      case .some(.some(let page)):
        guard let address = self.form else { return end(.failed(.later)) }
        deadline = now + .seconds(rules.limits.attemptSeconds)
        let steps = wait(Approval(page: page, form: address, list: list), at: now)
        return steps + [.stand] + tellPrompt(isRepeated: false)
      }
    }
  }

  private mutating func takeFormAgain(
    _ reply: BookingReply, _ approval: Approval, isListed: Bool, at now: Instant
  ) -> [Step] {
    switch reply {
    case .form(let form) where Self.servicePage(of: form) != nil:
      // The list is later than the form: what it says is believed.
      if isListed { return end(.linkedAtService) }
      return wait(approval, at: now) + [.tell(.notYet(key, conversation: conversation))]
    case .failed(let failure) where failure.status >= 500 || failure.status == 429:
      return wait(approval, at: now)
    case .unreadable: return wait(approval, at: now)
    case .done, .updated, .authorization, .failed, .incomplete, .agreement, .options, .quote,
      .form:
      return takeForm(reply, listed: isListed, at: now)
    }
  }

  mutating func ask(_ form: Form) -> [Step] {
    state = .asking(form)
    return tellPrompt(isRepeated: false)
  }

  /// The person answered the form: what is sent.
  mutating func take(_ body: Errand.Body) -> [Step]? {
    guard case .asking(let form) = state else { return nil }
    guard let address = form.action?.address, rules.service.allows(address) else {
      return end(.failed(.host))
    }
    pages += 1
    // A form that never ends is no form.
    guard pages <= rules.limits.pagesMax else { return end(.failed(.later)) }
    held += body.secrets.values
    if key.provider == AccountKey.service {
      guard let request = Self.signIn(at: address, body) else { return end(.failed(.later)) }
      return exchange(Exchange(request: request, kind: .session, nonce: nil, form: form))
    }
    state = .sending(form)
    return [.send(.post(body, to: address))]
  }

  private mutating func takeFormReply(
    _ reply: BookingReply, _ form: Form, at now: Instant
  ) -> [Step] {
    switch reply {
    case .incomplete(let missing, let invalid):
      state = .asking(form)
      return [
        .tell(
          .formIncomplete(key, conversation: conversation, missing: missing, invalid: invalid))
      ]
    case .failed(let failure) where (400..<500).contains(failure.status) || failure.isForUser:
      state = .asking(form)
      return [.tell(.formRefused(key, conversation: conversation, failure))]
    case .done, .updated, .authorization, .failed, .unreadable, .agreement, .options, .quote,
      .form:
      return takeForm(reply, listed: false, at: now)
    }
  }

  private static func code(of failure: MobilityFailure) -> AccountCode {
    switch failure.status {
    case _ where failure.wantsSignIn: .unlinked
    case 429, 500...: .later
    default: .refused
    }
  }

  /// The page on which the service itself asks for leave, if the form wants only that: nil if it
  /// does not, nil within if the address may not be shown.
  private static func servicePage(of form: Form) -> WebAddress?? {
    let asked = form.fields.filter { !$0.isHidden && !$0.isReadOnly }
    guard asked.count == 1, let field = asked.first else { return nil }
    switch field.kind {
    case .link(let page, let method):
      guard field.id == "oauth" || method == .external else { return nil }
      return .some(page.flatMap { $0.isSecure ? $0 : nil })
    case .external(let page, _, _, _):
      return .some(page.flatMap { $0.isSecure ? $0 : nil })
    case .text, .number, .time, .password, .flag, .option, .address, .moment, .form, .code, .other:
      return nil
    }
  }

  // The service's own leave

  private mutating func wait(_ approval: Approval, at now: Instant) -> [Step] {
    if deadline <= now { return end(.failed(.expired)) }
    let next = now + .seconds(rules.limits.listSeconds)
    state = .approving(approval, lookAt: approval.list == nil ? nil : next)
    return []
  }

  /// The person says that leave was given.
  mutating func takeDone() -> [Step]? {
    guard case .approving(let approval, _) = state else { return nil }
    return reopen(approval, isListed: false)
  }

  private mutating func reopen(_ approval: Approval, isListed: Bool) -> [Step] {
    state = .reopening(approval, isListed: isListed)
    return [.send(.form(at: approval.form))]
  }

  /// The service listed the accounts.
  mutating func take(_ entries: [AccountEntry], at now: Instant) -> [Step]? {
    guard case .listing(let approval) = state else { return nil }
    let isLinked = entries.contains { $0.provider == key.provider && $0.isLinked }
    return isLinked ? reopen(approval, isListed: true) : wait(approval, at: now)
  }

  static func lookAtList(_ address: WebAddress) -> OwedRequest {
    OwedRequest(
      method: .get, address: address, peer: .service, body: nil, seconds: .list, reads: .list)
  }

  // Handing tokens over

  /// Hands the service the pair, which is kept already.
  mutating func hand(_ pair: Pair) -> [Step] {
    guard let handing = plan?.handing else { return end(.linked(pair.account)) }
    state = .handing(pair)
    let body = handing.body(pair.account, expiresSeconds: pair.expiresSeconds)
    return [.send(.post(body, to: handing.address))]
  }

  private mutating func takeHanded(
    _ reply: BookingReply, _ pair: Pair, at now: Instant
  ) -> [Step] {
    switch reply {
    case .done, .updated, .form, .agreement, .options, .quote: return end(.linked(pair.account))
    case .failed(let failure) where failure.status == 429 || failure.status >= 500:
      return handAgain(pair, seconds: failure.retryAfterSeconds, at: now)
    case .unreadable: return handAgain(pair, seconds: nil, at: now)
    // What was linked before does not serve: leave is asked for anew.
    case .failed, .incomplete, .authorization:
      if pair.wasLinked, let plan { return pursue(plan, at: now) }
      return giveBack(pair, .failed(.refused))
    }
  }

  private mutating func handAgain(_ pair: Pair, seconds: Int?, at now: Instant) -> [Step] {
    var pair = pair
    pair.tries += 1
    let limits = rules.limits
    guard pair.tries < limits.serviceTriesMax else { return giveBack(pair, .failed(.later)) }
    let asked = min(max(0, seconds ?? 0), limits.retryAfterSecondsMax)
    let pause = Pauses.doubled(
      limits.pauseSeconds, times: pair.tries - 1, most: limits.pauseSecondsMax)
    state = .handingAgain(pair, until: now + .seconds(max(asked, pause)))
    return []
  }

  // Telling

  /// What the person has to do, as it stands.
  func tellPrompt(isRepeated: Bool) -> [Step] {
    prompt.map { [.tell(.prompt($0, isRepeated: isRepeated))] } ?? []
  }

  /// What the person has to do; nil while nothing is waited for but answers.
  var prompt: LinkPrompt? {
    let task: LinkPrompt.Task
    switch state {
    case .waiting(let poll, _), .polling(let poll): task = .typeCode(poll.prompt)
    case .expecting(let wait): task = .open(wait.shown, isPasted: wait.way == .paste)
    case .approving(let approval, _), .listing(let approval), .reopening(let approval, _):
      task = .approve(approval.page)
    case .asking(let form): task = .fill(form)
    case .opening, .using, .preparing, .granting, .exchanging, .resting, .keeping, .keepingAgain,
      .handing, .handingAgain, .sending, .ended:
      return nil
    }
    var prompt = LinkPrompt(
      attempt: id, key: key, conversation: conversation, expires: deadline, task: task)
    if case .expecting(let wait) = state { prompt.isForThisMachine = wait.way == .loopback }
    return prompt
  }

  // Keeping

  /// What is written down, so that it goes on after a restart; nil where it does not.
  var kept: KeptAttempt? {
    let step: KeptAttempt.Step
    switch state {
    case .waiting(let poll, let until):
      guard let plan else { return nil }
      step = .device(plan, poll, next: until)
    case .polling(let poll):
      guard let plan else { return nil }
      step = .device(plan, poll, next: opened)
    case .expecting(let wait):
      // Whoever listened does not any more.
      guard let plan, wait.way != .loopback else { return nil }
      step = .browser(plan, wait)
    case .approving(let approval, _), .listing(let approval), .reopening(let approval, _):
      step = .approval(approval)
    case .opening, .using, .preparing, .granting, .exchanging, .resting, .keeping, .keepingAgain,
      .handing, .handingAgain, .asking, .sending, .ended:
      return nil
    }
    return KeptAttempt(
      id: id, key: key, conversation: conversation, waiters: waiters, opened: opened,
      deadline: deadline, step: step)
  }

  /// A link that goes on after a restart.
  init(_ kept: KeptAttempt, rules: Rules, at now: Instant) {
    id = kept.id
    key = kept.key
    conversation = kept.conversation
    waiters = kept.waiters
    self.rules = rules
    opened = kept.opened
    held = kept.handles
    // A clock that was set back meanwhile makes nothing last longer than it was to.
    let life = max(rules.limits.deviceSecondsMax, rules.limits.attemptSeconds)
    deadline = min(kept.deadline, now + .seconds(life))
    switch kept.step {
    case .device(let plan, let poll, let next):
      self.plan = plan
      // Whether it was asked about just before the restart, nobody knows.
      let latest = now + .seconds(rules.limits.retryAfterSecondsMax)
      state = .waiting(poll, until: max(now + poll.pause, min(next, latest)))
    case .browser(let plan, let wait):
      self.plan = plan
      state = .expecting(wait)
    case .approval(let approval):
      form = approval.form
      list = approval.list
      state = .approving(
        approval,
        lookAt: approval.list.map { _ in now + .seconds(rules.limits.listSeconds) })
    }
  }

  /// A link that somebody begins.
  init(id: AttemptID, key: AccountKey, wish: LinkWish, rules: Rules, at now: Instant) {
    self.id = id
    self.key = key
    conversation = wish.conversation
    waiters = [wish.waiter].compactMap(\.self)
    next = [wish.next].compactMap(\.self)
    self.rules = rules
    opened = now
    deadline = now + .seconds(rules.limits.attemptSeconds)
  }
}
