// Descriptors: how many there may be, a spare one for when there are none, and 0 to 2, which must
// never come to mean anything else than standard streams.

import CUV
internal import LineProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum Descriptors {
  /// How many connections the process can have, after asking the system for as many as are wanted.
  static func connectionsMax(_ limits: ProtocolLimits) -> Int {
    let wanted = rlim_t(limits.connectionsMax + limits.descriptorsSpared)
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return limits.connectionsMax }
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(wanted, limit.rlim_max)
      if setrlimit(descriptorLimit, &raised) == 0 { limit = raised }
    }
    let possible = Int(clamping: limit.rlim_cur) - limits.descriptorsSpared
    return max(1, min(limits.connectionsMax, possible))
  }

  #if canImport(Darwin)
    private static let descriptorLimit = RLIMIT_NOFILE
  #else
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif
}

/// Which standard streams were open when the process began.
struct StandardDescriptors {
  let isInputOpen: Bool
  let isOutputOpen: Bool

  /// Looks at them, and fills the gaps: a store opened as descriptor 1 would be written into.
  static func secure() -> StandardDescriptors {
    let areOpen = (0...2).map { fcntl($0, F_GETFD) != -1 }
    for descriptor in Int32(0)...2 where !areOpen[Int(descriptor)] {
      // The lowest free descriptor is taken, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
    return StandardDescriptors(isInputOpen: areOpen[0], isOutputOpen: areOpen[1])
  }
}

/// A descriptor kept for the day on which there are none: given up, it lets one waiting connection
/// be accepted and turned away. A class: the loop and its listeners mean the same one.
final class SpareDescriptor {
  private var descriptor: Int32

  init() { descriptor = Self.take() }

  var isHeld: Bool { descriptor >= 0 }

  /// Makes room for one connection.
  func close() {
    guard isHeld else { return }
    _ = systemClose(descriptor)
    descriptor = -1
  }

  /// Takes it back, if there is one to be had.
  func restore() {
    if !isHeld { descriptor = Self.take() }
  }

  private static func take() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}

/// `close` of the system; the spare descriptor has one of its own.
private let systemClose: @Sendable (Int32) -> Int32 = close
