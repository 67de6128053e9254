// One connection to SQLite: its settings, its transactions, and its codes as our faults.

import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection. A class because it is closed once; used from one thread only.
final class Database {
  /// How it is opened.
  enum Access {
    /// To read and write; the file is made if missing.
    case full
    /// To look only.
    case reading
  }

  let place: StorePlace
  let limits: StoreLimits
  private(set) var isOpen = true
  private let handle: OpaquePointer

  init(_ place: StorePlace, access: Access, limits: StoreLimits) throws(StoreFault) {
    let flags: Int32 =
      switch access {
      case .full: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .reading: SQLITE_OPEN_READWRITE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      place.description, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
      place.fileSystem)
    guard let opened else {
      throw .other(
        StoreCause(place: place.description, code: Int(code), text: "SQLite has no memory"))
    }
    self.place = place
    self.limits = limits
    handle = opened
    if code != SQLITE_OK {
      let fault = fault(code)
      close()
      throw fault
    }
    sqlite3_busy_timeout(handle, Int32(clamping: limits.busyMilliseconds))
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limits.valueOctetsMax))
    try require(usher_sqlite3_distrust(handle))
    try require(RowChecksum.teach(handle))
  }

  deinit { close() }

  /// Closes it with all its statements; SQLite copies its log into the database then. Closing it
  /// again does nothing.
  func close() {
    guard isOpen else { return }
    isOpen = false
    while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Lets closing leave the log as it is.
  func keepLogAtClosing() { usher_sqlite3_keep_log(handle) }

  /// Copies the log into the database and empties it.
  func copyLog() throws(StoreFault) { _ = try integer("PRAGMA wal_checkpoint(TRUNCATE)") }

  /// After so many pages in the log they are copied into the database.
  func checkpoint(everyPages pages: Int) { sqlite3_wal_autocheckpoint(handle, Int32(pages)) }

  // Statements

  /// Runs statements that give nothing back.
  func execute(_ sql: StaticString) throws(StoreFault) { try execute(text: "\(sql)") }

  /// Sets a pragma to a number of ours; SQLite cannot bind there.
  func set(_ pragma: StaticString, to number: Int64) throws(StoreFault) {
    try execute(text: "PRAGMA \(pragma) = \(number)")
  }

  private func execute(text: String) throws(StoreFault) {
    try require(sqlite3_exec(handle, text, nil, nil, nil))
  }

  /// A statement to be run many times. Its parts are written in the program, so that nothing that
  /// was read can become SQL.
  func prepare(_ parts: StaticString...) throws(StoreFault) -> Statement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, parts.map(\.description).joined(separator: " "), -1,
      UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw fault(code) }
    return Statement(statement, of: self)
  }

  /// The first column of the first row as a number.
  func integer(_ sql: StaticString) throws(StoreFault) -> Int64 {
    let found = try prepare(sql).first { (row) throws(StoreFault) in try row.integer(0) }
    guard let found else { throw .damaged(cause("\(sql) gives nothing")) }
    return found
  }

  /// The first column of the first row as text.
  func text(_ sql: StaticString) throws(StoreFault) -> String {
    let found = try prepare(sql).first { (row) throws(StoreFault) in try row.text(0) }
    guard let found else { throw .damaged(cause("\(sql) gives nothing")) }
    return found
  }

  /// What a statement without rows answers when it is done.
  static var done: Int32 { SQLITE_DONE }

  /// What an insertion answers when another row has its primary key.
  static var keyTaken: Int32 { SQLITE_CONSTRAINT | (6 << 8) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// The number of the row that was entered last.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether SQLite could only open the file to read it.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a transaction is under way.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // Faults

  private func require(_ code: Int32) throws(StoreFault) {
    if code != SQLITE_OK { throw fault(code) }
  }

  /// What was seen, with SQLite's own words if a code is given.
  func cause(_ text: String, _ code: Int32 = SQLITE_OK, systemError: Int32 = 0) -> StoreCause {
    StoreCause(
      place: place.description, code: Int(code), systemError: Int(systemError), text: text)
  }

  /// SQLite's result as a fault of the store; asked for at once, for SQLite remembers only the
  /// last.
  func fault(_ code: Int32) -> StoreFault {
    let words = String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_FULL: return .full(cause(words, code, systemError: sqlite3_system_errno(handle)))
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(cause(words, code))
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy(cause(words, code))
    case SQLITE_CORRUPT, SQLITE_TOOBIG: return .damaged(cause(words, code))
    case SQLITE_NOTADB: return .notStore(cause(words, code))
    case SQLITE_CONSTRAINT: return .unstorable(cause(words, code))
    case SQLITE_IOERR, SQLITE_CANTOPEN: return systemFault(code, words)
    default: return .other(cause(words, code))
    }
  }

  private func systemFault(_ code: Int32, _ words: String) -> StoreFault {
    let number = sqlite3_system_errno(handle)
    let cause = cause(words, code, systemError: number)
    if code == SQLITE_IOERR | (33 << 8) { return .damaged(cause) }  // SQLITE_IOERR_CORRUPTFS
    switch number {
    case ENOSPC, EDQUOT, EFBIG: return .full(cause)
    case EROFS, EACCES, EPERM: return .readOnly(cause)
    default: return code & 0xFF == SQLITE_CANTOPEN ? .unreachable(cause) : .other(cause)
    }
  }
}

// Transactions
extension Database {
  /// Does all of a body or nothing of it. Whatever fails in the body was rolled back.
  /// - Throws: what the body throws; `outcomeUnknown` if nobody can say.
  func transaction<Value>(
    _ body: () throws(StoreFault) -> Value
  ) throws(StoreFault) -> Value {
    try around(body, begin: "BEGIN IMMEDIATE")
  }

  /// Reads what belongs together as it is at one time, also while somebody else writes.
  func reading<Value>(
    _ body: () throws(StoreFault) -> Value
  ) throws(StoreFault) -> Value {
    try around(body, begin: "BEGIN DEFERRED")
  }

  private func around<Value>(
    _ body: () throws(StoreFault) -> Value, begin: StaticString
  ) throws(StoreFault) -> Value {
    try execute(begin)
    do throws(StoreFault) {
      let value = try body()
      try commit()
      return value
    } catch {
      try rollBack(after: error)
      throw error
    }
  }

  private func commit() throws(StoreFault) {
    errno = 0
    let code = sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    if code == SQLITE_OK { return }
    // SQLite's own copy of it is not set on this way.
    let number = errno
    let fault = fault(code)
    switch code & 0xFF {
    // With a full disk the last page of the log is cut short, so that nobody takes it for whole;
    // the others are told before anything is written.
    case SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CONSTRAINT: throw fault
    default:
      let cause = cause("commit: \(fault)", code, systemError: number)
      // A system that refuses to write has not written; the last page is missing.
      if code == Self.writeFailed {
        switch number {
        case EROFS, EACCES, EPERM: throw .readOnly(cause)
        case ENOSPC, EDQUOT, EFBIG: throw .full(cause)
        default: break
        }
      }
      // After any other failure the last page may be whole on the disk, or become so.
      throw .outcomeUnknown(cause)
    }
  }

  /// SQLITE_IOERR_WRITE
  private static var writeFailed: Int32 { SQLITE_IOERR | (3 << 8) }

  private func rollBack(after fault: StoreFault) throws(StoreFault) {
    // Some failures make SQLite roll back by itself.
    guard isInTransaction else { return }
    do throws(StoreFault) {
      try execute("ROLLBACK")
    } catch {
      if isInTransaction {
        throw .outcomeUnknown(cause("\(fault); and it cannot be rolled back: \(error)"))
      }
    }
  }
}
