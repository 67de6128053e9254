// What the booker is told of the passes of a booking: who, how and why, as data.

public import Bookings

/// One message to the booker. Every pass in it is told as it is now; it is sent once, when its
/// event has been applied.
public struct PassNews: Hashable, Sendable {
  /// The booking.
  public let booking: BookingReference
  /// Accepted since the last message, in the order of the attendees.
  public let accepted: [Pass]
  /// Failed or expired since the last message. What to do: mend, resend or skip.
  public let ended: [Pass]
  /// In trouble, not told before, and still tried.
  public let troubled: [Pass]
  /// Arrived though no longer owed, at a gateway that takes no cancellation: to be told by the
  /// booker.
  public let toBeToldByBooker: [Pass]
  /// Passes of the booking about which something is still to happen, the troubled ones included.
  public let openCount: Int
  /// What records that it was told.
  public let event: PassEvent

  /// Whether nothing more is to come.
  public var isSettled: Bool { openCount == 0 }

  /// All of it.
  package init(
    booking: BookingReference, accepted: [Pass], ended: [Pass], troubled: [Pass],
    toBeToldByBooker: [Pass], openCount: Int, event: PassEvent
  ) {
    self.booking = booking
    self.accepted = accepted
    self.ended = ended
    self.troubled = troubled
    self.toBeToldByBooker = toBeToldByBooker
    self.openCount = openCount
    self.event = event
  }
}
