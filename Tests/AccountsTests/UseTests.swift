// Accounts in use: when a pair is refreshed, by whom, and what becomes of those that wait.

import Accounts
import CivilTime
import Mobility
import Testing

struct UseTests {
  static func wanted(_ waiter: Int) -> AccountEvent {
    .wanted(owner: "mia", provider: "uber", WaiterID(waiter))
  }

  static func ready(_ waiter: Int, _ handle: String, _ edition: Int) -> AccountEffect {
    .resume(WaiterID(waiter), .ready(SecretHandle(handle), edition: edition))
  }

  @Test(
    arguments: [
      (nil, nil, AccountBook.Credential.ready(SecretHandle("a1"), edition: 1)),
      (nil, "r1", .ready(SecretHandle("a1"), edition: 1)),
      (61, "r1", .ready(SecretHandle("a1"), edition: 1)), (60, "r1", .needsRefresh),
      (-5, "r1", .needsRefresh), (60, nil, .ready(SecretHandle("a1"), edition: 1)),
      (1, nil, .ready(SecretHandle("a1"), edition: 1)),
    ] as [(Int?, String?, AccountBook.Credential)])
  func `a credential is`(seconds: Int?, refresh: String?, credential: AccountBook.Credential) {
    let play = Play(vault: [Play.account(expiresIn: seconds, refresh: refresh)])
    #expect(play.credential == credential)
  }

  /// How long the pair still lasts that is linked when the service wants one, and whether it is
  /// handed that at once.
  @Test(arguments: [(nil, true), (3_600, true), (30, false), (-5, false)] as [(Int?, Bool)])
  func `the service is handed what is linked here already`(seconds: Int?, isFresh: Bool) {
    var play = Play(vault: [Play.account(expiresIn: seconds, refresh: "r1")])
    play.handle(.link(Play.wish(.own(Play.own()), waiter: 7)))
    if !isFresh {
      #expect(play.stage == .using && play.errands.count == 1)
      play.answer(200, Play.tokens)
      play.vaultObeys()
    }
    #expect(play.stage == .handing && play.prompt == nil)
    let handed = play.errands.last?.body?.secrets.values.map { $0 } ?? []
    #expect(handed.contains(SecretHandle(isFresh ? "a1" : "a9")))
    play.reply(.done)
    #expect(play.stage == nil && play.resumptions.count == 1)
  }

  /// Where nothing is shown nobody learns anything elsewhere: a fresh pair serves all that wait.
  @Test func `more wait in other conversations while nobody has to do anything`() {
    var play = Play(vault: [Play.account(expiresIn: 30, refresh: "r1")])
    let own = LinkWish.Place.own(Play.own())
    play.handle(.link(Play.wish(own, waiter: 7)))
    play.handle(.link(Play.wish(own, conversation: "c2", waiter: 8)))
    #expect(play.effects == [])
    play.handle(.link(Play.wish(own, conversation: "c2")))
    #expect(play.news.count == 1)
    play.answer(200, Play.tokens)
    play.vaultObeys()
    play.reply(.failed(MobilityFailure(status: 400, code: 1)))
    play.answer(200, Play.device)
    #expect(play.prompt != nil)
    play.handle(.link(Play.wish(own, conversation: "c2", waiter: 9)))
    #expect(play.resumptions == [.resume(WaiterID(9), .unavailable(.notPrivate))])
    play.handle(.stopped(owner: "mia", provider: "uber"))
    #expect(play.resumptions.count == 2)
  }

  @Test func `what is linked here and does not serve is asked for anew, and stays until then`() {
    var play = Play(vault: [Play.account(refresh: "r1")])
    play.handle(.link(Play.wish(.own(Play.own()))))
    play.reply(.failed(MobilityFailure(status: 400, code: 1)))
    #expect(play.stage == .granting)
    #expect(play.book.standings(of: "mia", at: play.now)["uber"] != .notLinked)
    play.handle(.stopped(owner: "mia", provider: "uber"))
    #expect(play.credential != .notLinked && play.stage == nil)
  }

  @Test func `a pair that cannot be made fresh any more is asked for anew`() {
    var play = Play(vault: [Play.account(expiresIn: -5, refresh: "r1")])
    play.handle(.link(Play.wish(.own(Play.own()))))
    play.answer(400, #"{"error":"invalid_grant"}"#)
    play.vaultObeys()
    #expect(play.stage == .granting)
  }

  @Test func `two that use it at once wait for one refresh, used when it is kept`() {
    var play = Play(vault: [Play.account(expiresIn: 30, refresh: "r1")])
    play.handle(Self.wanted(1))
    #expect(play.errands.count == 1)
    #expect(play.errands.first?.body?.secrets.values.first == SecretHandle("r1"))
    play.handle(Self.wanted(2))
    #expect(play.errands.isEmpty)
    play.answer(200, Play.tokens)
    #expect(play.resumptions.isEmpty && play.credential == .needsRefresh)
    play.handle(Self.wanted(3))
    #expect(play.errands.isEmpty && play.resumptions.isEmpty)
    play.handle(.kept(Play.key(), edition: 2, label: nil))
    #expect(
      play.resumptions == [
        Self.ready(1, "a9", 2), Self.ready(2, "a9", 2), Self.ready(3, "a9", 2),
      ])
  }

  struct Row: CustomTestStringConvertible {
    let name: String
    let outcomes: [ErrandOutcome]
    var errandsMore = 0
    var resumption: AccountEffect
    var remains = true
    var testDescription: String { name }
  }

  static let old = ready(1, "a1", 1)
  static let rows = [
    Row(name: "lost twice", outcomes: [.lost("x"), .lost("x")], errandsMore: 1, resumption: old),
    Row(
      name: "a page, then nothing",
      outcomes: [Play.answered(200, "<html>"), .notSent("x")], errandsMore: 1, resumption: old),
    Row(name: "not reached", outcomes: [.notSent("x")], resumption: old),
    Row(name: "down", outcomes: [Play.answered(503, "")], resumption: old),
    Row(
      name: "our fault", outcomes: [Play.answered(401, Play.error("invalid_client"))],
      resumption: old),
    Row(
      name: "over", outcomes: [Play.answered(400, Play.error("invalid_grant"))],
      resumption: .resume(WaiterID(1), .unavailable(.expired)), remains: false),
    Row(
      name: "lost, then over",
      outcomes: [.lost("x"), Play.answered(400, Play.error("invalid_grant"))], errandsMore: 1,
      resumption: .resume(WaiterID(1), .unavailable(.expired)), remains: false),
  ]

  @Test(arguments: rows)
  func `a refresh that fails leaves the old pair, unless it is over`(row: Row) {
    var play = Play(vault: [Play.account(expiresIn: 30, refresh: "r1")])
    play.handle(Self.wanted(1))
    var more = 0
    for outcome in row.outcomes {
      play.handle(.outcome(play.lastErrand, outcome))
      more += play.errands.count
    }
    #expect(more == row.errandsMore && play.resumptions == [row.resumption])
    play.vaultObeys()
    #expect((play.book.kept.accounts[Play.key()] != nil) == row.remains)
    // It is left alone for a while: who comes next does not ask at once again.
    play.handle(Self.wanted(2))
    #expect(play.errands.isEmpty && play.resumptions.count == 1)
  }

  @Test func `without a valid token those that wait are told to come later`() {
    var play = Play(vault: [Play.account(expiresIn: -5, refresh: "r1")])
    play.handle(Self.wanted(1))
    play.answer(503, "", retryAfter: 20)
    #expect(play.resumptions == [.resume(WaiterID(1), .unavailable(.later))])
    play.pass(19)
    play.handle(Self.wanted(2))
    #expect(play.errands.isEmpty)
    play.pass(1)
    play.handle(Self.wanted(3))
    #expect(play.errands.count == 1)
  }

  @Test func `a pair that cannot be written is not used, and written as soon as it can (row 36)`() {
    var play = Play(vault: [Play.account(expiresIn: -5, refresh: "r1")])
    play.handle(Self.wanted(1))
    play.answer(200, Play.tokens)
    for pause in [5, 10, 20] {
      play.handle(.notKept(Play.key(), edition: 2, .unwritable))
      #expect(play.credential == .needsRefresh)
      #expect(play.waitForDue() == pause && play.deeds.count == 1)
    }
    play.handle(.kept(Play.key(), edition: 2, label: nil))
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 2))
  }

  @Test func `a restart between answer and use still has what was kept (conversation 18)`() {
    var play = Play(vault: [Play.account(expiresIn: 30, refresh: "r1")])
    play.handle(Self.wanted(1))
    play.answer(200, Play.tokens)
    guard case .keep(let pair, _)? = play.deeds.first else {
      Issue.record("nothing is kept")
      return
    }
    // The vault has it, the journal does not: the vault wins, and the difference is written.
    let again = Play(vault: [pair], kept: play.book.kept)
    #expect(again.credential == .ready(SecretHandle("a9"), edition: 2))
    #expect(again.records == [.kept(pair, at: again.now)])
  }

  @Test func `who is not there when a credential is refused is told to link it`() {
    var play = Play(vault: [Play.account()])
    let away = LinkSetting(isPrivate: false, isLocal: false, takesSecrets: false)
    play.handle(
      .refused(
        CredentialRefusal(
          owner: "mia", provider: "uber", edition: 1,
          way: .credential(recovery: Play.address("/recover")),
          again: Play.wish(setting: away, waiter: 1))))
    play.vaultObeys()
    #expect(play.errands.isEmpty)
    #expect(play.resumptions == [.resume(WaiterID(1), .unavailable(.notPrivate))])
    #expect(play.news.first == .lost(Play.key(), .refused))
  }

  @Test func `a refused credential is deleted, and linked anew by the form that mends it`() {
    var play = Play(vault: [Play.account()])
    let recovery = Play.address("/recover")
    var refusal = CredentialRefusal(
      owner: "mia", provider: "uber", edition: 1, way: .credential(recovery: recovery),
      again: Play.wish(waiter: 4))
    play.handle(.refused(refusal))
    #expect(play.credential == .notLinked && play.errands.isEmpty)
    play.vaultObeys()
    #expect(play.errands.map(\.address) == [recovery])
    play.reply(.done)
    #expect(play.resumptions == [.resume(WaiterID(4), .linkedAtService)])
    // The second time it ends.
    refusal.again = nil
    play.handle(.refused(refusal))
    #expect(play.news == [.lost(Play.key(), .refused)] && play.errands.isEmpty)
  }

  @Test func `what mends it is asked for nowhere else (row 18)`() {
    var play = Play(vault: [Play.account()])
    play.handle(
      .refused(
        CredentialRefusal(
          owner: "mia", provider: "uber", edition: 1,
          way: .credential(recovery: Play.web("https://evil.example/")),
          again: Play.wish(waiter: 4))))
    play.vaultObeys()
    #expect(play.errands.isEmpty)
    #expect(play.resumptions == [.resume(WaiterID(4), .unavailable(.host))])
  }

  @Test func `a refusal of an older pair deletes nothing`() {
    var play = Play(vault: [Play.account(edition: 5)])
    play.handle(
      .refused(
        CredentialRefusal(
          owner: "mia", provider: "uber", edition: 4, way: .credential(recovery: nil),
          again: Play.wish(waiter: 4))))
    #expect(play.deeds.isEmpty && play.resumptions == [Self.ready(4, "a5", 5)])
  }

  @Test func `a refresh and a link of one account never ask for tokens at once`() {
    var play = Play(vault: [Play.account(expiresIn: -5, refresh: "r1")])
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.handle(Self.wanted(1))
    let refresh = play.lastErrand
    play.waitForDue()
    #expect(play.errands.isEmpty && play.stage == .waiting)
    play.handle(.outcome(refresh, .notSent("x")))
    play.waitForDue()
    #expect(play.errands.count == 1 && play.stage == .polling)
    play.pass(600)
    play.handle(Self.wanted(2))
    #expect(play.errands.isEmpty)
    // The link brings a new pair: it serves those that wait as well.
    play.answer(200, Play.tokens)
    play.vaultObeys()
    #expect(play.errands.isEmpty && play.resumptions == [Self.ready(2, "a9", 2)])
  }

  @Test func `a refresh that was held back goes as soon as the link is answered`() {
    var play = Play(vault: [Play.account(expiresIn: -5, refresh: "r1")])
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    let poll = play.lastErrand
    play.handle(Self.wanted(1))
    #expect(play.errands.isEmpty)
    play.handle(.outcome(poll, Play.answered(400, Play.error("authorization_pending"))))
    #expect(play.errands.first?.body?.secrets.values.first == SecretHandle("r1"))
  }

  @Test func `a row that is over and cannot be had anew is deleted at a start`() {
    var play = Play(vault: [Play.account(expiresIn: -5)])
    #expect(play.deeds.count == 1 && play.credential == .notLinked)
    play.vaultObeys()
    #expect(play.book.kept.accounts.isEmpty)
  }
}
