// What happens to trips and purchases, as it is made durable: in brief for the journal, whole for
// the row that stands for it.

public import Bookings
public import Products

/// What can happen to trips and purchases. What is written is the form that `Products` reads back:
/// it holds what the service told and what people answered, so it stands in no journal.
public enum TravelChange: Hashable, Sendable {
  /// A trip is otherwise than before, or came in.
  case tripKept(TripReference, of: UserID, written: [UInt8])
  /// A trip is gone.
  case tripForgotten(TripReference, of: UserID)
  /// A purchase stands otherwise than before, or was begun.
  case purchaseKept(PurchaseID, of: UserID, on: LegReference, Purchase.Phase, written: [UInt8])
  /// A purchase is gone.
  case purchaseForgotten(PurchaseID, of: UserID)

  /// Whose it is.
  public var owner: UserID {
    switch self {
    case .tripKept(_, let owner, _), .tripForgotten(_, let owner),
      .purchaseKept(_, let owner, _, _, _), .purchaseForgotten(_, let owner):
      owner
    }
  }
}

/// A trip or a purchase that is not kept in the store, or not read from it: it ends with the
/// process.
public struct TravelUnkept: Hashable, Sendable {
  /// What it is: `trip T3` or `purchase 7`.
  public let name: String
  /// Why.
  public let fault: WrittenFault

  /// What is not kept, and why.
  public init(_ name: String, because fault: WrittenFault) {
    self.name = name
    self.fault = fault
  }
}
