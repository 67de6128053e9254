// What one may read of somebody else's booking, in words, in members and in answers that are kept:
// never who comes, and of a private one only that the room is taken.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Testing

@Suite("Privacy")
struct PrivacyTests {
  /// Mia's public booking B1 with Ana and her private B2 with Ben, both on that day.
  private static let ofMia = [
    "book Aquarium tomorrow 10-11 titled Offsite with Anaq anaq@x.com +49 171 1234567",
    "book Bunker tomorrow 12-13 private titled Zensus with Benq benq@x.com +49 171 7654321",
    "change the description of B2 to Umbau",
  ]
  /// Who comes, and how they are reached.
  private static let contacts = ["anaq", "benq", "1711234567", "1717654321"]
  /// What is private of B2 beside that: not even that it is Mia's.
  private static let secrets = ["zensus", "umbau"]

  /// What others may type to find out.
  static let prying = [
    "show B1", "show B2", "bookings of Aquarium tomorrow", "bookings of Bunker tomorrow",
    "bookings of mia", "when is the meeting with Anaq?", "who comes to B1?", "who comes to B2?",
    "who comes tomorrow?", "is Anaq coming to B1?", "passes B1", "passes B2", "resend B1 anaq",
    "skip B1", "remove anaq from B1", "remove nobodyq from B1", "anaq phone 0171 7654322",
    "add tomq@x.com 0171 9999999 to B1", "cancel B1", "cancel B2", "change B1", "change B2",
    "move B1 to 14:00", "cancel the meeting with Anaq", "book Aquarium tomorrow 10-11",
    "book Bunker tomorrow 12-13", "book Aquarium tomorrow 15-16 like B1", "is B2 private?",
    "undo", "my bookings", "rooms tomorrow", "is Bunker free tomorrow at 12?",
  ]

  /// A house in which Mia has booked; whoever speaks next is somebody else.
  private static func houseOfMia() throws -> Play {
    var play = try Play()
    let mia = play.json(1)
    for line in ofMia {
      let said = try play.call("say", ["user": "mia", "text": .string(line)], on: mia)
      #expect(said.codes(to: mia) == [250], "\(line): \(said.words(to: mia))")
    }
    return play
  }

  /// All octets that leave for a session, in small letters.
  private func heard(_ effects: [Effect], by id: SessionID) -> String {
    var octets: [UInt8] = []
    for effect in effects {
      if case .reply(id, let request, let reply) = effect {
        reply.writeText(into: &octets, lineEnd: .lf)
        if let request { reply.writeJSON(into: &octets, id: request) }
      }
      if case .notice(id, let notice) = effect { notice.writeJSON(into: &octets) }
    }
    return String(decoding: octets, as: UTF8.self).lowercased()
  }

  @Test("Nobody reads who comes to another's booking, nor what is private of it", arguments: prying)
  func othersReadNoContacts(line: String) throws {
    for kind in ["json", "text"] {
      var play = try Self.houseOfMia()
      let tom = kind == "json" ? play.json(2) : play.text(2, as: "tom")
      let effects =
        kind == "json"
        ? try play.call("say", ["user": "tom", "text": .string(line)], on: tom)
        : try play.say(line, on: tom)
      let heard = heard(effects, by: tom)
      try #require(!heard.isEmpty)
      // What somebody has typed may come back to him.
      let hidden = (Self.contacts + Self.secrets).filter { !line.lowercased().contains($0) }
      for secret in hidden {
        #expect(!heard.contains(secret), "\(kind) tells \(secret): \(heard)")
      }
      #expect(
        !effects.contains { effect in if case .commit = effect { true } else { false } }
          || effects.booked.map(\.owner.text) == ["tom"])
    }
  }

  /// What others may call to find out.
  static let calls: [(method: String, params: JSONObject)] = [
    ("bookings", ["ref": "B1"]), ("bookings", ["ref": "B2"]), ("bookings", [:]),
    ("bookings", ["room": "Aquarium", "date": "2026-11-25"]),
    ("bookings", ["room": "Bunker", "date": "2026-11-25"]), ("passes", ["ref": "B1"]),
    ("passes", ["ref": "B2"]), ("passes", ["ref": "B1", "attendee": "a@x.com"]),
    ("resend", ["ref": "B1"]), ("resend", ["ref": "B2"]), ("cancel", ["ref": "B1"]),
    ("cancel", ["ref": "B2"]), ("change", ["ref": "B1", "title": "x"]),
    ("change", ["ref": "B2", "title": "x"]), ("change", ["ref": "B2", "attendees": []]),
    ("change", ["ref": "B1", "attendees": [["email": "b@x.com"]]]), ("undo", [:]),
    ("openings", ["date": "2026-11-25"]), ("rooms", ["date": "2026-11-25"]),
    ("openings", ["room": "Bunker", "start": "2026-11-25T12:00", "minutes": 60]),
    ("book", ["room": "Bunker", "start": "2026-11-25T12:00", "minutes": 60]),
    ("choice", ["message": "m1", "choice": "undo"]),
    ("choice", ["message": "W1", "choice": "yes"]), ("status", [:]),
  ]

  @Test("Nor does anybody by a method without words", arguments: calls.indices)
  func callsTellNoContacts(index: Int) throws {
    var play = try Self.houseOfMia()
    let program = play.json(2)
    var params = Self.calls[index].params
    params["user"] = "tom"
    let effects = try play.call(Self.calls[index].method, params, on: program)
    let heard = heard(effects, by: program)
    try #require(!heard.isEmpty)
    for secret in Self.contacts + Self.secrets {
      #expect(!heard.contains(secret), "\(Self.calls[index]) tells \(secret): \(heard)")
    }
    #expect(effects.booked.allSatisfy { $0.owner.text == "tom" })
  }

  @Test("A call on a booking that is private to others is refused, and nothing of it is told")
  func privateIsRefused() throws {
    var play = try Self.houseOfMia()
    let program = play.json(2)
    for method in ["bookings", "cancel", "passes", "resend", "change"] {
      for (number, code) in [("B2", 554), ("B77", 550)] {
        let asked = try play.call(
          method, ["user": "tom", "ref": .string(number)], on: program)
        #expect(asked.codes(to: program) == [code], "\(method) \(number)")
      }
    }
  }

  @Test("Others read how many come, the booker who they are and how far their passes are")
  func countsAttendees() throws {
    var play = try Self.houseOfMia()
    let program = play.json(2)
    func shown(to user: String) throws -> JSONValue? {
      let effects = try play.call(
        "say", ["user": .string(user), "text": "show B1"], on: program)
      return effects.replies(to: program).first?.members["bookings"]?.array?.first
    }
    let toTom = try #require(try shown(to: "tom"))
    #expect(toTom["ref"]?.string == "B1")
    #expect(toTom["attendeeCount"]?.integer == 1)
    #expect(toTom["attendees"] == nil)
    let toMia = try #require(try shown(to: "mia"))
    let ana = toMia["attendees"]?.array?.first
    #expect(ana?["email"]?.string == "anaq@x.com")
    #expect(ana?["pass"]?.string == "queued")
    #expect(toMia["attendeeCount"] == nil)
  }

  @Test("A list of a room says of another's private booking that the room is taken, and no more")
  func listsPrivateAsTaken() throws {
    var play = try Self.houseOfMia()
    let program = play.json(2)
    func listed(to user: String) throws -> Reply? {
      let asked: JSONObject = ["user": .string(user), "text": "bookings of Bunker tomorrow"]
      return try play.call("say", asked, on: program).replies(to: program).first
    }
    let toTom = try #require(try listed(to: "tom"))
    #expect(toTom.lines == ["Wed 25 Nov 12:00–13:00 · taken"])
    #expect(toTom.members["bookings"] == nil)
    let toMia = try #require(try listed(to: "mia"))
    #expect(toMia.members["bookings"]?.array?.count == 1)
  }

  @Test("An answer that is kept is given to nobody but whom it was for, under whatever name")
  func keptAnswersAreTheirOwn() throws {
    var play = try Play()
    let program = play.json(1)
    func say(_ user: String) throws -> [Effect] {
      try play.call(
        "say",
        ["user": .string(user), "conv": "c", "msg": "m-1", "text": .string(Self.ofMia[1])],
        on: program)
    }
    #expect(try say("mia").codes(to: program) == [250])
    let toTom = try say("tom")
    #expect(toTom.codes(to: program).first != 251)
    #expect(toTom.replies(to: program).first?.members["replayed"] == false)
    #expect(try say("mia").codes(to: program) == [251])
  }
}
