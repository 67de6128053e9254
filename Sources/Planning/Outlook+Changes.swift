// What would come of a purpose about bookings that stand: what becomes of them, what is asked
// before that, or why it cannot be.

import Bookings
import CivilTime
import Discourse

extension Planner {
  func change(_ purpose: Purpose, of reference: BookingReference) -> Outlook {
    guard let booking = house.ledger.booking(reference) else {
      return .ends(.refuse([.unknownBooking(reference)], nil, wasJustTaken: false))
    }
    let isOurs = house.ledger.lets(house.user, change: booking) && booking.state == .held
    if isOurs, let gap = commonGap(purpose) { return gap }
    var purpose = purpose
    if isOurs, let rule = purpose.request.repeats.value {
      guard booking.series == nil else { return .ends(.staysOnce(booking)) }
      if let outlook = becomesSeries(purpose, booking, by: rule) { return outlook }
      purpose.request.repeats = .unsaid
    }
    if isOurs {
      purpose.request.times.settlePart(
        of: booking, lasting: house.ledger.zone.minutes(of: booking.span),
        house.policy(of: booking.room), now: house.civilNow)
      if let asked = gapOfChange(purpose, booking) { return asked }
    }
    let change = house.change(of: booking, to: purpose.request)
    let intention = Intention.change(reference, change)
    do {
      let events = try house.ledger.decide(intention, by: house.user, at: house.now)
      guard !events.isEmpty else { return .ends(.unchanged(booking)) }
      return .ready(
        Step(
          purpose: purpose, intentions: [intention], events: events,
          assumed: Set(purpose.request.assumptions)))
    } catch {
      return refused(error, purpose, intention, booking.request(with: change))
    }
  }

  /// What is asked before a booking can become otherwise: what of it, which day, when, which room.
  private func gapOfChange(_ purpose: Purpose, _ booking: Booking) -> Outlook? {
    let request = purpose.request
    if request.isSame(as: house.request(of: booking, as: .done)) {
      return .asks(Inquiry(.parts([.start], attendee: nil), purpose, [.whatToChange(booking)]))
    }
    if let part = request.times.part.value, request.times.start.isUnsaid {
      return asksStart(within: part, purpose, booking)
    }
    if let day = request.times.day.value, day.isSeveral, case .among(let days) = day {
      return asksDay(among: days, purpose, booking)
    }
    return asksOtherRoom(purpose, booking)
  }

  /// `move it to the afternoon`: asks when, and offers when its room can be had in that part of the
  /// day, as long as it lasts.
  private func asksStart(
    within part: DayPart, _ purpose: Purpose, _ booking: Booking
  ) -> Outlook {
    let request = purpose.request
    let minutes = request.times.length.value ?? house.ledger.zone.minutes(of: booking.span)
    guard case .on(let day)? = request.times.day.value else {
      return .asks(Inquiry(.parts([.start], attendee: nil), purpose))
    }
    var wanted = TimeWanted([], minutes: minutes, on: day...day)
    wanted.rooms = [request.namedRoom ?? booking.room]
    wanted.part = (part.from, part.to)
    let found = house.ledger.times(
      for: wanted, upTo: house.ledger.limits.alternativesMax, at: house.now)
    guard found.kind == .whole, !found.places.isEmpty else {
      return .asks(Inquiry(.parts([.start], attendee: nil), purpose))
    }
    let options = found.places.enumerated().map {
      Option($0.offset + 1, .hold($0.element.room, $0.element.span))
    }
    return .asks(Inquiry(.option(options), purpose, [.asksPart(.start)]))
  }

  /// `move it to next week`: asks for the day, and offers that of the same name as before.
  private func asksDay(
    among days: ClosedRange<CivilDate>, _ purpose: Purpose, _ booking: Booking
  ) -> Outlook {
    var options: [Option] = []
    let first = days.lowerBound.onOrAfter(booking.span.start.date.weekday)
    for week in 0..<PlanningLimits.weeksLookedAt {
      let day = first.adding(days: 7 * week)
      guard day <= days.upperBound, options.count < house.ledger.limits.alternativesMax else {
        break
      }
      var request = purpose.request
      request.times.day = .is(.on(day), .assumed(.day))
      let intention = Intention.change(
        booking.reference, house.change(of: booking, to: request))
      guard let event = possible(intention)?.last else { continue }
      let offer = Option.Offer.hold(event.booking.room, event.booking.span)
      options.append(Option(options.count + 1, offer))
    }
    guard !options.isEmpty else {
      return .asks(Inquiry(.parts([.date], attendee: nil), purpose))
    }
    return .asks(Inquiry(.option(options), purpose, [.asksPart(.date)]))
  }

  /// What the ledger would make of an intention, if it takes it.
  func possible(_ intention: Intention) -> [BookingEvent]? {
    do {
      return try house.ledger.decide(intention, by: house.user, at: house.now)
    } catch {
      return nil
    }
  }

  /// Offers the rooms that have what a change asks for, if the room of the booking lacks it, or
  /// another is wanted. How many seats are wanted is advice, and refused as such.
  private func asksOtherRoom(_ purpose: Purpose, _ booking: Booking) -> Outlook? {
    let request = purpose.request
    guard request.namedRoom == nil || request.namedRoom == booking.room,
      let room = house.ledger.room(booking.room)
    else { return nil }
    let isOther = if case .other = request.room.value { true } else { false }
    let isAny = if case .cleared = request.room { true } else { false }
    guard isOther || isAny || !request.features.misses(of: room).isEmpty else { return nil }
    let wanted = booking.request(with: house.change(of: booking, to: request))
    guard let span = CivilSpan(from: wanted.start, to: wanted.end) else { return nil }
    var other = request
    if !isOther { other.room = .is(.other(than: [booking.room]), .assumed(.room)) }
    let free = roomsFree(for: other, during: span).filter { $0.id != booking.room }
    guard !free.isEmpty else {
      return .ends(.noOtherRoom(isLarger: request.features.seats != nil))
    }
    // The only one that has it is taken, as for a new booking the smallest that fits.
    if free.count == 1, !isOther, !isAny {
      var settled = purpose
      settled.request.room = .is(.named([free[0].id]), .assumed(.room))
      return outlook(for: settled)
    }
    return offer(free, during: span, purpose)
  }

  func cancellation(_ purpose: Purpose, of references: [BookingReference]) -> Outlook {
    var events: [BookingEvent] = []
    var refusals: [Refusal] = []
    var deeds: [Intention] = []
    for reference in references {
      do {
        events += try house.ledger.decide(.cancel(reference), by: house.user, at: house.now)
        deeds.append(.cancel(reference))
      } catch {
        refusals += error.all
      }
    }
    guard !events.isEmpty else { return .ends(.refuse(refusals, nil, wasJustTaken: false)) }
    return .ready(
      Step(purpose: purpose, intentions: deeds, events: events, refusals: refusals))
  }
}

extension Times {
  /// A part of the day in which a booking is already says nothing new of its hours; all of the day
  /// is from opening to closing; from an hour on it begins at that.
  fileprivate mutating func settlePart(
    of booking: Booking, lasting minutes: Int, _ policy: HousePolicy, now: CivilMoment
  ) {
    guard let part = part.value, start.isUnsaid else { return }
    let span = booking.span
    settleWholeDay(policy, now: now)
    guard start.isUnsaid else { return }
    if part.to == .endOfDay, part.from != .midnight, part.from != span.start.time {
      // `from half one`: it lasts as long as it did.
      start = .is(part.from, self.part.source ?? .assumed(.meridiem))
      if end.isUnsaid, length.isUnsaid { length = .is(minutes, .referred(.done)) }
    } else if part.from <= span.start.time, span.end.time <= part.to,
      span.start.date == span.end.date
    {
      start = .is(span.start.time, .referred(.done))
      end = .is(span.end.time, .referred(.done))
    } else {
      return
    }
    self.part = .unsaid
  }
}

extension Times {
  /// All of a day is from opening to closing; the rest of today is from the next time at which
  /// something may begin.
  mutating func settleWholeDay(_ policy: HousePolicy, now: CivilMoment) {
    guard let part = part.value, start.isUnsaid, part.to == .endOfDay else { return }
    var opens = policy.opens
    if part.from != .midnight {
      let next = now.roundedUp(toMultipleOf: policy.gridMinutes)
      guard part.from == now.time, day.value?.first == now.date, next.date == now.date,
        next.time < policy.closes
      else { return }
      opens = max(opens, next.time)
    }
    let source = self.part.source ?? .assumed(.meridiem)
    (start, end) = (.is(opens, source), .is(policy.closes, source))
    self.part = .unsaid
  }
}

extension Request {
  /// Whether nothing else is wanted, however a day was sought.
  fileprivate func isSame(as other: Request) -> Bool {
    var one = self
    one.times.days = other.times.days
    return one == other
  }
}
