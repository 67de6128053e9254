// What an operator does with a whole store: it is backed up, and put back.

extension Store {
  /// Writes all of a store into a file for its owner alone, while an agent uses the store or none
  /// does, and looks through what was written before it gets its name. What stands under that name
  /// is replaced only if that is said, and never if it is not a plain file.
  /// - Throws: why there is no backup; nothing stands under its name then that was not there.
  public static func backUp(
    _ path: String, to file: String, replacing: Bool, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> StoreCopy {
    let store = try StoreFile.find(path)
    let name = try StoreFile.placeToMake(file, of: store, replacing: replacing)
    let part = try PartFile(for: name)
    defer { part.discard() }
    try Copying.copy(store, older: false, to: part, limits: limits)
    let copy = try Copying.look(at: part, as: name, limits: limits)
    if case .made = copy { try part.putInPlace(replacing: replacing) }
    return copy
  }

  /// Puts what a file holds into the place of a store that nobody uses. It is copied and looked
  /// through first, and one of an older schema is brought up to date; the file stays as it is. What
  /// stood in the store's place is kept under its name with that word behind it.
  /// - Throws: why not; what stood in the store's place is there then.
  public static func restore(
    _ path: String, from file: String, keptAs word: String, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> (copy: StoreCopy, kept: String?) {
    let source = try StoreFile.findOurs(file)
    let isNew = try FileStatus(of: path, followingLinks: true) == nil
    let store = try StoreFile.prepare(path)
    do throws(StoreFault) {
      let lock = try StoreLock(of: store)
      defer { lock.release() }
      try StoreFile.requireOther(source, than: store)
      let put = try put(source, into: store, keptAs: word, limits: limits)
      if isNew, case .differs = put.copy { try StoreFile.removeEmpty(store) }
      return put
    } catch {
      // Not even an empty file is left where none was.
      if isNew { try StoreFile.removeEmpty(store) }
      throw error
    }
  }

  private static func put(
    _ source: String, into store: String, keptAs word: String, limits: StoreLimits
  ) throws(StoreFault) -> (copy: StoreCopy, kept: String?) {
    let part = try PartFile(for: store)
    defer { part.discard() }
    try Copying.copy(source, older: true, to: part, limits: limits)
    try Opening.bringUpToDate(part.path, limits: limits)
    let copy = try Copying.look(at: part, as: store, limits: limits)
    guard case .made = copy else { return (copy, nil) }
    let kept = try SettingAside.exchange(store, for: part, keptAs: word, limits: limits)
    return (copy, kept)
  }
}
