// Browsers that come back and addresses that are pasted: what is taken, once, and what is not.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

struct BrowserTests {
  static let back = "https://usher.example/back"
  static let local = "http://127.0.0.1:8400/callback"

  @Test func `a code is exchanged with its verifier, and no secret is in what is shown`() throws {
    var play = Play(ways: [.code])
    play.handle(.link(Play.wish()))
    play.prepared()
    guard case .open(let shown, false) = try #require(play.prompt).task else {
      Issue.record("no address is shown")
      return
    }
    let target = shown.address.target
    for part in [
      "response_type=code", "code_challenge_method=S256", "code_challenge=\(Play.challenge)",
      "redirect_uri=https%3A%2F%2Fusher.example%2Fback", "client_id=usher", "scope=ride",
    ] { #expect(target.contains(part)) }
    #expect(!target.contains("state") && shown.secrets == ["state": SecretHandle("state1")])
    play.land()
    #expect(play.effects.contains(.answer(LandingID(1), isTaken: true)))
    let body = try #require(play.errands.first?.body)
    #expect(Set(body.secrets.values) == [SecretHandle("code1"), SecretHandle("verifier")])
    #expect(body.value["redirect_uri"]?.string == Self.back)
    play.answer(200, Play.tokens)
    play.vaultObeys()
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 1))
  }

  struct Row: CustomTestStringConvertible {
    let name: String
    var route = Landing.Route.pasted(owner: "mia", conversation: "c1")
    var place = BrowserTests.local
    var matches = true
    var change: @Sendable (inout Landing) -> Void = { _ in }
    var code: AccountCode?
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "as it should be"),
    Row(name: "another host", place: "https://evil.example/callback", code: .host),
    Row(name: "another port", place: "http://127.0.0.1:8401/callback", code: .host),
    Row(name: "another path", place: "http://127.0.0.1:8400/callback2", code: .host),
    Row(name: "wrong state", matches: false, code: .refused),
    Row(name: "no state", change: { $0.state = nil }, code: .refused),
    Row(name: "no code", change: { $0.code = nil }, code: .refused),
    Row(name: "another issuer", change: { $0.issuer = "https://evil.example" }, code: .host),
    Row(
      name: "another person", route: .pasted(owner: "eve", conversation: "c1"), code: .unlinked),
    Row(
      name: "another conversation", route: .pasted(owner: "mia", conversation: "c2"),
      code: .unlinked),
  ]

  @Test(arguments: rows)
  func `a pasted address is taken once, or refused with the link still open (conversation 16)`(
    row: Row
  ) {
    var play = Play(ways: [.paste]) {
      $0.loopbackPort = 8_400
      $0.issuer = "https://id.example"
    }
    play.handle(.link(Play.wish()))
    play.prepared()
    play.land(row.route, at: row.place, matches: row.matches, change: row.change)
    let refused = play.news.compactMap {
      if case .landingRefused(_, _, let code) = $0 { code } else { nil }
    }
    #expect(refused == [row.code].compactMap(\.self))
    #expect(play.stage == (row.code == nil ? .exchanging : .expecting))
    // Refused or taken, the right one is still taken exactly once.
    play.land(.pasted(owner: "mia", conversation: "c1"), at: Self.local, id: 2)
    #expect(play.stage == .exchanging)
    #expect(play.errands.count == (row.code == nil ? 0 : 1))
  }

  @Test func `a browser that comes back wrong is turned away, and the right one still taken`() {
    var play = Play(ways: [.loopback])
    play.handle(.link(Play.wish()))
    guard case .prepare(let wanted)? = play.effects.last else {
      Issue.record("nobody listens")
      return
    }
    #expect(wanted.listens == .anywhere && !wanted.wantsNonce)
    play.prepared(listener: Play.web(Self.local))
    let other = Landing.Route.listener(AttemptID(2))
    play.land(other, at: Self.local, id: 1)
    #expect(play.effects.contains(.answer(LandingID(1), isTaken: false)))
    play.land(.listener(AttemptID(1)), at: Self.local, id: 2, matches: false)
    #expect(play.effects.contains(.answer(LandingID(2), isTaken: false)))
    play.land(.listener(AttemptID(1)), at: Self.local, id: 3)
    #expect(play.stage == .exchanging)
    play.land(.listener(AttemptID(1)), at: Self.local, id: 4)
    #expect(play.effects.contains(.answer(LandingID(4), isTaken: false)))
    play.answer(200, Play.tokens)
    play.vaultObeys()
    #expect(play.effects.contains(.close(AttemptID(1))))
  }

  @Test(arguments: [
    ("access_denied", "", AccountCode.denied), ("invalid_scope", "", .scope),
    ("server_error", "", .later), ("invalid_request", "PKCE S256 not allowed", .pkce),
    ("invalid_request", "transform algorithm not supported", .pkce),
    ("invalid_request", "", .refused), ("unauthorized_client", "", .refused),
  ])
  func `a browser brings a refusal (row 28)`(error: String, text: String, code: AccountCode) {
    var play = Play(ways: [.code])
    play.handle(.link(Play.wish()))
    play.prepared()
    play.land {
      ($0.error, $0.errorText, $0.code) = (error, text, nil)
    }
    #expect(play.failure == code && play.stage == nil && play.errands.isEmpty)
  }

  @Test func `an issuer that must be told and is not is refused (RFC 9207)`() {
    var play = Play(ways: [.code]) {
      ($0.issuer, $0.issuerIsRequired) = ("https://id.example", true)
    }
    play.handle(.link(Play.wish()))
    play.prepared()
    play.land()
    #expect(play.stage == .expecting)
    play.land(id: 2) { $0.issuer = "https://id.example" }
    #expect(play.stage == .exchanging)
  }

  /// What comes of each way from where the person is.
  @Test(
    arguments: [
      ([LinkWay.device, .code], true, true, AttemptStage.granting),
      ([.code, .device], true, true, .preparing), ([.loopback], true, true, .preparing),
      ([.loopback], false, true, nil), ([.paste], false, true, .preparing),
      ([.paste], false, false, nil), ([], true, true, nil),
    ] as [([LinkWay], Bool, Bool, AttemptStage?)])
  func `takes the first way that can be gone`(
    ways: [LinkWay], isLocal: Bool, takesSecrets: Bool, stage: AttemptStage?
  ) {
    var play = Play(ways: ways)
    let setting = LinkSetting(isPrivate: true, isLocal: isLocal, takesSecrets: takesSecrets)
    play.handle(.link(Play.wish(setting: setting)))
    #expect(play.stage == stage)
  }

  @Test func `falls back to the next way where one fails`() {
    var play = Play(ways: [.device, .loopback, .code])
    play.handle(.link(Play.wish()))
    play.answer(400, Play.error("unauthorized_client"))
    #expect(play.stage == .preparing)
    play.handle(.notPrepared(AttemptID(1)))
    #expect(play.stage == .preparing)
    play.prepared()
    #expect(play.stage == .expecting)
  }

  @Test func `a code whose exchange is lost is sent once more, and no third time`() {
    var play = Play(ways: [.code])
    play.handle(.link(Play.wish()))
    play.prepared()
    play.land()
    play.handle(.outcome(play.lastErrand, .lost("cut")))
    #expect(play.errands.count == 1 && play.stage == .exchanging)
    play.handle(.outcome(play.lastErrand, .lost("cut")))
    #expect(play.errands.isEmpty && play.failure == .later)
  }

  @Test func `who signed in is checked where the provider says so`() throws {
    var play = Play(ways: [.code]) { $0.scopes = ["openid", "ride"] }
    play.handle(.link(Play.wish()))
    guard case .prepare(let wanted)? = play.effects.last else {
      Issue.record("nothing is drawn")
      return
    }
    #expect(wanted.wantsNonce)
    play.prepared()
    play.land()
    play.answer(200, #"{"access_token":"a","id_token":"i"}"#)
    guard case .keep(_, let check)? = play.deeds.last else {
      Issue.record("nothing is kept")
      return
    }
    #expect(check?.token == SecretHandle("i") && check?.clientID == "usher")
    play.handle(.notKept(Play.key(), edition: 1, .identity))
    #expect(play.failure == .refused && play.credential == .notLinked)
  }
}
