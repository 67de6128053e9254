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
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, fileMode)
    let number = errno
    guard descriptor >= 0 else { throw systemFault(at: path, number, "it cannot be opened") }
    try requirePlainFile(descriptor, path)
    return try truePath(path)
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
    if failed || status.st_mode & S_IFMT != S_IFREG {
      throw .unreachable(StoreCause(place: path, text: "this is no plain file"))
    }
  }

  private static func truePath(_ path: String) throws(StoreFault) -> String {
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
  private static func makeDurable(_ folder: String) throws(StoreFault) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw systemFault(at: folder, errno, "it cannot be opened") }
    let failed = fsync(descriptor) != 0
    let number = errno
    close(descriptor)
    if failed && number != EINVAL { throw systemFault(at: folder, number, "it cannot be synced") }
  }

  private static func folder(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let folder = path[..<slash]
    return folder.isEmpty ? nil : String(folder)
  }
}
