// An agent to play with: events in, effects out, and a journal from which it can be made again. It
// is the shell's part in a dozen lines, without an operating system.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Grammar
import JSON
import Language
import LineProtocol
import Mobility
import Passes
import Products
import Testing

/// Europe/Berlin around the clock of CONVERSATIONS.md: Central European Time all along.
let berlin = ZoneRules(name: "Europe/Berlin", firstOffsetSeconds: 3600, transitions: [])

/// Tuesday 24 November 2026, 09:07 in Berlin.
let tuesday = Instant(seconds: 1_795_507_620)

struct Play {
  private(set) var agent: Agent
  var now = tuesday
  /// What is durable.
  private(set) var journal: [JournalEntry] = []
  private let settings: AgentSettings
  private let outboxLimits: PassLimits
  /// What has left for the mobility service since the last start.
  private var errandsOut = ErrandsOut()

  static let reader = Result {
    Reader(
      grammar: try GrammarCompiler.compile(
        GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) }))
  }

  /// Settings under which turns are not counted.
  static let unhurried = {
    var settings = AgentSettings()
    settings.turnRate = .unlimited
    return settings
  }()

  /// A house of two rooms in which nothing is booked.
  init(_ settings: AgentSettings = Play.unhurried, passes: PassLimits = PassLimits()) throws {
    self.settings = settings
    outboxLimits = passes
    agent = Agent(
      world: Self.world([], passes, at: now), reader: try Self.reader.get(), settings: settings,
      seed: 1)
    _ = agent.start(answers: [], at: now)
  }

  /// The house as its journal tells.
  private static func world(
    _ journal: [JournalEntry], _ passes: PassLimits, stillOut out: ErrandsOut? = nil,
    at now: Instant
  ) -> World {
    var aquarium = Room(id: RoomID("Aquarium"), name: "Aquarium")
    aquarium.seats = 6
    var bunker = Room(id: RoomID("Bunker"), name: "Bunker")
    bunker.seats = 4
    var ledger = Ledger(building: Building(rooms: [aquarium, bunker]), zone: berlin)
    var outbox = Outbox(limits: passes)
    var travel = KeptTravel()
    for entry in journal {
      switch entry.fact {
      case .booking(let event): ledger.apply(event, at: entry.at)
      case .pass(let event): outbox.apply(event)
      case .wait(let event): ledger.apply(event)
      case .travel(let change): travel.add(change)
      case .answered, .news, .account: break
      }
    }
    return World(ledger: ledger, outbox: outbox, travel: travel.desk(stillOut: out, at: now))
  }

  private var answers: [StoredAnswer] {
    journal.compactMap { entry in
      if case .answered(let answer) = entry.fact { answer } else { nil }
    }
  }

  /// The news that are still to be heard, as a store gives them back.
  private var news: (kept: [News], last: Int) {
    var kept: [Int: News] = [:]
    var last = 0
    for case .news(let event) in journal.map(\.fact) {
      switch event {
      case .made(let news):
        last = max(last, news.seq)
        kept[news.seq] = news
      case .sent(let seqs): for seq in seqs { kept[seq]?.isSent = true }
      case .heard(let seqs): for seq in seqs { kept[seq] = nil }
      }
    }
    let unexpired = kept.values.filter { $0.expires > now }
    return (unexpired.sorted { $0.seq < $1.seq }, last)
  }

  // MARK: - What happens

  /// A batch of events whose commit succeeds.
  @discardableResult
  mutating func tell(_ events: [Event]) -> [Effect] {
    agent.noteOutputLeft()
    agent.beginWake()
    let effects = events.flatMap { agent.handle($0, at: now) }
    note(effects)
    for case .errandSettled(let errand, _) in events { errandsOut.settle(errand) }
    return effects
  }

  private mutating func note(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .commit(let entries): journal += entries
      case .errand(let errand): errandsOut.add(errand.id)
      default: break
      }
    }
  }

  /// A trip of one leg, on which can be booked what is listed there.
  static func trip(offering list: WebAddress) -> Trip {
    var leg = Leg(), booking = LegBooking()
    (leg.id, leg.start, leg.end) = ("a", tuesday + .seconds(7200), tuesday + .seconds(9000))
    booking.products = list
    leg.booking = booking
    var trip = Trip(id: "trip", legs: [leg])
    (trip.depart, trip.arrive) = (leg.start, leg.end)
    return trip
  }

  /// A trip comes in for somebody.
  mutating func take(_ trip: Trip, of owner: String) {
    note(agent.take(trip, of: UserID(owner), at: now))
  }

  @discardableResult
  mutating func tell(_ events: Event...) -> [Effect] { tell(events) }

  /// A batch whose commit fails: nobody hears of its effects, and it is not in the journal.
  mutating func tellInVain(_ events: [Event]) -> [Effect] {
    var waits = RideWaitsTakenBack()
    return tellInVain(events, &waits)
  }

  /// The same, and for whom what they asked for goes on all the same.
  mutating func tellInVain(_ events: [Event], _ waits: inout RideWaitsTakenBack) -> [Effect] {
    agent.beginWake()
    let effects = events.flatMap { agent.handle($0, at: now) }
    waits = agent.takeBackRideWaits()
    agent.recover(
      world: Self.world(journal, outboxLimits, stillOut: errandsOut, at: now), answers: answers,
      news: news.kept, lastNews: news.last, at: now)
    return effects
  }

  /// The process ends and begins again, with the answers it has kept or with others.
  mutating func restart(keeping others: [StoredAnswer]? = nil) throws -> [Effect] {
    errandsOut = ErrandsOut()
    agent = Agent(
      world: Self.world(journal, outboxLimits, at: now), reader: try Self.reader.get(),
      settings: settings, seed: 2)
    let effects = agent.start(
      answers: others ?? answers, news: news.kept, lastNews: news.last, at: now)
    note(effects)
    return effects
  }

  /// A test has asked on a session for a house in which nothing is booked.
  mutating func startAfresh(for id: SessionID, _ request: RequestID? = nil) -> [Effect] {
    journal = []
    return agent.startAfresh(
      world: Self.world([], outboxLimits, at: now), for: id, request, at: now)
  }

  /// Waits until something is due, and hands that in.
  @discardableResult
  mutating func wait(atMost seconds: Int64 = 3600) -> [Effect] {
    guard let next = agent.nextWake(at: now), next <= now + .seconds(seconds) else { return [] }
    now = max(now, next)
    return tell(.due)
  }

  // MARK: - Who is there

  /// A connection of text over TCP on which that user speaks.
  mutating func text(_ number: Int, as user: String? = nil) -> SessionID {
    let id = SessionID(number)
    tell(.opened(id, SessionFace(kind: .tcp, encoding: .text, user: user)))
    return id
  }

  /// A connection of JSON.
  mutating func json(_ number: Int, kind: SessionFace.Kind = .tcp) -> SessionID {
    let id = SessionID(number)
    tell(.opened(id, SessionFace(kind: kind, encoding: .json)))
    return id
  }

  /// A line said, and all that comes of it.
  mutating func say(_ line: String, on id: SessionID) throws -> [Effect] {
    tell(try said(line, on: id))
  }

  /// A call, and all that comes of it.
  mutating func call(
    _ method: String, _ params: JSONObject, on id: SessionID
  ) throws -> [Effect] {
    tell(try called(method, params, on: id))
  }
}

/// A line as an event.
func said(_ line: String, on id: SessionID) throws -> Event {
  .asked(id, .text(try #require(TextRequest(reading: Array(line.utf8)))))
}

/// A call as an event.
func called(
  _ method: String, _ params: JSONObject, id request: Int64 = 1, on id: SessionID
) throws -> Event {
  let line: JSONValue = [
    "jsonrpc": "2.0", "id": .integer(request), "method": .string(method),
    "params": .object(params),
  ]
  switch JSONRequest(reading: line.octets) {
  case .call(let call): return .asked(id, .call(call))
  case .refused(let refusal): return .asked(id, .badCall(refusal))
  case .ignored: throw PlayFault(description: "a call without an answer")
  }
}

struct PlayFault: Error, CustomStringConvertible { let description: String }

extension [Effect] {
  /// The replies to a session, in order.
  func replies(to id: SessionID) -> [Reply] {
    compactMap { if case .reply(id, _, let reply) = $0 { reply } else { nil } }
  }

  /// The codes of the replies to a session, in order.
  func codes(to id: SessionID) -> [Int] { replies(to: id).map(\.code.rawValue) }

  /// The words of the replies to a session.
  func words(to id: SessionID) -> String {
    replies(to: id).flatMap(\.lines).joined(separator: "\n")
  }

  /// What went out, in short: `reply s1 250`, `notice s2 152`, `call`, …
  var shape: [String] {
    map { effect in
      switch effect {
      case .commit: "commit"
      case .greet(let id, _): "greet \(id)"
      case .reply(let id, _, let reply): "reply \(id) \(reply.code.rawValue)"
      case .refuse(let id, let refusal): "refuse \(id) \(refusal.field ?? "")"
      case .result(let id, _, _): "result \(id)"
      case .notice(let id, let notice): "notice \(id) \(notice.code.rawValue)"
      case .ping(let id): "ping \(id)"
      case .setDisplay(let id, _): "display \(id)"
      case .askWindow(let id): "ask window \(id)"
      case .board(let id, let lines): "board \(id) \(lines == nil ? "gone" : "drawn")"
      case .close(let id): "close \(id)"
      case .call(let call, let room, _): "call \(call.passes.count) \(room)"
      case .errand: "errand"
      case .account: "account"
      case .readOpenings(let date): "read \(date)"
      case .signIn(let id, token: _): "sign in \(id)"
      case .readTokens: "read tokens"
      case .moveClock: "move clock"
      case .scriptGateway: "script gateway"
      case .startAfresh: "start afresh"
      case .tellOperator: "tell operator"
      }
    }
  }

  /// The bookings that a commit among them holds.
  var booked: [Booking] {
    flatMap { effect -> [Booking] in
      guard case .commit(let entries) = effect else { return [] }
      return entries.compactMap { entry in
        if case .booking(.booked(let booking)) = entry.fact { booking } else { nil }
      }
    }
  }

  /// The gateway calls among them.
  var calls: [GatewayCall] {
    compactMap { if case .call(let call, _, _) = $0 { call } else { nil } }
  }
}
