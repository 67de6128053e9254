// What SQLite alone takes to write the rows that an agent has written: the yardstick for the agent.

/// Writes the rows of a store once more, into a new one of the same tables, indexes and pragmas.
/// Nothing is decided, read as JSON or summed: what is written was read before. A class because it
/// holds a database; used from one thread only.
public final class BareWriter {
  /// How many rows of a table there are to write.
  public struct Rows: Hashable, Sendable {
    /// The table.
    public let table: String
    /// How many.
    public let count: Int
  }

  /// One table, its rows at hand in the order in which they are written.
  private struct Source {
    let table: StaticString
    let count: Int
    let insert: Statement

    /// Enters the rows that belong to some of so many bookings, each with as many as any other.
    func enter(_ bookings: Range<Int>, of all: Int) throws(StoreFault) {
      insert.bind(1, count * bookings.lowerBound / all)
      insert.bind(2, count * bookings.upperBound / all)
      try insert.run()
    }
  }

  /// The tables and what orders their rows, those first that others refer to. `room` and `store`
  /// are none of them: no booking enters rows there.
  private static let firstTables: [(table: StaticString, order: StaticString)] = [
    ("user", "number"), ("person", "number"), ("text", "number"),
  ]
  private static let tables: [(table: StaticString, order: StaticString)] = [
    ("booking", "reference"), ("wait", "number"), ("attendee", "booking, place"),
    ("slot", "booking, wait, start_seconds"),
    ("pass", "id, sequence"), ("message", "entry"), ("notice", "number"), ("journal", "entry"),
  ]

  private let database: Database
  private let first: [Source]
  private let sources: [Source]
  private let count: Statement

  /// Reads the rows of a store that nobody uses, and makes the new one.
  /// - Throws: why either cannot be done.
  public init(
    rowsOf source: String, to path: String, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) {
    let path = try StoreFile.prepare(path)
    let database = try Opening.file(.file(path), hadLog: false, limits: limits)
    self.database = database
    let attach = try database.prepare("ATTACH ?1 AS source")
    attach.bind(1, source)
    try attach.run()
    try database.execute("INSERT INTO main.room SELECT * FROM source.room")
    first = try Self.firstTables.map { (each) throws(StoreFault) in
      try Self.source(each.table, by: each.order, in: database)
    }
    sources = try Self.tables.map { (each) throws(StoreFault) in
      try Self.source(each.table, by: each.order, in: database)
    }
    // An agent writes its row once a commit: the highest numbers that it gave out.
    _ = try Self.source("store", by: "only_row", in: database)
    count = try database.prepare("REPLACE INTO main.store SELECT * FROM temp.store")
    try database.execute("DETACH source")
  }

  /// Takes the rows into memory, so that writing them reads no file.
  private static func source(
    _ table: StaticString, by order: StaticString, in database: Database
  ) throws(StoreFault) -> Source {
    try database.prepare(
      "CREATE TEMP TABLE", table, "AS SELECT * FROM source .", table, "ORDER BY", order
    ).run()
    let count = try database.prepare("SELECT count(*) FROM temp .", table)
      .first { (row) throws(StoreFault) in try row.integer(0) }
    return Source(
      table: table, count: Int(count ?? 0),
      insert: try database.prepare(
        "INSERT INTO main .", table, "SELECT * FROM temp .", table,
        "WHERE rowid > ?1 AND rowid <= ?2"))
  }

  /// What there is to write, but for tables without any.
  public var rows: [Rows] {
    (first + sources).filter { $0.count > 0 }
      .map { Rows(table: $0.table.description, count: $0.count) }
  }

  /// Writes all of them in so many transactions, each durable before the next begins: names,
  /// addresses and texts in the first, for the rest refers to them. More than one are for bookings
  /// that are alike, each with as many rows as any other: each transaction gets an equal share of
  /// them.
  /// - Throws: why not.
  public func write(inTransactions batches: Int) throws(StoreFault) {
    let all = max(1, rows.first { $0.table == "booking" }?.count ?? 0)
    for batch in 0..<batches {
      let bookings = all * batch / batches..<all * (batch + 1) / batches
      try database.transaction { () throws(StoreFault) in
        if batch == 0 {
          for source in first { try source.enter(0..<1, of: 1) }
        }
        for source in sources { try source.enter(bookings, of: all) }
        try count.run()
      }
    }
  }

  /// Closes the new store; nothing can be written afterwards.
  public func close() { database.close() }
}
