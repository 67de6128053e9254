// What the disk in memory promises, seen through a store: without this no proof on it is one.

import BookingAgent
import Bookings
import CivilTime
import Passes
import SimulatedDisk
import Storage
import Testing

/// The place of a store on a disk.
func place(on disk: Disk) -> StorePlace { .disk(disk.name, file: "usher.db") }

struct DiskTests {
  private func store(on disk: Disk) throws -> Store {
    try Store(at: place(on: disk), rooms: twoRooms)
  }

  @Test
  func `a kill keeps what was written, and a cut of the power what was synced`() throws {
    for end in Disk.End.allCases {
      let disk = Disk(seed: 1)
      let other = try booking(2, at: 180)
      let first = try store(on: disk)
      try first.commit([booked(try booking(1, at: 60))])
      disk.end(by: end)
      #expect(
        fault { () throws(StoreFault) in try first.commit([booked(other)]) }
          != nil)
      disk.restart()
      let second = try store(on: disk)
      first.close()
      #expect(try second.load(at: morning).bookings == [try booking(1, at: 60)])
      try second.commit([booked(try booking(2, at: 180))])
      #expect(try second.check() == [])
      second.close()
      #expect(try store(on: disk).load(at: morning).lastBooking == 2)
    }
  }
}
