// A backup put in the place of a store: only a whole one, and what stood there is kept.

import BookingAgent
import Bookings
import CivilTime
import Foundation
import Storage
import Testing

struct RestoreTests {
  private typealias Files = FileManager
  private let folder: Folder
  private var backup: String { folder.path + "/backup.db" }
  private var kept: String { folder.file + ".before-noon" }

  init() throws { folder = try Folder() }

  /// A backup of one booking, and a store of two.
  private func prepare() throws {
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    _ = try Store.backUp(folder.file, to: backup, replacing: false)
    try store.commit([booked(try booking(2, at: 60))])
    store.close()
  }

  private func bookings(_ path: String) throws -> [Int] {
    let store = try Store(at: .file(path), rooms: twoRooms)
    defer { store.close() }
    #expect(try store.check() == [])
    return try store.load(at: morning).bookings.map(\.reference.number)
  }

  private func restore(_ file: String) throws(StoreFault) -> (copy: StoreCopy, kept: String?) {
    try Store.restore(folder.file, from: file, keptAs: "before-noon")
  }

  private func refusal(_ file: String) -> StoreFault? {
    fault { () throws(StoreFault) in _ = try restore(file) }
  }

  private func names() throws -> [String] {
    try Files.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func octets(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test
  func `the backup is the store then, and the store is kept`() throws {
    try prepare()
    let before = try octets(backup)
    let restored = try restore(backup)
    guard case .made(let contents) = restored.copy else {
      Issue.record("\(restored)")
      return
    }
    #expect(contents.bookings == 1)
    #expect(restored.kept?.hasSuffix("/usher.db.before-noon") == true)
    #expect(try octets(backup) == before)
    #expect(try bookings(folder.file) == [1])
    #expect(try bookings(kept) == [1, 2])
    for path in [folder.file, kept] {
      let mode = try Files.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    // Once more in that minute: nothing is replaced.
    #expect(try restore(kept).kept?.hasSuffix("/usher.db.before-noon-2") == true)
    #expect(try bookings(folder.file) == [1, 2])
    #expect(try bookings(kept + "-2") == [1])
    #expect(try !names().contains { $0.contains("-part") || $0.hasSuffix("-wal") })
  }

  @Test
  func `what waits in the log of a killed process is kept, too`() throws {
    try prepare()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(3, at: 120))])
    let left = try Folder()
    for suffix in ["", "-wal"] {
      try Files.default.copyItem(atPath: folder.file + suffix, toPath: left.file + suffix)
    }
    _ = try Store.restore(left.file, from: backup, keptAs: "before-noon")
    #expect(try bookings(left.file) == [1])
    #expect(try bookings(left.file + ".before-noon") == [1, 2, 3])
  }

  @Test
  func `a backup comes into a place where nothing was`() throws {
    try prepare()
    let path = folder.path + "/new/house/usher.db"
    let restored = try Store.restore(path, from: backup, keptAs: "before-noon")
    #expect(restored.kept == nil)
    #expect(try bookings(path) == [1])
  }

  @Test
  func `a store that is too broken to be read is kept as it is, with its log`() throws {
    try prepare()
    for suffix in ["", "-wal"] {
      try Data("broken\(suffix)".utf8).write(to: URL(fileURLWithPath: folder.file + suffix))
      try Files.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.file + suffix)
    }
    _ = try restore(backup)
    #expect(try bookings(folder.file) == [1])
    for suffix in ["", "-wal"] {
      #expect(try octets(kept + suffix) == Data("broken\(suffix)".utf8))
    }
  }

  @Test
  func `a backup of an older program is brought up to date, and stays as it is`() throws {
    try prepare()
    let old = folder.path + "/old.db"
    try Files.default.copyItem(atPath: MigrationTests.before, toPath: old)
    try Files.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: old)
    let before = try octets(old)
    _ = try restore(old)
    #expect(try Store.check(at: folder.file) == [])
    #expect(try RawFile(folder.file).ask("SELECT count(*) FROM booking") == "4")
    #expect(try octets(old) == before)
  }

  /// What is made of the backup, which file is handed in, and the fault. The store stays.
  static let refused:
    [(
      name: String, spoil: @Sendable (String) throws -> Void, file: String, fault: String
    )] = [
      ("the store itself", { _ in }, "usher.db", "occupied"),
      (
        "a link to the store",
        {
          try Files.default.createSymbolicLink(
            atPath: $0 + "-link", withDestinationPath: "usher.db")
        }, "backup.db-link", "occupied"
      ),
      (
        "what a killed restoration left",
        { try move($0, $0.replacing("backup.db", with: "usher.db-part")) }, "usher.db-part",
        "occupied"
      ),
      ("nothing", { _ in }, "none.db", "unreachable"),
      ("a folder", { _ in }, "", "unreachable"),
      ("a letter", { try write("a letter, however long it is", $0) }, "backup.db", "not a store"),
      ("an empty file", { try write("", $0) }, "backup.db", "not a store"),
      (
        "another program's database",
        { try RawFile($0).run("PRAGMA application_id = 1") }, "backup.db", "not a store"
      ),
      (
        "a store of a newer program", { try RawFile($0).run("PRAGMA user_version = 99") },
        "backup.db", "schema 99 is newer than 8"
      ),
      ("half a backup", { try #require(truncate($0, 40_000) == 0) }, "backup.db", "damaged"),
      (
        "one that others may write",
        { try Files.default.setAttributes([.posixPermissions: 0o620], ofItemAtPath: $0) },
        "backup.db", "exposed"
      ),
      (
        "one with a second name",
        { try Files.default.linkItem(atPath: $0, toPath: $0 + "-too") }, "backup.db", "exposed"
      ),
    ]

  @Test(arguments: refused.indices)
  func `what is no whole store changes nothing`(index: Int) throws {
    let row = Self.refused[index]
    try prepare()
    try row.spoil(backup)
    let before = try names()
    let store = try octets(folder.file)
    #expect(refusal(folder.path + "/" + row.file)?.name == row.fault, "\(row.name)")
    #expect(try names() == before, "\(row.name)")
    #expect(try octets(folder.file) == store)
    // Nor is anything made where nothing was.
    let none = folder.path + "/fresh.db"
    let seen = fault { () throws(StoreFault) in
      _ = try Store.restore(none, from: folder.path + "/" + row.file, keptAs: "before-noon")
    }
    #expect(!Files.default.fileExists(atPath: none) || seen == nil, "\(row.name)")
    #expect(try bookings(folder.file) == [1, 2])
  }

  @Test
  func `a backup that contradicts itself is told, and changes nothing`() throws {
    try prepare()
    try RawFile(backup).run("DELETE FROM slot WHERE start_seconds = 1795590000")
    let found = [Discrepancy.rowMissing(table: "slot", row: "Aquarium 1795590000")]
    #expect(try restore(backup).copy == .differs(found))
    #expect(try bookings(folder.file) == [1, 2])
    let none = folder.path + "/none.db"
    _ = try Store.restore(none, from: backup, keptAs: "before-noon")
    #expect(!Files.default.fileExists(atPath: none))
    #expect(try !names().contains { $0.contains("before") || $0.contains("-part") })
  }

  @Test
  func `a store that somebody uses is not replaced`() throws {
    try prepare()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(refusal(backup)?.name.hasPrefix("in use by process") == true)
    store.close()
    let raw = try RawFile(folder.file)
    try raw.run("BEGIN")
    #expect(try raw.ask("SELECT count(*) FROM booking") == "2")
    #expect(refusal(backup)?.name == "busy")
    try raw.run("COMMIT")
    #expect(try bookings(folder.file) == [1, 2])
  }

  @Test
  func `killed between the two names of the store it is refused with what to type`() throws {
    try prepare()
    try Files.default.linkItem(atPath: folder.file, toPath: kept)
    #expect(refusal(backup)?.name == "exposed")
    try Files.default.removeItem(atPath: kept)
    #expect(try restore(backup).kept != nil)
  }

  private static func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try Files.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  private static func move(_ path: String, _ place: String) throws {
    try #require(rename(path, place) == 0)
  }
}
