// What the parts of an answer are made of: rooms on a day, reasons, examples for help.

public import Bookings
public import CivilTime
public import Discourse
public import Products

/// A booking as it is and as a line would make it.
public struct ProposedChange: Hashable, Sendable {
  /// As it is; nil if it would be a new one.
  public let before: Booking?
  /// As it would be.
  public let after: Booking
  /// Whether it would be given back.
  public let isCancellation: Bool

  /// All of it.
  package init(before: Booking?, after: Booking, isCancellation: Bool) {
    self.before = before
    self.after = after
    self.isCancellation = isCancellation
  }
}

/// Something that can be said after a change.
public enum Suggestion: Hashable, Sendable {
  /// Take it back.
  case undo
  /// The same on that day, which may have been meant as well.
  case day(CivilDate)
  /// Change its time.
  case change
  /// Add an attendee.
  case add

  /// What programs name it by.
  public var id: String {
    switch self {
    case .undo: "undo"
    case .day: "day"
    case .change: "change"
    case .add: "add"
    }
  }
}

/// A room on a day, as it is listed and shown.
public struct RoomDay: Hashable, Sendable {
  /// The room.
  public let room: Room
  /// Its place in the building's list, from 1.
  public let number: Int
  /// The day.
  public let date: CivilDate
  /// When it can still be booked, in order of time; what has gone by today is cut off.
  public let free: [CivilSpan]
  /// The whole day at a glance; nil on a day it is closed.
  public let bar: TimeBar?

  /// All of it.
  package init(room: Room, number: Int, date: CivilDate, free: [CivilSpan], bar: TimeBar?) {
    self.room = room
    self.number = number
    self.date = date
    self.free = free
    self.bar = bar
  }
}

/// How it was asked whether a room is free: a yes or a no comes first where that answers.
public enum FreeQuestion: Hashable, Sendable {
  /// Whether it is free.
  case isFree
  /// Whether it is taken, or somebody is in it.
  case isTaken
  /// When, or for how long.
  case when
  /// In no such words, as by `and Bunker`.
  case goingOn
}

/// Why the day shown is the one shown.
public enum DayReason: Hashable, Sendable {
  /// It was asked for.
  case asked
  /// It is today.
  case today
  /// The house is closed for the rest of today.
  case nextOpenDay
}

/// Whose bookings were listed.
public enum BookingScope: Hashable, Sendable {
  /// The speaker's own, from now on or on some days.
  case mine(ClosedRange<CivilDate>?)
  /// Those of others to which the speaker comes.
  case attended
  /// Those of others, by their names, as far as whoever asks may see them.
  case people([String])
  /// Those in a room on some days.
  case room(Room, ClosedRange<CivilDate>)
}

/// A room in the answer to a search.
public struct FoundRoom: Hashable, Sendable {
  /// The room on that day.
  public let day: RoomDay
  /// What of it is free where it was looked for, and what it lacks.
  public let match: RoomMatch
  /// What is in the way where it was looked for, in order of time.
  public let taken: [CivilSpan]
  /// Until when it stays free, if it is free throughout.
  public let freeUntil: CivilMoment?
  /// What is free of it next, if it is not.
  public let freeNext: CivilSpan?

  /// All of it.
  package init(
    day: RoomDay, match: RoomMatch, taken: [CivilSpan], freeUntil: CivilMoment?,
    freeNext: CivilSpan?
  ) {
    self.day = day
    self.match = match
    self.taken = taken
    self.freeUntil = freeUntil
    self.freeNext = freeNext
  }
}

/// What is known so far of a booking that is put together, or of the change of one.
public struct RequestSummary: Hashable, Sendable {
  /// The booking that is changed; nil for a new one.
  public var booking: BookingReference?
  /// The room, or several together.
  public var rooms: [RoomID] = []
  /// The day.
  public var day: CivilDate?
  /// From when to when.
  public var span: CivilSpan?
  /// How long it is to be, while it is open when.
  public var minutes: Int?
  /// How many come, while it is open when.
  public var headcount: Int?
  /// What it is to be called.
  public var title: String?
  /// What those are called who come.
  public var people: [String] = []
  /// What those are called who come no more.
  public var leaving: [String] = []

  /// Nothing known.
  public init() {}
}

/// What a room lacks of what is wanted.
public struct RoomLack: Hashable, Sendable {
  /// The room.
  public let room: Room
  /// What it lacks.
  public let misses: [RoomMiss]

  /// All of it.
  package init(room: Room, misses: [RoomMiss]) {
    self.room = room
    self.misses = misses
  }
}

/// What a moment's help is made of: a real room, and a time that can be booked.
public struct HelpExamples: Hashable, Sendable {
  /// A room of the building that is free at the span, or the first.
  public let room: Room?
  /// A span that can be booked, on the next open day.
  public let span: CivilSpan?
  /// The booking spoken of last.
  public let booking: BookingReference?
  /// What is being asked for.
  public let open: [Part]
  /// Who can be asked where usher cannot help, in the building's words.
  public var contact: String?
  /// A trip of the speaker's; nil if they have none.
  public var trip: TripReference?

  /// All of it.
  package init(
    room: Room?, span: CivilSpan?, booking: BookingReference?, open: [Part],
    contact: String? = nil, trip: TripReference? = nil
  ) {
    (self.contact, self.trip) = (contact, trip)
    self.room = room
    self.span = span
    self.booking = booking
    self.open = open
  }
}

extension CivilSpan {
  /// The same weekday of the week before: the other day that `nächsten Freitag` may mean.
  public var weekBefore: CivilDate { start.date.adding(days: -7) }
}

extension Suggestion {
  /// The day that may have been meant instead of that of a span, if its week was assumed.
  static func days(insteadOf span: CivilSpan, _ assumed: [Assumption]) -> [Suggestion] {
    assumed.contains(.week) ? [.day(span.weekBefore)] : []
  }
}
