// One link of an account that somebody began: its states, and what each input means in each.

internal import CivilTime
internal import Mobility

/// Where a link stands.
public enum AttemptStage: String, Hashable, Sendable, CaseIterable {
  /// The form of the service is asked for.
  case opening
  /// A pair that is linked already is made fresh, if it has to be.
  case using
  /// What a browser needs is drawn.
  case preparing
  /// A device code is asked for.
  case granting
  /// The next poll is waited for.
  case waiting
  /// It is asked whether the code was typed.
  case polling
  /// A browser, or a pasted address, is waited for.
  case expecting
  /// A code is exchanged for tokens, or a name and a password for a session.
  case exchanging
  /// That is tried again soon.
  case resting
  /// The vault writes the pair down.
  case keeping
  /// It is tried again soon.
  case keepingAgain
  /// The service is handed the tokens.
  case handing
  /// That is tried again soon.
  case handingAgain
  /// Leave is given on a page of the service.
  case approving
  /// The list of the service is looked at.
  case listing
  /// The form of the service is asked for again.
  case reopening
  /// A form waits for its answers.
  case asking
  /// They are sent.
  case sending
  /// It is over.
  case ended
}

/// A link on its way. Every input is a method; it returns what is to be done, or nil where the
/// input stands in no row of the table and so changes nothing.
struct LinkAttempt: Hashable, Sendable {
  let id: AttemptID
  let key: AccountKey
  let conversation: String
  /// What goes on when it is over.
  var waiters: [WaiterID]
  let rules: Rules
  var opened: Instant
  var deadline: Instant
  var state: State = .ended
  /// What leave is asked for, as soon as that is known.
  var plan: LinkPlan?
  /// The ways that are left to be tried.
  var ways: [LinkWay] = []
  /// Secrets that nobody will use any more when it is over; a restart may need them before.
  var held: [SecretHandle] = []
  /// How many forms were asked for or sent.
  var pages = 0
  /// The form that the service was asked for, asked again when leave was given.
  var form: WebAddress?
  /// Where the service lists accounts.
  var list: WebAddress?
  /// What goes on when it has led to a session with the service.
  var next: [LinkWish.Next] = []

  /// What holds for a link while it lasts.
  struct Rules: Hashable, Sendable {
    let settings: ProviderSettings?
    let setting: LinkSetting
    let service: AllowedHosts
    let limits: AccountLimits
  }

  enum State: Hashable {
    case opening
    case using
    case preparing(LinkWay)
    case granting
    case waiting(DevicePoll, until: Instant)
    case polling(DevicePoll)
    case expecting(BrowserWait)
    case exchanging(Exchange)
    case resting(Exchange, until: Instant)
    case keeping(Pair)
    case keepingAgain(Pair, until: Instant)
    case handing(Pair)
    case handingAgain(Pair, until: Instant)
    case approving(Approval, lookAt: Instant?)
    case listing(Approval)
    case reopening(Approval, isListed: Bool)
    case asking(Form)
    case sending(Form)
    case ended
  }

  /// A request whose answer is a credential, which may have to be sent again.
  struct Exchange: Hashable {
    let request: OwedRequest
    let kind: LinkedAccount.Kind
    let nonce: SecretHandle?
    /// What was answered for it, asked again where that is not right.
    var form: Form?
    var wasLost = false
    var faults = 0
  }

  /// A pair that was granted and is not linked yet.
  struct Pair: Hashable {
    var account: LinkedAccount
    let check: IdentityCheck?
    let expiresSeconds: Int?
    var tries = 0
    /// Whether it was linked before: it stays so, whatever becomes of this.
    var wasLinked = false
  }

  /// What is to be done for a link.
  enum Step: Hashable {
    case use
    case send(OwedRequest)
    case prepare(Preparation)
    case keep(LinkedAccount, IdentityCheck?)
    case adopt(LinkedAccount)
    case give(back: LinkedAccount)
    case discard([SecretHandle])
    case tell(AccountNews)
    case stand
    case end(End)
  }

  /// How a link ends.
  enum End: Hashable {
    case linked(LinkedAccount)
    case linkedAtService
    case failed(AccountCode)
    case stopped
    /// The service shows its form to nobody who has not signed in there.
    case signedOut
  }

  /// Where it stands.
  var stage: AttemptStage {
    switch state {
    case .opening: .opening
    case .using: .using
    case .preparing: .preparing
    case .granting: .granting
    case .waiting: .waiting
    case .polling: .polling
    case .expecting: .expecting
    case .exchanging: .exchanging
    case .resting: .resting
    case .keeping: .keeping
    case .keepingAgain: .keepingAgain
    case .handing: .handing
    case .handingAgain: .handingAgain
    case .approving: .approving
    case .listing: .listing
    case .reopening: .reopening
    case .asking: .asking
    case .sending: .sending
    case .ended: .ended
    }
  }

  // Beginning

  /// Begins.
  mutating func begin(_ place: LinkWish.Place, at now: Instant) -> [Step] {
    switch place {
    case .here:
      guard let settings = rules.settings else { return end(.failed(.unlinked)) }
      return pursue(LinkPlan(settings), at: now)
    case .service(let form, let list):
      (self.form, self.list) = (form, list)
      return open(form)
    case .own(let own): return pursue(own, at: now)
    case .session(let login): return ask(.signIn(at: login))
    }
  }

  /// Asks the service for a form.
  mutating func open(_ address: WebAddress) -> [Step] {
    state = .opening
    pages += 1
    return [.send(.form(at: address))]
  }

  /// Goes for leave of which we are the client (rule R3 a).
  mutating func pursue(_ own: OwnAuthorization, at now: Instant) -> [Step] {
    guard let settings = rules.settings, own.provider == settings.provider,
      let plan = LinkPlan(own, settings: settings, service: rules.service)
    else { return end(.failed(.host)) }
    self.plan = plan
    state = .using
    return [.use]
  }

  /// The pair that is linked already, which lasts, is handed on; where there is none, leave is
  /// asked for.
  mutating func take(_ account: LinkedAccount?, at now: Instant) -> [Step]? {
    guard case .using = state, let plan else { return nil }
    guard let account else { return pursue(plan, at: now) }
    let seconds = account.expires.map { max(0, Int($0.since(now).components.seconds)) }
    var pair = Pair(account: account, check: nil, expiresSeconds: seconds)
    pair.wasLinked = true
    return hand(pair)
  }

  mutating func pursue(_ plan: LinkPlan, at now: Instant) -> [Step] {
    self.plan = plan
    ways = rules.settings.map { plan.ways($0, from: rules.setting) } ?? []
    return tryNextWay(or: .unlinked)
  }

  /// Takes the next way that is allowed.
  mutating func tryNextWay(or code: AccountCode) -> [Step] {
    guard let plan, let way = ways.first else { return end(.failed(code)) }
    ways.removeFirst()
    switch way {
    case .device:
      guard let request = plan.deviceRequest else { return tryNextWay(or: code) }
      state = .granting
      return [.send(request)]
    case .code, .loopback, .paste:
      state = .preparing(way)
      let port = rules.settings?.loopbackPort
      return [
        .prepare(
          Preparation(
            attempt: id,
            listens: way == .loopback ? port.map { .at($0) } ?? .anywhere : nil,
            wantsNonce: plan.scopes.contains("openid")))
      ]
    }
  }

  // Ending

  /// Ends, and lets go of what is held.
  mutating func end(_ end: End) -> [Step] {
    let handles = held
    state = .ended
    held = []
    return (handles.isEmpty ? [] : [.discard(handles)]) + [.end(end)]
  }

  /// Ends with a pair that was granted in vain: it goes back to the provider.
  mutating func giveBack(_ pair: Pair, _ end: End) -> [Step] {
    if pair.wasLinked { return self.end(end) }
    state = .ended
    return [.give(back: pair.account)] + self.end(end)
  }

  /// The person does not want it any more. While the vault writes, it is too late: nobody knows
  /// whether the pair is there.
  mutating func stop() -> [Step]? {
    switch state {
    case .keeping, .ended: nil
    case .keepingAgain(let pair, _), .handing(let pair), .handingAgain(let pair, _):
      giveBack(pair, .stopped)
    case .opening, .using, .preparing, .granting, .waiting, .polling, .expecting, .exchanging,
      .resting,
      .approving, .listing, .reopening, .asking, .sending:
      end(.stopped)
    }
  }

  // Time

  /// When something is due.
  var due: Instant? {
    switch state {
    case .waiting(_, let until), .resting(_, let until), .keepingAgain(_, let until),
      .handingAgain(_, let until):
      min(until, deadline)
    case .approving(_, let lookAt): min(lookAt ?? deadline, deadline)
    case .expecting, .asking, .preparing: deadline
    case .opening, .using, .granting, .polling, .exchanging, .keeping, .handing, .listing,
      .reopening, .sending:
      deadline + .seconds(rules.limits.graceSeconds)
    case .ended: nil
    }
  }

  /// Whether its time is over.
  func isOver(at now: Instant) -> Bool { deadline <= now }

  /// Time has passed.
  mutating func wake(at now: Instant) -> [Step]? {
    guard let due, due <= now else { return nil }
    guard isOver(at: now) else { return goOn() }
    switch state {
    case .waiting, .polling, .expecting, .preparing, .approving, .asking:
      return end(.failed(.expired))
    case .keepingAgain(let pair, _), .handing(let pair), .handingAgain(let pair, _):
      return giveBack(pair, .failed(.later))
    case .opening, .using, .granting, .exchanging, .resting, .keeping, .listing, .reopening,
      .sending:
      return end(.failed(.later))
    case .ended: return nil
    }
  }

  /// The pause is over.
  private mutating func goOn() -> [Step]? {
    switch state {
    case .waiting(let poll, _):
      guard let plan else { return end(.failed(.later)) }
      state = .polling(poll)
      return [.send(plan.pollRequest(poll.code))]
    case .resting(let exchange, _): return self.exchange(exchange)
    case .keepingAgain(let pair, _):
      state = .keeping(pair)
      return [.keep(pair.account, pair.check)]
    case .handingAgain(let pair, _): return hand(pair)
    case .approving(let approval, _):
      guard let list = approval.list else { return nil }
      state = .listing(approval)
      return [.send(Self.lookAtList(list))]
    case .opening, .using, .preparing, .granting, .polling, .expecting, .exchanging, .keeping,
      .handing,
      .listing, .reopening, .asking, .sending, .ended:
      return nil
    }
  }

  /// The number that the pair gets which is written down.
  mutating func number(_ edition: Int) {
    guard case .keeping(var pair) = state else { return }
    pair.account.edition = edition
    state = .keeping(pair)
  }

  /// A request for tokens cannot leave now, as another one for the account is on its way: it is
  /// sent later.
  mutating func postpone(until: Instant) {
    switch state {
    case .polling(let poll): state = .waiting(poll, until: until)
    case .exchanging(let exchange): state = .resting(exchange, until: until)
    case .opening, .using, .preparing, .granting, .waiting, .expecting, .resting, .keeping,
      .keepingAgain,
      .handing, .handingAgain, .approving, .listing, .reopening, .asking, .sending, .ended:
      break
    }
  }

  /// The clock shows so much less than before: every wait lasts as long as it did.
  mutating func setBack(by duration: Duration) {
    opened = opened - duration
    deadline = deadline - duration
    switch state {
    case .waiting(let poll, let until): state = .waiting(poll, until: until - duration)
    case .resting(let exchange, let until): state = .resting(exchange, until: until - duration)
    case .keepingAgain(let pair, let until):
      state = .keepingAgain(pair, until: until - duration)
    case .handingAgain(let pair, let until):
      state = .handingAgain(pair, until: until - duration)
    case .approving(let approval, let lookAt):
      state = .approving(approval, lookAt: lookAt.map { $0 - duration })
    case .opening, .using, .preparing, .granting, .polling, .expecting, .exchanging, .keeping,
      .handing,
      .listing, .reopening, .asking, .sending, .ended:
      break
    }
  }
}
