// Holds the rules against small bad texts: a rule that cannot fail proves nothing.

import Testing

struct RulesCanFailTests {
  /// A text, where it stands, and the lines in which it breaks a rule.
  struct Row: CustomTestStringConvertible, Sendable {
    let rule: HouseRule
    let part: Part
    let text: String
    let lines: [Int]
    var testDescription: String { "\(rule): \(text.prefix(60))" }

    init(_ rule: HouseRule, _ text: String, in part: Part = .pure, breaks lines: [Int]) {
      self.rule = rule
      self.part = part
      self.text = text
      self.lines = lines
    }
  }

  private static func longFunction(lines: Int) -> String {
    "func long(a: Int = [1].map { $0 }[0]) {\n" + String(repeating: "  a()\n", count: lines - 2)
      + "}\n"
  }

  private static func longSwitch(arm: String) -> String {
    "func go() {\n  switch it {\n" + String(repeating: arm, count: 40) + "  }\n}\n"
  }

  static let rows: [Row] = [
    Row(.fileLines, String(repeating: "a\n", count: 400), breaks: []),
    Row(.fileLines, String(repeating: "a\n", count: 401), breaks: [400]),
    Row(.lineWidth, String(repeating: "ü", count: 100) + "\n", breaks: []),
    Row(.lineWidth, "a\n" + String(repeating: "ü", count: 101), breaks: [2]),
    Row(.firstSentence, "// What a clock shows.\nimport A", breaks: []),
    Row(.firstSentence, "// What a clock shows, told\n// in two lines.\n", breaks: []),
    Row(.firstSentence, "// swift-tools-version: 6.1\n// The plan of it.\n", breaks: []),
    Row(.firstSentence, "import A", breaks: [1]),
    Row(.firstSentence, "", breaks: [1]),
    Row(.firstSentence, "// Clock.swift", breaks: [1, 1]),
    Row(.firstSentence, "// What a clock shows\n", breaks: [1]),
    Row(.firstSentence, "// what a clock shows.\n", breaks: [1]),
    Row(.firstSentence, "/// What a type is.\nstruct A {}", breaks: [1]),
    Row(.functionLines, longFunction(lines: 60), breaks: []),
    Row(.functionLines, "\n" + longFunction(lines: 61), breaks: [2]),
    Row(.functionLines, longSwitch(arm: "  case .a: f()\n  case .b:\n    g()\n"), breaks: []),
    Row(
      .functionLines, longSwitch(arm: "  case .a:\n    f()\n    f()\n    f()\n    f()\n"),
      breaks: [1]),
    Row(.functionLines, "protocol P {\n  func a()\n  init()\n  var b: Int { get }\n}", breaks: []),
    Row(
      .typeNames, "struct RoomInfo {}\nenum BaseRoom {}\nfinal class HTTPHandler {}",
      breaks: [1, 2, 3]),
    Row(
      .typeNames, "struct Database {}\nstruct Informed {}\nlet x: Data\nclass func a() {}",
      breaks: []),
    Row(.typeNames, "struct A { typealias NewRoom = Int\n actor Manager {} }", breaks: [1, 2]),
    Row(.moduleNames, "enum Module {}\nstruct Modules {}", breaks: [1]),
    Row(.forbiddenCode, "try? a()\ntry! b()\nc as! D\nfatalError()\n", breaks: [1, 2, 3, 4]),
    Row(.forbiddenCode, "do { try a() } catch {\n}\ndo {} catch let e as A { }", breaks: [1, 3]),
    Row(.moduleNames, "struct Module {}", in: .tests, breaks: []),
    Row(.moduleNames, "struct Module {}", in: .tool, breaks: []),
    Row(
      .forbiddenCode, "// try? a()\nlet b = \"try! fatalError()\"\nb as? C\n!try a()", breaks: []),
    Row(.forbiddenCode, "let a = \"\\(try? b(\")\"))\"", breaks: [1]),
    Row(
      .forbiddenCode,
      "let a = \"\"\"\n  \"try? b()\"\n  \"\"\"\nlet b = #\"\\(try? \"c)\"#\ntry? d()",
      breaks: [5]),
    Row(.uncheckedNeedsReason, "\nclass A: @unchecked Sendable {}\n", breaks: [2]),
    Row(
      .uncheckedNeedsReason,
      "// Written once, before the threads.\nclass A: @unchecked Sendable {}", breaks: []),
    Row(.uncheckedNeedsReason, "nonisolated(unsafe) var a = 1", breaks: [1]),
    Row(.classNeedsReason, "struct S {}\nfinal class A {}\nactor B {}", breaks: [2, 3]),
    Row(
      .classNeedsReason, "// The library keeps its address.\n@MainActor\nfinal class A {}",
      breaks: []),
    Row(
      .classNeedsReason, "// A buffer.\n// A class: two hold it.\n\nimport A\n\nclass B {}\n",
      breaks: []),
    Row(.classNeedsReason, "// A buffer.\n\nimport A\n\nclass B {}\n", breaks: [5]),
    Row(.classNeedsReason, "class func make() {}\nlet actor = 1", breaks: []),
    Row(.nothingUnfinished, "/* a\n TO" + "DO: b */\n// FIX" + "ME", breaks: [2, 3]),
    Row(.nothingUnfinished, "let todo = \"TO" + "DO\"", breaks: []),
    Row(
      .pureImports, "public import Foundation\nimport struct Glibc.tm\nimport JSON",
      breaks: [1, 2]),
    Row(.pureImports, "import Foundation", in: .shell, breaks: []),
    Row(
      .pureHeart, "print(a)\nContinuousClock().now\nlet b = c.randomElement()\nTask { }",
      breaks: [1, 2, 3, 4]),
    Row(.pureHeart, "Int.random(in: 0..<3)\nd.shuffled()\nTask.sleep", breaks: [1, 2, 3, 3]),
    Row(
      .pureHeart, "Int.random(in: 0..<3, using: &e)\nf.print(g)\nfunc print(a: Int)\n.random(1)",
      breaks: [4]),
    Row(.pureHeart, "enum Task {}\nvar a: Task?\nTask.drafting(b)", breaks: []),
    Row(.pureHeart, "Task.detached { }\nTask { }", breaks: [1, 2]),
    Row(.pureHeart, "print(a)", in: .shell, breaks: []),
    Row(
      .testsOfTheFace, "@testable import A\n@Test(.disabled())\nTask.sleep(b)", in: .tests,
      breaks: [1, 2, 3]),
  ]

  @Test("a rule sees what breaks it and nothing else", arguments: rows)
  func sees(row: Row) {
    let file = SourceFile(path: "F.swift", module: "Module", part: row.part, text: row.text)
    #expect(row.rule.findings(in: file).map(\.line) == row.lines)
  }

  private static let table = ModuleTable(
    """
    | module | part | may import | the one thing it hides |
    |---|---|---|---|
    | `A` | pure | – | a |
    | `B` | shell | `A` `C` | b |
    | `C` | library | – | c |
    | `Z` | cellar | – | z |

    | `Y` | pure | – | not of this table |
    """)

  @Test("the table is read with its parts and arrows, and a bad row is not passed over")
  func readsTable() {
    #expect(Self.table.rows.map(\.name) == ["A", "B", "C"])
    #expect(
      Self.table.row(named: "B") == ModuleRow(name: "B", part: .shell, mayImport: ["A", "C"]))
    #expect(Self.table.unreadable.count == 1)
  }

  @Test("a manifest is read with its targets, folders and arrows")
  func readsManifest() {
    let manifest = Manifest(
      """
      let package = Package(dependencies: [], targets: [
        .target(name: "A", path: "a", exclude: ["b.md"]),  // .target(name: "Q"),
        .executableTarget(
          name: "B",
          dependencies: ["A", .target(name: "C", condition: .when(platforms: [.linux]))]),
        .testTarget(name: "T", dependencies: ["B"]),
      ])
      """)
    #expect(
      manifest.targets == [
        PlannedTarget(kind: "target", name: "A", dependencies: [], folder: "a"),
        PlannedTarget(
          kind: "executableTarget", name: "B", dependencies: ["A", "C"], folder: "Sources/B"),
        PlannedTarget(kind: "testTarget", name: "T", dependencies: ["B"], folder: "Tests/T"),
      ])
    #expect(manifest.hasNoPackages)
    #expect(!Manifest("dependencies: [.package(url: \"x\")]").hasNoPackages)
    #expect(!Manifest("dependencies: [], x: [.package(path: \"x\")]").hasNoPackages)
  }

  @Test("an arrow that only one of manifest, table and imports has is named")
  func differences() {
    let manifest = Manifest(
      """
      .target(name: "A", dependencies: ["C"]), .target(name: "B", dependencies: ["A"]),
      .target(name: "D")
      """)
    #expect(
      PlanDifferences(manifest: manifest, table: Self.table).sentences == [
        "A → C is in the manifest and not in the table",
        "B → C is in the table and not in the manifest",
        "D is not in the table",
        "C is in the table and not in the manifest",
      ])
    let file = SourceFile(
      path: "F.swift", module: "A", part: .pure,
      text: "import C\nimport Foundation\nimport enum B.E")
    #expect(
      ArrowFindings(Self.table).findings(in: file).map(\.description) == [
        "F.swift:1: A → C", "F.swift:3: A → B",
      ])
  }

  @Test("names fall into the words people hear in them")
  func words() {
    #expect(wordsOf("HTTPGatewayInfo") == ["HTTP", "Gateway", "Info"])
    #expect(wordsOf("RoomID") == ["Room", "ID"])
    #expect(wordsOf("E164") == ["E164"])
  }
}
