// What somebody wants of the ledger, fully grounded: room, moments and people are named.

public import CivilTime

/// A change asked for.
public enum Intention: Hashable, Codable, Sendable {
  /// Hold a room.
  case book(BookingRequest)
  /// Hold rooms on several days, as one series.
  case bookSeries(SeriesRequest)
  /// Make a booking be as given; what is nil stays.
  case change(BookingReference, BookingChange)
  /// Make several bookings be as given, each of which may take the place of another of them.
  case changes([PlannedChange])
  /// Give a booking back.
  case cancel(BookingReference)
  /// Take back a cancellation.
  case restore(BookingReference)
  /// Make a booking be as it was in an earlier version (`undo` of a change).
  case revert(to: Booking)
}

/// A booking to be made.
public struct BookingRequest: Hashable, Codable, Sendable {
  /// The room.
  public var room: RoomID
  /// The first moment.
  public var start: CivilMoment
  /// The moment at which it ends; refused unless later.
  public var end: CivilMoment
  /// How many minutes it has to last, as they pass, if that was said and not its end: refused where
  /// the clocks show the end twice and the first is too early.
  public var minutes: Int?
  /// What it is called; empty for the house's word.
  public var title = ""
  /// More about it; empty for the title.
  public var description = ""
  /// Whether only the owner sees it.
  public var isPrivate = false
  /// Who comes.
  public var attendees: [AttendeeRequest] = []
  /// How many come, if said: the seats are compared with it, and with the attendees.
  public var headcount: Int?
  /// Whether too few seats were seen and accepted.
  public var acceptsFewerSeats = false
  /// In whose name it is booked, if not the speaker's own; refused where they may not.
  public var owner: UserID?

  /// A room from one moment to another.
  public init(room: RoomID, start: CivilMoment, end: CivilMoment) {
    self.room = room
    self.start = start
    self.end = end
  }
}

/// What is to become of a booking; nil members stay as they are.
public struct BookingChange: Hashable, Codable, Sendable {
  /// The new room.
  public var room: RoomID?
  /// The new first moment. The length stays unless `end` is given too.
  public var start: CivilMoment?
  /// The new end.
  public var end: CivilMoment?
  /// How many minutes it has to last, as `BookingRequest.minutes`; goes with `end`.
  public var minutes: Int?
  /// The new title.
  public var title: String?
  /// The new description.
  public var description: String?
  /// Whether it becomes private or public.
  public var isPrivate: Bool?
  /// All attendees from now on: those with an id stay, those without are new, the others go.
  public var attendees: [AttendeeRequest]?
  /// How many come, if said.
  public var headcount: Int?
  /// Whether too few seats were seen and accepted.
  public var acceptsFewerSeats = false

  /// Nothing changed yet.
  public init() {}
}

/// A booking, and what is to become of it together with others.
public struct PlannedChange: Hashable, Codable, Sendable {
  /// The booking.
  public var booking: BookingReference
  /// What is to become of it.
  public var change: BookingChange

  /// A change of a booking.
  public init(_ booking: BookingReference, _ change: BookingChange) {
    self.booking = booking
    self.change = change
  }
}
