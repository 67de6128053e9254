// What goes on after a restart by the word of the vault alone: the journal tells nothing of it.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

struct RestartTests {
  /// A link that waits for a code to be typed, as it is kept.
  static func waiting() throws -> KeptAttempt {
    let play = try #require(Play(at: .waiting))
    return try #require(try play.rows.kept().attempts.values.first)
  }

  /// A play in which mia's account is gone, and the provider could not be reached yet.
  static func parted() -> Play {
    var play = Play(vault: [Play.account(refresh: "r1")])
    play.handle(UnlinkTests.unlink)
    play.vaultObeys()
    play.answer(503, "")
    return play
  }

  /// What is open, what is due for it, and what is asked then.
  @Test(
    arguments: [
      ("device", AttemptStage.waiting, "https://id.example/token"),
      ("approval", .approving, "https://api.example/list"),
      ("parting", nil, "https://id.example/revoke"),
    ] as [(String, AttemptStage?, String)])
  func `goes on where it stood`(what: String, stage: AttemptStage?, asked: String) throws {
    let before = try #require(stage.map { Play(at: $0) } ?? Self.parted())
    var play = try before.restarted(after: 1)
    // The vault has said all there is to say.
    #expect(play.effects == [])
    #expect(play.stage == stage)
    #expect(play.book.kept.attempts == before.book.kept.attempts)
    #expect(play.book.kept.partings == before.book.kept.partings)
    play.waitForDue()
    #expect(play.errands.map(\.address) == [Play.web(asked)], "\(what)")
    #expect(play.now < Play.start + .seconds(60))
  }

  @Test func `a code that is typed after a restart links`() throws {
    var play = try #require(Play(at: .waiting)).restarted()
    play.waitForDue()
    play.answer(200, Play.tokens)
    play.vaultObeys()
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 1))
    #expect(try play.rows.kept().attempts.isEmpty)
  }

  @Test func `leave that is given after a restart is seen`() throws {
    var play = try #require(Play(at: .approving)).restarted()
    play.waitForDue()
    let entry = AccountEntry(
      mode: "m", provider: "uber", isLinked: true, address: Play.address("/logout"))
    play.handle(.listed(owner: "mia", [entry], of: play.lastErrand))
    play.reply(.done)
    #expect(play.news == [.linkedAtService(Play.key(), conversation: "c1")])
    #expect(try play.rows.kept().attempts.isEmpty)
  }

  @Test func `a browser that comes back after a restart is taken`() throws {
    var play = try #require(Play(at: .expecting)).restarted(ways: [.code])
    play.land()
    #expect(play.stage == .exchanging)
    #expect(
      play.errands.first?.body?.secrets.values.contains(SecretHandle("verifier")) == true)
  }

  @Test func `a token is given back after a restart`() throws {
    var play = try Self.parted().restarted()
    play.waitForDue()
    #expect(play.errands.first?.body?.secrets.values.contains(SecretHandle("r1")) == true)
    play.answer(200, "")
    #expect(play.errands.first?.body?.secrets.values.contains(SecretHandle("a1")) == true)
    play.answer(200, "")
    #expect(play.news == [.partyTold(Play.key(), .provider, .told)])
    #expect(play.deeds == [.discard([SecretHandle("a1")]), .deleteParting(PartingID(1))])
    #expect(try play.rows.kept() == KeptAccounts())
  }

  @Test(arguments: [AttemptStage.waiting, .expecting, .approving])
  func `a link whose time is over ends at the start`(stage: AttemptStage) throws {
    var before = try #require(Play(at: stage))
    before.handle(.link(Play.wish(waiter: 7)))
    let play = try before.restarted(ways: [.code], after: 900)
    #expect(play.stage == nil && play.failure == .expired)
    #expect(play.resumptions == [.resume(WaiterID(7), .unavailable(.expired))])
    #expect(play.deeds.contains(.deleteAttempt(AttemptID(1))))
    #expect(play.book.kept.attempts.isEmpty && play.book.nextDue() == nil)
  }

  /// In how many seconds a pair ends, how it is had anew, and what is told at the next start.
  @Test(
    arguments: [
      (-1, nil, [.lost(Play.key(), .expired)]), (-1, "r1", []), (60, nil, []), (nil, nil, []),
    ] as [(Int?, String?, [AccountNews])])
  func `a pair that ended meanwhile, and cannot be had anew, has to be linked again`(
    seconds: Int?, refresh: String?, told: [AccountNews]
  ) {
    let play = Play(vault: [Play.account(expiresIn: seconds, refresh: refresh)])
    #expect(play.news == told)
  }

  @Test func `a parting whose day is over ends`() throws {
    var play = try Self.parted().restarted(after: 86_400)
    #expect(play.effects == [])
    play.waitForDue()
    #expect(play.news == [.partyTold(Play.key(), .provider, .givenUp)])
    #expect(try play.rows.kept().partings.isEmpty)
  }

  @Test(arguments: [LinkedAccount.Kind.own, .handed])
  func `a pair that the vault has is not asked for again`(kind: LinkedAccount.Kind) throws {
    let before = try #require(Play(at: kind == .own ? .keeping : .handing))
    let play = try before.restarted()
    #expect(play.stage == (kind == .own ? nil : .handing))
    #expect(play.credential == .ready(SecretHandle("a9"), edition: 1))
    #expect(play.errands.map(\.address) == (kind == .own ? [] : [Play.address("/send")]))
    #expect(play.news.count == (kind == .own ? 1 : 0))
  }

  @Test func `an account that was there before is not taken for the new pair`() throws {
    var before = Play(vault: [Play.account()])
    before.handle(.link(Play.wish()))
    before.answer(200, Play.device)
    var rows = before.rows
    rows.accounts[Play.key()] = Play.account()
    let kept = try rows.kept()
    let play = Play(vault: Array(kept.accounts.values), kept: kept)
    #expect(play.stage == .waiting && play.effects == [])
  }

  @Test func `numbers go on above all that is kept, and above what cannot be read`() throws {
    let rows = try Self.parted().rows.kept()
    var attempt = try Self.waiting()
    attempt.id = AttemptID(7)
    let parting = try #require(rows.partings.values.first)
    let account = Play.account(edition: 5)
    let kept = KeptAccounts(accounts: [account], attempts: [attempt], partings: [parting])
    #expect(kept.nextAttempt == AttemptID(8) && kept.nextParting == PartingID(2))
    #expect(kept.nextEdition == 6)
    #expect(kept.begun == ["mia": [Play.start]])
    let closed = KeptAccounts(
      accounts: [], attempts: [attempt], partings: [],
      closedAttempts: [AttemptID(9), AttemptID(.max), AttemptID(.min)],
      closedPartings: [PartingID(3)])
    #expect(closed.nextAttempt == AttemptID(10) && closed.nextParting == PartingID(4))
    #expect(closed.nextEdition == 1)
  }

  @Test func `who is erased has no row left`() throws {
    var play = Self.parted()
    play.handle(.link(Play.wish()))
    play.answer(200, Play.device)
    play.waitForDue()
    play.handle(.outcome(play.lastErrand, Play.answered(200, Play.tokens)))
    #expect(try play.rows.kept().attempts.count == 1)
    play.handle(.erased(owner: "mia"))
    let left = try play.rows.kept()
    #expect(left.attempts.isEmpty && left.partings.isEmpty)
  }

  @Test func `numbers that cannot be reckoned with are told`() throws {
    var attempt = try Self.waiting()
    #expect(attempt.isSound)
    attempt.edition = .max
    #expect(!attempt.isSound)
    let when = attempt.deadline
    attempt.deadline = Instant(milliseconds: .max)
    let endless = try ValueEncoder.json(of: attempt)
    #expect(throws: DecodingError.self) { try ValueDecoder.value(KeptAttempt.self, of: endless) }
    attempt.deadline = when
    (attempt.edition, attempt.id) = (nil, AttemptID(-1))
    #expect(!attempt.isSound)
    var parting = try #require(try Self.parted().rows.kept().partings.values.first)
    #expect(parting.isSound)
    parting.provider = .waiting(until: Play.start, tries: .max)
    #expect(!parting.isSound)
    parting.provider = .ended(.told)
    #expect(!parting.isSound)
  }
}
