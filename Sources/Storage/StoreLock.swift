// One store, one process: a lock of the operating system on a file beside the database.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The right to use a store, held until `release`. A class because it holds an open file.
///
/// `flock` is given back by the system however the process ends, also by SIGKILL. The file stays:
/// removing it would let two processes each lock a file of that name. It lies beside the database,
/// since SQLite takes its own locks on the database itself and administrators may read meanwhile.
final class StoreLock {
  private var descriptor: Int32

  /// Takes the lock of the database at a path.
  /// - Throws: `inUse` with the process that wrote its number into the file.
  init(of database: String) throws(StoreFault) {
    let path = database + "-lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if descriptor < 0 { throw systemFault(at: path, errno, "the lock file cannot be opened") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
      writeProcess()
      return
    }
    let number = errno
    let process = readProcess()
    release()
    guard number == EWOULDBLOCK else {
      throw systemFault(at: path, number, "the lock cannot be taken")
    }
    throw .inUse(process: process, StoreCause(place: database, text: "another process holds it"))
  }

  deinit { release() }

  /// Whether anybody ever locked the database at a path.
  static func isThere(for database: String) -> Bool { access(database + "-lock", F_OK) == 0 }

  /// Gives the lock back. Giving it back again does nothing.
  func release() {
    guard descriptor >= 0 else { return }
    // Said, not only left to closing: a child that is just being started holds the file open until
    // it has become another program, and the lock with it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
    descriptor = -1
  }

  /// The number is a courtesy to whoever comes second, so nothing depends on its being written.
  private func writeProcess() {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, text, text.count, 0)
  }

  private func readProcess() -> Int? {
    var octets = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &octets, octets.count, 0)
    guard count > 1, let text = String(validating: octets[..<(count - 1)], as: UTF8.self) else {
      return nil
    }
    return Int(text)
  }
}

/// A refusal of the operating system as a fault of the store.
func systemFault(at path: String, _ number: Int32, _ text: String) -> StoreFault {
  let cause = StoreCause(
    place: path, systemError: Int(number), text: "\(text): \(String(cString: strerror(number)))")
  switch number {
  case EROFS, EACCES, EPERM: return .readOnly(cause)
  case ENOSPC, EDQUOT, EFBIG: return .full(cause)
  default: return .unreachable(cause)
  }
}
