// The gateway that does what it was told: how it is told, and what it answers.

import BookingAgent
import CivilTime
import Gateways
import JSON
import Passes
import Testing

@Suite struct ScriptedGatewayTests {
  static let lines: [(String, ScriptedOutcome?)] = [
    ("ok", .ok), ("halt 1 4103", .halt(index: 1, code: 4103)),
    ("halt ? 4103", .halt(index: nil, code: 4103)), ("halt -1 4103", .halt(index: -1, code: 4103)),
    ("lost 2", .lost(after: 2)), ("hang", .hang), ("500", .status(500)),
    ("refuse 3000", .refuse(code: 3000)), ("nonsense", .nonsense),
    ("", nil), ("halt 1", nil), ("halt x 4103", nil), ("halt 1 4000", nil), ("halt 1 10000", nil),
    ("lost", nil), ("lost -1", nil), ("refuse 4001", nil), ("200", nil), ("999", nil), ("OK", nil),
  ]

  @Test("A line of a written conversation names an outcome or none", arguments: lines)
  func line(text: String, outcome: ScriptedOutcome?) {
    #expect(ScriptedOutcome(line: text) == outcome)
    if let outcome { #expect(outcome.description == text) }
  }

  static let lists: [(String, [ScriptedOutcome]?)] = [
    (
      #"{"outcomes": ["ok", {"halt": 1, "code": 4103}, {"lost": 2}, "hang", 500]}"#,
      [.ok, .halt(index: 1, code: 4103), .lost(after: 2), .hang, .status(500)]
    ),
    (
      #"{"outcomes": [{"refuse": 3000}, "nonsense", {"code": 4103, "halt": null}]}"#,
      [.refuse(code: 3000), .nonsense, .halt(index: nil, code: 4103)]
    ),
    (#"{"outcomes": []}"#, []),
    (#"{"outcomes": ["ok", "okay"]}"#, nil),
    (#"{"outcomes": [{"halt": 1}]}"#, nil),
    (#"{"outcomes": [{"halt": 1, "code": 4103, "text": "No"}]}"#, nil),
    (#"{"outcomes": [{"halt": "1", "code": 4103}]}"#, nil),
    (#"{"outcomes": [{"lost": 1.5}]}"#, nil),
    (#"{"outcomes": [500.5]}"#, nil),
    (#"{"outcomes": "ok"}"#, nil),
    ("{}", nil),
  ]

  @Test("A request names a list of outcomes or none", arguments: lists)
  func list(text: String, outcomes: [ScriptedOutcome]?) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    #expect(ScriptedOutcome.list(value) == outcomes)
  }

  @Test("It answers by the script, then well, and remembers who got a pass")
  func script() async throws {
    let arrivals = Arrivals()
    let gateway = ScriptedGateway(zone: berlin, report: arrivals.report)
    gateway.setOutcomes([
      .halt(index: 1, code: 4103), .lost(after: 2), .hang, .status(500), .refuse(code: 3000),
      .nonsense, .halt(index: 9, code: 4103),
    ])
    for number in 1...8 {
      gateway.start(
        try makeCall(number, people: ["Ana", "Ben", "Cem"]), roomName: "1.1", untitled: "Meeting")
    }
    #expect(
      await arrivals.rest() == [
        .answered(
          CallID(1),
          GatewayAnswer(.halted(code: 4103, index: 1, text: "the pass could not be sent"))),
        .answered(CallID(2), GatewayAnswer(.connectionFailed(beforeSending: false))),
        .answered(CallID(3), GatewayAnswer(.timedOut)),
        .answered(CallID(4), GatewayAnswer(.http(status: 500, retryAfterSeconds: nil))),
        .answered(
          CallID(5), GatewayAnswer(.refused(code: 3000, text: "the call was refused"))),
        .answered(
          CallID(6), GatewayAnswer(.nonsense(reason: "neither success nor an error"))),
        .answered(
          CallID(7),
          GatewayAnswer(.halted(code: 4103, index: 9, text: "the pass could not be sent"))),
        .answered(CallID(8), GatewayAnswer(.success)),
      ])
    #expect(
      gateway.receipts.map { $0.sent.map(\.recipient.name) } == [
        ["Ana"], ["Ana", "Ben"], [], [], [], [], [], ["Ana", "Ben", "Cem"],
      ])
    #expect(
      String(decoding: try #require(gateway.receipts.first).request, as: UTF8.self)
        .hasPrefix(#"{"booking":{"date":1795561200,"time_start":1795598100,"#))
  }

  @Test("It has no rooms, and closed it answers nothing")
  func closing() async throws {
    let arrivals = Arrivals()
    let gateway = ScriptedGateway(zone: berlin, report: arrivals.report)
    let date = try #require(CivilDate("2026-11-25"))
    gateway.fetchRooms(on: date)
    gateway.close()
    gateway.start(try makeCall(), roomName: "1.1", untitled: "Meeting")
    #expect(await arrivals.rest() == [.rooms(on: date, .failure(.unsupported))])
    #expect(gateway.receipts.isEmpty)
  }
}
