// Counts allocations, where the library that counts them was loaded before the program
// (`Sources/CAllocations`).

import Foundation

/// Counts how many pieces of memory the process takes.
public enum AllocationCount {
  private typealias Taken = @convention(c) () -> Int

  private static let taken: Taken? = {
    let found = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "usher_allocations")
    return found.map { unsafeBitCast($0, to: Taken.self) }
  }()

  /// Whether allocations are counted in this process.
  public static var isThere: Bool { (taken?() ?? -1) >= 0 }

  /// Whether the library can be loaded into this process: a sanitizer wants to come first.
  public static var isPossible: Bool {
    dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__sanitizer_print_stack_trace") == nil
  }

  /// How many pieces are taken while something is done; 0 if they are not counted.
  static func during(_ body: () -> Void) -> Int {
    guard let taken else { return 0 }
    let before = taken()
    body()
    return taken() - before
  }
}
