// Trips and purchases as they were written last, and the numbers that were given to trips.

import BookingAgent
import Bookings
import CivilTime
import Products

/// What the journal tells of the rows of trips and purchases, and what the tables have of it.
struct TravelRows: Hashable {
  /// A trip by the row of its owner and its number.
  struct TripKey: Hashable, Comparable {
    let owner: Int64
    let number: Int

    static func < (one: TripKey, other: TripKey) -> Bool {
      (one.owner, one.number) < (other.owner, other.number)
    }
  }

  /// What is told of a purchase beside what is written of it.
  struct PurchaseRow: Hashable {
    let owner: Int64
    let leg: LegReference
    let phase: Purchase.Phase
  }

  var trips: Set<TripKey> = []
  var purchases: [PurchaseID: PurchaseRow] = [:]
  /// The highest number ever given to a trip, by the row of its owner.
  var lastTrips: [Int64: Int] = [:]

  /// Makes them say what a coded change says.
  mutating func add(_ change: TravelChange) {
    let owner = Coded.number(change.owner.text)
    switch change {
    case .tripKept(let trip, _, _):
      trips.insert(TripKey(owner: owner, number: trip.number))
      lastTrips[owner] = max(lastTrips[owner] ?? 0, trip.number)
    case .tripForgotten(let trip, _):
      trips.remove(TripKey(owner: owner, number: trip.number))
      lastTrips[owner] = max(lastTrips[owner] ?? 0, trip.number)
    case .purchaseKept(let purchase, _, let leg, let phase, _):
      purchases[purchase] = PurchaseRow(owner: owner, leg: leg, phase: phase)
    case .purchaseForgotten(let purchase, _): purchases[purchase] = nil
    }
  }
}

/// What is written in a row, and what can be read of it.
struct WrittenRow<Value: Hashable>: Hashable {
  /// Empty for what is no text or too long.
  var octets: [UInt8]
  let read: Result<Value, WrittenFault>
}

/// The tables `trip`, `purchase` and `traveller`. A class because it keeps statements. A forgotten
/// row is gone: what it held may be erased any time.
final class TravelTable {
  private let database: Database
  private let keepTrip: Statement
  private let forgetTrip: Statement
  private let countTrip: Statement
  private let keepPurchase: Statement
  private let forgetPurchase: Statement
  private let readTrips: Statement
  private let readPurchases: Statement
  private let readTravellers: Statement

  /// Of all columns in the order of the table.
  static let checksumOfTrip: StaticString = "row_checksum(house, owner, number, written)"
  static let checksumOfPurchase: StaticString =
    "row_checksum(house, number, owner, trip, leg, state, written)"

  /// The house whose rows these are: a store of one house has no other.
  private static let house: StaticString = "main"

  init(_ database: Database) throws(StoreFault) {
    self.database = database
    keepTrip = try database.prepare(
      """
      INSERT INTO trip (house, owner, number, written, checksum)
        VALUES (?1, ?2, ?3, ?4, row_checksum(?1, ?2, ?3, ?4))
        ON CONFLICT (house, owner, number) DO UPDATE SET written = excluded.written,
          checksum = excluded.checksum
      """)
    forgetTrip = try database.prepare(
      "DELETE FROM trip WHERE house = ?1 AND owner = ?2 AND number = ?3")
    countTrip = try database.prepare(
      """
      INSERT INTO traveller (house, owner, last_trip, checksum)
        VALUES (?1, ?2, ?3, row_checksum(?1, ?2, ?3))
        ON CONFLICT (house, owner) DO UPDATE SET last_trip = excluded.last_trip,
          checksum = excluded.checksum WHERE excluded.last_trip > last_trip
      """)
    keepPurchase = try database.prepare(
      """
      INSERT INTO purchase (house, number, owner, trip, leg, state, written, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7))
        ON CONFLICT (house, number) DO UPDATE SET owner = excluded.owner, trip = excluded.trip,
          leg = excluded.leg, state = excluded.state, written = excluded.written,
          checksum = excluded.checksum
      """)
    forgetPurchase = try database.prepare(
      "DELETE FROM purchase WHERE house = ?1 AND number = ?2")
    readTrips = try database.prepare(
      "SELECT owner, number, written FROM trip WHERE house = ?1 ORDER BY owner, number")
    readPurchases = try database.prepare(
      """
      SELECT number, owner, trip, leg, state, written FROM purchase WHERE house = ?1
        ORDER BY number
      """)
    readTravellers = try database.prepare(
      "SELECT owner, last_trip FROM traveller WHERE house = ?1 ORDER BY owner")
  }

  /// Makes the tables say what a coded change says.
  /// - Throws: `unstorable` for what is too large.
  func apply(_ change: TravelChange) throws(StoreFault) {
    let owner = Coded.number(change.owner.text)
    switch change {
    case .tripKept(let trip, _, let written):
      try count(trip, of: owner)
      try keep(TravelRows.TripKey(owner: owner, number: trip.number), written)
    case .tripForgotten(let trip, _):
      try count(trip, of: owner)
      bind(forgetTrip, owner, trip)
      try forgetTrip.run()
    case .purchaseKept(let purchase, _, let leg, let phase, let written):
      try keep(purchase, TravelRows.PurchaseRow(owner: owner, leg: leg, phase: phase), written)
    case .purchaseForgotten(let purchase, _):
      forgetPurchase.bind(1, Self.house)
      forgetPurchase.bind(2, purchase.number)
      try forgetPurchase.run()
    }
  }

  /// Writes a trip, as `keep` of a purchase.
  func keep(_ trip: TravelRows.TripKey, _ written: [UInt8]) throws(StoreFault) {
    bind(keepTrip, trip.owner, TripReference(trip.number))
    try keepTrip.run(binding: written, at: 4)
  }

  /// Writes a purchase; whoever writes over one changes nothing of which the journal tells.
  func keep(
    _ purchase: PurchaseID, _ row: TravelRows.PurchaseRow, _ written: [UInt8]
  ) throws(StoreFault) {
    keepPurchase.bind(1, Self.house)
    keepPurchase.bind(2, purchase.number)
    keepPurchase.bind(3, row.owner)
    keepPurchase.bind(4, row.leg.trip.number)
    keepPurchase.bind(5, row.leg.number)
    keepPurchase.bind(6, row.phase.rawValue)
    try keepPurchase.run(binding: written, at: 7)
  }

  private func count(_ trip: TripReference, of owner: Int64) throws(StoreFault) {
    bind(countTrip, owner, trip)
    try countTrip.run()
  }

  private func bind(_ statement: Statement, _ owner: Int64, _ trip: TripReference) {
    statement.bind(1, Self.house)
    statement.bind(2, owner)
    statement.bind(3, trip.number)
  }

  // Reading

  /// Hands over every trip: the row of its owner, its number and what is written of it.
  func eachTrip(
    _ body: (TravelRows.TripKey, WrittenRow<KeptTrip>) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    readTrips.bind(1, Self.house)
    try readTrips.each { (row) throws(StoreFault) in
      let key = TravelRows.TripKey(owner: try row.integer(0), number: Int(try row.integer(1)))
      let octets = written(row, 2)
      let read = Result { () throws(WrittenFault) in
        let trip = try KeptTrip(written: octets, limits: limits)
        guard trip.reference.number == key.number else { throw .unsound }
        return trip
      }
      try body(key, WrittenRow(octets: octets, read: read))
    }
  }

  /// As `eachTrip`, of purchases.
  func eachPurchase(
    _ body: (PurchaseID, TravelRows.PurchaseRow, WrittenRow<Purchase>)
      throws(StoreFault) -> Void
  ) throws(StoreFault) {
    readPurchases.bind(1, Self.house)
    try readPurchases.each { (row) throws(StoreFault) in
      let id = PurchaseID(Int(try row.integer(0)))
      guard let phase = Purchase.Phase(rawValue: try row.text(4)) else {
        throw row.unreadable(4, "is no state")
      }
      let leg = LegReference(TripReference(Int(try row.integer(2))), Int(try row.integer(3)))
      let told = TravelRows.PurchaseRow(owner: try row.integer(1), leg: leg, phase: phase)
      let octets = written(row, 5)
      let read = Result { () throws(WrittenFault) in
        let purchase = try Purchase(written: octets, limits: limits)
        guard purchase.id == id, purchase.leg == leg, purchase.phase == phase else {
          throw .unsound
        }
        return purchase
      }
      try body(id, told, WrittenRow(octets: octets, read: read))
    }
  }

  /// What is written in a row. What is no text, or too long by a limit that was lowered since, is
  /// as good as unreadable: it stops nobody.
  private func written(_ row: Row, _ column: Int32) -> [UInt8] {
    do throws(StoreFault) { return try row.octets(column) } catch { return [] }
  }

  /// The highest number ever given to a trip, by the row of its owner.
  func lastTrips() throws(StoreFault) -> [Int64: Int] {
    var last: [Int64: Int] = [:]
    readTravellers.bind(1, Self.house)
    try readTravellers.each { (row) throws(StoreFault) in
      last[try row.integer(0)] = Int(try row.integer(1))
    }
    return last
  }

  /// Whatever stands in a row may be read.
  var limits: TravelLimits {
    var limits = TravelLimits()
    limits.writtenOctetsMax = database.limits.valueOctetsMax
    return limits
  }
}
