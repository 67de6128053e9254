// Long random lives: after any sequence of plausible events the tables say what the journal says.

import BookingAgent
import Bookings
import CivilTime
import Passes
import Storage
import Testing

struct RandomLifeTests {
  @Test(arguments: [1, 2, 3, 5] as [UInt64])
  func `the tables give back what happened, and the journal folds to the same`(seed: UInt64) throws
  {
    let folder = try Folder()
    var store = try Store(at: .file(folder.file), rooms: twoRooms)
    var world = World(seed: seed)
    for round in 1...8 {
      for _ in 1...25 {
        try world.step()
        if round % 2 == 0 { try store.commit(world.take()) }
      }
      try store.commit(world.take())
      let spoilt = [booked(try booking(900, at: 1)), booked(try booking(901, at: 2))]
      #expect(fault { () throws(StoreFault) in try store.commit(spoilt) }?.name == "overlap")
      if round % 4 == 0 {
        store.close()
        store = try Store(at: .file(folder.file), rooms: twoRooms)
      }
      try compare(store, world)
    }
    #expect(try RawFile(folder.file).ask("SELECT count(DISTINCT kind) > 15 FROM journal") == "1")
  }

  private func compare(_ store: Store, _ world: World) throws {
    let state = try store.load(at: world.now)
    #expect(state.bookings == world.bookings.values.sorted { $0.reference < $1.reference })
    // The outbox drops editions that decide nothing any more; the tables keep them.
    let known = state.passes.filter { world.outbox.pass($0.edition) != nil }
    #expect(known.count > 0)
    #expect(known == known.compactMap { world.outbox.pass($0.edition) })
    #expect(try store.check() == [])
  }
}
