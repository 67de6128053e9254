// What is booked on a trip is durable before it leaves, and a commit that fails loses nothing.

import BookingAgent
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Mobility
import Products
import Testing

@Suite("Rides")
struct RideTests {
  /// Mia's trip of one leg on which a shuttle can be booked, listed.
  private func listed(_ settings: AgentSettings = Play.unhurried) throws -> Play {
    var play = try Play(settings)
    var trip = Play.trip(offering: try address("list"))
    trip.update = try address("trip")
    play.take(trip, of: "mia")
    let id = play.text(1, as: "mia")
    let asked = try #require(try play.say("products for T1", on: id).errands.first)
    let list = """
      [{"title":"Campus shuttle","bookingTitle":"Book","bookingURL":"/book"}]
      """
    let effects = play.tell(.errandSettled(asked.id, try answer(list)))
    #expect(effects.words(to: id).contains("Campus shuttle"))
    return play
  }

  private func address(_ path: String) throws -> WebAddress {
    try #require(WebAddress("https://service.example/\(path)"))
  }

  private func answer(_ body: String) throws -> ErrandOutcome {
    .answered(MobilityAnswer(status: 200, body: Array(body.utf8), from: try address("book")))
  }

  private func phase(_ play: Play) -> Purchase.Phase? {
    play.agent.world.travel.purchases[PurchaseID(1)]?.phase
  }

  @Test("What may book is written down first, with the state that awaits it")
  func order() throws {
    var play = try listed()
    let effects = try play.say("book the shuttle", on: SessionID(1))
    guard case .commit(let entries) = effects.first else {
      Issue.record("nothing is written down first: \(effects)")
      return
    }
    let place = try #require(
      effects.firstIndex { if case .errand(let errand) = $0 { errand.books } else { false } })
    #expect(place > 0)
    #expect(effects.count { if case .commit = $0 { true } else { false } } == 1)
    let errand = try #require(effects.errands.first)
    let written = try #require(
      entries.compactMap { entry -> [UInt8]? in
        guard case .travel(.purchaseKept(_, _, _, .sending, let written)) = entry.fact else {
          return nil
        }
        return written
      }.first)
    let purchase = try Purchase(written: written, limits: TravelLimits())
    guard case .sending(errand.id, _) = purchase.state else {
      Issue.record("another state is written down: \(purchase.state)")
      return
    }
  }

  @Test("Of several states that a purchase goes through at once, only the last is written down")
  func onlyTheLast() throws {
    var play = try listed()
    let effects = try play.say("book the shuttle", on: SessionID(1))
    let kept = effects.flatMap { effect -> [JournalEntry.Fact] in
      guard case .commit(let entries) = effect else { return [] }
      return entries.map(\.fact).filter { if case .travel = $0 { true } else { false } }
    }
    #expect(kept.count == 1)
  }

  @Test("A commit that fails takes back what was to be booked, and nothing is out")
  func failedCommit() throws {
    var play = try listed()
    let line = try said("book the shuttle", on: SessionID(1))
    #expect(play.tellInVain([line]).errands.map(\.books) == [true])
    #expect(phase(play) == .listed)
    #expect(play.tell(.due).errands == [])
    #expect(play.wait(atMost: 60).errands == [])
    #expect(phase(play) == .listed)
  }

  @Test("What is out stays awaited when another commit fails, and its number is given to no other")
  func stillOut() throws {
    var play = try listed()
    let errand = try #require(
      try play.say("book the shuttle", on: SessionID(1)).errands.first)
    let other = play.text(2, as: "tom")
    _ = play.tellInVain([try said("book Bunker tomorrow 10-11", on: other)])
    #expect(phase(play) == .sending)
    // As does an answer whose commit fails: it is handed in once more.
    let outcome = Event.errandSettled(errand.id, try answer(#"{"updateURL":"/trip"}"#))
    _ = play.tellInVain([outcome])
    #expect(phase(play) == .sending)
    let next = play.tell(outcome).errands
    #expect(phase(play) == .updating)
    #expect(next.map(\.books) == [false])
    #expect(next.allSatisfy { $0.id > errand.id })
  }

  @Test("After a restart what was out may have booked: the trip is looked at, nothing is repeated")
  func restart() throws {
    var play = try listed()
    _ = try play.say("book the shuttle", on: SessionID(1))
    #expect(try play.restart().errands == [])
    #expect(phase(play) == .unsure)
    let looks = play.wait(atMost: 5).errands
    #expect(looks.map(\.books) == [false])
    #expect(looks.map(\.address.path) == ["/trip"])
  }

  private static let zones = [
    "Pacific/Honolulu": ZoneRules(
      name: "Pacific/Honolulu", firstOffsetSeconds: -36_000, transitions: []),
    "Pacific/Kiritimati": ZoneRules(
      name: "Pacific/Kiritimati", firstOffsetSeconds: 50_400, transitions: []),
    "America/New_York": ZoneRules(
      name: "America/New_York", firstOffsetSeconds: -18_000,
      transitions: [
        .init(at: Instant(seconds: 1_805_007_600), offsetSeconds: -14_400),
        .init(at: Instant(seconds: 1_825_567_200), offsetSeconds: -18_000),
      ]),
  ]

  /// A field that asks for a moment, what is said to it, and what is sent. In Honolulu it is still
  /// the day before.
  @Test(
    "A moment counts by the clocks of its field and goes out as it came (row 13)",
    arguments: [
      (#""timezone":"Pacific/Honolulu""#, ["tomorrow 9:40"], "1795549200"),
      (
        #""timezone":"Pacific/Honolulu","value":1795500000000"#, ["change 1", "tomorrow 9:40"],
        "1795549200000"
      ),
      (
        #""timezone":"Pacific/Honolulu","value":"2026-11-24T09:00:00+01:00""#,
        ["change 1", "tomorrow 9:40"], #""2026-11-24T19:40:00Z""#
      ),
      (#""timezone":"Mars/Olympus_Mons""#, ["tomorrow 9:40"], "1795596000"),
      (#""timezone":"America/New_York""#, ["14 March 2027 02:30", "1"], "1805006700"),
      (#""timezone":"America/New_York""#, ["14 March 2027 02:30", "2"], "1805007600"),
      (#""timezone":"America/New_York""#, ["7 November 2027 01:30", "1"], "1825565400"),
      (#""timezone":"America/New_York""#, ["7 November 2027 01:30", "2"], "1825569000"),
      (#""timezone":"Pacific/Kiritimati","value":0"#, [], "0"),
      (#""timezone":"Pacific/Kiritimati","value":253402300799"#, [], "253402300799"),
      (#""value":-62135596800,"timezone":"Pacific/Honolulu""#, [], "-62135596800"),
    ])
  func moments(field: String, lines: [String], sent: String) throws {
    var settings = Play.unhurried
    settings.zone = { Self.zones[$0] }
    var play = try listed(settings)
    let id = SessionID(1)
    let errand = try #require(try play.say("book the shuttle", on: id).errands.first)
    let form = """
      {"type":"bookingForm","title":"F","action":{"title":"Send","url":"/form"},"form":[{"fields":
        [{"id":"f","title":"When","type":"datetime","required":true,\(field)}]}]}
      """
    play.tell(.errandSettled(errand.id, try answer(form)))
    var errands: [Errand] = []
    for line in lines + ["send"] where phase(play) != .sending {
      errands = try play.say(line, on: id).errands
    }
    let value = try #require(errands.first?.body?.value["input"]?.array?.first?["value"])
    #expect(String(decoding: value.octets, as: UTF8.self) == sent)
  }

  @Test("A list that was asked for is asked for again by the next process")
  func listAgain() throws {
    var play = try listed()
    _ = try play.say("stop", on: SessionID(1))
    let asked = try play.say("products for T1", on: SessionID(1)).errands
    let again = try play.restart().errands
    #expect(again.map(\.address) == asked.map(\.address))
  }
}

extension [Effect] {
  fileprivate var errands: [Errand] {
    compactMap { if case .errand(let errand) = $0 { errand } else { nil } }
  }
}
