// Each rule by which lines are understood has a talk that goes otherwise without it, and one that
// looks alike and goes the same.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Language
import LineProtocol
import Mobility
import Passes
import Testing
import Understanding

/// What shows a rule: lines that are said one after the other.
struct RuleExample: Sendable, CustomTestStringConvertible {
  let rule: String
  /// Goes otherwise without the rule.
  let shows: [String]
  /// Goes the same without it.
  let leaves: [String]

  init(_ rule: String, shows: String..., leaves: [String]) {
    self.rule = rule
    self.shows = shows
    self.leaves = leaves
  }

  var testDescription: String { rule }
}

private let booking = "book Bunker tomorrow 10-11"
private let draft = "maybe book Bunker tomorrow 10-11"
private let question = "is Bunker free tomorrow 10-11?"
private let wait = "tell me when Bunker is free tomorrow 10-11"
private let people = " with ana@x.com 0171 1234567 and ben@x.com 0171 7654321"

private let examples = [
  RuleExample(
    "agree", shows: booking, "maybe cancel it", "yes", leaves: [question, "yes please"]),
  RuleExample("decline", shows: booking, "maybe cancel it", "no", leaves: [booking, "no, at 11"]),
  RuleExample("objects", shows: draft, "that's wrong", leaves: [booking, "that's wrong"]),
  RuleExample("giveUp", shows: draft, "cancel it", leaves: [booking, "cancel it"]),
  RuleExample(
    "pick", shows: booking, booking, "the second",
    leaves: ["which rooms are free tomorrow 10-11?", "the second"]),
  RuleExample(
    "pickByWords",
    shows: booking, "book Cockpit tomorrow 14-15", "cancel my booking tomorrow", "the Cockpit",
    leaves: [booking, booking, "book Cockpit on Friday 9-10"]),
  RuleExample(
    "whoIsMeant", shows: booking + " with Tom", "Bauer", leaves: [booking + " with Tom", "1"]),
  RuleExample(
    "howDaysAreHad", shows: "book Bunker on 2 December 10-11",
    "Bunker every Wednesday 10-11 until 16 December", "skip that one",
    leaves: [booking + " with Ana", "skip that one"]),
  RuleExample("hour", shows: "book Bunker tomorrow", "14", leaves: [booking, booking, "2"]),
  RuleExample("anotherRoom", shows: draft, "too small", leaves: [booking, "too small"]),
  RuleExample("showOpen", shows: draft, "show it", leaves: [booking, "show it"]),
  RuleExample("fill", shows: "book Bunker tomorrow", "at 3", leaves: [booking, "at 3"]),
  RuleExample(
    "leaveOut", shows: draft + people, "remove Ben", leaves: [booking + people, "remove Ben"]),
  RuleExample(
    "takeOfAsked", shows: question, "and on Friday?", "both please", leaves: [question, "take it"]),
  RuleExample("skip", shows: booking + " with Ana", "skip", leaves: [booking, "skip"]),

  RuleExample("askOfTrip", shows: "trips", leaves: ["my bookings"]),
  RuleExample(
    "askOfOffer", shows: "products for T1", "how much is the shuttle", "book it",
    leaves: ["products for T1", "book 1", "how much is it"]),
  RuleExample(
    "pickOfRide", shows: "products for T1", "1", leaves: [booking, booking, "the second"]),
  RuleExample(
    "wordOfRide", shows: "products for T1", "the second", "stop", leaves: [draft, "never mind"]),
  RuleExample(
    "answerField", shows: "products for T1", "the second", "Mia Muster",
    leaves: [booking + " with Ana", "ana@x.com"]),
  RuleExample(
    "dropForAnother", shows: "products for T1", "the second", "Mia", "products for T1", "yes",
    leaves: [draft, "yes"]),
  RuleExample(
    "giveBackRide", shows: "products for T1", "1", "cancel my ride",
    leaves: [booking, "cancel it"]),

  RuleExample("joinTrip", shows: booking, "T1 for B1", leaves: [booking, "cancel B1"]),
  RuleExample(
    "askOfRide", shows: "products for T1", "1", "where is it",
    leaves: ["products for T1", "1", "where is my ride"]),
  RuleExample("askOfAccounts", shows: "accounts", leaves: ["my bookings"]),
  RuleExample("wordOfLink", shows: "link Uber", "stop", leaves: [draft, "never mind"]),

  RuleExample(
    "wait", shows: booking, wait,
    leaves: [question, "yes please"]),
  RuleExample(
    "takeOffer",
    shows: "/as tom", booking, "/as mia", wait, "/as tom", "cancel it", "/as mia", "book",
    leaves: [draft, "book"]),
  RuleExample("stopWaiting", shows: booking, wait, "forget it", leaves: [booking, "cancel it"]),
  RuleExample("askWaits", shows: "what am I waiting for", leaves: ["my bookings"]),

  RuleExample(
    "instead", shows: booking, "book the Cockpit instead",
    leaves: [question, "book the Cockpit instead"]),
  RuleExample(
    "insteadOfGone", shows: booking, "cancel it", "Friday at the same time instead",
    leaves: [booking, "Friday at the same time"]),
  RuleExample(
    "order", shows: booking, leaves: [question]),
  RuleExample(
    "takeAsked", shows: question, "take it", leaves: [booking, "maybe cancel it", "yes"]),
  RuleExample(
    "takeListed", shows: "which rooms are free tomorrow 10-11?", "take the second",
    leaves: [booking, booking, "the second"]),
  RuleExample(
    "another", shows: booking, "the same on Friday", leaves: [draft, "on Friday"]),

  RuleExample("ask", shows: question, leaves: [booking]),
  RuleExample("goOn", shows: question, "and on Friday?", leaves: [booking, "at 11"]),
  RuleExample("askInstead", shows: booking, "and Cockpit?", leaves: [question, "and Cockpit?"]),

  RuleExample("change", shows: booking, "move it to Friday", leaves: [question, "no, at 11"]),
  RuleExample(
    "giveBackPart", shows: "book Bunker tomorrow 10-12", "we don't need it after 11",
    leaves: [booking, "we don't need it after 5"]),
  RuleExample(
    "takePlace", shows: booking, "is Cockpit free Friday 14-15?", "take it instead",
    leaves: [question, "take it"]),
  RuleExample(
    "inOtherName", shows: booking, "in the name of Tom", leaves: [question, "in the name of Tom"]),
  RuleExample(
    "fitRoom", shows: booking, "too small",
    leaves: ["which rooms are free tomorrow 10-11?", "only with a projector"]),
  RuleExample(
    "repick", shows: booking, booking, "the first", "no, the second",
    leaves: [booking, booking, "the second"]),
  RuleExample("correct", shows: booking, "until 12", leaves: [draft, "no, 11"]),
  RuleExample("cancel", shows: booking, "cancel it", leaves: [draft, "cancel it"]),
  RuleExample("undo", shows: booking, "undo", leaves: [booking, "cancel it"]),

  RuleExample(
    "add", shows: booking, "add ana@x.com 0171 1234567",
    leaves: [draft, "with ana@x.com 0171 1234567"]),
  RuleExample("remove", shows: booking + people, "remove Ben", leaves: [booking, "cancel it"]),
  RuleExample(
    "mend", shows: booking + people, "Ana's phone is 0171 2222222",
    leaves: [booking + " with ana@x.com", "0171 1234567"]),
  RuleExample("passes", shows: booking + people, "passes", leaves: [booking, "show it"]),

  RuleExample("findTime", shows: "when is Jana free tomorrow?", leaves: ["what is free tomorrow?"]),
  RuleExample("courtesy", shows: "hello", leaves: ["hello, " + booking]),
  RuleExample("unasked", shows: booking, "yes", leaves: [booking, "maybe cancel it", "yes"]),
]

@Suite("The rules by which lines are understood")
struct RuleTests {
  @Test(
    "A rule is needed for what shows it, and for nothing that only looks alike", arguments: examples
  )
  func isNeeded(example: RuleExample) throws {
    let rest = Rule.all.filter { $0.name != example.rule }
    try #require(rest.count == Rule.all.count - 1)
    let shown = try play(example.shows, by: Rule.all)
    #expect(try play(example.shows, by: rest) != shown)
    let left = try play(example.leaves, by: Rule.all)
    #expect(try play(example.leaves, by: rest) == left)
  }

  @Test("Every rule has an example")
  func everyRuleIsShown() {
    #expect(Rule.all.map(\.name).sorted() == examples.map(\.rule).sorted())
  }

  /// What each line does, and the code it is answered with.
  private func play(_ lines: [String], by rules: [Rule]) throws -> [String] {
    let ledger = Ledger(building: Self.building, zone: berlin)
    var agent = Agent(
      world: World(ledger: ledger, outbox: Outbox(), accounts: try Self.accounts(), rules: rules),
      reader: try Play.reader.get(), settings: Play.unhurried, seed: 1)
    _ = agent.start(answers: [], at: tuesday)
    for trip in try TripAnswer(parsing: Array(Self.trip("").utf8), from: nil, limits: .init()).trips
    {
      _ = agent.take(trip, of: UserID("mia"), at: tuesday)
    }
    let session = SessionID(1)
    let face = SessionFace(kind: .tcp, encoding: .text, user: "mia")
    _ = agent.handle(.opened(session, face), at: tuesday)
    return try lines.map { line in
      agent.beginWake()
      var effects = agent.handle(try said(line, on: session), at: tuesday)
      while let errand = effects.errand {
        effects.removeAll { $0 == .errand(errand) }
        let answer = MobilityAnswer(
          status: 200, body: Array(Self.answer(to: errand).utf8), from: errand.address)
        effects += agent.handle(.errandSettled(errand.id, .answered(answer)), at: tuesday)
      }
      return "\(effects.codes(to: session)) \(effects.deeds)"
    }
  }

  /// Accounts with one provider, linked by a code that is typed elsewhere.
  private static func accounts() throws -> AccountBook {
    let service = try #require(WebAddress("https://m.example/"))
    let token = try #require(WebAddress("https://id.example/token"))
    var provider = ProviderSettings(
      provider: "Uber", ways: [.device], clientID: "usher", token: token, scopes: [],
      hosts: AllowedHosts(bases: [token]))
    provider.device = WebAddress("https://id.example/device")
    return AccountBook(
      base: service.text, service: AllowedHosts(bases: [service]), providers: [provider],
      at: tuesday)
  }

  /// A mobility service: a shuttle that is booked at once, a bike behind a form.
  private static func answer(to errand: Errand) -> String {
    switch errand.address.path {
    case "/products":
      """
      [{"title":"Shuttle","bookingTitle":"Book","bookingURL":"https://m.example/shuttle"},
       {"title":"Bike","bookingTitle":"Book","bookingURL":"https://m.example/bike"}]
      """
    case "/bike":
      """
      {"type":"bookingForm","action":{"url":"https://m.example/form"},"form":[{"fields":[
       {"type":"string","id":"name","title":"Name","required":true},
       {"type":"string","id":"bag","title":"Bag","required":true}]}]}
      """
    case "/device":
      """
      {"device_code":"d","user_code":"ABCD-EFGH","verification_uri":"https://id.example/code",
       "expires_in":900}
      """
    case "/trip":
      trip(
        """
        ,"confirmation":{"status":{"title":"confirmed","value":"ACCEPTED"},"actions":[
         {"title":"Give back","type":"CANCEL","internalURL":"https://m.example/back"}]}
        """)
    default: #"{"updateURL":"https://m.example/trip"}"#
    }
  }

  private static func trip(_ confirmation: String) -> String {
    """
    {"groups":[{"trips":[{"id":"t","updateURL":"https://m.example/trip","segments":[
     {"id":"l","segmentTemplateHashCode":1,"startTime":1795510800,"endTime":1795512000,
      "booking":{"quickBookingsUrl":"https://m.example/products"\(confirmation)}}]}]}],
     "segmentTemplates":[{"hashCode":1,"modeIdentifier":"ps_drt"}]}
    """
  }

  private static let building = {
    let rooms: [(name: String, seats: Int, equipment: [String])] = [
      ("Aquarium", 6, ["TV", "whiteboard"]), ("Bunker", 4, ["whiteboard"]),
      ("Cockpit", 10, ["video", "projector"]), ("Dachstube", 14, ["projector"]),
    ]
    var building = Building(
      rooms: rooms.map { room in
        var made = Room(id: RoomID(room.name), name: room.name)
        made.seats = room.seats
        made.equipment = room.equipment
        return made
      })
    building.people = People([
      Person(id: UserID("jana"), name: "Jana Kurz"), Person(id: UserID("tb"), name: "Tom Bauer"),
      Person(id: UserID("ts"), name: "Tom Sommer"),
    ])
    return building
  }()
}

extension [Effect] {
  /// The first errand that is still to be answered.
  fileprivate var errand: Errand? {
    for case .errand(let errand) in self { return errand }
    return nil
  }
}
