// Holds the house against its rules: every file, the manifest and the map.

import Testing

struct HouseRulesTests {
  static let house = Result { try House() }

  @Test("every Swift file keeps the rule", arguments: HouseRule.all)
  func everyFile(keeps rule: HouseRule) throws {
    let findings = try Self.house.get().files.flatMap(rule.findings)
    #expect(findings.isEmpty, "\(rule):\n\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test("the map's table of modules is the manifest's plan")
  func tableIsThePlan() throws {
    let house = try Self.house.get()
    #expect(house.table.unreadable.isEmpty)
    let differences = PlanDifferences(manifest: house.manifest, table: house.table).sentences
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test("a module imports what the table lets it, and nothing it does not declare")
  func importsAreArrows() throws {
    let house = try Self.house.get()
    let findings = house.files.flatMap { ArrowFindings(house.table).findings(in: $0) }
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test("the package depends on no package")
  func noPackages() throws {
    #expect(try Self.house.get().manifest.hasNoPackages)
  }

  @Test("what is not hidden at the top is what a newcomer is told of")
  func top() throws {
    let allowed: Set = ["Package.swift", "Sources", "Tests", "grammar", "README.md"]
    #expect(try Self.house.get().top.subtracting(allowed) == [])
  }

  @Test("every folder of Sources is a module in the table")
  func foldersAreModules() throws {
    let house = try Self.house.get()
    #expect(house.sourceFolders.subtracting(house.table.rows.map(\.name)) == [])
  }

  /// A type that is spread further is several in one.
  private static let filesOfTypeMax = 12

  @Test("no type of ours is extended in more than twelve files")
  func typesAreNotSpread() throws {
    let sources = try Self.house.get().files.filter { $0.path.hasPrefix("Sources/") }
    let declared = Set(
      sources.flatMap { Self.names(behind: ["struct", "enum", "class", "protocol"], in: $0) })
    let extended = sources.flatMap { Set(Self.names(behind: ["extension"], in: $0)) }
    let counts = Dictionary(extended.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.count > 60)
    #expect(counts.filter { declared.contains($0.key) && $0.value > Self.filesOfTypeMax } == [:])
  }

  private static func names(behind words: Set<String>, in file: SourceFile) -> [String] {
    let code = file.tokens.code.map(\.text)
    return zip(code, code.dropFirst()).filter { words.contains(String($0.0)) }.map { String($0.1) }
  }

  @Test("every limit that can be configured does something: code beyond its table reads it")
  func limitsAreKept() throws {
    let house = try Self.house.get()
    let sources = house.files.filter { $0.path.hasPrefix("Sources/") }
    let tables = sources.filter {
      $0.path.hasSuffix("Limits.swift") || $0.path.hasSuffix("Settings.swift")
    }
    let readers = sources.filter { !tables.map(\.path).contains($0.path) }
      .filter { !$0.path.contains("/ConfigurationMembers") }
    let read = Set(readers.flatMap { $0.tokens.code.map(\.text) })
    let limits = tables.flatMap { Self.variables(in: $0) }
    #expect(limits.count > 60)
    #expect(limits.filter { !read.contains($0) } == [])
  }

  /// The public variables that a file declares with a value.
  private static func variables(in file: SourceFile) -> [String] {
    let code = file.tokens.code.map(\.text)
    return code.indices.dropLast(2).compactMap { index in
      code[index] == "public" && code[index + 1] == "var" ? code[index + 2] : nil
    }
  }

  @Test("the rules have seen the house")
  func somethingWasRead() throws {
    let house = try Self.house.get()
    #expect(
      house.files.contains { $0.path == "Sources/CivilTime/CivilDate.swift" && $0.part == .pure })
    #expect(house.files.contains { $0.module == "HouseRulesTests" && $0.part == .tests })
    #expect(house.files.contains { $0.module == "Storage" && $0.part == .shell })
    #expect(house.table.row(named: "Language")?.mayImport.contains("Bookings") == false)
  }
}
