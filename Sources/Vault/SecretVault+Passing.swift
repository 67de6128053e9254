// What the vault keeps for a while: the secrets of attempts at linking, and those that were typed.

public import CivilTime
public import Mobility

extension SecretVault {
  // Attempts

  /// Keeps the secrets of an attempt, in the place of what was kept of it.
  /// - Throws: `beyond` a limit; `superseded` if another's attempt has that id.
  public func keep(
    _ attempt: KeptAttempt, _ secrets: [SecretName: Secret]
  ) throws(VaultFault) {
    for name in [attempt.id, attempt.owner, attempt.provider] { try check(name: name) }
    try check(secrets)
    try database.transaction { () throws(VaultFault) in
      let found = try row(ofAttempt: attempt.id).map(KeptAttempt.init)
      if let found, found.owner != attempt.owner { throw .superseded(found: nil) }
      let max = limits.attemptsOfOwnerMax
      if found == nil, try count(.attempt, of: attempt.owner) >= max {
        throw .beyond(.attempts, max: max)
      }
      let seal = try seal(secrets, at: attempt.place(in: house))
      try database.rows(
        [
          "INSERT OR REPLACE INTO attempt (house,", SealedTable.attempt.columns,
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ], .text(house), .text(attempt.id), .text(attempt.owner), .text(attempt.provider),
        .integer(attempt.expires.milliseconds), .octets(key.name), .octets(seal.nonce),
        .octets(seal.octets))
    }
  }

  /// The attempts that are kept, in the order in which they expire: all but the secrets.
  public func attempts() throws(VaultFault) -> [Opened<KeptAttempt>] {
    let rows = try database.rows(
      ["SELECT", SealedTable.attempt.columns, "FROM attempt WHERE house = ? ORDER BY expires, id"],
      .text(house))
    var attempts: [Opened<KeptAttempt>] = []
    for row in rows.map(RowReader.init) {
      attempts.append(try looked(at: row, of: .attempt).map { _ in KeptAttempt(row) })
    }
    return attempts
  }

  /// Deletes an attempt and its secrets. One that is not there is deleted.
  public func delete(attempt id: String) throws(VaultFault) {
    _ = try database.transaction { () throws(VaultFault) in
      try database.rows(
        ["DELETE FROM attempt WHERE house = ? AND id = ?"], .text(house), .text(id))
    }
  }

  // Typed secrets

  /// Keeps a secret that was typed, or that stood in an answer, and tells what stands for it.
  /// - Parameters:
  ///   - secret: The secret.
  ///   - owner: Whose it is.
  ///   - purchase: What it was typed for.
  ///   - expires: When it is forgotten.
  /// - Returns: What stands for it.
  /// - Throws: `beyond` a limit, or a fault.
  public func keep(
    _ secret: Secret, of owner: String, for purchase: String, until expires: Instant
  ) throws(VaultFault) -> SecretHandle {
    for name in [owner, purchase] { try check(name: name) }
    let secrets = [SecretName.typed: secret]
    try check(secrets)
    return try database.transaction { () throws(VaultFault) in
      let max = limits.typedOfOwnerMax
      if try count(.typed, of: owner) >= max { throw .beyond(.typed, max: max) }
      let handle = SecretHandle("typed:\(try Chance.mark())")
      let typed = KeptTyped(handle: handle, owner: owner, purchase: purchase, expires: expires)
      let seal = try seal(secrets, at: typed.place(in: house))
      try database.rows(
        [
          "INSERT INTO typed (house,", SealedTable.typed.columns,
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ], .text(house), .text(handle.text), .text(owner), .text(purchase),
        .integer(expires.milliseconds), .octets(key.name), .octets(seal.nonce),
        .octets(seal.octets))
      return handle
    }
  }

  /// Deletes what was typed for a purchase of an owner.
  public func delete(typedFor purchase: String, of owner: String) throws(VaultFault) {
    _ = try database.transaction { () throws(VaultFault) in
      try database.rows(
        ["DELETE FROM typed WHERE house = ? AND owner = ? AND purchase = ?"],
        .text(house), .text(owner), .text(purchase))
    }
  }

  func row(ofAttempt id: String) throws(VaultFault) -> RowReader? {
    let rows = try database.rows(
      ["SELECT", SealedTable.attempt.columns, "FROM attempt WHERE house = ? AND id = ?"],
      .text(house), .text(id))
    return rows.first.map(RowReader.init)
  }
}
