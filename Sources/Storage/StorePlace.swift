// Where a store stands.

/// Where a store stands.
public enum StorePlace: Hashable, Sendable, CustomStringConvertible {
  /// In a file of that path, made if missing; beside it SQLite's `-wal` and `-shm` and our `-lock`.
  case file(String)
  /// In memory only: gone with the process.
  case memory
  /// In a file of a file system that was registered with SQLite under that name
  /// (https://sqlite.org/vfs.html): one that keeps files elsewhere, or fails to order. It is
  /// opened as a file is but for what only the operating system does: no folder is made, no lock
  /// is taken, nothing is asked of the path, not before a commit either.
  case disk(String, file: String)

  /// The path, or `:memory:`.
  public var description: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    case .disk(_, let file): file
    }
  }

  /// The name of SQLite's file system; nil for that of the operating system.
  var fileSystem: String? {
    switch self {
    case .file, .memory: nil
    case .disk(let name, _): name
    }
  }
}
