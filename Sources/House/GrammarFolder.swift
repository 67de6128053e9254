// A grammar read from a folder at run time.

import Foundation
import Grammar

/// Reads the files of a grammar.
enum GrammarFolder {
  /// Files of the grammar in a folder, its corpus left out.
  /// - Throws: that the folder or a file in it cannot be read.
  static func sources(
    in folder: String, that belongs: (String) -> Bool = GrammarSource.belongsToReader
  ) throws -> [GrammarSource] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw FileFaults([
        FileFault(file: folder, place: nil, reason: .unreadable(error.localizedDescription))
      ])
    }
    return try names.sorted().filter(belongs).map { name in
      let path = "\(folder)/\(name)"
      let octets = try SmallFile.octets(at: path)
      guard let text = String(validating: octets, as: UTF8.self) else {
        throw FileFaults([FileFault(file: path, place: nil, reason: .unreadable("it is not UTF-8"))]
        )
      }
      return GrammarSource(name: name, text: text)
    }
  }
}
