// How the file of a store gives way to another, so that at no time there is neither.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The exchange of a store that nobody else uses. Whoever is killed in it leaves the store that was
/// there, or the other, or one with two names, which the next start refuses with what to type.
enum SettingAside {
  /// Puts a whole file into the place of a store.
  /// - Returns: where what stood there is kept: the store's path, that word and perhaps a number;
  ///   nil if nothing stood there.
  /// - Throws: why not; the store is as it was then, perhaps under two names.
  static func exchange(
    _ store: String, for part: PartFile, keptAs word: String, limits: StoreLimits
  ) throws(StoreFault) -> String? {
    try part.sync()
    guard let status = try FileStatus(of: store), !status.isEmpty else {
      try part.putInPlace(replacing: true)
      return nil
    }
    let isOneFile = try foldLog(of: store, limits: limits)
    let other = try secondName(of: store, word, isOneFile: isOneFile, limits: limits)
    if !isOneFile { try remove(store + "-wal") }
    try remove(store + "-shm")
    try part.putInPlace(replacing: true)
    return other
  }

  /// Copies the log of a store into it, so that one file is all of it; false for what is no store
  /// that can be read, which stays as it is.
  /// - Throws: `busy` if somebody has it open by other means.
  static func foldLog(of store: String, limits: StoreLimits) throws(StoreFault) -> Bool {
    do throws(StoreFault) {
      let database = try Database(.file(store), access: .reading, limits: limits)
      defer { database.close() }
      database.keepLogAtClosing()
      guard try database.integer("PRAGMA application_id") == Schema.applicationID else {
        return false
      }
      // SQLite does this only where nobody else has the file open.
      let mode = try database.text("PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw .busy(database.cause("its journal mode stays \(mode)")) }
      return true
    } catch {
      switch error {
      case .damaged, .notStore, .other: return false
      case .inUse, .newerSchema, .olderSchema, .unreachable, .exposed, .displaced, .readOnly, .full,
        .busy, .overlap, .unstorable, .outcomeUnknown, .occupied:
        throw error
      }
    }
  }

  /// Gives the store a second name, and its log one beside that.
  private static func secondName(
    of store: String, _ word: String, isOneFile: Bool, limits: StoreLimits
  ) throws(StoreFault) -> String {
    for number in 1...max(1, limits.setAsideNamesMax) {
      let name = "\(store).\(word)" + (number == 1 ? "" : "-\(number)")
      if try FileStatus(of: name + "-wal") != nil { continue }
      guard link(store, name) == 0 else {
        let code = errno
        if code == EEXIST { continue }
        throw systemFault(at: name, code, "what stands in the store's place cannot be kept there")
      }
      if !isOneFile { try keepLog(of: store, at: name) }
      try StoreFile.makeDurable(StoreFile.folder(of: store) ?? ".")
      return name
    }
    throw StoreFile.occupied("\(store).\(word)")
  }

  private static func keepLog(of store: String, at name: String) throws(StoreFault) {
    guard link(store + "-wal", name + "-wal") != 0 else { return }
    let code = errno
    if code == ENOENT { return }
    unlink(name)
    throw systemFault(at: name + "-wal", code, "the log cannot be kept there")
  }

  private static func remove(_ path: String) throws(StoreFault) {
    guard unlink(path) != 0 else { return }
    let code = errno
    if code != ENOENT { throw systemFault(at: path, code, "it cannot be removed") }
  }
}
