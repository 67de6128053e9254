// Series in the store: read back as they were written, and bookings that change places in one
// commit.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct SeriesStoreTests {
  private func changed(_ booking: Booking) -> JournalEntry {
    JournalEntry(at: morning + minutes(1), by: booking.owner, fact: .booking(.changed(booking)))
  }

  @Test
  func `a series and the dates that its pass names are read back`() throws {
    let folder = try Folder()
    let ana = try person(1)
    var first = try booking(1, at: 60, attendees: [ana])
    var second = try booking(2, at: 1500, attendees: [try person(2)])
    let (series, rule) = (SeriesReference(7), "FREQ=DAILY;COUNT=2")
    first.series = SeriesPlace(series, rule: rule, index: 1, count: 2)
    second.series = SeriesPlace(series, rule: rule, index: 2, count: 2)
    let passes = Outbox().decideOwed(after: .booked(first), naming: [second.span], at: morning)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(first), booked(second)] + passes.map { sent($0) })
    store.close()
    #expect(try Store.check(at: folder.file) == [])
    let again = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try again.load(at: morning)
    #expect(state.bookings == [first, second])
    #expect(state.passes.map(\.content.dates) == [[second.span]])
    #expect(state.lastSeries == 7)
  }

  @Test
  func `bookings may change places in one commit, and no two ever hold one place`() throws {
    let folder = try Folder()
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    try store.commit([booked(try booking(1, at: 0)), booked(try booking(2, at: 60))])
    let swapped = [try booking(1, at: 60, version: 2), try booking(2, at: 0, version: 2)]
    try store.commit(swapped.map(changed))
    #expect(try store.load(at: morning).bookings == swapped)
    #expect(try store.check() == [])
    let overlapping = [try booking(1, at: 0, version: 3), try booking(2, at: 30, version: 3)]
    #expect(
      fault { () throws(StoreFault) in
        try store.commit(overlapping.map(changed))
      }?.name == "overlap")
    #expect(try store.load(at: morning).bookings == swapped)
  }
}
