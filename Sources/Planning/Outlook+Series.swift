// What would come of a booking that is repeated: all of its days are planned before anything is
// done, and where some cannot be had it is asked what is to be done about those.

import Bookings
import CivilTime
import Discourse

/// A series as it would be in one room.
private struct SeriesTrial {
  let room: RoomID
  /// What is wanted of each day, in order.
  var wanted: [BookingRequest] = []
  /// The days that cannot be had.
  var clashes: [SeriesClash] = []

  var places: [Place] { wanted.compactMap(\.place) }
}

extension Planner {
  /// What would come of a purpose on each of the days that a rule names; nil if it names one day
  /// alone.
  func series(_ purpose: Purpose, by rule: Repetition, _ moments: Moments) -> Outlook? {
    if let offer = purpose.request.series.value { return picked(offer, purpose, by: rule, moments) }
    let limits = house.ledger.limits
    let first = moments.start.date
    let last = first.adding(days: limits.seriesDaysMax)
    var days = rule.days(from: first, through: last, atMost: limits.seriesBookingsMax + 1)
    if purpose.goal.reference != nil {
      days = [first] + days.filter { $0 > first }
    }
    let tooLong = Refusal.seriesTooLong(
      bookingsMax: limits.seriesBookingsMax, daysMax: limits.seriesDaysMax)
    guard !days.isEmpty else { return .ends(.refuse([tooLong], nil, wasJustTaken: false)) }
    if days.count > limits.seriesBookingsMax || !rule.ends(by: last, after: days) {
      return asksUntil(purpose.beginning(on: days.first), tooLong)
    }
    guard days.count > 1 else { return nil }
    return series(purpose, by: rule, on: days, moments)
  }

  /// Asks until when it is repeated, where nobody said so or it is for too long.
  private func asksUntil(_ purpose: Purpose, _ refusal: Refusal) -> Outlook {
    var asked = purpose
    asked.request.repeats = purpose.request.repeats.changed { rule in
      var rule = rule
      rule.end = .never
      return rule
    }
    let isOpen = purpose.request.repeats.value?.end == .never
    var inquiry = Inquiry(
      .parts([.until], attendee: nil), asked, isOpen ? [] : [.refused(refusal, nil)])
    inquiry.refusals = [refusal]
    return .asks(inquiry)
  }

  private func series(
    _ purpose: Purpose, by rule: Repetition, on days: [CivilDate], _ moments: Moments
  ) -> Outlook {
    let request = purpose.request
    let days = purpose.goal.reference == nil ? days : Array(days.dropFirst())
    let trials = roomsOfSeries(request).map { trial(request, on: days, in: $0) }
    guard let best = trials.min(by: { $0.clashes.count < $1.clashes.count }) else {
      return noRoomFits(purpose, moments)
    }
    let whole = trials.filter(\.clashes.isEmpty)
    if request.namedRoom == nil, !isSeriesDescribed(request), let span = best.places.first?.span,
      !whole.isEmpty
    {
      return offer(whole.compactMap { house.ledger.room($0.room) }, during: span, purpose)
    }
    let assumed: Set<Assumption> = request.namedRoom == nil ? [.room] : []
    guard !best.clashes.isEmpty else {
      return book(best.wanted, purpose, by: rule, assumed.union(moments.assumed))
    }
    return clashes(best, purpose)
  }

  /// Whether it is said for how many, or what must be in the room.
  private func isSeriesDescribed(_ request: Request) -> Bool {
    request.headcount.value != nil || request.features != RoomFilter()
  }

  /// The rooms in which a series may be, the smallest first.
  private func roomsOfSeries(_ request: Request) -> [RoomID] {
    if let room = request.namedRoom { return [room] }
    var named: [RoomID]?
    if case .named(let rooms) = request.room.value { named = rooms }
    let left = request.roomsNotWanted
    let filter = named == nil ? wantedOfRoom(request) : RoomFilter()
    return house.ledger.building.rooms
      .filter { filter.misses(of: $0).isEmpty && !left.contains($0.id) }
      .filter { named?.contains($0.id) != false }
      .enumerated()
      .sorted { ($0.element.seats ?? .max, $0.offset) < ($1.element.seats ?? .max, $1.offset) }
      .map(\.element.id)
  }

  private func noRoomFits(_ purpose: Purpose, _ moments: Moments) -> Outlook {
    var single = purpose
    single.request.repeats = .unsaid
    return outlook(for: single)
  }

  /// What is wanted on each of some days in a room, and which of it the rules refuse.
  private func trial(_ request: Request, on days: [CivilDate], in room: RoomID) -> SeriesTrial {
    var trial = SeriesTrial(room: room)
    let source = request.times.day.source ?? .assumed(.day)
    for day in days {
      var one = request
      one.times.day = .is(.on(day), source)
      guard let moments = house.moments(of: one) else { continue }
      let wanted = house.bookingRequest(for: one, in: room, moments)
      trial.wanted.append(wanted)
      do {
        _ = try house.ledger.decide(.book(wanted), by: house.user, at: house.now)
      } catch {
        trial.clashes.append(SeriesClash(wanted, error.all))
      }
    }
    return trial
  }

  private func book(
    _ wanted: [BookingRequest], _ purpose: Purpose, by rule: Repetition,
    _ assumed: Set<Assumption>
  ) -> Outlook {
    let first = purpose.goal.reference
    var intentions: [Intention] = []
    if let first, let booking = house.ledger.booking(first) {
      var once = purpose.request
      once.repeats = .unsaid
      let change = house.change(of: booking, to: once)
      if change != BookingChange() { intentions.append(.change(first, change)) }
    }
    intentions.append(
      .bookSeries(SeriesRequest(rule: rule.description, bookings: wanted, first: first)))
    do {
      let events = try house.ledger.decide(intentions, by: house.user, at: house.now)
      return .ready(
        Step(
          purpose: purpose, intentions: intentions, events: events, request: wanted.first,
          assumed: assumed.union(purpose.request.assumptions)))
    } catch {
      return refusedWhole(error, purpose, wanted)
    }
  }

  /// A booking that stands becomes the first of a series; nil if the rule names no further day.
  func becomesSeries(
    _ purpose: Purpose, _ booking: Booking, by rule: Repetition
  ) -> Outlook? {
    var wanted = purpose
    // Who comes is new in each of the others.
    wanted.request.people = purpose.request.people.changed { people in
      people.map { person in
        var person = person
        person.id = nil
        return person
      }
    }
    wanted.request.times.day = .is(.on(booking.span.start.date), .referred(.done))
    guard let moments = house.moments(of: wanted.request) else { return nil }
    return series(wanted, by: rule, moments)
  }

  private func refusedWhole(
    _ refusals: Refusals, _ purpose: Purpose, _ wanted: [BookingRequest]
  ) -> Outlook {
    guard let first = wanted.first else {
      return .ends(.refuse(refusals.all, nil, wasJustTaken: false))
    }
    return refused(refusals, purpose, .book(first), first)
  }

  // MARK: - Days that cannot be had

  private func clashes(_ trial: SeriesTrial, _ purpose: Purpose) -> Outlook {
    let isOfPlace = trial.clashes.allSatisfy { $0.refusals.allSatisfy(\.isOfTime) }
    if !isOfPlace || trial.clashes.count == trial.wanted.count {
      let clash = trial.clashes.first { !$0.refusals.allSatisfy(\.isOfTime) } ?? trial.clashes[0]
      guard let refusals = Refusals(clash.refusals) else {
        return .ends(.refuse([], nil, wasJustTaken: false))
      }
      return refused(refusals, purpose, .book(clash.wanted), clash.wanted)
    }
    let options = offers(for: trial, purpose.request).enumerated().map {
      Option($0.offset + 1, .series($0.element))
    }
    var inquiry = Inquiry(
      .option(options), purpose, [.seriesClash(trial.clashes, of: trial.wanted.count)])
    inquiry.refusals = trial.clashes.first?.refusals ?? []
    return .asks(inquiry)
  }

  /// What can be done about the days that cannot be had: to leave them out, another room or time
  /// for those, or another room for all.
  private func offers(for trial: SeriesTrial, _ request: Request) -> [SeriesOffer] {
    let gone = Set(trial.clashes.map(\.wanted))
    let kept = trial.wanted.filter { !gone.contains($0) }.compactMap(\.place)
    let left = trial.clashes.compactMap { $0.wanted.place?.span }
    var offers: [SeriesOffer] = []
    if !kept.isEmpty { offers.append(SeriesOffer(.without, kept, leftOut: left)) }
    let alternatives = trial.clashes.map {
      house.ledger.alternatives(to: .book($0.wanted), by: house.user, at: house.now)
    }
    if let others = sameRoom(alternatives, trial.clashes) ?? first(.otherRoom, alternatives) {
      offers.append(SeriesOffer(.otherRoomThen, (kept + others).inOrder, others: others))
    }
    if let others = first(.shifted, alternatives) {
      offers.append(SeriesOffer(.otherTimeThen, (kept + others).inOrder, others: others))
    }
    let days = trial.places.map(\.span.start.date)
    let rooms = house.ledger.building.rooms.filter { room in
      room.id != trial.room && wantedOfRoom(request).misses(of: room).isEmpty
    }
    for room in rooms.sorted(by: { ($0.seats ?? .max) < ($1.seats ?? .max) }) {
      let other = self.trial(request, on: days, in: room.id)
      guard other.clashes.isEmpty else { continue }
      offers.append(SeriesOffer(.otherRoom, other.places, others: other.places))
      break
    }
    return offers
  }

  /// One other room that can be had on all of the days, if there is one.
  private func sameRoom(
    _ alternatives: [[Alternative]], _ clashes: [SeriesClash]
  ) -> [Place]? {
    let first = alternatives.first ?? []
    for alternative in first where alternative.kind == .otherRoom {
      let places = clashes.compactMap { clash -> Place? in
        var wanted = clash.wanted
        wanted.room = alternative.place.room
        return possible(.book(wanted)) == nil ? nil : wanted.place
      }
      if places.count == clashes.count { return places }
    }
    return nil
  }

  /// The first alternative of a kind for each day; nil if one of them has none.
  private func first(_ kind: Alternative.Kind, _ alternatives: [[Alternative]]) -> [Place]? {
    let places = alternatives.compactMap { $0.first { $0.kind == kind }?.place }
    return places.count == alternatives.count ? places : nil
  }

  /// What was picked is decided anew, for a part of it may be gone by now.
  private func picked(
    _ offer: SeriesOffer, _ purpose: Purpose, by rule: Repetition, _ moments: Moments
  ) -> Outlook? {
    let wanted = offer.places.map { place in
      let moments = Moments(start: place.span.start, end: place.span.end)
      return house.bookingRequest(for: purpose.request, in: place.room, moments)
    }
    if case .ready(let step) = book(wanted, purpose, by: rule, []) { return .ready(step) }
    var anew = purpose
    anew.request.series = .unsaid
    return series(anew, by: rule, moments)
  }
}

extension Purpose {
  /// The same, beginning on a day where none was said.
  fileprivate func beginning(on day: CivilDate?) -> Purpose {
    guard let day, request.times.day.isUnsaid else { return self }
    var purpose = self
    purpose.request.times.day = .is(.on(day), .assumed(.day))
    return purpose
  }
}

extension BookingRequest {
  /// Its room and span; nil if it does not end after its start.
  fileprivate var place: Place? {
    CivilSpan(from: start, to: end).map { Place(room: room, span: $0) }
  }
}

extension [Place] {
  fileprivate var inOrder: [Place] { sorted { $0.span.start < $1.span.start } }
}

extension Repetition {
  /// Whether the rule has no day behind another, of which these are all days up to it.
  fileprivate func ends(by last: CivilDate, after days: [CivilDate]) -> Bool {
    switch end {
    case .never: false
    case .until(let date): date <= last
    case .count(let count): days.count + leftOut.count >= count
    }
  }
}
