// Why a wish about passes cannot be carried out.

public import Bookings

/// A wish about passes that cannot be carried out, in the documented order.
public enum PassRefusal: Error, Hashable, Sendable {
  /// The booking, or that attendee of it, is owed no pass.
  case nothingOwed(BookingReference, AttendeeID?)
  /// Every pass was accepted; who is to get it again must be named.
  case allAccepted(BookingReference)
  /// The booking has begun: too late for a pass.
  case begun(BookingReference)
  /// The pass is on its way just now.
  case onItsWay(PassID)

  /// The name on the wire: part of the interface, never renamed or reused.
  public var code: String {
    switch self {
    case .nothingOwed: "WHAT/UNKNOWN"
    case .begun: "TIME/PAST"
    case .allAccepted, .onItsWay: "RULE/STATE"
    }
  }
}
