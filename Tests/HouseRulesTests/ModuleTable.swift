// Reads the table of modules from the map.

/// A row of the table of modules.
struct ModuleRow: Equatable {
  let name: String
  let part: Part
  let mayImport: Set<String>
}

/// The table of modules in `Sources/README.md`.
struct ModuleTable {
  let rows: [ModuleRow]
  /// Rows that cannot be read, as they stand.
  let unreadable: [String]

  /// The rows under the heading `| module | part | may import | …`, to the first line that is none.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| module | part | may import |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    rows = table.compactMap(Self.row)
    unreadable = table.filter { Self.row($0) == nil }.map(String.init)
  }

  private static func row(_ line: Substring) -> ModuleRow? {
    let cells = line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }
    guard cells.count == 4, let name = quoted(cells[0]).first,
      let part = Part(rawValue: String(cells[1].prefix { $0 != " " })),
      !cells[3].allSatisfy({ $0 == " " })
    else { return nil }
    return ModuleRow(name: name, part: part, mayImport: Set(quoted(cells[2])))
  }

  /// What stands between backticks.
  private static func quoted(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  func row(named name: String) -> ModuleRow? { rows.first { $0.name == name } }
}
