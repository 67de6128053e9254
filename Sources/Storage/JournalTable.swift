// The lines of the journal, and the highest numbers they gave out.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Products

/// The highest numbers given out.
struct Counters: Hashable {
  var entry: Int64 = 0
  var booking: Int64 = 0
  var attendee: Int64 = 0
  var pass: Int64 = 0
  var call: Int64 = 0
  var news: Int64 = 0
  var series: Int64 = 0
  var wait: Int64 = 0
  var purchase: Int64 = 0

  /// Counts what a fact names.
  mutating func count(_ fact: CodedEntry.Fact) {
    switch fact {
    case .booking(let event):
      booking = max(booking, Int64(event.booking.reference.number))
      for attendee in event.booking.attendees {
        self.attendee = max(self.attendee, Int64(attendee.id.number))
      }
      if let place = event.booking.series { series = max(series, Int64(place.series.number)) }
    case .pass(.queued(let passes)):
      for pass in passes { self.pass = max(self.pass, Int64(pass.id.number)) }
    case .pass(.attempted(let call, _, _, _)): self.call = max(self.call, Int64(call.number))
    case .news(.made(let news)): self.news = max(self.news, Int64(news.seq))
    case .wait(let event): wait = max(wait, Int64(event.wait.reference.number))
    case .travel(.purchaseKept(let id, _, _, _, _)), .travel(.purchaseForgotten(let id, _)):
      purchase = max(purchase, Int64(id.number))
    case .pass, .answered, .news, .travel, .account: break
    }
  }
}

/// The tables `journal` and `store`. A class because it keeps statements and the numbers; whoever
/// rolls back lets it read them again.
final class JournalTable {
  private let database: Database
  private(set) var counters = Counters()
  private var writer = FactWriter()
  private let enter: Statement
  private let readAll: Statement
  private let readLast: Statement
  private let readCounters: Statement
  private let setCounters: Statement

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    enter = try database.prepare(
      """
      INSERT INTO journal (entry, at_ms, user, form, kind, fact, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, row_checksum(?1, ?2, ?3, ?4, ?5, ?6))
      """)
    readAll = try database.prepare(
      "SELECT entry, at_ms, user, form, kind, fact FROM journal ORDER BY entry")
    readLast = try database.prepare("SELECT at_ms FROM journal ORDER BY entry DESC LIMIT 1")
    readCounters = try database.prepare(
      """
      SELECT last_entry, last_booking, last_attendee, last_pass, last_call, last_news, last_series,
        last_wait, last_purchase
        FROM store
      """)
    setCounters = try database.prepare(
      """
      UPDATE store SET last_entry = ?1, last_booking = ?2, last_attendee = ?3, last_pass = ?4,
        last_call = ?5, last_news = ?6, last_series = ?7, last_wait = ?8, last_purchase = ?9,
        checksum = row_checksum(only_row, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    try read()
  }

  /// Reads the numbers anew.
  func read() throws(StoreFault) {
    let found = try readCounters.first { (row) throws(StoreFault) in
      Counters(
        entry: try row.integer(0), booking: try row.integer(1), attendee: try row.integer(2),
        pass: try row.integer(3), call: try row.integer(4), news: try row.integer(5),
        series: try row.integer(6), wait: try row.integer(7), purchase: try row.integer(8))
    }
    guard let found else { throw .damaged(database.cause("the row of store is missing")) }
    counters = found
  }

  /// The number that the next line gets.
  var nextEntry: Int64 { counters.entry + 1 }

  /// Writes the next line.
  func append(_ line: CodedEntry) throws(StoreFault) {
    counters.entry += 1
    counters.count(line.fact)
    writer.clear()
    let kind = JournalForm.write(line.fact, into: &writer)
    guard writer.isWithinBounds, Coded.numbers.contains(line.at.milliseconds) else {
      throw .unstorable(database.cause("a number of \(kind) is beyond all bounds"))
    }
    // The other columns of a line take less than this.
    guard writer.octets.count <= database.limits.valueOctetsMax - 1024 else {
      throw .unstorable(database.cause("\(kind) takes \(writer.octets.count) octets"))
    }
    enter.bind(1, counters.entry)
    enter.bind(2, line.at.milliseconds)
    enter.bind(3, line.by)
    enter.bind(4, JournalForm.version)
    enter.bind(5, kind)
    try enter.run(binding: writer.octets, at: 6)
  }

  /// Writes down the highest numbers; once a commit.
  func writeCounters() throws(StoreFault) {
    setCounters.bind(1, counters.entry)
    setCounters.bind(2, counters.booking)
    setCounters.bind(3, counters.attendee)
    setCounters.bind(4, counters.pass)
    setCounters.bind(5, counters.call)
    setCounters.bind(6, counters.news)
    setCounters.bind(7, counters.series)
    setCounters.bind(8, counters.wait)
    setCounters.bind(9, counters.purchase)
    try setCounters.run()
  }

  /// When the last line was written; nil if there is none.
  func lastInstant() throws(StoreFault) -> Instant? {
    try readLast.first { (row) throws(StoreFault) in Instant(milliseconds: try row.integer(0)) }
  }

  /// When the last line was written, in seconds of UNIX time; the beginning of all times if there
  /// is none.
  func lastSecond() throws(StoreFault) -> Int64 {
    try lastInstant()?.seconds ?? Coded.numbers.lowerBound
  }

  /// Hands over every line in order: its number, and what it says or why it cannot be read.
  func each(
    _ body: (Int64, Result<CodedEntry, FormFault>) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    try readAll.each { (row) throws(StoreFault) in
      let number = try row.integer(0)
      let at = Instant(milliseconds: try row.integer(1))
      let by = try row.optionalInteger(2)
      let form = try row.integer(3)
      let kind = try row.text(4)
      let octets = try row.octets(5)
      let fact: CodedEntry.Fact
      do throws(FormFault) {
        fact = try JournalForm.read(
          form: form, kind: kind, octets, octetsMax: database.limits.valueOctetsMax)
      } catch {
        return try body(number, .failure(error))
      }
      try body(number, .success(CodedEntry(at: at, by: by, fact: fact)))
    }
  }
}
