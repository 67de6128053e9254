// SQLite's face of a disk: the tables of C functions, and who they lead to.
// The interface is described at https://sqlite.org/vfs.html.

import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A disk among the virtual file systems of SQLite. A class because SQLite keeps its address.
final class Registration {
  let name: String
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let writtenName: UnsafeMutablePointer<CChar>

  init() {
    system = .allocate(capacity: 1)
    // No two that are there at one time have one address.
    name = "disk-\(UInt(bitPattern: system))"
    writtenName = .allocate(capacity: name.utf8.count + 1)
    for (place, octet) in (Array(name.utf8) + [0]).enumerated() {
      (writtenName + place).initialize(to: CChar(bitPattern: octet))
    }
  }

  /// Registers it, not as the one that SQLite takes unless told another.
  func serve(_ disk: Disk) {
    var table = sqlite3_vfs()
    table.iVersion = 2
    table.szOsFile = Int32(OpenFileRecord.octets)
    table.mxPathname = 512
    table.zName = UnsafePointer(writtenName)
    table.pAppData = Unmanaged.passUnretained(disk).toOpaque()
    table.xOpen = { system, name, file, flags, opened in
      Disk.of(system).open(name.map { String(cString: $0) }, flags, opened, into: file)
    }
    table.xDelete = { system, name, syncs in
      guard let name else { return SQLITE_IOERR }
      return Disk.of(system).delete(String(cString: name), syncsFolder: syncs != 0)
    }
    table.xAccess = { system, name, _, answer in
      guard let name, let answer else { return SQLITE_IOERR }
      return Disk.of(system).ask(for: String(cString: name), answer)
    }
    table.xFullPathname = { _, name, room, target in
      guard let name, let target, strlen(name) < room else { return SQLITE_CANTOPEN }
      strcpy(target, name)
      return SQLITE_OK
    }
    table.xRandomness = { system, count, target in
      guard let target else { return 0 }
      for place in 0..<Int(count) {
        target[place] = CChar(truncatingIfNeeded: Disk.of(system).chance.next())
      }
      return count
    }
    // Nobody else comes while one thread waits.
    table.xSleep = { _, microseconds in microseconds }
    // Julian days in milliseconds: 2000-01-01 12:00, for no row of ours is stamped by SQLite.
    table.xCurrentTimeInt64 = { _, target in
      target?.pointee = 2_451_545 * 86_400_000
      return SQLITE_OK
    }
    table.xCurrentTime = { _, target in
      target?.pointee = 2_451_545
      return SQLITE_OK
    }
    table.xGetLastError = { _, _, _ in Answer.lastNumber }
    system.initialize(to: table)
    let code = sqlite3_vfs_register(system, 0)
    precondition(code == SQLITE_OK, "SQLite takes a file system with a name of its own")
  }

  func end() {
    sqlite3_vfs_unregister(system)
    system.deallocate()
    writtenName.deallocate()
  }
}

/// What SQLite keeps of an open file: the table of functions and, behind it, whom they lead to.
struct OpenFileRecord {
  static let octets = 2 * MemoryLayout<UnsafeRawPointer>.size

  private let address: UnsafeMutableRawPointer

  init(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    guard let file else { preconditionFailure("SQLite names the file it means") }
    address = UnsafeMutableRawPointer(file)
  }

  /// Whom the functions lead to. Read only where the table of functions is set.
  var file: OpenFile {
    let pointer = address.load(
      fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
    return Unmanaged<OpenFile>.fromOpaque(pointer).takeUnretainedValue()
  }

  func set(_ file: OpenFile) {
    address.storeBytes(
      of: UnsafeRawPointer(Unmanaged.passRetained(file).toOpaque()),
      toByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
    address.assumingMemoryBound(to: sqlite3_file.self).pointee.pMethods = FileFunctions.table
  }

  /// Without functions SQLite does not close it.
  func setNone() {
    address.assumingMemoryBound(to: sqlite3_file.self).pointee.pMethods = nil
  }

  func release() {
    let pointer = address.load(
      fromByteOffset: MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
    Unmanaged<OpenFile>.fromOpaque(pointer).release()
  }
}
