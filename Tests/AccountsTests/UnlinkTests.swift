// Unlinking: gone here at once, then told to the provider and to the service, and to the person.

import Accounts
import CivilTime
import Mobility
import Testing

struct UnlinkTests {
  static let unlink = AccountEvent.unlink(owner: "mia", provider: "uber")

  static func linkedPlay() -> Play {
    var play = Play(vault: [Play.account(refresh: "r1")])
    let entry = AccountEntry(
      mode: "ps_tnc_UBER", provider: "uber", isLinked: true, address: Play.address("/logout"))
    play.handle(.listed(owner: "mia", [entry], of: nil))
    return play
  }

  static func facts(_ play: Play) -> [UnlinkedFacts] {
    play.news.compactMap { if case .unlinked(let facts) = $0 { facts } else { nil } }
  }

  @Test func `others hear of it when it is gone here, and are told again (conversation 10)`() throws
  {
    var play = Self.linkedPlay()
    play.handle(Self.unlink)
    #expect(play.credential == .notLinked && play.errands.isEmpty)
    play.vaultObeys()
    let errands = play.errands
    #expect(
      errands.map(\.address) == [Play.web("https://id.example/revoke"), Play.address("/logout")])
    #expect(errands.first?.body?.secrets.values.contains(SecretHandle("r1")) == true)
    play.handle(.outcome(errands[0].id, Play.answered(503, "")))
    #expect(Self.facts(play).isEmpty)
    play.handle(.outcome(errands[1].id, .lost("8 s are over")))
    #expect(
      Self.facts(play) == [
        UnlinkedFacts(key: Play.key(), wasHere: true, provider: .later, service: .later)
      ])
    #expect(play.waitForDue() == 30)
    let again = play.errands
    #expect(again.map(\.address) == errands.map(\.address))
    play.handle(.outcome(again[0].id, Play.answered(200, "")))
    // The other token of the pair goes back behind it.
    #expect(play.news == [])
    let next = try #require(play.book.kept.partings[PartingID(1)])
    #expect(next.tokens == [SecretHandle("a1")])
    #expect(play.deeds == [.discard([SecretHandle("r1")]), .keepParting(next)])
    #expect(play.errands.map(\.address) == [Play.web("https://id.example/revoke")])
    #expect(play.errands.first?.body?.secrets.values.contains(SecretHandle("a1")) == true)
    play.answer(200, "")
    #expect(play.news == [.partyTold(Play.key(), .provider, .told)])
    // The service is still to be told.
    let left = try #require(play.book.kept.partings[PartingID(1)])
    #expect(play.deeds == [.discard([SecretHandle("a1")]), .keepParting(left)])
    #expect(left.tokens.isEmpty)
    play.handle(.outcome(again[1].id, Play.answered(404, "")))
    #expect(play.news == [.partyTold(Play.key(), .service, .refused(status: 404))])
    #expect(play.book.nextDue() == nil)
  }

  @Test(arguments: [
    (true, ["uber linked"], Parting.Outcome.told), (true, ["uber"], .nothing), (true, [], .nothing),
    (false, ["uber linked"], .told),
  ])
  func `where the service lists accounts it is asked how it is told`(
    isHere: Bool, listed: [String], outcome: Parting.Outcome
  ) throws {
    var play = Play(vault: isHere ? [Play.account(refresh: "r1")] : [])
    play.handle(.unlink(owner: "mia", provider: "uber", list: Play.address("/list")))
    if isHere { play.vaultObeys() }
    var asked = play.errands
    #expect(asked.last?.address == Play.address("/list"))
    if isHere {
      play.handle(.outcome(asked.removeFirst().id, Play.answered(200, "")))
      play.answer(200, "")
    }
    let entries = listed.map { said in
      AccountEntry(
        mode: "ps_tnc_UBER", provider: "uber", isLinked: said.hasSuffix("linked"),
        address: Play.address("/logout"))
    }
    play.handle(.listed(owner: "mia", entries, of: asked[0].id))
    if outcome == .told {
      #expect(play.errands.map(\.address) == [Play.address("/logout")])
      play.handle(.outcome(play.lastErrand, Play.answered(200, "{}")))
    }
    let facts = try #require(Self.facts(play).first)
    #expect(facts.service == outcome && facts.wasHere == isHere)
    #expect(facts.provider == (isHere ? .told : .nothing))
  }

  @Test func `what is linked nowhere is said when the service has listed it`() {
    var play = Play()
    play.handle(.unlink(owner: "mia", provider: "uber", list: Play.address("/list")))
    play.handle(.listed(owner: "mia", [], of: play.lastErrand))
    #expect(play.news == [.nothingToUnlink(Play.key())])
  }

  @Test func `a list that does not come is asked for again`() {
    var play = Play()
    play.handle(.unlink(owner: "mia", provider: "uber", list: Play.address("/list")))
    play.handle(.outcome(play.lastErrand, .lost("8 s are over")))
    #expect(Self.facts(play).map(\.service) == [.later])
    #expect(play.waitForDue() == 30)
    #expect(play.errands.map(\.address) == [Play.address("/list")])
  }

  @Test(arguments: [
    (200, "", Parting.Outcome.told), (204, "", .told), (400, "{}", .refused(status: 400)),
    (401, Play.error("invalid_client"), .refused(status: 401)), (429, "", .later),
    (503, "", .later),
  ])
  func `the provider answers`(status: Int, body: String, outcome: Parting.Outcome) {
    var play = Play(vault: [Play.account()])
    play.handle(Self.unlink)
    play.vaultObeys()
    play.answer(status, body)
    #expect(Self.facts(play).map(\.provider) == [outcome])
    #expect(Self.facts(play).map(\.service) == [.nothing])
    #expect((play.book.nextDue() != nil) == (outcome == .later))
  }

  /// What the provider answers to the first and to the second token of a pair, and what is told.
  @Test(arguments: [
    ([200, 200], Parting.Outcome.told), ([400, 200], .refused(status: 400)),
    ([200, 403], .refused(status: 403)), ([400, 403], .refused(status: 403)), ([503], .later),
    ([200, 503], .later),
  ])
  func `both tokens of a pair go back, one behind the other`(
    statuses: [Int], outcome: Parting.Outcome
  ) {
    var play = Play(vault: [Play.account(refresh: "r1")])
    play.handle(Self.unlink)
    play.vaultObeys()
    for (status, token) in zip(statuses, ["r1", "a1"]) {
      #expect(Self.facts(play).isEmpty)
      #expect(play.errands.first?.body?.secrets.values.contains(SecretHandle(token)) == true)
      play.answer(status, "")
    }
    #expect(Self.facts(play).map(\.provider) == [outcome])
    guard outcome == .later else { return #expect(play.book.nextDue() == nil) }
    // After a restart what was not taken is given back, and nothing that was.
    let left = statuses.count == 1 ? ["r1", "a1"] : ["a1"]
    var again = Play(vault: [], kept: play.book.kept)
    again.waitForDue()
    for token in left {
      #expect(again.errands.first?.body?.secrets.values.contains(SecretHandle(token)) == true)
      again.answer(200, "")
    }
    #expect(again.book.kept.partings.isEmpty && again.book.nextDue() == nil)
  }

  @Test func `is given up after a day, with few requests`() {
    var play = Play(vault: [Play.account()])
    play.handle(Self.unlink)
    play.vaultObeys()
    var tries = 0
    while tries < 1_000, play.book.nextDue() != nil || !play.errands.isEmpty {
      tries += play.errands.count
      if play.errands.isEmpty {
        play.waitForDue()
      } else {
        play.answer(503, "")
        play.waitForDue()
      }
    }
    #expect((20...40).contains(tries))
    #expect(play.news == [.partyTold(Play.key(), .provider, .givenUp)])
    #expect(play.now == Play.start + .seconds(86_400))
  }

  @Test func `goes on after a restart, within its day`() {
    var play = Play(vault: [Play.account()])
    play.handle(Self.unlink)
    play.vaultObeys()
    play.answer(503, "")
    var again = Play(vault: [], kept: play.book.kept)
    #expect(again.waitForDue() == 0)
    #expect(again.errands.map(\.address) == [Play.web("https://id.example/revoke")])
    again.answer(200, "")
    #expect(again.book.kept.partings.isEmpty && again.book.nextDue() == nil)
  }

  @Test func `a row that cannot be deleted is said so, kept closed, and tried again`() {
    var play = Play(vault: [Play.account()])
    play.handle(Self.unlink)
    for pause in [5, 10] {
      play.handle(.notDeleted(Play.key(), edition: 1))
      #expect(play.news == (pause == 5 ? [.notRemoved(Play.key())] : []))
      #expect(play.credential == .notLinked && play.errands.isEmpty)
      #expect(play.book.refusals(of: Play.wish(), at: play.now) == [.beingRemoved])
      #expect(play.waitForDue() == pause)
    }
    play.vaultObeys()
    #expect(play.errands.count == 1)
  }

  @Test func `nothing is linked, or only at the service`() {
    var play = Play()
    play.handle(Self.unlink)
    #expect(play.news == [.nothingToUnlink(Play.key())])
    let entry = AccountEntry(
      mode: "m", provider: "uber", isLinked: true, address: Play.address("/logout"))
    play.handle(.listed(owner: "mia", [entry], of: nil))
    play.handle(Self.unlink)
    play.answer(200, "true")
    #expect(
      Self.facts(play) == [
        UnlinkedFacts(key: Play.key(), wasHere: false, provider: .nothing, service: .told)
      ])
    #expect(play.book.standings(of: "mia", at: play.now)["uber"] == .notLinked)
  }

  @Test func `a refresh on its way is nobody's, and its pair goes back`() {
    var play = Play(vault: [Play.account(expiresIn: 30, refresh: "r1")])
    play.handle(UseTests.wanted(1))
    let refresh = play.lastErrand
    play.handle(Self.unlink)
    #expect(play.resumptions == [.resume(WaiterID(1), .unavailable(.unlinked))])
    play.vaultObeys()
    play.answer(200, "")
    play.answer(200, "")
    play.handle(.outcome(refresh, Play.answered(200, Play.tokens)))
    #expect(play.errands.first?.body?.secrets.values.contains(SecretHandle("r9")) == true)
    #expect(play.news.isEmpty && play.credential == .notLinked)
  }

  @Test func `who is erased leaves nothing behind (conversation 21)`() {
    var play = Self.linkedPlay()
    play.handle(.link(Play.wish(provider: "lyft")))
    play.handle(.erased(owner: "mia"))
    play.vaultObeys()
    let kept = play.book.kept
    #expect(kept.accounts.isEmpty && kept.attempts.isEmpty && kept.partings.isEmpty)
    #expect(kept.begun.isEmpty && play.book.nextDue() == nil)
    #expect(play.book.openAttempts(of: "mia").isEmpty)
  }
}
