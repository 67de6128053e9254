// What is done when a vault opens: is it ours, is it of today, which key has sealed it, and
// which handles stand where.

extension SecretVault {
  /// Makes an empty file a vault.
  /// - Throws: that it is none, or of a newer program.
  func recognise() throws(VaultFault) {
    let application = try database.integer("PRAGMA application_id")
    let version = Int(try database.integer("PRAGMA user_version"))
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    let isNew = isEmpty && application == 0 && version == 0
    guard isNew || application == VaultSchema.applicationID, version >= 0 else {
      throw .notVault(path)
    }
    guard version <= VaultSchema.version else {
      throw .newerSchema(found: version, known: VaultSchema.version, path)
    }
    let found = try database.rows(["PRAGMA quick_check(1)"]).first?.first?.text ?? ""
    guard found == "ok" else { throw .damaged(VaultCause(place: path, text: found)) }
    guard version < VaultSchema.version else { return }
    try database.transaction { () throws(VaultFault) in
      for step in VaultSchema.steps[version...] { try database.execute(step) }
      try database.set("application_id", to: VaultSchema.applicationID)
      try database.set("user_version", to: Int64(VaultSchema.version))
    }
  }

  /// Seals with the first key what a former one has sealed, all of it or nothing. What does not
  /// open stays as it is.
  func sealAnew(from former: [VaultKey]) throws(VaultFault) {
    guard !former.isEmpty else { return }
    try database.transaction { () throws(VaultFault) in
      for table in SealedTable.allCases { try sealAnew(table, from: former) }
    }
  }

  /// Row by row, so that not all of them are in memory at once.
  private func sealAnew(_ table: SealedTable, from former: [VaultKey]) throws(VaultFault) {
    let numbers = try database.rows(
      ["SELECT rowid FROM", table.name, "WHERE house = ? AND key <> ?"],
      .text(house), .octets(key.name))
    for number in numbers.compactMap(\.first) {
      let rows = try database.rows(
        ["SELECT", table.columns, "FROM", table.name, "WHERE rowid = ?"], number)
      guard let part = rows.first.map({ table.sealedPart(of: RowReader($0), in: house) }),
        let sealer = former.first(where: { $0.name == part.key }),
        let seal = try part.sealedAnew(from: sealer, with: key)
      else { continue }
      try database.rows(
        ["UPDATE", table.name, "SET key = ?, nonce = ?, sealed = ? WHERE rowid = ?"],
        .octets(key.name), .octets(seal.nonce), .octets(seal.octets), number)
    }
  }

  /// Notes which handles stand in which row, of all rows that open: no secret is kept.
  func indexRows() throws(VaultFault) {
    for table in SealedTable.allCases {
      let numbers = try database.rows(
        ["SELECT rowid FROM", table.name, "WHERE house = ?"], .text(house))
      for number in numbers.compactMap(\.first) {
        let rows = try database.rows(
          ["SELECT", table.columns, "FROM", table.name, "WHERE rowid = ?"], number)
        guard let row = rows.first.map(RowReader.init),
          case .whole(let handles) = try looked(at: row, of: table)
        else { continue }
        index.put(handles, in: table.sealedPart(of: row, in: house).row)
      }
    }
  }
}
