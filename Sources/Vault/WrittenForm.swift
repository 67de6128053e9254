// The written form of what the vault keeps for the book: one JSON text, which tells its format.

internal import Accounts
internal import JSON
internal import Mobility

/// What the book has a row for: it is written as a whole, and some of it stands in columns as well.
protocol WrittenRow: Codable {
  static var table: SealedTable { get }
  var columns: NumberedColumns { get }
  /// Whether a book can begin with it.
  var isSound: Bool { get }
}

extension KeptAttempt: WrittenRow {
  static var table: SealedTable { .attempt }
  var columns: NumberedColumns {
    NumberedColumns(number: id.number, key: key, expires: deadline)
  }
}

extension Parting: WrittenRow {
  static var table: SealedTable { .parting }
  var columns: NumberedColumns { NumberedColumns(number: id.number, key: key, expires: until) }
}

/// `{"format":1,"kept":…}`.
enum WrittenForm {
  private static let version: Int64 = 1

  /// A row as it is written.
  static func octets(
    of row: some WrittenRow, octetsMax: Int, _ path: String
  ) throws(VaultFault) -> [UInt8] {
    let kept: JSONValue
    do {
      kept = try ValueEncoder.json(of: row)
    } catch {
      throw .failed(VaultCause(place: path, text: "\(error)"))
    }
    let written: JSONValue = ["format": .integer(version), "kept": kept]
    let octets = written.octets
    if octets.count > octetsMax { throw .beyond(.written, max: octetsMax) }
    return octets
  }

  /// What is written; nil if that is too long, of another format, or nothing to begin with.
  static func value<Row: WrittenRow>(
    _ type: Row.Type, of octets: [UInt8], octetsMax: Int
  ) -> Row? {
    do {
      let written = try JSONValue(parsing: octets, limits: JSONLimits(octetsMax: octetsMax))
      guard written["format"]?.integer == version, let kept = written["kept"] else { return nil }
      let row = try ValueDecoder.value(type, of: kept)
      return row.isSound ? row : nil
    } catch {
      return nil
    }
  }
}
