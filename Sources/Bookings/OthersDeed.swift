// What somebody did with a booking that another holds, too, or the building with its room: what
// those who hold it are told.

/// Something done with a booking by one who holds or manages it, told to the others who hold it; or
/// what became of its room, told to all of them.
public struct OthersDeed: Hashable, Sendable {
  /// What was done; the raw value is its name in the journal.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It was booked in the name of whoever is told.
    case booked
    /// It became otherwise.
    case changed
    /// It was given back.
    case cancelled
    /// It stands again.
    case restored
    /// Its room cannot be had then any more, though it stays as long as nobody moves it.
    case closed
  }

  /// What was done.
  public let kind: Kind
  /// The version that the booking had then: what was done since is told by itself.
  public let version: Int
  /// Who did it; without a name where the building did.
  public let by: UserID

  /// A deed, all of it.
  public init(_ kind: Kind, version: Int, by user: UserID) {
    self.kind = kind
    self.version = version
    by = user
  }

  /// That the room of a booking cannot be had any more.
  public init(closing booking: Booking) {
    self.init(.closed, version: booking.version, by: UserID(""))
  }

  /// What an event is to those who hold the booking and did not do it; nil if there is nobody.
  public init?(_ event: BookingEvent, by user: UserID) {
    guard event.booking.holders.contains(where: { $0 != user }) else { return nil }
    let kind: Kind =
      switch event {
      case .booked: .booked
      case .changed: .changed
      case .cancelled: .cancelled
      case .restored: .restored
      }
    self.init(kind, version: event.booking.version, by: user)
  }
}

extension Booking {
  /// Those who hold it and are told what somebody did with it.
  public func holders(but user: UserID) -> [UserID] { holders.filter { $0 != user } }
}
