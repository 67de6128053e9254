// What the operating system says of a file, by its name.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file or folder as it stands at a path now.
struct FileStatus {
  /// What tells a file from every other of the machine as long as anybody has it open.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let identity: Identity
  /// Under how many names it is found (hard links); 0 once it is deleted.
  let names: Int
  let isEmpty: Bool
  private let mode: mode_t

  /// Nil if there is none. A symbolic link is itself, unless what it leads to is asked for.
  /// - Throws: why it cannot be told.
  init?(of path: String, followingLinks: Bool = false) throws(StoreFault) {
    var status = stat()
    if (followingLinks ? stat(path, &status) : lstat(path, &status)) != 0 {
      let number = errno
      if number == ENOENT || number == ENOTDIR { return nil }
      throw systemFault(at: path, number, "it cannot be looked at")
    }
    self.init(status)
  }

  /// Of an open file.
  init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
    names = Int(status.st_nlink)
    isEmpty = status.st_size == 0
    mode = status.st_mode
  }

  var isPlainFile: Bool { mode & S_IFMT == S_IFREG }

  /// Whether its group or everybody may write it.
  var isWritableByOthers: Bool { mode & (S_IWGRP | S_IWOTH) != 0 }

  /// Whether others that may write in it, a folder, can remove only what is their own.
  var isSticky: Bool { mode & mode_t(S_ISVTX) != 0 }
}
