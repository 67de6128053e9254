// The words and methods for tests: the clock, the gateway, a fresh house; and that nobody else has
// them.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Words for tests")
struct TestingTests {
  private func testPlay() throws -> Play {
    var settings = Play.unhurried
    settings.allowsTests = true
    return try Play(settings)
  }

  @Test("A clock that is moved is answered when all that was due has happened, in order")
  func clock() throws {
    var play = try testPlay()
    let mia = play.text(1, as: "mia")
    let asked = play.tell([try said("/clock +15m", on: mia), try said("/noop after", on: mia)])
    #expect(asked == [.moveClock(mia, .advance(seconds: 900))])
    play.now = tuesday + .seconds(900)
    let moved = play.tell(.clockMoved(mia, refusal: nil))
    #expect(moved.words(to: mia) == "It is 2026-11-24T09:22.\nafter")
    _ = try play.say("/clock 2027-03-28T02:30", on: mia)
    let refused = play.tell(.clockMoved(mia, refusal: "That never happens."))
    #expect(refused.codes(to: mia) == [504])
  }

  @Test("Behind good-bye nothing is heard, also where it had to wait")
  func goodbyeBehindClock() throws {
    var play = try testPlay()
    let mia = play.text(1, as: "mia")
    _ = play.tell([
      try said("/clock +1s", on: mia), try said("/quit", on: mia), try said("/noop", on: mia),
    ])
    #expect(
      play.tell(.clockMoved(mia, refusal: nil)).shape == [
        "reply s1 200", "reply s1 221", "close s1",
      ])
  }

  @Test("A clock that was moved stands")
  func movedClockStands() throws {
    var play = try testPlay()
    let mia = play.text(1, as: "mia")
    _ = try play.say("/clock +1s", on: mia)
    _ = play.tell(.clockMoved(mia, refusal: "never"))
    #expect(!play.agent.clockStands)
    _ = try play.say("/clock +1s", on: mia)
    _ = play.tell(.clockMoved(mia, refusal: nil))
    #expect(play.agent.clockStands)
  }

  /// What follows `/clock`, and whether it is a move.
  static let moves: [(String, ClockMove?)] = [
    ("+90s", .advance(seconds: 90)), ("+2h", .advance(seconds: 7200)),
    ("+1d", .advance(seconds: 86_400)), ("+15", nil), ("-15m", nil), ("", nil), ("tomorrow", nil),
    ("+100000001d", nil), ("+99999999999999999999s", nil), ("2026-02-30T10:00", nil),
  ]

  @Test("What is no move of the clock is malformed", arguments: moves)
  func readsMoves(text: String, move: ClockMove?) throws {
    var play = try testPlay()
    let mia = play.text(1, as: "mia")
    let effects = try play.say("/clock \(text)", on: mia)
    if let move {
      #expect(effects == [.moveClock(mia, move)])
    } else {
      #expect(effects.codes(to: mia) == [501])
    }
  }

  @Test("A program moves the clock by `set` or `advance`, and by nothing else")
  func clockOfPrograms() throws {
    var play = try testPlay()
    let program = play.json(1)
    let moment = try #require(CivilMoment("2026-11-25T10:00"))
    let set = try play.call("clock", ["set": "2026-11-25T10:00"], on: program)
    #expect(set == [.moveClock(program, .set(moment))])
    #expect(play.tell(.clockMoved(program, refusal: nil)).codes(to: program) == [200])
    for params: JSONObject in [
      [:], ["set": "10:00"], ["set": 5], ["advance": -1], ["advance": 100_000_001],
      ["advance": "1h"], ["advance": 1.5],
    ] {
      #expect(try play.call("clock", params, on: program).shape == ["refuse s1 set"])
    }
  }

  @Test("A seed is a whole number, for people and programs")
  func seed() throws {
    var play = try testPlay()
    let (mia, program) = (play.text(1, as: "mia"), play.json(2))
    #expect(try play.say("/seed 7", on: mia).words(to: mia) == "Seed 7.")
    #expect(try play.say("/seed seven", on: mia).codes(to: mia) == [501])
    #expect(try play.say("/seed -7", on: mia).codes(to: mia) == [501])
    #expect(try play.call("seed", ["seed": 7], on: program).words(to: program) == "Seed 7.")
    #expect(try play.call("seed", ["seed": "7"], on: program).shape == ["refuse s2 seed"])
    #expect(try play.call("seed", [:], on: program).shape == ["refuse s2 seed"])
  }

  @Test("The same seed draws the same chance afterwards, and another seed another")
  func seedDecides() throws {
    func pauses(after seed: Int64) throws -> Instant? {
      var play = try testPlay()
      let program = play.json(1)
      _ = try play.call("seed", ["seed": .integer(seed)], on: program)
      let said: JSONObject = ["user": "mia", "text": .string(SpeakingTests.booking)]
      _ = try play.call("say", said, on: program)
      let call = try #require(play.wait().calls.first)
      play.tell(.settled(call.id, .timedOut))
      return play.agent.nextWake(at: play.now)
    }
    #expect(try pauses(after: 7) == pauses(after: 7))
    #expect(try pauses(after: 7) != pauses(after: 8))
  }

  @Test("In a fresh house nothing is booked, said or kept, and what waited is answered there")
  func freshHouse() throws {
    var play = try testPlay()
    let program = play.json(1)
    let message: JSONObject = ["user": "mia", "msg": "m", "text": "book Bunker tomorrow 10-11"]
    #expect(try play.call("say", message, on: program).codes(to: program) == [250])
    _ = try play.call("say", ["user": "mia", "text": "book Aquarium tomorrow"], on: program)
    let asked = play.tell([
      try called("reset", [:], on: program), try called("say", message, id: 2, on: program),
    ])
    #expect(asked.shape == ["start afresh"])
    let begun = play.startAfresh(for: program, .number(1))
    // The message is a new one there, and so is the reference.
    #expect(begun.codes(to: program) == [200, 250])
    #expect(begun.booked.map(\.reference.description) == ["B1"])
    let open = try play.call("say", ["user": "mia", "text": "at 10 to 11"], on: program)
    #expect(open.booked.isEmpty)
  }

  @Test("The scripted gateway takes outcomes, or nothing of a list with a fault")
  func gateway() throws {
    var play = try testPlay()
    let program = play.json(1)
    let told = try play.call(
      "gateway", ["outcomes": ["ok", ["halt": 1, "code": 4103], ["lost": 2], "hang", 500]],
      on: program)
    #expect(
      told.first
        == .scriptGateway([.ok, .halt(index: 1, code: 4103), .lost(after: 2), .hang, .status(500)]))
    let faulty = try play.call("gateway", ["outcomes": ["ok", "maybe"]], on: program)
    #expect(faulty.shape == ["refuse s1 outcomes"])
  }

  @Test("Without --test none of it is there")
  func notOtherwise() throws {
    var play = try Play()
    let (mia, program) = (play.text(1, as: "mia"), play.json(2))
    for line in ["/clock +15m", "/seed 5", "/reset"] {
      #expect(try play.say(line, on: mia).shape == ["reply s1 502"])
    }
    for (method, params): (String, JSONObject) in [
      ("clock", ["advance": 900]), ("seed", ["seed": 5]), ("reset", [:]),
      ("gateway", ["outcomes": []]),
    ] {
      #expect(try play.call(method, params, on: program).shape == ["reply s2 502"])
    }
  }

  @Test("A fresh house is asked for, and what comes meanwhile waits for it")
  func reset() throws {
    var play = try testPlay()
    let mia = play.text(1, as: "mia")
    let asked = play.tell([try said("/reset", on: mia), try said("rooms", on: mia)])
    #expect(asked == [.startAfresh(mia, nil, house: [:])])
  }
}
