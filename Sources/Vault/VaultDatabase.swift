// The vault's connection to SQLite: its settings, its transactions, and its codes as our faults.

import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection that nobody else has beside it. A class because it is closed once; used from one
/// thread only. Nothing that it is handed is secret: that was sealed before.
final class VaultDatabase {
  let path: String
  private let handle: OpaquePointer

  /// Opens a file that is there and ours, and keeps everybody else out until it is closed.
  init(_ path: String, limits: VaultLimits) throws(VaultFault) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW,
      nil)
    guard let opened else {
      throw .failed(VaultCause(place: path, code: Int(code), text: "SQLite has no memory"))
    }
    self.path = path
    handle = opened
    try require(code)
    sqlite3_busy_timeout(handle, Int32(clamping: limits.busyMilliseconds))
    try require(usher_sqlite3_distrust(handle))
    try settle(limits)
  }

  deinit { sqlite3_close_v2(handle) }

  /// The lock that the first transaction takes is kept until closing. Of the rollback journal
  /// nothing is left behind a transaction: it is cut to nothing, and that is synced, which makes
  /// the commit durable. (With `DELETE` its name could come back when the power is cut, and a log,
  /// `WAL`, would keep what was deleted until it is copied back.) What is deleted is overwritten.
  private func settle(_ limits: VaultLimits) throws(VaultFault) {
    try execute("PRAGMA locking_mode = EXCLUSIVE")
    try execute("BEGIN EXCLUSIVE; COMMIT")
    if sqlite3_db_readonly(handle, "main") == 1 {
      throw .readOnly(VaultCause(place: path, text: "the file may only be read"))
    }
    let mode = try rows(["PRAGMA journal_mode = TRUNCATE"]).first?.first?.text
    guard mode == "truncate" else {
      throw .failed(VaultCause(place: path, text: "its journal cannot be cut to nothing"))
    }
    try execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cell_size_check = ON;
      """)
    let pageOctets = try integer("PRAGMA page_size")
    try execute(text: "PRAGMA max_page_count = \(max(1, limits.fileOctetsMax / pageOctets))")
  }

  // Statements

  /// A value in a column.
  enum Value: Hashable {
    case integer(Int64)
    case text(String)
    case octets([UInt8])
    case null

    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var octets: [UInt8]? { if case .octets(let octets) = self { octets } else { nil } }
    var isNull: Bool { self == .null }

    static func text(orNull text: String?) -> Value { text.map { .text($0) } ?? .null }
  }

  /// Runs statements that give nothing back.
  func execute(_ sql: StaticString) throws(VaultFault) { try execute(text: "\(sql)") }

  private func execute(text: String) throws(VaultFault) {
    try require(sqlite3_exec(handle, text, nil, nil, nil))
  }

  /// Sets a pragma to a number of ours; SQLite cannot bind there.
  func set(_ pragma: StaticString, to number: Int64) throws(VaultFault) {
    try execute(text: "PRAGMA \(pragma) = \(number)")
  }

  /// The rows that a statement gives. Its parts are written in the program: what was read can never
  /// become SQL.
  @discardableResult
  func rows(_ parts: [StaticString], _ values: Value...) throws(VaultFault) -> [[Value]] {
    try rows(parts, values)
  }

  /// The same for values that stand together.
  @discardableResult
  func rows(_ parts: [StaticString], _ values: [Value]) throws(VaultFault) -> [[Value]] {
    var statement: OpaquePointer?
    let sql = parts.map(\.description).joined(separator: " ")
    try require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try require(Self.bind(value, to: statement, Int32(index + 1)))
    }
    var rows: [[Value]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return rows
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
      case let code: throw fault(code)
      }
    }
  }

  /// The number in the first column of the first row.
  func integer(_ sql: StaticString) throws(VaultFault) -> Int64 {
    guard let number = try rows([sql]).first?.first?.integer else {
      throw .damaged(VaultCause(place: path, text: "\(sql) gives no number"))
    }
    return number
  }

  private static func bind(_ value: Value, to statement: OpaquePointer?, _ place: Int32) -> Int32 {
    switch value {
    case .integer(let number): return sqlite3_bind_int64(statement, place, number)
    case .null: return sqlite3_bind_null(statement, place)
    case .octets(let octets):
      return usher_sqlite3_bind_octets(statement, place, octets, UInt64(octets.count))
    case .text(var text):
      return text.withUTF8 { octets in
        octets.withMemoryRebound(to: CChar.self) { signs in
          usher_sqlite3_bind_text(statement, place, signs.baseAddress, UInt64(signs.count))
        }
      }
    }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      let octets = UnsafeBufferPointer(start: start, count: count)
      // What is not UTF-8 becomes another text, which the seal does not fit.
      return .text(String(decoding: octets, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return .octets(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  // Transactions

  /// Does all of a body or nothing of it, and durably.
  /// - Throws: what the body throws; `outcomeUnknown` if nobody can say.
  func transaction<Result>(
    _ body: () throws(VaultFault) -> Result
  ) throws(VaultFault) -> Result {
    try execute("BEGIN IMMEDIATE")
    let result: Result
    do throws(VaultFault) {
      result = try body()
    } catch {
      try rollBack()
      throw error
    }
    try commit()
    return result
  }

  private func commit() throws(VaultFault) {
    errno = 0
    let code = sqlite3_exec(handle, "COMMIT", nil, nil, nil)
    if code == SQLITE_OK { return }
    // SQLite's own copy of it is not set on this way.
    let fault = fault(code, systemError: errno)
    try rollBack()
    // Nothing is written behind the moment in which the journal is cut: then it is committed. But
    // that may have happened where cutting or syncing fails; only the file tells.
    switch fault {
    case .failed(let cause) where code != SQLITE_IOERR | (3 << 8):  // SQLITE_IOERR_WRITE
      throw .outcomeUnknown(cause)
    default: throw fault
    }
  }

  private func rollBack() throws(VaultFault) {
    // Some failures make SQLite roll back by itself.
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    do throws(VaultFault) {
      try execute("ROLLBACK")
    } catch {
      throw .outcomeUnknown(VaultCause(place: path, text: "it cannot be rolled back: \(error)"))
    }
  }

  // Faults

  private func require(_ code: Int32) throws(VaultFault) {
    if code != SQLITE_OK { throw fault(code) }
  }

  /// SQLite's result as a fault of the vault; asked for at once, for SQLite remembers only the
  /// last.
  private func fault(_ code: Int32, systemError: Int32? = nil) -> VaultFault {
    let isOfSystem = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xFF)
    let number = isOfSystem ? systemError ?? sqlite3_system_errno(handle) : 0
    let cause = VaultCause(
      place: path, code: Int(code), systemError: Int(number),
      text: String(cString: sqlite3_errmsg(handle)))
    switch code & 0xFF {
    case SQLITE_FULL: return .full(cause)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(cause)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .inUse(path)
    case SQLITE_CORRUPT, SQLITE_TOOBIG: return .damaged(cause)
    case SQLITE_NOTADB: return .notVault(path)
    case SQLITE_CANTOPEN: return .unreachable(cause)
    case SQLITE_IOERR where [ENOSPC, EDQUOT, EFBIG].contains(number): return .full(cause)
    case SQLITE_IOERR where [EROFS, EACCES, EPERM].contains(number): return .readOnly(cause)
    default: return .failed(cause)
    }
  }
}
