// The check of a store finds what accidents and hands have done to its file.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct CheckTests {
  /// What is done to the file, and the one line that the check says of it.
  static let damages: [(sql: String, found: String)] = [
    (
      "UPDATE booking SET version = 9 WHERE reference = 1",
      "booking B1 version: the journal says 2, the table 9"
    ),
    (
      "UPDATE booking SET state = 'cancelled' WHERE reference = 1",
      "booking B1 state: the journal says held, the table cancelled"
    ),
    (
      "UPDATE booking SET owner = (SELECT number FROM user WHERE name = 'tom') WHERE reference = 1",
      "booking B1 owner: the journal says 1, the table 2"
    ),
    (
      "UPDATE attendee SET person = 2 WHERE booking = 1 AND place = 0",
      "booking B1 attendees: the journal says A1:1 A2:2, the table A1:2 A2:2"
    ),
    (
      "DELETE FROM attendee WHERE booking = 1 AND place = 1",
      "booking B1 attendees: the journal says A1:1 A2:2, the table A1:1"
    ),
    (
      "DELETE FROM slot WHERE start_seconds = 1795593600",
      "slot Aquarium 1795593600: in the journal, not in the table"
    ),
    (
      "INSERT INTO slot SELECT room, 1795600800, booking, wait FROM slot LIMIT 1",
      "slot 1 1795600800 of B1: in the table, not in the journal"
    ),
    (
      "UPDATE slot SET booking = 2 WHERE start_seconds = 1795593600",
      "slot Aquarium 1795593600 booking: the journal says B1, the table B2"
    ),
    (
      "UPDATE pass SET state = 'expired', due_ms = NULL WHERE id = 1",
      #"pass P1/0 state: the journal says ["queued",1795590010000], the table ["expired"]"#
    ),
    ("DELETE FROM pass WHERE id = 2", "pass P2/0: in the journal, not in the table"),
    ("DELETE FROM message", "message 4: in the journal, not in the table"),
    (
      "UPDATE message SET expires_ms = 5",
      "message 4 expires: the journal says 1795676400000, the table 5"
    ),
    (
      "UPDATE store SET last_pass = 7",
      "store 1 last_pass: the journal says 2, the table 7"
    ),
    ("DELETE FROM journal WHERE entry = 4; DELETE FROM message", "journal 4: missing"),
    (
      "UPDATE journal SET fact = '{\"expires\":5,\"expires\":6}' WHERE entry = 4;"
        + " DELETE FROM message",
      "journal 4: at octet 13 this name stands twice in one object"
    ),
    (
      "UPDATE journal SET fact = '{\"expires\":5,\"more\":6}' WHERE entry = 4; DELETE FROM message",
      "journal 4: an unknown member in the fact"
    ),
    (
      "UPDATE journal SET form = 2 WHERE entry = 4; DELETE FROM message",
      "journal 4: form 2 is not known"
    ),
    (
      "UPDATE person SET email = 'nonsense' WHERE number = 1",
      "person 1: no such address or number can be"
    ),
    (
      "UPDATE person SET name = NULL WHERE number = 1",
      "structure: CHECK constraint failed in person"
    ),
    (
      "DELETE FROM text WHERE number = 1",
      "booking 1: refers to a row of text that is not there"
    ),
    (
      "UPDATE booking SET from_minute = to_minute + 5, to_minute = to_minute + 9007199254740990"
        + " WHERE reference = 2",
      "booking : to_minute is beyond all bounds"
    ),
    (
      "UPDATE room SET step_minutes = 45",
      "room Aquarium: the journal says B1 is off the step, the table 45 minutes"
    ),
    ("UPDATE room SET step_minutes = 0", "structure: step_minutes is no step"),
    ("DELETE FROM store", "structure: the row of store is missing"),
    (
      "UPDATE slot SET booking = 77 WHERE start_seconds = 1795593600",
      "slot: a row refers to a row of booking that is not there"
    ),
    ("UPDATE booking SET state = 'lost' WHERE reference = 1", "booking : state is no state"),
    ("UPDATE pass SET state = 'lost' WHERE id = 1", "pass : state is no state"),
    ("UPDATE pass SET kind = 'copy' WHERE id = 1", "pass : kind is no kind"),
    ("UPDATE pass SET told = 'all' WHERE id = 1", "pass : told is nothing that is told"),
    ("UPDATE pass SET due_ms = NULL WHERE id = 1", "pass : due_ms is no whole number"),
    ("UPDATE pass SET state = 'failed' WHERE id = 1", "pass : failure is no text"),
    (
      "UPDATE pass SET state = 'failed', failure = '[\"lost\"]' WHERE id = 1",
      "pass : failure no failure is called lost"
    ),
    ("UPDATE message SET name = CAST(X'C0' AS TEXT)", "message : name is not UTF-8"),
    ("UPDATE message SET text = CAST(X'C0' AS TEXT)", "message : text is not UTF-8"),
    (
      "UPDATE message SET name = CAST(zeroblob(65537) AS TEXT)",
      "message : name has 65537 octets"
    ),
  ]

  @Test(arguments: damages.indices)
  func `a damage made by hand is found`(index: Int) throws {
    let damage = Self.damages[index]
    let folder = try Folder()
    try fill(folder.file)
    #expect(try Store.check(at: folder.file) == [])
    let raw = try RawFile(folder.file)
    try raw.run("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \(damage.sql)")
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains(damage.found), "\(damage.sql): \(found)")
  }

  /// What stands in the journal as the fact of a kept answer, and what the check says of it.
  static let facts: [(fact: String, found: String)] = [
    ("5", "an object was expected, not a whole number"),
    ("[]", "an object was expected, not a list"),
    ("{}", "expires is missing"),
    ("{\"expires\":\"5\"}", "expires is a text that has no place there"),
    ("{\"expires\":1.5}", "expires is a number that has no place there"),
    ("{\"expires\":null}", "expires is a null that has no place there"),
  ]

  @Test(arguments: facts.indices)
  func `a fact that is not of its form is told`(index: Int) throws {
    try change(kind: "answered", entry: 4, to: Self.facts[index])
  }

  @Test
  func `a check tells so many discrepancies and that there are more`() throws {
    let folder = try Folder()
    try fill(folder.file)
    // Four rows of each booking: an hour on a grid of a quarter.
    try RawFile(folder.file).run("DELETE FROM slot")
    var limits = StoreLimits()
    limits.discrepanciesMax = 2
    #expect(
      try Store.check(at: folder.file, limits: limits).map(\.description) == [
        "slot Aquarium 1795593600: in the journal, not in the table",
        "slot Aquarium 1795594500: in the journal, not in the table",
        "and more",
      ])
  }

  /// As `facts`, for bookings and passes: the kind that is written over the queued passes.
  static let passFacts: [(kind: String, fact: String, found: String)] = [
    ("pass.lost", #"{"at":1}"#, "no fact is called pass.lost"),
    ("lost", "{}", "no fact is called lost"),
    ("pass.accepted", #"{"at":1}"#, "passes is missing"),
    ("pass.accepted", #"{"at":1,"passes":5}"#, "a list was expected, not a whole number"),
    ("pass.accepted", #"{"at":1,"passes":[[1]]}"#, "a list is too short"),
    ("pass.accepted", #"{"at":1,"passes":[[1,0,0]]}"#, "a list is too long"),
    ("pass.accepted", #"{"at":1,"passes":[["1",0]]}"#, "a whole number was expected in a list"),
    ("pass.accepted", #"{"at":1,"passes":[[null,0]]}"#, "a whole number was expected in a list"),
    ("pass.parked", #"{"at":1,"passes":[[1,0],[2,0]]}"#, "one pass is parked at a time"),
    ("pass.parked", #"{"at":1,"passes":[[1,0]],"until":2,"attemptsMax":6}"#, "trouble is missing"),
    ("pass.returned", #"{"at":1,"alone":5}"#, "alone is a whole number that has no place there"),
    ("pass.returned", #"{"at":1,"trouble":["gone"]}"#, "no trouble is called gone"),
    ("pass.returned", #"{"at":1,"trouble":[true]}"#, "a word was expected in a list"),
    ("pass.failed", #"{"at":1}"#, "failure is missing"),
    ("pass.failed", #"{"at":1,"failure":["gone"]}"#, "no failure is called gone"),
    ("pass.answered", #"{"at":1,"verdict":["gone",0]}"#, "no verdict is called gone"),
    ("pass.attempted", #"{"at":1}"#, "purpose is missing"),
    (
      "booked", #"{"booking":1,"version":1,"state":"held","room":1,"from":10,"to":10}"#,
      "to is not after from"
    ),
    ("pass.attempted", #"{"at":1,"purpose":"gone"}"#, "purpose is a text that has no place there"),
  ]

  @Test(arguments: passFacts.indices)
  func `a fact of a booking or a pass that is not of its form is told`(index: Int) throws {
    let row = Self.passFacts[index]
    try change(kind: row.kind, entry: 3, to: (row.fact, row.found))
  }

  private func change(kind: String, entry: Int, to row: (fact: String, found: String)) throws {
    let folder = try Folder()
    try fill(folder.file)
    let raw = try RawFile(folder.file)
    try raw.run(
      "PRAGMA ignore_check_constraints = ON; UPDATE journal SET kind = '\(kind)',"
        + " fact = '\(row.fact)' WHERE entry = \(entry)")
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains("journal \(entry): \(row.found)"), "\(row): \(found)")
  }

  private func fill(_ file: String) throws {
    let store = try Store(at: .file(file), rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Ben")
    let first = try booking(1, at: 0, attendees: [ana])
    let meeting = try booking(1, at: 60, version: 2, attendees: [ana, ben])
    let kept = answer("m1", expires: morning + minutes(1440))
    let news = News(
      seq: 1, user: UserID("mia"), booking: meeting.reference,
      topics: PassTopics(
        accepted: [], ended: [PassEdition(PassID(2), sequence: 0)], troubled: [],
        toBeToldByBooker: []),
      made: morning, expires: meeting.end)
    try store.commit([
      booked(first),
      JournalEntry(at: morning, by: UserID("mia"), fact: .booking(.changed(meeting))),
      sent(.queued([pass(1, of: meeting, to: ana), pass(2, of: meeting, to: ben, place: 1)])),
      JournalEntry(at: morning, by: UserID("mia"), fact: .answered(kept)),
      booked(try booking(2, in: "Library", at: 60, owner: "tom")),
      JournalEntry(at: morning, by: nil, fact: .news(.made(news))),
    ])
  }

  @Test
  func `a broken page and a missing table are refused at opening, and found by the check`() throws {
    let folder = try Folder()
    try fill(folder.file)
    let raw = try RawFile(folder.file)
    try raw.run("PRAGMA journal_mode = DELETE; DROP VIEW passes; DROP TABLE pass")
    #expect(
      fault { () throws(StoreFault) in
        _ = try Store(at: .file(folder.file), rooms: twoRooms)
      }?.name == "damaged")

    let other = try Folder()
    try fill(other.file)
    try overwrite(other.file, page: 6)
    #expect(
      fault { () throws(StoreFault) in
        _ = try Store(at: .file(other.file), rooms: twoRooms)
      }?.name == "damaged")
    #expect(try Store.check(at: other.file).isEmpty == false)
  }

  @Test(arguments: ["booking", "slot", "pass", "message", "notice", "person", "journal"])
  func `a broken page of any table is found by the check`(table: String) throws {
    let folder = try Folder()
    try fill(folder.file)
    let page = try RawFile(folder.file).ask(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    // Its header of 8 octets stays, so that SQLite looks at the rest.
    try overwrite(folder.file, page: try #require(Int(page)), from: 8)
    let found = try Store.check(at: folder.file).map(\.description)
    let isTold = found.first.map { $0.hasPrefix("structure: ") && $0.contains("page \(page)") }
    #expect(isTold == true, "\(found)")
  }

  /// What is done to the file, and why nothing is loaded from it then.
  static let unloadable: [(sql: String, reason: String)] = [
    ("UPDATE booking SET room = 9 WHERE reference = 2", "room 9 is missing"),
    ("UPDATE booking SET owner = 9 WHERE reference = 2", "user 9 is missing"),
    ("UPDATE booking SET title = 9 WHERE reference = 2", "text 9 is missing"),
    ("UPDATE attendee SET person = 9 WHERE booking = 1", "person 9 is missing"),
    ("UPDATE person SET email = 'nobody' WHERE number = 1", "person 1 cannot be reached"),
    ("UPDATE person SET phone = '110' WHERE number = 1", "person 1 cannot be reached"),
  ]

  @Test(arguments: unloadable.indices)
  func `what refers to nothing or reaches nobody is not loaded`(index: Int) throws {
    let row = Self.unloadable[index]
    let folder = try Folder()
    try fill(folder.file)
    try RawFile(folder.file).run("PRAGMA foreign_keys = OFF; \(row.sql)")
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let seen = fault { () throws(StoreFault) in _ = try store.load(at: morning) }
    guard case .damaged(let cause) = seen else {
      Issue.record("\(row.sql): \(String(describing: seen))")
      return
    }
    #expect(cause.text == row.reason)
  }
}
