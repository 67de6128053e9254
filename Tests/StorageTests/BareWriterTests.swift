// What SQLite alone writes of a store, and how transactions are counted: the yardstick must write
// the very same, or it would be faster for nothing.

import BookingAgent
import Bookings
import CivilTime
import Storage
import Testing

struct BareWriterTests {
  /// Of many kinds, and so many transactions: where bookings have no attendee or several, one has
  /// to do.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `all that a store holds is written again`(seed: UInt64) throws {
    let folder = try Folder()
    var world = World(seed: seed)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    for _ in 0..<200 { try world.step() }
    try store.commit(world.take())
    try check(folder, store, bookings: world.bookings.count, batches: 1)
  }

  @Test(arguments: [1, 7, 40])
  func `bookings that are alike are written in as many transactions as are wanted`(
    batches: Int
  ) throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    for number in 1...40 {
      let guest = try person(number, "Guest\(number % 5)")
      try store.commit([
        booked(
          try booking(
            number, at: 60 * number, owner: "user\(number % 3)", attendees: [guest]))
      ])
    }
    try check(folder, store, bookings: 40, batches: batches)
  }

  private func check(_ folder: Folder, _ store: Store, bookings: Int, batches: Int) throws {
    let before = try Picture(store)
    store.close()
    let bare = "\(folder.path)/bare.db"
    let writer = try BareWriter(rowsOf: folder.file, to: bare)
    let counts = Dictionary(uniqueKeysWithValues: writer.rows.map { ($0.table, $0.count) })
    #expect(counts["booking"] == bookings)
    #expect((counts["journal"] ?? 0) >= bookings)
    let begin = try Store.transactions(of: bare)
    try writer.write(inTransactions: batches)
    #expect(try Store.transactions(of: bare) &- begin == UInt32(batches))
    writer.close()
    // The journal folds to the tables, each row has its sum, and all counts are as they were.
    #expect(try Store.check(at: bare) == [])
    #expect(try Picture(try Store(at: .file(bare), rooms: twoRooms)) == before)
  }

  @Test
  func `each commit of an open store counts as one`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let begin = try Store.transactions(of: folder.file)
    for number in 1...5 { try store.commit([booked(try booking(number, at: 60 * number))]) }
    #expect(try Store.transactions(of: folder.file) &- begin == 5)
    store.close()
    #expect(fault { () throws(StoreFault) in _ = try Store.transactions(of: folder.file) } != nil)
  }
}
