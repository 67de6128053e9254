// What handles stand for; and what is removed of all tables at once.

internal import Accounts
public import CivilTime
public import Mobility

extension SecretVault {
  /// The secrets that handles stand for, wherever they are kept. One that stands for nothing, or
  /// for something in a row that does not open, is left out.
  /// - Returns: The secrets, which whoever has used them wipes.
  /// - Throws: that the file cannot be read.
  public func secrets(
    _ handles: some Collection<SecretHandle>
  ) throws(VaultFault) -> [SecretHandle: Secret] {
    var wanted: [BrokenRow.Row: [SecretHandle]] = [:]
    for handle in handles {
      if let row = index[handle] { wanted[row, default: []].append(handle) }
    }
    var found: [SecretHandle: Secret] = [:]
    do throws(VaultFault) {
      for (row, handles) in wanted {
        guard let reader = try self.row(row),
          case .whole(var bundle) = try opened(reader, of: row.table)
        else { continue }
        for handle in handles {
          if let secret = bundle.secrets.removeValue(forKey: handle) { found[handle] = secret }
        }
        bundle.secrets.wipe()
      }
    } catch {
      found.wipe()
      throw error
    }
    return found
  }

  // Removing

  /// Deletes what has expired: attempts, partings, typed secrets, and accounts without a refresh
  /// token. An account that does not open stays, for nobody knows whether it has one.
  public func expire(at now: Instant) throws(VaultFault) -> Removed {
    let removed = try database.transaction { () throws(VaultFault) in
      var removed = Removed()
      for table in SealedTable.allCases {
        let rows = try database.rows(
          [
            "SELECT", table.columns, ", rowid FROM", table.name,
            "WHERE house = ? AND expires <= ? ORDER BY rowid",
          ], .text(house), .integer(now.milliseconds))
        for values in rows where try isOver(RowReader(values), of: table) {
          try remove(values, of: table, into: &removed)
        }
      }
      return removed
    }
    index.remove(removed)
    return removed
  }

  /// Deletes all that is an owner's, whole or broken.
  public func erase(_ owner: String) throws(VaultFault) -> Removed {
    let removed = try database.transaction { () throws(VaultFault) in
      var removed = Removed()
      for table in SealedTable.allCases {
        let rows = try database.rows(
          [
            "SELECT", table.columns, ", rowid FROM", table.name,
            "WHERE house = ? AND owner = ? ORDER BY rowid",
          ], .text(house), .text(owner))
        for values in rows { try remove(values, of: table, into: &removed) }
      }
      return removed
    }
    index.remove(removed)
    return removed
  }

  /// Whether nothing can be done any more with a row that has expired.
  private func isOver(_ row: RowReader, of table: SealedTable) throws(VaultFault) -> Bool {
    guard table == .account else { return true }
    guard case .whole(let account) = try account(in: row) else { return false }
    return account.refresh == nil
  }

  /// Deletes a row, whose number stands behind its columns.
  private func remove(
    _ values: [VaultDatabase.Value], of table: SealedTable, into removed: inout Removed
  ) throws(VaultFault) {
    guard let number = values.last else { return }
    try database.rows(["DELETE FROM", table.name, "WHERE rowid = ?"], number)
    switch table.sealedPart(of: RowReader(values), in: house).row {
    case .account(let key): removed.accounts.append(key)
    case .attempt(let id): removed.attempts.append(id)
    case .parting(let id): removed.partings.append(id)
    case .typed(let handle): removed.typed.append(handle)
    }
  }
}

extension BrokenRow.Row {
  /// The table it is of.
  fileprivate var table: SealedTable {
    switch self {
    case .account: .account
    case .attempt: .attempt
    case .parting: .parting
    case .typed: .typed
    }
  }
}
