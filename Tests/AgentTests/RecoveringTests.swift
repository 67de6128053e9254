// Nothing rests on a commit that has failed, and nothing goes out before the commit it rests on.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Passes
import Testing

@Suite("Commits")
struct RecoveringTests {
  @Test("After a failed commit all is as before it: the same lines get the same answers")
  func asBefore() throws {
    var failed = try Play()
    var lucky = try Play()
    let before = ["is Bunker free tomorrow at 10?", "and tomorrow at 11?"]
    let after = [
      "take it", "make it 12", "undo", "Bunker tomorrow 15:10 to 15:50", "1", "cancel it",
      "book Aquarium tomorrow 14-15",
    ]
    let mia = failed.text(1, as: "mia")
    _ = lucky.text(1, as: "mia")
    for line in before {
      _ = try failed.say(line, on: mia)
      _ = try lucky.say(line, on: mia)
    }
    for line in after {
      // Twice in vain, once alone and once with what somebody else says.
      _ = failed.tellInVain([try said(line, on: mia)])
      let other = failed.text(9)
      _ = failed.tellInVain([try said("/as tom", on: other), try said(line, on: mia)])
      let told = try failed.say(line, on: mia)
      let expected = try lucky.say(line, on: mia)
      #expect(told.words(to: mia) == expected.words(to: mia))
      #expect(told.codes(to: mia) == expected.codes(to: mia))
      #expect(told.booked == expected.booked)
    }
    #expect(failed.journal == lucky.journal)
  }

  @Test("Who was to be asked, and who was said to speak, in vain is forgotten")
  func speakersAsBefore() throws {
    var play = try Play()
    let peer = play.text(1)
    _ = play.tellInVain([try said(SpeakingTests.booking, on: peer)])
    #expect(try play.say("mia", on: peer).booked.isEmpty)
    _ = play.tellInVain([try said("/as mia", on: peer)])
    #expect(try play.say(SpeakingTests.booking, on: peer).codes(to: peer) == [350])
  }

  @Test("News that a failed commit would have told are told by the next")
  func newsAsBefore() throws {
    var play = try Play()
    let mia = play.text(1, as: "mia")
    _ = try play.say(SpeakingTests.booking, on: mia)
    let call = try #require(play.wait().calls.first)
    _ = play.tellInVain([.settled(call.id, .success)])
    _ = play.tellInVain([.settled(call.id, .success), .gone(mia)])
    #expect(play.tell(.settled(call.id, .success)).shape == ["commit"])
    #expect(play.wait().shape == ["commit"])
    let back = play.text(2)
    #expect(try play.say("/as mia", on: back).shape == ["reply s2 200", "notice s2 152"])
  }

  @Test("A failing store is not asked again and again for what nobody asked for")
  func rests() throws {
    var play = try Play()
    let mia = play.text(1, as: "mia")
    _ = try play.say(SpeakingTests.booking, on: mia)
    play.now = tuesday + .seconds(10)
    #expect(play.tellInVain([.due]).shape == ["commit", "call 1 Aquarium"])
    // A question is answered meanwhile, and needs no commit.
    #expect(try play.say("rooms", on: mia).shape == ["reply s1 212"])
    #expect(play.agent.nextWake(at: play.now) == tuesday + .seconds(11))
    #expect(play.wait().shape == ["commit", "call 1 Aquarium"])
  }

  @Test("What another calendar told still holds after a failed commit")
  func keepsOpenings() throws {
    var settings = Play.unhurried
    settings.readsOpenings = true
    var play = try Play(settings)
    let mia = play.text(1, as: "mia")
    let tomorrow = try #require(CivilDate("2026-11-25"))
    _ = try play.say("rooms tomorrow", on: mia)
    play.tell(.openingsRead(tomorrow, .free(["Aquarium": [], "Bunker": []])))
    _ = play.tellInVain([try said("rooms tomorrow", on: mia)])
    #expect(try play.say("book Aquarium tomorrow 9-10", on: mia).booked.isEmpty)
  }

  /// What talkers say, at random; some of it changes something.
  private static let lines = [
    "book Aquarium tomorrow 10-11 with ana@x.com 0171 1234567", "book Bunker tomorrow 10-11",
    "Bunker today 16-17", "undo", "cancel it", "yes", "no", "1", "2", "make it 12", "rooms",
    "what is free for the next hour?", "ben phone 0171 1111111", "add ben@x.com 0171 2222222",
    "remove Ana", "passes", "resend", "never mind", "asdf", "/sync", "/noop", "/as tom", "/as mia",
    "my bookings", "30 minutes longer", "move it to Friday", "title Review", "skip",
  ]

  @Test(
    "Whatever is said: a change is committed before it is told, and in vain it leaves no trace",
    arguments: 1...20)
  func commitBeforeReply(seed: UInt64) throws {
    var chance = SeededRandom(seed: seed)
    func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }
    var play = try Play()
    let sessions = [play.text(1, as: "mia"), play.text(2, as: "tom"), play.json(3, kind: .unix)]
    var calls: [CallID] = []
    for step in 1...60 {
      var events: [Event] = []
      for _ in 0...pick(3) {
        let id = sessions[pick(3)]
        let line = Self.lines[pick(Self.lines.count)]
        if id == sessions[2] {
          let params: JSONObject = [
            "user": "mia", "text": .string(line), "msg": .string("m\(step / 2)"),
          ]
          events.append(try called("say", params, on: id))
        } else {
          events.append(try said(line, on: id))
        }
      }
      if !calls.isEmpty, pick(2) == 0 {
        let outcomes: [GatewayOutcome] = [
          .success, .timedOut, .halted(code: 4103, index: 0, text: "no"),
        ]
        events.append(.settled(calls.removeFirst(), outcomes[pick(3)]))
      }
      if pick(3) == 0 { play.now = play.now + .seconds(Int64(pick(30))) }
      if pick(4) == 0 {
        let journal = play.journal
        _ = play.tellInVain(events)
        // Outcomes stay with the shell until they are durable.
        events = events.filter { if case .settled = $0 { true } else { false } }
        #expect(play.journal == journal)
      }
      let effects = play.tell(events)
      try checkOrder(effects)
      calls += effects.calls.map(\.id)
    }
  }

  /// Each event's commit stands before what rests on it; what is told to have changed is in it.
  private func checkOrder(_ effects: [Effect]) throws {
    var durable: Set<BookingReference> = []
    var attempted: Set<CallID> = []
    for effect in effects {
      switch effect {
      case .commit(let entries):
        #expect(!entries.isEmpty)
        for entry in entries {
          switch entry.fact {
          case .booking(let event): durable.insert(event.booking.reference)
          case .pass(.attempted(let call, _, _, _)): attempted.insert(call)
          case .pass, .answered, .news, .wait, .travel, .account: break
          }
        }
      case .call(let call, _, _): #expect(attempted.contains(call.id))
      case .reply(_, _, let reply):
        guard reply.members["replayed"] != true, let told = reply.members["effects"]?.array else {
          continue
        }
        for effect in told where effect["booking"] != nil && effect["kind"] != "pass" {
          let reference = try #require(effect["booking"]?["ref"]?.string)
          #expect(durable.map(\.description).contains(reference))
        }
      case .greet, .refuse, .result, .notice, .ping, .setDisplay, .askWindow, .board, .close,
        .errand, .account, .readOpenings, .signIn,
        .readTokens, .moveClock, .scriptGateway, .startAfresh, .tellOperator:
        break
      }
    }
  }
}
