// The order of events: the whole program without its operating system. What comes in is sent to its
// place here; what happens there stands in the extensions.

import Accounts
import Bookings
public import CivilTime
public import Dialogue
public import Language
import LineProtocol
import Mobility
import Passes
import Products

/// The booking agent. A value: the same events at the same times give the same effects.
public struct Agent: Sendable {
  /// The house as it is after the last event.
  public internal(set) var world: World
  let reader: Reader
  var settings: AgentSettings
  var chance: SeededRandom
  var sessions: [SessionID: Session] = [:]
  /// Those that nobody has signed in on yet.
  var admissions = AdmissionQueue()
  /// When it is seen next whether those who have signed in still may; nil if nobody has.
  var tokensDue: Instant?
  /// The sessions that wait for something, so that an event costs the same however many are idle.
  var waiting: Set<SessionID> = []
  var conversations = BoundedKeeping<ConversationKey, KeptConversation>()
  var unconfirmed = Unconfirmed()
  /// Answers to messages that changed something; also durable.
  var answers = KeptAnswers()
  /// Answers to messages that changed nothing.
  var recentAnswers = BoundedKeeping<MessageKey, RecentAnswer>()
  /// What is left of long answers to programs, told by `more`.
  var rests = BoundedKeeping<ConversationKey, [Reply]>()
  /// News that nobody has heard yet.
  var board = NewsBoard()
  /// Programs that acknowledge news each for itself.
  var newsReaders = NewsReaders()
  /// News that people at terminals were told and that are not yet noted as heard.
  var toldNews = ToldNews()
  /// Sessions that may be owed news: told as soon as the store works.
  var owedNews: Set<SessionID> = []
  /// Sessions on which something is watched.
  var watchers: Set<SessionID> = []
  /// Sessions that are told something before the next answer on them.
  var heldNews: Set<SessionID> = []
  /// Where a booking is spoken of and in which language, for news of its passes.
  var homes: [Int: BookingHome] = [:]
  /// Where a wait is spoken of and in which language, for news of it.
  var waitHomes: [Int: BookingHome] = [:]
  /// Where a purchase is spoken of and in which language, for news of it.
  var rideHomes: [Int: BookingHome] = [:]
  /// In which conversation, as purchases name it, an account was linked, for news of it.
  var accountHomes: [AccountKey: String] = [:]
  /// What a desk that was made anew asks, and has not been done yet.
  var ridesOwed: [TravelEffect] = []
  var openingsRead: [CivilDate: OpeningsState] = [:]
  /// When what is over is forgotten next.
  var forgetsNext: Instant?
  /// The latest that the clock has shown; set back with it.
  var lastSeen: Instant?
  /// By how much the clock was set back that passes have not been told of.
  var setBackOwed = Duration.zero
  var counts = Counts()
  var isStopping = false
  var limiter: TurnLimiter?
  /// Whether the clock is frozen: then nothing becomes due by waiting for it.
  public var clockStands = false
  /// What a session is told that waited for the service.
  var settled: Settled?
  /// How answers to errands of accounts are read, and whose they are.
  var accountReadings: [ErrandID: AccountReading] = [:]
  /// What is told of accounts to sessions that wait for the service.
  var accountNews: [WaitPlace: [AccountNews]] = [:]
  /// What is to be told of accounts as soon as the store works again.
  var accountNewsOwed: [AccountNews] = []
  /// Until then nothing is begun that nobody asked for: the store has just failed.
  var restsUntil: Instant?

  // What the event in hand has led to so far.
  var entries: [JournalEntry] = []
  var effects: [Effect] = []

  /// Numbers that are counted up and told.
  struct Counts: Hashable, Sendable {
    var messages = 0
    /// Passes that the gateway took, and that were given up, since the start.
    var passesAccepted = 0
    var passesFailed = 0

    mutating func count(_ event: PassEvent) {
      switch event {
      case .accepted(let editions, _): passesAccepted += editions.count
      case .failed(let editions, _, _): passesFailed += editions.count
      default: break
      }
    }
  }

  /// The id of the next message, which no other has: also not one of an earlier start, whose
  /// choices somebody may still pick.
  mutating func nextMessageID() -> String {
    counts.messages += 1
    return "m\(counts.messages)"
  }

  /// An agent of a house. The seed settles all chance.
  public init(world: World, reader: Reader, settings: AgentSettings, seed: UInt64) {
    self.world = world.knowing(settings.zone)
    self.reader = reader
    self.settings = settings
    chance = SeededRandom(seed: seed)
    if !settings.allowsTests { counts.messages = Self.firstMessage(of: seed) }
    limiter = TurnLimiter(settings)
  }

  /// Where the ids of messages begin: far from those of other starts. Tests count from 1.
  private static func firstMessage(of seed: UInt64) -> Int {
    var draw = SeededRandom(seed: ~seed)
    return Int(draw.next() >> 24)
  }

  /// What a new start does before anything is heard: passes whose fate is unknown are taken up. The
  /// clock may have been set back since the last entry of the journal.
  public mutating func start(
    answers stored: [StoredAnswer], news: [News] = [], lastNews: Int = 0,
    lastEntry: Instant? = nil, at now: Instant
  ) -> [Effect] {
    answers.replace(with: stored)
    board = NewsBoard(news, last: lastNews)
    hear(board.giveWay(settings.limits, of: board.users), at: now)
    lastSeen = lastEntry
    lookAtClock(now)
    follow(world.outbox.decideRestart(at: now, using: &chance), at: now)
    offerWhatIsFree(at: now)
    endLinksOfBefore(at: now)
    return finish(at: now)
  }

  /// The single door: what happens because of an event, in the order in which it is to be done.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    lookAtClock(now)
    hearWhatHasLeft(at: now)
    switch event {
    case .opened(let id, let face): open(id, face, at: now)
    case .asked(let id, let request): ask(id, request, at: now)
    case .inputEnded(let id): endInput(of: id, at: now)
    case .interrupted(let id): interrupt(id)
    case .pressed(let id, let key): press(key, on: id, at: now)
    case .resized(let id, let columns, let rows): resized(id, columns, rows, at: now)
    case .silent(let id):
      // Only who asked for news is told anything unasked.
      if sessions[id]?.isSubscribed == true { effects.append(.ping(id)) }
    case .gone(let id): forget(id)
    case .settled(let call, let outcome): settle(call, outcome, at: now)
    case .openingsRead(let date, let answer): take(answer, for: date, at: now)
    case .errandSettled(let errand, let outcome): settle(errand, outcome, at: now)
    case .account(let event): world.happened(event, at: now)
    case .signedIn(let id, let outcome): signedIn(id, outcome, at: now)
    case .clockMoved(let id, let refusal): clockMoved(id, refusal, at: now)
    case .tokensRead(let principals): endSessions(unlessOf: principals)
    case .mended:
      resumePasses(at: now)
      if tokensDue != nil { tokensDue = now }
    case .due: break
    case .stopping: isStopping = true
    }
    return finish(at: now)
  }

  /// The next instant at which something is due; nil if only what comes from outside matters. An
  /// instant that has passed means at once.
  public func nextWake(at now: Instant) -> Instant? {
    if isAhead(of: now) { return now }
    if setBackOwed != .zero { return restsUntil ?? now }
    let waits = waiting.lazy.compactMap { sessions[$0]?.nextEndOfWaiting }.min()
    let rides = ridesOwed.isEmpty ? world.travel.nextDue : now
    let accounts = world.accounts?.nextDue()
    let due = [world.outbox.nextWake(at: now), world.ledger.waits.nextDue, rides, accounts]
      .compactMap(\.self).min()
    let isOwed = !owedNews.isEmpty || !toldNews.isEmpty || !accountNewsOwed.isEmpty
    let own = (isOwed ? now : due).map { max($0, restsUntil ?? $0) }
    return [own, waits, admissions.next, tokensDue, nextBoard].compactMap(\.self).min()
  }

  /// Does what is due, and hands out all that the event has led to.
  mutating func finish(at now: Instant) -> [Effect] {
    if isRested(at: now) {
      restsUntil = nil
      sendWhatIsDue(at: now)
    }
    goOnWithRides(at: now)
    if !waiting.isEmpty { endSessionsThatAreDone(at: now) }
    endSessionsOfNobody(at: now)
    lookAtTokens(at: now)
    if !waiting.isEmpty { endWaitsForWindows(at: now) }
    if !watchers.isEmpty { drawBoards(at: now) }
    releaseWaits(at: now)
    forgetWhatIsOver(at: now)
    if !heldNews.isEmpty { tellHeldNews(at: now) }
    defer {
      entries = []
      effects = []
    }
    return entries.isEmpty ? effects : [.commit(entries)] + effects
  }

  /// Takes pass events as happened and writes them down.
  mutating func follow(_ events: [PassEvent], at now: Instant) {
    for event in events {
      world.outbox.apply(event)
      counts.count(event)
      entries.append(JournalEntry(at: now, by: nil, fact: .pass(event)))
      if let news = event.operatorNews { effects.append(.tellOperator(.gateway(news))) }
    }
  }

  /// Lets passes leave again after a fault of ours, whether or not anything was stopped.
  @discardableResult
  mutating func resumePasses(at now: Instant) -> Bool {
    let events = world.outbox.decideResume(at: now)
    follow(events, at: now)
    if !events.isEmpty { effects.append(.tellOperator(.passesResumed)) }
    return !events.isEmpty
  }

  private mutating func forgetWhatIsOver(at now: Instant) {
    if let next = forgetsNext, now < next { return }
    let isFirst = forgetsNext == nil
    forgetsNext = now + .seconds(settings.limits.forgetsEverySeconds)
    if isFirst { return }
    // The answer to a call that is on its way must find its passes, however far the clock was set.
    board.forgetExpired(at: now)
    for session in sessions.values {
      guard let key = session.newsReader else { continue }
      newsReaders.note(key, isPrivate: session.isPrivate, settings.limits, at: now)
    }
    hear(newsReaders.forgetAway(settings.limits, on: board, at: now), at: now)
    let outbox = world.outbox
    let spokenOf = board.bookings
    let forgotten = world.ledger.forget(at: now) {
      outbox.pendingCount(of: $0) > 0 || spokenOf.contains($0)
    }
    for reference in forgotten {
      world.outbox.forget(reference)
      homes[reference.number] = nil
    }
    let waited = board.waits
    world.ledger.forgetWaits { waited.contains($0) }
    waitHomes = waitHomes.filter { world.ledger.waits[WaitReference($0.key)] != nil }
    rideHomes = rideHomes.filter { world.travel.purchases[PurchaseID($0.key)] != nil }
    accountHomes = accountHomes.filter { board.waits(for: $0.key.owner) }
    answers.forgetExpired(at: now)
  }

  /// Whether a call to the gateway is on its way.
  public var awaitsGateway: Bool {
    !world.outbox.callsInFlight.isEmpty || world.travel.awaitsService || !accountReadings.isEmpty
      || openingsRead.values.contains(where: \.isAwaited)
  }
}
