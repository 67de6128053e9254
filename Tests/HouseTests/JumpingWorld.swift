// A house whose clock is set while time goes by: how long things take is measured by a clock that
// nobody sets, and the house sleeps as its loop does, until its next wake by that clock.

import BookingAgent
import Bookings
import CSQLite
import CivilTime
import Dialogue
import Foundation
import Gateways
import House
import JSON
import LineProtocol
import Passes
import Storage
import Synchronization
import Testing

/// A gateway that does what it was told, or lets a call wait for its answer. A class, for the house
/// holds it too.
final class WaitingGateway: Gateway {
  private struct State {
    var outcomes: [GatewayOutcome?] = []
    var calls: [GatewayCall] = []
    var askedDays = 0
  }

  private let state = Mutex(State())
  private let report: @Sendable (GatewayResult) -> Void

  init(_ report: @escaping @Sendable (GatewayResult) -> Void) { self.report = report }

  var abilities: GatewayAbilities { GatewayAbilities() }

  /// What it does with the next calls; nil for no answer until `answer`. Afterwards all is well.
  func expect(_ outcomes: [GatewayOutcome?]) { state.withLock { $0.outcomes = outcomes } }

  /// The calls since they were taken last.
  func takeCalls() -> [GatewayCall] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  func answer(_ call: CallID, _ outcome: GatewayOutcome) {
    report(.answered(call, GatewayAnswer(outcome)))
  }

  func start(_ call: GatewayCall, roomName: String, untitled: String) {
    let outcome: GatewayOutcome? = state.withLock { state in
      state.calls.append(call)
      return state.outcomes.isEmpty ? .success : state.outcomes.removeFirst()
    }
    if let outcome { answer(call.id, outcome) }
  }

  /// How often it was asked what it leaves free.
  var askedDays: Int { state.withLock { $0.askedDays } }

  func fetchRooms(on date: CivilDate) {
    state.withLock { $0.askedDays += 1 }
    report(.rooms(on: date, .failure(.unsupported)))
  }

  func close() {}
}

/// The world around a house.
final class JumpingWorld {
  /// Tuesday 24 November 2026, 09:07 in Berlin.
  static let tuesday = Instant(seconds: 1_795_507_620)
  static let booking = "book Aquarium tomorrow 13:15-14:00 with ana@x.com +49 171 1234567"

  private(set) var house: RunningHouse
  private(set) var gateway: WaitingGateway
  private let settings: HouseSettings
  /// How long it has been since the beginning.
  private(set) var elapsed = Duration.zero
  private var offset = Duration.zero
  /// When the loop wakes by itself.
  private var wakes: Duration?
  /// How often it has.
  private(set) var wakeCount = 0
  /// When each call left, and each word was heard, since they were taken last.
  private(set) var calls: [(at: Duration, call: GatewayCall)] = []
  private(set) var heard: [(at: Duration, effect: Effect)] = []
  let mia = SessionID(1)
  private let hasSteadyClock: Bool

  init(
    store: StorePlace = .memory, hasSteadyClock: Bool = true,
    change: (inout HouseSettings) -> Void = { _ in }
  ) throws {
    var settings = try Self.playSettings.get()
    settings.seed = 1
    settings.store = store
    settings.clock = .told(Self.tuesday)
    settings.agent.turnRate = .unlimited
    change(&settings)
    self.settings = settings
    self.hasSteadyClock = hasSteadyClock
    (house, gateway) = try Self.start(settings)
    begin()
  }

  /// The grammar is compiled once.
  private static let playSettings = Result { try HouseMaking.settingsForPlay() }

  private static func start(
    _ settings: HouseSettings
  ) throws -> (RunningHouse, WaitingGateway) {
    var made: WaitingGateway?
    let house = try RunningHouse(settings, log: { _ in }, nudge: {}) { report in
      let gateway = WaitingGateway(report)
      made = gateway
      return gateway
    }
    return (house, try #require(made))
  }

  private func begin() {
    if hasSteadyClock { house.steadyClock = { [unowned self] in elapsed } }
    wake([.opened(mia, SessionFace(kind: .tcp, encoding: .text, user: "mia"))])
  }

  /// What the clock of the house shows.
  var now: Instant { Self.tuesday + elapsed + offset }

  // MARK: - What happens

  private func wake(_ events: [Event]) {
    house.clock = .told(now)
    heard += house.wake(events).map { (elapsed, $0) }
    calls += gateway.takeCalls().map { (elapsed, $0) }
    wakes = house.nextWake.map { elapsed + $0 }
  }

  /// Says a line and answers the code and words that are heard.
  @discardableResult
  func say(_ line: String, on session: SessionID? = nil) throws -> (code: Int, words: String) {
    let text = try #require(TextRequest(reading: Array(line.utf8)))
    return try ask(.text(text), on: session ?? mia)
  }

  /// Says a line as a message with a name, in JSON.
  func say(_ line: String, message: String, on session: SessionID) throws -> Int {
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "say",
      "params": ["user": "mia", "msg": .string(message), "text": .string(line)],
    ]
    guard case .call(let request) = JSONRequest(reading: call.octets) else {
      throw CancellationError()
    }
    return try ask(.call(request), on: session).code
  }

  private func ask(
    _ request: Request, on session: SessionID
  ) throws -> (code: Int, words: String) {
    let count = heard.count
    wake([.asked(session, request)])
    let replies = heard[count...].compactMap { heard -> Reply? in
      if case .reply(let id, _, let reply) = heard.effect, id == session { reply } else { nil }
    }
    let reply = try #require(replies.first)
    return (reply.code.rawValue, reply.lines.joined(separator: "\n"))
  }

  func tell(_ event: Event) { wake([event]) }

  /// Another session begins.
  func open(_ number: Int, _ face: SessionFace) -> SessionID {
    wake([.opened(SessionID(number), face)])
    return SessionID(number)
  }

  /// The gateway answers a call that waits.
  func answer(_ call: CallID, _ outcome: GatewayOutcome) {
    gateway.answer(call, outcome)
    wake([])
  }

  /// Time goes by; the house wakes when its loop would.
  func run(for duration: Duration) {
    let end = elapsed + duration
    while let next = wakes, next <= end, wakeCount < 5000 {
      elapsed = max(elapsed, next)
      wakeCount += 1
      wake([.due])
    }
    elapsed = end
  }

  /// Somebody sets the clock. Whoever sleeps sleeps on.
  func setClock(by jump: Duration) { offset += jump }

  /// The process ends, the clock is set, and another process begins.
  func restart(settingClockBy jump: Duration) throws {
    house.close()
    offset += jump
    var settings = settings
    settings.clock = .told(now)
    (house, gateway) = try Self.start(settings)
    begin()
  }

  func forgetWhatHappened() {
    calls = []
    heard = []
    wakeCount = 0
  }

  // MARK: - What can be seen

  /// How the passes stand, as `accepted expired`, in order.
  var passes: String {
    house.world.outbox.allPasses.filter { $0.state != .superseded }.map { pass in
      "\(pass.state)".prefix { $0 != "(" }
    }.joined(separator: " ")
  }

  /// What was said in news of passes.
  var newsWords: String {
    heard.compactMap { heard in
      if case .notice(_, let notice) = heard.effect { notice } else { nil }
    }.flatMap(\.messages).flatMap(\.lines).joined(separator: "\n")
  }

  /// When news of passes were heard.
  var news: [Duration] {
    heard.compactMap { heard in if case .notice = heard.effect { heard.at } else { nil } }
  }
}

/// Writes to the file of a store by other means, so that no commit succeeds meanwhile.
final class OtherWriter {
  private var handle: OpaquePointer?

  init(_ place: StorePlace) throws {
    guard case .file(let path) = place else { throw CancellationError() }
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    try #require(code == SQLITE_OK)
    try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
  }

  func end() { sqlite3_close_v2(handle) }
}

extension StorePlace {
  /// A file of its own in a folder of its own, which `body` may use.
  static func whileThere<Result>(_ body: (StorePlace) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "usher-clock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    return try body(.file(folder.appending(path: "store").path))
  }
}
