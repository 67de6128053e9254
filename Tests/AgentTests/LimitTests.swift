// Limits: turns a user, what is remembered, and what waits in line.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
import Passes
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

  @Test("To ask how a line is read counts as a turn")
  func parsing() throws {
    var play = try Play(AgentSettings())
    let program = play.json(1)
    let params: JSONObject = ["user": "mia", "text": "rooms"]
    for code in [211, 211, 211, 211, 211, 453] {
      #expect(try play.call("parse", params, on: program).codes(to: program) == [code])
    }
  }

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

  @Test("Where more users speak than are counted, those who are back at rest are forgotten first")
  func forgetsWhoRests() throws {
    var settings = AgentSettings()
    settings.limits.countedUsersMax = 2
    var play = try Play(settings)
    let program = play.json(1)
    #expect(try turn(&play, by: "mia", on: program) == 214)
    play.now = tuesday + .seconds(10)
    for _ in 1...5 { #expect(try turn(&play, by: "tom", on: program) == 214) }
    // Mia has all her turns back and is forgotten; Tom, who has none left, is not.
    #expect(try turn(&play, by: "ida", on: program) == 214)
    #expect(try turn(&play, by: "tom", on: program) == 453)
    // Nobody rests: rather than remember a third, all are let begin again.
    #expect(try turn(&play, by: "mia", on: program) == 214)
    #expect(try turn(&play, by: "tom", on: program) == 214)
  }

  @Test("Of too many answers to questions the oldest are forgotten and asked anew")
  func forgetsAnswers() throws {
    var settings = Play.unhurried
    settings.limits.recentAnswersOctetsMax = 8000
    var play = try Play(settings)
    let program = play.json(1)
    func ask(_ number: Int) throws -> [Int] {
      let message: JSONObject = [
        "user": "mia", "msg": .string("m\(number)"), "text": "is Bunker free tomorrow at 10?",
      ]
      return try play.call("say", message, on: program).codes(to: program)
    }
    for number in 0...20 { #expect(try ask(number) == [212]) }
    #expect(try ask(16) == [251])
    #expect(try ask(20) == [251])
    #expect(try ask(0) == [212])
  }

  @Test("Of too many days of another calendar those asked about longest ago are forgotten")
  func forgetsDays() throws {
    var settings = Play.unhurried
    settings.readsOpenings = true
    settings.limits.openingsDaysMax = 2
    settings.limits.openingsFreshSeconds = 3600
    var play = try Play(settings)
    let mia = play.text(1, as: "mia")
    for day in ["2026-11-25", "2026-11-26", "2026-11-27"] {
      play.now = play.now + .seconds(1)
      #expect(try play.say("rooms \(day)", on: mia).shape == ["read \(day)"])
      let date = try #require(CivilDate(day))
      #expect(play.tell(.openingsRead(date, .free([:]))).shape == ["reply s1 212"])
    }
    #expect(try play.say("rooms 2026-11-27", on: mia).shape == ["reply s1 212"])
    #expect(try play.say("rooms 2026-11-25", on: mia).shape == ["read 2026-11-25"])
  }

  @Test("Of too many news that nobody hears the oldest are forgotten, and whose began first")
  func forgetsNews() throws {
    var settings = Play.unhurried
    settings.limits.heldNewsMax = 1
    settings.limits.heldNewsUsersMax = 2
    var play = try Play(settings)
    func book(_ room: String, _ hour: Int, by user: String) throws {
      let id = play.text(9, as: user)
      let booked = try play.say(
        "book \(room) tomorrow \(hour)-\(hour + 1) with ana@x.com 0171 1234567", on: id)
      #expect(booked.booked.count == 1)
      play.tell(.gone(id))
      let call = try #require(play.wait().calls.first)
      #expect(play.tell(.settled(call.id, .success)).shape == ["commit"])
    }
    try book("Bunker", 10, by: "mia")
    try book("Bunker", 11, by: "tom")
    try book("Bunker", 12, by: "tom")
    try book("Bunker", 13, by: "ida")
    func news(of user: String, _ number: Int) throws -> String {
      let id = play.text(number)
      return try play.say("/as \(user)", on: id).compactMap { effect in
        if case .notice(_, let notice) = effect { notice.lines.joined() } else { nil }
      }.joined(separator: "|")
    }
    // Mia's were begun first and gave way to Ida's; of Tom's the earlier one did.
    #expect(try news(of: "mia", 1) == "")
    #expect(try news(of: "tom", 2).contains("B3"))
    #expect(try !news(of: "tom", 3).contains("B2"))
    #expect(try news(of: "ida", 4).contains("B4"))
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
