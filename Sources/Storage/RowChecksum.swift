// The checksum of a row, as a function of SQL: how a bit that has changed by itself is found.

import CSQLite

/// `row_checksum(…)`: one number for the values of all other columns of a row, in their order.
///
/// Each step can be undone, so a change within eight neighbouring octets of one value always
/// changes the number; any other is missed once in 2^64 times. It guards against accidents, not
/// against people: whoever can write the file can write the number.
enum RowChecksum {
  /// Lets a connection know the function. Only statements of ours may call it, no view or trigger
  /// that a file brings along.
  static func teach(_ handle: OpaquePointer) -> Int32 {
    sqlite3_create_function_v2(
      handle, "row_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
      { context, count, values in
        var sum = RowChecksum.Sum()
        for place in 0..<Int(count) { sum.add(values?[place]) }
        sqlite3_result_int64(context, Int64(bitPattern: sum.number))
      }, nil, nil, nil)
  }

  private struct Sum {
    private(set) var number: UInt64 = 0

    /// The odd number nearest to 2^64 divided by the golden ratio, and a shift: both can be undone.
    private mutating func add(_ word: UInt64) {
      number = (number ^ word) &* 0x9e37_79b9_7f4a_7c15
      number ^= number >> 32
    }

    mutating func add(_ value: OpaquePointer?) {
      let kind = sqlite3_value_type(value)
      add(UInt64(kind))
      switch kind {
      case SQLITE_NULL: break
      case SQLITE_INTEGER: add(UInt64(bitPattern: sqlite3_value_int64(value)))
      // Text; and what only a damaged file holds, as the octets it has.
      default: add(UnsafeRawBufferPointer(start: octets(of: value), count: count(of: value)))
      }
    }

    private func octets(of value: OpaquePointer?) -> UnsafeRawPointer? {
      sqlite3_value_blob(value)
    }

    private func count(of value: OpaquePointer?) -> Int { Int(sqlite3_value_bytes(value)) }

    private mutating func add(_ octets: UnsafeRawBufferPointer) {
      add(UInt64(octets.count))
      let whole = octets.count & ~7
      for place in stride(from: 0, to: whole, by: 8) {
        add(UInt64(littleEndian: octets.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      }
      var rest: UInt64 = 0
      for octet in octets[whole...].reversed() { rest = rest << 8 | UInt64(octet) }
      add(rest)
    }
  }
}

/// A table whose rows have a checksum, and how a check asks for those that it does not fit.
///
/// Without one is `slot`, whose every column is held against the journal.
struct SummedTable {
  let name: StaticString
  /// What an administrator finds the row by.
  let key: StaticString
  /// What the checksum has to be: that of all other columns, or 0 for a row that was erased.
  let expected: StaticString

  static let all = [
    SummedTable(
      name: "store", key: "only_row",
      expected: """
        row_checksum(only_row, last_entry, last_booking, last_attendee, last_pass, last_call,
          last_news, last_series, last_wait, last_purchase)
        """),
    SummedTable(
      name: "user", key: "number",
      expected: "CASE WHEN name IS NULL THEN 0 ELSE row_checksum(number, name) END"),
    SummedTable(
      name: "person", key: "number",
      expected: """
        CASE WHEN name IS NULL AND email IS NULL AND phone IS NULL THEN 0
          ELSE row_checksum(number, name, email, phone) END
        """),
    SummedTable(
      name: "text", key: "number",
      expected: "CASE WHEN content IS NULL THEN 0 ELSE row_checksum(number, content) END"),
    SummedTable(name: "room", key: "number", expected: RoomTable.checksum),
    SummedTable(name: "booking", key: "reference", expected: BookingTable.checksum),
    SummedTable(
      name: "attendee", key: "booking || '/' || place",
      expected: "row_checksum(booking, place, id, person)"),
    SummedTable(name: "pass", key: "id || '/' || sequence", expected: PassTable.checksum),
    SummedTable(
      name: "message", key: "entry",
      expected: """
        row_checksum(entry, principal, conversation, speaker, name, text, reply, expires_ms)
        """),
    SummedTable(
      name: "traveller", key: "owner", expected: "row_checksum(house, owner, last_trip)"),
    SummedTable(
      name: "trip", key: "owner || '/' || number", expected: TravelTable.checksumOfTrip),
    SummedTable(name: "purchase", key: "number", expected: TravelTable.checksumOfPurchase),
    SummedTable(name: "wait", key: "number", expected: WaitTable.checksum),
    SummedTable(name: "notice", key: "number", expected: NoticeTable.checksum),
    SummedTable(
      name: "journal", key: "entry",
      expected: "row_checksum(entry, at_ms, user, form, kind, fact)"),
  ]
}
