// The language of answers, of news and of passes, as programs say it and as lines tell it.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import LineProtocol
import Passes
import Testing

struct LanguageTests {
  private static func say(
    _ text: String, _ more: JSONObject = [:], _ play: inout Play, on program: SessionID
  ) throws -> [String] {
    var params: JSONObject = ["user": "mia", "text": .string(text)]
    for member in more.members { params[member.name] = member.value }
    return try play.call("say", params, on: program).replies(to: program).flatMap(\.lines)
  }

  private static let languages: [(said: String, more: JSONObject, first: String)] = [
    ("Bunker 10-11", [:], "Booked B1: Bunker, Tue 24 Nov 2026, 10:00–11:00."),
    ("Bunker 10-11", ["lang": "de"], "Gebucht – B1: Bunker, Di 24.11.2026, 10:00–11:00 Uhr."),
    ("Bunker 10-11", ["lang": "de-AT"], "Gebucht – B1: Bunker, Di 24.11.2026, 10:00–11:00 Uhr."),
    ("Bunker 10-11", ["lang": "fr"], "Booked B1: Bunker, Tue 24 Nov 2026, 10:00–11:00."),
    (
      "Bunker 10-11", ["profile": ["lang": "de"]],
      "Gebucht – B1: Bunker, Di 24.11.2026, 10:00–11:00 Uhr."
    ),
    (
      "book Bunker tomorrow 10-11", ["profile": ["lang": "de"]],
      "Booked B1: Bunker, Wed 25 Nov 2026, 10:00–11:00."
    ),
    (
      "book Bunker tomorrow 10-11", ["lang": "de"],
      "Gebucht – B1: Bunker, Mi 25.11.2026, 10:00–11:00 Uhr."
    ),
  ]

  @Test("`lang` is the language of one message, that of a profile holds where no line tells any")
  func ofMessages() throws {
    for (said, more, first) in Self.languages {
      var play = try Play()
      let program = play.json(1)
      #expect(try Self.say(said, more, &play, on: program).first == first)
    }
  }

  @Test("`lang` of one message changes nothing for the next; that of a profile stays")
  func ofConversations() throws {
    var play = try Play()
    let program = play.json(1)
    _ = try Self.say("B8", ["lang": "de"], &play, on: program)
    #expect(try Self.say("B9", [:], &play, on: program) == ["I know no booking B9."])
    _ = try Self.say("B8", ["profile": ["lang": "de"]], &play, on: program)
    #expect(try Self.say("B9", [:], &play, on: program) == ["Eine Buchung B9 kenne ich nicht."])
  }

  private static let unreadable: [(more: JSONObject, field: String)] = [
    (["lang": 5], "lang"), (["profile": ["lang": 5]], "profile.lang"),
  ]

  @Test("A language that is no text is refused by its name", arguments: unreadable)
  func faults(more: JSONObject, field: String) throws {
    var play = try Play()
    let program = play.json(1)
    var params: JSONObject = ["user": "mia", "text": "rooms"]
    for member in more.members { params[member.name] = member.value }
    #expect(try play.call("say", params, on: program).shape == ["refuse s1 \(field)"])
  }

  @Test("A title that nobody said is a word of the language of the line that booked")
  func untitled() throws {
    let lines = [
      ("buch Bunker morgen 10-11 mit ana@x.com 0171 1234567", "Besprechung"),
      ("book Bunker tomorrow 10-11 with ana@x.com 0171 1234567", "Meeting"),
    ]
    for (line, title) in lines {
      var play = try Play()
      let program = play.json(1)
      let effects = try play.call("say", ["user": "mia", "text": .string(line)], on: program)
      let booking = effects.replies(to: program).first?.members["effects"]?.array?.first?["booking"]
      #expect(booking?["title"] == .string(title))
      play.now = play.now + .seconds(11)
      let titles = play.tell(.due).compactMap { effect in
        if case .call(_, _, let untitled) = effect { untitled } else { nil }
      }
      #expect(titles == [title])
    }
  }
}
