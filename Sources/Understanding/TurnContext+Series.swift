// Lines about series: which of their bookings are meant, and until when something is repeated.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  // MARK: - Until when

  /// `until 21 December`, `5 times`, `for 6 weeks`, where it was asked until when.
  func takeEndOfRepeat(into said: inout Request, _ wanted: Request) {
    guard said.repeats.isUnsaid, var rule = wanted.repeats.value,
      let end = endOfRepeat(wanted.times.day.value?.first ?? house.civilNow.date)
    else { return }
    rule.end = end
    said.repeats = .is(rule, .said(turn: state.turn))
    said.times = Times()
  }

  /// Whether the line says how often, where that was asked.
  var saysEndOfRepeat: Bool {
    guard case .parts([.until], _) = open?.question else { return false }
    if case .number = slots.choice?.value { return true }
    return slots.repeatCount != nil
  }

  private func endOfRepeat(_ first: CivilDate) -> RepetitionEnd? {
    if let count = slots.repeatCount { return .count(count.value) }
    if case .number(let count) = slots.choice?.value, slots.when.isEmpty { return .count(count) }
    guard slots.when.count == 1, let when = slots.firstWhen, when.start == nil else { return nil }
    switch when.day?.value {
    case .on(let date): return .until(date)
    case .among(let one, let other): return .until(max(one, other))
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction, nil: break
    }
    let minutesADay = 1440
    guard let minutes = when.lengthMinutes?.value, minutes >= minutesADay else { return nil }
    return .until(first.adding(days: minutes / minutesADay - 1))
  }

  // MARK: - Which bookings

  /// Whether the line names bookings of a series by more than one of them.
  var namesSeries: Bool {
    switch slots.booking?.value {
    case .series, .rest: true
    case .last, .mine, .next, .reference, .titled, .single, .those, .wait, nil: false
    }
  }

  /// `the rest in the Cockpit`: what bookings of a series are to be, without a verb.
  var saysOfSeries: Bool { intent == .details && namesSeries && saysContent }

  /// `the 11th in the Cockpit`, `from January on at 9`: what some of a series are to be, without a
  /// verb.
  var saysOfPartOfSeries: Bool {
    guard !reading.asks, !state.isOpen || slots.booking?.value == .mine else { return false }
    // Without a verb, all of it must be of use.
    let isSaid = intent == .nothing && reading.unused.isEmpty
    guard isSaid || [.no, .details].contains(intent) else { return false }
    return partOfSeries != nil || saysOfThoseFromADayOn
  }

  /// Whether the line says a day from which on those of the series spoken of are otherwise.
  private var saysOfThoseFromADayOn: Bool {
    guard isSeriesLast, seriesInView != nil, slots.repetition == nil,
      slots.when.contains(where: \.isOnward)
    else { return false }
    let rest = groundingOfSeries().slots
    return !rest.when.isEmpty || rest.target != nil || !rest.rooms.isEmpty || rest.targetRoom != nil
  }

  /// The bookings of a series that a line is about; nil if it is about none, or one of them alone.
  ///
  /// Of a series that was spoken of last all are meant that are not over, unless the line says the
  /// day of one, or that only one is meant. `The rest` are those behind the one spoken of last, or
  /// all that are left beside one given up, and `from January on` those from that day on.
  var seriesMeant: [Booking]? {
    guard let series = seriesSpokenOf else { return nil }
    let bookings = house.ledger.bookings(of: series, from: house.now)
      .filter { house.ledger.lets(house.user, change: $0) }
    let onward = slots.when.first { $0.isOnward }
    var meant = bookings
    switch slots.booking?.value {
    case .series: break
    case .rest:
      // Behind one that was given up all that are left are the rest.
      if onward == nil, let last, last.series?.series == series, last.state == .held {
        meant = meant.filter { $0.span.start > last.span.start }
      }
    case .last, .those, nil:
      if let some = partOfSeries?.bookings { return some.count > 1 ? some : nil }
      guard isSeriesLast || slots.choice?.value == .all || onward != nil else { return nil }
      // A day on which none of them is gives back none.
      let days = slots.when.filter { $0.day != nil && !$0.isOnward && !$0.isDeadline }
      if intent == .cancel || intent == .skip, !days.isEmpty,
        !bookings.contains(where: { booking in days.contains { booking.fits($0) } })
      {
        return nil
      }
    case .mine, .next, .reference, .titled, .single, .wait: return nil
    }
    if let onward, var first = onward.day?.value.first {
      // `from Wednesday on` is the first Wednesday of the series.
      if onward.isBareWeekday {
        let dates = meant.map(\.span.start.date)
        first = dates.first { $0 >= first && $0.weekday == first.weekday } ?? first
      }
      meant = meant.filter { $0.span.start.date >= first }
    }
    if endsSeries, let last = lastDaySaid { meant = meant.filter { $0.span.start.date > last } }
    return meant
  }

  /// Whether the line says that a series ends with a day: those behind it are given back.
  var endsSeries: Bool {
    (intent == .change || saysOnlyLastDay || saysLastOne) && slots.rooms.isEmpty
      && slots.targetRoom == nil && (namesSeries || isSeriesLast) && lastDaySaid != nil
  }

  /// The day with which the line says that a series ends.
  private var lastDaySaid: CivilDate? {
    let ending = slots.when.first { $0.isDeadline } ?? (saysLastOne ? slots.firstWhen : nil)
    return ending?.day?.value.last
  }

  /// `the last one should be 3 December`: one of the days of the series is its last.
  private var saysLastOne: Bool {
    guard [.details, .change].contains(intent), slots.choice?.value == .last, !reading.asks,
      slots.when.count == 1, slots.target == nil, case .on(let day) = slots.firstWhen?.day?.value,
      slots.firstWhen?.start == nil, slots.firstWhen?.shift == nil, !state.isOpen,
      let series = seriesInView
    else { return false }
    return house.ledger.bookings(of: series, from: house.now).contains { $0.span.start.date == day }
  }

  /// `only until the 11th`: a day behind the first of the series, and no more. `Until Friday then`
  /// may be a farewell.
  private var saysOnlyLastDay: Bool {
    guard intent == .details, !reading.asks, slots.when.count == 1, !state.isOpen,
      case .on(let last) = slots.firstWhen?.day?.value, let series = seriesInView,
      let first = house.ledger.bookings(of: series, from: house.now).first
    else { return false }
    return first.span.start.date < last
  }

  /// The series that the line names, or that was spoken of last.
  private var seriesSpokenOf: SeriesReference? {
    if case .series(let number?) = slots.booking?.value { return SeriesReference(number) }
    if case .series(let series) = state.salient(.series)?.entity, isSeriesLast { return series }
    if let series = last?.series?.series { return series }
    guard namesSeries else { return nil }
    let all = Set(mine.compactMap({ $0.series?.series }))
    return all.count == 1 ? all.first : nil
  }

  /// Whether a series was spoken of, and no booking alone since.
  var isSeriesLast: Bool {
    guard let series = state.salient(.series) else { return false }
    // Of what was given back of it nothing more is said.
    if let last, last.state == .cancelled, case .series(last.series?.series) = series.entity {
      return true
    }
    return lastBooking.map { $0.turn <= series.turn } ?? true
  }

  /// Those of the series spoken of that the line tells by their days, or counts, and what it says
  /// beside that; nil if it tells none, or says no more than a day that they may as well become.
  func findPartOfSeries() -> (bookings: [Booking], rest: Slots)? {
    // While a room is put together, only a verb or `the one` says it of a series.
    let isOfSeries =
      open?.purpose.goal != .book || intent == .change || intent == .cancel
      || slots.booking?.value == .mine
    guard slots.booking == nil || [.last, .single, .mine].contains(slots.booking?.value),
      isOfSeries,
      let series = seriesInView
    else { return nil }
    let bookings = house.ledger.bookings(of: series, from: house.now)
      .filter { house.ledger.lets(house.user, change: $0) }
    if let counted = countedInSeries(bookings) {
      var rest = slots
      (rest.choice, rest.repetition) = (nil, nil)
      rest.when = slots.when.compactMap { $0.day == nil ? $0 : $0.withoutDay }
      return (counted, rest)
    }
    if let rule = slots.repetition?.value {
      let some = bookings.filter { rule.isWeekly(on: $0.span.start.date.weekday) }
        .filter { booking in
          slots.when.allSatisfy { when in
            when.day?.value.first.map { $0 <= booking.span.start.date } ?? true
          }
        }
      var rest = slots
      (rest.repetition, rest.choice) = (nil, nil)
      rest.when = slots.when.compactMap { $0.day == nil ? $0 : $0.withoutDay }
      let isSaid = [.cancel, .skip].contains(intent) || rest.saysMoreThanWhich
      return some.isEmpty || !isSaid ? nil : (some, rest)
    }
    // `the one on the 9th to Thursday`: what it becomes does not tell which it is.
    let isTold = slots.when.contains(where: \.tellsDayOfSeries)
    let target = isTold ? nil : slots.target
    let days = (slots.when + [target].compactMap(\.self)).filter(\.tellsDayOfSeries)
    let givesBack = intent == .cancel || intent == .skip || deniesDay
    func those(byWeekday: Bool) -> [Booking] {
      bookings.filter { booking in
        days.contains { booking.fits(givesBack ? $0 : $0.dayAlone, byWeekday: byWeekday) }
      }
    }
    // `Tuesday's to 10`, on a Tuesday: the next one of the series.
    var some = those(byWeekday: false)
    if some.isEmpty { some = Array(those(byWeekday: true).prefix(1)) }
    guard !some.isEmpty, some.count < bookings.count else { return nil }
    var rest = slots
    rest.when = slots.when.compactMap { $0.tellsDayOfSeries ? $0.withoutDay : $0 }
    if !isTold {
      rest.target = slots.target.flatMap { $0.tellsDayOfSeries ? $0.withoutDay : $0 }
    }
    // A day alone may be what they become, and several days as well.
    let changes = [.change, .details, .no, .nothing].contains(intent) && !givesBack
    return changes && (some.count > 1 || !rest.saysMoreThanWhich) ? nil : (some, rest)
  }

  /// The last booking of the series spoken of.
  var lastOfSeries: Booking? {
    seriesInView.flatMap { series in
      house.ledger.bookings(of: series, from: house.now)
        .last { house.ledger.lets(house.user, change: $0) }
    }
  }

  /// The series that was spoken of last, or that the booking spoken of last is of.
  var seriesInView: SeriesReference? {
    if isSeriesLast, case .series(let series) = state.salient(.series)?.entity { return series }
    return last?.series?.series
  }

  /// `the third`, `the last one`, `the first two Mondays`, of a series that was spoken of last. A
  /// number in digits is rather the day of one of them.
  private func countedInSeries(_ all: [Booking]) -> [Booking]? {
    guard let choice = slots.choice, open?.question.options.isEmpty ?? true,
      slots.when.allSatisfy({ $0.day == nil || $0.isBareWeekday })
    else { return nil }
    let bookings = all.filter { booking in
      let weekday = booking.span.start.date.weekday
      return slots.when.allSatisfy { booking.fits($0.dayAlone, byWeekday: true) }
        && slots.repetition.map { $0.value.isWeekly(on: weekday) } ?? true
    }
    switch choice.value {
    case .number(let number):
      let isInDigits = line[choice.range].contains { (0x30...0x39).contains($0) }
      let dated = all.first { $0.span.start.date.day == number }
      if isInDigits, let dated { return [dated] }
    case .firstOrLast(let count, let fromEnd):
      guard count < all.count, !bookings.isEmpty else { return nil }
      return Array(fromEnd ? bookings.suffix(count) : bookings.prefix(count))
    case .last: break
    default: return nil
    }
    let options = bookings.enumerated().map {
      Option($0.offset + 1, .booking($0.element.reference))
    }
    guard case .booking(let reference) = option(by: choice.value, of: options)?.offer else {
      return nil
    }
    return house.booking(reference).map { [$0] }
  }

  /// The booking of a series that was spoken of last which the line tells by its day, or counts.
  var oneOfSeries: Booking? {
    guard let some = partOfSeries?.bookings, some.count == 1 else { return nil }
    return some[0]
  }

  /// `skip the 25th`, `remove the third`, behind a series: that day is given back.
  var skipsDaysOfSeries: Bool {
    guard !state.isOpen, slots.people.isEmpty else { return false }
    if deniesDay { return partOfSeries != nil }
    if intent == .removeAttendee { return oneOfSeries?.attendees.isEmpty ?? false }
    guard intent == .skip else { return false }
    return partOfSeries != nil
      || seriesMeant.map { some in
        slots.when.contains { $0.day != nil } && !some.isEmpty
      } ?? false
  }

  /// `not the 14th`, `heute noch nicht`: a day is denied, and nothing else is said.
  private var deniesDay: Bool {
    // `sag den 11. nicht ab` denies what its verb says, known or not.
    let isUnread = reading.unused.flatMap { line[$0].split(separator: 0x20) }.count > 1
    let hasVerb = isUnread || intent == .change && reading.act == nil
    guard reading.hasDenial, intent == .skip || !hasVerb,
      [.nothing, .no, .details, .skip, .change].contains(intent)
    else { return false }
    let days = slots.when + [slots.target].compactMap(\.self)
    var rest = slots
    (rest.when, rest.target) = ([], nil)
    return !days.isEmpty && days.allSatisfy { $0.tellsDayOfSeries && $0.start == nil }
      && !rest.saysMoreThanWhich
  }

  /// What the line says of bookings of a series, without the days that tell which of them.
  func groundingOfSeries() -> Grounding {
    var grounding = grounding
    if let rest = partOfSeries?.rest {
      grounding.slots.when = rest.when
      grounding.slots.target = rest.target
      grounding.slots.repetition = rest.repetition
      return grounding
    }
    grounding.slots.when = grounding.slots.when.compactMap { when in
      guard when.isOnward else { return when }
      return when.withoutDay
    }
    return grounding
  }

  /// A booking of a series as what was wanted of it: a bare weekday is one of its own week.
  func groundOfSeries(_ booking: Booking) -> Request {
    var ground = ground(of: booking)
    guard booking.series != nil else { return ground }
    let date = booking.span.start.date
    let monday = date.adding(days: 1 - date.weekday.rawValue)
    ground.times.days = monday...monday.adding(days: 6)
    return ground
  }
}

extension When {
  /// Whether it says a day from which on something holds.
  var isOnward: Bool { day != nil && (isDayOnward || bound == .from && start == nil) }

  /// Whether it says a day on which a booking of a series may be.
  fileprivate var tellsDayOfSeries: Bool { day != nil && !isOnward && !isDeadline }

  /// The same without hours.
  var dayAlone: When {
    var when = When()
    (when.day, when.isBareWeekday) = (day, isBareWeekday)
    when.assumed = assumed.filter { $0 == .month }
    return when
  }

  /// The same without its day; nil if it says no more.
  var withoutDay: When? {
    var when = self
    when.day = nil
    if isOnward { (when.isDayOnward, when.bound) = (false, .exact) }
    return when.saysHours ? when : nil
  }

  private var saysHours: Bool {
    start != nil || end != nil || lengthMinutes != nil || shift != nil || window != nil
      || startsAsBefore != nil
  }

  /// Whether it says a day until which something holds, and no hour.
  var isDeadline: Bool { bound == .until && end == nil && day != nil }
}

extension Repetition {
  /// Whether it names a weekday as one of each week, and says nothing else.
  fileprivate func isWeekly(on weekday: Weekday) -> Bool {
    var rest = self
    rest.weekdays = []
    return rest == Repetition(.weekly) && weekdays.contains(NumberedWeekday(weekday))
  }
}

extension Slots {
  /// Whether something is said that a booking may become.
  fileprivate var saysMoreThanWhich: Bool {
    !when.isEmpty || target != nil || !rooms.isEmpty || targetRoom != nil || title != nil
      || description != nil || isPrivate != nil || !people.isEmpty
  }
}

extension DayMention {
  /// The first of the days it says.
  fileprivate var first: CivilDate? {
    switch self {
    case .on(let date): date
    case .among(let one, let other): min(one, other)
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction: nil
    }
  }

  /// The last of them.
  fileprivate var last: CivilDate? {
    switch self {
    case .on(let date): date
    case .among(let one, let other): max(one, other)
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction: nil
    }
  }
}
