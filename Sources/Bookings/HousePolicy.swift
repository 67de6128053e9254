// The rules of the house: when and how long a room may be held. One value for each room.

public import CivilTime

/// What may be booked in a room. A building sets it for all its rooms, a room may differ.
public struct HousePolicy: Hashable, Sendable {
  /// When the doors open; 07:00 unless configured.
  public var opens: ClockTime
  /// When everybody must be out; 19:00 unless configured, at most 24:00, later than `opens`.
  public var closes: ClockTime
  /// Weekdays on which the room may be booked; all seven unless configured.
  public var openWeekdays: Set<Weekday>
  /// Days on which it may not, whatever the weekday.
  public var closedDates: Set<CivilDate>
  /// Starts and ends lie on multiples of so many minutes from midnight; 15 unless configured, 5 to
  /// 60, a divisor of 60.
  public var gridMinutes: Int
  /// The shortest booking in minutes; 15 unless configured.
  public var shortestMinutes: Int
  /// The longest booking in minutes; 720 unless configured.
  public var longestMinutes: Int
  /// How long before its start a booking must be made, in minutes; 0 unless configured.
  public var noticeMinutes: Int
  /// How many days ahead may be booked; 366 unless configured.
  public var windowDays: Int
  /// Whether a booking needs an attendee; it does not unless configured.
  public var requiresAttendee: Bool
  /// What must be known of an attendee beside the name; address and number unless configured.
  public var attendeeNeeds: Set<AttendeeNeed>
  /// How many attendees a booking may have; 1,000 unless configured.
  public var attendeesMax: Int
  /// How many unfinished bookings one person may hold; 200 unless configured.
  public var bookingsPerPersonMax: Int
  /// Who is told by whom the room is booked: ids, groups or `*`; everybody unless configured.
  public var bookerShownTo: Set<String>

  /// The rules that hold unless a building or a room says otherwise.
  public static let standard = HousePolicy()

  /// The standard rules, to be changed member by member.
  public init() {
    opens = ClockTime(hour: 7) ?? .midnight
    closes = ClockTime(hour: 19) ?? .endOfDay
    openWeekdays = Set(Weekday.allCases)
    closedDates = []
    gridMinutes = 15
    shortestMinutes = 15
    longestMinutes = 720
    noticeMinutes = 0
    windowDays = 366
    requiresAttendee = false
    attendeeNeeds = Set(AttendeeNeed.allCases)
    bookerShownTo = [Person.everybody]
    attendeesMax = 1000
    bookingsPerPersonMax = 200
  }

  /// Whether the room may be booked on that day at all.
  public func isOpen(on date: CivilDate) -> Bool {
    openWeekdays.contains(date.weekday) && !closedDates.contains(date)
  }

  /// From opening to closing on a day; nil on a closed one.
  public func hours(on date: CivilDate) -> CivilSpan? {
    isOpen(on: date) ? CivilSpan(on: date, from: opens, to: closes) : nil
  }
}

/// What a pass may need of whoever it is for; the raw value is its name in a building file.
public enum AttendeeNeed: String, CaseIterable, Hashable, Codable, Sendable {
  /// An e-mail address: every pass needs one.
  case email
  /// A telephone number.
  case phone
}
