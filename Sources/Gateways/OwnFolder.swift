// A folder into which files are put whole: written beside, made durable, then renamed.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why a file could not be put into a folder.
package enum FolderFault: Error {
  /// The operating system refused a call: its name, as `write`, and the system's number for why.
  case refused(call: String, number: Int32)
  /// Others may write in the folder: they could read, change and replace what is put there.
  case exposed(folder: String)
  /// The folder is another user's, who may do what they like in it.
  case anothers(folder: String)
}

/// A folder that its user alone may use, as that of a drop gateway, for passes hold personal data.
/// It is held open, so that what was looked at is what is written to.
package struct OwnFolder: ~Copyable {
  private let descriptor: Int32

  /// A folder that is there and our own.
  package init(_ path: String) throws(FolderFault) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .refused(call: "open", number: errno) }
    if let fault = Self.fault(of: folder, at: path) {
      close(folder)
      throw fault
    }
    descriptor = folder
  }

  /// Why nothing may be put into an open folder; nil if it is ours alone.
  private static func fault(of descriptor: Int32, at path: String) -> FolderFault? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .refused(call: "fstat", number: errno) }
    if status.st_uid != geteuid() { return .anothers(folder: path) }
    return status.st_mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .exposed(folder: path)
  }

  /// A folder, made with those above it where it is missing.
  package init(making path: String) throws(FolderFault) {
    if !Self.isThere(path) {
      for index in path.indices.dropFirst() where path[index] == "/" {
        try Self.make(String(path[..<index]))
      }
      try Self.make(path)
    }
    try self.init(path)
  }

  deinit { close(descriptor) }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether a file of that name is there.
  func has(_ name: String) -> Bool { faccessat(descriptor, name, F_OK, 0) == 0 }

  /// Puts a file there: after a crash it has the new content, the old one, or is not there.
  package func put(_ octets: [UInt8], as name: String) throws(FolderFault) {
    let beside = ".\(name).partial"
    let file = try create(beside)
    do throws(FolderFault) {
      try Self.fill(file, octets)
      guard renameat(descriptor, beside, descriptor, name) == 0 else {
        throw .refused(call: "rename", number: errno)
      }
    } catch {
      unlinkat(descriptor, beside, 0)
      throw error
    }
  }

  /// Makes the names of the files durable; their content is already.
  package func makeDurable() throws(FolderFault) {
    guard fsync(descriptor) == 0 else { throw .refused(call: "fsync", number: errno) }
  }

  /// A file that nobody else has open or reaches by another name. What a crash has left under that
  /// name is removed, not written into.
  private func create(_ name: String) throws(FolderFault) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var file = openat(descriptor, name, flags, 0o600)
    if file < 0, errno == EEXIST, unlinkat(descriptor, name, 0) == 0 {
      file = openat(descriptor, name, flags, 0o600)
    }
    guard file >= 0 else { throw .refused(call: "open", number: errno) }
    return file
  }

  private static func make(_ path: String) throws(FolderFault) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw .refused(call: "mkdir", number: errno)
  }

  /// Writes all, waits for the disk and closes in any case.
  private static func fill(_ file: Int32, _ octets: [UInt8]) throws(FolderFault) {
    var written = 0
    while written < octets.count {
      let count = octets[written...].withUnsafeBytes {
        write(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = errno
        close(file)
        throw .refused(call: "write", number: number)
      }
      written += count
    }
    guard fsync(file) == 0 else {
      let number = errno
      close(file)
      throw .refused(call: "fsync", number: number)
    }
    guard close(file) == 0 else { throw .refused(call: "close", number: errno) }
  }
}
