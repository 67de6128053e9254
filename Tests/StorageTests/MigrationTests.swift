// Stores made by programs from before people without a number and bookings in another's name, from
// before trips, and from before news of accounts lasted.

import Accounts
import BookingAgent
import Bookings
import CivilTime
import Foundation
import Products
import Storage
import Testing

struct MigrationTests {
  /// Written by the program of schema 3: four bookings, passes that were accepted, news.
  static let before = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Stores/schema-3.db").path

  @Test
  func `a store of an older program is opened, folds to its tables, and says what it said`() throws
  {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.before, toPath: folder.file)
    let rooms = ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { room($0) }
    let store = try Store(at: .file(folder.file), rooms: rooms)
    #expect(try store.check() == [])
    let state = try store.load(at: Instant(seconds: 1_795_507_700))
    let told = state.bookings.map { booking in
      "\(booking.reference) v\(booking.version) \(booking.state) \(booking.room) "
        + "\(booking.owner)/\(booking.bookedBy?.text ?? "-") "
        + booking.attendees.map { "\($0.name) \($0.email) \($0.phone?.e164 ?? "-")" }
        .joined(separator: ", ")
    }
    #expect(
      told == [
        "B1 v2 held Bunker mia/- Ana Ruiz ana@example.com +491712345678",
        "B2 v2 cancelled Cockpit mia/- ",
        "B3 v1 held Aquarium mia/- Ben Ohm ben@example.com +491717654321, "
          + "Eva Sommer eva@example.com +491721112223",
        "B4 v1 held Dachstube tom/- ",
      ])
    #expect(state.passes.count == 4)
    store.close()
    // Opened once more nothing is left to be done.
    let again = try Store(at: .file(folder.file), rooms: rooms)
    #expect(try again.check() == [])
    again.close()
  }

  /// Written by the program of schema 6: news that were heard, and such of a wait that were not.
  static let beforeTrips = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Stores/schema-6.db").path

  @Test
  func `a store from before there were trips keeps its news, and takes trips`() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: Self.beforeTrips, toPath: folder.file)
    let rooms = ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { room($0) }
    let store = try Store(at: .file(folder.file), rooms: rooms)
    #expect(try store.check() == [])
    let noon = Instant(seconds: 1_795_507_700)
    let state = try store.load(at: noon)
    #expect(state.news.map(\.subject) == [.wait(WaitReference(1))])
    #expect(state.news.map(\.seq) == [2] && state.lastNews == 2)
    #expect(state.waits.map(\.state) == [.offered])
    #expect(state.trips == [] && state.purchases == [] && state.travelNumbers.purchase == 0)
    var travel = Travelling()
    try store.commit(try travel.takeTrip("a") + travel.list(1) + [rideNews(3)])
    #expect(try store.load(at: noon).purchases == [travel.desk.purchases[PurchaseID(1)]])
    #expect(try store.load(at: noon).news.count == 2)
    #expect(try store.check() == [])
    store.close()
  }

  /// Written by the program of schema 7: news that were heard, and such of a wait and of a ride
  /// that were not.
  static let beforeAccountNews = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Stores/schema-7.db").path

  @Test
  func `a store from before news of accounts lasted keeps its news, and takes such`() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: Self.beforeAccountNews, toPath: folder.file)
    let rooms = ["Aquarium", "Bunker", "Cockpit", "Dachstube"].map { room($0) }
    let store = try Store(at: .file(folder.file), rooms: rooms)
    #expect(try store.check() == [])
    let noon = Instant(seconds: 1_795_507_700)
    let before: [News.Subject] = [
      .wait(WaitReference(1)), .ride(PurchaseID(1), LegReference(TripReference(1), 2)),
    ]
    #expect(try store.load(at: noon).news.map(\.subject) == before)
    let last = try store.load(at: noon).lastNews
    try store.commit([accountNews(last + 1)])
    #expect(
      try store.load(at: noon).news.map(\.subject)
        == before + [.account("uber", .lost(.refused))])
    #expect(try store.check() == [])
    store.close()
  }
}
