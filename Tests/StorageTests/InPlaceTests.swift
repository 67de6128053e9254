// A store whose files are deleted, moved, replaced or linked while it is open, or that others may
// write: nothing is confirmed that whoever opens its path next would not find.

import BookingAgent
import Bookings
import Foundation
import Storage
import Testing

struct InPlaceTests {
  private typealias Files = FileManager

  /// What is done to an open store's files, what the fault says, and what undoes it if anything
  /// does.
  static let deeds:
    [(
      name: String, deed: @Sendable (String) throws -> Void, seen: String,
      undoing: (@Sendable (String) throws -> Void)?
    )] = [
      ("the store is deleted", { try remove($0) }, "it is no longer there", nil),
      (
        "the store is moved", { try move($0, $0 + "-old") }, "it is no longer there",
        { try move($0 + "-old", $0) }
      ),
      (
        "a copy takes its place",
        {
          try copy($0, $0 + "-copy")
          try move($0, $0 + "-old")
          try move($0 + "-copy", $0)
        }, "another file stands in its place", { try move($0 + "-old", $0) }
      ),
      (
        "a link to it takes its place",
        {
          try move($0, $0 + "-old")
          try Files.default.createSymbolicLink(atPath: $0, withDestinationPath: $0 + "-old")
        }, "another file stands in its place", { try move($0 + "-old", $0) }
      ),
      (
        "it gets a second name", { try Files.default.linkItem(atPath: $0, toPath: $0 + "-too") },
        "it has 2 names", { try remove($0 + "-too") }
      ),
      ("the log is deleted", { try remove($0 + "-wal") }, "it is no longer there", nil),
      (
        "the log is moved", { try move($0 + "-wal", $0 + "-old") }, "it is no longer there",
        { try move($0 + "-old", $0 + "-wal") }
      ),
      (
        "a copy of the log takes its place",
        {
          try copy($0 + "-wal", $0 + "-copy")
          try move($0 + "-copy", $0 + "-wal")
        }, "another file stands in its place", nil
      ),
      ("the index of the log is deleted", { try remove($0 + "-shm") }, "no longer there", nil),
      ("the lock is deleted", { try remove($0 + "-lock") }, "it is no longer there", nil),
      (
        "another lock takes its place",
        {
          try remove($0 + "-lock")
          try Data().write(to: URL(fileURLWithPath: $0 + "-lock"))
        }, "another file stands in its place", nil
      ),
    ]

  @Test(arguments: deeds.indices)
  func `nothing is confirmed while its files are not those it has open`(index: Int) throws {
    let row = Self.deeds[index]
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    try row.deed(folder.file)
    let next = [booked(try booking(2, at: 60))]
    for _ in 1...2 {
      guard case .displaced(let cause) = refusal(of: next, by: store) else {
        Issue.record("\(row.name): it commits")
        return
      }
      #expect(cause.text.contains(row.seen), "\(row.name): \(cause)")
    }
    // Whoever asks is answered all the same, by what was confirmed.
    #expect(try store.load(at: morning).bookings.map(\.reference.number) == [1])
    guard let undo = row.undoing else { return }
    try undo(folder.file)
    try store.commit(next)
    store.close()
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference.number) == [1, 2])
    #expect(try again.check() == [])
  }

  @Test
  func `what a lost log held is in the store before anybody is refused`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    try Self.remove(folder.file + "-wal")
    #expect(refusal(of: [booked(try booking(2, at: 60))], by: store)?.name == "displaced")
    // As after a kill: the file alone, and nothing that closing would still do.
    let left = folder.path + "/left.db"
    try Self.copy(folder.file, left)
    let again = try Store(at: .file(left), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference.number) == [1])
    #expect(try again.check() == [])
  }

  @Test
  func `closing leaves a log alone that somebody has put there`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    try Self.move(folder.file, folder.file + "-old")
    try Self.move(folder.file + "-wal", folder.file + "-old-wal")
    for suffix in ["", "-wal"] {
      try Data("another's".utf8).write(to: URL(fileURLWithPath: folder.file + suffix))
    }
    store.close()
    for suffix in ["", "-wal"] {
      #expect(try String(contentsOfFile: folder.file + suffix, encoding: .utf8) == "another's")
    }
    // What was confirmed went where it belongs.
    try Self.remove(folder.file + "-old-wal")
    let again = try Store(at: .file(folder.file + "-old"), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference.number) == [1])
  }

  @Test
  func `a log whose store is gone is not thrown away by the next start`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0))])
    // As after a kill: both files as they are now, in another place.
    let left = folder.path + "/left.db"
    try Self.copy(folder.file + "-wal", left + "-wal")
    guard case .displaced(let cause) = opening(left) else {
      Issue.record("it makes an empty store beside the log")
      return
    }
    #expect(cause.text.hasSuffix("or give up what the log holds; type: rm \"\(left)-wal\""))
    try Self.copy(folder.file, left)
    let again = try Store(at: .file(left), rooms: twoRooms)
    #expect(try again.load(at: morning).bookings.map(\.reference.number) == [1])
  }

  private func refusal(of entries: [JournalEntry], by store: Store) -> StoreFault? {
    fault { () throws(StoreFault) in try store.commit(entries) }
  }

  // Before it is opened

  /// What others may write, and the command that ends it.
  static let exposed: [(suffix: String, mode: Int, command: String)] = [
    ("", 0o660, "chmod go-w \"FOLDER/usher.db\""), ("", 0o606, "chmod go-w \"FOLDER/usher.db\""),
    ("-wal", 0o622, "chmod go-w \"FOLDER/usher.db-wal\""),
    ("-shm", 0o666, "chmod go-w \"FOLDER/usher.db-shm\""),
    ("-lock", 0o620, "chmod go-w \"FOLDER/usher.db-lock\""),
    ("/..", 0o770, "chmod go-w \"FOLDER\""), ("/..", 0o707, "chmod go-w \"FOLDER\""),
  ]

  @Test(arguments: exposed.indices)
  func `what others may write is refused with what to type`(index: Int) throws {
    let row = Self.exposed[index]
    let folder = try Folder()
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    let path = row.suffix == "/.." ? folder.path : folder.file + row.suffix
    if !Files.default.fileExists(atPath: path) {
      #expect(Files.default.createFile(atPath: path, contents: nil))
    }
    try Files.default.setAttributes([.posixPermissions: row.mode], ofItemAtPath: path)
    guard case .exposed(let cause) = opening(folder.file) else {
      Issue.record("\(row): it opens")
      return
    }
    let told = try #require(cause.text.components(separatedBy: "; type: ").dropFirst().first)
    #expect(told == row.command.replacing("FOLDER", with: try trueFolder(folder)))
    // What is told is typed.
    let shell = try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", told])
    shell.waitUntilExit()
    #expect(opening(folder.file) == nil)
  }

  @Test
  func `in a folder where each may remove only what is their own a store may stand`() throws {
    let folder = try Folder()
    try Files.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: folder.path)
    #expect(opening(folder.file) == nil)
  }

  @Test
  func `a store with a second name is refused at both, also by a check`() throws {
    let folder = try Folder()
    try Store(at: .file(folder.file), rooms: twoRooms).close()
    let other = folder.path + "/it's another.db"
    try Files.default.linkItem(atPath: folder.file, toPath: other)
    for path in [folder.file, other] {
      guard case .exposed(let cause) = opening(path) else {
        Issue.record("\(path): it opens")
        return
      }
      #expect(
        cause.text == "it has 2 names (hard links), and nothing is safe under two;"
          + " remove the other, which this finds: find / -xdev -samefile \"\(path)\"")
      #expect(
        fault { () throws(StoreFault) in _ = try Store.check(at: path) }?.name == "exposed")
    }
    try Self.remove(other)
    #expect(opening(folder.file) == nil)
  }

  private func opening(_ path: String) -> StoreFault? {
    fault { () throws(StoreFault) in try Store(at: .file(path), rooms: twoRooms).close() }
  }

  /// Folders for temporary files may lie behind a link.
  private func trueFolder(_ folder: Folder) throws -> String {
    let resolved = try #require(realpath(folder.path, nil))
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func remove(_ path: String) throws { try Files.default.removeItem(atPath: path) }

  /// Takes the place of what stands there.
  private static func move(_ path: String, _ place: String) throws {
    try #require(rename(path, place) == 0)
  }

  private static func copy(_ path: String, _ place: String) throws {
    try Files.default.copyItem(atPath: path, toPath: place)
  }
}
