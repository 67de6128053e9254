// How many descriptors this process and those that it starts may have.

import Foundation

/// The limit on open descriptors (POSIX, `RLIMIT_NOFILE`).
enum DescriptorLimit {
  #if canImport(Darwin)
    private static let kind = RLIMIT_NOFILE
  #else
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif

  /// Lifts what holds to what may be had, and answers it; what is started later inherits it.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 0 }
    limit.rlim_cur = limit.rlim_max
    setrlimit(kind, &limit)
    getrlimit(kind, &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
