// A world for the book, by a seed: answers are lost, late, twice and out of order, the vault fails,
// the clock is set back, the process is killed. What must hold is checked after every step.

import Accounts
import CivilTime
import JSON
import Mobility

/// SplitMix64, so that a seed gives the same play everywhere.
struct Dice {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) >> 33) % count
  }

  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

struct World {
  static let owners = ["mia", "ben"]
  var play: Play
  var dice: Dice
  /// Whether anything goes wrong from now on.
  var hasFaults = true
  /// Seconds that have really passed; the clock may show less.
  var real = 0
  /// What is still to come in, and when.
  var pending: [(due: Int, event: AccountEvent)] = []
  /// What the vault holds, durably.
  var vault = KeptRows()
  /// Every token that it ever held.
  var everKept: [SecretHandle: Int] = [:]
  /// Every handle that nobody may use any more.
  var discarded: Set<SecretHandle> = []
  /// The errands for tokens that are on their way, by account.
  var tokenRequests: [String: Set<ErrandID>] = [:]
  /// The pause that was told for a device code, and when it may be asked about again.
  var polls: [SecretHandle: (interval: Int, notBefore: Int)] = [:]
  /// What an answer that is still to come tells of the pause.
  var tellings: [ErrandID: (code: SecretHandle, slower: Int, least: Int)] = [:]
  /// How often each code of a browser was sent.
  var exchanges: [SecretHandle: Int] = [:]
  var prompts: [AttemptID: Int] = [:]
  var minted = 0
  var landings = 0
  /// What the last start began with, and what was written down since.
  var beginning = KeptAccounts()
  var records: [AccountRecord] = []
  var faults: [String] = []
  /// What has happened, so that a play that shows nothing is seen to.
  var seen: [String: Int] = [:]

  init(seed: UInt64) {
    dice = Dice(state: seed)
    let ways: [[LinkWay]] = [[.device], [.code], [.device, .code]]
    play = Play(ways: ways[dice.below(3)])
  }

  mutating func run(steps: Int) {
    for _ in 0..<steps { step() }
    checkReplay()
    hasFaults = false
    for _ in 0..<5_000 {
      guard !pending.isEmpty || play.book.nextDue() != nil else { break }
      advance()
    }
    if play.book.nextDue() != nil || !pending.isEmpty { faults.append("it does not settle") }
    for owner in Self.owners where !play.book.openAttempts(of: owner).isEmpty {
      faults.append("a link stays open")
    }
  }

  private mutating func step() {
    switch dice.below(12) {
    case 0...6: advance()
    case 7...9: give(somebodysWish())
    case 10:
      guard dice.oneIn(6) else { return advance() }
      // The clock is set back by up to an hour.
      play.now = play.now - .seconds(1 + dice.below(3_600))
      note("clock")
    default: if dice.oneIn(4) { restart() }
    }
  }

  /// Time passes until something comes in or is due.
  private mutating func advance() {
    pending.sort { $0.due < $1.due }
    let due = play.book.nextDue().map {
      real + max(0, Int(($0.since(play.now).wholeMilliseconds + 999) / 1_000))
    }
    if let first = pending.first, first.due <= due ?? .max {
      pass(to: first.due)
      // What comes at one time comes in any order.
      let same = pending.prefix { $0.due <= first.due }.count
      give(pending.remove(at: dice.below(same)).event)
    } else if let due {
      pass(to: due)
      give(.due)
    } else {
      pass(to: real + 30)
    }
  }

  private mutating func pass(to moment: Int) {
    play.now = play.now + .seconds(max(0, moment - real))
    real = max(real, moment)
  }

  private mutating func somebodysWish() -> AccountEvent {
    let owner = Self.owners[dice.below(2)]
    let provider = ["uber", "lyft"][dice.below(2)]
    switch dice.below(9) {
    case 0...2:
      return .link(Play.wish(owner: owner, provider: provider, waiter: dice.below(9)))
    case 3...5: return .wanted(owner: owner, provider: provider, WaiterID(dice.below(9)))
    case 6: return .unlink(owner: owner, provider: provider)
    case 7: return .stopped(owner: owner, provider: provider)
    default:
      let edition = vault.accounts[Play.key(owner, provider)]?.edition
      return .refused(
        CredentialRefusal(
          owner: owner, provider: provider, edition: edition, way: .credential(recovery: nil),
          again: dice.oneIn(2) ? Play.wish(owner: owner, provider: provider) : nil))
    }
  }

  // What the world does

  mutating func give(_ event: AccountEvent) {
    if case .outcome(let errand, _) = event {
      for key in tokenRequests.keys { tokenRequests[key]?.remove(errand) }
      if let told = tellings.removeValue(forKey: errand), var poll = polls[told.code] {
        poll.interval += told.slower
        poll.notBefore = real + max(poll.interval, told.least)
        polls[told.code] = poll
      }
    }
    play.handle(event)
    carryOut(play.effects)
    check()
  }

  /// The process is killed: what was to come in is gone, what the vault has is not.
  private mutating func restart() {
    checkReplay()
    do {
      beginning = try vault.kept()
    } catch {
      faults.append("what is kept cannot be read: \(error)")
    }
    faults += vault.unwritten
    records = []
    // Another link may get the number of one that is over.
    prompts = prompts.filter { beginning.attempts[$0.key] != nil }
    pending = pending.filter { if case .landed = $0.event { true } else { false } }
    (tokenRequests, tellings) = ([:], [:])
    play.book = AccountBook(
      base: play.book.base, service: play.book.service,
      providers: Array(play.book.providers.values), limits: play.book.limits, kept: beginning,
      at: play.now)
    carryOut(
      play.book.start(vault: Array(beginning.accounts.values), at: play.now, numbering: &play.next))
    note("restart")
    for owner in Self.owners where !play.book.openAttempts(of: owner).isEmpty { note("resumed") }
    if !beginning.partings.isEmpty { note("still to be told") }
    check()
  }

  private mutating func carryOut(_ effects: [AccountEffect]) {
    for effect in effects {
      switch effect {
      case .send(let errand, _): send(errand)
      case .prepare(let preparation): later(1, prepared(preparation.attempt))
      case .match(let landing, _, let among):
        later(0, .matched(landing, dice.oneIn(4) && hasFaults ? nil : among.keys.min()))
      case .vault(let deed): obey(deed)
      case .record(let record): records.append(record)
      case .tell(let news): hear(news)
      case .resume(_, .ready): note("ready")
      case .close, .answer, .resume: break
      }
    }
  }

  private mutating func later(_ seconds: Int, _ event: AccountEvent) {
    pending.append((real + seconds, event))
    // It may come twice. A browser that comes twice is another landing.
    if case .landed = event { return }
    if hasFaults, dice.oneIn(8) { pending.append((real + seconds + dice.below(20), event)) }
  }

  private mutating func prepared(_ attempt: AttemptID) -> AccountEvent {
    minted += 1
    guard let challenge = S256Challenge(Play.challenge), !(hasFaults && dice.oneIn(9)) else {
      return .notPrepared(attempt)
    }
    return .prepared(
      attempt,
      Prepared(
        verifier: SecretHandle("v\(minted)"), challenge: challenge,
        state: SecretHandle("s\(minted)")))
  }

  private mutating func obey(_ deed: VaultDeed) {
    let fails = hasFaults && dice.oneIn(5)
    switch deed {
    case .keep(let account, _):
      let key = account.key
      guard !fails else { return later(0, .notKept(key, edition: account.edition, .unwritable)) }
      vault.obey(deed)
      everKept[account.access] = account.edition
      later(0, .kept(key, edition: account.edition, label: nil))
    case .delete(let key, let edition, _, _):
      guard !fails else { return later(0, .notDeleted(key, edition: edition)) }
      vault.obey(deed)
      later(0, .deleted(key, edition: edition))
    case .discard(let handles): discarded.formUnion(handles)
    // One that was never written down ends with the process; of another one the vault has a word
    // that holds, or an older one that asks too early.
    case .keepAttempt(let attempt):
      if !fails || vault.attempts[attempt.id] != nil { vault.obey(deed) }
    case .keepParting: if !fails { vault.obey(deed) }
    case .deleteAttempt, .deleteParting: vault.obey(deed)
    }
  }

  private mutating func hear(_ news: AccountNews) {
    switch news {
    case .prompt(let prompt, let isRepeated):
      guard !isRepeated else { return }
      prompts[prompt.attempt, default: 0] += 1
      if case .open = prompt.task {
        for _ in 0..<2 {
          landings += 1
          var landing = Landing(
            id: LandingID(landings), route: .callback,
            place: Play.web("https://usher.example/back"))
          landing.state = SecretHandle("got\(landings)")
          landing.code = SecretHandle("code\(landings)")
          later(5 + dice.below(700), .landed(landing))
        }
      }
    case .linked: note("linked")
    case .linkFailed: note("failed")
    case .unlinked: note("unlinked")
    case .lost: note("lost")
    case .linkRefused, .landingRefused, .notYet, .formRefused, .formIncomplete, .signInRefused,
      .linkedAtService, .linkStopped, .nothingToUnlink, .notRemoved, .partyTold, .operatorNeeded:
      break
    }
  }

  mutating func note(_ what: String) { seen[what, default: 0] += 1 }
}
