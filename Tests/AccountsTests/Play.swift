// A book of accounts played by hand: every effect is remembered, answers are handed in as texts.

import Accounts
import CivilTime
import JSON
import Mobility

struct Play {
  static let start = Instant(seconds: 1_795_510_800)
  static let challenge = String(repeating: "c", count: 43)
  static let publicSetting = LinkSetting(isPrivate: true, isLocal: true, takesSecrets: true)

  var book: AccountBook
  var now: Instant
  var next = ErrandID(1)
  var effects: [AccountEffect] = []
  /// All effects since the beginning.
  var history: [AccountEffect] = []

  init(
    ways: [LinkWay] = [.device], vault: [LinkedAccount] = [], limits: AccountLimits? = nil,
    kept: KeptAccounts = KeptAccounts(), at now: Instant = Play.start,
    change: (inout ProviderSettings) -> Void = { _ in }
  ) {
    self.now = now
    var settings = Self.settings(ways)
    change(&settings)
    var other = Self.settings(ways)
    other.provider = "lyft"
    book = AccountBook(
      base: "https://api.example", service: AllowedHosts(bases: [Self.address("/")]),
      providers: [settings, other], limits: limits ?? AccountLimits(), kept: kept, at: now)
    effects = book.start(vault: vault, at: now, numbering: &next)
    history = effects
  }

  static func settings(_ ways: [LinkWay]) -> ProviderSettings {
    let identity = web("https://id.example/")
    var settings = ProviderSettings(
      provider: "uber", ways: ways, clientID: "usher", token: web("https://id.example/token"),
      scopes: ["ride"], hosts: AllowedHosts(bases: [identity]))
    settings.device = web("https://id.example/device")
    settings.authorize = web("https://id.example/authorize")
    settings.revocation = web("https://id.example/revoke")
    settings.callback = web("https://usher.example/back")
    return settings
  }

  /// An address that is known to be one.
  static func web(_ text: String) -> WebAddress {
    guard let address = WebAddress(text) else { preconditionFailure("\(text) is no address") }
    return address
  }

  static func address(_ path: String) -> WebAddress { web("https://api.example" + path) }

  static func key(_ owner: String = "mia", _ provider: String = "uber") -> AccountKey {
    AccountKey(owner: owner, provider: provider, base: "https://api.example")
  }

  static func account(
    edition: Int = 1, expiresIn seconds: Int? = nil, refresh: String? = nil
  ) -> LinkedAccount {
    var account = LinkedAccount(
      key: key(), kind: .own, edition: edition, access: SecretHandle("a\(edition)"))
    account.expires = seconds.map { start + .seconds($0) }
    account.refresh = refresh.map { SecretHandle($0) }
    return account
  }

  static func wish(
    _ place: LinkWish.Place = .here, owner: String = "mia", provider: String = "uber",
    conversation: String = "c1", setting: LinkSetting = publicSetting, waiter: Int? = nil
  ) -> LinkWish {
    LinkWish(
      owner: owner, provider: provider, conversation: conversation, place: place,
      setting: setting, waiter: waiter.map { WaiterID($0) })
  }

  // Acting

  mutating func handle(_ event: AccountEvent) {
    effects = book.handle(event, at: now, numbering: &next)
    history += effects
  }

  mutating func pass(_ seconds: Int) { now = now + .seconds(seconds) }

  /// Lets time pass until something is due, and hands that in. How many seconds it was.
  @discardableResult
  mutating func waitForDue() -> Int? {
    guard let due = book.nextDue() else { return nil }
    let waited = max(0, Int(due.since(now).wholeMilliseconds / 1_000))
    now = max(now, due)
    handle(.due)
    return waited
  }

  // What was done last

  var errands: [Errand] { Self.errands(in: effects) }

  static func errands(in effects: [AccountEffect]) -> [Errand] {
    effects.compactMap { if case .send(let errand, _) = $0 { errand } else { nil } }
  }

  var news: [AccountNews] {
    effects.compactMap { if case .tell(let news) = $0 { news } else { nil } }
  }

  var deeds: [VaultDeed] {
    effects.compactMap { if case .vault(let deed) = $0 { deed } else { nil } }
  }

  var records: [AccountRecord] {
    history.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }

  var resumptions: [AccountEffect] {
    effects.filter { if case .resume = $0 { true } else { false } }
  }

  /// The code with which a link has come to nothing just now.
  var failure: AccountCode? {
    news.compactMap { if case .linkFailed(_, _, let code) = $0 { code } else { nil } }.first
  }

  var prompt: LinkPrompt? {
    news.compactMap { if case .prompt(let prompt, _) = $0 { prompt } else { nil } }.first
  }

  var lastErrand: ErrandID { ErrandID(next.number - 1) }

  var stage: AttemptStage? { book.openAttempts(of: "mia").first.flatMap { book.stage(of: $0) } }

  var credential: AccountBook.Credential {
    book.credential(for: "mia", provider: "uber", at: now)
  }

  // Answering

  static func answered(_ status: Int, _ body: String, retryAfter: Int? = nil) -> ErrandOutcome {
    var answer = MobilityAnswer(
      status: status, body: Array(body.utf8), from: web("https://id.example/token"))
    answer.retryAfterSeconds = retryAfter
    return .answered(answer)
  }

  mutating func answer(_ status: Int, _ body: String, retryAfter: Int? = nil) {
    handle(.outcome(lastErrand, Self.answered(status, body, retryAfter: retryAfter)))
  }

  mutating func reply(_ reply: BookingReply) { handle(.reply(lastErrand, reply)) }

  /// The vault does what it was told to do last, well.
  mutating func vaultObeys() {
    for deed in deeds {
      switch deed {
      case .keep(let account, _):
        handle(.kept(account.key, edition: account.edition, label: "mia@x.example"))
      case .delete(let key, let edition, _, _): handle(.deleted(key, edition: edition))
      case .keepAttempt, .deleteAttempt, .keepParting, .deleteParting, .discard: break
      }
    }
  }

  mutating func prepared(listener: WebAddress? = nil) {
    let attempts = book.openAttempts(of: "mia")
    guard let challenge = S256Challenge(Self.challenge), let attempt = attempts.last else {
      return
    }
    handle(
      .prepared(
        attempt,
        Prepared(
          verifier: SecretHandle("verifier"), challenge: challenge,
          state: SecretHandle("state\(attempt.number)"), listener: listener)))
  }

  /// Somebody lands with the right state, which the shell compares.
  mutating func land(
    _ route: Landing.Route = .callback, at place: String = "https://usher.example/back",
    id: Int = 1, matches: Bool = true, change: (inout Landing) -> Void = { _ in }
  ) {
    var landing = Landing(id: LandingID(id), route: route, place: Self.web(place))
    landing.state = SecretHandle("got\(id)")
    landing.code = SecretHandle("code\(id)")
    change(&landing)
    handle(.landed(landing))
    for case .match(let landing, _, let among) in effects {
      handle(.matched(landing, matches ? among.keys.min() : nil))
    }
  }

  // Bodies

  static let device = """
    {"device_code":"dc","user_code":"WDJB-MJHT","verification_uri":"https://id.example/go",
    "expires_in":900,"interval":5}
    """
  static let tokens = """
    {"access_token":"a9","token_type":"BEARER","expires_in":3600,"refresh_token":"r9"}
    """
  static func error(_ name: String) -> String { "{\"error\":\"\(name)\"}" }

  static func form(_ fields: [Field], kind: Form.Kind = .authorization) -> Form {
    var form = Form(kind: kind, groups: [Form.Group(fields: fields)])
    form.action = Form.Action(title: "send", address: address("/send"))
    return form
  }

  static let passwordForm = form([Field(id: "password", type: "password", kind: .password)])
  static func linkForm(_ page: String = "https://provider.example/give") -> Form {
    form([Field(id: "oauth", type: "link", kind: .link(WebAddress(page), .external))])
  }

  static func own(
    token: String = "https://id.example/token", redirect: String? = nil
  ) -> OwnAuthorization {
    var hidden = ["access_token", "refresh_token", "expires_in", "kind"].map {
      var field = Field(id: $0, type: "string", kind: .text(.text))
      field.isHidden = true
      return field
    }
    hidden[3].value = "x"
    return OwnAuthorization(
      provider: "uber", authorize: "https://id.example/authorize", token: token,
      clientID: "service", scope: "ride", redirect: redirect, usesBasic: false,
      form: form(hidden))
  }
}
