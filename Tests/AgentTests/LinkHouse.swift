// A house whose people link accounts, and what it told them.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Mobility
import Passes
import Products
import Testing

/// A house with one provider, whose vault and identity server are played.
struct LinkHouse {
  var agent: Agent
  var now = tuesday
  var answer = TokenAnswer.pending
  /// How wide a terminal says that it is, where it does.
  var columns: Int?
  /// Whether the vault deletes only when it is told once more.
  var isVaultSlow = false
  private var late: [Event] = []
  /// What was written down of news.
  private var written: [NewsEvent] = []
  /// What was told by the last call.
  private(set) var told: [(id: SessionID, notice: Notice)] = []

  /// What the provider says to who asks for a pair.
  enum TokenAnswer: Sendable {
    case pending, pair, denied, over
  }

  init() throws {
    agent = try Self.agent()
    _ = agent.start(answers: [], at: now)
  }

  private static func agent(_ accounts: AccountBook? = nil) throws -> Agent {
    let service = try #require(WebAddress("https://m.example/"))
    let token = try #require(WebAddress("https://id.example/token"))
    var provider = ProviderSettings(
      provider: "uber", ways: [.device], clientID: "usher", token: token, scopes: [],
      hosts: AllowedHosts(bases: [token]))
    provider.device = WebAddress("https://id.example/device")
    let book = AccountBook(
      base: service.text, service: AllowedHosts(bases: [service]), providers: [provider],
      at: tuesday)
    let ledger = Ledger(
      building: Building(rooms: [Room(id: RoomID("Zed"), name: "Zed")]), zone: berlin)
    return Agent(
      world: World(ledger: ledger, outbox: Outbox(), accounts: accounts ?? book),
      reader: try Play.reader.get(), settings: Play.unhurried, seed: 1)
  }

  /// The news that are still to be heard.
  var news: [News] {
    let heard = Set(
      written.flatMap { event -> [Int] in if case .heard(let seqs) = event { seqs } else { [] } })
    return made.filter { !heard.contains($0.seq) }
  }

  /// The news that were ever made.
  var made: [News] {
    written.compactMap { event in if case .made(let news) = event { news } else { nil } }
  }

  /// The process ends, and another begins with the same accounts.
  mutating func restart() throws {
    let accounts = agent.world.accounts
    agent = try Self.agent(accounts)
    _ = agent.start(answers: [], news: news, lastNews: made.count, at: now)
  }

  /// Another process begins with these news of mia's account with uber alone.
  mutating func restart(news outcomes: [AccountOutcome]) throws {
    written = outcomes.enumerated().map { place, outcome in
      .made(
        News(
          seq: place + 1, user: UserID("mia"), subject: .account("uber", outcome), made: now,
          expires: now + .seconds(3600)))
    }
    told = []
    try restart()
  }

  /// The store fails to take a batch.
  mutating func fail() {
    agent.beginWake()
    agent.recover(
      world: agent.world, answers: [], news: news, lastNews: made.count, at: now)
  }

  mutating func program(
    _ number: Int, isPrivate: Bool, as instance: String? = nil
  ) throws -> SessionID {
    let id = SessionID(number)
    _ = tell(.opened(id, SessionFace(kind: .tcp, encoding: .json)))
    let caps: [JSONValue] = isPrivate ? ["notices", "private"] : ["notices"]
    var params: JSONObject = ["protocol": ["ulp/1"], "caps": .array(caps)]
    params["instance"] = instance.map { .string($0) }
    told = tell(try called("hello", params, on: id)).notices
    return id
  }

  mutating func person(_ number: Int, _ user: String) -> SessionID {
    _ = arrive(number, user)
    return SessionID(number)
  }

  /// What somebody is told who comes.
  mutating func arrive(_ number: Int, _ user: String) -> [Effect] {
    tell(.opened(SessionID(number), SessionFace(kind: .tcp, encoding: .text, user: user)))
  }

  /// Some seconds go by.
  mutating func wait(_ seconds: Int) -> [Effect] {
    now = now + .seconds(seconds)
    return tell(.due)
  }

  /// The vault does what it was slow to do.
  mutating func obeyLate() -> [Effect] {
    defer { late = [] }
    return late.flatMap { tell($0) }
  }

  /// All that a session is told of a call of mia's.
  mutating func call(
    _ method: String, _ members: JSONObject, in conversation: String, on id: SessionID
  ) throws -> String {
    var params = members
    params["user"] = "mia"
    params["conv"] = .string(conversation)
    let effects = tell(try called(method, params, on: id))
    told = effects.notices
    // Words and members alike.
    return "\(effects.replies(to: id))"
  }

  /// Hands in an event and what comes of the errands and deeds that follow.
  mutating func tell(_ event: Event) -> [Effect] {
    agent.noteOutputLeft()
    agent.beginWake()
    var told = agent.handle(event, at: now)
    var place = 0
    while place < told.count {
      if case .commit(let entries) = told[place] {
        for case .news(let event) in entries.map(\.fact) { written.append(event) }
      }
      if let next = outcome(of: told[place]) { told += agent.handle(next, at: now) }
      place += 1
    }
    return told
  }

  private mutating func outcome(of effect: Effect) -> Event? {
    switch effect {
    case .errand(let errand):
      let isPoll = errand.address.path == "/token"
      let body =
        if isPoll {
          switch answer {
          case .pending: #"{"error":"authorization_pending"}"#
          case .pair: #"{"access_token":"a","token_type":"Bearer"}"#
          case .denied: #"{"error":"access_denied"}"#
          case .over: #"{"error":"expired_token"}"#
          }
        } else {
          #"{"device_code":"d","user_code":"ABCD-EFGH","expires_in":900,"interval":5,"#
            + #""verification_uri":"https://id.example/code"}"#
        }
      let status = isPoll && answer != .pair ? 400 : 200
      return .errandSettled(
        errand.id,
        .answered(
          MobilityAnswer(status: status, body: Array(body.utf8), from: errand.address)))
    case .account(.vault(.keep(let account, _))):
      return .account(.kept(account.key, edition: account.edition, label: nil))
    case .account(.vault(.delete(let key, let edition, _, _))):
      let deleted = Event.account(.deleted(key, edition: edition))
      if isVaultSlow { late.append(deleted) }
      return isVaultSlow ? nil : deleted
    case .askWindow(let id): return columns.map { .resized(id, columns: $0, rows: 40) }
    default: return nil
    }
  }
}

extension [Effect] {
  /// What was told unasked, and where.
  var notices: [(id: SessionID, notice: Notice)] {
    compactMap { if case .notice(let id, let notice) = $0 { (id, notice) } else { nil } }
  }
}
