// What is asked of a gateway to the octet, and what every kind of answer means.

import CivilTime
import Gateways
import JSON
import Passes
import Testing

@Suite struct GatewayReplyTests {
  struct DayRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let from: String
    let to: String
    let seconds: [Int]
  }

  static let days = [
    DayRow(
      testDescription: "winter", from: "2026-11-25T10:15", to: "2026-11-25T11:00",
      seconds: [1_795_561_200, 1_795_598_100, 1_795_600_800]),
    DayRow(
      testDescription: "summer", from: "2026-07-01T09:00", to: "2026-07-01T10:00",
      seconds: [1_782_856_800, 1_782_889_200, 1_782_892_800]),
    DayRow(
      testDescription: "the day summer time begins", from: "2026-03-29T10:00",
      to: "2026-03-29T11:00", seconds: [1_774_738_800, 1_774_771_200, 1_774_774_800]),
    DayRow(
      testDescription: "the day summer time ends", from: "2026-10-25T10:00",
      to: "2026-10-25T11:00", seconds: [1_792_879_200, 1_792_918_800, 1_792_922_400]),
    DayRow(
      testDescription: "until midnight", from: "2026-11-25T23:00", to: "2026-11-26T00:00",
      seconds: [1_795_561_200, 1_795_644_000, 1_795_647_600]),
  ]

  @Test(
    "The day is told by its first second in the building's zone, the times as they are",
    arguments: days)
  func seconds(_ row: DayRow) throws {
    let call = try makeCall(people: ["Ana", "Ben"], from: row.from, to: row.to)
    let octets = GatewayRequest.sendpass(
      call, roomName: "1.1", zone: berlin, untitled: "Meeting")
    #expect(
      String(decoding: octets, as: UTF8.self)
        == #"{"booking":{"date":\#(row.seconds[0]),"time_start":\#(row.seconds[1]),"#
        + #""time_end":\#(row.seconds[2]),"title":"Review","description":"Of the plan","#
        + #""room":"1.1"},"passes":[{"name":"Ana","email":"ana@x.com","#
        + #""number":"+49301234560"},{"name":"Ben","email":"ben@x.com","#
        + #""number":"+49301234561"}]}"#)
  }

  @Test("Without a title the house's word stands in, without a description the title")
  func untitled() throws {
    let texts = try [("", ""), ("Review", ""), ("", "Of the plan")].map { title, description in
      let octets = GatewayRequest.sendpass(
        try makeCall(title: title, description: description), roomName: "1.1", zone: berlin,
        untitled: "Besprechung")
      let booking = try JSONValue(parsing: octets)["booking"]
      return [booking?["title"]?.string, booking?["description"]?.string]
    }
    #expect(
      texts == [
        ["Besprechung", "Besprechung"], ["Review", "Review"], ["Besprechung", "Of the plan"],
      ])
  }

  @Test("Where the clocks jump over midnight, the day begins with the jump")
  func jumpOverMidnight() throws {
    // Beirut, 29 March 2026: 00:00 becomes 01:00 at 22:00 UTC of the day before.
    let beirut = ZoneRules(
      name: "Asia/Beirut", firstOffsetSeconds: 7200,
      transitions: [.init(at: Instant(seconds: 1_774_735_200), offsetSeconds: 10_800)])
    let date = try #require(CivilDate("2026-03-29"))
    let octets = GatewayRequest.getrooms(on: date, zone: beirut)
    #expect(String(decoding: octets, as: UTF8.self) == #"{"date":1774735200}"#)
  }

  struct ReplyRow: CustomTestStringConvertible, Sendable {
    let status: Int
    let text: String
    let outcome: GatewayOutcome
    var testDescription: String { "\(status) \(text.prefix(60))" }

    init(_ text: String, _ outcome: GatewayOutcome) { self.init(200, text, outcome) }

    init(_ status: Int, _ text: String, _ outcome: GatewayOutcome) {
      self.status = status
      self.text = text
      self.outcome = outcome
    }
  }

  private static func nonsense(_ reason: String) -> GatewayOutcome { .nonsense(reason: reason) }
  private static let noCode = nonsense("an error without a code of 1000 to 9999")

  static let replies: [ReplyRow] = [
    ReplyRow(#"{"success": true}"#, .success),
    ReplyRow(201, #"{"success": true, "id": 7}"#, .success),
    ReplyRow(#"{"success": true, "error": null}"#, .success),
    ReplyRow(500, #"{"success": true}"#, .http(status: 500, retryAfterSeconds: nil)),
    ReplyRow(#"{"success": false}"#, nonsense("neither success nor an error")),
    ReplyRow(#"{"success": "true"}"#, nonsense("neither success nor an error")),
    ReplyRow("{}", nonsense("neither success nor an error")),
    ReplyRow(
      #"{"success": true, "error": {"code": 4103, "index": 0}}"#,
      nonsense("success and an error at once")),
    ReplyRow(#"{"error": {"code": 4103, "index": 1}}"#, .halted(code: 4103, index: 1, text: "")),
    ReplyRow(
      #"{"error": {"text": "No", "code": "4103"}, "index": "1"}"#,
      .halted(code: 4103, index: 1, text: "No")),
    ReplyRow(
      #"{"error": {"code": 4103, "index": 0}, "index": 2}"#,
      .halted(code: 4103, index: 0, text: "")),
    ReplyRow(
      #"{"error": {"code": 4103, "index": "first"}, "index": 2.0}"#,
      .halted(code: 4103, index: 2, text: "")),
    ReplyRow(
      #"{"error": {"code": 4103, "index": 1.5}}"#, .halted(code: 4103, index: nil, text: "")),
    ReplyRow(
      #"{"error": {"code": 4103, "index": -1}}"#, .halted(code: 4103, index: -1, text: "")),
    ReplyRow(
      503, #"{"error": {"text": "Full", "code": 4290}}"#,
      .halted(code: 4290, index: nil, text: "Full")),
    ReplyRow(
      400, #"{"error": {"text": 7, "code": 2000}}"#, .refused(code: 2000, text: "")),
    ReplyRow(#"{"error": {"code": 4000, "index": 1}}"#, .refused(code: 4000, text: "")),
    ReplyRow(#"{"error": {"code": 4001}}"#, .halted(code: 4001, index: nil, text: "")),
    ReplyRow(#"{"error": {"code": 999}}"#, noCode),
    ReplyRow(#"{"error": {"code": 10000}}"#, noCode),
    ReplyRow(#"{"error": {"text": "No"}}"#, noCode),
    ReplyRow(#"{"error": "No"}"#, noCode),
    ReplyRow(503, #"{"error": "No"}"#, .http(status: 503, retryAfterSeconds: nil)),
    ReplyRow(
      "{\"error\": {\"text\": \"a\\u001b[2Jb\\u202ec\", \"code\": 2000}}",
      .refused(code: 2000, text: "a\u{FFFD}[2Jb\u{FFFD}c")),
    // Nothing invisible either, but inside of an emoji.
    ReplyRow(
      #"{"error": {"text": "a\u200bb\udb40\udc41\u009b \u2764\ufe0f", "code": 2000}}"#,
      .refused(code: 2000, text: "a\u{FFFD}b\u{FFFD}\u{FFFD} \u{2764}\u{FE0F}")),
    ReplyRow(
      #"{"error": {"text": ""# + String(repeating: "ä", count: 300) + #"", "code": 2000}}"#,
      .refused(code: 2000, text: String(repeating: "ä", count: 250))),
    ReplyRow("", nonsense("an empty answer")),
    ReplyRow(204, "", nonsense("an empty answer")),
    ReplyRow(404, "", .http(status: 404, retryAfterSeconds: nil)),
    ReplyRow(" \n<html>", nonsense("a page instead of JSON")),
    ReplyRow("[true]", nonsense("a list instead of an object")),
    ReplyRow("true", nonsense("a true or false instead of an object")),
    ReplyRow(
      #"{"success": tr"#, nonsense("no JSON: the text ends too early (octet 14)")),
    ReplyRow(
      #"{"success": true"#, nonsense("no JSON: the text ends too early (octet 16)")),
    ReplyRow(
      #"{"success": true, "success": true}"#,
      nonsense("no JSON: this name stands twice in one object (octet 18)")),
    ReplyRow(
      String(repeating: "[", count: 20),
      nonsense("no JSON: lists and objects are nested deeper than is taken (octet 16)")),
  ]

  @Test("An answer to sendpass means one thing, whatever its octets are", arguments: replies)
  func sendpass(_ row: ReplyRow) {
    let reply = GatewayReply(status: row.status, octets: Array(row.text.utf8))
    #expect(reply.sendpassAnswer().outcome == row.outcome)
  }

  @Test("All members of an error are kept for programs")
  func errorMembers() {
    let text = #"{"error": {"text": "No", "code": 4103, "index": 1, "hint": {"a": [1]}}}"#
    let answer = GatewayReply(status: 200, octets: Array(text.utf8)).sendpassAnswer()
    #expect(answer.errorMembers?["hint"] == ["a": [1]])
    #expect(answer.errorMembers?.count == 4)
  }

  static let roomFailures: [(Int, String, RoomsFailure)] = [
    (200, #"{"error": {"text": "Closed", "code": 1500}}"#, .refused(code: 1500, text: "Closed")),
    (500, "", .http(status: 500)),
    (302, "", .http(status: 302)),
    (200, "", .nonsense(reason: "an empty answer")),
    (200, "<html>", .nonsense(reason: "a page instead of JSON")),
    (200, #"{"rooms": []}"#, .nonsense(reason: "a list is expected here")),
    (
      200, #"[{"name": "1.1", "avail": ["7 to 9"]}]"#,
      .nonsense(
        reason: #"[0].avail[0]: a span is expected here, as "07:00 - 09:15""#)
    ),
  ]

  @Test("An answer to getrooms that is no list of rooms says why", arguments: roomFailures)
  func rooms(status: Int, text: String, failure: RoomsFailure) throws {
    let reply = GatewayReply(status: status, octets: Array(text.utf8))
    let date = try #require(CivilDate("2026-11-25"))
    #expect(reply.roomsAnswer(on: date) == .failure(failure))
  }
}
