// Why the rules say no. The order of the cases is the order in which refusals are told.

public import CivilTime

/// A rule that forbids what was asked. The cases stand in the documented order: if several apply,
/// all are said and the first gives the reply its code.
public enum Refusal: Error, Hashable, Sendable {
  /// There is no such room.
  case unknownRoom(RoomID)
  /// There is no such booking.
  case unknownBooking(BookingReference)
  /// The booking belongs to somebody else.
  case notOwner(BookingReference)
  /// Nobody of that name lets whoever speaks book in their name; as said.
  case notOnBehalf(String)
  /// The booking was cancelled already.
  case alreadyCancelled(BookingReference)
  /// The booking was not cancelled, or has changed since: there is nothing to take back.
  case changedSince(BookingReference)
  /// The room is no longer in the building; its bookings stand, new ones are not taken.
  case roomRetired(RoomID)
  /// The end is not after the start.
  case endNotAfterStart(start: CivilMoment, end: CivilMoment)
  /// The clocks jump over this moment.
  case momentMissing(CivilMoment)
  /// The clocks show this moment twice.
  case momentTwice(CivilMoment)
  /// It would begin in the past.
  case past(CivilMoment)
  /// The room is closed on that day.
  case closedOn(CivilDate)
  /// It begins before opening or ends after closing.
  case outsideHours(opens: ClockTime, closes: ClockTime)
  /// Start or end is not on the grid.
  case offGrid(gridMinutes: Int)
  /// Shorter than the room may be held.
  case tooShort(shortestMinutes: Int)
  /// Longer than the room may be held.
  case tooLong(longestMinutes: Int)
  /// Too near to be booked still.
  case tooSoon(noticeMinutes: Int)
  /// Too far ahead.
  case tooFarAhead(windowDays: Int)
  /// The title or the description is too long.
  case textTooLong(TextMember, octetsMax: Int)
  /// The title, the description or a name holds a control or bidirectional-override character.
  case textNotPlain(TextMember)
  /// Nobody comes, and the building requires somebody.
  case attendeeRequired
  /// More attendees than a booking may have.
  case tooManyAttendees(max: Int)
  /// An attendee lacks something, or something of it is invalid; the place counts from 0.
  case attendee(index: Int, name: String?, AttendeeFault)
  /// The owner holds as many bookings as one may.
  case quota(max: Int)
  /// More come than the room has seats. Advice: it can be waived.
  case tooFewSeats(seats: Int, people: Int)
  /// A series has more bookings, or goes on for longer, than one may.
  case seriesTooLong(bookingsMax: Int, daysMax: Int)
  /// The room is held then; the spans that are in the way, in order of time.
  case taken([CivilSpan])
  /// The room is free then, and for a while it is held for somebody who waited for it; the spans
  /// that are in the way, in order of time, and until when the last of them is held.
  case held([CivilSpan], until: CivilMoment)
  /// There is no such wait of that person.
  case unknownWait(WaitReference)
  /// A wait is for more days than one may wait for at once.
  case waitTooLong(daysMax: Int)
  /// A wait is for any room at any hour.
  case waitTooWide
  /// That person waits for as much as one may.
  case waitQuota(max: Int)

  /// A text of a booking.
  public enum TextMember: String, Hashable, Sendable {
    /// What it is called.
    case title
    /// More about it.
    case description
    /// An attendee's name.
    case name
  }

  /// What is wrong with an attendee.
  public enum AttendeeFault: Hashable, Sendable {
    /// No name.
    case nameMissing
    /// No e-mail address.
    case emailMissing
    /// The address is none.
    case emailInvalid(String, EmailAddress.Fault)
    /// No phone number.
    case phoneMissing
    /// The number is none.
    case phoneInvalid(String)
    /// The same address as an attendee before.
    case duplicate(email: String)
  }
}

/// All the refusals of one intention, at least one, in the documented order.
public struct Refusals: Error, Hashable, Sendable {
  /// The refusal that gives the code.
  public let first: Refusal
  /// The others.
  public let others: [Refusal]

  /// Refusals in the documented order; nil if there is none.
  public init?(_ refusals: [Refusal]) {
    let sorted = refusals.enumerated().sorted {
      ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset)
    }.map(\.element)
    guard let first = sorted.first else { return nil }
    self.first = first
    others = Array(sorted.dropFirst())
  }

  /// All of them, in order.
  public var all: [Refusal] { [first] + others }
}

extension Refusal {
  /// The name on the wire: part of the interface, never renamed or reused.
  public var code: String {
    switch self {
    case .unknownRoom, .unknownBooking, .unknownWait: "WHAT/UNKNOWN"
    case .notOwner: "RULE/OWNER"
    case .notOnBehalf: "RULE/BEHALF"
    case .alreadyCancelled, .changedSince: "RULE/STATE"
    case .roomRetired: "RULE/RETIRED"
    case .endNotAfterStart, .momentMissing, .momentTwice: "TIME/INVALID"
    case .past: "TIME/PAST"
    case .closedOn: "RULE/CLOSED"
    case .outsideHours: "RULE/HOURS"
    case .offGrid: "RULE/GRID"
    case .tooShort, .tooLong: "RULE/LENGTH"
    case .tooSoon: "RULE/NOTICE"
    case .tooFarAhead, .waitTooLong, .waitTooWide: "RULE/WINDOW"
    case .textTooLong, .textNotPlain: "RULE/TEXT"
    case .attendeeRequired, .tooManyAttendees, .attendee: "RULE/ATTENDEE"
    case .quota, .waitQuota: "RULE/QUOTA"
    case .tooFewSeats: "RULE/SEATS"
    case .seriesTooLong: "RULE/SERIES"
    case .taken: "TIME/TAKEN"
    case .held: "TIME/HELD"
    }
  }

  /// The place in the documented order: that of the cases.
  public var precedence: Int {
    switch self {
    case .unknownRoom: 0
    case .unknownBooking: 1
    case .notOwner: 2
    case .notOnBehalf: 3
    case .alreadyCancelled: 4
    case .changedSince: 5
    case .roomRetired: 6
    case .endNotAfterStart: 7
    case .momentMissing: 8
    case .momentTwice: 9
    case .past: 10
    case .closedOn: 11
    case .outsideHours: 12
    case .offGrid: 13
    case .tooShort: 14
    case .tooLong: 15
    case .tooSoon: 16
    case .tooFarAhead: 17
    case .textTooLong: 18
    case .textNotPlain: 19
    case .attendeeRequired: 20
    case .tooManyAttendees: 21
    case .attendee: 22
    case .quota: 23
    case .tooFewSeats: 24
    case .seriesTooLong: 25
    case .taken: 26
    case .held: 27
    case .unknownWait: 28
    case .waitTooLong: 29
    case .waitTooWide: 30
    case .waitQuota: 31
    }
  }
}
