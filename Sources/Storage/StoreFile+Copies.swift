// The files of copies before SQLite opens them: which may be read, and where one may be made.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension StoreFile {
  /// What SQLite and we put behind the name of a store; and its own.
  private static let suffixes = ["", "-wal", "-shm", "-journal", "-lock", PartFile.suffix]

  /// The path by which everybody reaches a backup that is there.
  /// - Throws: why it cannot be read; `exposed` if others may have written it.
  static func findOurs(_ path: String) throws(StoreFault) -> String {
    let truePath = try find(path)
    try requireOnlyOurs(folder: folder(of: truePath) ?? "/")
    try requireOnlyOurs(file: truePath)
    return truePath
  }

  /// - Throws: that a file is the store, or one of those that belong to it.
  static func requireOther(_ path: String, than store: String) throws(StoreFault) {
    var isOther = !suffixes.contains { path == store + $0 }
    if let file = try FileStatus(of: path), let of = try FileStatus(of: store) {
      isOther = isOther && file.identity != of.identity
    }
    if !isOther { throw .occupied(StoreCause(place: path, text: "this is the store itself")) }
  }

  /// Where a copy of a store is to be made: a name in a folder that is there.
  /// - Throws: `occupied` if something stands there that may not be replaced; why no file may be
  ///   made there.
  static func placeToMake(
    _ path: String, of store: String, replacing: Bool
  ) throws(StoreFault) -> String {
    if path.utf8.contains(0) || path.isEmpty {
      throw .unreachable(StoreCause(place: path, text: "this is no path"))
    }
    let last = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    if ["", ".", ".."].contains(last) {
      throw .occupied(StoreCause(place: path, text: "this is a folder; name a file in it"))
    }
    let isInRoot = path.utf8.count == last.utf8.count + 1
    let folder = try truePath(isInRoot ? "/" : Self.folder(of: path) ?? ".")
    try requireOnlyOurs(folder: folder)
    let place = folder == "/" ? "/\(last)" : "\(folder)/\(last)"
    try requireOther(place, than: store)
    if let there = try FileStatus(of: place) {
      guard there.isPlainFile else {
        throw .occupied(StoreCause(place: place, text: "what stands there is no plain file"))
      }
      if !replacing { throw occupied(place) }
    }
    return place
  }

  /// The fault of a name that is taken.
  static func occupied(_ path: String) -> StoreFault {
    .occupied(StoreCause(place: path, text: "there is a file of that name already"))
  }

  /// Removes a file in which nothing stands.
  static func removeEmpty(_ path: String) throws(StoreFault) {
    guard let status = try FileStatus(of: path), status.isEmpty else { return }
    unlink(path)
  }
}
