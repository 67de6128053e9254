// The locks of SQLite on a file and on its shared memory, between the open files of one process.

/// Who holds which lock on a file (https://sqlite.org/lockingv3.html).
struct FileLocks {
  /// In SQLite's own order.
  enum Level: Int32, Comparable {
    case none, shared, reserved, pending, exclusive

    static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  private var levels: [ObjectIdentifier: Level] = [:]

  /// Whether somebody means to write.
  var isReserved: Bool { levels.values.contains { $0 >= .reserved } }

  /// Raises a lock; false if another holds what does not go with it.
  mutating func raise(_ holder: ObjectIdentifier, to level: Level) -> Bool {
    if levels[holder, default: .none] >= level { return true }
    let highest = levels.filter { $0.key != holder }.values.max() ?? .none
    switch level {
    case .none: return true
    case .shared: if highest >= .pending { return false }
    case .reserved: if highest >= .reserved { return false }
    case .pending, .exclusive:
      if highest >= .reserved { return false }
      if highest == .shared {
        levels[holder] = .pending
        return false
      }
    }
    levels[holder] = level
    return true
  }

  mutating func lower(_ holder: ObjectIdentifier, to level: Level) {
    if levels[holder, default: .none] > level { levels[holder] = level }
    if level == .none { levels[holder] = nil }
  }
}

/// The memory that connections share beside a log, and its locks. A class because SQLite holds
/// pointers into it, also those of a connection whose process was killed.
final class SharedMemory {
  private var regions: [UnsafeMutableRawPointer] = []
  private var users: [ObjectIdentifier: (shared: UInt32, exclusive: UInt32)] = [:]

  deinit { for region in regions { region.deallocate() } }

  var hasUsers: Bool { !users.isEmpty }

  func join(_ user: ObjectIdentifier) {
    if users[user] == nil { users[user] = (0, 0) }
  }

  func leave(_ user: ObjectIdentifier) { users[user] = nil }

  /// A region of a size; nil if it is not there and not to be made.
  func region(_ number: Int, octets: Int, extending: Bool) -> UnsafeMutableRawPointer? {
    if number >= regions.count && !extending { return nil }
    while regions.count <= number {
      let region = UnsafeMutableRawPointer.allocate(byteCount: octets, alignment: 16)
      region.initializeMemory(as: UInt8.self, repeating: 0, count: octets)
      regions.append(region)
    }
    return regions[number]
  }

  /// Takes some locks, each a bit; false if another holds one that does not go with it.
  func take(_ mask: UInt32, exclusive: Bool, by user: ObjectIdentifier) -> Bool {
    for (other, held) in users where other != user {
      if held.exclusive & mask != 0 || (exclusive && held.shared & mask != 0) { return false }
    }
    if exclusive {
      users[user, default: (0, 0)].exclusive |= mask
    } else {
      users[user, default: (0, 0)].shared |= mask
    }
    return true
  }

  func give(_ mask: UInt32, by user: ObjectIdentifier) {
    users[user]?.shared &= ~mask
    users[user]?.exclusive &= ~mask
  }
}
