// What `usher parse` says of rows and lines: in order, one answer each, whatever stands in them.

import House
import JSON
import LineProtocol
import Testing

@Suite("Reading without talking")
struct LineParsingTests {
  private static let settings = Result { try HouseMaking.settingsForPlay() }

  /// The answers to rows; what the framer is handed is what a pipe would bring.
  private static func answers(
    _ rows: String, _ form: LineParsing.Form = .json
  ) throws -> [JSONValue] {
    try answers(Array(rows.utf8), form)
  }

  private static func answers(_ rows: [UInt8], _ form: LineParsing.Form) throws -> [JSONValue] {
    var parsing = LineParsing(try settings.get(), form: form)
    var framer = parsing.framer
    framer.receive(rows)
    var octets: [UInt8] = []
    while let line = framer.next() { octets += parsing.answer(line) }
    return try octets.split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
  }

  /// Said on Wednesday 26 August 2026 at 10:20: the line, its intent and its times.
  private static let lines: [(line: String, intent: String, times: String)] = [
    ("book Aquarium tomorrow 10:15-11:00", "book", "2026-08-27T10:15:00..2026-08-27T11:00:00"),
    ("draft Aquarium tomorrow 10-11", "book", "2026-08-27T10:00:00..2026-08-27T11:00:00"),
    ("Aquarium tomorrow at 3 for 2 hours", "book", "2026-08-27T15:00:00..2026-08-27T17:00:00"),
    ("tomorrow at 3", "other", "2026-08-27T15:00:00.."),
    ("at 9:00", "other", "2026-08-27T09:00:00.."),
    ("cancel my 9:00", "cancel", "2026-08-26T09:00:00.."),
    ("from 2pm today to 4pm tomorrow", "other", "2026-08-26T14:00:00..2026-08-27T16:00:00"),
    ("half an hour later", "change", "2026-08-26T10:50:00.."),
    ("what is free after 3?", "find", "2026-08-26T15:00:00.."),
    ("what is free until 12:15?", "find", "..2026-08-26T12:15:00"),
    ("is Bunker free in half an hour?", "find", "2026-08-26T10:50:00.."),
    ("rooms tomorrow", "find", "2026-08-27.."),
    ("rooms until tomorrow", "find", "..2026-08-28"), ("   ", "none", ""),
    ("show Aquarium", "find", ""),
    ("what is free this weekend?", "find", "2026-08-29..2026-08-31"),
    ("what is free tomorrow morning?", "find", "2026-08-27T07:00:00..2026-08-27T12:00:00"),
    ("my bookings", "list", ""), ("passes", "list", ""),
    ("make it 90 minutes", "change", "5400 s"), ("add Ben", "change", ""),
    ("remove Ben", "change", ""), ("30 minutes longer", "change", "1800 s"),
    ("move it to 4 September 10-11", "change", "2026-09-04T10:00:00..2026-09-04T11:00:00"),
    ("ben phone 0171 7654321", "change", ""),
    ("cancel my 3pm", "cancel", "2026-08-26T15:00:00.."),
    ("from 22 to 1", "other", "2026-08-26T22:00:00..2026-08-27T01:00:00"),
    ("undo", "other", ""), ("help", "other", ""), ("yes", "other", ""), ("2)", "other", ""),
    ("the weather is fine", "none", ""), ("good morning, the bus was late", "none", ""),
    ("Frobnix: 1.10.30", "none", ""), ("one may doubt it", "none", ""),
    ("mar the table", "none", ""), ("a week from now", "other", "2026-09-02T10:20:00.."),
  ]

  @Test("A row is told its intent and its times, and answers come in the order of the rows")
  func meanings() throws {
    let rows = Self.lines.enumerated().map { place, row in
      let value: JSONValue = [
        "id": .string("r\(place)"), "text": .string(row.line), "now": "2026-08-26T10:20:00",
        "language": "en", "dateOrder": "dmy",
      ]
      return String(decoding: value.octets, as: UTF8.self)
    }
    let answers = try Self.answers(rows.joined(separator: "\n") + "\n")
    #expect(answers.count == Self.lines.count)
    for (place, (row, answer)) in zip(Self.lines, answers).enumerated() {
      #expect(answer["id"]?.string == "r\(place)")
      #expect(answer["intent"]?.string == row.intent, "\(row.line)")
      let times = (answer["times"]?.array ?? []).map { time in
        if let seconds = time["seconds"]?.integer { return "\(seconds) s" }
        return "\(time["start"]?.string ?? "")..\(time["end"]?.string ?? "")"
      }
      #expect(times.joined(separator: " ") == row.times, "\(row.line)")
    }
  }

  @Test("People, room, small parts and unused words are told")
  func parts() throws {
    let line = #"book Aquarium for 6 zzz tomorrow 10-11 with Ana ana@x.com +49 30 1234567"#
    let answer = try #require(
      try Self.answers(#"{"id":7,"text":"\#(line)","now":"2026-08-26T10:20:00"}"# + "\n").first)
    #expect(answer["id"]?.integer == 7)
    #expect(answer["room"]?.string == "Aquarium")
    #expect(answer["slots"]?["headcount"]?.integer == 6)
    #expect(answer["unused"]?.array?.map(\.string) == ["zzz"])
    #expect(answer["language"]?.string == "en")
    let person = answer["people"]?.array?.first
    #expect(person?["name"]?.string == "Ana")
    #expect(person?["email"]?.string == "ana@x.com")
    #expect(person?["phone"]?.string == "+49301234567")
  }

  /// A line, a member of its answer, and what that says.
  private static let members: [(line: String, path: [String], says: JSONValue)] = [
    (
      "Bunker every tuesday from 14 to 15", ["times"],
      [
        [
          "start": "2026-08-26T14:00:00", "end": "2026-08-26T15:00:00", "assumed": ["day"],
          "rrule": "FREQ=WEEKLY;BYDAY=TU;BYHOUR=14;BYMINUTE=0",
        ]
      ]
    ),
    ("every friday", ["times"], [["rrule": "FREQ=WEEKLY;BYDAY=FR"]]),
    ("find a room with a projector on the 4th floor", ["slots", "equipment"], ["projector"]),
    ("find a room with a projector on the 4th floor", ["slots", "floor"], 4),
    ("find a room with a flipchart", ["slots", "equipment"], ["flipchart"]),
    ("is Cockpit or Bunker free on friday at 11?", ["slots", "rooms"], ["Cockpit", "Bunker"]),
    ("move B7 to Bunker", ["slots", "toRoom"], "Bunker"),
    ("book Cockpit friday 14-15 with me, title Plans, private", ["people"], [["isSpeaker": true]]),
    ("book Cockpit friday 14-15 title Plans private", ["slots", "title"], "Plans"),
    ("book Cockpit friday 14-15 title Plans private", ["slots", "private"], true),
    ("book Cockpit friday 14-15 anyway", ["slots", "anyway"], true),
    ("step-free rooms of at least 25 m² tomorrow", ["slots", "stepFree"], true),
    ("step-free rooms of at least 25 m² tomorrow", ["slots", "squareMetres"], 25),
    ("book Kitchen friday 14-15", ["room"], "Kitchen"),
    ("speak german", ["slots", "language"], "de"),
    ("also Bunker", ["slots", "also"], true),
    (
      "book Bunker friday 14-15 with Cem cem@x.com 491711234567", ["people"],
      [["name": "Cem", "email": "cem@x.com", "phoneAskedAbout": "+491711234567"]]
    ),
  ]

  @Test("Each part of a line has its member", arguments: members.indices)
  func member(index: Int) throws {
    let row = Self.members[index]
    let line: JSONValue = ["text": .string(row.line), "now": "2026-08-26T10:20:00"]
    let answer = try #require(try Self.answers(line.octets + [0x0A], .json).first)
    var value: JSONValue? = answer
    for name in row.path { value = value?[name] }
    #expect(value == row.says, "\(answer)")
  }

  @Test("A line that is not UTF-8 is told so under its number, and the next is read")
  func notText() throws {
    let answers = try Self.answers(
      Array("undo\n".utf8) + [0x62, 0xFF, 0x0A, 0x6E, 0x6F, 0x0A], .text)
    #expect(answers.map { $0["id"]?.string } == ["1", "2", "3"])
    #expect(answers[1]["error"]?["message"]?.string == "the line is not UTF-8")
    #expect(answers[2]["intent"] == "other")
  }

  @Test("What no pass can be sent to is told apart")
  func refusedAddress() throws {
    let answers = try Self.answers("with Ana ana@x and Ben ben@x.org 0171 12\n", .text)
    let people = answers.first?["people"]?.array ?? []
    #expect(people.map { $0["email"]?.string } == [nil, "ben@x.org"])
    #expect(people.first?["emailRefused"]?.string == "ana@x")
    #expect(people.last?["phone"] == nil && people.last?["phoneFault"]?.string == "unassigned")
  }

  @Test("Day and month stand as the row says")
  func order() throws {
    let rows = ["dmy", "mdy"].map {
      #"{"text":"on 4/9 at 10:00","now":"2026-08-26T10:20:00","dateOrder":"\#($0)"}"# + "\n"
    }
    let starts = try Self.answers(rows.joined()).map {
      $0["times"]?.array?.first?["start"]?.string ?? ""
    }
    #expect(starts == ["2026-09-04T10:00:00", "2027-04-09T10:00:00"])
  }

  /// Rows that cannot be read, and words of what is said.
  private static let bad: [(row: String, says: String)] = [
    ("nope", "no JSON"), ("{}", "text is missing"), (#"{"text":7}"#, "text is missing"),
    (#"{"text":"x","now":"yesterday"}"#, "now must be"), ("[1]", "text is missing"),
    (#"{"text":"x","language":7}"#, "language must be"),
    (#"{"text":"x","dateOrder":"ymd"}"#, "dateOrder must be"),
    (String(repeating: "x", count: 70_000), "line"),
  ]

  @Test("A row that cannot be read is said so, and the next is read", arguments: bad)
  func badRow(_ row: (row: String, says: String)) throws {
    let good = #"{"id":"good","text":"my bookings"}"#
    let answers = try Self.answers("\(row.row)\n\n\(good)\n")
    #expect(answers.count == 2)
    #expect(answers[0]["error"]?["message"]?.string?.contains(row.says) == true)
    #expect(answers[0]["intent"] == nil)
    #expect(answers[1]["id"]?.string == "good" && answers[1]["intent"]?.string == "list")
  }

  @Test("Plain lines are counted")
  func plain() throws {
    let answers = try Self.answers("undo\n\nmy bookings\n", .text)
    #expect(answers.map { $0["id"]?.string } == ["1", "2"])
    #expect(answers.map { $0["intent"]?.string } == ["other", "list"])
  }

  @Test("The measure tells figures of every kind of line and every stage, and of what lines cost")
  func bench() throws {
    let bench = try LineBench(grammar: try HouseMaking.grammar(in: nil), rounds: 1, octets: 64)
    let lines = try bench.report().split(separator: "\n")
    for kind in [
      "without a phone number", "with a phone number", "with a new phone number",
      "one piece repeated",
    ] {
      for stage in ["tokens", "reading", "turn"] {
        let line = try #require(lines.first { $0.hasPrefix(kind) && $0.contains(" \(stage) ") })
        let figures = line.dropFirst(kind.count).split(separator: " ").dropFirst()
        #expect(figures.compactMap { Double($0) }.filter { $0 > 0 }.count >= 3, "\(line)")
      }
    }
    // What is not understood would be fast.
    for people in ["nobody", "somebody"] {
      #expect(lines.contains { $0.hasPrefix("50 booked, \(people) comes: ") })
    }
    for row in ["a cancellation of one's own", "as long as possible"] {
      #expect(lines.contains { $0.hasPrefix(row) })
    }
  }
}
