// How confirmations, their actions and tickets are read.

import CivilTime
import Mobility
import Testing

struct ConfirmationReadingTests {
  /// The confirmation of a leg that carries it.
  static func confirmation(_ body: String) throws -> Mobility.Confirmation? {
    let trip =
      #"{"id":"a","segments":[{"booking":{"confirmation":"# + body + "}}]}"
    return try TripAnswer(answer(trip), limits: limits).trips.first?.legs.first?.booking?
      .confirmation
  }

  /// Row 20 and the stages.
  @Test(arguments: [
    (#""Booked""#, nil), ("{}", nil), (#"{"status":{}}"#, nil), (#"{"status":{"title":""}}"#, nil),
    (#"{"status":7}"#, "7 other"), (#"{"status":"Booked"}"#, "Booked other"),
    (#"{"status":{"title":"T","value":"odd","subtitle":"S"}}"#, "T other"),
    (#"{"status":{"title":"T","value":"processing"}}"#, "T waiting"),
    (#"{"status":{"title":"T","value":"Standby"}}"#, "T waiting"),
    (#"{"status":{"title":"T","value":"USER_ACCEPTED"}}"#, "T confirmed"),
    (#"{"status":{"title":"T","value":"in_progress"}}"#, "T underWay"),
    (
      #"{"status":{"title":"T","value":"PROVIDER_CANCELED"}}"#,
      "T cancelled(by: Optional(Mobility.Confirmation.Stage.Side.provider))"
    ),
    (#"{"status":{"title":"T","value":"CANCELLED"}}"#, "T cancelled(by: nil)"),
    (#"{"status":{"title":"T","value":"COMPLETED"}}"#, "T done"),
  ])
  func `stands so`(body: String, read: String?) throws {
    let status = try Self.confirmation(body)?.status
    #expect(status.map { "\($0.title) \($0.stage)" } == read)
  }

  @Test func `tells who comes, what was bought, and what was written`() throws {
    let body = #"""
      {"status":{"title":"T"},"vehicle":{"title":"White van","subtitle":"B-X 1",
       "driver":{"name":"Jo"}},
       "purchase":{"id":"p","price":0.009999999776482582,"currency":"EUR","productName":"Day pass",
        "validFromTimestamp":1795509600,"validFor":"86400"},
       "notes":[{"provider":"v","text":"Wait at the gate","timestamp":1},"Bring cash",{"text":""}],
       "tickets":[{"id":"1","name":"Adult","status":"UNACTIVATED"},{"name":"lost"}],
       "purchasedTickets":[{"id":1,"status":"ACTIVE","ticketExpirationTimestamp":1795509600000}]}
      """#
    let read = try #require(try Self.confirmation(body))
    #expect(read.provider == Mobility.Confirmation.Party(title: "Jo"))
    #expect(read.vehicle == Mobility.Confirmation.Party(title: "White van", subtitle: "B-X 1"))
    #expect(read.purchase?.price == Amount(hundredths: 1, currency: "EUR"))
    #expect(read.purchase?.validForSeconds == 86_400 && read.purchase?.name == "Day pass")
    #expect(read.notes == ["Wait at the gate", "Bring cash"])
    #expect(read.tickets.map(\.id) == ["1"] && read.tickets.first?.status == "ACTIVE")
    #expect(read.tickets.first?.expires == Instant(seconds: 1_795_509_600))
  }

  /// Row 21: `kind request link question inputs`, with `!` where it asks first.
  @Test(arguments: [
    (#"{"title":"A"}"#, #"other("")"#), (#"{"type":"CANCEL"}"#, ""), ("7", ""),
    (
      #"{"title":"A","type":"cancel","internalURL":"cancel"}"#,
      "cancel https://api.example.org/v1/trip/cancel !"
    ),
    (
      #"{"title":"A","type":"CALL","externalURL":"tel:(555)555-5555"}"#,
      #"call phone("(555)555-5555")"#
    ),
    (#"{"title":"A","type":"CALL","externalURL":"tel:555-TAXI"}"#, "call"),
    (#"{"title":"A","type":"CALL","externalURL":"tel:"}"#, "call"),
    (#"{"title":"A","type":"QRCODE","externalURL":"qrcode:a:b"}"#, #"code code("a:b")"#),
    (
      #"{"title":"A","type":"DANCE","externalURL":"javascript:x","internalURL":"file:///x"}"#,
      #"other("DANCE")"#
    ),
    (#"{"title":"A","type":"CONFIRM","confirmationMessage":"Sure?"}"#, "confirm Sure? !"),
    (
      #"{"title":"A","type":"RATE","confirmation":{"message":"M","#
        + #""confirmActionTitle":"Y","abortActionTitle":"N"}}"#,
      "rate M Y N !"
    ),
    (#"{"title":"A","isDestructive":"true"}"#, #"other("") !"#),
    (
      #"{"title":"A","type":"UNLOCK","input":[{"type":"QRCODE","field":"code"},"#
        + #"{"type":"HIDDEN","field":"k","value":"v"},{"type":"STRING"}]}"#,
      "unlock code? k=v !"
    ),
  ])
  func `can be done`(action: String, read: String) throws {
    let body = #"{"status":"T","actions":[\#(action)]}"#
    let actions = try #require(try Self.confirmation(body)).actions.map { action in
      let inputs = action.inputs.map {
        $0.isHidden ? "\($0.field)=\($0.value ?? "-")" : "\($0.field)?"
      }
      return parts(
        "\(action.kind)", action.request?.text, action.link.map { "\($0)" }, action.question,
        action.yes, action.no, inputs.isEmpty ? nil : inputs.joined(separator: " "),
        action.asksFirst ? "!" : nil)
    }
    #expect(actions.joined() == read)
  }

  @Test func `of 50 actions and 80 tickets as many are kept as can be shown`() throws {
    let actions = Array(repeating: #"{"title":"A"}"#, count: 50).joined(separator: ",")
    let tickets = (1...80).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    let read = try #require(
      try Self.confirmation(#"{"status":"T","actions":[\#(actions)],"tickets":[\#(tickets)]}"#))
    #expect(read.actions.count == 20 && read.tickets.count == 50)
  }
}
