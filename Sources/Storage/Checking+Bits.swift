// The check of what is as it was written: the definitions of the tables, and each row.

extension Checking {
  /// Every table, index and view is defined as in a new store; others may have been added.
  mutating func checkSchema() throws(StoreFault) {
    let here = try Self.definitions(in: database)
    let new = try Opening.memory(limits: StoreLimits())
    defer { new.close() }
    for (name, definition) in try Self.definitions(in: new).sorted(by: { $0.key < $1.key })
    where here[name] != definition {
      report(.structure("\(name) is not defined as it should be"))
    }
  }

  private static func definitions(
    in database: Database
  ) throws(StoreFault) -> [String: String] {
    var definitions: [String: String] = [:]
    try database.prepare(
      "SELECT type || ' ' || name, tbl_name || ': ' || sql FROM sqlite_schema WHERE sql NOT NULL"
    ).each { (row) throws(StoreFault) in definitions[try row.text(0)] = try row.text(1) }
    return definitions
  }

  /// Every row has the checksum that it got when it was written.
  mutating func checkChecksums() throws(StoreFault) {
    for table in SummedTable.all {
      var wrong: [Discrepancy] = []
      let max = limits.discrepanciesMax
      try database.prepare(
        "SELECT CAST(", table.key, "AS TEXT) FROM", table.name, "WHERE checksum IS NOT",
        table.expected
      ).each { (row) throws(StoreFault) in
        guard wrong.count <= max else { return }
        wrong.append(.checksum(table: "\(table.name)", row: try row.optionalText(0) ?? "NULL"))
      }
      for discrepancy in wrong { report(discrepancy) }
    }
  }
}
