// What only tests and demonstrations ask of a running agent: to move its clock and to begin again.

import Accounts
public import BookingAgent
import Bookings
public import CivilTime
import Gateways
import JSON
import LineProtocol
public import Mobility
public import Storage
import Vault

extension RunningHouse {
  // MARK: - Tests move the clock

  /// Moves a frozen clock; what falls due on the way happens in order, outcomes awaited.
  func moveClock(_ move: ClockMove, for session: SessionID) {
    let now = clock.now
    var target = now
    switch move {
    case .advance(let seconds): target = now + .seconds(seconds)
    case .set(let moment):
      guard case .once(let instant) = settings.zone.resolve(moment) else {
        let words = "\(moment) happens twice or never in \(settings.zone.name)."
        return handle([.clockMoved(session, refusal: words)])
      }
      target = instant
    }
    // Later moments cannot be told, and many such moves would leave what instants can count.
    let last = CivilMoment(minuteNumber: .max)
    guard target <= settings.zone.instant(nearest: last) else {
      let words = "The clock goes no further than \(last)."
      return handle([.clockMoved(session, refusal: words)])
    }
    moveClock(to: target)
    handle([.clockMoved(session, refusal: nil)])
  }

  /// As `/clock` does; for demonstrations and written conversations.
  public func moveClock(to target: Instant) {
    awaitOutcomes()
    for _ in 0..<Self.stepsMax {
      let now = clock.now
      guard let next = agent.nextWake(at: now), next <= target else { break }
      clock = .frozen(max(now, next))
      agent.noteOutputLeft()
      handle([.due])
      awaitOutcomes()
    }
    clock = .frozen(target)
    agent.noteOutputLeft()
    handle([.due])
    awaitOutcomes()
  }

  /// Lets a frozen clock run on from where it stands.
  public func letClockRun() {
    if clock.isFrozen { clock = .ahead(clock.now.since(HouseClock.system.now)) }
    steadyClock = clock.steadyClock
    agent.clockStands = false
  }

  /// More than any policy of retries comes to within years.
  static let stepsMax = 100_000
  /// Real seconds that a gateway's answer is waited for under a frozen clock.
  static let outcomeSeconds = 60.0

  private func awaitOutcomes() {
    settleWhatArrived()
    // What has come already and waits for the store is handed in by a wake.
    while agent.awaitsGateway, unsettled.isEmpty {
      let arrived = inbox.waitForSome(atMost: Self.outcomeSeconds)
      if arrived.isEmpty {
        let words = "the gateway has not answered in time; going on"
        return log(LogRecord(.warning, "gateway-silent", words))
      }
      handle(arrived)
      // What the vault has done for it meanwhile is known at once.
      settleWhatArrived()
    }
  }

  // MARK: - Tests carry errands

  /// Takes in what came of an errand that was handed out to be carried; the next wake goes on with
  /// it. Secrets in an answer become handles before anybody sees it, as on its way in otherwise.
  public func settle(_ errand: Errand, _ outcome: ErrandOutcome) {
    errandsSettled.append(.errandSettled(errand.id, withoutSecrets(outcome, of: errand)))
  }

  /// What a handle stands for, for who carries the errand that takes it along.
  public func secret(of handle: SecretHandle) -> Secret? { keeper.shelf.secret(of: handle) }

  // MARK: - Tests look at the store

  /// What is durable now.
  /// - Throws: why it cannot be read.
  public func durableState() throws(StoreFault) -> DurableState { try store.load(at: clock.now) }

  /// Where the store contradicts itself, as `usher store check` finds it.
  /// - Throws: why it could not look.
  public func checkStore() throws(StoreFault) -> [Discrepancy] { try store.check() }

  // MARK: - Tests begin again

  func startAfresh(
    for session: SessionID, _ request: RequestID?, _ members: JSONObject
  ) {
    let now = clock.now
    guard case .memory = settings.store else {
      let words = "A store in a file is not emptied; use --store :memory: for tests."
      carryOut(agent.refuseFreshStart(for: session, request, because: words, at: now))
      return
    }
    // Calls are counted anew afterwards: an old answer must not be taken for a new one's.
    awaitOutcomes()
    do {
      let fresh = try FreshHouse(members, over: settings).settings
      let empty = try Store(
        at: .memory, rooms: fresh.building.rooms, limits: settings.storeLimits)
      try empty.begin(with: fresh.beginning, at: now)
      let state = try empty.load(at: now)
      store.close()
      store = empty
      // What it was told to do and has not done was meant for the house before.
      (gateway as? ScriptedGateway)?.setOutcomes([])
      let world = Self.world(
        fresh, state, gateway.abilities, accounts: KeptAccounts(), stillOut: errandsOut, at: now)
      carryOut(agent.startAfresh(world: world, for: session, request, at: now))
    } catch {
      let words = "\(error)"
      carryOut(agent.refuseFreshStart(for: session, request, because: words, at: now))
    }
  }
}

extension Effect {
  /// Whether it is carried out behind all others of its batch: it waits until the gateway has
  /// answered all calls, or may end any session.
  var comesLast: Bool {
    switch self {
    case .moveClock, .startAfresh, .readTokens: true
    default: false
    }
  }
}
