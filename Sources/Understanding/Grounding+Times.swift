// The times of a line: what is counted from something becomes a date and an hour.

import Bookings
import CivilTime
import Discourse
import Language

extension Grounding {
  /// The times that the line says, on the ground of others.
  func times(on base: Times, _ reach: Reach, room: RoomID?) -> Times {
    let when: When? =
      switch reach {
      case .all, .whole: slots.target ?? slots.firstWhen
      case .target: slots.target ?? slots.firstWhen?.withoutPlace
      case .besidePlace: slots.when.first { $0.shift != nil }?.onlyShift
      }
    var said = when.map { times(of: $0, on: base, room: room) } ?? Times()
    // `a bit longer, until 11`: by how much is said apart.
    if said.awaited != nil, let apart = slots.when.first(where: { $0.end != nil }) {
      said.awaited = nil
      said = said.revised(by: Times(until: times(of: apart, on: base, room: room).end))
    }
    // `from 4, the end stays`, where that is said apart.
    if slots.when.contains(where: { $0.startsAsBefore?.value == .ends }), let end = base.end.value {
      said.end = .is(end, .said(turn: turn))
    }
    return said
  }

  /// What one time says, on the ground of others.
  func times(of when: When, on base: Times, room: RoomID?) -> Times {
    var times = Times()
    times.day = firstOfRepeats(when) ?? day(of: when, on: base)
    if let start = when.start { times.start = clock(start, when) }
    if let end = when.end { times.end = clock(end, when) }
    if let later = endBehindNoon(of: base, when, times, in: room) { times.end = later }
    if let length = when.lengthMinutes { times.length = said(length) }
    times.isLongest = when.isLongest
    if let minutes = when.fromNowMinutes { begin(after: minutes.value, in: room, &times) }
    bound(when, base, &times)
    if let window = when.window, let part = DayPart(from: window.value.from, to: window.value.to) {
      times.part = .is(part, .said(turn: turn))
    }
    switch when.startsAsBefore?.value {
    case .same, .another: repeatTimes(of: base, &times)
    case .next, .nextOfOther, .nextOfNamed: follow(base, in: room, &times)
    case .ends: times.end = base.end.value.map { .is($0, .said(turn: turn)) } ?? .unsaid
    case .endsNow:
      var now = Times()
      begin(after: 0, in: room, &now)
      times.end = now.start
    case .further: if times.day.isUnsaid { times.day = base.day.referred }
    case .today:
      if times.day.isUnsaid { times.day = .is(.on(house.civilNow.date), .said(turn: turn)) }
    case .anyTime: (times.start, times.part) = (.cleared(turn: turn), .cleared(turn: turn))
    case .longer, .shorter:
      let isLonger = when.startsAsBefore?.value == .longer
      if let by = times.length.value, let lasts = base.minutes, times.start.isUnsaid {
        times.length = .is(lasts + (isLonger ? by : -by), .said(turn: turn))
      } else if times.end.isUnsaid {
        times.awaited = isLonger ? .longer : .shorter
      }
    case .there, nil: break
    }
    if let awaited = base.awaited, let lasts = base.minutes, let by = times.length.value,
      times.start.isUnsaid, times.end.isUnsaid
    {
      times.length = .is(lasts + (awaited == .longer ? by : -by), .said(turn: turn))
    }
    if let shift = when.shift { apply(shift.value, base, &times) }
    return times
  }

  private func clock(_ time: Said<ClockTime>, _ when: When) -> Wish<ClockTime> {
    guard time.origin == .said else { return .is(time.value, .referred(.done)) }
    return said(time, assuming: when.assumed.contains(.meridiem) ? .meridiem : nil)
  }

  /// `the same on the 22nd`, of what is in January: a day of no month is in that of the day spoken
  /// of, and of one more behind that day.
  private func sameMonth(as base: Times, _ date: CivilDate, _ when: When) -> CivilDate? {
    guard when.assumed.contains(.month), case .on(let known) = base.day.value else { return nil }
    let (year, month, _) = known.components
    let first = CivilDate(year: year, month: month, day: 1)
    let isFurther = when.startsAsBefore != nil
    for later in 0...1 {
      guard let from = first?.adding(months: later) else { return nil }
      let (year, month, _) = from.components
      guard let day = CivilDate(year: year, month: month, day: date.components.day) else {
        continue
      }
      if day >= house.civilNow.date, !isFurther || day > known { return day }
    }
    return nil
  }

  private func day(of when: When, on base: Times) -> Wish<DayWish> {
    let isAssumed = when.assumed.contains(.month) || isYearAssumed(when)
    let assumption: Assumption? =
      isAssumed ? .calendar : when.assumed.contains(.week) ? .week : nil
    let source = Source.said(turn: turn, assuming: assumption)
    let shown = base.day.value?.first ?? daySpokenOf ?? house.civilNow.date
    switch when.day?.value {
    case .on(let date):
      if let day = sameMonth(as: base, date, when) { return .is(.on(day), source) }
      // `move it to Tuesday`, on a Tuesday on which its time is over.
      if when.isBareWeekday, when.start == nil, let time = base.start.value,
        case .on = base.day.value, CivilMoment(date, time) < house.civilNow
      {
        return .is(.on(date.adding(days: 7)), source)
      }
      // Nobody says the name of today: `no, Tuesday`, of a Monday to come.
      if when.isBareWeekday, date == house.civilNow.date, case .on(let known) = base.day.value,
        known > date
      {
        return .is(.on(date.adding(days: 7)), source)
      }
      // `move the one on the 9th to Thursday`: in the week of what stands, if that is further off.
      if when.isBareWeekday, case .is(.on(let known), .referred) = base.day, slots.target != nil,
        slots.when.contains(where: { $0.day != nil }),
        known.days(since: house.civilNow.date) >= 7
      {
        let monday = known.adding(days: 1 - known.weekday.rawValue)
        return .is(.on(monday.onOrAfter(date.weekday)), source)
      }
      // A bare weekday is one of the days spoken of, if these have such a day.
      var sought = base.days
      if case .among(let days) = base.day.value { sought = days }
      guard when.isBareWeekday, let days = sought else {
        return .is(.on(date), source)
      }
      let first = max(days.lowerBound, house.civilNow.date).onOrAfter(date.weekday)
      return .is(.on(days.contains(first) ? first : date), source)
    case .among(let one, let other):
      let days = min(one, other)...max(one, other)
      if let day = sameWeekday(of: base, in: days, when) {
        return .is(.on(day), .said(turn: turn, assuming: .day))
      }
      return .is(.among(days), source)
    case .nextDay: return .is(.on(shown.adding(days: 1)), source)
    case .previousDay: return .is(.on(shown.adding(days: -1)), source)
    case .sameDay: return .is(.on(shown), source)
    case .impossible, .contradiction, nil: return .unsaid
    }
  }

  /// `the same next week`: the day of a week on which what is spoken of is in its own; nil where
  /// that has no day and hour, where it is to be moved, or the days are no week.
  private func sameWeekday(
    of base: Times, in days: ClosedRange<CivilDate>, _ when: When
  ) -> CivilDate? {
    guard case .is(.on(let known), let source) = base.day, source != .assumed(.day),
      [.same, .another].contains(when.startsAsBefore?.value) || source != .referred(.done),
      base.start.value != nil, days.lowerBound.weekday == .monday,
      days.upperBound.days(since: days.lowerBound) == 6, !days.contains(known)
    else { return nil }
    return days.lowerBound.onOrAfter(known.weekday)
  }

  /// Whether a date without a year may be meant for another than the next: nobody who says one that
  /// comes soon means that.
  private func isYearAssumed(_ when: When) -> Bool {
    guard when.assumed.contains(.year), case .on(let date) = when.day?.value else { return false }
    return date > house.civilNow.date.adding(days: Self.daysWithoutYear)
  }

  /// Half a year: the days ahead for which a date needs no year.
  private static let daysWithoutYear = 183

  /// The first day of a repeat: only single days can be booked.
  private func firstOfRepeats(_ when: When) -> Wish<DayWish>? {
    guard let repetition = slots.repetition?.value else { return nil }
    var from = house.civilNow.date
    if case .on(let said) = when.day?.value {
      from = said
    } else if let start = when.start?.value, CivilMoment(from, start) < house.civilNow {
      from = from.adding(days: 1)
    }
    return repetition.firstDay(onOrAfter: from).map { .is(.on($0), .said(turn: turn)) }
  }

  /// A start counted from now is put on the grid of the room.
  private func begin(after minutes: Int, in room: RoomID?, _ times: inout Times) {
    let moment = house.ledger.zone.civil(at: house.now + .seconds(minutes * 60))
    let start = house.ledger.onGrid(moment, minutes: house.policy(of: room).gridMinutes)
    times.day = .is(.on(start.date), .said(turn: turn))
    // What the grid makes of it is said back.
    let isMoved = minutes > 0 && start != moment
    times.start = .is(start.time, .said(turn: turn, assuming: isMoved ? .meridiem : nil))
  }

  /// `until 8`, of what begins at 18:00: nothing ends before it begins. Of what begins before noon
  /// that is later the same day only as long as anybody is there.
  private func endBehindNoon(
    of base: Times, _ when: When, _ times: Times, in room: RoomID?
  ) -> Wish<ClockTime>? {
    guard times.start.isUnsaid, when.isEndOpen, let end = times.end.value,
      let start = base.start.value, end <= start,
      let later = ClockTime(minutes: end.minutes + Self.halfDay), later > start,
      start.minutes >= Self.halfDay || later <= house.policy(of: room).closes
    else { return nil }
    return .is(later, .said(turn: turn, assuming: .meridiem))
  }

  /// Minutes from midnight to noon.
  private static let halfDay = 720

  /// `after 3` and `until 5` say a part of the day to look in, not when it begins and ends.
  private func bound(_ when: When, _ base: Times, _ times: inout Times) {
    switch when.bound {
    case .exact: return
    case .from:
      // `from 9, the end stays` says when it begins.
      if slots.when.contains(where: { $0.startsAsBefore?.value == .ends }) { return }
      // `until 12`, and in the next line `from 10`: both ends are known now.
      if let from = times.start.value, times.end.isUnsaid, base.start.isUnsaid,
        base.length.isUnsaid, let part = base.part.value, part.from == .midnight,
        part.to != .endOfDay, from < part.to
      {
        times.end = .is(part.to, .said(turn: turn))
        return
      }
      guard case .is(let from, let source) = times.start,
        let part = DayPart(from: from, to: .endOfDay)
      else { return }
      times.part = .is(part, source)
      times.start = .unsaid
    case .until:
      // `from 2 on`, and in the next line `until 5`: both ends are known now.
      if let to = times.end.value, base.start.isUnsaid, let part = base.part.value,
        part.to == .endOfDay, part.from != .midnight, part.from < to
      {
        times.start = .is(part.from, .said(turn: turn))
        return
      }
      // Where the start is known, `until 12` is the end.
      guard let to = times.end.value, times.start.isUnsaid, base.start.isUnsaid,
        let part = DayPart(from: .midnight, to: to)
      else { return }
      times.part = .is(part, .said(turn: turn))
      times.end = .unsaid
    }
  }

  private func repeatTimes(of base: Times, _ times: inout Times) {
    if times.day.isUnsaid { times.day = base.day.referred }
    if times.start.isUnsaid { times.start = base.start.referred }
    guard times.end.isUnsaid, times.length.isUnsaid, let minutes = base.minutes else { return }
    times.length = .is(minutes, .referred(.done))
  }

  /// Right after what stands, or after those who have the room then.
  private func follow(_ base: Times, in room: RoomID?, _ times: inout Times) {
    if times.day.isUnsaid { times.day = base.day.referred }
    guard times.start.isUnsaid, let start = base.start.value else { return }
    let minutes = base.minutes ?? house.usualMinutes
    if case .on(let date) = base.day.value, let room,
      let span = CivilSpan(
        from: CivilMoment(date, start),
        to: house.ledger.zone.moment(minutes: minutes, after: CivilMoment(date, start))),
      let taken = house.ledger.takenSpans(in: room, during: span).last, taken.end.date == date,
      house.mine.allSatisfy({ $0.room != room || $0.span != taken })
    {
      times.start = .is(taken.end.time, .said(turn: turn))
      return
    }
    guard base.minutes != nil else { return }
    times.start =
      ClockTime(minutes: start.minutes + minutes)
      .map { .is($0, .said(turn: turn)) } ?? .unsaid
  }

  /// Moves what stands. Where nothing stands that could be moved, nothing is said.
  private func apply(_ shift: TimeShift, _ base: Times, _ times: inout Times) {
    let source = Source.said(turn: turn)
    switch shift {
    case .length(let minutes):
      guard let lasts = base.minutes else { return }
      times.length = .is(lasts + minutes, source)
    case .whole(let minutes):
      move(base, by: minutes, &times)
    case .start(let minutes):
      guard let lasts = base.minutes else { return }
      move(base, by: minutes, &times)
      times.length = .is(lasts - minutes, source)
    case .minute(let minute):
      guard let start = base.start.value else { return }
      move(base, by: minute - start.minutes % 60, &times)
    case .days(let days, let months):
      // Beside the shift the day is that counted from today, for where nothing stands.
      guard case .on(let date) = base.day.value else { return }
      times.day = .is(.on(date.adding(months: months).adding(days: days)), source)
    }
  }

  private func move(_ base: Times, by minutes: Int, _ times: inout Times) {
    guard let start = base.start.value, case .on(let date) = base.day.value else { return }
    let moment = house.ledger.zone.moment(minutes: minutes, after: CivilMoment(date, start))
    times.start = .is(moment.time, .said(turn: turn))
    if moment.date != date { times.day = .is(.on(moment.date), .said(turn: turn)) }
  }
}

extension When {
  /// Whether its day is counted from another.
  var countsDays: Bool {
    switch day?.value {
    case .nextDay, .previousDay, .sameDay: return true
    case nil: return false
    default: break
    }
    if case .days = shift?.value { return true }
    return false
  }

  /// The same without the day, its part and the hour that tell which booking is meant.
  fileprivate var withoutPlace: When {
    var when = self
    (when.day, when.start, when.window) = (nil, nil, nil)
    return when
  }

  /// By how much something is moved, and nothing else.
  fileprivate var onlyShift: When {
    var when = When()
    when.shift = shift
    return when
  }
}

extension Wish {
  /// The same, taken over from what was spoken of.
  fileprivate var referred: Wish { value.map { .is($0, .referred(.done)) } ?? .unsaid }
}
