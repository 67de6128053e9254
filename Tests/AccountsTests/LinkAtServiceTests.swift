// Links at the service (rule R3): its forms, its own leave, tokens handed to it, and sessions.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

struct LinkAtServiceTests {
  static let place = LinkWish.Place.service(
    form: Play.address("/form"), list: Play.address("/list"))

  @Test func `tokens are kept, then handed to the service in its own form (R3 a)`() throws {
    var play = Play(ways: [.code])
    play.handle(.link(Play.wish(Self.place)))
    #expect(play.errands.map(\.address) == [Play.address("/form")])
    play.reply(.authorization(Play.own()))
    play.prepared()
    guard case .open(let shown, _) = try #require(play.prompt).task else {
      Issue.record("no address is shown")
      return
    }
    #expect(shown.address.target.contains("client_id=service"))
    play.land()
    play.answer(200, Play.tokens)
    #expect(play.errands.isEmpty)
    play.vaultObeys()
    let handed = try #require(play.errands.first)
    #expect(handed.address == Play.address("/send"))
    #expect(
      handed.body?.value["input"] == [
        ["id": "access_token", "type": "string", "value": ""],
        ["id": "refresh_token", "type": "string", "value": ""],
        ["id": "expires_in", "type": "string", "value": "3600"],
        ["id": "kind", "type": "string", "value": "x"],
      ])
    let path = JSONPath.root.appending("input")
    #expect(
      handed.body?.secrets == [
        path.appending(0).appending("value"): SecretHandle("a9"),
        path.appending(1).appending("value"): SecretHandle("r9"),
      ])
    play.reply(.done)
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 1) && play.stage == nil)
  }

  @Test func `tokens that the service does not take go back`() {
    var play = Play()
    play.handle(.link(Play.wish(.own(Play.own()))))
    play.answer(200, Play.device)
    play.waitForDue()
    play.answer(200, Play.tokens)
    play.vaultObeys()
    for pause in [5, 10] {
      play.reply(.failed(MobilityFailure(status: 503)))
      #expect(play.waitForDue() == pause && play.errands.count == 1)
    }
    play.handle(.outcome(play.lastErrand, .lost("cut")))
    #expect(play.failure == .later && play.credential == .notLinked)
    play.vaultObeys()
    #expect(play.errands.map(\.address) == [Play.web("https://id.example/revoke")])
  }

  @Test(arguments: [
    ("http://id.example/token", AccountCode.host), ("https://evil.example/token", .host),
    ("https://id.example.evil.example/token", .host), ("no address", .host),
  ])
  func `a form leads nowhere that the operator has not allowed (R4, row 26)`(
    token: String, code: AccountCode
  ) {
    var play = Play(ways: [.code])
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.authorization(Play.own(token: token)))
    #expect(play.failure == code && play.errands.isEmpty)
    #expect(
      play.book.refusals(of: Play.wish(.own(Play.own(token: token))), at: play.now)
        == [.hostNotAllowed])
  }

  @Test func `leave is given on a page of the service, which is asked until it lists it (R3 b)`() {
    var play = Play()
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.form(Play.linkForm()))
    #expect(play.prompt?.task == .approve(Play.web("https://provider.example/give")))
    var entry = AccountEntry(
      mode: "ps_tnc_UBER", provider: "uber", isLinked: false, address: Play.address("/form"))
    for isLinked in [false, false, true] {
      #expect(play.waitForDue() == 5)
      #expect(play.errands.map(\.address) == [Play.address("/list")])
      entry.isLinked = isLinked
      play.handle(.listed(owner: "mia", [entry], of: play.lastErrand))
    }
    #expect(play.errands.map(\.address) == [Play.address("/form")])
    play.reply(.form(Play.linkForm()))
    #expect(play.news == [.linkedAtService(Play.key(), conversation: "c1")])
    #expect(play.book.standings(of: "mia", at: play.now)["uber"] == .atService)
    #expect(play.credential == .notLinked)
  }

  @Test func `done asks for the form again, and waits on if nothing was given`() {
    var play = Play()
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.form(Play.linkForm()))
    play.handle(.done(owner: "mia", conversation: "c2"))
    #expect(play.stage == .approving)
    play.handle(.done(owner: "mia", conversation: "c1"))
    play.reply(.form(Play.linkForm()))
    #expect(play.news == [.notYet(Play.key(), conversation: "c1")] && play.stage == .approving)
    play.handle(.done(owner: "mia", conversation: "c1"))
    play.reply(.done)
    #expect(play.news == [.linkedAtService(Play.key(), conversation: "c1")])
  }

  @Test func `the page of the service is waited for ten minutes`() {
    var play = Play()
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.form(Play.linkForm()))
    var looks = 0
    while play.stage != nil, looks < 1_000 {
      play.waitForDue()
      guard !play.errands.isEmpty else { break }
      looks += 1
      play.handle(.outcome(play.lastErrand, .lost("cut")))
    }
    #expect(looks == 119 && play.failure == .expired)
    #expect(play.now == Play.start + .seconds(600))
  }

  @Test func `a name that is wrong is not asked for for ever`() {
    var play = Play()
    let place = LinkWish.Place.session(login: Play.address("/login"))
    play.handle(.link(Play.wish(place, provider: AccountKey.service)))
    var tries = 0
    while play.stage == .asking, tries < 100 {
      tries += 1
      play.handle(.answered(AttemptID(1), Self.signIn("pw\(tries)")))
      if play.stage == .exchanging { play.answer(401, "") }
    }
    #expect(tries == AccountLimits().pagesMax + 1 && play.failure == .later)
  }

  @Test(arguments: ["http://provider.example/", "javascript:x", "/relative"])
  func `a page that may not be shown ends it`(page: String) {
    var play = Play()
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.form(Play.linkForm(page)))
    #expect(play.failure == .host)
  }

  @Test func `a plain form is asked, mended and sent (R3 c)`() {
    var play = Play()
    play.handle(.link(Play.wish(Self.place)))
    play.reply(.form(Play.passwordForm))
    #expect(play.prompt?.task == .fill(Play.passwordForm))
    let body = Errand.Body(.json, ["input": []])
    let failure = MobilityFailure(status: 400)
    for reply in [BookingReply.failed(failure), .incomplete(missing: ["password"], invalid: [])] {
      play.handle(.answered(AttemptID(1), body))
      #expect(play.errands.map(\.body) == [body])
      play.reply(reply)
      #expect(play.stage == .asking && play.news.count == 1 && play.errands.isEmpty)
    }
    play.handle(.answered(AttemptID(1), body))
    play.handle(.outcome(play.lastErrand, .lost("cut")))
    #expect(play.stage == .asking && play.errands.isEmpty)
    play.handle(.answered(AttemptID(1), body))
    play.reply(.done)
    #expect(play.news == [.linkedAtService(Play.key(), conversation: "c1")])
  }

  /// What the form of signing in is answered with.
  static func signIn(_ password: String) -> Errand.Body {
    let place = JSONPath.root.appending("input").appending(1).appending("value")
    return Errand.Body(
      .json,
      [
        "input": [
          ["id": "username", "type": "string", "value": "mia"],
          ["id": "password", "type": "password", "value": ""],
        ]
      ], secrets: [place: SecretHandle(password)])
  }

  @Test(arguments: [
    (201, #"{"userToken":"t"}"#, nil), (201, "{}", AccountCode.refused), (201, "<html>", .refused),
  ])
  func `a session with the service is an account`(
    status: Int, body: String, code: AccountCode?
  ) {
    var play = Play()
    let place = LinkWish.Place.session(login: Play.address("/login"))
    play.handle(.link(Play.wish(place, provider: AccountKey.service)))
    guard case .fill(let form)? = play.prompt?.task else {
      Issue.record("nothing is asked")
      return
    }
    #expect(form.fields.map(\.id) == [Form.userName, Form.password])
    // What is wrong is asked for again, each in a request of its own.
    for wrong in [400, 401, 403] {
      play.handle(.answered(AttemptID(1), Self.signIn("pw\(wrong)")))
      #expect(play.errands.first?.address == Play.address("/login"))
      #expect(play.errands.first?.body?.value["username"] == "mia")
      #expect(play.errands.first?.body?.secrets.values.first == SecretHandle("pw\(wrong)"))
      play.answer(wrong, "")
      #expect(play.stage == .asking && play.failure == nil)
      #expect(play.news == [.signInRefused(Play.key("mia", "service"), conversation: "c1")])
    }
    play.handle(.answered(AttemptID(1), Self.signIn("pw")))
    play.answer(status, body)
    #expect(play.failure == code)
    play.vaultObeys()
    let passwords = ["pw400", "pw401", "pw403", "pw"].map { SecretHandle($0) }
    #expect(play.history.contains(.vault(.discard(passwords))))
    #expect(play.book.session(of: "mia", at: play.now) == (code == nil ? SecretHandle("t") : nil))
    guard code == nil else { return }
    // From now on whatever goes to the service is signed by it.
    play.handle(.link(Play.wish(Self.place)))
    #expect(play.errands.first?.peer == .service(signedIn: SecretHandle("t")))
  }
}
