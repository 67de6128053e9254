// The service's list of accounts: what is linked that stands there, and what is not.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

struct LookingTests {
  /// What is looked for, what the list says, and what comes of it.
  enum Outcome: Hashable {
    case asksForForm, begins, linkedAlready
    case refused(LinkRefusal)
    case failed(AccountCode)
  }

  @Test(arguments: [
    (AccountSearch.Name.provider("uber"), ["uber"], Outcome.asksForForm),
    (.provider("UBER"), ["uber"], .asksForForm),
    (.mode("ps_tnc_UBER"), ["uber"], .asksForForm),
    (.provider("uber"), ["uber linked"], .linkedAlready),
    (.mode("ps_tnc_UBER"), ["uber linked"], .linkedAlready),
    // Not listed: linked here where the operator has set that up.
    (.provider("uber"), [], .begins),
    (.provider("ferry"), [], .refused(.providerUnknown)),
    // What the service does not know of is of no use to what it offers.
    (.mode("ps_tnc_UBER"), [], .failed(.unlinked)),
  ])
  func `what is listed is linked at the service`(
    name: AccountSearch.Name, listed: [String], outcome: Outcome
  ) {
    var play = Play()
    play.look(name)
    #expect(play.errands.map(\.address) == [Play.address("/list")])
    #expect(play.book.isBusy(of: "mia"))
    play.handle(
      .listed(owner: "mia", listed.map(Play.entry), of: play.lastErrand))
    #expect(play.outcome == outcome)
  }

  @Test(arguments: [
    (AccountSearch.Name.provider("uber"), Outcome.begins),
    (.provider("ferry"), .failed(.later)),
    (.mode("ps_tnc_UBER"), .failed(.later)),
  ])
  func `a list that does not come leaves what is set up here`(
    name: AccountSearch.Name, outcome: Outcome
  ) {
    var play = Play()
    play.look(name)
    play.handle(.outcome(play.lastErrand, .lost("cut")))
    #expect(play.outcome == outcome)
  }

  @Test func `a list elsewhere is not asked for`() {
    var play = Play()
    play.handle(
      .look(AccountSearch(owner: "mia", list: Play.web("https://evil.example/list"))))
    #expect(play.errands.isEmpty && !play.book.isBusy(of: "mia"))
  }

  @Test func `who waits goes on or is told`() {
    for (listed, resumption) in [
      (["uber linked"], AccountEffect.Resumption.linkedAtService),
      ([], .unavailable(.unlinked)),
    ] {
      var play = Play()
      play.look(.mode("ps_tnc_UBER"), waiter: WaiterID(3))
      #expect(play.book.isWaiting(WaiterID(3)))
      play.handle(.listed(owner: "mia", listed.map(Play.entry), of: play.lastErrand))
      #expect(play.effects.contains(.resume(WaiterID(3), resumption)))
      #expect(!play.book.isWaiting(WaiterID(3)))
    }
  }

  /// Whether the list was seen since the start, so that it tells whose account a mode needs; and
  /// whether a form helps.
  @Test(arguments: [true, false], [true, false])
  func `what is refused is deleted, and linked anew where a form helps`(
    isSeen: Bool, hasForm: Bool
  ) {
    var play = Play(vault: [Play.account(refresh: "r1")])
    if isSeen {
      play.handle(.look(AccountSearch(owner: "mia", list: Play.address("/list"))))
      play.handle(.listed(owner: "mia", [Play.entry("uber")], of: play.lastErrand))
    }
    let form = hasForm ? Play.address("/form") : nil
    play.look(
      .mode("ps_tnc_UBER"), waiter: WaiterID(3), refused: .credential(recovery: form))
    if !isSeen {
      #expect(play.credential != .notLinked && play.book.isWaiting(WaiterID(3)))
      play.handle(.listed(owner: "mia", [Play.entry("uber linked")], of: play.lastErrand))
    }
    let ended = AccountEffect.resume(WaiterID(3), .unavailable(.refused))
    #expect(play.effects.contains(ended) == !hasForm)
    play.vaultObeys()
    #expect(play.book.kept.accounts.isEmpty)
    #expect(play.stage == (hasForm ? .opening : nil))
  }

  @Test(arguments: [false, true])
  func `who has to sign in first does so, and it goes on`(isForm: Bool) {
    var play = Play()
    play.look(.provider("uber"))
    let list = play.lastErrand
    if isForm {
      play.handle(.listed(owner: "mia", [Play.entry("uber")], of: list))
      play.handle(.reply(play.lastErrand, .failed(MobilityFailure(status: 200, code: 444))))
    } else {
      play.handle(.wantsSignIn(list))
      #expect(
        play.book.standings(of: "mia", at: play.now)[AccountKey.service]
          == .linking(
            AttemptID(1), .asking))
    }
    #expect(play.stage == .asking && play.prompt?.key.provider == AccountKey.service)
    #expect(!play.book.isBusy(of: "mia"))
    play.signIn()
    // What was looked for is looked for again, or its form opened, as who has signed in.
    let address = Play.address(isForm ? "/form" : "/list")
    #expect(play.errands.map(\.address) == [address])
    #expect(play.book.isBusy(of: "mia"))
    guard case .service(signedIn: .some) = play.errands.last?.peer else {
      Issue.record("it is asked as nobody")
      return
    }
  }

  @Test func `who only looks is told that the service wants them to sign in`() {
    var play = Play()
    play.handle(.look(AccountSearch(owner: "mia", list: Play.address("/list"))))
    play.handle(.wantsSignIn(play.lastErrand))
    #expect(play.book.standings(of: "mia", at: play.now)[AccountKey.service] == .notLinked)
    #expect(play.news.isEmpty && play.prompt == nil && !play.book.isBusy(of: "mia"))
    play.handle(.look(AccountSearch(owner: "mia", list: Play.address("/list"))))
    play.handle(.listed(owner: "mia", [], of: play.lastErrand))
    #expect(play.book.standings(of: "mia", at: play.now)[AccountKey.service] == nil)
  }

  @Test func `who waits for an account goes on by itself behind signing in`() {
    var play = Play()
    play.look(.mode("ps_tnc_UBER"), waiter: WaiterID(3))
    play.handle(.wantsSignIn(play.lastErrand))
    #expect(play.book.isWaiting(WaiterID(3)))
    play.signIn()
    #expect(play.errands.map(\.address) == [Play.address("/list")])
    #expect(play.book.isWaiting(WaiterID(3)))
    play.handle(.listed(owner: "mia", [Play.entry("uber linked")], of: play.lastErrand))
    #expect(play.effects.contains(.resume(WaiterID(3), .linkedAtService)))
    #expect(!play.book.isWaiting(WaiterID(3)))
  }

  @Test func `who does not sign in waits for nothing`() {
    var play = Play()
    play.look(.mode("ps_tnc_UBER"), waiter: WaiterID(3))
    play.handle(.wantsSignIn(play.lastErrand))
    play.handle(.stopped(owner: "mia", provider: AccountKey.service))
    #expect(play.effects.contains(.resume(WaiterID(3), .unavailable(.denied))))
    #expect(!play.book.isWaiting(WaiterID(3)) && play.errands.isEmpty)
  }

  @Test(arguments: [
    ([], Outcome.refused(.notListed)), (["uber"], .asksForForm), (["uber linked"], .linkedAlready),
  ])
  func `at the service alone`(listed: [String], outcome: Outcome) {
    var play = Play()
    play.look(.provider("uber"), isOnlyAtService: true)
    play.handle(.listed(owner: "mia", listed.map(Play.entry), of: play.lastErrand))
    #expect(play.outcome == outcome)
  }

  @Test func `the list alone is only seen`() {
    var play = Play()
    play.handle(.look(AccountSearch(owner: "mia", list: Play.address("/list"))))
    play.handle(.listed(owner: "mia", [Play.entry("uber linked")], of: play.lastErrand))
    #expect(play.book.standings(of: "mia", at: play.now)["uber"] == .atService)
    #expect(play.news.isEmpty && play.stage == nil && !play.book.isBusy(of: "mia"))
    #expect(play.book.provider(named: "Uber", of: "mia") == "uber")
    #expect(play.book.provider(ofMode: "ps_tnc_UBER", of: "mia") == "uber")
    #expect(play.book.provider(ofMode: "ps_tnc_UBER", of: "ben") == nil)
  }

  @Test(arguments: [
    ("DE_Berlin", "/auth/DE_Berlin"), ("", nil), ("a/b", nil), ("a?b", nil), ("é", nil),
    (String(repeating: "a", count: 65), nil),
  ])
  func `a region is a plain name`(region: String, path: String?) {
    #expect(Play().book.list(in: region)?.path == path)
  }
}

extension Play {
  fileprivate mutating func look(
    _ name: AccountSearch.Name, waiter: WaiterID? = nil, isOnlyAtService: Bool = false,
    refused: CredentialRefusal.Way? = nil
  ) {
    let setting = LinkSetting(isPrivate: true, isLocal: false, takesSecrets: false)
    var sought = AccountSearch.Sought(
      name, conversation: "c1", setting: setting, waiter: waiter,
      isOnlyAtService: isOnlyAtService)
    sought.refused = refused
    handle(.look(AccountSearch(owner: "mia", list: Self.address("/list"), sought: sought)))
  }

  /// Signs in to the service, which lets one in.
  fileprivate mutating func signIn() {
    guard let attempt = book.openAttempts(of: "mia").last else { return }
    handle(.answered(attempt, LinkAtServiceTests.signIn("p")))
    answer(201, #"{"userToken":"session"}"#)
    vaultObeys()
  }

  fileprivate static func entry(_ said: String) -> AccountEntry {
    let provider = said.split(separator: " ").first.map(String.init) ?? ""
    return AccountEntry(
      mode: "ps_tnc_\(provider.uppercased())", provider: provider,
      isLinked: said.hasSuffix("linked"), address: address("/form"))
  }

  fileprivate var outcome: LookingTests.Outcome? {
    switch (stage, news.last) {
    case (.opening, _): .asksForForm
    case (.granting, _): .begins
    case (_, .linkedAtService): .linkedAlready
    case (_, .linkRefused(_, _, _, let refusals)): refusals.first.map { .refused($0) }
    case (_, .linkFailed(_, _, let code)): .failed(code)
    default: nil
    }
  }
}
