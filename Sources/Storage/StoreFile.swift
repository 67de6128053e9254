// The file of a store before SQLite opens it: its folder, its true path, and who may read it.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Steps that lead to a file only its owner can read: a store holds names and addresses.
enum StoreFile {
  private static let folderMode: mode_t = 0o700
  private static let fileMode: mode_t = 0o600

  /// Makes the folder and the file where they are missing, and answers the path by which everybody
  /// reaches the same file.
  /// - Throws: why there can be no store.
  static func prepare(_ path: String) throws(StoreFault) -> String {
    if path.utf8.contains(0) || path.isEmpty {
      throw .unreachable(StoreCause(place: path, text: "this is no path"))
    }
    if let folder = folder(of: path) { try makeFolder(folder) }
    // Before a file is made there.
    try requireOnlyOurs(folder: folder(of: path) ?? ".")
    try requireStoreOfLog(path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, fileMode)
    let number = errno
    guard descriptor >= 0 else { throw systemFault(at: path, number, "it cannot be opened") }
    try requirePlainFile(descriptor, path)
    let truePath = try truePath(path)
    try requireOnlyOurs(folder: folder(of: truePath) ?? "/")
    for suffix in ["", "-wal", "-shm", "-lock"] { try requireOnlyOurs(file: truePath + suffix) }
    return truePath
  }

  /// The path by which everybody reaches a file that is there.
  /// - Throws: why it cannot be read.
  static func find(_ path: String) throws(StoreFault) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let number = errno
    guard descriptor >= 0 else { throw systemFault(at: path, number, "it cannot be opened") }
    try requirePlainFile(descriptor, path)
    return try truePath(path)
  }

  /// Whether a process left without closing: its log still stands beside the database.
  static func hasLog(_ path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Closes the file too: done later, it would take SQLite's own locks away.
  private static func requirePlainFile(
    _ descriptor: Int32, _ path: String
  ) throws(StoreFault) {
    var status = stat()
    let failed = fstat(descriptor, &status) != 0
    close(descriptor)
    let file = FileStatus(status)
    if failed || !file.isPlainFile {
      throw .unreachable(StoreCause(place: path, text: "this is no plain file"))
    }
    // SQLite names the log after the name by which it is opened: two names, two logs.
    if file.names > 1 {
      let text =
        "it has \(file.names) names (hard links), and nothing is safe under two; remove the "
        + "other, which this finds: \(StoreFiles.search(for: path))"
      throw .exposed(StoreCause(place: path, text: text))
    }
  }

  /// SQLite deletes a log that stands beside an empty database; but that of a store which was moved
  /// or deleted while it was in use holds bookings.
  private static func requireStoreOfLog(_ path: String) throws(StoreFault) {
    if let file = try FileStatus(of: path, followingLinks: true), !file.isEmpty { return }
    guard hasLog(path) else { return }
    throw .displaced(
      StoreCause(
        place: path,
        text: "its log is here, but the store itself is gone; put it back beside its log, or give "
          + "up what the log holds; type: rm \"\(path)-wal\""))
  }

  /// A file that others may write can be changed behind our back; one that is missing can not.
  static func requireOnlyOurs(file path: String) throws(StoreFault) {
    guard let file = try FileStatus(of: path) else { return }
    guard file.isPlainFile else {
      throw .unreachable(StoreCause(place: path, text: "this is no plain file"))
    }
    if file.isWritableByOthers { throw exposed(path, "others may write it") }
  }

  /// In a folder that others may write the files can be replaced by others.
  static func requireOnlyOurs(folder path: String) throws(StoreFault) {
    guard let folder = try FileStatus(of: path, followingLinks: true), folder.isWritableByOthers,
      !folder.isSticky
    else { return }
    throw exposed(path, "others may write in this folder")
  }

  private static func exposed(_ path: String, _ seen: String) -> StoreFault {
    .exposed(StoreCause(place: path, text: "\(seen); type: chmod go-w \"\(path)\""))
  }

  static func truePath(_ path: String) throws(StoreFault) -> String {
    guard let resolved = realpath(path, nil) else {
      throw systemFault(at: path, errno, "its path cannot be resolved")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func makeFolder(_ path: String) throws(StoreFault) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let parent = folder(of: path)
    if let parent { try makeFolder(parent) }
    if mkdir(path, folderMode) != 0 && errno != EEXIST {
      throw systemFault(at: path, errno, "the folder cannot be made")
    }
    try makeDurable(parent ?? ".")
  }

  /// A folder's new entry outlives a power cut only if the folder itself was written.
  static func makeDurable(_ folder: String) throws(StoreFault) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw systemFault(at: folder, errno, "it cannot be opened") }
    let failed = fsync(descriptor) != 0
    let number = errno
    close(descriptor)
    if failed && number != EINVAL { throw systemFault(at: folder, number, "it cannot be synced") }
  }

  static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let folder = path[..<slash]
    return folder.isEmpty ? nil : String(folder)
  }
}
