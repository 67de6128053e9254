// How often an agent has written to its store, as SQLite counts it in a file beside.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Store {
  /// How many transactions were written to the store of a file that somebody has open, counted from
  /// anywhere and modulo 2^32: two of these numbers tell how many lie between.
  /// - Throws: that it cannot be read.
  public static func transactions(of path: String) throws(StoreFault) -> UInt32 {
    try LogIndex.transactions(in: path + "-shm")
  }
}

/// The index of the log of a database (https://sqlite.org/walformat.html, "The WAL-Index File
/// Format").
private enum LogIndex {
  /// `iChange`: octets 8 to 11, in the order of the machine. It counts each commit, also one whose
  /// pages have gone from the log into the database.
  private static let place: off_t = 8

  static func transactions(in path: String) throws(StoreFault) -> UInt32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else { throw systemFault(at: path, number, "it cannot be opened") }
    defer { close(descriptor) }
    var count: UInt32 = 0
    let octets = pread(descriptor, &count, MemoryLayout<UInt32>.size, place)
    guard octets == MemoryLayout<UInt32>.size else {
      throw systemFault(at: path, errno, "it cannot be read")
    }
    return count
  }
}
