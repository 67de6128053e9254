// Where an account is linked: what has to be done is told to whoever began it, where nobody else
// reads along (rule R16).

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
import Wording

@Suite("Linking accounts")
struct LinkTests {
  private static let code = "ABCD-EFGH"

  @Test("A code is told where it was asked for in private, and nowhere else")
  func isToldInPrivate() throws {
    var house = try House()
    let one = try house.program(1, isPrivate: true)
    let other = try house.program(2, isPrivate: false)
    let refused = try house.call("link", ["provider": "uber"], in: "c1", on: other)
    #expect(refused.contains("ACCOUNT/PRIVATE") && !refused.contains(Self.code))
    let told = try house.call("link", ["provider": "uber"], in: "c1", on: one)
    #expect(told.contains(Self.code))
    // The same conversation, carried by who delivers to others as well.
    for line in ["hello", "accounts", "review", "link uber", "done", "qr"] {
      let words = try house.call("say", ["text": .string(line)], in: "c1", on: other)
      #expect(!words.contains(Self.code))
    }
    // Another conversation of the same person, in private.
    for line in ["accounts", "review", "link uber"] {
      let words = try house.call("say", ["text": .string(line)], in: "c2", on: one)
      #expect(!words.contains(Self.code))
    }
    #expect(try house.call("say", ["text": "hello"], in: "c1", on: one).contains(Self.code))
  }

  @Test("What is pasted as JSON is a trip or nothing, and never words")
  func pasted() throws {
    var house = try House()
    let id = house.person(1, "mia")
    _ = house.tell(try said("book Zed tomorrow 10-11", on: id))
    let call = #"{"id":9,"method":"clock","params":{"to":"11:00"}}"#
    #expect(house.tell(try said(call, on: id)).words(to: id) == "That is no trip that I can read.")
    let (start, end) = (tuesday.seconds + 7_200, tuesday.seconds + 9_000)
    let trip =
      #"{"id":"t","updateURL":"update/t","segments":[{"id":"a","startTime":\#(start),"#
      + #""endTime":\#(end)}],"depart":\#(start),"arrive":\#(end)}"#
    #expect(house.tell(try said(trip, on: id)).words(to: id).contains("T1"))
    let kept = try #require(house.agent.world.travel.shelf["mia"].first)
    #expect(kept.trip.update == WebAddress("https://m.example/update/t"))
    // What only looks like it is read as words are.
    #expect(house.tell(try said("{when is my booking}", on: id)).words(to: id).contains("Zed"))
    let bookings = house.agent.world.ledger.bookings(of: UserID("mia"), from: tuesday)
    #expect(bookings.map(\.span.start.time) == [ClockTime("10:00")])
  }

  /// A way to sit there, how wide it is if that is known, and whether a code is shown.
  private static let seats: [(SessionFace.Kind, BarForm, columns: Int?, isShown: Bool)] = [
    (.terminal, .blocks, 60, true), (.terminal, .blocks, 59, false),
    (.terminal, .blocks, nil, false), (.terminal, .plain, 80, false), (.tcp, .plain, 60, true),
    (.unix, .plain, 59, false), (.tcp, .plain, nil, false), (.pipe, .blocks, 80, false),
  ]

  @Test(
    "What is to be opened is shown as a code to scan, where there is room for one",
    arguments: seats)
  func isShownAsCode(
    kind: SessionFace.Kind, bars: BarForm, columns: Int?, isShown: Bool
  ) throws {
    var house = try House()
    house.columns = columns
    let id = SessionID(1)
    _ = house.tell(
      .opened(id, SessionFace(kind: kind, encoding: .text, user: "mia", bars: bars)))
    // A telnet client tells it by itself.
    if kind != .terminal, let columns {
      _ = house.tell(.resized(id, columns: columns, rows: 40))
    }
    let told = house.tell(try said("link uber", on: id)).words(to: id)
    #expect(told.contains(Self.code) && told.contains("\"qr\"") == isShown)
    let shown = house.tell(try said("qr", on: id))
    let codes = shown.replies(to: id).flatMap(\.messages).compactMap(\.scanned)
    #expect(codes == (isShown ? ["https://id.example/code"] : []))
    // Where it is not shown it is told again; where it is, no words hold it.
    #expect(shown.words(to: id).contains("https://id.example/code") == !isShown)
    house.isAllowed = true
    house.now = house.now + .seconds(6)
    _ = house.tell(.due)
    let later = house.tell(try said("qr", on: id)).replies(to: id)
    #expect(later.flatMap(\.messages).compactMap(\.scanned) == [])
  }

  @Test("That it is linked is told in private alone, and to its owner")
  func isToldToOwner() throws {
    var house = try House()
    let one = try house.program(1, isPrivate: true)
    let other = try house.program(2, isPrivate: false)
    let text = house.person(3, "ben")
    _ = try house.call("link", ["provider": "uber"], in: "c1", on: one)
    house.isAllowed = true
    house.now = house.now + .seconds(6)
    let effects = house.tell(.due)
    let heard = effects.compactMap { effect -> SessionID? in
      if case .notice(let id, let notice) = effect, notice.members["kind"] == "account" {
        id
      } else {
        nil
      }
    }
    #expect(heard == [one] && !heard.contains(other) && !heard.contains(text))
  }
}

/// A house with one provider, whose vault and identity server are played.
private struct House {
  var agent: Agent
  var now = tuesday
  var isAllowed = false
  /// How wide a terminal says that it is, where it does.
  var columns: Int?

  init() throws {
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
    agent = Agent(
      world: World(ledger: ledger, outbox: Outbox(), accounts: book),
      reader: try Play.reader.get(), settings: Play.unhurried, seed: 1)
    _ = agent.start(answers: [], at: now)
  }

  mutating func program(_ number: Int, isPrivate: Bool) throws -> SessionID {
    let id = SessionID(number)
    _ = tell(.opened(id, SessionFace(kind: .tcp, encoding: .json)))
    let caps: [JSONValue] = isPrivate ? ["notices", "private"] : ["notices"]
    _ = tell(try called("hello", ["protocol": ["ulp/1"], "caps": .array(caps)], on: id))
    return id
  }

  mutating func person(_ number: Int, _ user: String) -> SessionID {
    let id = SessionID(number)
    _ = tell(.opened(id, SessionFace(kind: .tcp, encoding: .text, user: user)))
    return id
  }

  /// All that a session is told of a call of mia's.
  mutating func call(
    _ method: String, _ members: JSONObject, in conversation: String, on id: SessionID
  ) throws -> String {
    var params = members
    params["user"] = "mia"
    params["conv"] = .string(conversation)
    // Words and members alike.
    return "\(tell(try called(method, params, on: id)).replies(to: id))"
  }

  /// Hands in an event and what comes of the errands and deeds that follow.
  mutating func tell(_ event: Event) -> [Effect] {
    agent.beginWake()
    var told = agent.handle(event, at: now)
    var place = 0
    while place < told.count {
      if let next = outcome(of: told[place]) { told += agent.handle(next, at: now) }
      place += 1
    }
    return told
  }

  private func outcome(of effect: Effect) -> Event? {
    switch effect {
    case .errand(let errand):
      let isPoll = errand.address.path == "/token"
      let body =
        if isPoll {
          isAllowed
            ? #"{"access_token":"a","token_type":"Bearer"}"# : #"{"error":"authorization_pending"}"#
        } else {
          #"{"device_code":"d","user_code":"ABCD-EFGH","expires_in":900,"interval":5,"#
            + #""verification_uri":"https://id.example/code"}"#
        }
      let status = isPoll && !isAllowed ? 400 : 200
      return .errandSettled(
        errand.id,
        .answered(
          MobilityAnswer(status: status, body: Array(body.utf8), from: errand.address)))
    case .account(.vault(.keep(let account, _))):
      return .account(.kept(account.key, edition: account.edition, label: nil))
    case .askWindow(let id): return columns.map { .resized(id, columns: $0, rows: 40) }
    default: return nil
    }
  }
}
