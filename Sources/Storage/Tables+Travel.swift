// Trips and purchases: from what people have to what is coded, and back.

import BookingAgent
import Bookings
import JSON
import Products

extension Tables {
  func coded(_ change: TravelChange) throws(StoreFault) -> TravelChange {
    let owner = UserID(Coded.text(try names.number(of: change.owner)))
    switch change {
    case .tripKept(let trip, _, let written): return .tripKept(trip, of: owner, written: written)
    case .tripForgotten(let trip, _): return .tripForgotten(trip, of: owner)
    case .purchaseKept(let purchase, _, let leg, let phase, let written):
      return .purchaseKept(purchase, of: owner, on: leg, phase, written: written)
    case .purchaseForgotten(let purchase, _): return .purchaseForgotten(purchase, of: owner)
    }
  }

  /// Reads what is kept of trips. What cannot be read, or is written to be another's, is left out
  /// and told.
  func load(into state: inout DurableState) throws(StoreFault) {
    try travel.eachTrip { (key, written) throws(StoreFault) in
      switch written.read {
      case .success(let trip) where try isOwner(trip.owner, key.owner): state.trips.append(trip)
      case .success: state.travelUnread.append(key.unkept(because: .unsound))
      case .failure(let fault): state.travelUnread.append(key.unkept(because: fault))
      }
    }
    try travel.eachPurchase { (id, row, written) throws(StoreFault) in
      switch written.read {
      case .success(let purchase) where try isOwner(purchase.owner, row.owner):
        state.purchases.append(purchase)
      case .success: state.travelUnread.append(id.unkept(because: .unsound))
      case .failure(let fault): state.travelUnread.append(id.unkept(because: fault))
      }
    }
    for (owner, last) in try travel.lastTrips() {
      state.travelNumbers.trips[try names.user(owner).text] = last
    }
    state.travelNumbers.purchase = Int(journal.counters.purchase)
  }

  private func isOwner(_ name: String, _ row: Int64) throws(StoreFault) -> Bool {
    try names.user(row).text.hasSameOctets(as: name)
  }
}

extension TravelRows.TripKey {
  fileprivate func unkept(because fault: WrittenFault) -> TravelUnkept {
    TravelUnkept("trip T\(number)", because: fault)
  }
}

extension PurchaseID {
  fileprivate func unkept(because fault: WrittenFault) -> TravelUnkept {
    TravelUnkept("purchase \(number)", because: fault)
  }
}
