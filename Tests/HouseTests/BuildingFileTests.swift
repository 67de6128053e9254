// Building files: what each shape becomes, and what is said of each fault.

import Bookings
import CivilTime
import House
import JSON
import Testing

@Suite("Building files")
struct BuildingFileTests {
  static let faults: [FileRow] = [
    // The text as such.
    FileRow("", "rooms.json:1:1: the text ends too early"),
    FileRow("[{\"name\": \"A\"},]", "rooms.json:1:15: a comma stands before a closing bracket"),
    FileRow(
      "[{\"name\": \"A\",\n  \"name\": \"B\"}]",
      "rooms.json:2:3: this name stands twice in one object"),
    FileRow("7", "rooms.json:1:1: a list of rooms or an object with \"rooms\" is expected here"),
    FileRow("[]", "rooms.json:1:1: a building has at least one room"),
    FileRow("{}", "rooms.json:1:1: the member \"rooms\" is missing"),
    FileRow("{\"rooms\": null}", "rooms.json:1:1: the member \"rooms\" is missing"),
    FileRow("{\"rooms\": 3}", "rooms.json:1:11: a list is expected here"),
    FileRow("{\"rooms\": {\"a\": 3}}", "rooms.json:1:11: a list is expected here"),
    FileRow("[\"A\"]", "rooms.json:1:2: an object is expected here, in { }"),
    // Members.
    FileRow(
      "[{\"name\": \"A\", \"seatz\": 6}]",
      "rooms.json:1:16: unknown member \"seatz\"; did you mean \"seats\"?"),
    FileRow(
      "[{\"name\": \"A\", \"step_free\": true}]",
      "rooms.json:1:16: unknown member \"step_free\"; did you mean \"stepFree\"?"),
    FileRow(
      "[{\"name\": \"A\", \"gridMinutes\": 30}]",
      "rooms.json:1:16: unknown member \"gridMinutes\"; did you mean \"rules.gridMinutes\"?"),
    FileRow(
      "[{\"name\": \"A\", \"rules.gridMinutes\": 30}]",
      "rooms.json:1:16: write \"rules.gridMinutes\" as objects: {\"rules\": {\"gridMinutes\": …}}"),
    FileRow(
      "[{\"name\": \"A\", \"x\\u0007\": 1}]", "rooms.json:1:16: unknown member \"x<U+0007>\""),
    FileRow(
      "{\"zones\": \"UTC\", \"rooms\": [{\"name\": \"A\"}]}",
      "rooms.json:1:2: unknown member \"zones\"; did you mean \"zone\"?"),
    // Names.
    FileRow("[{\"seats\": 6}]", "rooms.json:1:2: the member \"name\" is missing"),
    FileRow("[{\"name\": \" \"}]", "rooms.json:1:11: this must not be empty"),
    FileRow("[{\"name\": 7}]", "rooms.json:1:11: text is expected here"),
    FileRow(
      "[{\"name\": \"\(String(repeating: "a", count: 201))\"}]",
      "rooms.json:1:11: this has more than 200 octets"),
    FileRow("[{\"name\": \"A\\u001b[2J\"}]", "rooms.json:1:11: this holds an invisible character"),
    FileRow("[{\"name\": \"A\\u202e\"}]", "rooms.json:1:11: this holds an invisible character"),
    FileRow("[{\"name\": \"-- …\"}]", "rooms.json:1:11: a name needs a letter or a digit"),
    FileRow(
      "[{\"name\": \"Büro\"},\n {\"name\": \"BUERO\"}]",
      "rooms.json:2:11: the name \"BUERO\" already means the room \"Büro\""),
    FileRow(
      "[{\"name\": \"A\", \"aliases\": [\"Small\"]},\n {\"name\": \"small\"}]",
      "rooms.json:2:11: the name \"small\" already means the room \"A\""),
    FileRow(
      "[{\"name\": \"A\"},\n {\"name\": \"B\", \"aliases\": [\"b\", \"a\"]}]",
      "rooms.json:2:33: the name \"a\" already means the room \"A\""),
    FileRow(
      "[{\"name\": \"A\", \"id\": \"1\"},\n {\"name\": \"B\", \"id\": \"1\"}]",
      "rooms.json:2:22: another room has the id \"1\""),
    FileRow(
      "[{\"name\": \"A\", \"id\": \"B\"},\n {\"name\": \"B\"}]",
      "rooms.json:2:11: another room has the id \"B\""),
    FileRow(
      "[{\"name\": \"A\", \"aliases\": \"B\"}]",
      "rooms.json:1:27: a list, each text of at most 200 octets on one line, is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"aliases\": [\"B\", 1]}]", "rooms.json:1:33: text is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"aliases\": [\"\(String(repeating: "B\",\"", count: 50))B\"]}]",
      "rooms.json:1:27: this list has more than 50 elements"),
    FileRow("[{\"name\": \"A\", \"location\": 7}]", "rooms.json:1:28: text is expected here"),
    FileRow("[{\"name\": \"A\", \"id\": 7}]", "rooms.json:1:22: text is expected here"),
    // Rules.
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"openWeekdays\": 5}}]",
      """
      rooms.json:1:42: a list, each "monday", "tuesday", "wednesday", "thursday", "friday", \
      "saturday" or "sunday", is expected here
      """),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"openWeekdays\": [1, 2, 3, 4, 5, 6, 7, 8]}}]",
      "rooms.json:1:42: this list has more than 7 elements"),
    // Values.
    FileRow(
      "[{\"name\": \"A\", \"seats\": -1}]",
      "rooms.json:1:25: a whole number from 0 to 100000 (seats) is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"seats\": 6, \"capacity\": 8}]",
      "rooms.json:1:25: \"capacity\" says otherwise; leave one of them out"),
    FileRow(
      "[{\"name\": \"A\", \"capacity\": -2}]",
      "rooms.json:1:28: a whole number is expected here, as 22"),
    FileRow(
      "[{\"name\": \"A\", \"size\": \"60 ft\"}]",
      "rooms.json:1:24: a size in square metres is expected here, as 60 or \"60 m²\""),
    FileRow(
      "[{\"name\": \"A\", \"equipment\": [\"TV\", \"\"]}]",
      "rooms.json:1:36: this must not be empty"),
    FileRow(
      "[{\"name\": \"A\", \"stepFree\": \"yes\"}]",
      "rooms.json:1:28: true or false is expected here"),
    FileRow(
      "{\"zone\": \"Berlin\", \"rooms\": [{\"name\": \"A\"}]}",
      "rooms.json:1:10: unknown: \"Berlin\"; did you mean \"Europe/Berlin\"?"),
    // Rules.
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"gridMinutes\": 25}}]",
      "rooms.json:1:41: one of 5, 6, 10, 12, 15, 20, 30, 60 (min) is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": {\"opens\": \"20:00\"}}]",
      "rooms.json:1:35: the house would open at 20:00 and close at 19:00"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": {\"opens\": \"08:00\", \"closes\": \"08:00\"}}]",
      "rooms.json:1:54: the house would open at 08:00 and close at 08:00"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": {\"opens\": \"07:20\"}}]",
      "rooms.json:1:35: 07:20 does not lie on the grid of 15 minutes"),
    FileRow(
      "{\"hours\": {\"opens\": \"07:15\"}, "
        + "\"rooms\": [{\"name\": \"A\", \"rules\": {\"gridMinutes\": 30}}]}",
      "rooms.json:1:80: 07:15 does not lie on the grid of 30 minutes"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": {\"opens\": \"8 am\"}}]",
      "rooms.json:1:35: a time as \"07:30\", at most \"24:00\", is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": \"8-18\"}]",
      "rooms.json:1:25: an object is expected here, in { }"),
    FileRow(
      "[{\"name\": \"A\", \"hours\": {\"opens\": \"08:00\"}, \"rules\": {\"opens\": \"09:00\"}}]",
      "rooms.json:1:35: \"rules.opens\" says otherwise; leave one of them out"),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"shortestMinutes\": 90, \"longestMinutes\": 60}}]",
      "rooms.json:1:45: this must not be more than longestMinutes, which is 60"),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"longestMinutes\": 10}}]",
      "rooms.json:1:44: this must not be less than shortestMinutes, which is 15"),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"openWeekdays\": [\"monday\", \"thurday\"]}}]",
      "rooms.json:1:53: unknown: \"thurday\"; did you mean \"thursday\"?"),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"closedDates\": [\"2026-02-30\"]}}]",
      "rooms.json:1:42: a date as \"2026-12-24\", or two as \"2026-12-24/2027-01-01\" "
        + "is expected here"),
    FileRow(
      "[{\"name\": \"A\", \"rules\": {\"attendeesMax\": -1}}]",
      "rooms.json:1:42: a whole number from 0 to 100000 (attendees) is expected here"),
    // Everything that can be found is said, in order of place.
    FileRow(
      """
      {
        "rooms": [
          {"name": "A", "seatz": 6},
          {"capacity": "many", "size": 0},
          {"name": "a", "stepFree": 1}
        ],
        "rules": {"windowDays": -1},
        "zone": 7
      }
      """,
      """
      rooms.json:3:19: unknown member "seatz"; did you mean "seats"?
      rooms.json:4:5: the member "name" is missing
      rooms.json:4:18: a whole number is expected here, as 22
      rooms.json:4:34: a size in square metres is expected here, as 60 or "60 m²"
      rooms.json:5:14: the name "a" already means the room "A"
      rooms.json:5:31: true or false is expected here
      rooms.json:7:27: a whole number from 0 to 3660 (days) is expected here
      rooms.json:8:11: the name of a zone as "Europe/Berlin" is expected here
      """),
  ]

  @Test("A fault is told with its place and what to do", arguments: faults)
  func faultIsTold(_ row: FileRow) {
    let faults = #expect(throws: FileFaults.self) {
      try BuildingFile(Array(row.file.utf8), named: "rooms.json")
    }
    #expect(faults?.description == row.says)
  }

  @Test("Of a file with many faults the first twenty are told, and that there are more")
  func manyFaults() {
    let rooms = Array(repeating: "{}", count: 21).joined(separator: ",")
    let faults = #expect(throws: FileFaults.self) {
      try BuildingFile(Array("[\(rooms)]".utf8), named: "many.json")
    }
    #expect(faults?.faults.count == 20)
    #expect(faults?.isCutShort == true)
    #expect(
      faults?.description.hasSuffix("\nmany.json: there is more; these are the first 20") == true)
  }

  @Test("More rooms than the limit are refused before they are read", arguments: [2000, 2001])
  func roomsMax(_ count: Int) {
    let rooms = (0..<count).map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
    let read = Result { try BuildingFile(Array("[\(rooms)]".utf8), named: "r") }
    switch read {
    case .success(let file): #expect(count == 2000 && file.building.rooms.count == 2000)
    case .failure(let faults):
      #expect("\(faults)" == "r:1:1: this list has more than 2000 elements" && count == 2001)
    }
  }

  @Test("A list as a gateway writes it is a building, with all its oddities of form")
  func gatewayShape() throws {
    let building = try read(
      """
      {"0": {"name": "5.12", "location": "Floor 5", "equipment": ["42\\" screen", "2 chairs"],
             "size": "33m²", "capacity": 9, "avail": ["nonsense"],
             "images": {"0": "a.jpg", "2": "b.jpg"}, "_seen": "a remark"},
       "_": "another",
       "3": {"name": "5.1", "location": "5th floor", "size": "8 sqm", "capacity": null,
             "images": []}}
      """
    ).building
    #expect(building.rooms.map(\.name) == ["5.12", "5.1"])
    #expect(building.rooms.map(\.id.text) == ["5.12", "5.1"])
    #expect(building.rooms.map(\.location) == ["Floor 5", "5th floor"])
    #expect(building.rooms.map(\.floor) == ["5", "5th"])
    #expect(building.rooms.map(\.seats) == [9, nil])
    #expect(building.rooms.map(\.squareMetres) == [33, 8])
    #expect(building.rooms.map(\.equipment) == [["42\" screen", "2 chairs"], []])
    #expect(building.rooms.map(\.images) == [["a.jpg", "b.jpg"], []])
    #expect(building.rooms.map(\.isStepFree) == [nil, nil])
    #expect(building.rooms.allSatisfy { $0.policy == .standard })
  }

  @Test("A room has the rules of its building where it sets none of its own")
  func rulesAreInherited() throws {
    let file = try read(
      """
      {"rooms": [
         {"name": "Attic", "id": "r1", "floor": "top", "location": "Floor 9", "seats": 4,
          "capacity": 4, "stepFree": false, "article": "das", "aliases": ["Loft", "attic"],
          "hours": {"closes": "24:00"}},
         {"name": "Cellar", "rules": {"requiresAttendee": false, "gridMinutes": 60,
          "opens": "10:00", "openWeekdays": ["saturday"], "closedDates": ["2026-12-26"]}}],
       "name": "House", "zone": "Pacific/Auckland",
       "rules": {"gridMinutes": 30, "opens": "08:30", "closes": "20:00",
         "openWeekdays": ["monday", "Friday"], "closedDates": ["2026-12-25"],
         "shortestMinutes": 30, "longestMinutes": 240, "noticeMinutes": 60, "windowDays": 90,
         "requiresAttendee": true, "attendeesMax": 12, "bookingsPerPersonMax": 3}}
      """)
    var house = HousePolicy.standard
    house.gridMinutes = 30
    house.opens = try #require(ClockTime(hour: 8, minute: 30))
    house.closes = try #require(ClockTime(hour: 20))
    house.openWeekdays = [.monday, .friday]
    house.closedDates = [try #require(CivilDate(year: 2026, month: 12, day: 25))]
    house.shortestMinutes = 30
    house.longestMinutes = 240
    house.noticeMinutes = 60
    house.windowDays = 90
    house.requiresAttendee = true
    house.attendeesMax = 12
    house.bookingsPerPersonMax = 3
    #expect(file.building.policy == house)
    #expect(file.building.name == "House")
    #expect(file.zone?.name == "Pacific/Auckland")

    let attic = file.building.rooms[0]
    #expect(attic.id == RoomID("r1") && attic.floor == "top" && attic.isStepFree == false)
    #expect(attic.article == .neuter && attic.seats == 4 && attic.aliases == ["Loft", "attic"])
    var expected = house
    expected.closes = .endOfDay
    #expect(attic.policy == expected)

    expected = house
    expected.requiresAttendee = false
    expected.gridMinutes = 60
    expected.opens = try #require(ClockTime(hour: 10))
    expected.openWeekdays = [.saturday]
    expected.closedDates = [try #require(CivilDate(year: 2026, month: 12, day: 26))]
    #expect(file.building.rooms[1].policy == expected)
  }

  @Test("Names that only look alike are different rooms")
  func namesThatDiffer() throws {
    let rooms = ["1.1", "1.10", "11", "1 1", "Ost", "Öst"]
    let list = rooms.map { "{\"name\": \"\($0)\"}" }.joined(separator: ",")
    #expect(try read("[\(list)]").building.rooms.map(\.name) == rooms)
  }

  @Test("A file that cannot be read is refused in the system's words")
  func unreadable() {
    let missing = #expect(throws: FileFaults.self) { try BuildingFile(at: "/nowhere/r.json") }
    #expect(missing?.description == "/nowhere/r.json: cannot be read: No such file or directory")
    let folder = #expect(throws: FileFaults.self) { try BuildingFile(at: "/") }
    #expect(folder?.description == "/: cannot be read: Is a directory")
  }

  @Test("The demonstration building is the one of the conversations")
  func demonstration() {
    let rooms = DemonstrationBuilding.building.rooms
    #expect(rooms.map(\.name) == ["Aquarium", "Bunker", "Cockpit", "Dachstube"])
    #expect(rooms.map(\.floor) == ["2nd", "basement", "3rd", "4th"])
    #expect(rooms.map(\.seats) == [6, 4, 10, 14])
    #expect(rooms.map(\.squareMetres) == [20, 12, 35, 48])
    #expect(
      rooms.map(\.equipment) == [
        ["TV", "whiteboard"], ["whiteboard"], ["video", "projector"], ["projector"],
      ])
    #expect(rooms.map(\.isStepFree) == [nil, nil, true, false])
    #expect(rooms.allSatisfy { $0.policy == .standard })
  }

  private func read(_ text: String) throws -> BuildingFile {
    try BuildingFile(Array(text.utf8), named: "rooms.json")
  }
}
