// Who holds which room when: the fold of what has happened, and the judge of what may.

public import CivilTime

/// All bookings of a building that are not over. `decide` says what would happen or why not,
/// `apply` makes it so.
public struct Ledger: Equatable, Sendable {
  /// The rooms and rules.
  public private(set) var building: Building
  /// The clocks of the building.
  public let zone: ZoneRules
  /// The limits of texts and memory.
  public let limits: BookingLimits
  /// What other calendars leave free; rooms and days that are not in it are free of them.
  public var openings = Openings()
  /// The reference of the next booking.
  public private(set) var nextReference = BookingReference(1)
  /// The number of the next attendee.
  public private(set) var nextAttendee = AttendeeID(1)

  /// An empty ledger of a building.
  public init(building: Building, zone: ZoneRules, limits: BookingLimits = BookingLimits()) {
    self.building = building
    self.zone = zone
    self.limits = limits
  }

  /// Makes an event part of what has happened. It must come from `decide`, or from the journal in
  /// the order in which it happened.
  public mutating func apply(_ event: BookingEvent, at now: Instant) {}

  /// Takes a booking as it was read from a store, in whatever version and state.
  public mutating func recall(_ booking: Booking, at now: Instant) {}

  /// Counts on from numbers that were given out already, be it to bookings that are not loaded.
  public mutating func count(from reference: BookingReference, _ attendee: AttendeeID) {}

  /// Takes other rooms and rules. Rooms that are gone keep their bookings and take no new ones.
  public mutating func move(to building: Building) {}

  /// Forgets what ended or was cancelled longer than `limits.remembersSeconds` ago. Looks at every
  /// booking that is remembered: for a call an hour, not one a line.
  public mutating func forget(at now: Instant) {}
}
