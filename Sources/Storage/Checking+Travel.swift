// The check of trips and purchases: the journal's last word on each, and whether it can be read.

import Products

extension Checking {
  /// Each trip and purchase of which the journal's last word is that it is kept has a row, which
  /// can be read, and no other has one; the numbers that were given are those of the journal.
  mutating func checkTravel() throws(StoreFault) {
    try look(at: "trip") { (check) throws(StoreFault) in try check.checkTrips() }
    try look(at: "purchase") { (check) throws(StoreFault) in try check.checkPurchases() }
    let told = fold.travel.lastTrips
    let found = try tables.travel.lastTrips()
    for owner in Set(told.keys).union(found.keys).sorted() {
      compare("traveller", "\(owner)", journal: told[owner], table: found[owner]) {
        [("last_trip", "\($0)")]
      }
    }
  }

  private mutating func checkTrips() throws(StoreFault) {
    var rows: Set<TravelRows.TripKey> = []
    var unread: [Discrepancy] = []
    try tables.travel.eachTrip { (key, written) throws(StoreFault) in
      rows.insert(key)
      if case .failure(let fault) = written.read {
        unread.append(.rowUnreadable(table: "trip", row: "\(key)", "\(fault)"))
      }
    }
    let told = fold.travel.trips
    for key in rows.union(told).sorted() {
      compare(
        "trip", "\(key)", journal: told.contains(key) ? key : nil,
        table: rows.contains(key) ? key : nil
      ) { _ in [] }
    }
    for discrepancy in unread { report(discrepancy) }
  }

  private mutating func checkPurchases() throws(StoreFault) {
    var rows: [PurchaseID: TravelRows.PurchaseRow] = [:]
    var unread: [Discrepancy] = []
    try tables.travel.eachPurchase { (id, row, written) throws(StoreFault) in
      rows[id] = row
      if case .failure(let fault) = written.read {
        unread.append(.rowUnreadable(table: "purchase", row: "\(id.number)", "\(fault)"))
      }
    }
    let told = fold.travel.purchases
    for id in Set(rows.keys).union(told.keys).sorted() {
      compare("purchase", "\(id.number)", journal: told[id], table: rows[id], by: \.members)
    }
    for discrepancy in unread { report(discrepancy) }
  }
}

extension TravelRows.TripKey: CustomStringConvertible {
  /// As an administrator finds it in the table.
  var description: String { "\(owner)/\(number)" }
}

extension TravelRows.PurchaseRow {
  /// What two sides can say differently, as an administrator finds it in the table.
  fileprivate var members: [(name: String, value: String)] {
    [("owner", "\(owner)"), ("leg", "\(leg)"), ("state", phase.rawValue)]
  }
}
