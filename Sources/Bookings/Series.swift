// Bookings that were made as one: which of a series a booking is, and what is wanted of a new one.

public import CivilTime

/// Which booking of a series one is. It stays when the booking is moved or given back.
public struct SeriesPlace: Hashable, Codable, Sendable {
  /// The series.
  public let series: SeriesReference
  /// The rule by which its days were found (RFC 5545 §3.3.10), as `FREQ=WEEKLY;BYDAY=WE`.
  public let rule: String
  /// Which of its bookings, from 1, in order of time when it was made.
  public let index: Int
  /// How many bookings the series was made of.
  public let count: Int

  /// A place in a series.
  public init(_ series: SeriesReference, rule: String, index: Int, count: Int) {
    self.series = series
    self.rule = rule
    self.index = index
    self.count = count
  }
}

/// A series to be booked: all of its bookings or none.
public struct SeriesRequest: Hashable, Codable, Sendable {
  /// The rule by which its days were found.
  public var rule: String
  /// The bookings to be made, in order of time.
  public var bookings: [BookingRequest]
  /// A booking that stands and becomes the first of the series.
  public var first: BookingReference?

  /// Bookings to be made as one.
  public init(rule: String, bookings: [BookingRequest], first: BookingReference? = nil) {
    self.rule = rule
    self.bookings = bookings
    self.first = first
  }
}

extension Ledger {
  /// The bookings of a series that stand and are not over, in order of time.
  public func bookings(of series: SeriesReference, from now: Instant) -> [Booking] {
    guard let owner = ownerOfSeries[series] else { return [] }
    return bookings(of: owner, from: now).filter { $0.series?.series == series }
  }

  /// What speaks against so many days of a series, of which the last is so far from the first.
  public func refusals(ofSeries days: [CivilDate]) -> [Refusal] {
    guard let first = days.first, let last = days.last else { return [] }
    let isTooLong =
      days.count > limits.seriesBookingsMax || last.days(since: first) > limits.seriesDaysMax
    return isTooLong
      ? [.seriesTooLong(bookingsMax: limits.seriesBookingsMax, daysMax: limits.seriesDaysMax)] : []
  }

  /// All bookings of a series, or none.
  func book(
    _ request: SeriesRequest, by user: UserID, at now: Instant
  ) throws(Refusals) -> [BookingEvent] {
    var after = self
    var events: [BookingEvent] = []
    var owner: UserID?
    let count = request.bookings.count + (request.first == nil ? 0 : 1)
    func place(_ index: Int) -> SeriesPlace {
      SeriesPlace(nextSeries, rule: request.rule, index: index, count: count)
    }
    if let first = request.first {
      var booking = try standing(first, of: user, at: now)
      guard booking.series == nil else { throw Refusals(.changedSince(first)) }
      owner = booking.owner
      booking.series = place(1)
      booking.version += 1
      events.append(.changed(booking))
    }
    let days = events.map(\.booking.span.start.date) + request.bookings.map(\.start.date)
    if let refusals = Refusals(refusals(ofSeries: days.sorted())) { throw refusals }
    for var booking in request.bookings {
      // A series is one person's, or what is said of all of it would be done to a part.
      if let owner { booking.owner = owner == user ? nil : owner }
      for event in try after.decide(.book(booking), by: user, at: now) {
        var booking = event.booking
        booking.series = place(events.count + 1)
        events.append(.booked(booking))
        after.suppose(.booked(booking))
      }
    }
    return events
  }
}
