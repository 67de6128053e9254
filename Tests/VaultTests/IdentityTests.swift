// Whose word about who signed in holds, and what the account is called then.

import Accounts
import Foundation
import Mobility
import Testing
import Vault

struct IdentityTests {
  /// An ID token with these claims.
  static func token(_ claims: String) -> String {
    let part = Data(claims.utf8).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    return "eyJhbGciOiJSUzI1NiJ9.\(part).c2lnbmF0dXJl"
  }

  private static let right = #""nonce":"n","aud":"us","iss":"https://id.example""#

  @Test(arguments: [
    ("{\(right)}", true),
    // Who is meant: one of several, not another, not by chance.
    (#"{"nonce":"n","aud":["others","us"],"iss":"https://id.example"}"#, true),
    (#"{"nonce":"n","aud":["others"],"iss":"https://id.example"}"#, false),
    (#"{"nonce":"n","aud":"usher","iss":"https://id.example"}"#, false),
    (#"{"nonce":"n","aud":{"us":1},"iss":"https://id.example"}"#, false),
    (#"{"nonce":"n","iss":"https://id.example"}"#, false),
    // Of which link.
    (#"{"nonce":"N","aud":"us","iss":"https://id.example"}"#, false),
    (#"{"nonce":"nn","aud":"us","iss":"https://id.example"}"#, false),
    (#"{"nonce":"","aud":"us","iss":"https://id.example"}"#, false),
    (#"{"nonce":1,"aud":"us","iss":"https://id.example"}"#, false),
    (#"{"aud":"us","iss":"https://id.example"}"#, false),
    // By whom.
    (#"{"nonce":"n","aud":"us","iss":"https://id.example/"}"#, false),
    (#"{"nonce":"n","aud":"us"}"#, false),
    // In which form.
    ("{\(right),\"nonce\":\"n\"}", false), ("{\(right)", false), ("[\(right)]", false), ("", false),
    ("{\(right),\"other\":[1e999,\"\\ud800\"]}", true),
  ])
  func `the word of a provider holds, or the pair is not kept`(claims: String, holds: Bool) throws {
    for isKept in [true, false] {
      try VaultFolder().keep(inVault: isKept) { keeper in
        let account = try KeeperTests.pair(keeper, edition: 1)
        let nonce = try keeper.fresh("n")
        _ = keeper.carryOut(
          .keepAttempt(try .holding([nonce])))
        let check = IdentityCheck(
          token: try keeper.fresh(Self.token(claims)), nonce: nonce,
          issuer: "https://id.example", clientID: "us")
        let done = keeper.carryOut(.keep(account, check))
        #expect(
          done.event
            == (holds
              ? .kept(KeeperTests.key, edition: 1, label: nil)
              : .notKept(KeeperTests.key, edition: 1, .identity)))
        #expect(done.fault == nil)
        #expect(try keeper.accounts().isEmpty == !(holds && isKept))
        // What is given back is still there.
        #expect(try keeper.texts(account.access) == ["a1"])
      }
    }
  }

  @Test(arguments: ["", "..", "a.b", "a.b.c.d", "a.e30=.c", "a.e3.c", "a.e3~.c", "a.e.c", "{}"])
  func `what is no ID token is none`(token: String) throws {
    let keeper = SecretKeeper(nil)
    let check = IdentityCheck(token: try keeper.fresh(token), clientID: "us")
    let account = try KeeperTests.pair(keeper, edition: 1)
    #expect(
      keeper.carryOut(.keep(account, check)).event
        == .notKept(KeeperTests.key, edition: 1, .identity))
  }

  @Test(arguments: [
    ("eyJhdWQiOiJ1cyJ9", true), ("eyJhdWQiOiJ1cyJ9A", false), ("eyJhdWQiOiJ1cyJ9=", false),
    // A blank behind it leaves four bits over, which are nought.
    ("eyJhdWQiOiJ1cyJ9IA", true), ("eyJhdWQiOiJ1cyJ9IB", false), ("eyJhdWQiOiJ1cyJ9 IA", false),
  ])
  func `base64url is read as RFC 7515 writes it`(part: String, holds: Bool) throws {
    let keeper = SecretKeeper(nil)
    let check = IdentityCheck(token: try keeper.fresh("e30.\(part)."), clientID: "us")
    let account = try KeeperTests.pair(keeper, edition: 1)
    let event = keeper.carryOut(.keep(account, check)).event
    #expect((event == .kept(KeeperTests.key, edition: 1, label: nil)) == holds)
  }

  @Test func `a token or a nonce that is not at hand proves nothing`() throws {
    let keeper = SecretKeeper(nil)
    let token = try keeper.fresh(Self.token("{\(Self.right)}"))
    let account = try KeeperTests.pair(keeper, edition: 1)
    for check in [
      IdentityCheck(token: "gone", clientID: "us"),
      IdentityCheck(token: token, nonce: "gone", clientID: "us"),
    ] {
      #expect(
        keeper.carryOut(.keep(account, check)).event
          == .notKept(KeeperTests.key, edition: 1, .identity))
    }
    // Without either of them nobody has to be named.
    let check = IdentityCheck(token: token, clientID: "us")
    #expect(
      keeper.carryOut(.keep(account, check)).event
        == .kept(KeeperTests.key, edition: 1, label: nil))
  }

  @Test(arguments: [
    (#""sub":"7","email":"mia@x.com","preferred_username":"mia""#, "mia@x.com"),
    (#""sub":"7","preferred_username":"mia""#, "mia"), (#""sub":"7""#, "7"),
    (#""email":"","sub":"7""#, "7"), (#""email":7,"sub":"ü""#, "ü"),
    (#""email":"a\nb","preferred_username":"a\u009bb","sub":"a\u2028b""#, nil),
    ("\"email\":\"\(String(repeating: "a", count: 255))\",\"sub\":\"7\"", "7"),
    (
      "\"email\":\"\(String(repeating: "a", count: 254))\",\"sub\":\"7\"",
      String(repeating: "a", count: 254)
    ),
    (#""name":"Mia""#, nil),
  ])
  func `the account is called as the provider calls it, and keeps that name`(
    claims: String, label: String?
  ) throws {
    let folder = try VaultFolder()
    var account = LinkedAccount(
      key: KeeperTests.key, kind: .own, edition: 1, access: "replaced")
    try folder.keep { keeper in
      account.access = try keeper.fresh("a")
      let check = IdentityCheck(
        token: try keeper.fresh(Self.token("{\"aud\":\"us\",\(claims)}")), clientID: "us")
      #expect(
        keeper.carryOut(.keep(account, check)).event
          == .kept(KeeperTests.key, edition: 1, label: label))
    }
    account.label = label
    try folder.keep { keeper throws in #expect(try keeper.accounts() == [account]) }
  }
}
