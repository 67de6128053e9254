// The form of facts about trips and purchases: which of whose, and a state in one word.

import BookingAgent
import Bookings
import Products

extension JournalForm {
  static func write(_ change: TravelChange, into writer: inout FactWriter) -> StaticString {
    writer.object { fact in
      fact.member("owner", Coded.number(change.owner.text))
      switch change {
      case .tripKept(let trip, _, _), .tripForgotten(let trip, _):
        fact.member("trip", trip.number)
      case .purchaseKept(let purchase, _, let leg, let phase, _):
        fact.member("purchase", purchase.number)
        write(leg, into: &fact)
        fact.member("state", phase.rawValue)
      case .purchaseForgotten(let purchase, _): fact.member("purchase", purchase.number)
      }
    }
    return switch change {
    case .tripKept: "trip.kept"
    case .tripForgotten: "trip.forgotten"
    case .purchaseKept: "purchase.kept"
    case .purchaseForgotten: "purchase.forgotten"
    }
  }

  static func write(_ leg: LegReference, into fact: inout FactWriter) {
    fact.member("trip", leg.trip.number)
    fact.member("leg", leg.number)
  }

  /// The change of a kind, with nothing written; nil if it is none of trips and purchases.
  static func travel(_ kind: String, _ fact: inout FactObject) throws(FormFault) -> TravelChange? {
    switch kind {
    case "trip.kept": return .tripKept(try trip(&fact), of: try owner(&fact), written: [])
    case "trip.forgotten": return .tripForgotten(try trip(&fact), of: try owner(&fact))
    case "purchase.kept":
      return .purchaseKept(
        try purchase(&fact), of: try owner(&fact), on: try leg(&fact),
        try fact.word("state", Purchase.Phase.self), written: [])
    case "purchase.forgotten":
      return .purchaseForgotten(try purchase(&fact), of: try owner(&fact))
    default: return nil
    }
  }

  static func leg(_ fact: inout FactObject) throws(FormFault) -> LegReference {
    LegReference(try trip(&fact), Int(try fact.integer("leg")))
  }

  private static func trip(_ fact: inout FactObject) throws(FormFault) -> TripReference {
    TripReference(Int(try fact.integer("trip")))
  }

  private static func purchase(_ fact: inout FactObject) throws(FormFault) -> PurchaseID {
    PurchaseID(Int(try fact.integer("purchase")))
  }

  static func owner(_ fact: inout FactObject) throws(FormFault) -> UserID {
    UserID(Coded.text(try fact.integer("owner")))
  }
}
