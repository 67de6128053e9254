// Passes that cannot leave by a fault of ours: nothing that is said claims otherwise, and they
// leave once whoever runs the house says so.

import BookingAgent
import Bookings
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Resuming")
struct ResumingTests {
  /// A house whose gateway has refused a call for a fault of ours, and Mia's session in it.
  private static func stopped() throws -> (Play, SessionID) {
    var play = try Play()
    let mia = play.text(1, as: "mia")
    let order = "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678"
    #expect(try play.say(order, on: mia).words(to: mia).contains("goes out in 10 s"))
    var calls: [GatewayCall] = []
    for _ in 1...3 where calls.isEmpty { calls = play.wait().calls }
    let call = try #require(calls.first)
    let told = play.tell(.settled(call.id, .refused(code: 2000, text: "")))
    #expect(told.contains(.tellOperator(.gateway(.gatewayStopped(.code(2000, text: ""))))))
    return (play, mia)
  }

  /// What is said in such a house, and what its answer holds.
  static let lines = [
    ("book Aquarium tomorrow 14-15 with Ben ben@x.com 0171 2345679", "as soon as passes can be"),
    ("resend B1", "as soon as passes can be"),
    ("buche Aquarium morgen 14-15 mit Ben ben@x.com 0171 2345679", "sobald wieder Pässe"),
    ("schick B1 nochmal", "sobald wieder Pässe"),
    ("move B1 to 15:00", "as soon as passes can be"),
  ]

  @Test("Nothing claims that a pass goes out while none can", arguments: lines)
  func truth(line: String, holds: String) throws {
    var (play, mia) = try Self.stopped()
    let words = try play.say(line, on: mia).words(to: mia)
    #expect(words.contains(holds), "\(words)")
    #expect(!words.contains(" s;") && !words.contains("Sekunden"))
  }

  @Test("Why a pass was given up is a member for programs")
  func failure() throws {
    var play = try Play()
    let program = play.json(2)
    let order: JSONObject = [
      "user": "mia", "text": "book Bunker tomorrow 10-11 with Ana ana@x.com 0171 2345678",
    ]
    _ = try play.call("say", order, on: program)
    var calls: [GatewayCall] = []
    for _ in 1...3 where calls.isEmpty { calls = play.wait().calls }
    let call = try #require(calls.first)
    play.tell(.settled(call.id, .refused(code: 3000, text: "no such number")))
    let shown = try play.call("bookings", ["user": "mia", "ref": "B1"], on: program)
    let ana = shown.replies(to: program).first?.members["bookings"]?.array?.first?["attendees"]
    #expect(ana?.array?.first?["pass"] == "failed")
    #expect(
      ana?.array?.first?["failure"]
        == ["code": 3000, "text": "no such number", "kind": "refused"])
    let other = try play.call("bookings", ["user": "tom", "ref": "B1"], on: program)
    #expect(
      other.replies(to: program).first?.members["bookings"]?.array?.first?["attendees"] == nil)
  }

  @Test("They leave again when whoever runs the house says so, and nobody else may")
  func resumes() throws {
    var (play, mia) = try Self.stopped()
    #expect(try play.say("/resume", on: mia).codes(to: mia) == [538])
    let program = play.json(2, kind: .unix)
    let resumed = try play.call("resume", [:], on: program)
    #expect(resumed.codes(to: program) == [200])
    #expect(resumed.contains(.tellOperator(.passesResumed)))
    #expect((resumed + play.wait()).calls.count == 1)
    let again = try play.call("resume", [:], on: program)
    #expect(again.words(to: program) == "Nothing keeps passes from leaving.")
    (play, mia) = try Self.stopped()
    #expect(play.tell(.mended).contains(.tellOperator(.passesResumed)))
    #expect(play.tell(.mended).isEmpty)
  }
}
