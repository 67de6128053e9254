// The members by which a file sets the rules of a house or room.

internal import Bookings
internal import CivilTime
internal import Gateways
internal import JSON
internal import Language

extension HousePolicy: MemberTarget {}

/// The members of `rules`, and those of `hours`, which is the short form of two of them.
enum PolicyMembers {
  static let hours: [FileMember<HousePolicy>] = [
    clockTime("opens", \.opens, "when the doors open"),
    clockTime("closes", \.closes, "when everybody must be out, later than `opens`"),
  ]

  static let rules: [FileMember<HousePolicy>] =
    hours + [
      openWeekdays, closedDates, grid,
      .number(
        "shortestMinutes", 1...1440, "min", \.shortestMinutes, "the shortest booking"),
      .number("longestMinutes", 1...1440, "min", \.longestMinutes, "the longest booking"),
      .number(
        "noticeMinutes", 0...525_600, "min", \.noticeMinutes,
        "how long before its begin a booking must be made"),
      .number("windowDays", 0...3660, "days", \.windowDays, "how far ahead one can book"),
      .truth("requiresAttendee", \.requiresAttendee, "whether a booking needs an attendee"),
      attendeeNeeds,
      .number(
        "attendeesMax", 0...100_000, "attendees", \.attendeesMax,
        "how many attendees a booking may have"),
      .number(
        "bookingsPerPersonMax", 1...100_000, "bookings", \.bookingsPerPersonMax,
        "how many unfinished bookings one person may hold"),
      bookerShownTo,
    ]

  private static let bookerShownTo = FileMember<HousePolicy>(
    "bookerShownTo", .list(.text(octetsMax: PeopleLimits.textOctetsMax), max: PeopleLimits.listMax),
    default: Person.everybody,
    "who is told by whom a room is booked: ids, groups, or * for everybody; empty for nobody"
  ) { value, path, policy, sink in
    do throws(ShapeFault) {
      policy.bookerShownTo = Set(try PeopleMembers.texts(value, at: path))
    } catch {
      sink.add(.shape(error.reason), at: error.path)
    }
  }

  private static let grid = FileMember<HousePolicy>(
    "gridMinutes", .numberOf([5, 6, 10, 12, 15, 20, 30, 60], unit: "min"),
    default: String(HousePolicy().gridMinutes),
    "bookings begin and end on multiples of so many minutes after midnight",
    set: { (minutes: Int, policy) in policy.gridMinutes = minutes },
    read: { value in
      // Divisors of 60, so that the grid is the same in every hour.
      value.integer.flatMap { (5...60).contains($0) && 60 % $0 == 0 ? Int($0) : nil }
    })

  private static let openWeekdays = FileMember<HousePolicy>(
    "openWeekdays", .list(.word(Weekday.allCases.map(\.fileWord)), max: 7), default: "all seven",
    "the days of the week on which the house is open"
  ) { value, path, policy, sink in
    let form = MemberForm.word(Weekday.allCases.map(\.fileWord))
    let days = value.elements(at: path, form, max: 7, &sink) { element in
      Weekday.allCases.first { $0.fileWord == element.string?.lowercased() }
    }
    if let days { policy.openWeekdays = Set(days) }
  }

  private static let closedDates = FileMember<HousePolicy>(
    "closedDates", .list(.days, max: 1000), default: "none",
    "days on which the house, or a room, is closed, whatever the day of the week"
  ) { value, path, policy, sink in
    let spans = value.elements(at: path, .days, max: 1000, &sink) { element in
      element.string.flatMap(days)
    }
    if let spans { policy.closedDates = Set(spans.joined()) }
  }

  /// One day, or all from one to another (ISO 8601, 5.5.2.1): a year of them at most.
  private static func days(_ text: String) -> [CivilDate]? {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map {
      CivilDate(String($0))
    }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      first <= last, last.days(since: first) < closedDaysMax
    else { return nil }
    return (0...last.days(since: first)).map { first.adding(days: $0) }
  }

  /// How many days one span may have.
  private static let closedDaysMax = 366

  private static let attendeeNeeds = FileMember<HousePolicy>(
    "attendeeNeeds", .list(.word(AttendeeNeed.allCases.map(\.rawValue)), max: 2),
    default: AttendeeNeed.allCases.map(\.rawValue).joined(separator: ", "),
    "what a pass needs of whoever comes; \"email\" always"
  ) { value, path, policy, sink in
    let form = MemberForm.word(AttendeeNeed.allCases.map(\.rawValue))
    let needs = value.elements(at: path, form, max: 2, &sink) { element in
      element.string.flatMap(AttendeeNeed.init(rawValue:))
    }
    guard let needs else { return }
    if needs.contains(.email) {
      policy.attendeeNeeds = Set(needs)
    } else {
      sink.add(.passNeedsAddress, at: path)
    }
  }

  private static func clockTime(
    _ path: String, _ member: any WritableKeyPath<HousePolicy, ClockTime> & Sendable,
    _ meaning: String
  ) -> FileMember<HousePolicy> {
    FileMember(
      path, .clockTime, default: HousePolicy()[keyPath: member].description, meaning,
      set: { (time: ClockTime, policy) in policy[keyPath: member] = time },
      read: { value in value.string.flatMap { ClockTime($0) } })
  }
}

extension Weekday {
  /// As a file names it.
  fileprivate var fileWord: String { String(describing: self) }
}

extension JSONValue {
  /// The elements of a list, each read by a closure; nil, and noted, if one cannot be read.
  func elements<Element>(
    at path: JSONPath, _ form: MemberForm, max: Int, _ sink: inout FaultSink,
    read: (JSONValue) -> Element?
  ) -> [Element]? {
    guard let values = array else {
      sink.add(.expected(.list(form, max: max)), at: path)
      return nil
    }
    guard values.count <= max else {
      sink.add(.shape(.tooMany(max: max)), at: path)
      return nil
    }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      if let element = read(value) {
        elements.append(element)
      } else {
        sink.add(.unknownElement(value, form), at: path.appending(index))
      }
    }
    return elements.count == values.count ? elements : nil
  }
}

extension FileFault.Reason {
  /// A value that is not of the form: the nearest word, if words are expected and it is one.
  static func unknownElement(_ value: JSONValue, _ form: MemberForm) -> FileFault.Reason {
    guard case .word(let words) = form, let word = value.string else { return .expected(form) }
    return .unknownWord(word, nearest: SpokenName.nearest(to: word, in: words), form)
  }
}
