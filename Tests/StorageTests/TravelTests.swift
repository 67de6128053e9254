// Trips and purchases in the store: what is kept comes back, the journal has nothing of what is
// written of them, and the check sees what differs.

import BookingAgent
import Bookings
import CivilTime
import Mobility
import Products
import Storage
import Testing

/// Trips with a leg on which something can be booked, and what is done on it, as a desk has them.
struct Travelling {
  private(set) var desk = TravelDesk()
  private let limits = TravelLimits()

  /// A trip comes in for somebody.
  mutating func takeTrip(
    _ id: String, of owner: String = "mia", walk words: String = "Walk to Secret Street"
  ) throws -> [JournalEntry] {
    var walk = Leg(), ride = Leg()
    (walk.id, walk.action) = ("walk", words)
    (ride.id, ride.start) = ("ride", morning + minutes(60))
    ride.end = morning + minutes(90)
    var booking = LegBooking()
    booking.products = try address("quick")
    ride.booking = booking
    var trip = Trip(id: id, legs: [walk, ride])
    (trip.depart, trip.arrive) = (morning, morning + minutes(90))
    trip.update = try address("trip-\(id)-\(owner)")
    desk.take(trip, of: owner, at: morning)
    return try entries()
  }

  /// What can be booked on the ride of a trip is asked for, and answered if that is said.
  mutating func list(
    _ trip: Int, of owner: String = "mia", isAnswered: Bool = true
  ) throws -> [JournalEntry] {
    let leg = LegReference(TripReference(trip), 2)
    _ = try desk.list(leg, for: owner, in: "bridge C\(trip)", language: "de", at: morning)
    var entries: [JournalEntry] = []
    for effect in desk.takeEffects() {
      if let change = try change(of: effect) { entries.append(entry(change)) }
      guard case .send(let errand) = effect, isAnswered else { continue }
      desk.settle(errand.id, try products(), at: morning)
    }
    return try entries + self.entries()
  }

  /// Somebody's trips and purchases are forgotten.
  mutating func erase(_ owner: String) throws -> [JournalEntry] {
    desk.erase(owner)
    return try entries()
  }

  private func address(_ path: String) throws -> WebAddress {
    try #require(WebAddress("https://service.example/\(path)"))
  }

  private func products() throws -> ErrandOutcome {
    let body = """
      [{"title":"Campus shuttle","bookingTitle":"Book","bookingURL":"/book","price":3.5,
        "currency":"EUR"}]
      """
    return .answered(
      MobilityAnswer(status: 200, body: Array(body.utf8), from: try address("quick")))
  }

  private mutating func entries() throws -> [JournalEntry] {
    try desk.takeEffects().compactMap { try change(of: $0).map(entry) }
  }

  private func change(of effect: TravelEffect) throws -> TravelChange? {
    switch effect {
    case .keepTrip(let trip):
      .tripKept(
        trip.reference, of: UserID(trip.owner), written: try trip.written(limits: limits))
    case .forgetTrip(let trip, let owner): .tripForgotten(trip, of: UserID(owner))
    case .keepPurchase(let purchase):
      .purchaseKept(
        purchase.id, of: UserID(purchase.owner), on: purchase.leg, purchase.phase,
        written: try purchase.written(limits: limits))
    case .forgetPurchase(let id, let owner): .purchaseForgotten(id, of: UserID(owner))
    case .send, .tell, .dropAccount: nil
    }
  }

  private func entry(_ change: TravelChange) -> JournalEntry {
    JournalEntry(at: morning, by: nil, fact: .travel(change))
  }
}

/// News of the ride of a first purchase.
func rideNews(_ seq: Int, of user: String = "mia") -> JournalEntry {
  let leg = LegReference(TripReference(1), 2)
  let news = News(
    seq: seq, user: UserID(user), subject: .ride(PurchaseID(1), leg), made: morning,
    expires: morning + minutes(1440))
  return JournalEntry(at: morning, by: nil, fact: .news(.made(news)))
}

struct TravelTests {
  /// Two trips of Mia, one of Tom, what can be booked on two of them; and news.
  private func fill(_ file: String) throws -> TravelDesk {
    var travel = Travelling()
    let store = try Store(at: .file(file), rooms: twoRooms)
    try store.commit(try travel.takeTrip("a") + travel.takeTrip("b"))
    try store.commit(try travel.takeTrip("a", of: "tom"))
    try store.commit(try travel.list(1) + travel.list(1, of: "tom", isAnswered: false))
    try store.commit([rideNews(1)])
    store.close()
    return travel.desk
  }

  @Test
  func `trips, purchases and news of them come back, and with them the numbers given`() throws {
    let folder = try Folder()
    let desk = try fill(folder.file)
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try store.load(at: morning)
    #expect(state.trips == desk.shelf["mia"] + desk.shelf["tom"])
    #expect(state.purchases == [1, 2].map { desk.purchases[PurchaseID($0)] })
    #expect(state.purchases.map(\.phase) == [.listed, .listing])
    #expect(state.travelUnread == [])
    #expect(state.travelNumbers.trips == ["mia": 2, "tom": 1])
    #expect(state.travelNumbers.purchase == 2)
    #expect(
      state.news.map(\.subject) == [.ride(PurchaseID(1), LegReference(TripReference(1), 2))])
    #expect(try store.check() == [])
  }

  @Test
  func `what is forgotten is gone, and its number is not given again`() throws {
    var travel = Travelling()
    let store = try Store(at: .memory, rooms: twoRooms)
    try store.commit(try travel.takeTrip("a") + travel.takeTrip("b") + travel.list(2))
    try store.commit(try travel.erase("mia"))
    let state = try store.load(at: morning)
    #expect(state.trips == [] && state.purchases == [])
    #expect(state.travelNumbers.trips == ["mia": 2])
    #expect(state.travelNumbers.purchase == 1)
    #expect(try store.check() == [])
  }

  @Test
  func `the journal tells which purchase of whose stands how, and nothing of what is in it`()
    throws
  {
    let folder = try Folder()
    _ = try fill(folder.file)
    let raw = try RawFile(folder.file)
    let lines = try raw.ask("SELECT kind || ' ' || fact FROM journal").split(separator: "\n")
    #expect(
      lines == [
        #"trip.kept {"owner":1,"trip":1}"#, #"trip.kept {"owner":1,"trip":2}"#,
        #"trip.kept {"owner":2,"trip":1}"#,
        #"purchase.kept {"owner":1,"purchase":1,"trip":1,"leg":2,"state":"listing"}"#,
        #"purchase.kept {"owner":1,"purchase":1,"trip":1,"leg":2,"state":"listed"}"#,
        #"purchase.kept {"owner":2,"purchase":2,"trip":1,"leg":2,"state":"listing"}"#,
        #"news.ride {"seq":1,"user":1,"purchase":1,"trip":1,"leg":2,"made":1795590000000,"#
          + #""expires":1795676400000}"#,
      ])
    #expect(try raw.ask("SELECT count(*) FROM trip WHERE written LIKE '%Secret Street%'") == "3")
  }

  @Test
  func `what cannot be read is left out and told, and stops nothing`() throws {
    let folder = try Folder()
    _ = try fill(folder.file)
    let raw = try RawFile(folder.file)
    try raw.run("UPDATE purchase SET written = replace(written, 'format', 'form') WHERE number = 1")
    try raw.run("UPDATE trip SET written = '{' WHERE owner = 2")
    // What is written to be another's is nobody's.
    try raw.run("UPDATE trip SET written = replace(written, 'mia', 'tom') WHERE number = 2")
    let store = try Store(at: .file(folder.file), rooms: twoRooms)
    let state = try store.load(at: morning)
    #expect(state.trips.map(\.reference.number) == [1])
    #expect(state.purchases.map(\.id.number) == [2])
    #expect(state.travelUnread.map(\.name) == ["trip T2", "trip T1", "purchase 1"])
    let found = try store.check().map(\.description)
    #expect(found.contains("purchase 1: format"), "\(found)")
    #expect(found.contains { $0.hasPrefix("trip 2/1: json") }, "\(found)")
  }

  /// What is done to the file, and what the check says.
  static let harms: [(sql: String, found: String)] = [
    ("UPDATE trip SET written = written || ' '", "trip 1/1: its checksum is wrong"),
    ("DELETE FROM trip WHERE owner = 1 AND number = 2", "trip 1/2: in the journal, not in"),
    ("UPDATE trip SET number = 3 WHERE number = 2", "trip 1/3: in the table, not in the journal"),
    ("UPDATE purchase SET written = written || ' '", "purchase 1: its checksum is wrong"),
    ("DELETE FROM purchase WHERE number = 2", "purchase 2: in the journal, not in the table"),
    ("UPDATE purchase SET state = 'asking' WHERE number = 1", "purchase 1 state: the journal says"),
    ("UPDATE purchase SET owner = 2 WHERE number = 1", "purchase 1 owner: the journal says 1"),
    ("UPDATE traveller SET last_trip = 9 WHERE owner = 1", "traveller 1 last_trip: the journal"),
    ("UPDATE store SET last_purchase = 9", "store 1 last_purchase: the journal says 2"),
    ("UPDATE notice SET leg = 1", "notice 1 leg: the journal says T1.2"),
  ]

  @Test(arguments: harms.indices)
  func `what differs from the journal is found`(index: Int) throws {
    let folder = try Folder()
    _ = try fill(folder.file)
    try RawFile(folder.file).run(Self.harms[index].sql)
    let found = try Store.check(at: folder.file).map(\.description)
    #expect(found.contains { $0.contains(Self.harms[index].found) }, "\(found)")
  }

  @Test
  func `a copy of a store has its trips and purchases`() throws {
    let folder = try Folder()
    let desk = try fill(folder.file)
    let copy = folder.path + "/copy.db"
    _ = try Store.backUp(folder.file, to: copy, replacing: false)
    let store = try Store(at: .file(copy), rooms: twoRooms)
    #expect(try store.load(at: morning).purchases == [1, 2].map { desk.purchases[PurchaseID($0)] })
  }
}
