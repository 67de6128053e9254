// All of a commit or nothing of it, whatever goes wrong.

import BookingAgent
import Bookings
import CivilTime
import Foundation
import Passes
import Storage
import Testing

struct CommitTests {
  /// One entry that cannot be, and the fault it makes.
  static let impossible:
    [(name: String, fault: String, entry: @Sendable () throws -> JournalEntry)] =
      [
        ("another's time", "overlap", { booked(try booking(2, at: 105)) }),
        ("another's time, off the grid", "overlap", { booked(try booking(2, at: 115, for: 10)) }),
        ("a room that never was", "unstorable", { booked(try booking(2, in: "Attic", at: 0)) }),
        ("a number twice", "unstorable", { booked(try booking(1, in: "Library", at: 0)) }),
        (
          "a change of nothing", "unstorable",
          {
            let unknown = try booking(2, in: "Library", at: 0, version: 2)
            return JournalEntry(at: morning, by: nil, fact: .booking(.changed(unknown)))
          }
        ),
        (
          "half a second", "unstorable",
          {
            let whole = try booking(2, in: "Library", at: 0)
            return booked(
              Booking(
                reference: whole.reference, version: 1, state: .held, room: whole.room,
                span: whole.span, start: whole.start + .milliseconds(500), end: whole.end,
                title: "",
                description: "", isPrivate: false, owner: whole.owner, attendees: []))
          }
        ),
        (
          "half a minute", "unstorable",
          {
            let whole = try booking(2, in: "Library", at: 0)
            return booked(
              Booking(
                reference: whole.reference, version: 1, state: .held, room: whole.room,
                span: whole.span, start: whole.start + .seconds(30), end: whole.end, title: "",
                description: "", isPrivate: false, owner: whole.owner, attendees: []))
          }
        ),
        (
          "a booking of years", "unstorable",
          { booked(try booking(2, in: "Library", at: 0, for: 525_600)) }
        ),
        (
          "a title of a megabyte", "unstorable",
          {
            let title = String(repeating: "x", count: 1 << 20)
            return booked(try booking(2, in: "Library", at: 0, title: title))
          }
        ),
        (
          "a pass of no booking", "unstorable",
          {
            let meeting = try booking(9, in: "Library", at: 0)
            return sent(.queued([pass(1, of: meeting, to: try person(1))]))
          }
        ),
        (
          "passes of two bookings at once", "unstorable",
          {
            let one = try booking(1, at: 60), other = try booking(3, in: "Library", at: 600)
            let ana = try person(8)
            return sent(.queued([pass(1, of: one, to: ana), pass(2, of: other, to: ana)]))
          }
        ),
        (
          "an instant beyond all times", "unstorable",
          { sent(.gatewayResumed(at: Instant(milliseconds: .max))) }
        ),
      ]

  @Test(arguments: impossible.indices)
  func `what cannot be stored takes its whole commit with it`(index: Int) throws {
    let row = Self.impossible[index]
    let store = try Store(at: .memory, rooms: twoRooms)
    let held = try booking(1, at: 60)
    try store.commit([booked(held)])
    let before = try store.load(at: morning)
    let innocent = try booking(3, in: "Library", at: 600, owner: "new", attendees: [try person(8)])
    let entries = [booked(innocent), try row.entry(), booked(try booking(4, at: 700))]
    let seen = fault { () throws(StoreFault) in try store.commit(entries) }
    #expect(seen?.name == row.fault, "\(row.name): \(String(describing: seen))")
    let after = try store.load(at: morning)
    #expect(after.bookings == before.bookings && after.lastBooking == 1 && after.lastAttendee == 0)
    #expect(try store.check() == [])
    // The next commit works, with the numbers and names that were rolled back.
    try store.commit([booked(innocent)])
    #expect(try store.load(at: morning).bookings == [held, innocent])
    #expect(try store.check() == [])
  }

  @Test
  func `a fact that takes more than one value may is not stored`() throws {
    var limits = StoreLimits()
    // Room enough for the text of the schema, and not for two thousand passes in one line.
    limits.valueOctetsMax = 8192
    let store = try Store(at: .memory, rooms: twoRooms, limits: limits)
    let editions = (1...2000).map { PassEdition(PassID($0), sequence: 0) }
    #expect(
      fault { () throws(StoreFault) in
        try store.commit([sent(.expired(editions, at: morning))])
      }?.name == "unstorable")
    try store.commit([booked(try booking(1, at: 60))])
    #expect(try store.check() == [])
  }

  @Test
  func `an overlap tells who holds the room and when`() throws {
    let store = try Store(at: .memory, rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 60))])
    let second = try booking(2, at: 105)
    #expect(
      fault { () throws(StoreFault) in try store.commit([booked(second)]) }
        == .overlap(
          RoomID("Aquarium"), at: morning + minutes(105), held: BookingReference(1),
          wanted: BookingReference(2)))
    // Half-open: a booking may begin in the minute another ends.
    try store.commit([booked(try booking(2, at: 120))])
  }

  @Test
  func `a full store takes nothing in half, and goes on when there is room`() throws {
    let folder = try Folder()
    var limits = StoreLimits()
    limits.databaseOctetsMax = 300_000
    let small = try Store(at: .file(folder.file), rooms: twoRooms, limits: limits)
    let first = try booking(1, at: 60)
    try small.commit([booked(first)])
    let many = try (2...3000).map { booked(try booking($0, at: $0 * 60)) }
    #expect(fault { () throws(StoreFault) in try small.commit(many) }?.name == "full")
    #expect(try small.load(at: morning).bookings == [first])
    #expect(try small.check() == [])
    let second = try booking(2, at: 120)
    try small.commit([booked(second)])
    #expect(try small.load(at: morning).bookings == [first, second])
    small.close()
    let large = try Store(at: .file(folder.file), rooms: twoRooms)
    try large.commit(Array(many.dropFirst()))
    #expect(try large.load(at: morning).lastBooking == 3000)
    #expect(try large.check() == [])
  }

  @Test
  func `who writes by other means makes a commit wait, then fail, and no longer`() throws {
    let folder = try Folder()
    var limits = StoreLimits()
    limits.busyMilliseconds = 1
    let store = try Store(at: .file(folder.file), rooms: twoRooms, limits: limits)
    let raw = try RawFile(folder.file)
    let entry = booked(try booking(1, at: 60))
    try raw.run("BEGIN IMMEDIATE")
    #expect(fault { () throws(StoreFault) in try store.commit([entry]) }?.name == "busy")
    #expect(try store.load(at: morning).bookings == [])
    try raw.run("ROLLBACK")
    try store.commit([entry])
    #expect(try store.load(at: morning).lastBooking == 1)
  }

  @Test
  func `what was committed outlives a crash, and a torn commit is none`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let first = try booking(1, at: 60), second = try booking(2, at: 120, attendees: [try person(1)])
    try store.commit([booked(first)])
    try store.commit([booked(second)])
    // The files as a crash leaves them: nothing closed, nothing copied into the database.
    func crash(_ name: String, losing octets: Int) throws -> Store {
      let copy = folder.path + "/\(name).db"
      try FileManager.default.copyItem(atPath: folder.file, toPath: copy)
      let log = try Data(contentsOf: URL(fileURLWithPath: folder.file + "-wal"))
      try log.dropLast(octets).write(to: URL(fileURLWithPath: copy + "-wal"))
      return try Store(at: .file(copy), rooms: twoRooms)
    }
    let whole = try crash("whole", losing: 0)
    #expect(try whole.load(at: morning).bookings == [first, second])
    #expect(try whole.check() == [])
    let torn = try crash("torn", losing: 1)
    #expect(try torn.load(at: morning).bookings == [first])
    #expect(try torn.check() == [])
    try torn.commit([booked(second)])
    #expect(try torn.load(at: morning).bookings == [first, second])
  }
}
