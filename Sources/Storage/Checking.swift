// The check of a store: SQLite's own, and the journal against the tables.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// One look through a store.
struct Checking {
  let tables: Tables
  let database: Database
  let limits: StoreLimits
  private var found: [Discrepancy] = []
  private(set) var fold = Fold()

  init(_ tables: Tables, limits: StoreLimits) {
    self.tables = tables
    database = tables.database
    self.limits = limits
  }

  /// All that does not fit in a database, whatever has become of it.
  static func found(
    in database: Database, limits: StoreLimits
  ) throws(StoreFault) -> [Discrepancy] {
    do throws(StoreFault) {
      var checking = Checking(try Opening.tables(database), limits: limits)
      return try checking.run()
    } catch {
      // Too broken to find the tables is what the check was to tell.
      guard case .damaged(let cause) = error else { throw error }
      return [.structure(cause.text)]
    }
  }

  /// All that does not fit, at most as much as the limit says.
  mutating func run() throws(StoreFault) -> [Discrepancy] {
    try checkStructure()
    try checkSchema()
    do throws(StoreFault) {
      try checkContent()
    } catch {
      // Where pages are broken, what cannot be read has been reported already.
      guard case .damaged = error, !found.isEmpty else { throw error }
    }
    return found
  }

  private mutating func checkContent() throws(StoreFault) {
    try checkChecksums()
    try tables.readAgain()
    try checkReferences()
    try foldJournal()
    try checkBookings()
    try checkSlots()
    try checkPasses()
    try checkAnswers()
    try checkWaits()
    try checkNotices()
    try checkTravel()
    try checkNames()
    checkCounters()
  }

  mutating func report(_ discrepancy: Discrepancy) {
    if found.count < limits.discrepanciesMax {
      found.append(discrepancy)
    } else if found.last != .more {
      found.append(.more)
    }
  }

  private mutating func checkStructure() throws(StoreFault) {
    var lines: [String] = []
    try database.prepare("PRAGMA integrity_check(100)").each { (row) throws(StoreFault) in
      lines.append(try row.text(0))
    }
    for line in lines where line != "ok" { report(.structure(line)) }
  }

  private mutating func checkReferences() throws(StoreFault) {
    var broken: [Discrepancy] = []
    try database.prepare("PRAGMA foreign_key_check").each { (row) throws(StoreFault) in
      broken.append(
        .reference(
          table: try row.text(0), row: try row.optionalInteger(1).map { Int($0) },
          to: try row.text(2)))
    }
    for discrepancy in broken { report(discrepancy) }
  }

  private mutating func foldJournal() throws(StoreFault) {
    var fold = Fold()
    var reports: [Discrepancy] = []
    let max = limits.discrepanciesMax
    try tables.journal.each { (entry, line) throws(StoreFault) in
      if entry != fold.counters.entry + 1, reports.count < max {
        reports.append(.entryMissing(Int(fold.counters.entry + 1)))
      }
      switch line {
      case .success(let line): fold.add(line, entry: entry)
      case .failure(let fault):
        fold.skip(entry)
        if reports.count < max { reports.append(.entryUnreadable(Int(entry), fault.reason)) }
      }
    }
    for discrepancy in reports { report(discrepancy) }
    self.fold = fold
  }

  // Row by row. What cannot be read is reported and ends the look at that table.

  mutating func look(
    at table: String, _ body: (inout Checking) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    do throws(StoreFault) {
      try body(&self)
    } catch {
      guard case .damaged(let cause) = error, cause.code == 0 else { throw error }
      report(.rowUnreadable(table: table, row: "", cause.text))
    }
  }

  /// Reports a row that only one side has, or member by member what they say differently.
  mutating func compare<Value>(
    _ table: String, _ row: String, journal: Value?, table found: Value?,
    by members: (Value) -> [(name: String, value: String)]
  ) {
    switch (journal, found) {
    case (nil, nil): break
    case (nil, _?): report(.rowSurplus(table: table, row: row))
    case (_?, nil): report(.rowMissing(table: table, row: row))
    case (let journal?, let found?):
      for (told, seen) in zip(members(journal), members(found)) where told.value != seen.value {
        report(
          .rowDiffers(
            table: table, row: "\(row) \(told.name)", journal: told.value, found: seen.value))
      }
    }
  }

  private mutating func checkBookings() throws(StoreFault) {
    try look(at: "booking") { (check) throws(StoreFault) in
      var standing: [BookingReference: Fold.Standing] = [:]
      try check.tables.bookings.each { (found) throws(StoreFault) in
        standing[found.booking.reference] = Fold.Standing(
          booking: found.booking, changed: found.changed)
      }
      for reference in Set(standing.keys).union(check.fold.bookings.keys).sorted() {
        check.compare(
          "booking", "\(reference)", journal: check.fold.bookings[reference],
          table: standing[reference], by: \.members)
      }
    }
  }

  private mutating func checkPasses() throws(StoreFault) {
    try look(at: "pass") { (check) throws(StoreFault) in
      var rows: [PassEdition: PassRow] = [:]
      try check.tables.passes.each { (row) throws(StoreFault) in rows[row.pass.edition] = row }
      var folded: [PassEdition: PassRow] = [:]
      for row in check.fold.passes.values.joined() { folded[row.pass.edition] = row }
      for edition in Set(rows.keys).union(folded.keys).sorted() {
        check.compare(
          "pass", "\(edition)", journal: folded[edition], table: rows[edition], by: \.members)
      }
    }
  }

  private mutating func checkAnswers() throws(StoreFault) {
    try look(at: "message") { (check) throws(StoreFault) in
      var kept: [Int64: Instant] = [:]
      try check.tables.messages.each { (entry, answer) throws(StoreFault) in
        kept[entry] = answer.expires
      }
      for entry in Set(kept.keys).union(check.fold.answers.keys).sorted() {
        let expires = check.fold.answers[entry]
        // What has expired may have been forgotten.
        if kept[entry] == nil, let expires, let latest = check.fold.latest, expires <= latest {
          continue
        }
        check.compare("message", "\(entry)", journal: expires, table: kept[entry]) {
          [("expires", "\($0.milliseconds)")]
        }
      }
    }
  }

  private mutating func checkWaits() throws(StoreFault) {
    try look(at: "wait") { (check) throws(StoreFault) in
      var rows: [WaitReference: Wait] = [:]
      try check.tables.waits.each { (wait) throws(StoreFault) in rows[wait.reference] = wait }
      for reference in Set(rows.keys).union(check.fold.waits.keys).sorted() {
        check.compare(
          "wait", "\(reference)", journal: check.fold.waits[reference], table: rows[reference],
          by: \.members)
      }
    }
  }

  private mutating func checkNotices() throws(StoreFault) {
    try look(at: "notice") { (check) throws(StoreFault) in
      var rows: [Int: NoticeRow] = [:]
      try check.tables.notices.each { (row) throws(StoreFault) in rows[row.news.seq] = row }
      for seq in Set(rows.keys).union(check.fold.notices.keys).sorted() {
        check.compare(
          "notice", "\(seq)", journal: check.fold.notices[seq], table: rows[seq], by: \.members)
      }
    }
  }

  private mutating func checkCounters() {
    let counted = tables.journal.counters
    compare("store", "1", journal: fold.counters, table: counted, by: \.members)
  }
}

// Slots and names
extension Checking {
  private struct SlotKey: Hashable {
    let room: Int64
    let start: Int64
  }

  /// What the journal says is held, bookings first.
  private var holds: [(taker: RoomTable.Taker, hold: RoomTable.Hold)] {
    let bookings = fold.bookings.values.map(\.booking).sorted { $0.reference < $1.reference }
      .compactMap { booking in
        RoomTable.Hold(booking).map { (RoomTable.Taker.booking(booking.reference), $0) }
      }
    let waits = fold.waits.values.sorted { $0.reference < $1.reference }
      .compactMap { wait in
        RoomTable.Hold(wait).map { (RoomTable.Taker.wait(wait.reference), $0) }
      }
    return bookings + waits
  }

  /// What is held has each of its steps and nobody else has any, as far back as slots go.
  fileprivate mutating func checkSlots() throws(StoreFault) {
    var taken: [SlotKey: RoomTable.Taker] = [:]
    try database.prepare("SELECT room, start_seconds, booking, wait FROM slot").each {
      (row) throws(StoreFault) in
      taken[SlotKey(room: try row.integer(0), start: try row.integer(1))] = RoomTable.Taker(
        try row.optionalInteger(2), try row.optionalInteger(3))
    }
    let holds = holds
    for entry in tables.rooms.byNumber.values.sorted(by: { $0.number < $1.number }) {
      let step = entry.stepMinutes * 60
      for (taker, hold) in holds where hold.room == entry.number && hold.end > entry.slotsSince {
        guard hold.start % step == 0, hold.end % step == 0 else {
          report(
            .rowDiffers(
              table: "room", row: entry.id.text, journal: "\(taker) is off the step",
              found: "\(entry.stepMinutes) minutes"))
          continue
        }
        for start in stride(from: hold.start, to: hold.end, by: Int(step)) {
          let holder = taken.removeValue(forKey: SlotKey(room: entry.number, start: start))
          compare("slot", "\(entry.id) \(start)", journal: taker, table: holder) {
            [("booking", "\($0)")]
          }
        }
      }
    }
    for (key, holder) in taken.sorted(by: {
      ($0.key.room, $0.key.start) < ($1.key.room, $1.key.start)
    }) {
      report(.rowSurplus(table: "slot", row: "\(key.room) \(key.start) of \(holder)"))
    }
  }

  /// Every row that the journal names is there, erased or not, and can be read.
  fileprivate mutating func checkNames() throws(StoreFault) {
    for number in fold.users.sorted() {
      try look(at: "user") { (check) throws(StoreFault) in _ = try check.tables.names.user(number) }
    }
    for number in fold.people.sorted() {
      try look(at: "person") { (check) throws(StoreFault) in
        guard let details = try check.tables.names.person(number) else { return }
        if details.recipient == nil {
          check.report(
            .rowUnreadable(table: "person", row: "\(number)", "no such address or number can be"))
        }
      }
    }
    for number in fold.texts.sorted() {
      try look(at: "text") { (check) throws(StoreFault) in _ = try check.tables.names.text(number) }
    }
  }
}
