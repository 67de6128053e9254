// A folder into which files are put whole: written beside, made durable, then renamed.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the operating system refused to do with a file.
struct FileFault: Error, CustomStringConvertible {
  /// What was tried, as `write`.
  let call: String
  /// The system's number for why not.
  let number: Int32

  /// As `write: No space left on device`; without the name, which holds an address.
  var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// The folder of a drop gateway. Only its user may read it, for passes hold personal data.
struct DropFolder {
  private let path: String

  /// A folder, perhaps not there yet.
  init(_ path: String) { self.path = path }

  /// A folder that is there, made with those above it where it was missing.
  init(making path: String) throws(FileFault) {
    self.path = path
    guard access(path, F_OK) != 0 else { return }
    for index in path.indices.dropFirst() where path[index] == "/" {
      try Self.make(String(path[..<index]))
    }
    try Self.make(path)
  }

  /// Whether a file of that name is there.
  func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

  /// Puts a file there: after a crash it has the new content, the old one, or is not there.
  func put(_ octets: [UInt8], as name: String) throws(FileFault) {
    let beside = "\(path)/.\(name).partial"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileFault(call: "open", number: errno) }
    do throws(FileFault) {
      try Self.fill(file, octets)
      guard rename(beside, "\(path)/\(name)") == 0 else {
        throw FileFault(call: "rename", number: errno)
      }
    } catch {
      unlink(beside)
      throw error
    }
  }

  /// Makes the names of the files durable; their content is already.
  func makeDurable() throws(FileFault) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw FileFault(call: "open", number: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw FileFault(call: "fsync", number: errno) }
  }

  private static func make(_ path: String) throws(FileFault) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw FileFault(call: "mkdir", number: errno)
  }

  /// Writes all, waits for the disk and closes in any case.
  private static func fill(_ file: Int32, _ octets: [UInt8]) throws(FileFault) {
    var written = 0
    while written < octets.count {
      let count = octets[written...].withUnsafeBytes {
        write(file, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = errno
        close(file)
        throw FileFault(call: "write", number: number)
      }
      written += count
    }
    guard fsync(file) == 0 else {
      let number = errno
      close(file)
      throw FileFault(call: "fsync", number: number)
    }
    guard close(file) == 0 else { throw FileFault(call: "close", number: errno) }
  }
}
