// One running agent: its value, its store, its gateway and its clock, and how one wake goes.

import Accounts
public import BookingAgent
public import Bookings
import CivilTime
public import Dialogue
public import Gateways
import JSON
import Language
import LineProtocol
public import Mobility
import Passes
import Products
import Storage
import Vault

/// A running agent. A class because it owns the store and the gateway, which end once. Used from
/// one thread only.
public final class RunningHouse {
  /// The clock; under test it stands still, and in a simulated world it is told.
  public var clock: HouseClock
  /// How long it has been since some moment, by a clock that nobody sets; nil where only the clock
  /// above says that time goes by.
  public var steadyClock: (() -> Duration)?
  /// What has happened that whoever runs the process should know.
  public var log: (LogRecord) -> Void

  var settings: HouseSettings
  /// Makes the settings anew from the same files, with the rooms that are known; what it throws is
  /// said in the log.
  public var reread: ((Building) throws -> HouseSettings)?
  var agent: Agent
  var store: Store
  let gateway: any Gateway
  let inbox: GatewayInbox
  /// What the agent is started with.
  var answers: [StoredAnswer]
  /// As `answers`: the news that were read, and the highest number of any.
  var news: (kept: [News], last: Int)
  /// What the clock showed at the last entry of the journal that was read.
  var lastEntry: Instant?
  /// What waits to be told to sessions until the end of the wake.
  var outgoing: [Effect] = []
  /// Whether what a start does is still to be done.
  var isToStart = true
  /// The mobility service as a demonstration or a written conversation plays it.
  public var mobility: PlayedMobility?
  /// What came of errands and is still to be handed in.
  var errandsSettled: [Event] = []
  /// What carries errands to the mobility service, where there is one.
  let sender: ErrandSender?
  /// What carries them in its place, where it is handed in.
  let carrier: ((Errand) -> Void)?
  /// What keeps the secrets of accounts.
  let keeper: SecretKeeper
  /// Where browsers come back to; nil where nobody listens.
  public var browsers: BrowserListening?
  /// Which browsers wait to be told whether they were right.
  var visits: [LandingID: BrowserListening.Visit] = [:]
  /// How many addresses somebody has landed on.
  var landingCount = 0
  /// When secrets that were typed are forgotten, the earliest first.
  var secretsExpire: [Instant] = []
  /// Which secrets were lent to errands that are on their way.
  var lent: [ErrandID: [SecretHandle]] = [:]
  /// Answers of the gateway, and of errands, whose commit failed; taken again once the store has
  /// rested.
  var unsettled: [Event] = []
  /// Which errands have left since the start.
  var errandsOut = ErrandsOut()
  /// Until then the store rests after a failure.
  var restsUntil: Instant?
  /// What both clocks showed when they were looked at last.
  var lastLook: (clock: Instant, steady: Duration)?
  /// How the store failed last, until it works again: what is told once is not told at every turn.
  var lastFault: StoreFault?
  /// Why the store could not be read after a failure: the agent knows of changes that are not
  /// durable, and nothing it says is told.
  var astrayBecause: StoreFault?
  /// The messages of changes of which somebody was told that they may or may not have been done;
  /// nil if there are none. The store takes no change since: what comes is certainly not done, but
  /// for these, which perhaps are.
  var doubted: Set<MessageKey>?

  /// Opens the store and starts the agent. `nudge` is called, on any thread, when the gateway has
  /// answered: then `wake` is to be called, with no event if there is no other. A gateway that is
  /// handed in stands in place of the one that the settings name; it is given where its answers go.
  /// Errands that are carried by who hands that in are settled by `settle`.
  /// - Throws: why the store or the gateway cannot be used.
  public init(
    _ settings: HouseSettings, log: @escaping (LogRecord) -> Void,
    nudge: @escaping @Sendable () -> Void,
    gateway make: ((@escaping @Sendable (GatewayResult) -> Void) -> any Gateway)? = nil,
    errands carrier: ((Errand) -> Void)? = nil
  ) throws {
    self.settings = settings
    self.log = log
    self.carrier = carrier
    clock = settings.clock
    steadyClock = settings.clock.steadyClock
    inbox = GatewayInbox(nudge: nudge)
    if case .played(let played) = settings.mobility { mobility = played }
    keeper = try Self.keeper(settings, log: log)
    sender = try Self.sender(settings, inbox, keeper.shelf)
    gateway = try make?(inbox.put) ?? Self.gateway(settings, inbox)
    store = try Store(
      at: settings.store, rooms: settings.building.rooms, limits: settings.storeLimits)
    let now = settings.clock.now
    try store.begin(with: settings.beginning, at: now)
    let state = try store.load(at: now)
    var own = settings.agent
    own.remembersPasses = settings.store != .memory
    agent = Agent(
      world: Self.world(
        settings, state, gateway.abilities, accounts: Self.accounts(in: keeper, log: log), at: now),
      reader: Reader(grammar: settings.grammar), settings: own, seed: settings.seed)
    agent.clockStands = settings.clock.isFrozen
    if settings.accounts?.vault != nil { secretsExpire = Self.expiryOfOlderSecrets(from: now) }
    answers = state.answers
    news = (state.news, state.lastNews)
    lastEntry = state.lastEntry
    note(state.travelUnread)
    keepRooms()
  }

  /// Hands in what has happened, makes durable what follows from it, carries it out, and returns
  /// what sessions are to be told, in order.
  public func wake(_ events: [Event]) -> [Effect] {
    agent.noteOutputLeft()
    if isToStart, isStoreRested { start() }
    forgetSecrets()
    takeUnsettled()
    if events.contains(where: { if case .mended = $0 { true } else { false } }) { readFilesAgain() }
    handle(events)
    settleWhatArrived()
    defer { outgoing = [] }
    return outgoing
  }

  /// How long until something is due; nil if nothing is, or only a frozen clock would bring it.
  public var nextWake: Duration? {
    if clock.isFrozen { return nil }
    let now = clock.now
    let again = isToStart || !unsettled.isEmpty ? storeRestEnd(at: now) ?? now : nil
    return [agent.nextWake(at: now), again, secretsExpire.first].compactMap(\.self).min()
      .map { atMostUntilNextLook(max(.zero, $0.since(now))) }
  }

  /// What the agent takes for true now; what is durable says the same after every wake, unless the
  /// house is astray.
  public var world: World { agent.world }

  /// Whether the store could not even be read after a failure: what the agent takes for true is
  /// told to nobody until it can.
  public var isAstray: Bool { astrayBecause != nil }

  /// Whether a call to the gateway is on its way.
  public var awaitsGateway: Bool { agent.awaitsGateway }

  /// Ends: the gateway is broken off, the store closed.
  public func close() {
    gateway.close()
    sender?.close()
    keeper.close()
    store.close()
  }

  // MARK: - A wake

  func settleWhatArrived() {
    while true {
      let errands = errandsSettled + inbox.takeErrands()
      errandsSettled = []
      handle(errands)
      let arrived = inbox.takeResults()
      for record in inbox.takeRecords() { log(OperatorWording.record(of: record)) }
      if arrived.isEmpty, errandsSettled.isEmpty { return }
      renewRooms(from: arrived)
      handle(arrived.map(GatewayInbox.event))
    }
  }

  private func start() {
    isToStart = false
    agent.beginWake()
    let effects = agent.start(
      answers: answers, news: news.kept, lastNews: news.last, lastEntry: lastEntry, at: clock.now)
    if !carryOut(effects) { isToStart = true }
    tellOfBookingsOutOfPlace()
  }

  private func takeUnsettled() {
    guard !unsettled.isEmpty, isStoreRested else { return }
    let events = unsettled
    unsettled = []
    handle(events)
  }

  /// One batch: all events, one commit, then everything that rests on it.
  func handle(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let now = clock.now
    if astrayBecause != nil { readAgain() }
    noticeClock(at: now)
    agent.beginWake()
    if carryOut(events.flatMap { agent.handle(withoutSecret($0), at: now) }) {
      for case .errandSettled(let errand, _) in events {
        errandsOut.settle(errand)
        if let handles = lent.removeValue(forKey: errand) { keeper.giveBack(handles) }
      }
      return
    }
    unsettled += events.filter(\.isOutcome)
  }

  /// Makes durable and carries out; false if that failed and nothing has happened.
  @discardableResult
  func carryOut(_ effects: [Effect]) -> Bool {
    var entries: [JournalEntry] = []
    // What waits for answers of the gateway comes last: they may be of calls further on. So does
    // what ends sessions whose token was taken back: what was done for them is told before.
    var last: [Effect] = []
    for effect in effects {
      if case .commit(let some) = effect { entries += some }
      if effect.comesLast { last.append(effect) }
    }
    if let fault = commit(entries) {
      recover(from: fault, effects)
      return false
    }
    for effect in effects where !effect.comesLast { carryOut(effect) }
    for effect in last { carryOut(effect) }
    return true
  }

  private func commit(_ entries: [JournalEntry]) -> StoreFault? {
    if let fault = astrayBecause { return fault }
    guard !entries.isEmpty else { return nil }
    do throws(StoreFault) {
      try store.commit(entries)
      if lastFault != nil { log(LogRecord(.info, "store-works", OperatorWording.storeWorksAgain)) }
      lastFault = nil
      return nil
    } catch {
      return error
    }
  }

  func carryOut(_ effect: Effect) {
    switch effect {
    case .commit: break
    case .greet, .reply, .refuse, .result, .notice, .ping, .setDisplay, .askWindow, .board, .close:
      outgoing.append(effect)
    case .call(let call, let roomName, let untitled):
      gateway.start(call, roomName: roomName, untitled: untitled)
    case .errand(let errand):
      errandsOut.add(errand.id)
      carryOut(errand)
    case .account(let effect): carryOut(effect)
    case .readOpenings(let date): gateway.fetchRooms(on: date)
    case .signIn(let session, let token):
      handle([.signedIn(session, settings.tokens?.look(at: token) ?? .unavailable)])
    case .readTokens: handle([.tokensRead(currentPrincipals())])
    case .moveClock(let session, let move): moveClock(move, for: session)
    case .scriptGateway(let outcomes): script(outcomes)
    case .startAfresh(let session, let request, let members):
      startAfresh(for: session, request, members)
    case .tellOperator(let notice): log(OperatorWording.record(of: notice))
    }
  }

  private func carryOut(_ errand: Errand) {
    lendSecrets(to: errand)
    if let carrier { return carrier(errand) }
    if let sender { return sender.send(errand) }
    let outcome =
      mobility?.answer(errand) ?? .notSent("there is no mobility service in the configuration")
    errandsSettled.append(.errandSettled(errand.id, withoutSecrets(outcome, of: errand)))
  }

  /// The trip of the played service is there at the beginning.
  func beginWithPlayedTrips(of owner: UserID) {
    do throws(AnswerFault) {
      begin(with: try mobility?.trips(limits: MobilityLimits()) ?? [], of: owner)
    } catch {
      log(LogRecord(.error, "trip-unreadable", "\(error)"))
    }
  }

  /// Trips that are there at the beginning, for their owner.
  public func begin(with trips: [Trip], of owner: UserID) {
    for trip in trips { carryOut(agent.take(trip, of: owner, at: clock.now)) }
  }

  /// Trips that the service is asked for at the beginning, for their owner.
  public func begin(withTripsAt addresses: [WebAddress], of owner: UserID) {
    for address in addresses { carryOut(agent.fetch(address, of: owner, at: clock.now)) }
  }

  private func currentPrincipals() -> [Principal]? {
    do throws(TokenFault) {
      return try settings.tokens?.principals() ?? []
    } catch {
      log(LogRecord(.error, "tokens-unreadable", "\(error)"))
      return nil
    }
  }

  private func script(_ outcomes: [ScriptedOutcome]) {
    for outcome in outcomes { script(outcome) }
  }

  /// What a scripted gateway does after all it was told already; another gateway is not told.
  public func script(_ outcome: ScriptedOutcome) {
    guard let scripted = gateway as? ScriptedGateway else { return }
    scripted.appendOutcome(outcome)
  }
}

extension Event {
  /// Whether it tells what came of something that was asked of the world once, and is told once.
  fileprivate var isOutcome: Bool {
    switch self {
    case .settled, .errandSettled: true
    default: false
    }
  }
}
