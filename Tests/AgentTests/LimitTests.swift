// Limits: turns a user, what is remembered, and what waits in line.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
import Testing

@Suite("Limits of the agent")
struct LimitTests {
  private func turn(_ play: inout Play, by user: String, on id: SessionID) throws -> Int? {
    try play.call("say", ["user": .string(user), "text": "help"], on: id).codes(to: id).first
  }

  @Test("Five turns at once, then two a second; each user counts alone")
  func turnRate() throws {
    var play = try Play(AgentSettings())
    let program = play.json(1)
    for _ in 1...5 { #expect(try turn(&play, by: "mia", on: program) == 214) }
    let refused = try play.call("say", ["user": "mia", "text": "help"], on: program)
    #expect(refused.codes(to: program) == [453])
    #expect(refused.replies(to: program).first?.retryAfterMilliseconds == 500)
    #expect(try turn(&play, by: "tom", on: program) == 214)
    play.now = tuesday + .milliseconds(499)
    #expect(try turn(&play, by: "mia", on: program) == 453)
    play.now = tuesday + .milliseconds(500)
    #expect(try turn(&play, by: "mia", on: program) == 214)
    #expect(try turn(&play, by: "mia", on: program) == 453)
    // After a pause all five are back, and never more.
    play.now = tuesday + .seconds(60)
    for _ in 1...5 { #expect(try turn(&play, by: "mia", on: program) == 214) }
    #expect(try turn(&play, by: "mia", on: program) == 453)
    // A clock set back by an hour silences nobody for an hour.
    play.now = tuesday + .seconds(60 - 3600)
    #expect(try turn(&play, by: "mia", on: program) == 453)
    play.now = tuesday + .seconds(63 - 3600)
    #expect(try turn(&play, by: "mia", on: program) == 214)
  }

  /// A way in, a rate, whether tests are allowed, and how many of twelve turns are taken.
  static let ways: [(SessionFace.Kind, TurnRate?, Bool, Int)] = [
    (.tcp, nil, false, 5), (.unix, nil, false, 12), (.standardStreams, nil, false, 12),
    (.tcp, nil, true, 12), (.tcp, .perSecond(2), true, 5), (.tcp, .unlimited, false, 12),
    (.unix, .perSecond(2), false, 12),
  ]

  @Test("Turns are limited over TCP alone, and not where tests are allowed", arguments: ways)
  func whereTurnsAreLimited(
    kind: SessionFace.Kind, rate: TurnRate?, allowsTests: Bool, taken: Int
  ) throws {
    var settings = AgentSettings()
    settings.turnRate = rate
    settings.allowsTests = allowsTests
    var play = try Play(settings)
    let program = play.json(1, kind: kind)
    let codes = try (1...12).map { _ in try turn(&play, by: "mia", on: program) }
    #expect(codes.count { $0 == 214 } == taken)
  }

  @Test("A message that is repeated costs no turn")
  func repetitionsAreFree() throws {
    var play = try Play(AgentSettings())
    let program = play.json(1)
    let message: JSONObject = ["user": "mia", "msg": "m", "text": "book Bunker tomorrow 10-11"]
    var codes: [Int] = []
    for _ in 1...9 { codes += try play.call("say", message, on: program).codes(to: program) }
    #expect(codes == [250] + Array(repeating: 251, count: 8))
  }

  @Test("Of too many conversations those silent longest are forgotten")
  func forgetsConversations() throws {
    var settings = Play.unhurried
    settings.limits.conversationsMax = 10
    var play = try Play(settings)
    let program = play.json(1)
    for number in 0...10 {
      let params: JSONObject = [
        "user": .string("u\(number)"), "text": "is Bunker free tomorrow at 10?",
      ]
      _ = try play.call("say", params, on: program)
    }
    let forgotten = try play.call("say", ["user": "u0", "text": "take it"], on: program)
    #expect(forgotten.booked.isEmpty)
    let kept = try play.call("say", ["user": "u9", "text": "take it"], on: program)
    #expect(kept.booked.count == 1)
  }

  @Test("More requests than may wait are refused at once, those that wait are answered in order")
  func queue() throws {
    var settings = Play.unhurried
    settings.readsOpenings = true
    settings.limits.queuedRequestsMax = 1
    settings.protocolLimits.unansweredRequestsMax = 3
    var play = try Play(settings)
    let program = play.json(1, kind: .unix)
    let events = try (1...5).map {
      try called("say", ["user": "mia", "text": "rooms"], id: Int64($0), on: program)
    }
    let waiting = play.tell(events)
    #expect(waiting.shape == ["read 2026-11-24", "reply s1 453"])
    let date = try #require(CivilDate("2026-11-24"))
    let answered = play.tell(.openingsRead(date, .free([:])))
    #expect(answered.shape == Array(repeating: "reply s1 212", count: 4))
  }
}
