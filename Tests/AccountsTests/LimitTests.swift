// What is refused at once, in which order, and what goes on after a restart.

import Accounts
import CivilTime
import Mobility
import Testing

struct LimitTests {
  @Test func `codes are what programs know`() {
    let names = [
      "UNLINKED", "EXPIRED", "REFUSED", "SCOPE", "PKCE", "HOST", "PRIVATE", "DENIED", "LATER",
    ]
    #expect(AccountCode.allCases.map(\.rawValue) == names.map { "ACCOUNT/\($0)" })
  }

  @Test func `every refusal is told, in the documented order`() {
    let crowd = LinkSetting(isPrivate: false, isLocal: false, takesSecrets: false)
    var limits = AccountLimits()
    (limits.accountsMax, limits.attemptsOpenMax, limits.attemptsAnHourMax) = (1, 1, 1)
    var play = Play(ways: [.paste], vault: [Play.account()], limits: limits)
    #expect(play.book.refusals(of: Play.wish(), at: play.now) == [])
    play.handle(.link(Play.wish()))
    let wish = Play.wish(provider: "lyft", setting: crowd)
    #expect(
      play.book.refusals(of: wish, at: play.now) == [
        .othersReadAlong, .noWay, .accountsFull, .attemptsOpen, .attemptsThisHour,
      ])
    let unknown = Play.wish(provider: "bolt", setting: crowd, waiter: 3)
    play.handle(.link(unknown))
    #expect(play.resumptions == [.resume(WaiterID(3), .unavailable(.notPrivate))])
    #expect(play.book.refusals(of: unknown, at: play.now).prefix(2).last == .providerUnknown)
    #expect(
      play.book.refusals(
        of: Play.wish(
          .service(form: Play.web("https://evil.example/"), list: nil), owner: "ben"),
        at: play.now) == [.hostNotAllowed])
  }

  @Test func `three links are open at once, and ten are begun within an hour`() {
    var limits = AccountLimits()
    limits.attemptsOpenMax = 1
    var play = Play(limits: limits)
    for _ in 0..<10 {
      play.handle(.link(Play.wish()))
      #expect(play.stage == .granting)
      let more = play.book.refusals(of: Play.wish(provider: "lyft"), at: play.now)
      #expect(more.contains(.attemptsOpen))
      play.handle(.stopped(owner: "mia", provider: "uber"))
      play.pass(60)
    }
    #expect(play.book.refusals(of: Play.wish(), at: play.now) == [.attemptsThisHour])
    #expect(play.book.refusals(of: Play.wish(owner: "ben"), at: play.now) == [])
    play.pass(3_000)
    #expect(play.book.refusals(of: Play.wish(), at: play.now) == [])
  }

  @Test func `who asks again is told again, asked nothing, and all that wait go on`() {
    var play = Play()
    play.handle(.link(Play.wish(waiter: 1)))
    play.answer(200, Play.device)
    let prompt = play.prompt
    play.handle(.link(Play.wish(waiter: 2)))
    #expect(play.errands.isEmpty && play.prompt == prompt)
    // Elsewhere, or where others read along, the code is not told (conversation 15, rule R16).
    for wish in [
      Play.wish(conversation: "c2", waiter: 3),
      Play.wish(setting: LinkSetting(isPrivate: false, isLocal: true, takesSecrets: true)),
    ] {
      play.handle(.link(wish))
      #expect(play.prompt == nil && play.errands.isEmpty && play.news.count == 1)
    }
    play.waitForDue()
    play.answer(200, Play.tokens)
    play.vaultObeys()
    let ready = AccountEffect.Resumption.ready(SecretHandle("a9"), edition: 1)
    #expect(play.resumptions == [1, 2].map { .resume(WaiterID($0), ready) })
  }

  @Test(
    arguments: [
      (AttemptStage.waiting, AttemptStage.waiting), (.polling, .waiting), (.expecting, .expecting),
      (.exchanging, .expecting), (.keeping, .waiting), (.approving, .approving),
      (.reopening, .approving), (.opening, nil), (.granting, nil), (.asking, nil),
    ] as [(AttemptStage, AttemptStage?)])
  func `after a restart a link goes on, as long as its code lives`(
    before: AttemptStage, after: AttemptStage?
  ) throws {
    let play = try #require(Play(at: before))
    let ways: [LinkWay] = before == .expecting || before == .exchanging ? [.code] : [.device]
    let again = Play(ways: ways, kept: play.book.kept)
    #expect(again.stage == after && again.prompt == nil && again.errands.isEmpty)
    var late = Play(ways: ways, kept: play.book.kept)
    late.pass(3_000)
    late.handle(.due)
    #expect(late.stage == nil)
    #expect(late.failure == (after == nil ? nil : .expired))
  }

  @Test func `a link whose pair the vault has is linked after a restart`() throws {
    let play = try #require(Play(at: .keeping))
    guard case .keep(let pair, _)? = play.deeds.last else {
      Issue.record("nothing is kept")
      return
    }
    let again = Play(vault: [pair], kept: play.book.kept)
    #expect(again.stage == nil && again.credential == .ready(SecretHandle("a9"), edition: 1))
    #expect(again.news.count == 1 && again.book.kept.attempts.isEmpty)
  }

  @Test(
    arguments: [
      ("mia@x.example", "m…@x.example"), ("4711", "4…"), ("@x", "@…"), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func `a name is told masked`(label: String?, masked: String?) {
    var account = Play.account()
    account.label = label
    #expect(account.maskedLabel == masked)
  }

  @Test func `an owner sees how all providers stand`() {
    var play = Play(vault: [Play.account(refresh: "r1")])
    let entries = [("bolt", true), ("bikes", false)].map { name, isLinked in
      AccountEntry(
        mode: "m", provider: name, isLinked: isLinked, address: Play.address("/\(name)"))
    }
    play.handle(.listed(owner: "mia", entries, of: nil))
    play.handle(.link(Play.wish(provider: "lyft")))
    #expect(
      play.book.standings(of: "mia", at: play.now) == [
        "uber": .here(LinkedFacts(label: nil, expires: nil, isRefreshed: true)),
        "lyft": .linking(AttemptID(1), .granting), "bolt": .atService, "bikes": .notLinked,
      ])
  }
}
