// A look at the tables of a store by plain SQL, which shares no code with the program.

import CSQLite
import Foundation
import Testing

/// What stands in a store, read from a copy, so that the program finds its own files as it left
/// them.
struct StoreLook {
  struct Booking {
    let reference: Int
    let version: Int
    let owner: String
    let title: String
    let content: WantedVersion
    /// Seconds of UNIX time.
    let start: Int
    let end: Int
    /// In the order of their places.
    let attendees: [Attendee]
    let series: SeriesPlace?

    /// What a gateway is to be told last.
    func departure(for attendee: Attendee) -> Departure {
      Departure(email: attendee.email, room: content.room, start: start, end: end)
    }
  }

  /// Which booking of a series one is.
  struct SeriesPlace: Equatable {
    let series: Int
    let index: Int
    let count: Int
  }

  struct Attendee: Hashable {
    let id: Int
    let name: String
    let email: String
    let phone: String
  }

  struct Pass {
    let id: Int
    let sequence: Int
    let booking: Int
    let attendee: Int
    let place: PassPlace
    let departure: Departure
    let kind: String
    let state: String
    let attempts: Int
    let failure: String
    let isWithdrawn: Bool
    let mayBeOut: Bool

    /// As files of a drop folder begin.
    var name: String { sequence == 0 ? "P\(id)" : "P\(id).\(sequence)" }
    var isOver: Bool { ["accepted", "failed", "expired", "superseded"].contains(state) }
  }

  struct Message: Hashable {
    let speaker: String
    let name: String
  }

  /// Whether there are no tables yet.
  private(set) var isEmpty = true
  private(set) var bookings: [Int: Booking] = [:]
  private(set) var passes: [Pass] = []
  private(set) var waits: [Wait] = []
  private(set) var messages: Set<Message> = []
  /// Rows that contradict each other, in words.
  private(set) var faults: [String] = []

  /// Copies a store, its log with it, and reads the copy. There may be none yet.
  init(at path: String, copiedInto folder: String) throws {
    try Self.withCopy(of: path, in: folder) { copy in
      guard FileManager.default.fileExists(atPath: copy) else { return }
      let database = try Rows(at: copy)
      // Killed while it made the tables: then there are none, and nobody was heard.
      let tables = "SELECT name FROM sqlite_schema WHERE name = 'message'"
      if try database.all(tables).isEmpty { return }
      isEmpty = false
      try read(database)
    }
  }

  /// Copies a store, its log with it, and hands over where the copy is.
  private static func withCopy<Result>(
    of path: String, in folder: String, _ body: (String) throws -> Result
  ) throws -> Result {
    let copy = "\(folder)/look.db"
    let files = FileManager.default
    for end in ["", "-wal"] where files.fileExists(atPath: path + end) {
      try files.copyItem(atPath: path + end, toPath: copy + end)
    }
    defer {
      for end in ["", "-wal", "-shm"] where files.fileExists(atPath: copy + end) {
        do { try files.removeItem(atPath: copy + end) } catch { Issue.record(error) }
      }
    }
    return try body(copy)
  }

  /// Who is still to hear news that a store keeps; read from a copy, as all of it.
  static func usersWithNews(at path: String, copiedInto folder: String) throws -> [String] {
    try withCopy(of: path, in: folder) { copy in
      try Rows(at: copy).all(
        """
        SELECT DISTINCT u.name FROM notice n JOIN user u ON u.number = n.user
        WHERE n.told_ms IS NULL
        """
      ).map { $0[0] }
    }
  }

  private mutating func read(_ database: Rows) throws {
    var attendees: [Int: [Attendee]] = [:]
    let coming = """
      SELECT a.booking, a.id, p.name, p.email, p.phone FROM attendee a
      LEFT JOIN person p ON p.number = a.person ORDER BY a.booking, a.place
      """
    for row in try database.all(coming) {
      attendees[row.number(0), default: []].append(
        Attendee(id: row.number(1), name: row[2], email: row[3], phone: row[4]))
    }
    let held = """
      SELECT b.reference, b.version, b.state, r.name, b.from_minute, b.to_minute,
        t.content, u.name, b.start_seconds, b.end_seconds, b.series, b.series_index,
        b.series_count FROM booking b
      LEFT JOIN room r ON r.number = b.room
      LEFT JOIN text t ON t.number = b.title LEFT JOIN user u ON u.number = b.owner
      """
    for row in try database.all(held) {
      let coming = attendees.removeValue(forKey: row.number(0)) ?? []
      let place = PassPlace(email: "", room: row[3], from: row.number(4), to: row.number(5))
      let content = WantedVersion(
        isHeld: row[2] == "held", room: place.room, date: place.date, start: place.start,
        end: place.end, people: Set(coming.compactMap { Person.number(ofEmail: $0.email) }))
      bookings[row.number(0)] = Booking(
        reference: row.number(0), version: row.number(1), owner: row[7], title: row[6],
        content: content, start: row.number(8), end: row.number(9), attendees: coming,
        series: row[10].isEmpty
          ? nil
          : SeriesPlace(series: row.number(10), index: row.number(11), count: row.number(12)))
    }
    for reference in attendees.keys { faults.append("attendees of no booking B\(reference)") }
    let owed = """
      SELECT p.id, p.sequence, p.booking, p.attendee, who.email, r.name, p.from_minute,
        p.to_minute, p.kind, p.state, p.attempts, p.failure, p.withdrawn, p.start_seconds,
        p.end_seconds, p.may_be_out FROM pass p
      LEFT JOIN person who ON who.number = p.person LEFT JOIN room r ON r.number = p.room
      ORDER BY p.id, p.sequence
      """
    waits = try Self.waits(database)
    passes = try database.all(owed).map { row in
      Pass(
        id: row.number(0), sequence: row.number(1), booking: row.number(2),
        attendee: row.number(3),
        place: PassPlace(email: row[4], room: row[5], from: row.number(6), to: row.number(7)),
        departure: Departure(
          email: row[4], room: row[5], start: row.number(13), end: row.number(14)),
        kind: row[8], state: row[9], attempts: row.number(10), failure: row[11],
        isWithdrawn: row[12] == "1", mayBeOut: row[15] == "1")
    }
    messages = Set(
      try database.all("SELECT speaker, name FROM message").map {
        Message(speaker: $0[0], name: $0[1])
      })
    try findFaults(database)
  }

  private mutating func findFaults(_ database: Rows) throws {
    let overlap = """
      SELECT a.reference, b.reference FROM booking a JOIN booking b ON a.room = b.room
      WHERE a.reference < b.reference AND a.state = 'held' AND b.state = 'held'
        AND a.from_minute < b.to_minute AND b.from_minute < a.to_minute
      """
    faults += try database.all(overlap).map { "B\($0[0]) and B\($0[1]) overlap" }
    let steps = """
      SELECT b.reference FROM booking b JOIN room r ON r.number = b.room
      LEFT JOIN slot s ON s.booking = b.reference GROUP BY b.reference
      HAVING count(s.booking) != CASE b.state WHEN 'held'
          THEN (b.end_seconds - b.start_seconds) / (r.step_minutes * 60) ELSE 0 END
        OR min(s.start_seconds) < b.start_seconds
        OR max(s.start_seconds) >= b.end_seconds OR max(s.room) != b.room
      """
    faults += try database.all(steps).map { "B\($0[0]) does not hold its steps" }
    faults += try Self.faultsOfWaits(database)
  }
}

/// What a gateway is told of a pass; times are seconds of UNIX time.
struct Departure: Hashable {
  let email: String
  let room: String
  let start: Int
  let end: Int
}

/// Whose pass, and for what room and span.
struct PassPlace: Hashable, CustomStringConvertible {
  let email: String
  let room: String
  /// Minutes since 1970-01-01 00:00 by the clock on the wall.
  let from: Int
  let to: Int

  var start: Int { from % 1440 }
  var end: Int { start + to - from }
  /// As `2026-12-10`.
  var date: String { Self.date(ofDay: from / 1440) }
  var description: String { "\(email) for \(room) \(date) \(WantedVersion.time(start))" }

  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  static func date(ofDay day: Int) -> String {
    let shifted = day + 719_468
    let (era, ofEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let shown = month < 10 ? month + 3 : month - 9
    let year = yearOfEra + era * 400 + (shown <= 2 ? 1 : 0)
    return "\(year)-\(shown < 10 ? "0" : "")\(shown)-\(date < 10 ? "0" : "")\(date)"
  }
}

/// A database and the rows of its questions, each column as text.
final class Rows {
  private var handle: OpaquePointer?

  init(at path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Trouble(description: "cannot look into \(path)")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  func all(_ question: String) throws -> [[String]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, question, -1, &statement, nil) == SQLITE_OK else {
      throw Trouble(description: "\(String(cString: sqlite3_errmsg(handle))): \(question)")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    var status = sqlite3_step(statement)
    while status == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
      status = sqlite3_step(statement)
    }
    guard status == SQLITE_DONE else {
      throw Trouble(description: "\(String(cString: sqlite3_errmsg(handle))): \(question)")
    }
    return rows
  }
}

extension [String] {
  /// The number in a column; -1 if there is none.
  func number(_ column: Int) -> Int { Int(self[column]) ?? -1 }
}
