// What a browser is sent away with, and what is read of where it lands.

import Accounts
import Mobility
import Testing
import Vault

struct BrowserTests {
  // Sent away

  @Test func `the challenge of a verifier is that of RFC 7636, appendix B`() throws {
    let verifier = Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(
      try S256Challenge(of: verifier).text == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test(arguments: [false, true], [nil, Preparation.Listening.anywhere, .at(8080)])
  func `what is drawn is as long as it has to be, and each time another`(
    wantsNonce: Bool, listens: Preparation.Listening?
  ) throws {
    let keeper = SecretKeeper(nil)
    let preparation = Preparation(
      attempt: AttemptID(3), listens: listens, wantsNonce: wantsNonce)
    let listener = WebAddress("http://127.0.0.1:8080/callback")
    var drawn: Set<String> = []
    for _ in 0..<20 {
      guard
        case .prepared(AttemptID(3), let prepared) = keeper.prepare(
          preparation, listener: listener)
      else {
        Issue.record("not prepared")
        return
      }
      let verifier = try #require(keeper.shelf.secret(of: prepared.verifier))
      let state = try #require(keeper.shelf.secret(of: prepared.state))
      let nonce = prepared.nonce.flatMap { keeper.shelf.secret(of: $0) }
      #expect(verifier.count == 43 && state.count == 22)
      #expect(S256Challenge(verifier.text) != nil)
      let challenge = try S256Challenge(of: verifier)
      #expect(prepared.challenge == challenge)
      #expect(nonce?.count == (wantsNonce ? 22 : nil))
      #expect(prepared.listener == (listens == nil ? nil : listener))
      drawn.formUnion([verifier.text, state.text] + [nonce?.text].compactMap(\.self))
    }
    #expect(drawn.count == (wantsNonce ? 60 : 40))
  }

  @Test func `where nobody listens who has to, nothing is prepared`() {
    let preparation = Preparation(attempt: AttemptID(3), listens: .anywhere, wantsNonce: true)
    let event = SecretKeeper(nil).prepare(preparation, listener: nil)
    #expect(event == .notPrepared(AttemptID(3)))
  }

  @Test(arguments: [true, false])
  func `what is shown of an address is told as a query has it`(isKept: Bool) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let state = try keeper.fresh("a b&c=ü~")
      let nonce = try keeper.fresh("n")
      _ = keeper.carryOut(
        .keepAttempt(try .holding([state])))
      #expect(keeper.text(of: state) == "a%20b%26c%3D%C3%BC~")
      #expect(keeper.text(of: nonce) == "n")
      #expect(keeper.text(of: "gone") == nil)
    }
  }

  // Coming back

  @Test(arguments: [
    ("s2", AttemptID(2)), ("s1", AttemptID(1)), ("s", nil), ("s22", nil), ("S2", nil), ("", nil),
  ])
  func `a state belongs to the link it was drawn for`(given: String, meant: AttemptID?) throws {
    for isKept in [true, false] {
      try VaultFolder().keep(inVault: isKept) { keeper in
        let states = [AttemptID(1): try keeper.fresh("s1"), AttemptID(2): try keeper.fresh("s2")]
        for (id, state) in states {
          _ = keeper.carryOut(.keepAttempt(try .holding([state], number: id.number)))
        }
        let among = states.merging([AttemptID(3): "gone"]) { first, _ in first }
        let state = try keeper.fresh(given)
        #expect(
          keeper.match(LandingID(9), state: state, among: among)
            == .matched(LandingID(9), meant))
        #expect(
          keeper.match(LandingID(9), state: "gone", among: among) == .matched(LandingID(9), nil))
      }
    }
  }

  /// What is read of an address; secrets as they are.
  struct Read: Equatable, Sendable {
    var place: String
    var state: String?
    var code: String?
    var error: String?
    var errorText: String?
    var issuer: String?
  }

  private static let back = "https://usher.example/back"

  @Test(arguments: [
    ("\(back)?code=c&state=s", Read(place: back, state: "s", code: "c")),
    (" \t\(back)?code=c&state=s\r\n", Read(place: back, state: "s", code: "c")),
    (
      "\(back)?state=a%20b%2bc+d%3D&code=%C3%BC=%26&iss=https%3A%2F%2Fid.example",
      Read(place: back, state: "a b+c d=", code: "ü=&", issuer: "https://id.example")
    ),
    (
      "\(back)?error=access_denied&error_description=No%2C+not+me&state=s",
      Read(place: back, state: "s", error: "access_denied", errorText: "No, not me")
    ),
    // Twice is not at all (RFC 6749 §3.1), however it is written.
    ("\(back)?code=1&state=s&code=2&code=3", Read(place: back, state: "s")),
    ("\(back)?code=1&c%6fde=1&state=s", Read(place: back, state: "s")),
    // Nothing, or what cannot be read, neither.
    ("\(back)?code&state=", Read(place: back)),
    ("\(back)?code=%4&state=%zz&error=%FF", Read(place: back)),
    ("\(back)?code=c%&state=s&%=1", Read(place: back, state: "s")),
    // What stands behind a fragment is never sent, and not ours.
    ("\(back)?code=c#state=s", Read(place: back, code: "c")),
    ("\(back)#?code=c&state=s", Read(place: back)),
    ("\(back)?&&code=c&&CODE=d&other=1&other=2", Read(place: back, code: "c")),
    ("http://127.0.0.1:81?code=a?b", Read(place: "http://127.0.0.1:81/", code: "a?b")),
    (back, Read(place: back)),
  ])
  func `an address is taken apart`(address: String, expected: Read) throws {
    let keeper = SecretKeeper(nil)
    let landing = try #require(
      keeper.landing(LandingID(4), .callback, address: Secret(address)))
    #expect(landing.id == LandingID(4) && landing.route == .callback)
    let text = { (handle: SecretHandle?) in handle.flatMap { keeper.shelf.secret(of: $0)?.text } }
    let read = Read(
      place: landing.place.text, state: text(landing.state), code: text(landing.code),
      error: landing.error, errorText: landing.errorText, issuer: landing.issuer)
    #expect(read == expected)
  }

  @Test(arguments: [
    "", " ", "code=c&state=s", "/back?code=c", "ftp://usher.example/", "https://?code=c",
    "https://a@usher.example/?code=c", "https://usher.example/?code=a b",
    "https://usher.example/?code=ü",
  ])
  func `what is no address is none`(text: String) {
    let route = Landing.Route.pasted(owner: "mia", conversation: "1")
    #expect(SecretKeeper(nil).landing(LandingID(1), route, address: Secret(text)) == nil)
  }

  @Test func `an address of 4,096 octets is read, and of an error at most 200`() throws {
    let keeper = SecretKeeper(nil)
    let start = "\(Self.back)?code=c&error_description="
    let text = start + String(repeating: "%C3%BC", count: 600)
    let padded = text + "&x=" + String(repeating: "y", count: 4_093 - text.utf8.count)
    let landing = try #require(keeper.landing(LandingID(1), .callback, address: Secret(padded)))
    #expect(landing.errorText == String(repeating: "ü", count: 100))
    #expect(keeper.landing(LandingID(1), .callback, address: Secret(padded + "y")) == nil)
  }
}
