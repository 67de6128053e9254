// The shapes in which gateways write rooms, and the faults found in them.

import Bookings
import CivilTime
import Gateways
import JSON
import Testing

@Suite struct RoomsAnswerTests {
  private func answer(_ text: String) throws -> RoomsAnswer {
    let value = try JSONValue(parsing: Array(text.utf8))
    return try RoomsAnswer(value, on: try #require(CivilDate("2026-11-25")))
  }

  @Test("A room is read with all that is said of it")
  func wholeRoom() throws {
    let answer = try answer(
      #"""
      [{"name": "2.12", "location": "Floor 2", "equipment": ["50\" Flatscreen", "2 Laptops"],
        "size": "55m²", "capacity": 15, "avail": ["08:30 - 08:45", "13:30 - 19:00"],
        "images": {"2": "img/b.jpg", "0": "img/a.jpg"}, "further": {"what": "ever"}}]
      """#)
    let entry = try #require(answer.entries.first)
    var room = Room(id: RoomID("2.12"), name: "2.12")
    room.location = "Floor 2"
    room.floor = "2"
    room.seats = 15
    room.squareMetres = 55
    room.equipment = ["50\" Flatscreen", "2 Laptops"]
    room.images = ["img/a.jpg", "img/b.jpg"]
    #expect(entry.listing.room() == room)
    #expect(entry.listing.oddities.isEmpty)
    #expect(
      entry.free?.map(\.description) == [
        "2026-11-25T08:30/2026-11-25T08:45", "2026-11-25T13:30/2026-11-25T19:00",
      ])
  }

  @Test("A list written as an object keeps the order of its numbers, gaps and nulls left out")
  func gaps() throws {
    let answer = try answer(
      #"{"10": {"name": "c"}, "2": {"name": "b"}, "0": {"name": "a"}, "3": null}"#)
    #expect(answer.entries.map(\.listing.name) == ["a", "b", "c"])
    #expect(answer.freeSpans.isEmpty)
    #expect(try self.answer("{}").entries.isEmpty)
  }

  static let sizes: [(String, Int?)] = [
    (#""60m²""#, 60), (#""60m2""#, 60), (#""60 m²""#, 60), (#""10 sqm""#, 10), (#""10SQM ""#, 10),
    ("60", 60), ("12.5", 13), (#""12,4 m²""#, 12), (#""60""#, 60), ("0", nil), ("-3", nil),
    (#""large""#, nil), (#""60 sq ft""#, nil), (#""1.2.3 m²""#, nil), ("1e300", nil),
    ("[60]", nil),
  ]

  @Test("A size is read in every way it is written, or left unknown", arguments: sizes)
  func size(text: String, metres: Int?) throws {
    let listing = try answer(#"[{"name": "a", "size": \#(text)}]"#).entries[0].listing
    #expect(listing.squareMetres == metres)
    #expect(listing.oddities.map(\.description).isEmpty == (metres != nil))
  }

  static let spans: [(String, [String]?)] = [
    (#"["07:00 - 8:00"]"#, ["07:00 08:00"]),
    (#"["7:00-8:00", "9:00 – 10:00"]"#, ["07:00 08:00", "09:00 10:00"]),
    (#"["10:00 - 11:00", "08:00 - 09:00"]"#, ["08:00 09:00", "10:00 11:00"]),
    (#"["08:00 - 09:00", "09:00 - 10:00", "09:30 - 09:45"]"#, ["08:00 10:00"]),
    (#"["09:00 - 09:00"]"#, []),
    (#"["22:00 - 24:00"]"#, ["22:00 00:00"]),
    (#"["22:00 - 00:00"]"#, ["22:00 00:00"]),
    (#"{"0": "08:00 - 09:00", "4": "10:00 - 11:00"}"#, ["08:00 09:00", "10:00 11:00"]),
    ("[]", []),
    ("null", nil),
  ]

  @Test("What is free is read, put in order and joined", arguments: spans)
  func free(text: String, times: [String]?) throws {
    let free = try answer(#"[{"name": "a", "avail": \#(text)}]"#).entries[0].free
    #expect(free?.map { "\($0.start.time) \($0.end.time)" } == times)
    #expect(try answer(#"[{"name": "a", "avail": \#(text)}]"#).freeSpans["a"] == free)
  }

  static let faults: [(String, String)] = [
    ("7", "a list is expected here"),
    (#"{"rooms": []}"#, "a list is expected here"),
    (#"{"00": {"name": "a"}}"#, "a list is expected here"),
    ("[7]", "[0]: an object is expected here"),
    (#"[{"name": "a"}, {}]"#, "[1].name: this must not be empty"),
    (#"[{"name": " "}]"#, "[0].name: this must not be empty"),
    (#"[{"name": 1.10}]"#, "[0].name: text is expected here"),
    (#"[{"name": "a\u0007"}]"#, "[0].name: this holds an invisible character"),
    (#"[{"name": "a\u202e"}]"#, "[0].name: this holds an invisible character"),
    (#"[{"name": "a\u200bb"}]"#, "[0].name: this holds an invisible character"),
    (
      #"[{"name": ""# + String(repeating: "a", count: 201) + #""}]"#,
      "[0].name: this has more than 200 octets"
    ),
    (#"{"0": {"name": "a"}, "5": {"name": "a"}}"#, "5.name: another room has the same name"),
    (
      #"[{"name": "a", "avail": "07:00 - 09:00"}]"#, "[0].avail: a list is expected here"
    ),
    (
      #"[{"name": "a", "avail": ["07:00 - 09:00", "09:00"]}]"#,
      #"[0].avail[1]: a span is expected here, as "07:00 - 09:15""#
    ),
    (
      #"[{"name": "a", "avail": ["07:00 - 25:00"]}]"#,
      #"[0].avail[0]: a span is expected here, as "07:00 - 09:15""#
    ),
    (
      #"[{"name": "a", "avail": ["09:00 - 07:00"]}]"#,
      "[0].avail[0]: this span ends before it begins"
    ),
  ]

  @Test("What cannot be passed over is refused with its place", arguments: faults)
  func fault(text: String, words: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    let date = try #require(CivilDate("2026-11-25"))
    let fault = #expect(throws: ShapeFault.self) { try RoomsAnswer(value, on: date) }
    #expect(fault?.description == words)
  }

  @Test("What can be passed over is left unknown, and told with its place")
  func oddities() throws {
    let listing = try answer(
      #"""
      [{"name": "a", "location": 1, "equipment": ["TV", 7, "\u0000"], "size": "big",
        "capacity": "many", "images": "one.jpg"}]
      """#
    ).entries[0].listing
    #expect(listing.equipment == ["TV"])
    #expect(listing.location == nil && listing.seats == nil && listing.images.isEmpty)
    #expect(
      listing.oddities.map(\.description) == [
        "[0].location: text is expected here",
        "[0].equipment[1]: text is expected here",
        "[0].equipment[2]: this holds an invisible character",
        #"[0].size: a size in square metres is expected here, as 60 or "60 m²""#,
        "[0].capacity: a whole number is expected here, as 22",
        "[0].images: a list is expected here",
      ])
  }

  @Test("Limits end a list of rooms that is too long")
  func limits() throws {
    var limits = GatewayLimits()
    limits.roomsMax = 2
    let value: JSONValue = [["name": "a"], ["name": "b"], ["name": "c"]]
    let date = try #require(CivilDate("2026-11-25"))
    #expect(throws: ShapeFault(.tooMany(max: 2), at: .root)) {
      try RoomsAnswer(value, on: date, limits: limits)
    }
  }

  @Test("The floor is read from a location that names it")
  func floors() throws {
    let floors = try ["Floor 1", "2nd floor", "basement", "Floor", "North wing floor 2"].map {
      try answer(#"[{"name": "a", "location": "\#($0)"}]"#).entries[0].listing.floor
    }
    #expect(floors == ["1", "2nd", nil, nil, nil])
  }
}
