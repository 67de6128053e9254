// One prepared statement and the rows it gives. Values are bound, never written into SQL.

import CSQLite
import JSON

/// A prepared statement. A class because it holds SQLite's statement until nobody needs it.
final class Statement {
  private let handle: OpaquePointer
  private let database: Database
  /// The first binding that did not succeed, told when the statement is run.
  private var bindingCode = SQLITE_OK

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit {
    // A closed database has finalised its statements itself.
    if database.isOpen { sqlite3_finalize(handle) }
  }

  // Binding; places count from 1.

  func bind(_ place: Int32, _ value: Int64) { note(sqlite3_bind_int64(handle, place, value)) }

  func bind(_ place: Int32, _ value: Int) { bind(place, Int64(value)) }

  func bind(_ place: Int32, _ value: Bool) { bind(place, value ? 1 : 0 as Int64) }

  func bind(_ place: Int32, _ value: Int64?) {
    if let value { bind(place, value) } else { note(sqlite3_bind_null(handle, place)) }
  }

  func bind(_ place: Int32, _ text: StaticString) {
    let code = text.withUTF8Buffer { octets in
      octets.withMemoryRebound(to: CChar.self) { signs in
        usher_sqlite3_bind_kept_text(handle, place, signs.baseAddress, UInt64(signs.count))
      }
    }
    note(code)
  }

  func bind(_ place: Int32, _ text: String) {
    var text = text
    let code = text.withUTF8 { octets in bindCopy(place, octets) }
    note(code)
  }

  func bind(_ place: Int32, _ text: String?) {
    if let text { bind(place, text) } else { note(sqlite3_bind_null(handle, place)) }
  }

  /// Binds octets as text: what they hold is UTF-8 or comes back as it was all the same.
  func bind(_ place: Int32, octets: [UInt8]) {
    note(octets.withUnsafeBufferPointer { octets in bindCopy(place, octets) })
  }

  private func bindCopy(_ place: Int32, _ octets: UnsafeBufferPointer<UInt8>) -> Int32 {
    octets.withMemoryRebound(to: CChar.self) { signs in
      usher_sqlite3_bind_text(handle, place, signs.baseAddress, UInt64(signs.count))
    }
  }

  private func note(_ code: Int32) {
    if code != SQLITE_OK && bindingCode == SQLITE_OK { bindingCode = code }
  }

  // Running

  /// Runs a statement that gives no rows.
  func run() throws(StoreFault) {
    let code = try runForCode()
    if code != SQLITE_DONE { throw database.fault(code) }
  }

  /// Runs a statement that gives no rows and answers SQLite's result, for callers that expect a
  /// constraint to say no. Nothing may be asked of the database before the fault is made.
  func runForCode() throws(StoreFault) -> Int32 {
    try checkBindings()
    let code = sqlite3_step(handle)
    let again = sqlite3_reset(handle)
    return code == SQLITE_DONE ? code : (again == SQLITE_OK ? code : again)
  }

  /// Runs it with octets that are bound as text without a copy.
  func run(binding octets: [UInt8], at place: Int32) throws(StoreFault) {
    let code = octets.withUnsafeBufferPointer { octets in
      octets.withMemoryRebound(to: CChar.self) { signs in
        let bound = usher_sqlite3_bind_kept_text(
          handle, place, signs.baseAddress, UInt64(signs.count))
        guard bound == SQLITE_OK else { return bound }
        let stepped = sqlite3_step(handle)
        let again = sqlite3_reset(handle)
        sqlite3_bind_null(handle, place)
        return stepped == SQLITE_DONE || again == SQLITE_OK ? stepped : again
      }
    }
    try checkBindings()
    if code == SQLITE_TOOBIG { throw .unstorable(database.cause("a value is too large", code)) }
    if code != SQLITE_DONE { throw database.fault(code) }
  }

  /// Hands over row by row.
  func each(_ body: (Row) throws(StoreFault) -> Void) throws(StoreFault) {
    try checkBindings()
    defer { sqlite3_reset(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      if code != SQLITE_ROW { throw database.fault(code) }
      try body(Row(handle: handle, database: database))
    }
  }

  /// The next row, for who reads two statements side by side; nil behind the last. Whoever asks for
  /// rows so ends with `reset`.
  func next() throws(StoreFault) -> Row? {
    try checkBindings()
    let code = sqlite3_step(handle)
    if code == SQLITE_DONE { return nil }
    if code != SQLITE_ROW { throw database.fault(code) }
    return Row(handle: handle, database: database)
  }

  /// Begins anew.
  func reset() { sqlite3_reset(handle) }

  /// What is made of the first row; nil if there is none.
  func first<Value>(
    _ body: (Row) throws(StoreFault) -> Value
  ) throws(StoreFault) -> Value? {
    try checkBindings()
    defer { sqlite3_reset(handle) }
    let code = sqlite3_step(handle)
    if code == SQLITE_DONE { return nil }
    if code != SQLITE_ROW { throw database.fault(code) }
    return try body(Row(handle: handle, database: database))
  }

  private func checkBindings() throws(StoreFault) {
    guard bindingCode != SQLITE_OK else { return }
    let code = bindingCode
    bindingCode = SQLITE_OK
    if code == SQLITE_TOOBIG { throw .unstorable(database.cause("a value is too large", code)) }
    throw database.fault(code)
  }
}

/// A row as long as its statement stands on it. Columns count from 0. What is not of the kind asked
/// for was not written by us.
struct Row {
  fileprivate let handle: OpaquePointer
  fileprivate let database: Database

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) throws(StoreFault) -> Int64 {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else {
      throw unreadable(column, "is no whole number")
    }
    let number = sqlite3_column_int64(handle, column)
    guard Coded.numbers.contains(number) else { throw unreadable(column, "is beyond all bounds") }
    return number
  }

  func optionalInteger(_ column: Int32) throws(StoreFault) -> Int64? {
    isNull(column) ? nil : try integer(column)
  }

  func truth(_ column: Int32) throws(StoreFault) -> Bool { try integer(column) != 0 }

  /// Text of at most the limit's octets.
  func text(_ column: Int32) throws(StoreFault) -> String {
    let octets = try kept(column, max: database.limits.textOctetsMax)
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw unreadable(column, "is not UTF-8")
    }
    return text
  }

  /// Whether a text is a word, without a copy of it.
  func isText(_ column: Int32, _ word: StaticString) throws(StoreFault) -> Bool {
    let octets = try kept(column, max: database.limits.textOctetsMax)
    return word.withUTF8Buffer { octets.elementsEqual($0) }
  }

  func optionalText(_ column: Int32) throws(StoreFault) -> String? {
    isNull(column) ? nil : try text(column)
  }

  /// The octets of a text.
  func octets(_ column: Int32) throws(StoreFault) -> [UInt8] {
    Array(try kept(column, max: database.limits.valueOctetsMax))
  }

  /// The octets of a text where SQLite keeps them as long as the statement stands on the row.
  private func kept(
    _ column: Int32, max: Int
  ) throws(StoreFault) -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT else {
      throw unreadable(column, "is no text")
    }
    let start = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count <= max else { throw unreadable(column, "has \(count) octets") }
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// What a column in the form of facts says.
  func form<Value>(
    _ column: Int32, _ body: (JSONValue) throws(FormFault) -> Value
  ) throws(StoreFault) -> Value {
    let octets = try octets(column)
    do throws(FormFault) {
      return try body(try JournalForm.parse(octets, octetsMax: database.limits.valueOctetsMax))
    } catch {
      throw unreadable(column, error.reason)
    }
  }

  /// The fault of a value that no agent writes.
  func unreadable(_ column: Int32, _ reason: String) -> StoreFault {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
    return .damaged(database.cause("\(name) \(reason)"))
  }
}
