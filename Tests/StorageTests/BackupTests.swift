// A backup: what it holds, where it may be made, and what is never replaced by it.

import BookingAgent
import Bookings
import CivilTime
import Foundation
import Storage
import Testing

struct BackupTests {
  private typealias Files = FileManager
  private let folder: Folder
  private var backup: String { folder.path + "/backup.db" }

  init() throws { folder = try Folder() }

  private func open() throws -> Store { try Store(at: .file(folder.file), rooms: twoRooms) }

  private func storeWithOne() throws -> Store {
    let store = try open()
    try store.commit([booked(try booking(1, at: 0))])
    return store
  }

  private func refusal(_ file: String, replacing: Bool = false) -> StoreFault? {
    fault { () throws(StoreFault) in
      _ = try Store.backUp(folder.file, to: file, replacing: replacing)
    }
  }

  private func names() throws -> [String] {
    try Files.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func octets(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `it holds what was confirmed till then, and the store goes on`(seed: UInt64) throws {
    var world = World(seed: seed)
    let store = try open()
    for _ in 0..<120 { try world.step() }
    try store.commit(world.take())
    let before = try Picture(store)
    guard case .made(let contents) = try Store.backUp(folder.file, to: backup, replacing: false)
    else {
      Issue.record("the store contradicts itself")
      return
    }
    #expect(contents.bookings == world.bookings.count)
    #expect(contents.octets == Int64(try octets(backup).count))
    for _ in 0..<60 { try world.step() }
    try store.commit(world.take())
    #expect(try Store.check(at: backup) == [])
    #expect(try store.check() == [])
    let mode = try Files.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try Picture(try Store(at: .file(backup), rooms: twoRooms)) == before)
    #expect(try !names().contains { $0.contains("-part") })
  }

  /// What stands where a backup is to be made, as FOLDER tells; whether it may be replaced; and the
  /// fault. Nothing of it is changed.
  static let places: [(name: String, file: String, replacing: Bool, fault: String)] = [
    ("a file", "FOLDER/letter", false, "occupied"),
    ("the store", "FOLDER/usher.db", true, "occupied"),
    ("the store by another way", "FOLDER/folder/../usher.db", true, "occupied"),
    ("the store's log", "FOLDER/usher.db-wal", true, "occupied"),
    ("the index of the store's log", "FOLDER/usher.db-shm", true, "occupied"),
    ("the store's lock", "FOLDER/usher.db-lock", true, "occupied"),
    ("what SQLite would take for a store's journal", "FOLDER/usher.db-journal", true, "occupied"),
    ("what a restoration writes", "FOLDER/usher.db-part", true, "occupied"),
    ("a link to the store", "FOLDER/link", true, "occupied"),
    ("a link to nothing", "FOLDER/broken", false, "occupied"),
    ("a folder", "FOLDER/folder", true, "occupied"),
    ("a folder, with a slash", "FOLDER/folder/", true, "occupied"),
    ("this folder", ".", true, "occupied"),
    ("no folder", "FOLDER/none/backup.db", true, "unreachable"),
    ("a file for a folder", "FOLDER/letter/backup.db", true, "unreachable"),
    ("a folder that others may write", "FOLDER/open/backup.db", false, "exposed"),
    ("no path", "", false, "unreachable"),
    ("half a path", "FOLDER/back\u{0}up", false, "unreachable"),
  ]

  @Test(arguments: places.indices)
  func `what stands in the place is not touched`(index: Int) throws {
    let row = Self.places[index]
    let store = try storeWithOne()
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: folder.path + "/letter"))
    for (name, mode) in [("folder", 0o700), ("open", 0o777)] {
      let path = "\(folder.path)/\(name)"
      try Files.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try Files.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    for (name, target) in [("link", "usher.db"), ("broken", "nothing")] {
      try Files.default.createSymbolicLink(
        atPath: "\(folder.path)/\(name)", withDestinationPath: target)
    }
    let before = try names()
    let file = row.file.replacing("FOLDER", with: folder.path)
    #expect(refusal(file, replacing: row.replacing)?.name == row.fault, "\(row.name)")
    #expect(try names() == before)
    #expect(try octets(folder.path + "/letter") == Data("a letter".utf8))
    try store.commit([booked(try booking(2, at: 60))])
    #expect(try store.check() == [])
  }

  @Test
  func `a plain file is replaced if that is said, and is nobody else's to read then`() throws {
    let store = try storeWithOne()
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: backup))
    try Files.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: backup)
    // A writer that was killed left this.
    try Data("half".utf8).write(to: URL(fileURLWithPath: backup + "-part"))
    try Data("half".utf8).write(to: URL(fileURLWithPath: backup + "-part-journal"))
    _ = try Store.backUp(folder.file, to: backup, replacing: true)
    #expect(try Store.check(at: backup) == [])
    let mode = try Files.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try !names().contains { $0.contains("-part") })
    #expect(try store.check() == [])
  }

  @Test
  func `two write no backup of one name at a time`() throws {
    let store = try storeWithOne()
    let descriptor = Foundation.open(backup + "-part", O_RDWR | O_CREAT, 0o600)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(refusal(backup)?.name == "busy")
    close(descriptor)
    #expect(refusal(backup) == nil)
    #expect(try store.check() == [])
  }

  @Test
  func `a store that contradicts itself replaces no good backup`() throws {
    try storeWithOne().close()
    _ = try Store.backUp(folder.file, to: backup, replacing: false)
    let good = try octets(backup)
    try RawFile(folder.file).run("DELETE FROM slot WHERE start_seconds = 1795590000")
    let copy = try Store.backUp(folder.file, to: backup, replacing: true)
    #expect(
      copy
        == .differs([
          .rowMissing(table: "slot", row: "Aquarium 1795590000")
        ]))
    #expect(try octets(backup) == good)
    #expect(try !names().contains { $0.contains("-part") })
  }

  @Test
  func `what stands in free pages of the store is not in its backup`() throws {
    try storeWithOne().close()
    let raw = try RawFile(folder.file)
    let canary = "canary-\(UUID())"
    try raw.run(
      """
      PRAGMA secure_delete = OFF; CREATE TABLE cage (bird);
      INSERT INTO cage VALUES ('\(canary)' || hex(zeroblob(8000))); DROP TABLE cage;
      PRAGMA wal_checkpoint(TRUNCATE)
      """)
    #expect(try octets(folder.file).range(of: Data(canary.utf8)) != nil)
    _ = try Store.backUp(folder.file, to: backup, replacing: false)
    #expect(try octets(backup).range(of: Data(canary.utf8)) == nil)
  }

  @Test
  func `what a killed process left is backed up, and its log stays for the next start`() throws {
    let store = try storeWithOne()
    // As after a kill: both files as they are now, in another place.
    let left = try Folder()
    for suffix in ["", "-wal"] {
      try Files.default.copyItem(atPath: folder.file + suffix, toPath: left.file + suffix)
    }
    let log = try octets(left.file + "-wal")
    _ = try Store.backUp(left.file, to: backup, replacing: false)
    #expect(try octets(left.file + "-wal") == log)
    let again = try Store(at: .file(backup), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference.number) == [1])
    #expect(try store.check() == [])
  }

  @Test
  func `what is no store of today is not backed up`() throws {
    let empty = folder.path + "/empty.db"
    try Data().write(to: URL(fileURLWithPath: empty))
    let other = folder.path + "/other.db"
    try RawFile(other).run("CREATE TABLE notes (text)")
    let old = folder.path + "/old.db"
    try Files.default.copyItem(atPath: MigrationTests.before, toPath: old)
    let rows = [
      (empty, "not a store"), (other, "not a store"), (folder.path + "/none.db", "unreachable"),
      (old, "schema 3 is older than 8"), (folder.path, "unreachable"),
    ]
    for (path, name) in rows {
      let seen = fault { () throws(StoreFault) in
        _ = try Store.backUp(path, to: backup, replacing: false)
      }
      #expect(seen?.name == name, "\(path)")
      #expect(!Files.default.fileExists(atPath: backup))
    }
  }
}
