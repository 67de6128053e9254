// What a link does with who signs people in: device codes, browsers, tokens.

internal import CivilTime
internal import JSON
public import Mobility

extension LinkAttempt {
  /// What came of a request to who signs people in, or of one to the service that was not answered.
  mutating func take(_ outcome: ErrandOutcome, at now: Instant) -> [Step]? {
    switch state {
    case .granting: return takeDeviceAnswer(outcome, at: now)
    case .polling(let poll):
      return takePoll(TokenAnswer(outcome, limits: rules.limits), poll, at: now)
    case .exchanging(let exchange):
      return exchange.kind == .session
        ? takeSession(outcome, exchange, at: now)
        : takeExchange(TokenAnswer(outcome, limits: rules.limits), exchange, at: now)
    case .opening, .handing, .listing, .reopening, .sending:
      return takeNoReply(outcome, at: now)
    case .using, .preparing, .waiting, .expecting, .resting, .keeping, .keepingAgain, .handingAgain,
      .approving, .asking, .ended:
      return nil
    }
  }

  // Device codes

  private mutating func takeDeviceAnswer(_ outcome: ErrandOutcome, at now: Instant) -> [Step] {
    guard let hosts = rules.settings?.hosts else { return end(.failed(.later)) }
    switch DeviceAnswer(outcome, hosts: hosts, limits: rules.limits) {
    case .granted(let code, let prompt, let interval, let life):
      let poll = DevicePoll(code: code, prompt: prompt, intervalSeconds: interval)
      held.append(code)
      deadline = now + .seconds(life)
      state = .waiting(poll, until: now + poll.pause)
      return [.stand] + tellPrompt(isRepeated: false)
    case .hostNotAllowed: return tryNextWay(or: .host)
    case .passing: return tryNextWay(or: .later)
    case .refused(let error): return tellOperator(error) + tryNextWay(or: .refused)
    }
  }

  private mutating func takePoll(
    _ answer: TokenAnswer, _ poll: DevicePoll, at now: Instant
  ) -> [Step] {
    let before = poll.intervalSeconds
    var poll = poll
    let pause: Duration
    switch answer {
    case .granted(let grant): return keep(grant, nonce: nil, at: now)
    case .refused("access_denied"): return end(.failed(.denied))
    case .refused("expired_token"): return end(.failed(.expired))
    case .refused("invalid_scope"): return end(.failed(.scope))
    case .refused(let error): return tellOperator(error) + end(.failed(.refused))
    case .empty: return end(.failed(.refused))
    case .pending: pause = poll.pauseAfterPending()
    case .slowDown(let later):
      pause = poll.pauseAfterSlowDown(retryAfterSeconds: later, limits: rules.limits)
    case .passing(let later): pause = poll.pauseAfterPassing(retryAfterSeconds: later)
    case .garbled: pause = poll.pauseAfterPassing(retryAfterSeconds: nil)
    case .lost, .unreached: pause = poll.pauseAfterFault(limits: rules.limits)
    }
    // What is told has to be minded after a restart too.
    let isSlower = poll.intervalSeconds > before || pause > poll.pause
    state = .waiting(poll, until: now + pause)
    // The last pause is cut: a code that is over is told to be, and not asked about.
    if deadline <= now { return end(.failed(.expired)) }
    return isSlower ? [.stand] : []
  }

  // Browsers

  /// What a browser needs was drawn.
  mutating func take(_ prepared: Prepared, at now: Instant) -> [Step]? {
    guard case .preparing(let way) = state else { return nil }
    held += prepared.handles
    let redirect: WebAddress? =
      switch way {
      case .device: nil
      case .code: plan?.redirect ?? rules.settings?.callback
      case .loopback: prepared.listener
      case .paste: rules.settings.flatMap { plan?.pastedRedirect($0) }
      }
    guard let redirect, let shown = plan?.authorizeAddress(prepared, redirect: redirect) else {
      return tryNextWay(or: .later)
    }
    deadline = now + .seconds(rules.limits.attemptSeconds)
    state = .expecting(
      BrowserWait(
        way: way, redirect: redirect, shown: shown, state: prepared.state,
        verifier: prepared.verifier, nonce: prepared.nonce))
    return [.stand] + tellPrompt(isRepeated: false)
  }

  /// That could not be had.
  mutating func takeNotPrepared() -> [Step]? {
    guard case .preparing = state else { return nil }
    return tryNextWay(or: .later)
  }

  /// Why an address is not taken, though its state is right; nil if it is. The link stays open.
  func objection(to landing: Landing) -> AccountCode? {
    guard case .expecting = state else { return .expired }
    if let issuer = rules.settings?.issuer {
      // Mixed up by another server (RFC 9207 §2.4): not taken, whatever else it says.
      if let given = landing.issuer, given != issuer { return .host }
      if landing.issuer == nil, rules.settings?.issuerIsRequired == true { return .host }
    }
    return landing.code == nil && landing.error == nil ? .refused : nil
  }

  /// Somebody came back with the right state.
  mutating func take(_ landing: Landing) -> [Step]? {
    guard case .expecting(let wait) = state, let plan, objection(to: landing) == nil else {
      return nil
    }
    guard landing.error == nil, let code = landing.code else {
      held += landing.handles
      return end(.failed(Self.meaning(of: landing)))
    }
    held += landing.handles
    return exchange(
      Exchange(
        request: plan.exchangeRequest(code: code, wait), kind: .own, nonce: wait.nonce))
  }

  /// What a refusal means that a browser brings (RFC 6749 §4.1.2.1). A server that refuses S256
  /// says so in words alone (RFC 7636 §4.4.1).
  private static func meaning(of landing: Landing) -> AccountCode {
    switch landing.error {
    case "access_denied": .denied
    case "invalid_scope": .scope
    case "temporarily_unavailable", "server_error": .later
    case "invalid_request":
      ["code_challenge", "code challenge", "pkce", "transform"].contains {
        landing.errorText?.lowercased().contains($0) == true
      } ? .pkce : .refused
    case .some, nil: .refused
    }
  }

  // Tokens

  /// Sends a request whose answer is a credential.
  mutating func exchange(_ exchange: Exchange) -> [Step] {
    state = .exchanging(exchange)
    return [.send(exchange.request)]
  }

  private mutating func takeExchange(
    _ answer: TokenAnswer, _ exchange: Exchange, at now: Instant
  ) -> [Step] {
    switch answer {
    case .granted(let grant): return keep(grant, nonce: exchange.nonce, at: now)
    case .pending, .empty: return end(.failed(.refused))
    case .refused("access_denied"): return end(.failed(.denied))
    case .refused("invalid_scope"): return end(.failed(.scope))
    case .refused(let error): return tellOperator(error) + end(.failed(.refused))
    case .lost, .garbled: return repeatOnce(exchange)
    case .unreached: return rest(exchange, seconds: nil, at: now)
    case .slowDown(let later), .passing(let later):
      return rest(exchange, seconds: later, at: now)
    }
  }

  /// Nobody knows whether the code is used up. Another try costs nothing that is not lost already.
  private mutating func repeatOnce(_ exchange: Exchange) -> [Step] {
    guard !exchange.wasLost else { return end(.failed(.later)) }
    var again = exchange
    again.wasLost = true
    return self.exchange(again)
  }

  private mutating func rest(
    _ exchange: Exchange, seconds: Int?, at now: Instant
  ) -> [Step] {
    var again = exchange
    let limits = rules.limits
    let pause = Pauses.doubled(
      limits.pauseSeconds, times: exchange.faults, most: limits.pauseSecondsMax)
    again.faults += 1
    state = .resting(again, until: now + .seconds(max(seconds ?? 0, pause)))
    return []
  }

  /// What signing in to the service itself yields: 201 and a token.
  private mutating func takeSession(
    _ outcome: ErrandOutcome, _ exchange: Exchange, at now: Instant
  ) -> [Step] {
    guard case .answered(let answer) = outcome else {
      switch outcome {
      case .answered, .notSent: return rest(exchange, seconds: nil, at: now)
      case .notAllowed: return end(.failed(.host))
      // A password is not sent twice unasked where nobody knows what came of it.
      case .lost, .unreadable: return end(.failed(.later))
      }
    }
    if answer.status == 429 || answer.status >= 500 {
      return rest(exchange, seconds: answer.retryAfterSeconds.map { max(0, $0) }, at: now)
    }
    // A password that is wrong is asked for again, as often as a form may come.
    if [400, 401, 403].contains(answer.status), let form = exchange.form {
      state = .asking(form)
      return [.tell(.signInRefused(key, conversation: conversation))]
    }
    guard (200..<300).contains(answer.status),
      let access = IdentityBody(answer, rules.limits)?.handle("userToken", rules.limits)
    else { return end(.failed(.refused)) }
    let account = LinkedAccount(key: key, kind: .session, edition: 0, access: access)
    state = .keeping(Pair(account: account, check: nil, expiresSeconds: nil))
    return [.keep(account, nil)]
  }

  /// Has a pair written down, if it gives the leave that is needed.
  private mutating func keep(
    _ grant: TokenGrant, nonce: SecretHandle?, at now: Instant
  ) -> [Step] {
    guard let plan else { return end(.failed(.later)) }
    var account = LinkedAccount(
      key: key, kind: plan.handing == nil ? .own : .handed, edition: 0, access: grant.access)
    account.refresh = grant.refresh
    account.scope = grant.scope ?? plan.scopes.joined(separator: " ")
    account.expires = grant.expiresSeconds.map { now + .seconds($0) }
    if plan.token != rules.settings?.token { account.token = plan.token }
    if plan.clientID != rules.settings?.clientID { account.clientID = plan.clientID }
    held += [grant.identity].compactMap(\.self)
    let check = grant.identity.map {
      IdentityCheck(token: $0, nonce: nonce, issuer: plan.issuer, clientID: plan.clientID)
    }
    if grant.lacks(plan.scopesNeeded) {
      return giveBack(
        Pair(account: account, check: check, expiresSeconds: nil), .failed(.scope))
    }
    state = .keeping(Pair(account: account, check: check, expiresSeconds: grant.expiresSeconds))
    return [.keep(account, check)]
  }

  /// The vault keeps the pair.
  mutating func takeKept(label: String?) -> [Step]? {
    // While it waits to be written again it may turn out to be there.
    var pair: Pair
    switch state {
    case .keeping(let written), .keepingAgain(let written, _): pair = written
    case .opening, .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging,
      .resting,
      .handing, .handingAgain, .approving, .listing, .reopening, .asking, .sending, .ended:
      return nil
    }
    pair.account.label = label
    pair.tries = 0
    return [.adopt(pair.account)] + goOn(with: pair)
  }

  /// After a restart it turns out that the pair was kept.
  mutating func resume(_ account: LinkedAccount, at now: Instant) -> [Step] {
    let left = account.expires.map { max(0, Int($0.since(now).wholeMilliseconds / 1_000)) }
    return goOn(with: Pair(account: account, check: nil, expiresSeconds: left))
  }

  private mutating func goOn(with pair: Pair) -> [Step] {
    pair.account.kind == .handed ? hand(pair) : end(.linked(pair.account))
  }

  /// The vault does not.
  mutating func takeNotKept(_ reason: AccountEvent.NotKept, at now: Instant) -> [Step]? {
    guard case .keeping(var pair) = state else { return nil }
    let limits = rules.limits
    pair.tries += 1
    if reason == .identity { return giveBack(pair, .failed(.refused)) }
    guard pair.tries < limits.keepTriesMax else { return giveBack(pair, .failed(.later)) }
    let pause = Pauses.doubled(
      limits.pauseSeconds, times: pair.tries - 1, most: limits.pauseSecondsMax)
    state = .keepingAgain(pair, until: now + .seconds(pause))
    return []
  }

  /// The operator has to mend what a provider says of us.
  private func tellOperator(_ error: String) -> [Step] {
    guard ["invalid_client", "unauthorized_client"].contains(error) else { return [] }
    return [.tell(.operatorNeeded(provider: key.provider, error: error))]
  }

  /// What signs somebody in to the service, of what the form of `signIn` was answered with.
  static func signIn(at address: WebAddress, _ body: Errand.Body) -> OwedRequest? {
    var name: String?
    var password: SecretHandle?
    for (place, input) in (body.value["input"]?.array ?? []).enumerated() {
      switch input["id"]?.string {
      case Form.userName: name = input["value"]?.string
      case Form.password:
        password =
          body.secrets[JSONPath.root.appending("input").appending(place).appending("value")]
      default: break
      }
    }
    guard let name, let password else { return nil }
    return OwedRequest(
      method: .post, address: address, peer: .service,
      body: Errand.Body(
        .json, ["username": .string(name), "password": ""],
        secrets: [.root.appending("password"): password]),
      seconds: .identity, reads: .raw)
  }
}

extension Form {
  /// The ids of the two fields of `signIn`.
  public static let userName = "username"
  /// See `userName`.
  public static let password = "password"

  /// What is asked of whoever signs in to the service itself (`POST account/login`, section 1.3).
  static func signIn(at address: WebAddress) -> Form {
    var name = Field(id: userName, type: "string", kind: .text(.text))
    name.isRequired = true
    var secret = Field(id: password, type: "password", kind: .password)
    secret.isRequired = true
    var form = Form(kind: .authorization, groups: [Group(fields: [name, secret])])
    form.action = Action(title: nil, address: address)
    return form
  }
}
