// What SQLite and the C library are told when an operation fails.

import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The answers to an operation that fails: SQLite's code, as its own layer for UNIX gives it
/// (https://sqlite.org/rescode.html), and `errno`.
struct Answer {
  enum To {
    case read, write, truncate, sync, delete, open, access
  }

  private let operation: To

  init(_ operation: To) { self.operation = operation }

  /// The answer of a disk that has stopped.
  var dead: Int32 {
    errno = EIO
    return code
  }

  /// The answer after a fault.
  func to(_ fault: Disk.Fault) -> Int32 {
    switch fault {
    case .full:
      errno = ENOSPC
      if operation == .write { return SQLITE_FULL }
    case .readOnly: errno = EROFS
    case .fails, .torn: errno = EIO
    }
    return code
  }

  private var code: Int32 {
    switch operation {
    case .read: SQLITE_IOERR | (1 << 8)
    case .write: SQLITE_IOERR | (3 << 8)
    case .sync: SQLITE_IOERR | (4 << 8)
    case .truncate: SQLITE_IOERR | (6 << 8)
    case .delete: SQLITE_IOERR | (10 << 8)
    case .access: SQLITE_IOERR | (13 << 8)
    case .open: SQLITE_CANTOPEN
    }
  }

  static var lastNumber: Int32 { errno }
}
