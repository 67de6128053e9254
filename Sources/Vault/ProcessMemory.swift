// What other processes may do with the memory of this one, in which secrets stand open.

internal import CCrypto

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The memory of this process.
public enum ProcessMemory {
  /// Keeps it from others: no core dump, and no ptrace by a process of the same user. On Linux
  /// `/proc/PID` of it belongs to root from then on, so that its user may not read there what
  /// needs the right to trace (`environ`, `fd`, `io`, `maps`). Where there is no such call, only
  /// core dumps are turned off.
  /// - Throws: that the system refuses.
  public static func hide() throws(VaultFault) {
    let number = usher_hide_memory()
    if number != 0 { throw .notHidden(systemError: Int(number)) }
  }

  /// Whether it is kept from others.
  public static var isHidden: Bool { usher_memory_is_hidden() != 0 }
}
