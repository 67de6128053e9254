// From one database to another file that holds the same and nothing else.

/// A copy of a store that is looked through before anybody relies on it.
enum Copying {
  /// Copies the store of a file, as it is at one time, into an empty one. Whoever uses it goes on:
  /// SQLite's readers wait for no writer, and no writer for them (https://sqlite.org/wal.html).
  ///
  /// All is written anew (https://sqlite.org/lang_vacuum.html): free pages, in which something
  /// erased may stand, stay behind.
  /// - Throws: why there is no copy.
  static func copy(
    _ path: String, older isTaken: Bool, to part: PartFile, limits: StoreLimits
  ) throws(StoreFault) {
    try beside(path, older: isTaken, limits: limits) { (database) throws(StoreFault) in
      try vacuum(database, into: part.path)
    }
  }

  /// Reads the store of a file beside whoever uses it.
  /// - Throws: what the body throws; `displaced` if another file came into its place meanwhile, for
  ///   then a log of one may have been read with the other.
  static func beside<Value>(
    _ path: String, older isTaken: Bool, limits: StoreLimits,
    _ body: (Database) throws(StoreFault) -> Value
  ) throws(StoreFault) -> Value {
    let before = try FileStatus(of: path)?.identity
    let database = try Opening.beside(path, older: isTaken, limits: limits)
    defer { database.close() }
    let value = try body(database)
    guard let before, try FileStatus(of: path)?.identity == before else {
      throw .displaced(
        StoreCause(place: path, text: "another file came into its place; begin again"))
    }
    return value
  }

  /// Writes a database anew into a file that is empty.
  static func vacuum(_ database: Database, into path: String) throws(StoreFault) {
    let statement = try database.prepare("VACUUM INTO ?1")
    statement.bind(1, path)
    try statement.run()
  }

  /// What a copy holds, or in what it contradicts itself.
  static func look(
    at part: PartFile, as name: String, limits: StoreLimits
  ) throws(StoreFault) -> StoreCopy {
    let database = try Opening.looking(part.path, limits: limits)
    defer { database.close() }
    let found = try Checking.found(in: database, limits: limits)
    guard found.isEmpty else { return .differs(found) }
    let pageOctets = try database.integer("PRAGMA page_size")
    return .made(
      StoreContents(
        place: name, bookings: Int(try database.integer("SELECT count(*) FROM booking")),
        octets: try database.integer("PRAGMA page_count") * pageOctets))
  }
}

/// What a store in a file holds.
public struct StoreContents: Hashable, Sendable {
  /// The true path.
  public let place: String
  /// How many bookings, over and cancelled ones among them.
  public let bookings: Int
  /// How large the file is.
  public let octets: Int64
}

/// What became of a copy.
public enum StoreCopy: Hashable, Sendable {
  /// It is in its place, whole and on the disk.
  case made(StoreContents)
  /// What was to be copied contradicts itself: nothing was put anywhere.
  case differs([Discrepancy])
}
