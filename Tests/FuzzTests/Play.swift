// An agent and what the shell would do around it: lines in, effects out, each of them examined.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import House
import Language
import LineProtocol
import Passes

struct Play: Sendable {
  /// Effects of one event; a turn answers once, writes down little and tells few.
  private static let effectsMax = 300
  /// How far tests may move the clock in one input, in seconds: so many steps that are due lie in
  /// it and no more.
  private static let secondsMax: Int64 = 40 * 86_400

  /// What the gateway does next, counted.
  var outcome = 0
  private var agent: Agent
  private let empty: World
  private let zone: ZoneRules
  private let limits: ProtocolLimits
  private var now: Instant
  private let session = SessionID(1)
  private var isJSON = false
  private var isClosed = false
  private var calls: [GatewayCall] = []
  private let begin: Instant
  private let building: Building
  private let bookingLimits: BookingLimits
  private var watch: BookingWatch

  /// Why no play can be made.
  struct Fault: Error { let what: String }

  init(
    building: Building, _ grammar: CompiledGrammar, configuration: Configuration = Configuration()
  ) throws {
    guard let zone = configuration.zone ?? PlatformZones.rules(of: "Europe/Berlin"),
      let moment = CivilMoment("2026-11-24T09:07")
    else { throw Fault(what: "the zone or the moment") }
    self.zone = zone
    limits = configuration.protocolLimits
    now = zone.instant(nearest: moment)
    begin = now
    self.building = building
    bookingLimits = configuration.bookingLimits
    watch = BookingWatch(building, bookingLimits)
    var settings = AgentSettings()
    settings.place = configuration.place
    settings.allowsTests = true
    settings.turnRate = .unlimited
    settings.protocolLimits = configuration.protocolLimits
    settings.limits = configuration.agentLimits
    empty = World(
      ledger: Ledger(building: building, zone: zone, limits: configuration.bookingLimits),
      outbox: Outbox(limits: configuration.passLimits, codes: configuration.codes),
      habits: configuration.habits)
    agent = Agent(world: empty, reader: Reader(grammar: grammar), settings: settings, seed: 1)
    agent.clockStands = true
    _ = agent.start(answers: [], at: now)
    var verdict = Verdict()
    _ = tell(.opened(session, SessionFace(kind: .unix, encoding: .text, user: "mia")), &verdict)
    if let complaint = verdict.complaints.first { throw Fault(what: complaint) }
  }

  // MARK: - What happens

  /// All lines of a stream. A line that is no text is also where time goes by.
  mutating func hear(
    _ stream: [UInt8], linesMax: Int, _ verdict: inout Verdict
  ) -> [Effect] {
    var framer = LineFramer(mode: .text, limits: limits, refusesOtherProtocols: false)
    framer.receive(stream)
    framer.receive([0x0A])
    var effects: [Effect] = []
    var lines = 0
    while lines < linesMax, !isClosed, let event = framer.next() {
      lines += 1
      switch event {
      case .line(let line): effects += say(line, &verdict)
      case .switchedToJSON:
        isJSON = true
        effects += tell(.asked(session, .turnedToJSON), &verdict)
      case .refused(let fault):
        effects += tell(.asked(session, .badLine(fault)), &verdict)
        effects += wait(&verdict)
      case .hopeless: return effects
      }
    }
    return effects
  }

  @discardableResult
  mutating func say(_ line: [UInt8], _ verdict: inout Verdict) -> [Effect] {
    guard isJSON else {
      return TextRequest(reading: line).map { tell(.asked(session, .text($0)), &verdict) } ?? []
    }
    switch JSONRequest(reading: line, limits: limits) {
    case .call(let call): return tell(.asked(session, .call(call)), &verdict)
    case .refused(let refusal): return tell(.asked(session, .badCall(refusal)), &verdict)
    case .ignored: return []
    }
  }

  /// Time goes by until something is due, and calls under way come back, each time otherwise.
  private mutating func wait(_ verdict: inout Verdict) -> [Effect] {
    var effects: [Effect] = []
    if let next = agent.nextWake(at: now), next.since(begin) < .seconds(Self.secondsMax) {
      now = max(now, next)
      effects += tell(.due, &verdict)
    }
    let settled = calls
    calls = []
    for call in settled {
      outcome &+= 1
      effects += tell(.settled(call.id, outcome(of: call)), &verdict)
    }
    return effects
  }

  private func outcome(of call: GatewayCall) -> GatewayOutcome {
    switch outcome & 15 {
    case 0: .halted(code: 4103, index: call.passes.count - 1, text: "No\u{1B}[2J!")
    case 1: .halted(code: 4500, index: nil, text: "")
    case 2: .halted(code: 9999, index: call.passes.count + 3, text: "\u{202E}")
    case 3: .halted(code: 4001, index: -1, text: "no")
    case 4: .refused(code: 3000, text: "what?")
    case 5: .http(status: 429, retryAfterSeconds: 86_400 * 365)
    case 6: .http(status: 503, retryAfterSeconds: -5)
    case 7: .timedOut
    case 8: .connectionFailed(beforeSending: true)
    case 9: .nonsense(reason: "<html>\n")
    case 10: .told(sent: [])
    case 11: .told(sent: call.passes.map { _ in true })
    default: .success
    }
  }

  /// The peer says no more and is gone.
  mutating func end(_ verdict: inout Verdict) -> [Effect] {
    var effects = tell(.inputEnded(session), &verdict)
    effects += tell(.gone(session), &verdict)
    effects += tell(.stopping, &verdict)
    return effects
  }

  // MARK: - Effects

  private mutating func tell(_ event: Event, _ verdict: inout Verdict) -> [Effect] {
    agent.beginWake()
    return carryOut(agent.handle(event, at: now), &verdict)
  }

  private mutating func carryOut(_ effects: [Effect], _ verdict: inout Verdict) -> [Effect] {
    verdict.expect(effects.count <= Self.effectsMax, "\(effects.count) effects of one event")
    var all = effects
    for effect in effects {
      check(effect, &verdict)
      switch effect {
      case .call(let call, _, _): calls.append(call)
      case .commit(let entries): watch.follow(entries, at: now, &verdict)
      case .close(session): isClosed = true
      case .moveClock(session, let move):
        let refusal = moveClock(move, &all, &verdict)
        all += tell(.clockMoved(session, refusal: refusal), &verdict)
      case .startAfresh(session, let request, _):
        calls = []
        watch = BookingWatch(building, bookingLimits)
        all += carryOut(
          agent.startAfresh(world: empty, for: session, request, at: now), &verdict)
      case .greet, .reply, .refuse, .result, .notice, .ping, .setDisplay, .askWindow, .board,
        .close, .errand, .account, .readOpenings,
        .signIn, .readTokens,
        .moveClock, .scriptGateway, .startAfresh, .tellOperator:
        break
      }
    }
    return all
  }

  /// As the shell does it, but for the calls, which stay under way.
  private mutating func moveClock(
    _ move: ClockMove, _ effects: inout [Effect], _ verdict: inout Verdict
  ) -> String? {
    var target = now
    switch move {
    case .advance(let seconds): target = now + .seconds(seconds)
    case .set(let moment):
      guard case .once(let instant) = zone.resolve(moment) else { return "twice or never" }
      target = instant
    }
    for _ in 0..<40 {
      guard let next = agent.nextWake(at: now), next <= target else { break }
      now = max(now, next)
      effects += tell(.due, &verdict)
    }
    now = target
    effects += tell(.due, &verdict)
    return nil
  }

  private func check(_ effect: Effect, _ verdict: inout Verdict) {
    switch effect {
    case .commit(let entries):
      verdict.expect(!entries.isEmpty, "nothing is made durable")
      verdict.expect(entries.count <= Self.effectsMax, "\(entries.count) entries at once")
    case .greet(_, let reply), .reply(_, _, let reply):
      Outward.check(reply, limits: limits, isPage: !isJSON, &verdict)
    case .refuse(_, let refusal): Outward.check(refusal, &verdict)
    case .result(_, _, let members): Outward.check(members, &verdict)
    case .notice(_, let notice): Outward.check(notice, limits: limits, &verdict)
    case .call(let call, let room, _):
      verdict.expect(!call.passes.isEmpty && !room.isEmpty, "a call for nobody or nowhere")
    case .close, .ping, .setDisplay, .askWindow, .board, .errand, .account, .readOpenings, .signIn,
      .readTokens,
      .moveClock,
      .scriptGateway, .startAfresh, .tellOperator:
      break
    }
  }
}
