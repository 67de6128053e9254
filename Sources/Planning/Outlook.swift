// What would come of one purpose: it can be done, something has to be asked first, or the rules say
// no. What is missing is asked in one order, that of the steps below.

import Bookings
import CivilTime
import Discourse

/// What would come of a purpose.
enum Outlook {
  /// It can be done.
  case ready(Step)
  /// Something has to be asked first.
  case asks(Inquiry)
  /// Something else is to be said, and nothing is done.
  case ends(Verdict)
}

/// What would be done for one purpose.
struct Step {
  let purpose: Purpose
  let intentions: [Intention]
  let events: [BookingEvent]
  var request: BookingRequest?
  /// What is asked for beside it, where several rooms are one order.
  var others: [BookingRequest] = []
  var assumed: Set<Assumption> = []
  /// Why it cannot be done yet, where it is only shown.
  var refusals: [Refusal] = []
  var fault: Fault?
}

extension Planner {
  func outlook(for purpose: Purpose) -> Outlook {
    switch purpose.goal {
    case .book: booking(purpose)
    case .change(let reference): change(purpose, of: reference)
    case .cancel(let references): cancellation(purpose, of: references)
    case .wait: waiting(purpose)
    case .stopWaiting(let references): endOfWaiting(references)
    // What is booked on trips is decided elsewhere, not by what is wanted of rooms.
    case .ride: .ends(.unknown)
    case .tell(.bookings(ofSpeaker: false)) where purpose.request.room.value == .other(than: []):
      .asks(Inquiry(.parts([.room], attendee: nil), purpose))
    case .tell: .ends(purpose.request.fault.map(Verdict.impossible) ?? .tell(purpose))
    }
  }

  // MARK: - What is asked first, whatever is wanted

  /// What was said and cannot be; digits that may be another number; a room that is not there.
  func commonGap(_ purpose: Purpose) -> Outlook? {
    let request = purpose.request
    if let fault = request.fault { return impossible(fault, purpose) }
    let people = request.people.value ?? []
    for (place, person) in people.enumerated() {
      guard let written = person.phone, let e164 = request.doubtfulPhones[written] else { continue }
      return .asks(
        Inquiry(
          .parts([.attendeePhone], attendee: place), purpose,
          [.isPhone(written: written, e164: e164)]))
    }
    if let asked = asksWhichPerson(purpose) { return .asks(asked) }
    if request.times.awaited != nil, request.times.start.value != nil {
      return .asks(Inquiry(.parts([.end], attendee: nil), purpose))
    }
    if case .unknown(let name, let nearest) = request.room.value {
      return noSuchRoom(name, nearest, purpose)
    }
    return nil
  }

  private func impossible(_ fault: Fault, _ purpose: Purpose) -> Outlook {
    var purpose = purpose
    purpose.request.fault = nil
    guard case .book = purpose.goal else { return .ends(.impossible(fault)) }
    let part: Part
    switch fault {
    case .day, .contradiction:
      part = purpose.request.repeats.value?.end == .never ? .until : .date
    case .time: part = .start
    case .length: part = .end
    case .count:
      // How many come need not be known.
      purpose.showsFirst = true
      guard case .ready(var step) = outlook(for: purpose) else { return outlook(for: purpose) }
      step.fault = fault
      return .ready(step)
    }
    return .asks(Inquiry(.parts([part], attendee: nil), purpose, [.impossible(fault)]))
  }

  private func noSuchRoom(_ name: String, _ nearest: [RoomID], _ purpose: Purpose) -> Outlook {
    var purpose = purpose
    if nearest.isEmpty { purpose.request.room = .unsaid }
    let offered = nearest.prefix(house.ledger.limits.alternativesMax)
    let options = offered.enumerated().map { Option($0.offset + 1, .room($0.element)) }
    let question: Question = options.isEmpty ? .parts([.room], attendee: nil) : .option(options)
    var inquiry = Inquiry(question, purpose, [.noSuchRoom(name, nearest: Array(offered))])
    inquiry.refusals = refusals(of: purpose, inUnknown: RoomID(name))
    inquiry.reasons += inquiry.refusals.dropFirst().map { .refused($0, nil) }
    inquiry.purpose = purpose.without(inquiry.refusals)
    return .asks(inquiry)
  }

  /// What is wrong beside the room, which is not there: what holds in every room.
  private func refusals(of purpose: Purpose, inUnknown room: RoomID) -> [Refusal] {
    guard purpose.goal == .book, let moments = house.moments(of: purpose.request) else {
      return [.unknownRoom(room)]
    }
    let wanted = house.bookingRequest(for: purpose.request, in: room, moments)
    do {
      _ = try house.ledger.decide(.book(wanted), by: house.user, at: house.now)
      return [.unknownRoom(room)]
    } catch {
      return error.all.filter { !$0.isOfMissingPart }
    }
  }

  // MARK: - A new booking

  private func booking(_ purpose: Purpose) -> Outlook {
    if let gap = commonGap(purpose) { return gap }
    if purpose.request.seeksTime || purpose.request.times.isLongest { return findTime(purpose) }
    var purpose = purpose
    // A room that was only found gives way to what it has not.
    if case .is(_, .assumed) = purpose.request.room,
      let room = purpose.request.namedRoom.flatMap(house.ledger.room),
      !wantedOfRoom(purpose.request).misses(of: room).isEmpty
    {
      purpose.request.room = .unsaid
    }
    purpose.request.times.settleWholeDay(
      house.policy(of: purpose.request.namedRoom), now: house.civilNow)
    let request = purpose.request
    guard let moments = house.moments(of: request) else { return asksStart(purpose) }
    if let rooms = request.roomsTogether { return booking(purpose, inAll: rooms, moments) }
    if let rule = request.repeats.value, let outlook = series(purpose, by: rule, moments) {
      return outlook
    }
    if let room = request.namedRoom {
      return lacking(purpose, in: room, moments) ?? step(purpose, in: room, moments, [])
    }
    guard let span = moments.span else { return endBeforeStart(purpose, moments) }
    if case .named(let rooms) = request.room.value, rooms.count > 1 {
      let free = roomsFree(for: request, during: span).filter { rooms.contains($0.id) }
      if !free.isEmpty { return offer(free, during: span, purpose) }
    }
    if let room = firstNamed(request) {
      return step(purpose, in: room, moments, [])
    }
    if isDescribed(request), let room = roomsFree(for: request, during: span).first {
      return step(purpose, in: room.id, moments, [.room])
    }
    let free = roomsFree(for: request, during: span)
    guard free.isEmpty else { return offer(free, during: span, purpose) }
    return noneFree(purpose, moments, span)
  }

  /// Asks whether a room is wanted without what it has not, beside the rooms that have it.
  private func lacking(_ purpose: Purpose, in room: RoomID, _ moments: Moments) -> Outlook? {
    let request = purpose.request
    guard request.acceptsFewerSeats.value != true, let span = moments.span,
      let named = house.ledger.room(room), !request.features.misses(of: named).isEmpty,
      case .ready = step(purpose, in: room, moments, [])
    else { return nil }
    var others = request
    others.room = .unsaid
    let offers =
      roomsFree(for: others, during: span).map { Option.Offer.hold($0.id, span) }
      .prefix(house.ledger.limits.alternativesMax - 1) + [.anyway(room, seats: named.seats ?? 0)]
    let options = offers.enumerated().map { Option($0.offset + 1, $0.element) }
    return .asks(Inquiry(.option(options), purpose, [.lacks(room, request.features)]))
  }

  /// Whether it is said for how many, or what must be in the room, and no other than those shown.
  private func isDescribed(_ request: Request) -> Bool {
    if case .other = request.room.value { return false }
    if case .cleared = request.room { return true }
    return request.headcount.value != nil || request.features != RoomFilter()
  }

  private func firstNamed(_ request: Request) -> RoomID? {
    guard case .named(let rooms) = request.room.value else { return nil }
    return rooms.first
  }

  func offer(_ rooms: [Room], during span: CivilSpan, _ purpose: Purpose) -> Outlook {
    let options = rooms.prefix(house.ledger.limits.alternativesMax).enumerated().map {
      Option($0.offset + 1, .hold($0.element.id, span))
    }
    var purpose = purpose
    if case .named = purpose.request.room.value { purpose.request.room = .unsaid }
    return .asks(Inquiry(.option(options), purpose, [.asksPart(.room)]))
  }

  private func step(
    _ purpose: Purpose, in room: RoomID, _ moments: Moments, _ assumed: Set<Assumption>
  ) -> Outlook {
    let wanted = house.bookingRequest(for: purpose.request, in: room, moments)
    do {
      let events = try house.ledger.decide(.book(wanted), by: house.user, at: house.now)
      return .ready(
        Step(
          purpose: purpose, intentions: [.book(wanted)], events: events, request: wanted,
          assumed: assumed.union(moments.assumed).union(purpose.request.assumptions)))
    } catch {
      guard purpose.showsFirst else { return refused(error, purpose, .book(wanted), wanted) }
      return .ready(
        Step(
          purpose: purpose, intentions: [.book(wanted)], events: [], request: wanted,
          assumed: assumed.union(moments.assumed).union(purpose.request.assumptions),
          refusals: error.all))
    }
  }

  /// Asks when, and for how many if nothing tells which room; offers the next time at which a room
  /// that was said or described can be had.
  private func asksStart(_ purpose: Purpose) -> Outlook {
    let request = purpose.request
    let isOpen = request.room.isUnsaid && !isDescribed(request)
    // Who comes has a time or has not: that is looked for, rather than asked for.
    if isOpen, hasTimesOfPeople(request) { return findTime(purpose) }
    let parts: [Part] = isOpen ? [.start, .people] : [.start]
    guard !isOpen, request.roomsTogether == nil, let next = nextFree(for: request) else {
      return .asks(Inquiry(.parts(parts, attendee: nil), purpose))
    }
    if let begun = begun(purpose, at: next.span.start) { return booking(begun) }
    let options = [Option(1, .hold(next.room, next.span))]
    return .asks(Inquiry(.option(options), purpose, [.asksPart(.start), .nextFree]))
  }

  /// Whether all who come are people of the house, and it is said how long or when about.
  private func hasTimesOfPeople(_ request: Request) -> Bool {
    guard request.repeats.isUnsaid, let people = request.people.value, !people.isEmpty,
      people.allSatisfy({ person(of: $0) != nil })
    else { return false }
    let times = request.times
    return !times.length.isUnsaid || !times.day.isUnsaid || !times.part.isUnsaid
  }

  /// `book Bunker tomorrow from 5`, where it can be had from then on: that is when it begins.
  private func begun(_ purpose: Purpose, at start: CivilMoment) -> Purpose? {
    let times = purpose.request.times
    guard case .is(let part, let source) = times.part, part.to == .endOfDay,
      part.from == start.time, part.from != .midnight
    else { return nil }
    switch times.day.value {
    case .on(let date): guard date == start.date else { return nil }
    case .among: return nil
    case nil: guard start.date == house.civilNow.date else { return nil }
    }
    var begun = purpose
    begun.request.times.start = .is(part.from, source)
    begun.request.times.part = .unsaid
    return begun
  }

  /// The next span of the room, or of one that fits, which is free as long as wanted.
  private func nextFree(for request: Request) -> Place? {
    let minutes = request.times.length.value ?? house.usualMinutes
    let today = house.civilNow.date
    let first = request.repeats.value.flatMap { $0.firstDay(onOrAfter: today) }
    let day = request.times.day.value?.first ?? first ?? today
    let from = CivilMoment(day, request.times.part.value?.from ?? .midnight)
    let start = max(from, house.civilNow)
    let filter = request.namedRoom == nil ? wantedOfRoom(request) : RoomFilter()
    if case .other = request.room.value {
      let left = request.roomsNotWanted
      return house.ledger.building.rooms
        .filter { filter.misses(of: $0).isEmpty && !left.contains($0.id) }
        .compactMap {
          house.ledger.earliest(
            fitting: filter, in: $0.id, minutes: minutes, from: start, at: house.now)
        }
        .min { $0.span.start < $1.span.start }
    }
    return house.ledger.earliest(
      fitting: filter, in: request.namedRoom, minutes: minutes, from: start, at: house.now)
  }

  private func endBeforeStart(_ purpose: Purpose, _ moments: Moments) -> Outlook {
    var asked = purpose
    asked.request.times.end = .unsaid
    let refusal = Refusal.endNotAfterStart(start: moments.start, end: moments.end)
    var inquiry = Inquiry(.parts([.end], attendee: nil), asked, [.refused(refusal, nil)])
    inquiry.refusals = [refusal]
    return .asks(inquiry)
  }

  /// What a room must have: also enough seats for those who come.
  func wantedOfRoom(_ request: Request) -> RoomFilter {
    var filter = request.features
    filter.seats = filter.seats ?? request.headcount.value
    return filter
  }

  /// The rooms that fit a request and can be had in a span, the smallest first; not those it wants
  /// another than.
  func roomsFree(for request: Request, during span: CivilSpan) -> [Room] {
    let named: [RoomID]? = if case .named(let rooms) = request.room.value { rooms } else { nil }
    let left = request.roomsNotWanted
    let filter = named == nil ? wantedOfRoom(request) : RoomFilter()
    return house.ledger.rooms(fitting: filter, during: span, at: house.now)
      .filter { named?.contains($0.id) != false && !left.contains($0.id) }
  }

  /// Says why no room can be had then: none fits, or the rules that hold for the first that would.
  private func noneFree(_ purpose: Purpose, _ moments: Moments, _ span: CivilSpan) -> Outlook {
    let filter = wantedOfRoom(purpose.request)
    let rooms = house.ledger.building.rooms
    if case .other = purpose.request.room.value {
      return .ends(.noOtherRoom(isLarger: purpose.request.features.seats != nil))
    }
    if let wanted = rooms.first(where: { filter.misses(of: $0).isEmpty }) {
      return step(purpose, in: wanted.id, moments, [])
    }
    let nearest = house.ledger.rooms(fitting: RoomFilter(), during: span, at: house.now)
      .sorted { one, other in
        let lacks = (filter.misses(of: one).count, filter.misses(of: other).count)
        return lacks.0 != lacks.1 ? lacks.0 < lacks.1 : one.seats ?? 0 > other.seats ?? 0
      }
      .prefix(house.ledger.limits.alternativesMax)
    let reason = Reason.noneFits(filter, nearest.map(\.id))
    guard !nearest.isEmpty else {
      return .asks(Inquiry(.parts([.start], attendee: nil), purpose, [reason]))
    }
    let options = nearest.enumerated().map { Option($0.offset + 1, .hold($0.element.id, span)) }
    return .asks(Inquiry(.option(options), purpose, [reason]))
  }
}
