// A file that SQLite has open: each of its operations, as the disk lets it happen.

import CSQLite

/// An open file. A class because SQLite holds a pointer to it until it closes it.
final class OpenFile {
  /// Kept as long as a file is open, since SQLite still asks the disk while it closes.
  private let disk: Disk
  private let name: String
  private let node: Node
  private let life: Int
  /// A log that may have been made by its opening makes its folder durable with its first sync.
  private var syncsFolder: Bool
  private let isReadOnly: Bool
  private var shared: SharedMemory?

  init(_ disk: Disk, _ name: String, _ node: Node, syncsFolder: Bool, isReadOnly: Bool) {
    self.disk = disk
    self.name = name
    self.node = node
    self.syncsFolder = syncsFolder
    self.isReadOnly = isReadOnly
    life = disk.life
  }

  private var isDead: Bool { disk.life != life || disk.hasStopped }
  private var id: ObjectIdentifier { ObjectIdentifier(self) }

  func close() {
    if isDead { return }
    node.locks.lower(id, to: .none)
    unmap()
  }

  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    if isDead { return Answer(.read).dead }
    switch disk.beginReading() {
    case .goesWell: break
    case .fails(let fault): return Answer(.read).to(fault)
    case .isDead: return Answer(.read).dead
    }
    let there = max(0, min(target.count, node.content.count - offset))
    node.content.withUnsafeBytes { content in
      if there > 0 { target[..<there].copyBytes(from: content[offset..<offset + there]) }
    }
    if there == target.count { return SQLITE_OK }
    // SQLite counts on zeros where a file ends.
    UnsafeMutableRawBufferPointer(rebasing: target[there...]).initializeMemory(
      as: UInt8.self, repeating: 0)
    return SQLITE_IOERR | (2 << 8)  // SQLITE_IOERR_SHORT_READ
  }

  func write(_ octets: [UInt8], at offset: Int) -> Int32 {
    if isDead { return Answer(.write).dead }
    if isReadOnly { return SQLITE_READONLY }
    defer { disk.finish() }
    switch disk.begin(.write, name, grows: offset + octets.count > node.content.count) {
    case .goesWell: break
    case .fails(let fault):
      if fault == .torn || fault == .full {
        let part = disk.chance.draw(octets.count)
        if part > 0 { node.write(Array(octets[..<part]), at: offset) }
      }
      return Answer(.write).to(fault)
    case .isDead: return Answer(.write).dead
    }
    node.write(octets, at: offset)
    return SQLITE_OK
  }

  func truncate(to size: Int) -> Int32 {
    if isDead { return Answer(.truncate).dead }
    switch disk.begin(.truncate, name) {
    case .goesWell, .fails(.full): break
    case .fails(let fault): return Answer(.truncate).to(fault)
    case .isDead: return Answer(.truncate).dead
    }
    node.truncate(to: size)
    return SQLITE_OK
  }

  func sync() -> Int32 {
    if isDead { return Answer(.sync).dead }
    switch disk.begin(.sync, name) {
    case .goesWell: break
    case .fails(let fault):
      node.failSync(keeping: &disk.chance, some: fault == .torn || fault == .full)
      return Answer(.sync).to(fault)
    case .isDead: return Answer(.sync).dead
    }
    node.sync()
    if syncsFolder { disk.names.sync() }
    syncsFolder = false
    return SQLITE_OK
  }

  func size() -> Int? { isDead ? nil : node.content.count }

  // Locks

  func lock(_ level: FileLocks.Level) -> Int32 {
    if isDead { return SQLITE_IOERR | (15 << 8) }  // SQLITE_IOERR_LOCK
    return node.locks.raise(id, to: level) ? SQLITE_OK : SQLITE_BUSY
  }

  func unlock(_ level: FileLocks.Level) {
    if !isDead { node.locks.lower(id, to: level) }
  }

  func isReserved() -> Bool { !isDead && node.locks.isReserved }

  // Shared memory

  func region(
    _ number: Int, octets: Int, extending: Bool
  ) -> (code: Int32, region: UnsafeMutableRawPointer?) {
    if isDead { return (SQLITE_IOERR | (21 << 8), nil) }  // SQLITE_IOERR_SHMMAP
    let memory = shared ?? node.shared ?? SharedMemory()
    node.shared = memory
    shared = memory
    memory.join(id)
    return (SQLITE_OK, memory.region(number, octets: octets, extending: extending))
  }

  func lockShared(_ mask: UInt32, takes: Bool, exclusive: Bool) -> Int32 {
    guard !isDead, let shared else { return SQLITE_IOERR | (20 << 8) }  // SQLITE_IOERR_SHMLOCK
    if takes { return shared.take(mask, exclusive: exclusive, by: id) ? SQLITE_OK : SQLITE_BUSY }
    shared.give(mask, by: id)
    return SQLITE_OK
  }

  func unmap() {
    shared?.leave(id)
    if let shared, node.shared === shared, !shared.hasUsers { node.shared = nil }
    shared = nil
  }
}
