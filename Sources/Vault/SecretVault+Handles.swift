// What a handle stands for; and what is removed of all tables at once.

public import CivilTime
public import Mobility

extension SecretVault {
  /// The secret that a handle stands for, in its present edition. A handle is good for its owner
  /// alone, so that no errand of one carries a secret of another.
  /// - Parameters:
  ///   - handle: As the vault gave it, or `handle(of:)`.
  ///   - owner: For whom the secret is sent.
  ///   - now: What has expired by then is not there any more, but for an account, whose access may
  ///     be tried.
  /// - Returns: The secret, which whoever has used it wipes.
  /// - Throws: that the file cannot be read.
  public func secret(
    for handle: SecretHandle, of owner: String, at now: Instant
  ) throws(VaultFault) -> Opened<Secret> {
    guard let meant = MeantSecret(handle), let row = try row(of: meant) else { return .none }
    let found: (owner: String, expires: Instant?) =
      switch meant.table {
      case .account: (KeptAccount(row).key.owner, nil)
      case .attempt: (KeptAttempt(row).owner, KeptAttempt(row).expires)
      case .typed: (KeptTyped(row).owner, KeptTyped(row).expires)
      }
    guard found.owner == owner, found.expires.map({ $0 > now }) ?? true else { return .none }
    switch try opened(row, of: meant.table) {
    case .whole(var secrets):
      let secret = secrets.removeValue(forKey: meant.name)
      secrets.wipe()
      return secret.map(Opened.whole) ?? .none
    case .broken(let row): return .broken(row)
    case .none: return .none
    }
  }

  private func row(of meant: MeantSecret) throws(VaultFault) -> RowReader? {
    let table = meant.table
    let column: StaticString =
      switch table {
      case .account: "mark"
      case .attempt: "id"
      case .typed: "handle"
      }
    let rows = try database.rows(
      ["SELECT", table.columns, "FROM", table.name, "WHERE house = ? AND", column, "= ?"],
      .text(house), .text(meant.row))
    return rows.first.map(RowReader.init)
  }

  // Removing

  /// Deletes what has expired: attempts, typed secrets, and accounts without a refresh token. An
  /// account that does not open stays, for nobody knows whether it has one.
  public func expire(at now: Instant) throws(VaultFault) -> Removed {
    try database.transaction { () throws(VaultFault) in
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
  }

  /// Deletes all that is an owner's, whole or broken.
  public func erase(_ owner: String) throws(VaultFault) -> Removed {
    try database.transaction { () throws(VaultFault) in
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
  }

  /// Whether nothing can be done any more with a row that has expired.
  private func isOver(_ row: RowReader, of table: SealedTable) throws(VaultFault) -> Bool {
    guard table == .account else { return true }
    guard case .whole(var secrets) = try opened(row, of: table) else { return false }
    defer { secrets.wipe() }
    return secrets[.refresh] == nil
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
    case .typed(let handle): removed.typed.append(handle)
    }
  }
}

/// Where a handle says that its secret stands.
private struct MeantSecret {
  let table: SealedTable
  let row: String
  let name: SecretName

  /// Nil if the vault gives no such handle.
  init?(_ handle: SecretHandle) {
    let text = handle.text
    if text.hasPrefix("typed:") {
      (table, row, name) = (.typed, text, .typed)
      return
    }
    guard let first = text.firstIndex(of: ":"), let last = text.lastIndex(of: ":"), first < last,
      let name = SecretName(text[text.index(after: last)...])
    else { return nil }
    switch text[..<first] {
    case "account": table = .account
    case "attempt": table = .attempt
    default: return nil
    }
    row = String(text[text.index(after: first)..<last])
    self.name = name
  }
}
