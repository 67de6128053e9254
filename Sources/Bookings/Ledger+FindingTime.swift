// Finding a time: when some people and a room are free together. It tells places and nothing of
// what is in the way of others.

public import CivilTime

/// What a time is looked for.
public struct TimeWanted: Hashable, Sendable {
  /// Who has to be free.
  public var people: [PersonSought]
  /// What the room must have.
  public var filter = RoomFilter()
  /// The rooms that may be; all if none is named.
  public var rooms: [RoomID] = []
  /// How long, in minutes as they pass.
  public var minutes: Int
  /// Whether the longest is looked for, however long that is.
  public var isLongest = false
  /// The days that may be, in order.
  public var days: ClosedRange<CivilDate>
  /// From when and until when on each of them.
  public var part: (from: ClockTime, to: ClockTime) = (.midnight, .endOfDay)

  /// A length for some people on some days.
  public init(_ people: [PersonSought], minutes: Int, on days: ClosedRange<CivilDate>) {
    self.people = people
    self.minutes = minutes
    self.days = days
  }

  /// By everything that is looked for.
  public static func == (one: TimeWanted, other: TimeWanted) -> Bool {
    one.people == other.people && one.filter == other.filter && one.rooms == other.rooms
      && one.minutes == other.minutes && one.isLongest == other.isLongest && one.days == other.days
      && one.part == other.part
  }

  /// By what differs most.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(people)
    hasher.combine(minutes)
    hasher.combine(days)
  }
}

/// Somebody who has to be free: by who they are to the house, by address, or both.
public struct PersonSought: Hashable, Sendable {
  /// As an owner of bookings.
  public var user: UserID?
  /// As one who comes: in small letters.
  public var email: String?

  /// Somebody who owns and attends what is theirs.
  public init(user: UserID?, email: String?) {
    self.user = user
    self.email = email?.lowercased()
  }
}

/// What was found.
public struct FoundTimes: Hashable, Sendable {
  /// How it is to what was asked for.
  public enum Kind: Hashable, Sendable {
    /// All of it.
    case whole
    /// Shorter, because so long is free nowhere.
    case shorter
    /// In rooms with fewer seats, because no other is free so long.
    case smaller
    /// All of it, but later on that day.
    case later
    /// As long as can be, the longest first.
    case longest
  }
  /// How it is to what was asked for.
  public let kind: Kind
  /// Rooms and spans, in order of time.
  public let places: [Place]

  /// The same, where it is later on that day than wanted.
  public var asLater: FoundTimes { FoundTimes(kind: .later, places: places) }
}

extension Ledger {
  /// Up to so many places at which some people and a room are free, in order of time, none of which
  /// overlaps another. Where nothing fits whole: half as long or longer, or half as many seats or
  /// more. Empty if that cannot be either.
  public func times(for wanted: TimeWanted, upTo count: Int, at now: Instant) -> FoundTimes {
    var search = TimeSearch(wanted, in: self, upTo: count, at: now)
    if wanted.isLongest {
      return FoundTimes(kind: .longest, places: search.byLength())
    }
    search.run()
    if !search.places.isEmpty { return FoundTimes(kind: .whole, places: search.places) }
    if let place = search.longest { return FoundTimes(kind: .shorter, places: [place]) }
    guard let seats = wanted.filter.seats, seats > 1 else {
      return FoundTimes(kind: .whole, places: [])
    }
    var smaller = wanted
    smaller.filter.seats = (seats + 1) / 2
    search = TimeSearch(smaller, in: self, upTo: count, at: now)
    search.run()
    return FoundTimes(kind: .smaller, places: search.places)
  }

  /// What others hold, to which somebody of the house comes by the address that is known there, and
  /// which is not over; in order of time.
  public func bookings(attendedBy user: UserID, from now: Instant) -> [Booking] {
    guard let email = building.people[user]?.email?.key else { return [] }
    return attended(by: email).compactMap(booking)
      .filter { $0.state == .held && !$0.hasEnded(at: now) && !$0.isHeld(by: user) }
      .sorted { ($0.start, $0.reference) < ($1.start, $1.reference) }
  }

  /// What some people hold or attend that shares a minute with a span; in order of time, in one
  /// piece where they touch.
  public func taken(_ people: [PersonSought], during span: CivilSpan) -> [CivilSpan] {
    var references: Set<BookingReference> = []
    for person in people {
      if let user = person.user {
        references.formUnion(held(by: user).filter { $0.owner == user }.map(\.reference))
      }
      if let email = person.email { references.formUnion(attended(by: email)) }
    }
    let spans = references.compactMap { booking($0) }
      .filter { $0.state == .held && $0.span.overlaps(span) }
      .map(\.span)
      .sorted { $0.start < $1.start }
    return spans.reduce(into: []) { merged, span in
      if let last = merged.last, span.start <= last.end,
        let both = CivilSpan(from: last.start, to: max(last.end, span.end))
      {
        merged[merged.count - 1] = both
      } else {
        merged.append(span)
      }
    }
  }
}

/// One search for a time.
private struct TimeSearch {
  private(set) var places: [Place] = []
  /// The longest that can be had, at least half as long as wanted.
  private(set) var longest: Place?
  private let wanted: TimeWanted
  private let ledger: Ledger
  private let count: Int
  private let now: Instant
  private let rooms: [Room]

  init(_ wanted: TimeWanted, in ledger: Ledger, upTo count: Int, at now: Instant) {
    (self.wanted, self.ledger, self.count, self.now) = (wanted, ledger, count, now)
    rooms = ledger.building.rooms.enumerated()
      .filter { _, room in
        (wanted.rooms.isEmpty || wanted.rooms.contains(room.id))
          && wanted.filter.misses(of: room).isEmpty
      }
      .sorted { ($0.element.seats ?? .max, $0.offset) < ($1.element.seats ?? .max, $1.offset) }
      .map(\.element)
  }

  mutating func run() {
    let last = wanted.days.upperBound.days(since: wanted.days.lowerBound)
    for offset in 0...max(0, min(last, ledger.limits.searchDaysMax)) where places.count < count {
      look(at: wanted.days.lowerBound.adding(days: offset))
    }
  }

  /// What can be had on the first day on which anything can, the longest first and no more than is
  /// wanted; of equals the earlier, and the smaller room.
  func byLength() -> [Place] {
    let last = wanted.days.upperBound.days(since: wanted.days.lowerBound)
    for offset in 0...max(0, min(last, ledger.limits.searchDaysMax)) {
      let longest = free(on: wanted.days.lowerBound.adding(days: offset), atLeast: 1)
        .flatMap { room, spans in
          spans.map { span in
            let start = span.start.roundedUp(toMultipleOf: room.policy.gridMinutes)
            let minutes = min(span.end.minutes(since: start), room.policy.longestMinutes)
            return (room: room, start: start, minutes: minutes)
          }
        }
        .enumerated().sorted { one, other in
          let (first, second) = (one.element, other.element)
          if first.minutes != second.minutes { return first.minutes > second.minutes }
          return first.start != second.start
            ? first.start < second.start : one.offset < other.offset
        }
        .map(\.element)
      // Only what is told is looked at with all the rules.
      let places = longest.lazy.compactMap { room, start, minutes in
        ledger.place(in: room, from: start, minutes: minutes, at: now)
      }.prefix(count)
      guard places.isEmpty else { return Array(places) }
    }
    return []
  }

  /// What is free of each room on a day while all are, in spans of so many minutes or more.
  private func free(on date: CivilDate, atLeast least: Int) -> [(Room, [CivilSpan])] {
    guard let day = CivilSpan(on: date, from: wanted.part.from, to: wanted.part.to) else {
      return []
    }
    let common = day.subtracting(ledger.taken(wanted.people, during: day))
      .filter { $0.minutes >= least }
    guard !common.isEmpty else { return [] }
    return rooms.map { (room: $0, spans: spans(of: $0, on: date, within: common, atLeast: least)) }
      .filter { !$0.1.isEmpty }
  }

  private mutating func look(at date: CivilDate) {
    guard let day = CivilSpan(on: date, from: wanted.part.from, to: wanted.part.to) else { return }
    let free = free(on: date, atLeast: (wanted.minutes + 1) / 2)
    var from = day.start
    while places.count < count, let next = earliest(from: from, of: free) {
      places.append(next)
      from = next.span.end
    }
    if places.isEmpty { keepLongest(of: free) }
  }

  /// What can be booked of a room while all are free, in spans of so many minutes or more.
  private func spans(
    of room: Room, on date: CivilDate, within common: [CivilSpan], atLeast least: Int
  ) -> [CivilSpan] {
    ledger.freeSpans(in: room.id, on: date).flatMap { free in
      common.compactMap { free.intersection(with: $0) }.filter { $0.minutes >= least }
        .compactMap { ledger.bookable($0, in: room, at: now) }
    }
  }

  /// The earliest place from a moment on that is long enough; of several at once the smallest room.
  private func earliest(
    from moment: CivilMoment, of free: [(Room, [CivilSpan])]
  ) -> Place? {
    var best: (start: CivilMoment, place: Place)?
    for (room, spans) in free {
      for span in spans {
        let start = max(span.start, moment).roundedUp(toMultipleOf: room.policy.gridMinutes)
        guard start < best?.start ?? span.end, span.end.minutes(since: start) >= wanted.minutes
        else { continue }
        guard let place = ledger.place(in: room, from: start, minutes: wanted.minutes, at: now)
        else { continue }
        best = (start, place)
        break
      }
    }
    return best?.place
  }

  private mutating func keepLongest(of free: [(Room, [CivilSpan])]) {
    for (room, spans) in free {
      for span in spans {
        let minutes = min(span.minutes, room.policy.longestMinutes, wanted.minutes)
        guard minutes >= (wanted.minutes + 1) / 2, minutes > longest?.span.minutes ?? 0,
          let place = ledger.place(in: room, from: span.start, minutes: minutes, at: now)
        else { continue }
        longest = place
      }
    }
  }
}
