// Trips and purchases as a store keeps them: what is written last of each.

import BookingAgent
import Bookings
import CivilTime
import Products
import Testing

struct KeptTravel {
  private var trips: [String: [UInt8]] = [:]
  private var purchases: [PurchaseID: [UInt8]] = [:]
  private var numbers = TravelNumbers()

  mutating func add(_ change: TravelChange) {
    let owner = change.owner.text
    switch change {
    case .tripKept(let trip, _, let written):
      trips["\(owner) \(trip)"] = written
      numbers.trips[owner] = max(numbers.trips[owner] ?? 0, trip.number)
    case .tripForgotten(let trip, _): trips["\(owner) \(trip)"] = nil
    case .purchaseKept(let purchase, _, _, _, let written):
      purchases[purchase] = written
      numbers.purchase = max(numbers.purchase, purchase.number)
    case .purchaseForgotten(let purchase, _): purchases[purchase] = nil
    }
  }

  /// The desk that they make.
  func desk(stillOut out: ErrandsOut?, at now: Instant) -> TravelDesk {
    let limits = TravelLimits()
    do {
      return TravelDesk(
        restoring: try trips.values.map { try KeptTrip(written: $0, limits: limits) },
        try purchases.values.map { try Purchase(written: $0, limits: limits) },
        numbers: numbers, stillOut: out, at: now)
    } catch {
      Issue.record(error, "what was written is read")
      return TravelDesk()
    }
  }
}
