// A folder among the temporary files, for a measure alone, gone with it.

import Foundation

/// A folder that only its owner can use. A class because it is removed once.
final class BenchFolder {
  let path: String

  /// - Throws: why it cannot be made.
  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "usher-bench-\(UUID())")
    // Nobody else may write there, whatever the mask of whoever runs this says.
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = place.path
  }

  /// - Throws: what of it cannot be removed.
  func remove() throws { try FileManager.default.removeItem(atPath: path) }

  /// Writes a file and answers its path.
  func file(_ name: String, _ text: String) throws -> String {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    return "\(path)/\(name)"
  }

  /// Does something with a folder, and removes it whatever comes of it.
  static func with<Value>(_ body: (BenchFolder) throws -> Value) throws -> Value {
    let folder = try BenchFolder()
    let value = Result { try body(folder) }
    try folder.remove()
    return try value.get()
  }
}
