// Every state of a link against every kind of event: what stands in no row is ignored and counted.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

/// A kind of event. `kind(of:)` is exhaustive, so no new event goes without a row.
enum EventKind: String, CaseIterable {
  case link, reply, outcome, listed, look, prepared, notPrepared, landed, matched, kept, notKept
  case deleted, notDeleted, done, answered, stopped, wanted, refused, unlink, erased, due
  case unwanted, wantsSignIn

  init(_ event: AccountEvent) {
    self =
      switch event {
      case .link: .link
      case .reply: .reply
      case .outcome: .outcome
      case .listed: .listed
      case .look: .look
      case .prepared: .prepared
      case .notPrepared: .notPrepared
      case .landed: .landed
      case .matched: .matched
      case .kept: .kept
      case .notKept: .notKept
      case .deleted: .deleted
      case .notDeleted: .notDeleted
      case .done: .done
      case .answered: .answered
      case .stopped: .stopped
      case .wanted: .wanted
      case .refused: .refused
      case .unlink: .unlink
      case .erased: .erased
      case .due: .due
      case .unwanted: .unwanted
      case .wantsSignIn: .wantsSignIn
      }
  }
}

struct StageTableTests {
  /// What each state takes, beside what is taken in all of them.
  static let rows: [AttemptStage: Set<EventKind>] = [
    .opening: [.reply, .outcome, .stopped],
    .using: [.outcome, .stopped],
    .preparing: [.prepared, .notPrepared, .stopped],
    .granting: [.outcome, .stopped],
    .waiting: [.stopped, .link],
    .polling: [.outcome, .stopped, .link],
    .expecting: [.landed, .stopped, .link],
    .exchanging: [.outcome, .stopped],
    .resting: [.stopped],
    .keeping: [.kept, .notKept],
    .keepingAgain: [.kept, .stopped],
    .handing: [.reply, .outcome, .stopped],
    .handingAgain: [.stopped],
    .approving: [.done, .stopped, .link],
    .listing: [.listed, .wantsSignIn, .outcome, .stopped, .link],
    .reopening: [.reply, .outcome, .stopped, .link],
    .asking: [.answered, .stopped, .link],
    .sending: [.reply, .outcome, .stopped],
    // Nothing is open: a link begins.
    .ended: [.link],
  ]

  /// They say nothing of a link, or are for the book as a whole.
  static let always: Set<EventKind> = [
    .look, .wanted, .refused, .unlink, .erased, .due, .unwanted,
  ]

  @Test(arguments: AttemptStage.allCases, EventKind.allCases)
  func `takes what is in its row and nothing else`(stage: AttemptStage, kind: EventKind) throws {
    var play = try #require(Play(at: stage))
    let event = play.sample(kind)
    #expect(EventKind(event) == kind)
    let (before, ignored) = (play.stage, play.book.ignoredCount)
    play.handle(event)
    let row = try #require(Self.rows[stage])
    let isTaken = row.contains(kind) || Self.always.contains(kind)
    #expect(play.book.ignoredCount == ignored + (isTaken ? 0 : 1))
    if !isTaken {
      #expect(play.stage == before)
      // All it may do is to let go of secrets, and to turn a browser away.
      #expect(play.errands.isEmpty && play.prompt == nil)
    }
  }

  @Test(arguments: AttemptStage.allCases.filter { $0 != .ended })
  func `ends by itself when nothing comes any more`(stage: AttemptStage) throws {
    var play = try #require(Play(at: stage))
    for _ in 0..<1_000 where play.stage != nil { play.waitForDue() }
    #expect(play.stage == nil)
    #expect(play.now < Play.start + .seconds(2_000))
  }
}

extension Play {
  /// A play whose link of mia with uber stands there.
  init?(at stage: AttemptStage) {
    let isOfBrowser = [.preparing, .expecting, .exchanging, .resting].contains(stage)
    let linked = stage == .using ? [Self.account(expiresIn: 30, refresh: "r1")] : []
    self.init(ways: [isOfBrowser ? .code : .device], vault: linked)
    let service = LinkWish.Place.service(
      form: Self.address("/form"), list: Self.address("/list"))
    switch stage {
    case .ended: break
    case .opening, .approving, .listing, .reopening, .asking, .sending:
      handle(.link(Self.wish(service)))
    case .using: handle(.link(Self.wish(.own(Self.own()))))
    case .handing, .handingAgain: handle(.link(Self.wish(.own(Self.own()))))
    case .preparing, .granting, .waiting, .polling, .expecting, .exchanging, .resting, .keeping,
      .keepingAgain:
      handle(.link(Self.wish()))
    }
    for step in Self.path(to: stage) { step(&self) }
    guard self.stage ?? .ended == stage else { return nil }
  }

  private static func path(to stage: AttemptStage) -> [(inout Play) -> Void] {
    let granted: [(inout Play) -> Void] = [{ $0.answer(200, device) }]
    let kept: [(inout Play) -> Void] =
      granted + [{ $0.waitForDue() }, { $0.answer(200, tokens) }]
    switch stage {
    case .ended, .opening, .using, .preparing, .granting: return []
    case .waiting: return granted
    case .polling: return granted + [{ $0.waitForDue() }]
    case .expecting: return [{ $0.prepared() }]
    case .exchanging: return [{ $0.prepared() }, { $0.land() }]
    case .resting: return [{ $0.prepared() }, { $0.land() }, { $0.answer(503, "") }]
    case .keeping: return kept
    case .keepingAgain:
      return kept + [{ $0.handle(.notKept(key(), edition: 1, .unwritable)) }]
    case .handing: return kept + [{ $0.vaultObeys() }]
    case .handingAgain: return kept + [{ $0.vaultObeys() }, { $0.reply(.unreadable("")) }]
    case .approving: return [{ $0.reply(.form(linkForm())) }]
    case .listing: return [{ $0.reply(.form(linkForm())) }, { $0.waitForDue() }]
    case .reopening:
      return [
        { $0.reply(.form(linkForm())) }, { $0.handle(.done(owner: "mia", conversation: "c1")) },
      ]
    case .asking: return [{ $0.reply(.form(passwordForm)) }]
    case .sending:
      return [
        { $0.reply(.form(passwordForm)) },
        { $0.handle(.answered(AttemptID(1), Errand.Body(.json, [:]))) },
      ]
    }
  }

  /// An event of that kind that fits as well as it can.
  func sample(_ kind: EventKind) -> AccountEvent {
    let attempt = book.openAttempts(of: "mia").last ?? AttemptID(1)
    // An answer is to the last errand, where one is awaited.
    let errand = lastErrand
    switch kind {
    case .link: return .link(Self.wish())
    case .reply: return .reply(errand, .done)
    case .outcome: return .outcome(errand, .notSent("refused"))
    case .listed: return .listed(owner: "mia", [], of: errand)
    case .wantsSignIn: return .wantsSignIn(errand)
    case .look: return .look(AccountSearch(owner: "mia", list: Self.address("/list")))
    case .prepared:
      guard let challenge = S256Challenge(Self.challenge) else {
        preconditionFailure("43 letters are a challenge")
      }
      return .prepared(
        attempt,
        Prepared(
          verifier: SecretHandle("v"), challenge: challenge, state: SecretHandle("s")))
    case .notPrepared: return .notPrepared(attempt)
    case .landed:
      var landing = Landing(
        id: LandingID(7), route: .callback, place: Self.web("https://usher.example/back"))
      landing.state = SecretHandle("got")
      return .landed(landing)
    case .matched: return .matched(LandingID(7), attempt)
    case .kept: return .kept(Self.key(), edition: 1, label: nil)
    case .notKept: return .notKept(Self.key(), edition: 1, .unwritable)
    case .deleted: return .deleted(Self.key(), edition: 1)
    case .notDeleted: return .notDeleted(Self.key(), edition: 1)
    case .done: return .done(owner: "mia", conversation: "c1")
    case .answered: return .answered(attempt, Errand.Body(.json, [:]))
    case .stopped: return .stopped(owner: "mia", provider: "uber")
    case .wanted: return .wanted(owner: "mia", provider: "uber", WaiterID(1))
    case .refused:
      return .refused(
        CredentialRefusal(
          owner: "mia", provider: "uber", edition: nil, way: .unlinked, again: nil))
    case .unlink: return .unlink(owner: "mia", provider: "uber")
    case .erased: return .erased(owner: "mia")
    case .unwanted: return .unwanted([SecretHandle("nobody's")])
    case .due: return .due
    }
  }
}
