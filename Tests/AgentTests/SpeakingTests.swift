// Who speaks, whose conversation it is, and what happens once although it is said twice.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Testing

@Suite("Speaking")
struct SpeakingTests {
  static let booking = "book Aquarium tomorrow 10:15-11 with ana@x.com 0171 1234567"

  @Test("A change by nobody known is asked about, and done once the name is said")
  func asksWhoSpeaks() throws {
    var play = try Play()
    let peer = play.text(1)
    #expect(try play.say("rooms", on: peer).codes(to: peer) == [212])
    let asked = try play.say(Self.booking, on: peer)
    #expect(asked.codes(to: peer) == [350])
    #expect(play.journal.isEmpty)
    // Something else in between is answered, and is nobody's name.
    #expect(try play.say("rooms tomorrow", on: peer).codes(to: peer) == [212])
    let done = try play.say("I am Mia", on: peer)
    #expect(done.codes(to: peer) == [250])
    #expect(done.booked.map(\.owner.text) == ["Mia"])
    #expect(try play.say("book Bunker tomorrow 10-11", on: peer).codes(to: peer) == [250])
  }

  @Test("What was said before the name is part of the conversation after it")
  func carriesOver() throws {
    var play = try Play()
    let peer = play.text(1)
    #expect(try play.say("is Bunker free tomorrow at 10?", on: peer).codes(to: peer) == [212])
    #expect(try play.say("take it", on: peer).codes(to: peer) == [350])
    let done = try play.say("/as mia", on: peer)
    #expect(done.booked.map(\.room.text) == ["Bunker"])
    #expect(done.booked.map(\.owner.text) == ["mia"])
  }

  @Test(
    "A conversation that exists is taken up: what waits is shown in it, and done by a yes",
    arguments: ["/as mia", "I am mia", "mia"])
  func takesUp(naming: String) throws {
    var play = try Play()
    let (mia, peer) = (play.text(1, as: "mia"), play.text(2))
    #expect(try play.say("draft Aquarium tomorrow 14-15", on: mia).codes(to: mia) == [351])
    _ = try play.say("is Bunker free tomorrow at 10?", on: peer)
    #expect(try play.say("take it", on: peer).codes(to: peer) == [350])
    let shown = try play.say(naming, on: peer)
    #expect(shown.codes(to: peer) == [351])
    #expect(shown.words(to: peer).contains("Bunker, Wed 25 Nov 2026, 10:00–11:00"))
    #expect(shown.booked.isEmpty)
    let done = try play.say("yes", on: peer)
    #expect(done.booked.map(\.room.text) == ["Bunker"])
    // What was open before is open again, and the same question on both.
    #expect(done.words(to: peer).contains("Still open: Aquarium, Wed 25 Nov 2026, 14:00–15:00."))
    _ = try play.say("never mind", on: peer)
    #expect(try play.say("yes", on: mia).booked.isEmpty)
  }

  @Test("A draft that was shown to nobody known is shown in the conversation there is already")
  func showsDraftsAgain() throws {
    var play = try Play()
    let (mia, peer) = (play.text(1, as: "mia"), play.text(2))
    _ = try play.say("rooms", on: mia)
    #expect(try play.say("draft Bunker tomorrow 14-15", on: peer).codes(to: peer) == [351])
    let shown = try play.say("/as mia", on: peer)
    #expect(shown.codes(to: peer) == [351])
    #expect(shown.words(to: peer).contains("Bunker, Wed 25 Nov 2026, 14:00–15:00"))
    #expect(try play.say("yes", on: mia).booked.map(\.room.text) == ["Bunker"])
  }

  @Test("Nothing of a conversation is lost because its owner is named elsewhere")
  func losesNothing() throws {
    var play = try Play()
    let (mia, peer) = (play.text(1, as: "mia"), play.text(2))
    #expect(try play.say(Self.booking, on: mia).codes(to: mia) == [250])
    _ = try play.say("is Bunker free tomorrow at 10?", on: peer)
    #expect(try play.say("/as mia", on: peer).codes(to: peer) == [200])
    // `it` is what mia spoke of, not what the other asked about.
    #expect(try play.say("make it 11:30", on: mia).codes(to: mia) == [250])
    #expect(try play.say("undo", on: peer).codes(to: peer) == [250])
    #expect(play.agent.world.ledger.booking(BookingReference(1))?.span.start.time.hour == 10)
  }

  @Test("A commit that fails leaves both conversations as they were")
  func takesUpInVain() throws {
    var play = try Play()
    let peer = play.text(1)
    _ = try play.say("is Bunker free tomorrow at 10?", on: peer)
    #expect(try play.say("take it", on: peer).codes(to: peer) == [350])
    _ = play.tellInVain([try said("/as mia", on: peer)])
    play.now = play.now + .seconds(60)
    #expect(try play.say("/as mia", on: peer).booked.map(\.room.text) == ["Bunker"])
  }

  @Test("The rest of a long reply is nobody else's")
  func pagesStay() throws {
    var settings = Play.unhurried
    settings.protocolLimits.replyLinesMax = 4
    var play = try Play(settings)
    let peer = play.text(1)
    let first = try play.say("help", on: peer).words(to: peer)
    #expect(first.hasSuffix("(more follows: say \"more\")"))
    _ = try play.say("/as mia", on: peer)
    #expect(try play.say("more", on: peer).codes(to: peer) == [353])
  }

  @Test(
    "A name that is no printable ASCII is refused", arguments: ["", "M\u{202E}ia", "zoë\u{300}"])
  func refusesNames(name: String) throws {
    var play = try Play()
    let peer = play.text(1)
    #expect(try play.say("/as \(name)", on: peer).codes(to: peer) == [501])
  }

  @Test("A conversation belongs to its user and is the same on every session; nobody else's")
  func conversationsAreShared() throws {
    var play = try Play()
    let (one, other, tom) = (play.text(1), play.text(2), play.text(3))
    _ = try play.say("/as mia", on: one)
    _ = try play.say("/as mia", on: other)
    _ = try play.say("/as tom", on: tom)
    #expect(try play.say(Self.booking, on: one).codes(to: one) == [250])
    #expect(try play.say("make it 11:30", on: other).codes(to: other) == [250])
    #expect(try play.say("undo", on: tom).codes(to: tom) != [250])
    let program = play.json(4)
    let same = try play.call("say", ["user": "mia", "text": "undo"], on: program)
    #expect(same.codes(to: program) == [250])
    let elsewhere: JSONObject = ["user": "mia", "conv": "c9", "text": "undo"]
    #expect(try play.call("say", elsewhere, on: program).codes(to: program) != [250])
  }

  @Test("Nobody can take over what is said on a session by calling himself one")
  func sessionsAreNoUsers() throws {
    var play = try Play()
    let peer = play.text(1)
    _ = try play.say("is Bunker free tomorrow at 10?", on: peer)
    let program = play.json(2)
    let taken = try play.call("say", ["user": "s1", "text": "take it"], on: program)
    #expect(taken.booked.isEmpty)
  }

  /// What may stand in a store that another version has written, and the words that are left of it.
  static let keptOtherwise: [(reply: String, words: String)] = [
    ("no JSON", ""), ("[]", ""), (#"{"messages":5}"#, ""),
    (#"{"messages":[5,{"lines":"no list"},{"lines":["Booked."],"choices":[5]}]}"#, "Booked."),
  ]

  @Test("An answer kept in another form is told as far as it can be read", arguments: keptOtherwise)
  func repeatsWhatCanBeRead(reply: String, words: String) throws {
    var play = try Play()
    let message: JSONObject = ["user": "mia", "msg": "m-1", "text": .string(Self.booking)]
    let first = play.json(1)
    #expect(try play.call("say", message, on: first).codes(to: first) == [250])
    let kept = play.journal.compactMap { entry -> StoredAnswer? in
      guard case .answered(let answer) = entry.fact else { return nil }
      return StoredAnswer(
        key: answer.key, text: answer.text, reply: Array(reply.utf8), expires: answer.expires)
    }
    #expect(kept.count == 1)
    _ = try play.restart(keeping: kept)
    let again = play.json(2)
    let repeated = try play.call("say", message, on: again)
    #expect(repeated.codes(to: again) == [251])
    #expect(repeated.words(to: again) == words)
    #expect(repeated.booked.isEmpty)
  }

  @Test("A message said again gets the stored answer; as another text it is refused")
  func idempotent() throws {
    var play = try Play()
    let (one, other) = (play.json(1), play.json(2))
    let message: JSONObject = [
      "user": "mia", "conv": "c", "msg": "m-77", "text": .string(Self.booking),
    ]
    // At once on two connections, in one batch.
    let effects = play.tell([
      try called("say", message, on: one), try called("say", message, on: other),
    ])
    #expect(effects.booked.count == 1)
    #expect(effects.codes(to: one) == [250])
    #expect(effects.codes(to: other) == [251])
    let first = try #require(effects.replies(to: one).first)
    let second = try #require(effects.replies(to: other).first)
    #expect(second.messages == first.messages)
    #expect(second.members["replayed"] == true)
    #expect(second.members["effects"] == first.members["effects"])
    var changed = message
    changed["text"] = "book Bunker tomorrow 10-11"
    #expect(try play.call("say", changed, on: one).codes(to: one) == [551])
    // The name means this message only here, and outlives the process.
    var elsewhere = message
    elsewhere["conv"] = "d"
    #expect(try play.call("say", elsewhere, on: one).codes(to: one) != [251])
    _ = try play.restart()
    let again = play.json(3)
    let repeated = try play.call("say", message, on: again)
    #expect(repeated.codes(to: again) == [251])
    #expect(repeated.words(to: again) == first.lines.joined(separator: "\n"))
    #expect(repeated.booked.isEmpty)
    play.now = tuesday + .seconds(86_400 + 3_700)
    play.tell(.due)
    #expect(try play.call("say", message, on: again).codes(to: again) != [251])
  }

  @Test("With debug it is told how a line was read, also one that means nothing")
  func debug() throws {
    var play = try Play()
    let program = play.json(1)
    let params: JSONObject = ["user": "mia", "text": "asdf qwer", "debug": true]
    let effects = try play.call("say", params, on: program)
    #expect(effects.codes(to: program) == [353])
    #expect(effects.replies(to: program).first?.members["reading"]?["intent"] == "nothing")
  }

  /// A line, and the intent and slots that `"debug": true` tells of it.
  static let readings: [(String, String, JSONValue)] = [
    (
      "book Aquarium tomorrow 10:15-11 with Ana ana@x.com 0171 1234567", "book",
      [
        "room": ["Aquarium"],
        "when": [["date": "2026-11-25", "start": "10:15", "end": "11:00"]],
        "people": [["name": "Ana", "email": "ana@x.com", "phone": "+491711234567"]],
      ]
    ),
    (
      "move B7 to Friday at 15:00", "change",
      ["target": ["date": "2026-11-27", "start": "15:00"], "booking": "B7"]
    ),
    ("show room Orangerie", "show", ["room": ["Orangerie"]]),
    ("rooms Aqua*", "rooms", ["room": ["Aqua*"]]),
    (
      "a room for 6 people with at least 20 m² on floor 2, step-free", "find",
      ["headcount": 6, "size": 20, "floor": 2, "step-free": true]
    ),
    ("number 2", "choose", ["choice": 2]),
    ("title Weekly sync", "details", ["title": "Weekly sync"]),
    ("what is free after 15:00?", "find", ["when": [["start": "15:00", "bound": "from"]]]),
  ]

  @Test("With debug the slots of a reading are told by name", arguments: readings)
  func debugsSlots(line: String, intent: String, slots: JSONValue) throws {
    var play = try Play()
    let program = play.json(1)
    let params: JSONObject = ["user": "mia", "text": .string(line), "debug": true]
    let effects = try play.call("say", params, on: program)
    let reading = try #require(effects.replies(to: program).first?.members["reading"])
    #expect(reading["intent"]?.string == intent)
    #expect(reading["slots"] == slots)
    #expect(reading["language"] == "en")
  }

  @Test("A long reply comes in pages; more is asked for, and anything else lets the rest go")
  func pages() throws {
    var settings = Play.unhurried
    settings.protocolLimits.replyLinesMax = 4
    var play = try Play(settings)
    let mia = play.text(1, as: "mia")
    for hour in 10...14 {
      _ = try play.say("book Bunker tomorrow \(hour)-\(hour + 1)", on: mia)
    }
    let first = try play.say("my bookings", on: mia).words(to: mia)
    #expect(first.hasPrefix("B1: Bunker"))
    #expect(first.hasSuffix("(more follows: say \"more\")"))
    let next = try play.say(" More ", on: mia).words(to: mia)
    #expect(next.contains("B4: Bunker"))
    #expect(!next.contains("B1: Bunker"))
    _ = try play.say("my bookings", on: mia)
    _ = try play.say("/noop", on: mia)
    _ = try play.say("rooms today", on: mia)
    #expect(try !play.say("more", on: mia).words(to: mia).contains("B4"))
  }

  @Test("Who says good-bye is let go, on text; a program goes on with others")
  func saysGoodbye() throws {
    var play = try Play()
    let (mia, program) = (play.text(1, as: "mia"), play.json(2))
    #expect(try play.say("bye", on: mia).shape == ["reply s1 221", "close s1"])
    let effects = try play.call("say", ["user": "mia", "text": "bye"], on: program)
    #expect(effects.shape == ["reply s2 221"])
  }

  /// Parameters of `say`, and the member that is to blame.
  static let faults: [(JSONObject, String)] = [
    ([:], "text"),
    (["text": 5], "text"),
    (["text": "rooms"], "user"),
    (["text": "rooms", "user": ""], "user"),
    (["text": "rooms", "user": "m\u{7}ia"], "user"),
    (["text": "rooms", "user": .string(String(repeating: "u", count: 256))], "user"),
    (["text": "rooms", "user": "mia", "conv": 7], "conv"),
    (["text": "rooms", "user": "mia", "msg": "\u{202E}"], "msg"),
    (["text": "rooms", "user": "mia", "profile": "Mia"], "profile"),
    (["text": "rooms", "user": "mia", "profile": ["name": "M\u{2028}ia"]], "profile.name"),
    (["text": "rooms", "user": "mia", "profile": ["name": "M\u{200B}ia"]], "profile.name"),
    (["text": "rooms", "user": "mia", "profile": ["email": 5]], "profile.email"),
    (["text": "a\u{0}b", "user": "mia"], "text"),
  ]

  @Test("A parameter that cannot be taken is named, and nothing is done", arguments: faults)
  func namesTheField(params: JSONObject, field: String) throws {
    var play = try Play()
    let program = play.json(1)
    let effects = try play.call("say", params, on: program)
    #expect(effects.shape == ["refuse s1 \(field)"])
    // A notification is never answered.
    let line: JSONValue = ["jsonrpc": "2.0", "method": "say", "params": .object(params)]
    guard case .call(let call) = JSONRequest(reading: line.octets) else {
      throw PlayFault(description: "no call")
    }
    #expect(play.tell(.asked(program, .call(call))).isEmpty)
  }

  @Test(
    "The number of whoever speaks is taken as people write it",
    arguments: ["0171 2345678", "+49 171 2345678", "0049 171 2345678", "+491712345678"])
  func readsNumberOfSpeaker(written: String) throws {
    var play = try Play()
    let program = play.json(1)
    let params: JSONObject = [
      "user": "mia", "text": "book Bunker tomorrow 10-11 with me",
      "profile": ["name": "Mia", "email": "mia@x.com", "phone": .string(written)],
    ]
    let effects = try play.call("say", params, on: program)
    #expect(effects.booked.first?.attendees.first?.phone?.e164 == "+491712345678")
  }

  @Test("Unknown members are ignored, and who `me` is comes with the message")
  func takesProfiles() throws {
    var play = try Play()
    let program = play.json(1)
    let params: JSONObject = [
      "user": "mia", "text": "rooms", "lang": "en", "weather": "rain", "debug": true,
      "profile": ["name": "Mia", "email": "mia@x.com", "tz": "Europe/Berlin"],
    ]
    let effects = try play.call("say", params, on: program)
    #expect(effects.codes(to: program) == [212])
    let members = try #require(effects.replies(to: program).first).members
    #expect(members["reading"]?["intent"] == "rooms")
    #expect(members["turn"] == 1)
    #expect(members["replayed"] == false)
    #expect(members["rooms"]?.array?.count == 2)
  }

  @Test("Another version of the protocol is refused, ours is welcomed with the limits")
  func versions() throws {
    var play = try Play()
    let program = play.json(1)
    let other = try play.call("hello", ["protocol": ["ulp/2"]], on: program)
    #expect(other.codes(to: program) == [504])
    #expect(other.replies(to: program).first?.name?.description == "PROTO/VERSION")
    #expect(try play.call("hello", ["protocol": 1], on: program).shape == ["refuse s1 protocol"])
    #expect(
      try play.call("hello", ["protocol": ["ulp/2", "ulp/1"]], on: program).shape == ["result s1"])
    #expect(try play.call("nothing", [:], on: program).shape == ["refuse s1 method"])
    #expect(try play.call("clock", ["advance": 5], on: program).codes(to: program) == [502])
  }

  @Test("After good-bye nothing more is carried out")
  func goodbyeEnds() throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    let effects = play.tell([try said("/quit", on: peer), try said(Self.booking, on: peer)])
    #expect(effects.shape == ["reply s1 221", "close s1"])
  }

  @Test("While the process ends no turn is taken")
  func stopping() throws {
    var play = try Play()
    let peer = play.text(1, as: "mia")
    play.tell(.stopping)
    let effects = try play.say(Self.booking, on: peer)
    #expect(effects.shape == ["reply s1 421"])
  }
}
