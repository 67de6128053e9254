// The package as it lies on disk: its manifest, its map and its Swift files.

import Foundation

/// Everything the rules of the house look at.
struct House {
  let manifest: Manifest
  let table: ModuleTable
  let files: [SourceFile]
  /// What lies at the top and is not hidden.
  let top: Set<String>
  /// The folders in `Sources`.
  let sourceFolders: Set<String>

  /// The folder of the package that this file belongs to.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Reads the package.
  ///
  /// - Throws: if a file of it cannot be read.
  init() throws {
    let root = Self.root
    let manifestText = try String(
      contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let map = try String(contentsOf: root.appending(path: "Sources/README.md"), encoding: .utf8)
    let manifest = Manifest(manifestText)
    let table = ModuleTable(map)
    let browser = FileManager.default
    top = Set(try browser.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") })
    sourceFolders = Set(
      try browser.contentsOfDirectory(
        at: root.appending(path: "Sources"), includingPropertiesForKeys: [.isDirectoryKey]
      ).filter(\.hasDirectoryPath).map(\.lastPathComponent))
    var files = [
      SourceFile(path: "Package.swift", module: "", part: .plan, text: manifestText)
    ]
    for target in manifest.targets {
      let folder = root.appending(path: target.folder)
      let part: Part =
        target.kind == "testTarget" ? .tests : table.row(named: target.name)?.part ?? .tool
      for path in try browser.subpathsOfDirectory(atPath: folder.path).sorted()
      where path.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        files.append(
          SourceFile(
            path: "\(target.folder)/\(path)", module: target.name, part: part, text: text))
      }
    }
    self.manifest = manifest
    self.table = table
    self.files = files
  }
}
