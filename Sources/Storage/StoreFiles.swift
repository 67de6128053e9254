// The files of an open store: whether those it has open are still those at their paths.

/// What is asked of the operating system before anything is confirmed. SQLite goes on with the
/// files it has open, whatever becomes of their names: what is written then is lost with the
/// process, or stands in a store that others think is this one.
struct StoreFiles {
  private var opened: [(path: String, identity: FileStatus.Identity)] = []
  private let database: String
  private var log: String { database + "-wal" }

  /// Those of a store without files of the operating system: nothing is asked.
  static let none = StoreFiles()

  private init() { database = "" }

  /// The database and its lock, before SQLite opens it.
  init(of database: String) throws(StoreFault) {
    self.database = database
    try add(database)
    try add(database + "-lock")
  }

  /// The log and its index, which SQLite keeps open from the first transaction to the last.
  mutating func addLog() throws(StoreFault) {
    try add(log)
    try add(database + "-shm")
  }

  private mutating func add(_ path: String) throws(StoreFault) {
    guard let status = try FileStatus(of: path) else { throw Self.displaced(path, Self.gone) }
    opened.append((path, status.identity))
  }

  /// - Throws: `displaced` if one is gone, or is another file, or the database has a second name.
  func requireInPlace() throws(StoreFault) {
    for file in opened {
      guard let status = try FileStatus(of: file.path) else {
        throw Self.displaced(file.path, Self.gone)
      }
      guard status.identity == file.identity else {
        throw Self.displaced(file.path, "another file stands in its place")
      }
      // SQLite names the log after the name by which it was opened: two names, two logs.
      if file.path == database, status.names != 1 {
        throw .displaced(
          StoreCause(
            place: file.path,
            text: "it has \(status.names) names (hard links); nothing is confirmed until the "
              + "other is removed, which this finds: \(Self.search(for: database))"))
      }
    }
  }

  /// Whether the log, if there is one, would be found by whoever opens the store next.
  func isLogInPlace() throws(StoreFault) -> Bool {
    guard let kept = opened.first(where: { $0.path == log }) else { return true }
    return try FileStatus(of: kept.path)?.identity == kept.identity
  }

  private static let gone = "it is no longer there"

  private static func displaced(_ path: String, _ seen: String) -> StoreFault {
    .displaced(
      StoreCause(
        place: path,
        text: "\(seen); nothing is confirmed until the file that was there is back, or usher is "
          + "stopped in order (SIGTERM) and started again"))
  }

  /// The command that lists all names of a file.
  static func search(for path: String) -> String { "find / -xdev -samefile \"\(path)\"" }
}
