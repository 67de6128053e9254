// What a session waits for: another calendar, calls on their way, the last passes.

import BookingAgent
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Waiting")
struct WaitingTests {
  private func span(_ from: String, _ to: String) throws -> CivilSpan {
    let start = try #require(CivilMoment("2026-11-25T\(from)"))
    let end = try #require(CivilMoment("2026-11-25T\(to)"))
    return try #require(CivilSpan(from: start, to: end))
  }

  private let tomorrow = CivilDate("2026-11-25")

  private func calendarPlay() throws -> Play {
    var settings = Play.unhurried
    settings.readsOpenings = true
    return try Play(settings)
  }

  @Test("The other calendar is asked once for a day, cuts the rooms, and is fresh for a minute")
  func openings() throws {
    var play = try calendarPlay()
    let tomorrow = try #require(tomorrow)
    let (one, other) = (play.text(1, as: "mia"), play.text(2, as: "tom"))
    #expect(try play.say("rooms tomorrow", on: one).shape == ["read 2026-11-25"])
    // Asked already: somebody else waits for the same answer.
    #expect(try play.say("rooms tomorrow", on: other).shape == [])
    let free = ["Aquarium": [try span("10:00", "12:00")], "Bunker": [try span("08:00", "12:00")]]
    let told = play.tell(.openingsRead(tomorrow, .free(free)))
    #expect(told.shape == ["reply s1 212", "reply s2 212"])
    #expect(told.words(to: one).contains("10:00–12:00"))
    #expect(!told.words(to: one).contains("19:00"))
    let refused = try play.say("book Aquarium tomorrow 9-10", on: one)
    #expect(refused.booked.isEmpty)
    _ = try play.say("never mind", on: one)
    let booked = try play.say("book Aquarium tomorrow 10-11", on: one)
    #expect(booked.booked.count == 1, "\(booked.words(to: one))")
    play.now = tuesday + .seconds(60)
    #expect(try play.say("rooms tomorrow", on: one).shape == ["read 2026-11-25"])
    play.tell(.openingsRead(tomorrow, .free(free)))
    play.now = tuesday + .seconds(60 + 7 * 60)
    _ = try play.say("rooms tomorrow", on: one)
    let failed = play.tell(.openingsRead(tomorrow, .failed("no answer")))
    #expect(failed.shape == ["tell operator", "reply s1 212"])
    #expect(failed.words(to: one).contains("7 min old"))
    #expect(failed.words(to: one).contains("11:00–12:00"))
  }

  @Test("A turn that has waited as often as it may goes on with what is known")
  func roundsMax() throws {
    var settings = Play.unhurried
    settings.readsOpenings = true
    settings.limits.openingsRoundsMax = 0
    var play = try Play(settings)
    let mia = play.text(1, as: "mia")
    #expect(try play.say("rooms tomorrow", on: mia).shape == ["reply s1 212"])
  }

  @Test("A booking waits for the calendar and is refused where that is not free")
  func bookingWaits() throws {
    var play = try calendarPlay()
    let tomorrow = try #require(tomorrow)
    let mia = play.text(1, as: "mia")
    let asked = try play.say("book Aquarium tomorrow 9-10", on: mia)
    #expect(asked.shape == ["read 2026-11-25"])
    let told = play.tell(
      .openingsRead(
        tomorrow,
        .free([
          "Aquarium": [try span("10:00", "12:00")], "Bunker": [try span("07:00", "19:00")],
        ])))
    #expect(told.booked.isEmpty)
    #expect(told.codes(to: mia) == [352])
  }

  @Test("A terminal is shown the rooms once the calendar has told of today")
  func greetingWaits() throws {
    var play = try calendarPlay()
    let id = SessionID(1)
    let face = SessionFace(kind: .terminal, encoding: .text, user: "mia")
    #expect(play.tell(.opened(id, face)).shape == ["read 2026-11-24"])
    #expect(try play.say("help", on: id).shape == [])
    let today = try #require(CivilDate("2026-11-24"))
    #expect(play.tell(.openingsRead(today, .free([:]))).shape == ["greet s1", "reply s1 214"])
    // A room that the calendar does not tell of any more is not shown as free.
    let asked = try play.say("what is free today 10-11", on: SessionID(1))
    let words = asked.words(to: SessionID(1))
    #expect(!words.contains("Aquarium is free") && !words.contains("Bunker is free"))
  }

  @Test("/sync waits for the calls that were on their way, and for no later one")
  func sync() throws {
    var play = try Play()
    let (mia, tom) = (play.text(1, as: "mia"), play.text(2, as: "tom"))
    _ = try play.say(SpeakingTests.booking, on: mia)
    let call = try #require(play.wait().calls.first)
    let asked = play.tell([try said("/sync one", on: mia), try said("/noop two", on: mia)])
    #expect(asked.shape == [])
    _ = try play.say("book Bunker tomorrow 14-15 with ben@x.com 0171 7654321", on: tom)
    #expect(play.wait().calls.count == 1)
    let settled = play.tell(.settled(call.id, .success))
    #expect(settled.shape == ["commit", "notice s1 152", "reply s1 200", "reply s1 200"])
    #expect(settled.words(to: mia) == "one\ntwo")
    // What mia was told has left.
    #expect(try play.say("/sync", on: mia).shape == ["commit"])
  }

  @Test("At the end of input the passes leave at once, and it is closed when they are out")
  func endOfInput() throws {
    var play = try Play()
    let id = SessionID(1)
    play.tell(.opened(id, SessionFace(kind: .pipe, encoding: .text, user: "mia")))
    let booked = play.tell([try said(SpeakingTests.booking, on: id), .inputEnded(id)])
    #expect(booked.shape == ["commit", "reply s1 250", "commit", "call 1 Aquarium"])
    let call = try #require(booked.calls.first)
    let settled = play.tell(.settled(call.id, .success))
    #expect(settled.shape == ["commit", "notice s1 152", "close s1"])
  }

  @Test(
    "Who leaves a terminal while a pass is owed is told that it waits, and what becomes of it",
    arguments: [(true, "goes out at the next start."), (false, "is not sent then.")])
  func leavingTerminal(isRemembered: Bool, words: String) throws {
    var settings = Play.unhurried
    settings.remembersPasses = isRemembered
    var play = try Play(settings)
    let id = SessionID(1)
    play.tell(.opened(id, SessionFace(kind: .terminal, encoding: .text, user: "mia")))
    _ = try play.say(SpeakingTests.booking, on: id)
    let left = try play.say("/quit", on: id)
    #expect(left.shape == ["commit", "reply s1 221", "greet s1", "call 1 Aquarium"])
    let told = left.flatMap { effect -> [String] in
      if case .greet(_, let reply) = effect { reply.lines } else { [] }
    }
    let beginning = "Waiting for 1 pass to go out, at most 30 s. Ctrl-C leaves at once; "
    #expect(told == [beginning + "what is left " + words])
  }

  @Test("It is told in the language of the session")
  func leavingInGerman() throws {
    var play = try Play()
    let id = SessionID(1)
    play.tell(.opened(id, SessionFace(kind: .terminal, encoding: .text, user: "mia")))
    _ = try play.say("/set lang de", on: id)
    _ = try play.say(SpeakingTests.booking, on: id)
    let told = play.tell(.inputEnded(id)).flatMap { effect -> [String] in
      if case .greet(_, let reply) = effect { reply.lines } else { [] }
    }
    #expect(told.joined().hasPrefix("Ich warte noch auf 1 Pass, höchstens 30 s. Strg-C"))
  }

  @Test("Who leaves a terminal and owes nothing is told nothing more")
  func leavingTerminalAtOnce() throws {
    var play = try Play()
    let id = SessionID(1)
    play.tell(.opened(id, SessionFace(kind: .terminal, encoding: .text, user: "mia")))
    #expect(play.tell(.inputEnded(id)).shape == ["close s1"])
  }

  @Test("A gateway that never answers keeps the end of input waiting for a limited time")
  func endOfPatience() throws {
    var play = try Play()
    let id = SessionID(1)
    play.tell(.opened(id, SessionFace(kind: .pipe, encoding: .text, user: "mia")))
    play.tell([try said(SpeakingTests.booking, on: id), .inputEnded(id)])
    #expect(play.wait().shape == ["tell operator", "close s1"])
    #expect(play.now <= tuesday + .seconds(PassLimits().lingersSeconds))
  }

  @Test("News reach the user's own text sessions and programs that asked; else they are held")
  func news() throws {
    var play = try Play()
    let (mia, tom) = (play.text(1, as: "mia"), play.text(2, as: "tom"))
    let silent = play.json(3)
    _ = try play.say(SpeakingTests.booking, on: mia)
    var call = try #require(play.wait().calls.first)
    let heard = play.tell(.settled(call.id, .success))
    #expect(heard.shape == ["commit", "notice s1 152"])
    _ = try play.say("book Bunker tomorrow 14-15 with ben@x.com 0171 7654321", on: tom)
    play.tell(.gone(tom))
    call = try #require(play.wait().calls.first)
    #expect(play.tell(.settled(call.id, .success)).shape == ["commit"])
    // A program that asks for news carries many people's.
    let hello = try play.call("hello", ["caps": ["notices"]], on: silent)
    #expect(hello.shape == ["commit", "result s3", "notice s3 152"])
  }
}
