// What the vault keeps for the book until it is over: open links, and who is still to be told that
// an account is gone. Each is written as a whole, and sealed with its secrets.

public import Accounts
public import Mobility

extension SecretVault {
  // Attempts

  /// Keeps an attempt with its secrets, in the place of what was kept under its number.
  /// - Throws: `beyond` a limit, or a fault.
  public func keep(
    _ attempt: KeptAttempt, _ secrets: [SecretHandle: Secret]
  ) throws(VaultFault) {
    try keep(attempt, with: secrets)
    index.put(Array(secrets.keys), in: .attempt(attempt.id))
  }

  /// The attempts that are kept, in the order in which they expire: all but the secrets.
  public func attempts() throws(VaultFault) -> [Opened<KeptAttempt>] { try rows() }

  /// Deletes an attempt and its secrets. One that is not there is deleted.
  public func delete(attempt id: AttemptID) throws(VaultFault) {
    try delete(id.number, of: .attempt)
    index.remove(.attempt(id))
  }

  // Partings

  /// Keeps a parting, with the tokens that are given back if they are at hand, in the place of
  /// what was kept under its number.
  /// - Throws: `beyond` a limit, or a fault.
  public func keep(
    _ parting: Parting, _ secrets: [SecretHandle: Secret]
  ) throws(VaultFault) {
    try keep(parting, with: secrets)
    index.put(Array(secrets.keys), in: .parting(parting.id))
  }

  /// The partings that are kept, in the order in which they expire: all but the secrets.
  public func partings() throws(VaultFault) -> [Opened<Parting>] { try rows() }

  /// Deletes a parting and its secrets. One that is not there is deleted.
  public func delete(parting id: PartingID) throws(VaultFault) {
    try delete(id.number, of: .parting)
    index.remove(.parting(id))
  }

  // Both

  private func keep<Row: WrittenRow>(
    _ row: Row, with secrets: [SecretHandle: Secret]
  ) throws(VaultFault) {
    let (columns, table) = (row.columns, Row.table)
    try check(columns.key)
    try check(secrets)
    let written = try WrittenForm.octets(of: row, octetsMax: limits.writtenOctetsMax, path)
    try database.transaction { () throws(VaultFault) in
      if try self.row(columns.number, of: table) == nil {
        try requirePlace(table, of: columns.key.owner)
      }
      let seal = try seal(
        SecretBundle(written: written, secrets), at: columns.place(table, in: house))
      try database.rows(
        [
          "INSERT OR REPLACE INTO", table.name, "(house,", table.columns,
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ], [.text(house)] + columns.values + values(of: seal))
    }
  }

  private func rows<Row: WrittenRow>() throws(VaultFault) -> [Opened<Row>] {
    let found = try database.rows(
      [
        "SELECT", Row.table.columns, "FROM", Row.table.name, "WHERE house = ? ORDER BY expires, id",
      ], .text(house))
    var rows: [Opened<Row>] = []
    for reader in found.map(RowReader.init) { rows.append(try row(in: reader)) }
    return rows
  }

  /// What is written in a row that opens.
  private func row<Row: WrittenRow>(in reader: RowReader) throws(VaultFault) -> Opened<Row> {
    switch try opened(reader, of: Row.table) {
    case .whole(var bundle):
      defer { bundle.secrets.wipe() }
      let row = WrittenForm.value(Row.self, of: bundle.written, octetsMax: limits.writtenOctetsMax)
      if let row { return .whole(row) }
      let part = Row.table.sealedPart(of: reader, in: house)
      return .broken(BrokenRow(row: part.row, reason: .unknownForm))
    case .broken(let row): return .broken(row)
    case .none: return .none
    }
  }

  private func delete(_ number: Int, of table: SealedTable) throws(VaultFault) {
    _ = try database.transaction { () throws(VaultFault) in
      try database.rows(
        ["DELETE FROM", table.name, "WHERE house = ? AND id = ?"], .text(house),
        .integer(Int64(number)))
    }
  }

  func row(_ number: Int, of table: SealedTable) throws(VaultFault) -> RowReader? {
    let rows = try database.rows(
      ["SELECT", table.columns, "FROM", table.name, "WHERE house = ? AND id = ?"], .text(house),
      .integer(Int64(number)))
    return rows.first.map(RowReader.init)
  }
}
