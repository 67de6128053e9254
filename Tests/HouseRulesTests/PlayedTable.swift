// The table of unlucky inputs, and what it names that is not there.

/// A table whose rows are numbered and say in code spans of their fourth cell what plays them.
struct PlayedTable {
  struct Row {
    let number: Int
    /// `Suite`, `Suite.function`, or `Tests/script part`.
    let names: [String]
  }

  let rows: [Row]

  /// Reads each line that begins with a cell with a number.
  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|")
      guard line.hasPrefix("|"), cells.count > 3,
        let number = Int(cells[0].filter { $0 != " " })
      else { return nil }
      let spans = cells[3].split(separator: "`", omittingEmptySubsequences: false).enumerated()
      return Row(
        number: number, names: spans.filter { $0.offset % 2 == 1 }.map { String($0.element) })
    }
  }

  /// What is wrong with it: rows that are missing, rows that nothing plays, names of nothing. A
  /// script is its text, if it is there.
  func findings(count: Int, in files: [SourceFile], script: (String) -> String?) -> [String] {
    var findings: [String] = []
    if rows.map(\.number) != Array(1...count) {
      findings.append("the rows are \(rows.map(\.number)) and not 1 to \(count)")
    }
    let declared = Self.functions(in: files.filter { $0.part == .tests })
    for row in rows {
      if row.names.isEmpty { findings.append("nothing plays \(row.number)") }
      for name in row.names where !Self.isThere(name, in: declared, script: script) {
        findings.append("\(row.number): there is no \(name)")
      }
    }
    return findings
  }

  private static func isThere(
    _ name: String, in declared: [String: Set<String>], script: (String) -> String?
  ) -> Bool {
    if name.contains("/") {
      let words = name.split(separator: " ")
      guard words.count == 2, let text = script(String(words[0])) else { return false }
      return text.contains("part_\(words[1])()") || text.contains("def try_\(words[1])(")
    }
    let words = name.split(separator: ".").map(String.init)
    guard let functions = words.first.flatMap({ declared[$0] }) else { return false }
    return words.count == 1 || words.count == 2 && functions.contains(words[1])
  }

  /// The functions of files in which a type is declared or extended, by its name. Types of several
  /// modules may share one.
  private static func functions(in files: [SourceFile]) -> [String: Set<String>] {
    var declared: [String: Set<String>] = [:]
    for file in files {
      let code = file.tokens.code.map(\.text)
      let pairs = zip(code, code.dropFirst())
      let functions = pairs.filter { $0.0 == "func" }.map(\.1)
      for (_, type) in pairs.filter({ $0.0 == "struct" || $0.0 == "extension" }) {
        declared[type, default: []].formUnion(functions)
      }
    }
    return declared
  }
}
