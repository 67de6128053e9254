// The arrows between modules: planned in the manifest, explained by the map, drawn by imports.

/// Where the manifest and the table of the map say different things.
struct PlanDifferences {
  let sentences: [String]

  init(manifest: Manifest, table: ModuleTable) {
    let targets = manifest.targets.filter { $0.kind != "testTarget" }
    var sentences: [String] = []
    for target in targets {
      guard let row = table.row(named: target.name) else {
        sentences.append("\(target.name) is not in the table")
        continue
      }
      let planned = Set(target.dependencies)
      for name in planned.subtracting(row.mayImport).sorted() {
        sentences.append("\(target.name) → \(name) is in the manifest and not in the table")
      }
      for name in row.mayImport.subtracting(planned).sorted() {
        sentences.append("\(target.name) → \(name) is in the table and not in the manifest")
      }
    }
    for row in table.rows where !targets.contains(where: { $0.name == row.name }) {
      sentences.append("\(row.name) is in the table and not in the manifest")
    }
    self.sentences = sentences
  }
}

/// Finds imports that the table does not let a module have.
struct ArrowFindings {
  private let table: ModuleTable

  init(_ table: ModuleTable) { self.table = table }

  /// Imports of modules of the house that are not in the row of the file's module. What the
  /// toolchain brings is a matter of the part, and of tests.
  func findings(in file: SourceFile) -> [Finding] {
    guard let row = table.row(named: file.module) else { return [] }
    return file.imports.filter {
      table.row(named: $0.text) != nil && !row.mayImport.contains($0.text)
    }
    .map { Finding(path: file.path, line: $0.line, says: "\(file.module) → \($0.text)") }
  }
}
