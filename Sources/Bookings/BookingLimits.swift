// The limits of what a booking may hold that no building sets.

/// How much text a booking may carry, and how long the ledger remembers what is over.
public struct BookingLimits: Hashable, Sendable {
  /// Octets of UTF-8 in a title; 200 unless configured.
  public var titleOctetsMax = 200
  /// Octets of UTF-8 in a description; 2,000 unless configured.
  public var descriptionOctetsMax = 2000
  /// Octets of UTF-8 in an attendee's name; 120 unless configured.
  public var nameOctetsMax = 120
  /// How long a finished or cancelled booking can still be shown and restored; 24 hours.
  public var remembersSeconds = 86_400
  /// How many alternatives are offered at most; 3.
  public var alternativesMax = 3
  /// How many bookings a series may have; 200 unless configured.
  public var seriesBookingsMax = 200
  /// How many days may lie between the first and the last of a series; 366 unless configured.
  public var seriesDaysMax = 366
  /// How many days ahead a free place is looked for; 60.
  public var searchDaysMax = 60
  /// How long a span that became free is held for somebody who waits for it, in seconds; 600.
  public var holdSeconds = 600
  /// How much one person may wait for at once; 20.
  public var waitsPerPersonMax = 20
  /// How many days a wait may reach over; 14.
  public var waitDaysMax = 14

  /// The limits that hold unless configured.
  public init() {}
}
