// The words and methods for tests: the clock, the gateway, a fresh house; and that nobody else has
// them.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
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
    #expect(asked == [.startAfresh(mia, nil, building: nil)])
  }
}
