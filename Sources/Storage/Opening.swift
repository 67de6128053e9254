// How a database becomes an open store: is it ours, is it whole, is it of today.

/// The steps from a place to tables. What is not ours is refused before anything is changed.
enum Opening {
  /// A new store in memory.
  static func memory(limits: StoreLimits) throws(StoreFault) -> Database {
    let database = try Database(.memory, access: .full, limits: limits)
    try settle(database)
    try migrate(database, from: 0)
    return database
  }

  /// The store of a file that nobody else uses, empty or not; and whether a process left it
  /// without closing.
  static func file(
    _ place: StorePlace, hadLog: Bool, limits: StoreLimits
  ) throws(StoreFault) -> Database {
    let database = try Database(place, access: .full, limits: limits)
    let version = try recognise(database)
    if database.isReadOnly { throw .readOnly(database.cause("the file may only be read")) }
    let mode = try database.text("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw .other(database.cause("its journal mode stays \(mode) instead of wal"))
    }
    try settle(database)
    try lookThrough(database)
    // What a process that was killed has left in the log goes into the database at once: pages of
    // a log whose last writing failed are on the disk for sure only when they were written again.
    if hadLog { try database.copyLog() }
    if version < Schema.version { try migrate(database, from: version) }
    return database
  }

  /// The store of a file that is there and locked, to look at.
  static func looking(_ path: String, limits: StoreLimits) throws(StoreFault) -> Database {
    let database = try Database(.file(path), access: .reading, limits: limits)
    try database.execute("PRAGMA query_only = ON")
    let version = try recognise(database)
    if version < Schema.version { throw older(version, database) }
    return database
  }

  /// The store of a file that is there, whoever uses it, to be read or copied; an older one only if
  /// that is said.
  static func beside(
    _ path: String, older isTaken: Bool, limits: StoreLimits
  ) throws(StoreFault) -> Database {
    let isLogged = try FileStatus(of: path + "-wal") != nil
    let database = try Database(.file(path), access: .reading, limits: limits)
    // The log is its user's, also after that has died: its next start is to judge it.
    if isLogged { database.keepLogAtClosing() }
    let version = try recognise(database)
    if version == 0 { throw .notStore(database.cause("nothing is in it")) }
    if version < Schema.version, !isTaken { throw older(version, database) }
    return database
  }

  /// Brings the schema of a store that nobody uses up to today's.
  static func bringUpToDate(_ path: String, limits: StoreLimits) throws(StoreFault) {
    let looked = try Database(.file(path), access: .reading, limits: limits)
    let version = try recognise(looked)
    looked.close()
    if version < Schema.version {
      try file(.file(path), hadLog: false, limits: limits).close()
    }
  }

  private static func older(_ version: Int, _ database: Database) -> StoreFault {
    .olderSchema(
      found: version, known: Schema.version,
      database.cause("open it with this program to bring it up to date"))
  }

  /// The tables of a database of today's schema.
  /// - Throws: `damaged` if one is not there.
  static func tables(_ database: Database) throws(StoreFault) -> Tables {
    do throws(StoreFault) {
      return try Tables(database)
    } catch {
      if case .other(let cause) = error { throw .damaged(cause) }
      throw error
    }
  }

  /// The schema's version; 0 for a database without anything.
  private static func recognise(_ database: Database) throws(StoreFault) -> Int {
    let application = try database.integer("PRAGMA application_id")
    let version = Int(try database.integer("PRAGMA user_version"))
    if application == 0 && version == 0 {
      if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { return 0 }
    }
    guard application == Schema.applicationID, version >= 0 else {
      throw .notStore(database.cause("this is a database of another program"))
    }
    guard version <= Schema.version else {
      throw .newerSchema(
        found: version, known: Schema.version,
        database.cause("a newer program has written it; use that or newer"))
    }
    return version
  }

  private static func settle(_ database: Database) throws(StoreFault) {
    let limits = database.limits
    try database.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA secure_delete = FAST;
      PRAGMA temp_store = MEMORY;
      """)
    // SQLite takes a negative number for KiB.
    try database.set("cache_size", to: -Int64(limits.cacheKibibytes))
    let pageOctets = try database.integer("PRAGMA page_size")
    try database.set("max_page_count", to: max(1, limits.databaseOctetsMax / pageOctets))
    // The log is cut back to this when it has been copied.
    try database.set("journal_size_limit", to: Int64(limits.checkpointPages) * pageOctets)
    database.checkpoint(everyPages: limits.checkpointPages)
  }

  private static func lookThrough(_ database: Database) throws(StoreFault) {
    let pageOctets = try database.integer("PRAGMA page_size")
    let pages = try database.integer("PRAGMA page_count")
    guard pages * pageOctets <= database.limits.openingCheckOctetsMax else { return }
    let found = try database.text("PRAGMA quick_check(1)")
    if found != "ok" { throw .damaged(database.cause(found)) }
  }

  private static func migrate(_ database: Database, from version: Int) throws(StoreFault) {
    for (index, step) in Schema.steps.enumerated() where index >= version {
      do throws(StoreFault) {
        try database.transaction { () throws(StoreFault) in
          try database.execute(step)
          try database.set("application_id", to: Schema.applicationID)
          try database.set("user_version", to: Int64(index + 1))
        }
      } catch {
        // A step that does not fit: somebody has changed the tables.
        if case .other(let cause) = error { throw .damaged(cause) }
        throw error
      }
    }
  }
}
