// When a store may be opened, and what is refused before anything is changed.

import BookingAgent
import Bookings
import CivilTime
import Foundation
import Passes
import Storage
import Testing

/// Fills a page of 4 KiB with nonsense, from an octet on.
func overwrite(_ file: String, page: Int, from octet: Int = 0) throws {
  let handle = try #require(FileHandle(forUpdatingAtPath: file))
  try handle.seek(toOffset: UInt64(4096 * (page - 1) + octet))
  try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096 - octet))
  try handle.close()
}

struct OpeningTests {
  private func open(_ path: String) -> StoreFault? {
    fault { () throws(StoreFault) in _ = try Store(at: .file(path), rooms: twoRooms) }
  }

  @Test
  func `a second store on the same file is refused until the first is closed`() throws {
    let folder = try Folder()
    let first = try Store(at: .file(folder.file), rooms: twoRooms)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.db", withDestinationPath: folder.file)
    for path in [folder.file, folder.path + "/./usher.db", folder.path + "/link.db"] {
      guard case .inUse(let process, _) = open(path) else {
        Issue.record("\(path) is in use")
        continue
      }
      #expect(process == Int(ProcessInfo.processInfo.processIdentifier))
    }
    #expect(
      fault { () throws(StoreFault) in _ = try Store.check(at: folder.file) }?.name
        == "in use by process \(ProcessInfo.processInfo.processIdentifier)")
    first.close()
    #expect(open(folder.file) == nil)
    #expect(fault { () throws(StoreFault) in try first.commit([]) }?.name == "other")
  }

  @Test
  func `a store that somebody holds who says no number is in use all the same`() throws {
    let folder = try Folder()
    let holder = FileManager.default.createFile(atPath: folder.file + "-lock", contents: nil)
    let handle = try #require(FileHandle(forUpdatingAtPath: folder.file + "-lock"))
    #expect(holder && flock(handle.fileDescriptor, LOCK_EX) == 0)
    #expect(open(folder.file)?.name == "in use")
    try handle.write(contentsOf: Data([0xFF, 0xFE, 0x0A]))
    #expect(open(folder.file)?.name == "in use")
    try handle.close()
    #expect(open(folder.file) == nil)
  }

  @Test
  func `a folder that is missing is made, and only the owner can read it`() throws {
    let folder = try Folder()
    let path = folder.path + "/state/usher/usher.db"
    let store = try Store(at: .file(path), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(folder.path + "/state") == 0o700)
    #expect(try mode(folder.path + "/state/usher") == 0o700)
    for suffix in ["", "-wal", "-lock"] { #expect(try mode(path + suffix) == 0o600) }
  }

  @Test
  func `what is no store of ours is refused and left as it was`() throws {
    let folder = try Folder()
    let text = folder.path + "/text", other = folder.path + "/other.db"
    try String(repeating: "This is no database. ", count: 100)
      .write(toFile: text, atomically: false, encoding: .utf8)
    try RawFile(other).run("CREATE TABLE notes (text)")
    for path in [text, other] {
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(open(path)?.name == "not a store")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    try RawFile(folder.file).run("PRAGMA user_version = 99")
    guard case .newerSchema(found: 99, known: 8, let cause) = open(folder.file) else {
      Issue.record("a newer schema is refused")
      return
    }
    #expect(cause.place.hasSuffix("/usher.db"))
    #expect(try RawFile(folder.file).ask("PRAGMA user_version") == "99")
  }

  @Test
  func `where no store can be, the reason is told`() throws {
    let folder = try Folder()
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    #expect(open(folder.path)?.name == "unreachable")
    #expect(open(folder.file + "/usher.db")?.name == "unreachable")
    #expect(open("")?.name == "unreachable")
    #expect(open("/dev/null")?.name == "unreachable")
    #if os(Linux)
      // Nobody makes files or folders there, whoever asks.
      let system = "/sys"
    #else
      let system = "/System"
    #endif
    #expect(open(system + "/usher.db")?.name == "read-only")
    #expect(open(system + "/usher/usher.db")?.name == "read-only")
    #expect(
      fault { () throws(StoreFault) in
        _ = try Store.check(at: folder.path + "/none.db")
      }?.name == "unreachable")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/none.db") == false)
  }

  @Test
  func `an older file takes the steps it lacks, and a step that fails leaves it as it was`() throws
  {
    let folder = try Folder()
    // Version 0: only the mark of our program. A check changes nothing, so it cannot bring the
    // file up to date.
    try RawFile(folder.file).run("PRAGMA application_id = 0x75736872")
    #expect(
      fault { () throws(StoreFault) in _ = try Store.check(at: folder.file) }?.name
        == "schema 0 is older than 8")
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    #expect(try RawFile(folder.file).ask("PRAGMA user_version") == "8")
    #expect(try RawFile(folder.file).ask("SELECT name FROM room") == "Aquarium\nLibrary")
    #expect(try Store.check(at: folder.file) == [])

    let torn = folder.path + "/torn.db"
    try RawFile(torn).run("PRAGMA application_id = 0x75736872; CREATE TABLE pass (mine)")
    #expect(open(torn)?.name == "damaged")
    #expect(try RawFile(torn).ask("PRAGMA user_version") == "0")
    #expect(try RawFile(torn).ask("SELECT name FROM sqlite_schema") == "pass")
  }

  @Test(arguments: [1, 2])
  func `a store of an older version gets what it lacks, and what was erased stays erased`(
    version: Int
  ) throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let ana = try person(1), ben = try person(2, "Ben")
    let meeting = try booking(1, at: 60, attendees: [ana, ben])
    try store.commit([
      booked(meeting), sent(.queued([pass(1, of: meeting, to: ana)])),
      JournalEntry(
        at: morning, by: nil, fact: .answered(answer("m1", expires: morning + minutes(9)))),
    ])
    store.close()
    try RawFile(folder.file).run(
      "UPDATE person SET name = NULL, email = NULL, phone = NULL, checksum = 0")
    // As it was before there were trips, and series.
    try RawFile(folder.file).run(
      """
      DROP VIEW purchases; DROP TABLE purchase; DROP TABLE trip; DROP TABLE traveller;
      ALTER TABLE store DROP COLUMN last_purchase; ALTER TABLE store DROP COLUMN last_series;
      ALTER TABLE pass DROP COLUMN dates;
      ALTER TABLE booking DROP COLUMN series; ALTER TABLE booking DROP COLUMN series_rule;
      ALTER TABLE booking DROP COLUMN series_index; ALTER TABLE booking DROP COLUMN series_count;
      """)
    // As it was before there were news.
    try RawFile(folder.file).run(
      """
      ALTER TABLE booking DROP COLUMN booked_by;
      DROP VIEW waits; ALTER TABLE store DROP COLUMN last_wait; DROP TABLE notice;
      CREATE TABLE old (
        room INTEGER NOT NULL, start_seconds INTEGER NOT NULL, booking INTEGER NOT NULL,
        PRIMARY KEY (room, start_seconds)) STRICT, WITHOUT ROWID;
      INSERT INTO old SELECT room, start_seconds, booking FROM slot;
      DROP TABLE slot; ALTER TABLE old RENAME TO slot; DROP TABLE wait;
      ALTER TABLE store DROP COLUMN last_news;
      CREATE TABLE notice (number INTEGER PRIMARY KEY, text INTEGER NOT NULL) STRICT;
      """)
    // And before there were checksums.
    let tables = try RawFile(folder.file).ask(
      "SELECT name FROM sqlite_schema WHERE sql LIKE '%checksum INTEGER%'")
    #expect(tables.split(separator: "\n").count == 10)
    for table in tables.split(separator: "\n") where version == 1 {
      try RawFile(folder.file).run("ALTER TABLE \(table) DROP COLUMN checksum")
    }
    try RawFile(folder.file).run("PRAGMA user_version = \(version)")
    #expect(
      fault { () throws(StoreFault) in _ = try Store.check(at: folder.file) }?.name
        == "schema \(version) is older than 8")
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference) == [meeting.reference])
    #expect(try again.check() == [])
    again.close()
    #expect(try RawFile(folder.file).ask("PRAGMA user_version") == "8")
    try RawFile(folder.file).run("UPDATE message SET text = 'another'")
    #expect(
      try Store.check(at: folder.file).map(\.description) == ["message 3: its checksum is wrong"])
  }

  @Test
  func `a room's row that is damaged stays so for the check, and what the building says mends it`()
    throws
  {
    let folder = try Folder()
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    // What the building says again at each start, and what stands in the store alone.
    try RawFile(folder.file).run("UPDATE room SET name = 'Aquarius' WHERE id = 'Aquarium'")
    try RawFile(folder.file).run("UPDATE room SET slots_since_seconds = 7 WHERE id = 'Library'")
    let wrong = try Store.check(at: folder.file).map(\.description)
    #expect(wrong == ["room 1: its checksum is wrong", "room 2: its checksum is wrong"])
    for rooms in [twoRooms, [room("Aquarium")], [room("Library", gridMinutes: 30)]] {
      try Store(at: .file(folder.file), rooms: rooms).close()
      #expect(
        try Store.check(at: folder.file).map(\.description) == ["room 2: its checksum is wrong"])
    }
  }

  @Test
  func `a store that has no room for its tables is full`() {
    var limits = StoreLimits()
    limits.databaseOctetsMax = 4096
    let seen = fault { () throws(StoreFault) in
      _ = try Store(at: .memory, rooms: twoRooms, limits: limits)
    }
    #expect(seen?.name == "full")
  }

  @Test
  func `a file system on which SQLite cannot keep a log beside the database is refused`() throws {
    let folder = try Folder()
    // One of SQLite's own, in which processes share no memory (https://sqlite.org/vfs.html).
    let place = StorePlace.disk("unix-dotfile", file: folder.file)
    let seen = fault { () throws(StoreFault) in _ = try Store(at: place, rooms: twoRooms) }
    guard case .other(let cause) = seen else {
      Issue.record("\(String(describing: seen))")
      return
    }
    #expect(cause.text == "its journal mode stays delete instead of wal")
  }

  @Test
  func `a building that changes leaves bookings and makes slots anew`() throws {
    let folder = try Folder()
    func slots(_ rooms: [Room], _ body: (Store) throws -> Void = { _ in }) throws -> String {
      let store = try Store(at: .file(folder.file), rooms: rooms)
      try body(store)
      #expect(try store.check() == [])
      store.close()
      return try RawFile(folder.file).ask("SELECT (start_seconds - 1795590000) / 60 FROM slot")
    }
    let held = try booking(1, at: 90, for: 60)
    #expect(
      try slots([room("Aquarium", gridMinutes: 30)]) { try $0.commit([booked(held)]) }
        == "90\n120")
    #expect(try slots([room("Aquarium", gridMinutes: 15)]) == "90\n105\n120\n135")
    // The largest step that divides the new grid and what is booked.
    #expect(try slots([room("Aquarium", gridMinutes: 60)]) == "90\n120")
    #expect(try RawFile(folder.file).ask("SELECT step_minutes FROM room") == "30")
    // A booking off the step makes it smaller; half an hour beside UTC is one reason.
    let other = try booking(2, at: 160, for: 20)
    #expect(
      try slots([room("Aquarium", gridMinutes: 60)]) { try $0.commit([booked(other)]) }
        == "90\n100\n110\n120\n130\n140\n160\n170")
    // A room that is gone keeps its bookings.
    _ = try slots([room("Library")]) { (store: Store) throws in
      #expect(try store.load(at: morning).bookings == [held, other])
    }
    #expect(try RawFile(folder.file).ask("SELECT id || listed FROM room") == "Aquarium0\nLibrary1")
  }
}
