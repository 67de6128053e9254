// Single bits of a store's file that have changed by themselves: a check finds each that changes
// what a row says.

import BookingAgent
import CivilTime
import Foundation
import Passes
import Storage
import Testing

struct FlippedBitTests {
  /// Every table of the schema, and the schema itself.
  static let tables = [
    "sqlite_schema", "store", "user", "person", "text", "room", "booking", "attendee", "slot",
    "pass", "message", "notice", "traveller", "trip", "purchase", "journal",
  ]

  /// How many bits of each table are flipped, drawn from a seed; `FLIPS` says otherwise.
  private static let flips =
    ProcessInfo.processInfo.environment["FLIPS"].flatMap { Int($0) } ?? 25

  @Test(arguments: tables)
  func `a flipped bit in a row of any table is found by the check`(table: String) throws {
    let folder = try Folder()
    try fill(folder.file)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file)))
    let before = try rows(of: table, in: folder.file)
    let octets = try octetsOfRows(of: table, in: folder.file, whole)
    try #require(octets.count > 8)
    var chance = SeededRandom(seed: 7)
    var bits = Array(0..<octets.count * 8)
    if bits.count > Self.flips {
      bits = (0..<Self.flips).map { _ in Int(chance.next() % UInt64(octets.count * 8)) }
    }
    for bit in bits {
      var flipped = whole
      flipped[octets[bit / 8]] ^= 1 << (bit % 8)
      let file = folder.path + "/flipped.db"
      try Data(flipped).write(to: URL(fileURLWithPath: file))
      defer { removeWhatIsBeside(file) }
      guard try Self.seemsWhole(file) else { continue }
      // Some bits say nothing, as how a column is kept that stands elsewhere too.
      #expect(
        try rows(of: table, in: file) == before,
        "bit \(bit % 8) of octet \(octets[bit / 8]) (\(bit / 8) of \(octets.count)) is missed")
    }
  }

  @Test
  func `what is changed in any column of any table is found by its checksum`() throws {
    let folder = try Folder()
    try fill(folder.file)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file))
    let file = folder.path + "/changed.db"
    // Of a slot each column is held against the journal.
    for table in Self.tables.dropFirst() where table != "slot" {
      let columns = try RawFile(folder.file).ask(
        "SELECT name || ' ' || type FROM pragma_table_info('\(table)')")
      for column in columns.split(separator: "\n").map({ $0.split(separator: " ") }) {
        let (name, type) = (column[0], column[1])
        let changed =
          type == "INTEGER" ? "coalesce(\(name), 0) + 1000" : "coalesce(\(name), '') || 'x'"
        try whole.write(to: URL(fileURLWithPath: file))
        try RawFile(file).run(
          "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;"
            + "UPDATE \(table) SET \(name) = \(changed)")
        let found = try Store.check(at: file).map(\.description)
        #expect(
          found.contains { $0.hasPrefix("\(table) ") && $0.hasSuffix(": its checksum is wrong") },
          "\(table).\(name): \(found)")
        removeWhatIsBeside(file)
      }
    }
  }

  /// A store of some life, packed, so that its pages hold rows and nothing that was deleted.
  private func fill(_ file: String) throws {
    let store = try Store(at: .file(file), rooms: twoRooms)
    var world = World(seed: 3)
    for _ in 0..<40 { try world.step() }
    let kept = JournalEntry(
      at: world.now, by: nil,
      fact: .answered(
        answer("kept", expires: world.now + minutes(1440), text: "book Aquarium at nine")))
    var travel = Travelling()
    let rides = try travel.takeTrip("a") + travel.takeTrip("b") + travel.list(1)
    try store.commit(world.take() + [kept] + rides + [accountNews(1_000)])
    #expect(try store.check() == [])
    store.close()
    try RawFile(file).run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func seemsWhole(_ file: String) throws -> Bool {
    do throws(StoreFault) {
      return try Store.check(at: file).isEmpty
    } catch {
      return false
    }
  }

  private func rows(of table: String, in file: String) throws -> String {
    let raw = try RawFile(file)
    let columns = try raw.ask(
      "SELECT group_concat('quote(' || name || ')', '||') FROM pragma_table_info('\(table)')")
    return try raw.ask("SELECT \(columns) FROM \(table)")
  }

  private func removeWhatIsBeside(_ file: String) {
    for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
  }

  /// Where in the file the rows of a table stand, by the format of SQLite's files
  /// (https://sqlite.org/fileformat2.html): in a packed file everything from where the cells of a
  /// leaf begin to the end of its page.
  private func octetsOfRows(
    of table: String, in file: String, _ whole: [UInt8]
  ) throws -> [Int] {
    let root = try RawFile(file).ask(
      "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)' UNION SELECT 1 "
        + "WHERE '\(table)' = 'sqlite_schema'")
    var pages = [try #require(Int(root))]
    var octets: [Int] = []
    func number(_ place: Int, _ count: Int) -> Int {
      whole[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    while let page = pages.popLast() {
      let begin = (page - 1) * 4096
      let header = begin + (page == 1 ? 100 : 0)
      switch whole[header] {
      case 13, 10: octets += begin + number(header + 5, 2)..<begin + 4096
      case 5, 2:
        for cell in 0..<number(header + 3, 2) {
          pages.append(number(begin + number(header + 12 + 2 * cell, 2), 4))
        }
        pages.append(number(header + 8, 4))
      default: throw Unreadable(page: page)
      }
    }
    return octets
  }

  private struct Unreadable: Error {
    let page: Int
  }
}
