// A pass: what one attendee is owed for one version of a booking, and how far it has come.

public import Bookings
public import CivilTime

/// The number of a pass, counted by the outbox from 1. One attendee's passes for one booking share
/// it, so that an update or a cancellation finds the pass it replaces.
public struct PassID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The pass of that number.
  public init(_ number: Int) { self.number = number }
  /// As `P12`.
  public var description: String { "P\(number)" }
  /// Counted earlier.
  public static func < (one: PassID, other: PassID) -> Bool { one.number < other.number }
}

/// One edition of a pass: the pass and its sequence number, in the sense of iCalendar's UID and
/// SEQUENCE (RFC 5545 §3.8.4.7, §3.8.7.4). A retry is the same edition; a gateway that has seen it
/// may drop the second copy.
public struct PassEdition: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Which pass.
  public let id: PassID
  /// 0 for the first edition, one more for each that replaces it.
  public let sequence: Int
  /// That edition of that pass.
  public init(_ id: PassID, sequence: Int) {
    self.id = id
    self.sequence = sequence
  }
  /// As `P12/0`.
  public var description: String { "\(id)/\(sequence)" }
  /// Counted earlier.
  public static func < (one: PassEdition, other: PassEdition) -> Bool {
    (one.id, one.sequence) < (other.id, other.sequence)
  }
}

/// Whom a pass goes to, as known when it became owed.
public struct PassRecipient: Hashable, Sendable {
  /// How the person is called.
  public let name: String
  /// Where the pass goes by e-mail.
  public let email: EmailAddress
  /// Where the pass goes by SMS; nil where the building's passes need no number.
  public let phone: PhoneText?

  /// A recipient, all of it.
  public init(name: String, email: EmailAddress, phone: PhoneText?) {
    self.name = name
    self.email = email
    self.phone = phone
  }

  /// The attendee as a recipient.
  public init(_ attendee: Attendee) {
    self.init(name: attendee.name, email: attendee.email, phone: attendee.phone)
  }
}

/// What a pass says of the booking. Decided by the booking and its version alone, so all passes of
/// one version share it.
public struct PassContent: Hashable, Sendable {
  /// The room; its name is the building's to tell.
  public let room: RoomID
  /// When, as the wall clock in the room shows.
  public let span: CivilSpan
  /// The instant at which the booking begins.
  public let start: Instant
  /// The first instant after it.
  public let end: Instant
  /// What it is called; empty if nobody said.
  public let title: String
  /// More about it; empty if nobody said.
  public internal(set) var description: String
  /// When the further bookings of its series are, in order of time; of none unless it is the first
  /// of one.
  public let dates: [CivilSpan]

  /// What a pass says, all of it.
  public init(
    room: RoomID, span: CivilSpan, start: Instant, end: Instant, title: String,
    description: String, dates: [CivilSpan] = []
  ) {
    self.room = room
    self.span = span
    self.start = start
    self.end = end
    self.title = title
    self.description = description
    self.dates = dates
  }

  /// What a pass says of a booking, and of the further bookings of its series.
  public init(_ booking: Booking, naming dates: [CivilSpan] = []) {
    self.init(
      room: booking.room, span: booking.span, start: booking.start, end: booking.end,
      title: booking.title, description: booking.description, dates: dates)
  }

  /// Whether it leads to the same room at the same time, whatever it is called.
  public func leads(where other: PassContent) -> Bool {
    room == other.room && span == other.span && start == other.start && end == other.end
      && dates == other.dates
  }
}

/// One edition of a pass and how far it has come. Everything the outbox needs after a restart
/// stands here.
public struct Pass: Hashable, Sendable {
  /// What the edition is for.
  public enum Kind: String, Hashable, Sendable {
    /// The recipient has none yet, as far as is known.
    case new
    /// Replaces one that the recipient has, or may have.
    case update
    /// Takes back one that the recipient has, or may have.
    case cancellation
  }

  /// How much of it the booker has heard.
  public enum Told: String, Hashable, Sendable {
    /// Nothing.
    case nothing
    /// That it is in trouble.
    case trouble
    /// How it ended.
    case end
  }

  /// Which pass, shared with the other editions.
  public let id: PassID
  /// 0 for the first edition.
  public let sequence: Int
  /// The booking.
  public let booking: BookingReference
  /// The version of the booking that made it owed.
  public let bookingVersion: Int
  /// The attendee it is owed to.
  public let attendee: AttendeeID
  /// The attendee's place among those of the version, from 0: the order of sending.
  public let place: Int
  /// Whom it goes to.
  public let recipient: PassRecipient
  /// What it says.
  public internal(set) var content: PassContent
  /// When it became owed; earlier by as much as the clock was set back since.
  public internal(set) var queuedAt: Instant
  /// From this instant on it is not sent any more: the booking has begun, or a day has gone by.
  public internal(set) var deadline: Instant
  /// What it is for. An update becomes new if what it was to replace turns out never to have left.
  public var kind: Kind
  /// How far it has come.
  public var state: PassState
  /// The attempts counted so far, each before it is made.
  public var attempts = 0
  /// The attempts after which it is given up; fewer where a code is not listed.
  public var attemptsMax: Int
  /// Whether it goes in a call of its own, after an unknown outcome or a refusal without an index.
  public var goesAlone = false
  /// Whether a copy may have left though no answer said so.
  public var mayBeOut = false
  /// Whether it is no longer owed though it is on its way or has arrived.
  public var isWithdrawn = false
  /// When its trouble began: the first attempt that did not end well; nil if there was none.
  public var troubleSince: Instant?
  /// Why the last attempt did not end well; nil if there was none.
  public var trouble: PassTrouble?
  /// How much of it the booker has heard.
  public var told = Told.nothing

  /// A pass that has just become owed, or one read back; further members are set afterwards.
  public init(
    edition: PassEdition, booking: BookingReference, bookingVersion: Int, attendee: AttendeeID,
    place: Int, recipient: PassRecipient, content: PassContent, kind: Kind, queuedAt: Instant,
    deadline: Instant, state: PassState, attemptsMax: Int
  ) {
    self.id = edition.id
    self.sequence = edition.sequence
    self.booking = booking
    self.bookingVersion = bookingVersion
    self.attendee = attendee
    self.place = place
    self.recipient = recipient
    self.content = content
    self.kind = kind
    self.queuedAt = queuedAt
    self.deadline = deadline
    self.state = state
    self.attemptsMax = attemptsMax
  }

  /// By which events and calls name it.
  public var edition: PassEdition { PassEdition(id, sequence: sequence) }
}
