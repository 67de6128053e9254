// News that last: told to people when they are back and to programs until they acknowledge them.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("News")
struct NewsTests {
  /// What a notice says, as far as these tests look: `s1 1/2` is news 1 for the second time.
  private func told(_ effects: [Effect]) throws -> [String] {
    var told: [String] = []
    for case .notice(let id, let notice) in effects {
      let seq = try #require(notice.members["seq"]?.integer)
      let attempt = try #require(notice.members["attempt"]?.integer)
      told.append("\(id) \(seq)/\(attempt)")
    }
    return told
  }

  private func words(_ effects: [Effect]) -> String {
    effects.compactMap {
      if case .notice(_, let notice) = $0 { notice.lines.joined() } else { nil }
    }
    .joined(separator: "\n")
  }

  /// Somebody books with one attendee and leaves; what becomes of the pass.
  private func book(
    _ play: inout Play, _ hour: Int, by user: String, outcome: GatewayOutcome = .success
  ) throws -> [Effect] {
    let id = play.text(100 + hour, as: user)
    let line = "book Bunker tomorrow \(hour)-\(hour + 1) with ana@x.com 0171 1234567"
    #expect(try play.say(line, on: id).booked.count == 1)
    play.tell(.gone(id))
    let call = try #require(play.wait().calls.first)
    return play.tell(.settled(call.id, outcome))
  }

  private func subscribe(
    _ play: inout Play, _ number: Int, as instance: String? = nil
  ) throws -> [String] {
    let id = play.json(number)
    if let instance { _ = try play.call("hello", ["instance": .string(instance)], on: id) }
    return try told(try play.call("subscribe", [:], on: id))
  }

  @Test("Each of two programs on one token acknowledges for itself, also what it missed")
  func instances() throws {
    var play = try Play()
    #expect(try subscribe(&play, 1, as: "b1") == [])
    #expect(try subscribe(&play, 2, as: "b2") == [])
    play.tell(.gone(SessionID(2)))
    #expect(try told(book(&play, 10, by: "mia")) == ["s1 1/1"])
    _ = try play.call("ack", ["upto": 1], on: SessionID(1))
    // It is not told again to whom it was told, and the other is told it once it is back.
    #expect(try subscribe(&play, 3, as: "b1") == [])
    #expect(try subscribe(&play, 4, as: "b2") == ["s4 1/2"])
    // After a restart nobody knows any more who has heard it.
    _ = try play.restart()
    #expect(try subscribe(&play, 5, as: "b1") == ["s5 1/2"])
    #expect(try subscribe(&play, 6, as: "b2") == ["s6 1/3"])
    for id in [5, 6] { _ = try play.call("ack", ["upto": 1], on: SessionID(id)) }
    #expect(try subscribe(&play, 7) == [])
  }

  @Test("A program that is away for a day is not waited for")
  func awayInstance() throws {
    var play = try Play()
    _ = try subscribe(&play, 1, as: "b1")
    _ = try subscribe(&play, 2, as: "b2")
    play.tell(.gone(SessionID(2)))
    _ = try book(&play, 16, by: "mia")
    _ = try play.call("ack", ["upto": 1], on: SessionID(1))
    play.now = tuesday + .seconds(86_400 + 3600)
    #expect(play.tell(.due).shape == ["commit"])
    #expect(try subscribe(&play, 3) == [])
  }

  /// What became of the pass, and how it is said.
  static let fates: [(GatewayOutcome, String)] = [
    (.success, "pass was accepted"), (.halted(code: 4001, index: 0, text: "no"), "pass failed"),
  ]

  @Test(
    "Who was away, and a process that ended in between: told when they are back, once",
    arguments: fates.indices)
  func awayAndRestarted(index: Int) throws {
    var settings = PassLimits()
    settings.attemptsMax = 1
    var play = try Play(passes: settings)
    let (outcome, expected) = Self.fates[index]
    let settled = try book(&play, 10, by: "mia", outcome: outcome)
    #expect(try told(settled) == [])
    _ = try play.restart()
    let other = play.text(1)
    #expect(try told(try play.say("/as tom", on: other)) == [])
    let back = play.text(2)
    let heard = try play.say("/as mia", on: back)
    #expect(heard.shape == ["reply s2 200", "notice s2 152"])
    #expect(words(heard).contains("B1: ") && words(heard).contains(expected), "\(words(heard))")
    // Who is killed before that has left tells it again; once it has left it is over.
    _ = try play.restart()
    let returned = play.text(5)
    #expect(try play.say("/as mia", on: returned).shape == ["reply s5 200", "notice s5 152"])
    #expect(play.agent.nextWake(at: play.now) == play.now)
    #expect(play.tell(.due).shape == ["commit"])
    _ = try play.restart()
    let again = play.text(3)
    #expect(try play.say("/as mia", on: again).shape == ["reply s3 200"])
    // Numbers go on.
    _ = try book(&play, 12, by: "tom")
    #expect(try subscribe(&play, 4) == ["s4 2/1"])
  }

  @Test("A program is sent news again on each connection, and after a restart, until it says so")
  func untilAcknowledged() throws {
    var play = try Play()
    #expect(try subscribe(&play, 1) == [])
    #expect(try told(try book(&play, 10, by: "mia")) == ["s1 1/1"])
    // Once a connection.
    #expect(try told(try play.call("subscribe", [:], on: SessionID(1))) == [])
    play.tell(.gone(SessionID(1)))
    _ = try book(&play, 11, by: "tom")
    #expect(try subscribe(&play, 2) == ["s2 1/2", "s2 2/1"])
    _ = try play.restart()
    #expect(try subscribe(&play, 3) == ["s3 1/2", "s3 2/2"])
    let noted = try play.call("ack", ["upto": 1], on: SessionID(3))
    #expect(noted.shape == ["commit", "reply s3 200"])
    #expect(try subscribe(&play, 4) == ["s4 2/3"])
    _ = try play.call("ack", ["upto": 2], on: SessionID(4))
    _ = try play.restart()
    #expect(try subscribe(&play, 5) == [])
    let back = play.text(6)
    #expect(try play.say("/as mia", on: back).shape == ["reply s6 200"])
  }

  static let wrong: [JSONObject] = [
    [:], ["upto": 0], ["upto": -1], ["upto": 2], ["upto": "1"], ["upto": nil], ["seq": 1],
  ]

  @Test("What was never sent on a connection is not acknowledged there", arguments: wrong)
  func acknowledgesWhatWasSent(params: JSONObject) throws {
    var play = try Play()
    _ = try subscribe(&play, 1)
    let silent = play.json(2)
    _ = try book(&play, 10, by: "mia")
    #expect(try play.call("ack", params, on: SessionID(1)).shape == ["refuse s1 upto"])
    #expect(try play.call("ack", ["upto": 1], on: silent).shape == ["refuse s2 upto"])
    let noted = try play.call("ack", ["upto": 1], on: SessionID(1))
    #expect(noted.shape == ["commit", "reply s1 200"])
    #expect(try play.call("ack", ["upto": 1], on: SessionID(1)).shape == ["reply s1 200"])
  }

  @Test("Of two programs each is sent everything; what one has acknowledged is over")
  func twoPrograms() throws {
    var play = try Play()
    _ = try subscribe(&play, 1)
    _ = try subscribe(&play, 2)
    #expect(try told(try book(&play, 10, by: "mia")) == ["s1 1/1", "s2 1/1"])
    #expect(try told(try book(&play, 11, by: "mia")) == ["s1 2/1", "s2 2/1"])
    _ = try play.call("ack", ["upto": 1], on: SessionID(1))
    #expect(try play.call("ack", ["upto": 1], on: SessionID(2)).shape == ["reply s2 200"])
    #expect(try subscribe(&play, 3) == ["s3 2/2"])
    // A person who hears it needs no program.
    let back = play.text(4)
    #expect(try play.say("/as mia", on: back).shape == ["reply s4 200", "notice s4 152"])
    #expect(try subscribe(&play, 5) == [])
    // In one process nobody is told it twice, also where noting that it was heard failed.
    _ = play.tellInVain([.due])
    #expect(try play.say("/as mia", on: play.text(6)).shape.last == "reply s6 200")
  }

  @Test("News end with the booking", arguments: [false, true])
  func expires(isRestarted: Bool) throws {
    var play = try Play()
    _ = try book(&play, 10, by: "mia")
    // Tomorrow at 11, when it ends.
    play.now = tuesday + .seconds(86_400 + 113 * 60)
    if isRestarted { _ = try play.restart() }
    let back = play.text(1)
    #expect(try told(try play.say("/as mia", on: back)) == [])
    #expect(try subscribe(&play, 2) == [])
  }

  @Test("What no longer holds is not told, and not kept")
  func saysWhatHolds() throws {
    var play = try Play()
    _ = try book(&play, 10, by: "mia")
    let program = play.json(1)
    _ = try play.call("say", ["user": "mia", "text": "cancel B1"], on: program)
    _ = try play.call("say", ["user": "mia", "text": "yes"], on: program)
    #expect(try told(try play.call("subscribe", [:], on: program)) == [])
    let back = play.text(2)
    #expect(try play.say("/as mia", on: back).shape == ["reply s2 200"])
  }

  @Test("Nobody is told, and nothing is over, by a commit that failed; it is told by the next")
  func failedCommits() throws {
    var play = try Play()
    _ = try book(&play, 10, by: "mia")
    let back = play.text(1)
    let face = SessionFace(kind: .terminal, encoding: .text, user: "mia")
    let program = play.json(2)
    _ = play.tellInVain([try said("/as mia", on: back), .opened(SessionID(3), face)])
    _ = play.tellInVain([try called("subscribe", [:], on: program)])
    // What nobody asked for rests meanwhile.
    #expect(try play.say("/as mia", on: back).shape == ["reply s1 200"])
    #expect(play.wait(atMost: 1).shape == ["notice s1 152"])
    #expect(play.wait().shape == ["commit"])
    #expect(play.wait() == [])
    _ = try book(&play, 11, by: "mia")
    #expect(try told(try play.call("subscribe", [:], on: program)) == [])
    _ = try book(&play, 12, by: "tom")
    _ = play.tellInVain([try called("ack", ["upto": 3], on: program)])
    #expect(try subscribe(&play, 4) == [])
    #expect(try told(play.wait(atMost: 1)) == ["s4 3/2"])
  }

  @Test("What is new while a program is still owed what it missed comes behind that")
  func order() throws {
    var play = try Play()
    _ = try book(&play, 10, by: "mia")
    let id = play.text(7, as: "tom")
    let line = "book Bunker tomorrow 12-13 with ana@x.com 0171 1234567"
    #expect(try play.say(line, on: id).booked.count == 1)
    play.tell(.gone(id))
    let call = try #require(play.wait().calls.first)
    let program = play.json(1)
    let effects = play.tell([
      try called("subscribe", [:], on: program), .settled(call.id, .success),
    ])
    #expect(try told(effects) == ["s1 1/1", "s1 2/1"])
  }

  @Test("What a program missed comes in portions, one for each time it acknowledges or asks")
  func portions() throws {
    var settings = Play.unhurried
    settings.limits.newsPortionMax = 2
    var play = try Play(settings)
    for (number, user) in ["mia", "tom", "ida", "ben", "eva", "leo", "zoe"].enumerated() {
      _ = try book(&play, 9 + number, by: user)
    }
    #expect(try subscribe(&play, 1) == ["s1 1/1", "s1 2/1"])
    // What is new does not wait behind it, and acknowledging it is no word on what was not sent.
    #expect(try told(try book(&play, 16, by: "bob")) == ["s1 8/1"])
    #expect(try told(try play.call("ack", ["upto": 8], on: SessionID(1))) == ["s1 3/1", "s1 4/1"])
    #expect(try told(try play.call("subscribe", [:], on: SessionID(1))) == ["s1 5/1", "s1 6/1"])
    #expect(try told(try play.call("ack", ["upto": 6], on: SessionID(1))) == ["s1 7/1"])
    #expect(try subscribe(&play, 2) == ["s2 7/2"])
  }
}
