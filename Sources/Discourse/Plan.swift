// What is meant to happen: deeds with absolute dates, and what was shown of them. Never events,
// whose numbers another booking may have taken by the time of the yes.

public import Bookings
public import CivilTime

/// What would be done by a yes.
public struct Plan: Hashable, Codable, Sendable {
  /// What is to be done, in order; all of it or nothing.
  public let deeds: [Deed]
  /// What was shown to come of it.
  public let shown: [Outcome]

  /// Deeds, and what the ledger says comes of them: events on bookings as they are before.
  public init(
    _ deeds: [Deed], coming events: [BookingEvent], before: (BookingReference) -> Booking?
  ) {
    self.deeds = deeds
    shown = Self.outcomes(of: events, before: before)
  }

  /// Whether the same comes of it as was shown, but for numbers that are given when it is done.
  public func isStill(
    _ events: [BookingEvent], before: (BookingReference) -> Booking?
  ) -> Bool {
    shown == Self.outcomes(of: events, before: before)
  }

  /// The series that is to be booked, if one is.
  public var series: SeriesRequest? {
    for deed in deeds {
      if case .booking(.bookSeries(let request)) = deed { return request }
    }
    return nil
  }

  private static func outcomes(
    of events: [BookingEvent], before: (BookingReference) -> Booking?
  ) -> [Outcome] {
    events.map { event in Outcome(event, before: before(event.booking.reference)) }
  }
}

/// One thing that is to be done.
public enum Deed: Hashable, Codable, Sendable {
  /// Something with a booking.
  case booking(Intention)
  /// Passes of a booking are sent again: those of one attendee, or all.
  case resend(BookingReference, AttendeeID?)
  /// Passes of a booking are tried no more: those of one attendee, or all.
  case skip(BookingReference, AttendeeID?)
}

/// What comes of a deed, as far as people see it.
public struct Outcome: Hashable, Codable, Sendable {
  /// The booking as it is before, number and version, which must still hold; nil for a new one.
  public let before: Booking?
  /// Whether it stands afterwards.
  public let state: Booking.State
  /// Its room.
  public let room: RoomID
  /// When it is.
  public let span: CivilSpan
  /// What it is called.
  public let title: String
  /// More about it.
  public let description: String
  /// Whether only the owner sees it.
  public let isPrivate: Bool
  /// Who comes, without the numbers they get.
  public let people: [AttendeeRequest]

  init(_ event: BookingEvent, before: Booking?) {
    let after = event.booking
    self.before = before
    state = after.state
    room = after.room
    span = after.span
    title = after.title
    description = after.description
    isPrivate = after.isPrivate
    people = after.attendees.map { attendee in
      var request = AttendeeRequest(attendee)
      request.id = nil
      return request
    }
  }
}
