// The trips and purchases of a person taken out of a store, and their name out of those of others.

import BookingAgent
import Bookings
import Products

extension PersonErasing {
  /// Forgets all trips and purchases of theirs.
  mutating func removeTravel() throws(StoreFault) {
    guard let user = found.user else { return }
    var gone: [TravelChange] = []
    try tables.travel.eachPurchase { (id, told, _) throws(StoreFault) in
      if told.owner == user { gone.append(.purchaseForgotten(id, of: sought.user)) }
    }
    try tables.travel.eachTrip { (key, _) throws(StoreFault) in
      guard key.owner == user else { return }
      gone.append(.tripForgotten(TripReference(key.number), of: sought.user))
    }
    for change in gone { try happened(.travel(change)) }
    erasure.rides = gone.count
  }

  /// Writes over their name and addresses in what is written of others. What could not be read
  /// behind that is forgotten: they are erased before another keeps a ride.
  mutating func scrubTravel() throws(StoreFault) {
    var trips: [(TravelRows.TripKey, [UInt8])] = []
    try tables.travel.eachTrip { (key, row) throws(StoreFault) in
      if let written = scrubber.scrubbed(written: row.octets) { trips.append((key, written)) }
    }
    var purchases: [(PurchaseID, TravelRows.PurchaseRow, [UInt8])] = []
    try tables.travel.eachPurchase { (id, told, row) throws(StoreFault) in
      if let written = scrubber.scrubbed(written: row.octets) {
        purchases.append((id, told, written))
      }
    }
    for (key, written) in trips {
      if isReadable({ () throws(WrittenFault) in
        _ = try KeptTrip(written: written, limits: tables.travel.limits)
      }) {
        try tables.travel.keep(key, written)
      } else {
        let owner = try tables.names.user(key.owner)
        try happened(.travel(.tripForgotten(TripReference(key.number), of: owner)))
      }
    }
    for (id, told, written) in purchases {
      if isReadable({ () throws(WrittenFault) in
        _ = try Purchase(written: written, limits: tables.travel.limits)
      }) {
        try tables.travel.keep(id, told, written)
      } else {
        let owner = try tables.names.user(told.owner)
        try happened(.travel(.purchaseForgotten(id, of: owner)))
      }
    }
    erasure.texts += trips.count + purchases.count
  }

  private func isReadable(_ read: () throws(WrittenFault) -> Void) -> Bool {
    do throws(WrittenFault) {
      try read()
      return true
    } catch {
      return false
    }
  }
}
