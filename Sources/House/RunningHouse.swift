// One running agent: its value, its store, its gateway and its clock, and how one wake goes.

public import BookingAgent
import Bookings
public import CivilTime
import Dialogue
import Gateways
import JSON
import Language
import LineProtocol
import Passes
import Storage

/// A running agent. A class because it owns the store and the gateway, which end once. Used from
/// one thread only.
public final class RunningHouse {
  /// The clock; under test it stands still.
  public private(set) var clock: HouseClock
  /// What has happened that whoever runs the process should know, each as one line.
  public var log: (String) -> Void

  let settings: HouseSettings
  private var agent: Agent
  private var store: Store
  private let gateway: any Gateway
  private let inbox: GatewayInbox
  /// What waits to be told to sessions until the end of the wake.
  private var outgoing: [Effect] = []
  private var startEffects: [Effect]

  /// Opens the store and starts the agent. `nudge` is called, on any thread, when the gateway has
  /// answered: then `wake` is to be called, with no event if there is no other.
  /// - Throws: why the store or the gateway cannot be used.
  public init(
    _ settings: HouseSettings, log: @escaping (String) -> Void,
    nudge: @escaping @Sendable () -> Void
  ) throws {
    self.settings = settings
    self.log = log
    clock = settings.clock
    inbox = GatewayInbox(nudge: nudge)
    gateway = try Self.gateway(settings, inbox)
    store = try Store(
      at: settings.store, rooms: settings.building.rooms, limits: settings.storeLimits)
    let now = settings.clock.now
    if !settings.beginning.isEmpty {
      try store.commit(
        settings.beginning.map {
          JournalEntry(at: now, by: $0.owner, fact: .booking(.booked($0)))
        })
    }
    let state = try store.load(at: now)
    agent = Agent(
      world: Self.world(settings, state, gateway.abilities, at: now),
      reader: Reader(grammar: settings.grammar), settings: settings.agent, seed: settings.seed)
    startEffects = agent.start(answers: state.answers, at: now)
  }

  /// Hands in what has happened, makes durable what follows from it, carries it out, and returns
  /// what sessions are to be told, in order.
  public func wake(_ events: [Event]) -> [Effect] {
    if !startEffects.isEmpty {
      let effects = startEffects
      startEffects = []
      carryOut(effects)
    }
    handle(events)
    settleWhatArrived()
    defer { outgoing = [] }
    return outgoing
  }

  /// How long until something is due; nil if nothing is, or only a frozen clock would bring it.
  public var nextWake: Duration? {
    if clock.isFrozen { return nil }
    let now = clock.now
    return agent.nextWake(at: now).map { max(.zero, $0.since(now)) }
  }

  /// Whether a call to the gateway is on its way.
  public var awaitsGateway: Bool { agent.awaitsGateway }

  /// Ends: the gateway is broken off, the store closed.
  public func close() {
    gateway.close()
    store.close()
  }

  // MARK: - A wake

  private func settleWhatArrived() {
    while true {
      let arrived = inbox.takeAll()
      if arrived.isEmpty { return }
      handle(arrived)
    }
  }

  /// One batch: all events, one commit, then everything that rests on it.
  private func handle(_ events: [Event]) {
    guard !events.isEmpty else { return }
    let now = clock.now
    agent.beginWake()
    carryOut(events.flatMap { agent.handle($0, at: now) })
  }

  private func carryOut(_ effects: [Effect]) {
    var entries: [JournalEntry] = []
    for case .commit(let some) in effects { entries += some }
    if !entries.isEmpty {
      do throws(StoreFault) { try store.commit(entries) } catch {
        return recover(from: error, effects)
      }
    }
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .commit: break
    case .greet, .reply, .refuse, .result, .notice, .close: outgoing.append(effect)
    case .call(let call, let roomName): gateway.start(call, roomName: roomName)
    case .readOpenings(let date): gateway.fetchRooms(on: date)
    case .moveClock(let session, let move): moveClock(move, for: session)
    case .scriptGateway(let outcomes): script(outcomes)
    case .startAfresh(let session, let request, let building):
      startAfresh(for: session, request, building)
    case .tellOperator(let notice): log(OperatorWording.line(for: notice))
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

  // MARK: - When a commit fails

  /// Nothing of the batch has happened: the agent is as the store is, and everybody is told.
  private func recover(from fault: StoreFault, _ effects: [Effect]) {
    log("\(fault)")
    let reply = fault.reply
    for effect in effects {
      switch effect {
      case .reply(let session, let request, _), .result(let session, let request, _):
        outgoing.append(.reply(session, request, reply))
      case .greet, .refuse, .close: outgoing.append(effect)
      case .moveClock(let session, _):
        handle([.clockMoved(session, refusal: "The store failed.")])
      case .startAfresh(let session, let request, _):
        let words = "The store failed."
        carryOut(agent.refuseFreshStart(for: session, request, because: words, at: clock.now))
      case .commit, .notice, .call, .readOpenings, .scriptGateway, .tellOperator: break
      }
    }
    do {
      let now = clock.now
      let state = try store.load(at: now)
      agent.recover(
        world: Self.world(settings, state, gateway.abilities, at: now), answers: state.answers)
    } catch {
      // Told again with every turn until the store can be read; nothing is confirmed meanwhile.
      log("\(error)")
    }
  }

  // MARK: - Tests move the clock

  /// Moves a frozen clock; what falls due on the way happens in order, outcomes awaited.
  private func moveClock(_ move: ClockMove, for session: SessionID) {
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
      handle([.due])
      awaitOutcomes()
    }
    clock = .frozen(target)
    handle([.due])
    awaitOutcomes()
  }

  /// Lets a frozen clock run on from where it stands.
  public func letClockRun() {
    if clock.isFrozen { clock = .ahead(clock.now.since(HouseClock.system.now)) }
  }

  /// More than any policy of retries comes to within years.
  private static let stepsMax = 100_000
  /// Real seconds that a gateway's answer is waited for under a frozen clock.
  private static let outcomeSeconds = 60.0

  private func awaitOutcomes() {
    settleWhatArrived()
    while agent.awaitsGateway {
      let arrived = inbox.waitForSome(atMost: Self.outcomeSeconds)
      if arrived.isEmpty { return log("the gateway has not answered in time; going on") }
      handle(arrived)
    }
  }

  // MARK: - Tests begin again

  private func startAfresh(
    for session: SessionID, _ request: RequestID?, _ building: JSONValue?
  ) {
    let now = clock.now
    guard case .memory = settings.store else {
      let words = "A store in a file is not emptied; use --store :memory: for tests."
      return carryOut(agent.refuseFreshStart(for: session, request, because: words, at: now))
    }
    do {
      var fresh = settings
      if let building {
        fresh.building = try BuildingFile(building.octets, named: "building").building
      }
      let empty = try Store(
        at: .memory, rooms: fresh.building.rooms, limits: settings.storeLimits)
      store.close()
      store = empty
      let world = Self.world(fresh, DurableState(), gateway.abilities, at: now)
      carryOut(agent.startAfresh(world: world, for: session, request, at: now))
    } catch {
      let words = "\(error)"
      carryOut(agent.refuseFreshStart(for: session, request, because: words, at: now))
    }
  }
}
