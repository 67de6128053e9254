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
  fileprivate mutating func look(_ name: AccountSearch.Name, waiter: WaiterID? = nil) {
    let setting = LinkSetting(isPrivate: true, isLocal: false, takesSecrets: false)
    let sought = AccountSearch.Sought(
      name, conversation: "c1", setting: setting, waiter: waiter)
    handle(.look(AccountSearch(owner: "mia", list: Self.address("/list"), sought: sought)))
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
