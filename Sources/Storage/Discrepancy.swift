// What a check of the store can find: where journal and tables do not say the same.

/// One place where the store contradicts itself. Printed, it tells an administrator where to look.
public enum Discrepancy: Hashable, Sendable {
  /// SQLite's own check of pages, indices and constraints found this.
  case structure(String)
  /// A row is not as it was written: a bit has changed by itself, or somebody has changed it.
  case checksum(table: String, row: String)
  /// A row refers to one that is not there.
  case reference(table: String, row: Int?, to: String)
  /// A line of the journal is missing.
  case entryMissing(Int)
  /// A line of the journal cannot be read.
  case entryUnreadable(Int, String)
  /// A row of a table cannot be read.
  case rowUnreadable(table: String, row: String, String)
  /// The journal tells of something that is not in the table.
  case rowMissing(table: String, row: String)
  /// The table has something of which the journal does not tell.
  case rowSurplus(table: String, row: String)
  /// The table says otherwise than the journal; what each says.
  case rowDiffers(table: String, row: String, journal: String, found: String)
  /// There are more than are listed.
  case more
}

extension Discrepancy: CustomStringConvertible {
  /// One line for an administrator.
  public var description: String {
    switch self {
    case .structure(let text): "structure: \(text)"
    case .checksum(let table, let row): "\(table) \(row): its checksum is wrong"
    case .reference(let table, let row?, let other):
      "\(table) \(row): refers to a row of \(other) that is not there"
    case .reference(let table, nil, let other):
      "\(table): a row refers to a row of \(other) that is not there"
    case .entryMissing(let number): "journal \(number): missing"
    case .entryUnreadable(let number, let reason): "journal \(number): \(reason)"
    case .rowUnreadable(let table, let row, let reason): "\(table) \(row): \(reason)"
    case .rowMissing(let table, let row): "\(table) \(row): in the journal, not in the table"
    case .rowSurplus(let table, let row): "\(table) \(row): in the table, not in the journal"
    case .rowDiffers(let table, let row, let journal, let found):
      "\(table) \(row): the journal says \(journal), the table \(found)"
    case .more: "and more"
    }
  }
}
