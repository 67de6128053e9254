// What the vault keeps for a while: secrets that were typed.

internal import Accounts
public import CivilTime
public import Mobility

extension SecretVault {
  /// Keeps a secret that was typed, and tells what stands for it.
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
    let handle = SecretHandle(try Chance.mark())
    let secrets = [handle: secret]
    try check(secrets)
    try database.transaction { () throws(VaultFault) in
      try requirePlace(.typed, of: owner)
      let typed = KeptTyped(handle: handle, owner: owner, purchase: purchase, expires: expires)
      let seal = try seal(SecretBundle(secrets), at: typed.place(in: house))
      try database.rows(
        [
          "INSERT INTO typed (house,", SealedTable.typed.columns,
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ],
        [
          .text(house), .text(handle.text), .text(owner), .text(purchase),
          .integer(expires.milliseconds),
        ] + values(of: seal))
    }
    index.put([handle], in: .typed(handle))
    return handle
  }

  /// What stands for the typed secrets that are kept, in the order in which they expire.
  public func typed() throws(VaultFault) -> [Opened<SecretHandle>] {
    let rows = try database.rows(
      [
        "SELECT", SealedTable.typed.columns,
        "FROM typed WHERE house = ? ORDER BY expires, handle",
      ], .text(house))
    var handles: [Opened<SecretHandle>] = []
    for row in rows.map(RowReader.init) {
      handles.append(try looked(at: row, of: .typed).map { _ in KeptTyped(row).handle })
    }
    return handles
  }

  /// Deletes what was typed for a purchase of an owner.
  public func delete(typedFor purchase: String, of owner: String) throws(VaultFault) {
    let gone = try database.transaction { () throws(VaultFault) in
      try database.rows(
        ["DELETE FROM typed WHERE house = ? AND owner = ? AND purchase = ? RETURNING handle"],
        .text(house), .text(owner), .text(purchase))
    }
    for handle in gone.compactMap({ $0.first?.text }) { index.remove(.typed(SecretHandle(handle))) }
  }

  /// Deletes what was typed, by what stands for it. What stands for something else stays.
  public func delete(typed handles: some Collection<SecretHandle>) throws(VaultFault) {
    let typed = handles.filter { index[$0] == .typed($0) }
    guard !typed.isEmpty else { return }
    try database.transaction { () throws(VaultFault) in
      for handle in typed {
        try database.rows(
          ["DELETE FROM typed WHERE house = ? AND handle = ?"], .text(house), .text(handle.text))
      }
    }
    for handle in typed { index.remove(.typed(handle)) }
  }

  func row(ofTyped handle: SecretHandle) throws(VaultFault) -> RowReader? {
    let rows = try database.rows(
      ["SELECT", SealedTable.typed.columns, "FROM typed WHERE house = ? AND handle = ?"],
      .text(house), .text(handle.text))
    return rows.first.map(RowReader.init)
  }
}
