// What a line says by what was said before: `a week later`, `same time`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Settles what is counted from something spoken of before: the draft under way, what was asked
  /// about last, or the last booking.
  mutating func settleWhatWasBefore(_ reading: Reading) {
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
    return conversation.freshQuery.flatMap { $0.isTaken ? nil : $0.days }
  }

  private func settled(_ when: When, _ reading: Reading) -> When {
    var when = when
    if when.startsAsBefore != nil {
      when.startsAsBefore = nil
      // A change keeps the time that it does not say.
      if reading.intent != .change, when.start == nil { takeTimeSpokenOf(into: &when) }
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
      (day, start) = (booking.span.start.date, booking.span.start.time)
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
