// The functions that SQLite calls for an open file.

import CSQLite

/// The table of functions, one for all disks.
enum FileFunctions {
  /// Unsafe in name only: a pointer is never Sendable, but the table is not written to after it was
  /// made, once for the process, and never given back: SQLite may close late.
  nonisolated(unsafe) static let table: UnsafePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: made())
    return UnsafePointer(table)
  }()

  private static func made() -> sqlite3_io_methods {
    var table = sqlite3_io_methods()
    // 2: with shared memory, without mapping of the file itself.
    table.iVersion = 2
    addFile(&table)
    addSharedMemory(&table)
    return table
  }

  private static func addFile(_ table: inout sqlite3_io_methods) {
    table.xClose = { file in
      let record = OpenFileRecord(file)
      record.file.close()
      record.release()
      return SQLITE_OK
    }
    table.xRead = { file, target, count, offset in
      OpenFileRecord(file).file.read(
        into: UnsafeMutableRawBufferPointer(start: target, count: Int(count)), at: Int(offset))
    }
    table.xWrite = { file, source, count, offset in
      OpenFileRecord(file).file.write(
        Array(UnsafeRawBufferPointer(start: source, count: Int(count))), at: Int(offset))
    }
    table.xTruncate = { file, size in OpenFileRecord(file).file.truncate(to: Int(size)) }
    table.xSync = { file, _ in OpenFileRecord(file).file.sync() }
    table.xFileSize = { file, answer in
      guard let size = OpenFileRecord(file).file.size() else { return SQLITE_IOERR | (7 << 8) }
      answer?.pointee = Int64(size)
      return SQLITE_OK
    }
    table.xLock = { file, level in
      guard let level = FileLocks.Level(rawValue: level) else { return SQLITE_IOERR }
      return OpenFileRecord(file).file.lock(level)
    }
    table.xUnlock = { file, level in
      guard let level = FileLocks.Level(rawValue: level) else { return SQLITE_IOERR }
      OpenFileRecord(file).file.unlock(level)
      return SQLITE_OK
    }
    table.xCheckReservedLock = { file, answer in
      answer?.pointee = OpenFileRecord(file).file.isReserved() ? 1 : 0
      return SQLITE_OK
    }
    table.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    // What SQLite's own layer for UNIX says of a disk it knows nothing of.
    table.xSectorSize = { _ in 4096 }
    table.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
  }

  private static func addSharedMemory(_ table: inout sqlite3_io_methods) {
    table.xShmMap = { file, number, octets, extending, answer in
      let found = OpenFileRecord(file).file.region(
        Int(number), octets: Int(octets), extending: extending != 0)
      answer?.pointee = found.region
      return found.code
    }
    table.xShmLock = { file, first, count, flags in
      let mask = ((1 as UInt32) << UInt32(count) - 1) << UInt32(first)
      return OpenFileRecord(file).file.lockShared(
        mask, takes: flags & SQLITE_SHM_LOCK != 0, exclusive: flags & SQLITE_SHM_EXCLUSIVE != 0)
    }
    // One thread sees its own writes.
    table.xShmBarrier = { _ in }
    table.xShmUnmap = { file, _ in
      OpenFileRecord(file).file.unmap()
      return SQLITE_OK
    }
  }
}
