// Holds the table of unlucky inputs against the tests that it names.

import Foundation
import Testing

struct PlayedTableTests {
  @Test("each of fifty unlucky inputs names what plays it, and that is there")
  func table() throws {
    let place = House.root.appending(path: "Tests/unlucky-inputs.md")
    let table = PlayedTable(try String(contentsOf: place, encoding: .utf8))
    let findings = table.findings(count: 50, in: try HouseRulesTests.house.get().files) { path in
      FileManager.default.contents(atPath: House.root.appending(path: path).path)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }

  private static let file = SourceFile(
    path: "Tests/A/ATests.swift", module: "A", part: .tests,
    text: "struct ATests {\n  func plays() {}\n}\n")

  /// Rows of a table of two, and what is found.
  private static let tables: [(String, [String])] = [
    ("| # | input |\n| 1 | a | b | `ATests.plays` |\n| 2 | a | b | `ATests`, `Tests/a x` |", []),
    ("| 1 | a | b | `ATests` |", ["the rows are [1] and not 1 to 2"]),
    (
      "| 2 | a | b | `ATests` |\n| 1 | a | b | `ATests` |", ["the rows are [2, 1] and not 1 to 2"]
    ),
    ("| 1 | a | b | ATests |\n| 2 | a `x` | b | `ATests` |", ["nothing plays 1"]),
    (
      "| 1 | a | b | `ATests.play` |\n| 2 | a | b | `BTests`, `Tests/a y`, `Tests/b x` |",
      [
        "1: there is no ATests.play", "2: there is no BTests", "2: there is no Tests/a y",
        "2: there is no Tests/b x",
      ]
    ),
  ]

  @Test("what is missing, unplayed or named in vain is found", arguments: tables)
  func canFail(_ text: String, _ expected: [String]) {
    let findings = PlayedTable(text).findings(count: 2, in: [Self.file]) { path in
      path == "Tests/a" ? "part_x() {" : nil
    }
    #expect(findings == expected)
  }
}
