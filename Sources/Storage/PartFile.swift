// A file that is not whole yet: it is written beside the name that it is to have, and gets it when
// it is on the disk.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file under the name of another with `-part` behind it. Whoever is killed leaves at most that
/// file, and the next who writes for the same name begins it anew. A class because it holds an open
/// file, which keeps a second writer out.
final class PartFile {
  /// Behind the name of the file that it is to be.
  static let suffix = "-part"

  /// Where it is written.
  let path: String
  private let name: String
  private let folder: String
  private var descriptor: Int32

  /// An empty file that only its owner can read, for a name in a folder that is there.
  /// - Throws: `busy` if somebody else is writing it; why it cannot be made.
  init(for name: String) throws(StoreFault) {
    self.name = name
    path = name + Self.suffix
    folder = StoreFile.folder(of: name) ?? "."
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    let number = errno
    guard descriptor >= 0 else { throw systemFault(at: path, number, "it cannot be made") }
    do throws(StoreFault) {
      try begin()
    } catch {
      close(descriptor)
      descriptor = -1
      throw error
    }
  }

  deinit { discard() }

  private func begin() throws(StoreFault) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      guard number == EWOULDBLOCK else {
        throw systemFault(at: path, number, "it cannot be locked")
      }
      throw .busy(StoreCause(place: path, text: "somebody else is writing it"))
    }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    // Ours has one name and is plain; what else bears its name is not emptied.
    guard isKnown, FileStatus(status).isPlainFile, FileStatus(status).names == 1 else {
      throw .occupied(StoreCause(place: path, text: "what stands there is not ours to overwrite"))
    }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      throw systemFault(at: path, errno, "it cannot be emptied")
    }
    removeCompanions()
  }

  /// Waits until all that was written is on the disk.
  func sync() throws(StoreFault) {
    while fsync(descriptor) != 0 {
      let number = errno
      if number != EINTR { throw systemFault(at: path, number, "it cannot be synced") }
    }
  }

  /// Gives it its name. What bears that name is replaced only if that is said.
  /// - Throws: `occupied`, or why it cannot have the name; it has not got it then.
  func putInPlace(replacing: Bool) throws(StoreFault) {
    try sync()
    if !replacing { try reserve() }
    guard rename(path, name) == 0 else {
      let number = errno
      if !replacing { unlink(name) }
      throw systemFault(at: name, number, "the file cannot be put there")
    }
    close(descriptor)
    descriptor = -1
    removeCompanions()
    try StoreFile.makeDurable(folder)
  }

  /// Takes the name, so that nobody else's file is replaced, whenever it came.
  private func reserve() throws(StoreFault) {
    let reserved = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let number = errno
    guard reserved >= 0 else {
      if number == EEXIST { throw StoreFile.occupied(name) }
      throw systemFault(at: name, number, "the file cannot be put there")
    }
    close(reserved)
  }

  /// Removes it, unless it has its name; again does nothing.
  func discard() {
    guard descriptor >= 0 else { return }
    unlink(path)
    removeCompanions()
    close(descriptor)
    descriptor = -1
  }

  /// What SQLite writes beside it, and somebody who was killed has left.
  private func removeCompanions() {
    for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
