// When something is to be, in civil time, as far as one line says it.

public import CivilTime

/// When, as far as it was said. A bare time has no day: the conversation carries one over or
/// assumes one.
public struct When: Hashable, Sendable {
  /// The day of the start.
  public var day: Said<DayMention>?
  /// The time it begins.
  public var start: Said<ClockTime>?
  /// The time it ends, exclusive; not later than `start` means on the next day, 24:00 is midnight.
  public var end: Said<ClockTime>?
  /// How long, in minutes.
  public var lengthMinutes: Said<Int>?
  /// The length in seconds where it is not of whole minutes; `lengthMinutes` is rounded up then.
  public var lengthSeconds: Int?
  /// It is to last as long as can be.
  public var isLongest = false
  /// Begins so many minutes from now, to be rounded up to the grid: `in half an hour`, `now`, and
  /// `for the next hour`, which is 0 with a length of 60.
  public var fromNowMinutes: Said<Int>?
  /// Whether the end is an hour by number alone, which is as it is here by the hours of the house:
  /// `until 8`.
  public var isEndOpen = false
  /// Whether what is said beside it is of the time behind its end: `until 5, after that …`.
  public var isOfTimeBehind = false
  /// Whether start and end are meant exactly or as bounds to search by.
  public var bound: TimeBound = .exact
  /// An open window to search in, as `morning`: never the span of a booking.
  public var window: Said<ClockWindow>?
  /// How what stands is to be moved, as `30 minutes longer`. Beside `a week later` the day is that
  /// counted from today, for where nothing stands.
  public var shift: Said<TimeShift>?
  /// By how much was said without a unit: `extend it by 2` may tell the end as well.
  public var isShiftBare = false
  /// How it follows from something spoken of before: `same time`.
  public var startsAsBefore: Said<EarlierTime>?
  /// The zone the times were said in, if not that of the house: they stand here as its clocks show
  /// them.
  public var zone: Said<ZoneConversion>?
  /// Where something stands that is written like a time and is none, as `25:00`.
  public var noTime: OctetRange?
  /// The day is counted from the moment at which the line is said, as `two weeks from now`.
  public var isSinceNow = false
  /// The day is the first of all that are meant: `from December on`.
  public var isDayOnward = false
  /// The day is the next such weekday, of which only the name was said: `Thursday`.
  public var isBareWeekday = false
  /// What was assumed, in the order of the cases.
  public var assumed: [TimeAssumption] = []

  /// Nothing said.
  public init() {}

  /// Whether no part was said.
  public var isEmpty: Bool {
    // Each part for itself: all times are asked, and comparing two as wholes takes far longer.
    day == nil && start == nil && end == nil && lengthMinutes == nil && lengthSeconds == nil
      && fromNowMinutes == nil && bound == .exact && window == nil && shift == nil
      && startsAsBefore == nil && zone == nil && noTime == nil && assumed.isEmpty && !isLongest
  }

  /// Whether it says a day and an hour of it.
  public var isOfDay: Bool { day != nil && start != nil }

  /// Whether it says when it begins.
  var begins: Bool { start != nil || fromNowMinutes != nil }

  /// Whether it says when it begins and not when it ends.
  var endsOpen: Bool { start != nil && end == nil && lengthMinutes == nil }

  /// Whether all that it says is now.
  public var isNowAlone: Bool {
    var rest = self
    rest.fromNowMinutes = nil
    return fromNowMinutes?.value == 0 && rest.isEmpty
  }

  /// Whether all that it says is when it ends.
  var isOnlyEnd: Bool {
    var rest = self
    (rest.end, rest.bound, rest.assumed) = (nil, .exact, [])
    return end != nil && rest.isEmpty
  }

  /// Whether its words mean the same time everywhere, unlike `viertel elf` and `midnight Friday`.
  var isOneEverywhere: Bool { !assumed.contains(.quarter) && !assumed.contains(.midnight) }
}

/// How a time follows from that of something spoken of before. The raw value is how it is written.
public enum EarlierTime: String, CaseIterable, Hashable, Sendable {
  /// Those that begin when a booking ends.
  public static let following: Set<EarlierTime> = [.next, .nextOfOther, .nextOfNamed]
  /// It begins and ends when that does: `same time`.
  case same = "as-before"
  /// It begins when that ends: `right after that`.
  case next = "right-after"
  /// It is one more like that, and what is not said is as it was: `another one at 2`.
  case another
  /// It is where and when something was just asked about: `move it there`.
  case there
  /// It is on the same day, if none is said: `Bunker at 12 too`.
  case further
  /// It ends when that does, whenever it begins: `start at 4, the end stays`.
  case ends = "ends-as-before"
  /// At no time that was spoken of: `when is it free?`.
  case anyTime = "any-time"
  /// It is today, if no other day is said: `how is my day?`.
  case today
  /// It is longer, and not said by how much: `make it longer`.
  case longer
  /// It is shorter, and not said by how much.
  case shorter
  /// It begins when the booking of somebody else ends: `when she is done`.
  case nextOfOther = "after-others"
  /// The same of somebody whom these words name: `when Jana is done`.
  case nextOfNamed = "after-named"
  /// It is over now, while it lasts: `we are done early`.
  case endsNow = "ends-now"
}

/// How times of another zone became those of the house.
public struct ZoneConversion: Hashable, Sendable {
  /// Minutes east of UTC in the zone said, on that day.
  public let offsetMinutes: Int
  /// The start as said, in that zone.
  public let start: ClockTime?
  /// The end as said, in that zone.
  public let end: ClockTime?
  /// The instant of the start: it tells apart two moments at which the clocks of the house show the
  /// same, when they go back.
  public let instant: Instant?
}

/// The day that a line names.
public enum DayMention: Hashable, Sendable {
  /// That day.
  case on(CivilDate)
  /// Any day from the first to the last, both included, as `this weekend`: a window to search in.
  case among(CivilDate, CivilDate)
  /// The day after the one shown before.
  case nextDay
  /// The day before the one shown before.
  case previousDay
  /// The day spoken of before.
  case sameDay
  /// No calendar has such a day, as 30 February; the words as said.
  case impossible(String)
  /// The weekday said and the date said do not go together.
  case contradiction(Weekday, CivilDate)
}

extension DayMention {
  /// Whether it is told by another day that was spoken of.
  var isBesideOther: Bool {
    switch self {
    case .nextDay, .previousDay, .sameDay: true
    case .on, .among, .impossible, .contradiction: false
    }
  }
}

/// How exactly a time is meant.
public enum TimeBound: String, Hashable, Sendable {
  /// As said.
  case exact
  /// Not before the start: `after 3`, `from 15:00 on`.
  case from
  /// Not after the end: `until 12:15`, `before noon`.
  case until
}

/// A part of the day to search in, half-open.
public struct ClockWindow: Hashable, Sendable {
  /// The earliest start.
  public let from: ClockTime
  /// The latest end.
  public let to: ClockTime

  /// The window between two times of a day; nil unless the second is later.
  public init?(from: ClockTime, to: ClockTime) {
    guard from < to else { return nil }
    self.from = from
    self.to = to
  }
}

/// A move relative to what stands, in minutes.
public enum TimeShift: Hashable, Sendable {
  /// The end moves: longer, or shorter if negative.
  case length(minutes: Int)
  /// The whole moves: later, or earlier if negative.
  case whole(minutes: Int)
  /// The start alone moves: `half an hour more at the start` is negative.
  case start(minutes: Int)
  /// The whole moves to that minute of the hour at which it begins: `quarter past`.
  case minute(Int)
  /// The day moves, by so many days and months: later, or earlier if negative.
  case days(Int, months: Int)
}

/// Some assumptions, without hashing: every time of a line has them.
struct Assumptions: OptionSet {
  var rawValue: UInt8

  static let meridiem = Assumptions(rawValue: 1)
  static let year = Assumptions(rawValue: 2)
  static let month = Assumptions(rawValue: 4)
  static let quarter = Assumptions(rawValue: 8)
  static let second = Assumptions(rawValue: 16)
  static let midnight = Assumptions(rawValue: 32)
  static let week = Assumptions(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ assumptions: [TimeAssumption]) {
    self.init()
    for assumption in assumptions { insert(Self.one(assumption)) }
  }

  private static func one(_ assumption: TimeAssumption) -> Assumptions {
    switch assumption {
    case .meridiem: .meridiem
    case .year: .year
    case .month: .month
    case .quarter: .quarter
    case .second: .second
    case .midnight: .midnight
    case .week: .week
    }
  }

  /// Those it holds, in the order of the cases.
  var inOrder: [TimeAssumption] {
    isEmpty ? [] : TimeAssumption.allCases.filter { contains(Self.one($0)) }
  }
}

/// A part of a time that was not said but filled in by a rule.
public enum TimeAssumption: String, CaseIterable, Hashable, Sendable {
  /// Morning or afternoon, by the opening hours.
  case meridiem
  /// The year of a date: the next such day.
  case year
  /// The month of a day: the next such day.
  case month
  /// The hour of `viertel elf`, which is 10:15 where people say so, and which others take for 11:15
  /// or 10:45.
  case quarter
  /// Seconds were said: times are kept to the minute.
  case second
  /// Whether the midnight of a day begins it or ends it.
  case midnight
  /// That a weekday is next week's and not this week's: `nächsten Freitag`.
  case week
}
