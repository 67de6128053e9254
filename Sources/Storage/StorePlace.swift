// Where a store stands.

/// Where a store stands.
public enum StorePlace: Hashable, Sendable, CustomStringConvertible {
  /// In a file of that path, made if missing; beside it SQLite's `-wal` and `-shm` and our `-lock`.
  case file(String)
  /// In memory only: gone with the process.
  case memory

  /// The path, or `:memory:`.
  public var description: String {
    switch self {
    case .file(let path): path
    case .memory: ":memory:"
    }
  }
}
