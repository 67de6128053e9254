// What the disk in memory promises: without this, nothing that is shown on it is shown.

import CSQLite
import SimulatedDisk
import Storage
import Testing

/// The place of a store on a disk.
func place(on disk: Disk) -> StorePlace { .disk(disk.name, file: "usher.db") }

struct DiskTests {
  /// A database with rows that SQLite was told to sync or not.
  private func database(on disk: Disk, syncs: Bool, rows: Int = 20) throws -> RawFile {
    let raw = try RawFile("notes.db", on: disk.name)
    try raw.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE notes (text)")
    if !syncs { try raw.run("PRAGMA synchronous = OFF") }
    for row in 0..<rows { try raw.run("INSERT INTO notes VALUES ('\(row)')") }
    return raw
  }

  /// How many rows are found after an end of the world; nil if they cannot be read.
  private func rows(after end: Disk.End, on disk: Disk, seed: UInt64) throws -> Int? {
    let copy = disk.copy(seed: seed)
    copy.end(by: end)
    copy.restart()
    let raw = try RawFile("notes.db", on: copy.name)
    guard raw.code("SELECT count(*) FROM notes") == SQLITE_OK else { return nil }
    return Int(try raw.ask("SELECT count(*) FROM notes"))
  }

  @Test
  func `a kill takes nothing, and a cut of the power what was not synced`() throws {
    for syncs in [true, false] {
      let disk = Disk(seed: 1)
      let raw = try database(on: disk, syncs: syncs)
      var found: [Int?] = []
      for seed in 0..<20 as Range<UInt64> {
        #expect(try rows(after: .kill, on: disk, seed: seed) == 20)
        found.append(try rows(after: .powerCut, on: disk, seed: seed))
      }
      if syncs {
        #expect(found.allSatisfy { $0 == 20 })
      } else {
        #expect(Set(found).count > 3, "\(found)")
      }
      #expect(try raw.ask("SELECT count(*) FROM notes") == "20")
    }
  }

  @Test
  func `the same seed leaves the same after a cut, and another another`() throws {
    let disk = Disk(seed: 1)
    let raw = try database(on: disk, syncs: false)
    let prints = [5, 5, 6].map { (seed: UInt64) in
      let copy = disk.copy(seed: seed)
      copy.cutPower()
      return copy.fingerprint
    }
    #expect(prints[0] == prints[1] && prints[1] != prints[2])
    #expect(try raw.ask("SELECT count(*) FROM notes") == "20")
  }

  @Test
  func `before an operation the world ends, and what was open touches nothing`() throws {
    for halfway in [false, true] {
      for end in Disk.End.allCases {
        let disk = Disk(seed: 3)
        let raw = try database(on: disk, syncs: true)
        let next = disk.operations
        let before = disk.fingerprint
        disk.stop(before: next + 1, halfway: halfway, by: end)
        #expect(raw.code("INSERT INTO notes VALUES ('late')") != SQLITE_OK)
        #expect(disk.hasStopped && disk.operations == next + 2)
        #expect(raw.code("INSERT INTO notes VALUES ('later')") != SQLITE_OK)
        let stopped = disk.fingerprint
        #expect(stopped != before || end == .powerCut)
        disk.restart()
        #expect(raw.code("INSERT INTO notes VALUES ('too late')") != SQLITE_OK)
        #expect(disk.fingerprint == stopped)
        #expect(try rows(after: .kill, on: disk, seed: 1) == 20)
      }
    }
  }

  @Test
  func `each fault has its code, comes once, and leaves no row behind`() throws {
    let codes: [(Disk.Fault, Int32)] = [
      (.full, SQLITE_FULL), (.readOnly, SQLITE_IOERR), (.fails, SQLITE_IOERR),
      (.torn, SQLITE_IOERR),
    ]
    #expect(codes.map(\.0) == Disk.Fault.allCases)
    for (fault, code) in codes {
      let disk = Disk(seed: 4)
      let raw = try database(on: disk, syncs: true)
      disk.fail(operation: disk.operations, with: fault)
      #expect(raw.code("INSERT INTO notes VALUES ('no')") & 0xFF == code)
      #expect(disk.failures == 1)
      #expect(try raw.ask("SELECT count(*) FROM notes") == "20")
      #expect(try rows(after: .kill, on: disk, seed: 1) == 20)
      disk.standing = fault
      #expect(raw.code("INSERT INTO notes VALUES ('no')") & 0xFF == code)
      disk.standing = nil
      try raw.run("INSERT INTO notes VALUES ('yes')")
      #expect(try rows(after: .powerCut, on: disk, seed: 1) == 21)
    }
  }

  @Test
  func `what a failed sync was to write is read, and no later sync writes it`() throws {
    let disk = Disk(seed: 5)
    let raw = try database(on: disk, syncs: true)
    // Two pages are written, header and page each, then synced.
    var syncs: [Int] = []
    disk.watch = { if $0.kind == .sync { syncs.append($0.number) } }
    try raw.run("INSERT INTO notes VALUES ('yes')")
    let operations = disk.operations
    disk.watch = { [unowned disk] operation in
      if operation.kind == .sync && disk.failures == 0 {
        disk.fail(operation: operation.number, with: .fails)
      }
    }
    #expect(syncs == [operations - 1])
    #expect(raw.code("INSERT INTO notes VALUES ('lost')") & 0xFF == SQLITE_IOERR)
    #expect(try rows(after: .kill, on: disk, seed: 1) == 22)
    let copy = disk.copy(seed: 2)
    copy.restart()
    // The row is there again, from the log; the log is synced again; and the power is cut.
    let other = try RawFile("notes.db", on: copy.name)
    #expect(try other.ask("SELECT count(*) FROM notes") == "22")
    try other.run("PRAGMA synchronous = FULL; INSERT INTO notes VALUES ('after')")
    #expect(try rows(after: .powerCut, on: copy, seed: 1) == 21)
  }
}
