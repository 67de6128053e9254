// What a line says by what was said before: `a week later`, `same time`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Settles what is counted from something spoken of before: the draft under way, what was asked
  /// about last, or the last booking.
  mutating func settleWhatWasBefore(_ reading: Reading) {
    if slots.when.first?.startsAsBefore?.value == .another { takeAfterLast() }
    keepPrivate(reading)
    for place in slots.when.indices {
      slots.when[place] = settled(slots.when[place], reading)
    }
    slots.target = slots.target.map { settled($0, reading) }
    // What is to stay as it is, is said of nothing.
    slots.when.removeAll(where: \.isEmpty)
    if slots.target?.isEmpty == true { slots.target = nil }
  }

  /// Takes a bare weekday for the one among the days spoken of: those of the draft under way or of
  /// what was asked about last. Returns the days spoken of, if several.
  mutating func settleWeekdays(_ reading: Reading) -> ClosedRange<CivilDate>? {
    if let several = dayWanted?.several { return several }
    guard let days = daysSpokenOf(reading) else { return nil }
    for place in slots.when.indices {
      slots.when[place] = slots.when[place].settled(among: days, from: civilNow.date)
    }
    slots.target = slots.target?.settled(among: days, from: civilNow.date)
    return days
  }

  private var dayWanted: DayMention? { (slots.target ?? slots.firstWhen)?.day?.value }

  private func daysSpokenOf(_ reading: Reading) -> ClosedRange<CivilDate>? {
    guard !reading.startsAnew else { return nil }
    switch conversation.task {
    case .drafting(let draft, _), .choosing(_, let draft):
      if !isAside(reading.intent) { return draft.days }
    case .choosingBooking, .confirming, .confirmingLine, nil: break
    }
    let asked = conversation.freshQuery.flatMap { $0.isTaken ? nil : $0.days }
    return asked ?? (reading.intent == .change ? conversation.freshDaysMeant : nil)
  }

  private func settled(_ when: When, _ reading: Reading) -> When {
    var when = when
    if let earlier = when.startsAsBefore, earlier.value.isSettledHere {
      when.startsAsBefore = nil
      switch earlier.value {
      // A change keeps the time that it does not say.
      case .same where reading.intent != .change && when.start == nil:
        takeTimeSpokenOf(into: &when)
      case .next where reading.intent != .change && when.start == nil: takeEnd(into: &when)
      case .today: when.day = when.day ?? Said(.on(civilNow.date), earlier.range, origin: .assumed)
      case .same, .next, .another, .there, .further, .ends, .anyTime, .longer, .shorter: break
      }
    }
    guard case .days(let days, let months) = when.shift?.value, let said = when.day else {
      return when
    }
    if movesWhatStands(reading, when) {
      when.day = nil
      return when
    }
    when.shift = nil
    if let query = conversation.query, isAside(reading.intent) || conversation.freshQuery != nil {
      when.day = Said(.on(query.day.adding(months: months).adding(days: days)), said.range)
    }
    return when
  }

  /// Whether `a week later` is said of a booking or a draft, not of a question.
  private func movesWhatStands(_ reading: Reading, _ when: When) -> Bool {
    switch conversation.task {
    case .drafting, .choosing: return reading.intent == .details || reading.intent == .change
    case .choosingBooking, .confirming, .confirmingLine, nil: break
    }
    if reading.intent == .change { return true }
    let namesAnother = !slots.rooms.isEmpty || when.start != nil || slots.also != nil
    guard reading.intent == .details, !namesAnother, lastIsHeld else { return false }
    return conversation.freshQuery?.isTaken ?? true
  }

  /// Lets a time begin when the booking that is named, or the last one, ends.
  private func takeEnd(into when: inout When) {
    guard let booking = bookingNamed ?? lastHeld else { return }
    if when.day == nil { when.day = Said(.on(booking.span.end.date), 0..<0, origin: .assumed) }
    when.start = Said(booking.span.end.time, 0..<0, origin: .assumed)
  }

  /// `another one at 2`: what is not said of it, the room, the day, the time and the length, is as
  /// of the last booking. Says it neither day nor time, it is asked for.
  private mutating func takeAfterLast() {
    guard let last = lastHeld, last.span.start.date >= civilNow.date,
      slots.when[0].day != nil || slots.when[0].start != nil
    else { return }
    if slots.rooms.isEmpty, !hasFilter,
      let place = world.ledger.building.rooms.firstIndex(where: { $0.id == last.room })
    {
      slots.rooms = [Said(.known(place), 0..<0, origin: .assumed)]
    }
    if slots.when[0].day == nil {
      slots.when[0].day = Said(.on(last.span.start.date), 0..<0, origin: .assumed)
    }
    if slots.when[0].start == nil {
      slots.when[0].start = Said(last.span.start.time, 0..<0, origin: .assumed)
    }
    if slots.when[0].end == nil, slots.when[0].lengthMinutes == nil {
      slots.when[0].lengthMinutes = Said(last.span.minutes, 0..<0, origin: .assumed)
    }
  }

  var lastHeld: Booking? {
    lastIsHeld ? conversation.last.flatMap { world.ledger.booking($0) } : nil
  }

  /// What is booked once more like another is as private as that.
  private mutating func keepPrivate(_ reading: Reading) {
    guard reading.intent != .change, slots.isPrivate == nil,
      conversation.freshQuery?.isTaken ?? true, let like = bookingNamed ?? lastHeld,
      like.isPrivate, like.owner == speaker.user,
      slots.when.contains(where: {
        $0.startsAsBefore?.value == .same || $0.startsAsBefore?.value == .another
      })
    else { return }
    slots.isPrivate = Said(true, 0..<0, origin: .assumed)
  }

  private func takeTimeSpokenOf(into when: inout When) {
    var day: CivilDate?
    var start: ClockTime?
    var minutes: Int?
    if let named = bookingNamed {
      (day, start) = (named.span.start.date, named.span.start.time)
      minutes = named.span.minutes
    } else if case .drafting(let draft, _) = conversation.task {
      (day, start, minutes) = (draft.day, draft.start, draft.minutes)
    } else if let query = conversation.freshQuery, !query.isTaken, let asked = query.start {
      (day, start, minutes) = (query.day, asked.time, query.minutes)
    } else if let last = conversation.last, let booking = world.ledger.booking(last) {
      // `same time`, after the rooms of another day were shown.
      let shown = conversation.freshQuery.flatMap { $0.isTaken ? nil : $0.day }
      (day, start) = (shown ?? booking.span.start.date, booking.span.start.time)
      minutes = booking.span.minutes
    }
    guard let start else { return }
    if when.day == nil { when.day = day.map { Said(.on($0), 0..<0, origin: .assumed) } }
    when.start = Said(start, 0..<0, origin: .assumed)
    if when.end == nil, when.lengthMinutes == nil {
      when.lengthMinutes = minutes.map { Said($0, 0..<0, origin: .assumed) }
    }
  }
}

extension When {
  /// The same, where a bare weekday is the one among some days that is not over, if there is one.
  fileprivate func settled(among days: ClosedRange<CivilDate>, from today: CivilDate) -> When {
    guard isBareWeekday, case .on(let date) = day?.value, let said = day else { return self }
    let meant = max(days.lowerBound, today).onOrAfter(date.weekday)
    guard days.contains(meant) else { return self }
    var when = self
    when.day = Said(.on(meant), said.range, origin: said.origin)
    when.isBareWeekday = false
    return when
  }
}

extension EarlierTime {
  /// Whether it is settled for every line alike, and not by what is done with the line.
  fileprivate var isSettledHere: Bool {
    switch self {
    case .same, .next, .another, .today: true
    case .there, .further, .ends, .anyTime, .longer, .shorter: false
    }
  }
}
