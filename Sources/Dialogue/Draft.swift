// A booking, or a change of one, while it is put together from what several lines said.

import Bookings
import CivilTime
import Language

/// What has been said of a booking so far; what is nil was not said.
struct Draft: Hashable, Sendable {
  /// The booking that is to be changed; nil for a new one.
  var changes: BookingReference?
  var room: RoomID?
  var day: CivilDate?
  /// The days of which the day is one, as `next week`, if several were said.
  var days: ClosedRange<CivilDate>?
  var start: ClockTime?
  var end: ClockTime?
  var minutes: Int?
  /// The whole is moved by so many minutes.
  var movesByMinutes: Int?
  /// The day is moved, by so many days and months.
  var movesByDays: DayShift?
  /// A booking that stands ends when it does, whenever it begins.
  var keepsEnd = false
  /// It is to be longer, or shorter, and asked by how much.
  var awaitedLength: EarlierTime?
  /// The end is moved by so many minutes.
  var lengthensByMinutes: Int?
  var title: String?
  var description: String?
  var isPrivate: Bool?
  /// Those who come; for a change, all who come from then on.
  var attendees: [AttendeeRequest]?
  var headcount: Int?
  var acceptsFewerSeats = false
  /// It was asked for how many, and does not matter.
  var takesAnyRoom = false
  var filter = RoomFilter()
  /// Rooms that were shown, and of which another is wanted.
  var roomsLeftOut: Set<RoomID> = []
  /// The room was the only one found with what was asked for; nobody said it.
  var isRoomFound = false
  /// Part of the day to search in, as `morning`.
  var window: ClockWindow?
  /// Whether start and end are meant as said, or as bounds to search by.
  var bound = TimeBound.exact
  /// The start was counted from now, so it is put on the grid without being asked about.
  var isFromNow = false
  /// Numbers that must be asked about, by the place of the attendee.
  var doubtfulPhones: [Int: DoubtfulPhone] = [:]
  /// What was filled in without being said, to be said back.
  var assumed: Set<Assumption> = []
  /// Only show what would be booked, until `book it`.
  var isOnlyShown = false

  init(changes: BookingReference? = nil) { self.changes = changes }

  /// The same in another room.
  func moved(to room: RoomID?) -> Draft {
    var draft = self
    draft.room = room
    return draft
  }
}

/// How far a day is moved; back if negative.
struct DayShift: Hashable, Sendable {
  let days: Int
  let months: Int

  func applied(to date: CivilDate) -> CivilDate {
    date.adding(months: months).adding(days: days)
  }
}

/// Something filled in by a rule that the answer says back.
public enum Assumption: String, CaseIterable, Hashable, Sendable, Comparable {
  /// The day: today, or tomorrow if the time has gone by.
  case day
  /// The start, by morning or afternoon.
  case meridiem
  /// The month or year of a date.
  case calendar
  /// How long: the usual 60 minutes.
  case length
  /// The room: the smallest that fits.
  case room
  /// An attendee's name, taken from the address.
  case name

  /// In the order in which they are said.
  public static func < (one: Assumption, other: Assumption) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}
