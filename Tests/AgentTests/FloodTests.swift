// Floods at the agent: who asks for much loses what is theirs, never what is others'.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
import Testing

@Suite("Floods at the agent")
struct FloodTests {
  @Test("Somebody who speaks as many makes others forget nothing")
  func conversations() throws {
    var settings = Play.unhurried
    settings.limits.conversationsMax = 10
    var play = try Play(settings)
    let mia = play.text(1, as: "mia")
    let tom = play.text(2)
    let bridge = play.json(3)
    let question = "is Bunker free tomorrow at 10?"
    _ = try play.say(question, on: mia)
    _ = try play.say("is Aquarium free tomorrow at 11?", on: tom)
    let ida: JSONObject = ["user": "ida", "text": "is Bunker free tomorrow at 12?"]
    _ = try play.call("say", ida, on: bridge)
    let flood = play.json(4)
    for number in 1...40 {
      let params: JSONObject = ["user": .string("u\(number)"), "text": .string(question)]
      #expect(try play.call("say", params, on: flood).codes(to: flood) == [212])
    }
    #expect(try play.say("take it", on: mia).booked.count == 1)
    #expect(try play.say("/as tom", on: tom).codes(to: tom) == [200])
    #expect(try play.say("take it", on: tom).booked.count == 1)
    let taken = try play.call("say", ["user": "ida", "text": "take it"], on: bridge)
    #expect(taken.booked.count == 1)
  }

  @Test("Answers to questions, too: a message of somebody else is still known")
  func recentAnswers() throws {
    var settings = Play.unhurried
    settings.limits.recentAnswersOctetsMax = 8000
    var play = try Play(settings)
    let (mia, flood) = (play.json(1), play.json(2))
    let question: JSONObject = ["user": "mia", "msg": "m1", "text": "is Bunker free at 10?"]
    #expect(try play.call("say", question, on: mia).codes(to: mia) == [212])
    for number in 1...40 {
      let params: JSONObject = [
        "user": .string("u\(number)"), "msg": "m", "text": "is Bunker free at 10?",
      ]
      #expect(try play.call("say", params, on: flood).codes(to: flood) == [212])
    }
    #expect(try play.call("say", question, on: mia).codes(to: mia) == [251])
  }

  /// Settings with room for a few answers, and which bound is reached first.
  private func settings(
    _ bound: WritableKeyPath<AgentLimits, Int>, octets: Int = 8000
  ) -> AgentSettings {
    var settings = Play.unhurried
    settings.limits[keyPath: bound] = octets
    return settings
  }

  /// Messages that change something, until one is refused; how many were done.
  private func fill(
    _ play: inout Play, on id: SessionID, as user: (Int) -> String
  ) throws -> Int {
    for number in 0..<100 {
      let message: JSONObject = [
        "user": .string(user(number / 2)), "msg": .string("m\(number)"),
        "text": .string(number % 2 == 0 ? "book Bunker tomorrow 10-11" : "undo"),
      ]
      let told = try play.call("say", message, on: id)
      if told.codes(to: id) != [250] {
        #expect(told.codes(to: id) == [453])
        #expect(told.replies(to: id).first?.name == .limitRate)
        #expect(told.shape == ["reply \(id) 453"])
        return number
      }
    }
    return 100
  }

  @Test("Who has too many answers kept on one connection is refused, other connections are not")
  func answersOfConnection() throws {
    var play = try Play(settings(\.answersOctetsPerConnectionMax))
    let (flood, mia) = (play.json(1), play.json(2))
    let done = try fill(&play, on: flood) { "u\($0)" }
    #expect((2..<50).contains(done))
    // What was kept is told again; what has no name needs no room.
    let first: JSONObject = ["user": "u0", "msg": "m0", "text": "book Bunker tomorrow 10-11"]
    #expect(try play.call("say", first, on: flood).codes(to: flood) == [251])
    let nameless: JSONObject = ["user": "u0", "text": "book Aquarium tomorrow 10-11"]
    #expect(try play.call("say", nameless, on: flood).codes(to: flood) == [250])
    let mine: JSONObject = ["user": "mia", "msg": "m", "text": "book Aquarium tomorrow 12-13"]
    #expect(try play.call("say", mine, on: mia).codes(to: mia) == [250])
  }

  @Test("Who has too many answers kept is refused on every connection, others are not")
  func answersOfUser() throws {
    var play = try Play(settings(\.answersOctetsPerUserMax))
    let flood = play.json(1)
    let done = try fill(&play, on: flood) { _ in "tom" }
    #expect((2..<50).contains(done))
    let other = play.json(2)
    let his: JSONObject = ["user": "tom", "msg": "other", "text": "book Aquarium tomorrow 12-13"]
    #expect(try play.call("say", his, on: other).codes(to: other) == [453])
    let mine: JSONObject = ["user": "mia", "msg": "m", "text": "book Aquarium tomorrow 12-13"]
    #expect(try play.call("say", mine, on: flood).codes(to: flood) == [250])
  }

  @Test("Too many answers in all are too many after a restart, too, and until they expire")
  func answersInAll() throws {
    var play = try Play(settings(\.answersOctetsMax))
    let done = try fill(&play, on: play.json(1)) { "u\($0)" }
    #expect((2..<50).contains(done))
    _ = try play.restart()
    let mia = play.json(2)
    let mine: JSONObject = ["user": "mia", "msg": "m", "text": "book Aquarium friday 12-13"]
    #expect(try play.call("say", mine, on: mia).codes(to: mia) == [453])
    // None was dropped before its time.
    let last: JSONObject = [
      "user": .string("u\((done - 1) / 2)"), "msg": .string("m\(done - 1)"),
      "text": done % 2 == 0 ? "undo" : "book Bunker tomorrow 10-11",
    ]
    play.now = tuesday + .seconds(86_399)
    #expect(try play.call("say", last, on: mia).codes(to: mia) == [251])
    play.now = tuesday + .seconds(86_400 + 3600)
    play.tell(.due)
    #expect(try play.call("say", mine, on: mia).codes(to: mia) == [250])
  }

  @Test("Only a program that asked for news is asked whether it is there")
  func pings() throws {
    var play = try Play()
    let (program, silent, text) = (play.json(1), play.json(2), play.text(3))
    _ = try play.call("subscribe", [:], on: program)
    #expect(play.tell(.silent(program)).shape == ["ping s1"])
    #expect(play.tell(.silent(silent), .silent(text)).shape == [])
  }
}
