// What is wanted of a place, part by part: the one form of orders, questions and changes.

public import Bookings
public import CivilTime

/// What is wanted of a place. Two requests meet in one way only: `revised(by:)`. What a line says
/// by what was before, as `30 minutes longer`, is absolute before it is part of a request.
public struct Request: Hashable, Codable, Sendable {
  /// Which room.
  public var room = Wish<RoomWish>.unsaid
  /// When.
  public var times = Times()
  /// How it is repeated.
  public var repeats = Wish<Repetition>.unsaid
  /// The bookings of a series that were picked; given up by whatever says another place.
  public var series = Wish<SeriesOffer>.unsaid
  /// Who comes: all of them.
  public var people = Wish<[AttendeeRequest]>.unsaid
  /// How many come.
  public var headcount = Wish<Int>.unsaid
  /// On whose behalf, by the name said.
  public var behalf = Wish<String>.unsaid
  /// What must be in the room, or be true of it. Each line adds to it.
  public var features = RoomFilter()
  /// What it is called.
  public var title = Wish<String>.unsaid
  /// More about it.
  public var description = Wish<String>.unsaid
  /// Whether only the owner sees it.
  public var isPrivate = Wish<Bool>.unsaid
  /// Whether too few seats were seen and accepted.
  public var acceptsFewerSeats = Wish<Bool>.unsaid
  /// Whether a time is still to be found at which all who come are free.
  public var seeksTime = false
  /// What the last line said that cannot be.
  public var fault: Fault?
  /// Numbers that may be meant otherwise than they would be read: as written, and in E.164 form.
  public var doubtfulPhones: [String: String] = [:]
  /// Names that several people of the house have, in small letters, and who these are.
  public var doubtfulNames: [String: [UserID]] = [:]

  /// Nothing wanted yet.
  public init() {}

  /// What is wanted after a later line. Its laws: what is said beats what is referred to, and that
  /// what is assumed; revising twice is revising once; parts that do not touch each other commute;
  /// a length is kept where a start moves, and a start where an end or a length is said.
  public func revised(by later: Request) -> Request {
    var request = self
    request.room = room.revised(by: later.room)
    request.times = times.revised(by: later.times)
    request.repeats = repeats.revised(by: later.repeats)
    request.series = series.revised(by: later.series)
    let saysPlace = !later.room.isUnsaid || later.times != Times() || !later.repeats.isUnsaid
    if saysPlace, later.series.isUnsaid { request.series = .unsaid }
    request.people = people.revised(by: later.people)
    request.headcount = headcount.revised(by: later.headcount)
    request.behalf = behalf.revised(by: later.behalf)
    request.features = features.refined(by: later.features)
    request.title = title.revised(by: later.title)
    request.description = description.revised(by: later.description)
    request.isPrivate = isPrivate.revised(by: later.isPrivate)
    request.acceptsFewerSeats = acceptsFewerSeats.revised(by: later.acceptsFewerSeats)
    request.seeksTime = seeksTime || later.seeksTime
    request.fault = later.fault
    request.doubtfulPhones = doubtfulPhones.merging(later.doubtfulPhones) { $1 }
    request.doubtfulNames = doubtfulNames.merging(later.doubtfulNames) { $1 }
    return request
  }
}

/// What is said like a part of a request and can be none, with the words as said.
public enum Fault: Hashable, Codable, Sendable {
  /// No calendar has that day.
  case day(String)
  /// The weekday said is not that of the date said.
  case contradiction(Weekday, CivilDate)
  /// It is written like a time.
  case time(String)
  /// It is said like a length.
  case length(String)
  /// It is said like a number of people.
  case count(String)
}

/// Which room is wanted. Any that fits is a wish that was cleared.
public enum RoomWish: Hashable, Codable, Sendable {
  /// One of these; a single one where one was named.
  case named([RoomID])
  /// Each of these, at the same time.
  case all([RoomID])
  /// None of these, which were shown or are held; of none at all: one that is still to be said.
  case other(than: [RoomID])
  /// One by a name that no room of the building has; those of the nearest spelling.
  case unknown(String, nearest: [RoomID])
}

extension Request {
  /// What is wanted once an option is picked, with all of it in sight.
  public func picking(_ option: Option.Offer, turn: Int, zone: ZoneRules) -> Request {
    var request = self
    let source = Source.said(turn: turn)
    switch option {
    case .hold(let room, let span):
      request.seeksTime = false
      request.room = .is(.named([room]), source)
      request.times = Times(on: span, lasting: zone.minutes(of: span), source)
      request.acceptsFewerSeats = .is(true, source)
    case .several(let rooms, let span):
      request.room = .is(.all(rooms), source)
      request.times = Times(on: span, lasting: zone.minutes(of: span), source)
      request.acceptsFewerSeats = .is(true, source)
    case .anyway(let room, _):
      request.room = .is(.named([room]), source)
      request.acceptsFewerSeats = .is(true, source)
    case .room(let room): request.room = .is(.named([room]), source)
    case .series(let offer):
      request.series = .is(offer, source)
      request.acceptsFewerSeats = .is(true, source)
    case .person(let person, let called): request.settle(called, as: person, source)
    case .booking, .leg, .ofRide, .instant, .all: break
    }
    return request
  }

  /// What is wanted once all people offered are picked: each comes for whoever was called so.
  public func picking(allOf offers: [Option.Offer], turn: Int, zone: ZoneRules) -> Request {
    let people = offers.filter { $0.person != nil }
    guard let first = people.first else { return self }
    var request = picking(first, turn: turn, zone: zone)
    request.people = request.people.changed { coming in
      coming
        + people.compactMap(\.person).map(AttendeeRequest.init).filter { other in
          !coming.contains { $0.email != nil && $0.email == other.email }
        }
    }
    return request
  }

  /// Takes somebody of the house for whoever is called so.
  private mutating func settle(_ called: String, as person: Person, _ source: Source) {
    doubtfulNames[called.lowercased()] = nil
    if behalf.value?.lowercased() == called.lowercased() {
      behalf = .is(person.id.text, source)
    }
    people = people.changed { people in
      people.map { other in
        guard other.email == nil, other.name?.lowercased() == called.lowercased() else {
          return other
        }
        return AttendeeRequest(person)
      }
    }
  }

  /// What a booking holds, as what was wanted of it: the ground on which a change is said.
  public init(of booking: Booking, lasting minutes: Int, as role: Role) {
    let source = Source.referred(role)
    room = .is(.named([booking.room]), source)
    times.day = .is(.on(booking.span.start.date), source)
    times.start = .is(booking.span.start.time, source)
    times.end = .is(booking.span.end.time, source)
    times.lasts = minutes
    people = .is(booking.attendees.map(AttendeeRequest.init), source)
    title = .is(booking.title, source)
    description = .is(booking.description, source)
    isPrivate = .is(booking.isPrivate, source)
  }

  /// The rooms that are wanted together, where there are several.
  public var roomsTogether: [RoomID]? {
    guard case .all(let rooms) = room.value, rooms.count > 1 else { return nil }
    return rooms
  }

  /// The rooms that are not wanted, where any other is.
  public var roomsNotWanted: [RoomID] {
    if case .other(than: let rooms) = room.value { rooms } else { [] }
  }

  /// The only room that is named.
  public var namedRoom: RoomID? {
    guard case .named(let rooms) = room.value, rooms.count == 1 else { return nil }
    return rooms[0]
  }

  /// What was filled in by rules, in the order in which it is said.
  public var assumptions: [Assumption] {
    let sources = [
      room.source, times.day.source, times.start.source, times.end.source, times.length.source,
    ]
    return Set(sources.compactMap { $0?.assumption }).sorted()
  }
}

extension RoomFilter {
  /// The wish after a later one: what that says takes the place of what was said before, and what
  /// must be in the room is added.
  func refined(by later: RoomFilter) -> RoomFilter {
    var filter = self
    filter.name = later.name ?? name
    filter.limitSeats(from: later.seats, upTo: later.seatsAtMost)
    filter.limitSquareMetres(from: later.squareMetres, upTo: later.squareMetresAtMost)
    filter.floor = later.floor ?? floor
    filter.location = later.location ?? location
    filter.equipment += later.equipment.filter { !equipment.contains($0) }
    filter.needsStepFree = needsStepFree || later.needsStepFree
    return filter
  }
}
