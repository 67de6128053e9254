// What an input costs, as its user would pay it. For people to read; nothing is decided by it.

import Foundation

/// What this thread has cost: other processes do not make an input slow.
enum ThreadTime {
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The errors that are thrown while tests run.
enum ThrownErrors {
  /// The runtime's doors through which Swift Testing sees every error, also one that is caught at
  /// once, and takes its backtrace: some ten microseconds that no user pays. The standard library
  /// throws one inside itself for each text it repairs, so that a line full of octets that are no
  /// UTF-8 seemed ten times as slow as it is.
  private static let doors = ["_swift_willThrow", "_swift_willThrowTypedImpl"]

  /// Closes these doors until the process ends. A runtime that has none of them is left as it is.
  static func leaveUntraced() {
    for door in doors {
      // Both hold the address of a function, or zero for none.
      dlsym(nil, door)?.assumingMemoryBound(to: UInt.self).pointee = 0
    }
  }
}
