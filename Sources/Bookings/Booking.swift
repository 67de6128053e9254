// A room held for a span, and how it came and went.

public import CivilTime

/// A room held by somebody for a span of civil time.
public struct Booking: Hashable, Codable, Sendable {
  /// Whether it stands.
  public enum State: String, Hashable, Codable, Sendable {
    /// The room is held.
    case held
    /// It was given back.
    case cancelled
  }

  /// Its number for good.
  public let reference: BookingReference
  /// 1 at first, one more with each change, cancellation and restoring.
  public var version: Int
  /// Whether it stands.
  public var state: State
  /// The room that is held.
  public var room: RoomID
  /// When, as the wall clock in the room shows.
  public var span: CivilSpan
  /// The instant at which it begins.
  public var start: Instant
  /// The first instant at which the room is free again.
  public var end: Instant
  /// What it is called; empty if nobody said, and worded then in the reader's language.
  public var title: String
  /// More about it; empty if nobody said, then the title stands for it.
  public var description: String
  /// Whether only its owner may see more than that the room is taken.
  public var isPrivate: Bool
  /// Whose it is: who booked, or in whose name somebody else did.
  public let owner: UserID
  /// Who booked in the owner's name, and may change it, too; nil for the owner.
  public let bookedBy: UserID?
  /// Who comes, in the order in which they were named.
  public var attendees: [Attendee]
  /// Of which series it is one; nil if of none.
  public var series: SeriesPlace?

  /// A booking, all of it; made by the ledger and by who reads it back.
  public init(
    reference: BookingReference, version: Int, state: State, room: RoomID, span: CivilSpan,
    start: Instant, end: Instant, title: String, description: String, isPrivate: Bool,
    owner: UserID, attendees: [Attendee], series: SeriesPlace? = nil, bookedBy: UserID? = nil
  ) {
    self.reference = reference
    self.version = version
    self.state = state
    self.room = room
    self.span = span
    self.start = start
    self.end = end
    self.title = title
    self.description = description
    self.isPrivate = isPrivate
    self.owner = owner
    self.attendees = attendees
    self.series = series
    self.bookedBy = bookedBy
  }

  /// Whether somebody holds it: its owner, or who booked it in the owner's name.
  public func isHeld(by user: UserID) -> Bool { owner == user || bookedBy == user }

  /// Those who hold it.
  public var holders: [UserID] { [owner] + (bookedBy.map { [$0] } ?? []) }

  /// Whether the room is free of it at an instant and ever after.
  public func hasEnded(at now: Instant) -> Bool { end <= now }
}

/// What has happened to a booking. The ledger is the fold of these.
public enum BookingEvent: Hashable, Codable, Sendable {
  /// A room was taken.
  case booked(Booking)
  /// A booking stands as given from now on.
  case changed(Booking)
  /// A booking was given back; the version counts it. Who comes and when stay, to restore it by.
  case cancelled(Booking)
  /// A cancelled booking stands again.
  case restored(Booking)

  /// What happened, as programs are told: `booked`, `changed`, `cancelled` or `restored`.
  public var kind: String {
    switch self {
    case .booked: "booked"
    case .changed: "changed"
    case .cancelled: "cancelled"
    case .restored: "restored"
    }
  }

  /// The booking as it is after the event.
  public var booking: Booking {
    switch self {
    case .booked(let booking), .changed(let booking), .cancelled(let booking),
      .restored(let booking):
      booking
    }
  }
}
