// The files of a vault before SQLite opens them: whose they are, and that nobody else reaches them.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a vault stands: a file in a folder that is its own and its owner's alone.
struct VaultPlace {
  /// Its path, in which only the last part was not resolved.
  let path: String
  private let folder: String

  /// The place of a path. Its folder is made where it is missing.
  /// - Throws: that others reach the folder, or why it cannot be made.
  init(_ path: String) throws(VaultFault) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard !path.utf8.contains(0), !["", ".", ".."].contains(name) else {
      throw .unreachable(VaultCause(place: path, text: "this is no path of a file"))
    }
    let folder = Self.folder(of: path)
    try Self.make(folder)
    // The folder itself, for a link to one is another's choice. Those above may be links: systemd
    // keeps the state of a unit with DynamicUser= behind one.
    guard let status = try Self.status(of: folder) else {
      throw Self.fault(at: folder, ENOENT, "the folder cannot be looked at")
    }
    try Self.requireOurs(status, folder, kind: S_IFDIR)
    guard let resolved = realpath(folder, nil) else {
      throw Self.fault(at: folder, errno, "its path cannot be resolved")
    }
    defer { free(resolved) }
    self.folder = String(cString: resolved)
    self.path = self.folder == "/" ? "/\(name)" : "\(self.folder)/\(name)"
  }

  /// The key beside it.
  var key: String { (path.hasSuffix(".db") ? String(path.dropLast(3)) : path) + ".key" }

  /// Whether the vault is there, and not only a file in which nothing stands.
  func isThere() throws(VaultFault) -> Bool { (try Self.status(of: path)?.st_size ?? 0) > 0 }

  /// Makes the file if it is missing.
  /// - Throws: that others reach it, or one that SQLite keeps beside it.
  func prepare() throws(VaultFault) {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      guard let status = try Self.status(of: path + suffix) else { continue }
      try Self.requireOurs(status, path + suffix, kind: S_IFREG)
    }
    guard try Self.status(of: path) == nil else { return }
    // Opened only where it is new: closing a file that SQLite has open takes its locks away.
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file < 0 {
      if errno == EEXIST { throw .inUse(path) }
      throw Self.fault(at: path, errno, "it cannot be made")
    }
    close(file)
    try Self.makeDurable(folder)
  }

  /// Puts octets into a file that is not there, whole or not at all, and tells whether that is what
  /// stands there now: somebody else may have been faster.
  func place(_ octets: [UInt8], at path: String) throws(VaultFault) -> Bool {
    let beside = "\(path).\(try Chance.mark())"
    let file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if file < 0 { throw Self.fault(at: beside, errno, "it cannot be made") }
    defer { unlink(beside) }
    let count = octets.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    let number = count == octets.count ? (fsync(file) == 0 ? 0 : errno) : (count < 0 ? errno : EIO)
    close(file)
    if number != 0 { throw Self.fault(at: beside, number, "it cannot be written") }
    // Unlike renaming, this replaces nothing.
    if link(beside, path) != 0 {
      if errno == EEXIST { return false }
      throw Self.fault(at: path, errno, "it cannot be made")
    }
    unlink(beside)
    try Self.makeDurable(folder)
    return true
  }
}

// Files in general
extension VaultPlace {
  /// Fills octets from a file until it ends, and tells how many there were.
  static func fill(
    _ octets: inout [UInt8], from file: Int32, _ path: String
  ) throws(VaultFault) -> Int {
    var count = 0
    while count < octets.count {
      let got = octets.withUnsafeMutableBytes { all in
        read(file, all.baseAddress.map { $0 + count }, all.count - count)
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw fault(at: path, errno, "it cannot be read") }
      if got == 0 { break }
      count += got
    }
    return count
  }

  /// - Throws: what makes a file or folder unfit for secrets.
  static func requireOurs(
    _ status: stat, _ path: String, kind: mode_t, owners: Set<uid_t> = [geteuid()],
    forbidden: mode_t = 0o077
  ) throws(VaultFault) {
    switch status.st_mode & S_IFMT {
    case S_IFLNK: throw .link(path)
    case kind where kind != S_IFREG || status.st_nlink == 1: break
    default: throw .notPlain(path)
    }
    guard owners.contains(status.st_uid) else { throw .anothers(path) }
    let mode = status.st_mode & 0o7777
    guard mode & forbidden == 0 else { throw .exposed(path, mode: UInt32(mode)) }
  }

  /// What stands at a path, a link being itself; nil if there is nothing.
  private static func status(of path: String) throws(VaultFault) -> stat? {
    var status = stat()
    if lstat(path, &status) == 0 { return status }
    if errno == ENOENT { return nil }
    throw fault(at: path, errno, "it cannot be looked at")
  }

  /// Without a slash at its end, behind which a link would be followed.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    var folder = path[..<slash]
    while folder.last == "/" { folder.removeLast() }
    return folder.isEmpty ? "/" : String(folder)
  }

  private static func make(_ path: String) throws(VaultFault) {
    if try status(of: path) != nil { return }
    let above = folder(of: path)
    try make(above)
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw fault(at: path, errno, "the folder cannot be made")
    }
    try makeDurable(above)
  }

  /// A new name in a folder outlives a power cut only if the folder itself was written.
  private static func makeDurable(_ folder: String) throws(VaultFault) {
    let file = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard file >= 0 else { throw fault(at: folder, errno, "it cannot be opened") }
    let number = fsync(file) == 0 ? 0 : errno
    close(file)
    if number != 0, number != EINVAL { throw fault(at: folder, number, "it cannot be synced") }
  }

  /// A refusal of the operating system as a fault of the vault.
  static func fault(at path: String, _ number: Int32, _ text: String) -> VaultFault {
    let cause = VaultCause(place: path, systemError: Int(number), text: text)
    switch number {
    case EROFS: return .readOnly(cause)
    case ENOSPC, EDQUOT, EFBIG: return .full(cause)
    default: return .unreachable(cause)
    }
  }
}
