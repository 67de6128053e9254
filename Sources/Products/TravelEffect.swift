// What a desk asks of the world, and what it lets be known.

public import Mobility

/// Something to be done because of what happened to a trip or a purchase, in the order given.
public enum TravelEffect: Hashable, Sendable {
  /// Make durable how a trip is now.
  case keepTrip(KeptTrip)
  /// Forget a trip.
  case forgetTrip(TripReference, owner: String)
  /// Make durable how a purchase is now; before what follows.
  case keepPurchase(Purchase)
  /// Forget a purchase.
  case forgetPurchase(PurchaseID, owner: String)
  /// What was linked anew for a purchase was refused once more: it is not kept.
  case dropAccount(AccountWanted, PurchaseID)
  /// Send a request.
  case send(Errand)
  /// Tell the owner what nobody asked about.
  case tell(RideNews)
}

/// What an owner is told unasked.
public struct RideNews: Hashable, Sendable {
  /// Whom.
  public let owner: String
  /// Of which purchase.
  public let purchase: PurchaseID
  /// Of which leg.
  public let leg: LegReference
  /// What has happened.
  public let kind: Kind

  /// What has happened.
  public enum Kind: Hashable, Sendable {
    /// The provider has confirmed what was sent.
    case confirmed(Confirmation)
    /// The status became another, or more of it is known.
    case status(Confirmation)
    /// What nobody knew of is found out: nothing was booked, as far as the service knows.
    case notBooked
    /// Nobody could find out.
    case unknown
    /// What takes longer than it may be waited for has an answer now.
    case goesOn
  }
}
