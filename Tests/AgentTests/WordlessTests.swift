// The methods without words and the choices of messages: the same decisions, refusals and effects
// as those of a line.

import BookingAgent
import Bookings
import JSON
import LineProtocol
import Testing

@Suite("Without words")
struct WordlessTests {
  /// Lines, and the call that asks the same, in a house in which Mia has booked B1, with Ana, and
  /// Tom B2.
  static let pairs: [(line: String, method: String, params: JSONObject)] = [
    ("rooms tomorrow", "rooms", ["date": "2026-11-25"]),
    (
      "what is free tomorrow 10-11", "openings",
      ["start": "2026-11-25T10:00:00+01:00", "end": "2026-11-25T10:00:00Z"]
    ),
    (
      "is Bunker free tomorrow 12-13", "openings",
      ["room": "bunker", "start": "2026-11-25T12:00", "minutes": 60]
    ),
    (
      "book Bunker tomorrow 15-16 titled Review with Ben ben@x.com 0171 2345678", "book",
      [
        "room": "Bunker", "start": "2026-11-25T15:00", "end": "2026-11-25T16:00",
        "title": "Review",
        "attendees": [["name": "Ben", "email": "ben@x.com", "phone": "0171 2345678"]],
      ]
    ),
    (
      "book a private room for 6 tomorrow 15-16", "book",
      ["seats": 6, "start": "2026-11-25T15:00", "minutes": 60, "private": true]
    ),
    (
      "book Bunker tomorrow 12:30-13:30", "book",
      ["room": "Bunker", "start": "2026-11-25T12:30", "minutes": 60]
    ),
    (
      "book Bunker tomorrow 5:00-6:00am", "book",
      ["room": "Bunker", "start": "2026-11-25T05:00", "minutes": 60]
    ),
    (
      "book Bunker on 24 November 2026 8-9", "book",
      ["room": "Bunker", "start": "2026-11-24T08:00", "minutes": 60]
    ),
    (
      "book Zed tomorrow 15-16", "book",
      ["room": "Zed", "start": "2026-11-25T15:00", "minutes": 60]
    ),
    (
      "book Bunker tomorrow 15-16 with Ben ben@x.com", "book",
      [
        "room": "Bunker", "start": "2026-11-25T15:00", "minutes": 60,
        "attendees": [["name": "Ben", "email": "ben@x.com"]],
      ]
    ),
    ("move B1 to 14:00", "change", ["ref": "B1", "start": "2026-11-25T14:00"]),
    ("extend B1 to 12:00", "change", ["ref": "B1", "start": "2026-11-25T10:00", "minutes": 120]),
    ("move B1 to Bunker", "change", ["ref": "B1", "room": "Bunker"]),
    ("change the title of B1 to Retro", "change", ["ref": "B1", "title": "Retro"]),
    ("remove Ana from B1", "change", ["ref": "B1", "attendees": []]),
    ("move B2 to 14:00", "change", ["ref": "B2", "start": "2026-11-25T14:00"]),
    ("move B9 to 14:00", "change", ["ref": "B9", "start": "2026-11-25T14:00"]),
    ("cancel B1", "cancel", ["ref": "B1"]), ("cancel B2", "cancel", ["ref": "B2"]),
    ("cancel B9", "cancel", ["ref": "B9"]), ("my bookings", "bookings", [:]),
    ("show B1", "bookings", ["ref": "B1"]),
    ("bookings of Bunker tomorrow", "bookings", ["room": "Bunker", "date": "2026-11-25"]),
    ("undo", "undo", [:]), ("passes B1", "passes", ["ref": "B1"]),
    ("resend B1 ana", "resend", ["ref": "B1", "attendee": "ana@x.com"]),
    ("resend B1", "resend", ["ref": "B1"]), ("passes B2", "passes", ["ref": "B2"]),
  ]

  private static func house() throws -> (Play, SessionID) {
    var play = try Play()
    let program = play.json(1)
    for (user, line) in [
      ("mia", "book Aquarium tomorrow 10-11 with Ana ana@x.com 0171 1234567"),
      ("tom", "book Bunker tomorrow 12-13"),
    ] {
      let said = try play.call(
        "say", ["user": .string(user), "text": .string(line)], on: program)
      #expect(said.codes(to: program) == [250])
    }
    return (play, program)
  }

  /// What programs read of a reply that does not count what was said before.
  private static func read(_ effects: [Effect], by id: SessionID) -> [String] {
    effects.replies(to: id).map { reply in
      let members = ["effects", "rooms", "bookings", "open"].map { name in
        "\(name) \(reply.members[name].map { $0.written } ?? "-")"
      }
      return "\(reply.code.rawValue) \(reply.nameAndParameters) \(members)"
    }
  }

  @Test("A call does, refuses and shows what its line does", arguments: pairs.indices)
  func likeItsLine(index: Int) throws {
    let (line, method, params) = Self.pairs[index]
    var (said, program) = try Self.house()
    let byLine = try said.call("say", ["user": "mia", "text": .string(line)], on: program)
    var called: Play
    (called, program) = try Self.house()
    var members = params
    members["user"] = "mia"
    let byCall = try called.call(method, members, on: program)
    #expect(Self.read(byCall, by: program) == Self.read(byLine, by: program), "\(line)")
    #expect(called.journal.count == said.journal.count)
  }

  /// Members that cannot be taken, and which of them is told.
  static let refused: [(method: String, params: JSONObject, field: String)] = [
    ("book", ["room": "Bunker"], "start"),
    ("book", ["room": 5, "start": "2026-11-25T15:00"], "room"),
    ("book", ["room": "Bunker", "start": "tomorrow"], "start"),
    ("book", ["room": "Bunker", "start": "2026-11-25T25:00"], "start"),
    ("book", ["room": "Bunker", "start": "2026-11-25T15:00:00+99:00"], "start"),
    ("book", ["room": "Bunker", "start": "2026-11-25T15:00", "end": "2026-11-25T15:00"], "end"),
    ("book", ["room": "Bunker", "end": "2026-11-25T15:00"], "end"),
    (
      "book", ["room": "Bunker", "start": "2026-11-25T15:00", "attendees": [["name": "Ben"]]],
      "attendees.email"
    ),
    ("book", ["room": "Bunker", "start": "2026-11-25T15:00", "private": "yes"], "private"),
    ("book", ["room": "Bunker", "start": "2026-11-25T15:00", "seats": 0], "seats"),
    ("book", ["room": "Bun\u{202E}ker", "start": "2026-11-25T15:00"], "room"),
    ("openings", ["equipment": [1]], "equipment"), ("rooms", ["date": "2026-02-30"], "date"),
    ("change", ["title": "x"], "ref"), ("change", ["ref": "B0", "title": "x"], "ref"),
    ("cancel", ["ref": "B01"], "ref"), ("cancel", [:], "ref"),
    ("passes", ["ref": "B99999999999999999999"], "ref"), ("parse", [:], "text"),
    ("choice", ["message": "m1"], "choice"), ("choice", ["choice": "1"], "message"),
  ]

  @Test("Members that cannot be taken are refused by their name", arguments: refused.indices)
  func membersRefused(index: Int) throws {
    let (method, params, field) = Self.refused[index]
    var play = try Play()
    let program = play.json(1)
    var members = params
    members["user"] = "mia"
    let refused = try play.call(method, members, on: program)
    #expect(refused.shape == ["refuse s1 \(field)"])
    #expect(play.journal.isEmpty)
  }

  @Test("A choice is picked by its id as long as nothing else was answered")
  func choices() throws {
    var (play, program) = try Self.house()
    let offer = try play.call(
      "say", ["user": "mia", "text": "book Bunker tomorrow 12-13"], on: program)
    let message = try #require(offer.replies(to: program).first?.messages.first?.id)
    let pick: JSONObject = [
      "user": "mia", "msg": "7", "message": .string(message), "choice": "1",
    ]
    // Another conversation does not know it, nor does another user.
    for stranger in [["user": "tom"], ["user": "mia", "conv": "c"]] as [JSONObject] {
      var params = pick
      for member in stranger.members { params[member.name] = member.value }
      #expect(try play.call("choice", params, on: program).codes(to: program) == [504])
    }
    let picked = try play.call("choice", pick, on: program)
    #expect(picked.codes(to: program) == [250])
    #expect(picked.booked.count == 1)
    // The same message gets the same answer; as another message it is too late.
    #expect(try play.call("choice", pick, on: program).codes(to: program) == [251])
    var late = pick
    late["msg"] = "8"
    let refusal = try play.call("choice", late, on: program)
    #expect(refusal.codes(to: program) == [504])
    #expect(refusal.booked.isEmpty)
    let booked = try #require(picked.replies(to: program).first?.messages.first?.id)
    let undo: JSONObject = ["user": "mia", "message": .string(booked), "choice": "undo"]
    #expect(try play.call("choice", undo, on: program).codes(to: program) == [250])
    // After a new start the ids are others, and nothing is offered.
    _ = try play.restart()
    let again = play.json(2)
    #expect(try play.call("choice", undo, on: again).codes(to: again) == [504])
    let first = try play.call("say", ["user": "mia", "text": "rooms"], on: again)
    let fresh = try #require(first.replies(to: again).first?.messages.first?.id)
    #expect(![message, booked].contains(fresh))
  }

  @Test("A message without words is the same whatever the profile beside it says")
  func sameMessage() throws {
    var (play, program) = try Self.house()
    var order: JSONObject = [
      "user": "mia", "msg": "7", "room": "Bunker", "start": "2026-11-25T16:00", "minutes": 30,
    ]
    #expect(try play.call("book", order, on: program).codes(to: program) == [250])
    order["profile"] = ["name": "Mia M", "lang": "de"]
    order["lang"] = "de"
    #expect(try play.call("book", order, on: program).codes(to: program) == [251])
    order["minutes"] = 45
    #expect(try play.call("book", order, on: program).codes(to: program) == [551])
  }

  @Test("Who calls without an id is not answered, and takes nobody's answer")
  func withoutID() throws {
    var (play, program) = try Self.house()
    let line = #"{"jsonrpc": "2.0", "method": "say", "params": {"user": "mia", "text": "rooms"}}"#
    guard case .call(let call) = JSONRequest(reading: Array(line.utf8)) else {
      throw PlayFault(description: "no call")
    }
    let told = play.tell([.asked(program, .call(call)), .asked(program, .badLine(.tooLong))])
    #expect(told.codes(to: program) == [552])
  }

  @Test("The other Friday is a choice, and picking it moves what was booked")
  func otherFriday() throws {
    var play = try Play()
    let program = play.json(1)
    let line: JSONObject = ["user": "mia", "text": "buche Bunker nächsten Freitag 10-11"]
    let booked = try play.call("say", line, on: program)
    let message = try #require(booked.replies(to: program).first?.messages.first?.id)
    let pick: JSONObject = ["user": "mia", "message": .string(message), "choice": "day"]
    let moved = try play.call("choice", pick, on: program)
    #expect(moved.codes(to: program) == [250])
    #expect(moved.words(to: program).contains("Fr 27.11.2026, 10:00–11:00"))
  }

  @Test("What a line would be read as is told without doing it")
  func parsing() throws {
    var play = try Play()
    let program = play.json(1)
    let told = try play.call("parse", ["text": "book Bunker tomorrow 10-11"], on: program)
    #expect(told.codes(to: program) == [211])
    #expect(told.replies(to: program).first?.members["readings"]?.written.contains("book") == true)
    #expect(play.journal.isEmpty)
  }
}

extension JSONValue {
  fileprivate var written: String { String(decoding: octets, as: UTF8.self) }
}

extension Reply {
  fileprivate var nameAndParameters: String {
    "\(name?.description ?? "") \(parameters.map { "\($0.key)=\($0.value)" })"
  }
}
