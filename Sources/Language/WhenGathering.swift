// Puts the parts of a time together, in whatever order they were said.

internal import CivilTime

/// Collects days, times and lengths into times; begins another where a part comes twice.
struct WhenGathering {
  private let frame: ReadingFrame
  private var finished: [When] = []
  var current = When()
  private var start: (value: Value, range: OctetRange)?
  private var end: (value: Value, range: OctetRange)?
  var saysOnlyEnd: Bool { start == nil && end != nil && current.day == nil }
  private var assumed = Assumptions()
  /// Nothing but the hours of the house says which half of the day the span is in.
  private var spanIsOpen = false
  /// The line says a repetition: then days bound it, and no single time.
  var isRepeated = false
  /// The first and the last day of the repetition, as far as they were said.
  private(set) var firstDay: CivilDate?
  private(set) var lastDay: CivilDate?

  private var zoneSaid: (zone: SpokenZone, range: OctetRange)?

  /// A word has taken back what was said before it.
  private var isCorrected = false

  /// Where in the line the parts stand that began another time, without those of a list.
  private(set) var beginnings: [Int] = []

  /// What is said is still to come, as of a booking to be made; not of one that is looked for.
  var isToCome = true
  /// The day is the one of today, said by the name of the weekday alone.
  private var isTodayByName = false
  /// The day of the time, as it was said.
  private var daySaid: Value?
  /// The times of such days that may take their clock from another.
  private var namedToday: [Int] = []
  /// The times whose start was written with its minutes and without the half of the day.
  private var writtenOpen: [Int] = []

  init(frame: ReadingFrame) { self.frame = frame }

  /// Ends the last time and hands back all, in the order said, as the clocks of a zone show them.
  mutating func times(in zone: ZoneRules) -> [When] {
    finish()
    for place in writtenOpen { finished[place].takeAsWritten(atClockChangeOf: zone) }
    guard finished.count > 1 || finished.contains(where: { $0.zone != nil }) else {
      return finished
    }
    let today = frame.now.date
    var times = Self.completed(finished.map { $0.converted(to: zone, today: today) })
    if isToCome { times.letWeekdaysFollow() }
    for place in namedToday where isOver(times[place]) { moveToNextWeek(&times[place]) }
    return times.withoutRepeats
  }

  /// What follows stands for the part of its kind that was said before: the last word counts.
  mutating func correct() { isCorrected = true }

  /// A day that is listed belongs to the day before it, as in `28 and 29 November`.
  mutating func addDay(
    _ value: Value, _ range: OctetRange, text: String, isByName: Bool = false,
    isListed: Bool = false
  ) {
    let marks = value.marks
    // Beside a day that the line itself says, `the same day` is that.
    if marks.contains(.sameDay), current.day != nil || finished.contains(where: { $0.day != nil }) {
      return
    }
    if current.day?.value == .sameDay { current.day = nil }
    if isRepeated, !takeAsBound(value, range) { return }
    if let said = daySaid, !isCorrected, let day = Value.weekday(said, value) {
      current.day = Said(.on(day), range)
      current.isBareWeekday = false
      isTodayByName = false
      daySaid = nil
      return
    }
    if current.day != nil, !isCorrected { finish(before: isListed ? nil : range) }
    daySaid = value
    let mention: DayMention
    if marks.contains(.impossible) {
      mention = .impossible(text)
    } else if marks.contains(.contradiction), let weekday = Weekday(rawValue: value.second) {
      mention = .contradiction(weekday, CivilDate(clampingDayNumber: value.first))
    } else if marks.contains(.nextDay) {
      mention = .nextDay
    } else if marks.contains(.previousDay) {
      mention = .previousDay
    } else if marks.contains(.sameDay) {
      mention = .sameDay
    } else if marks.contains(.among) {
      mention = .among(
        CivilDate(clampingDayNumber: value.first), CivilDate(clampingDayNumber: value.second))
    } else {
      mention = .on(CivilDate(clampingDayNumber: value.first))
    }
    if marks.contains(.yearAssumed) { assumed.insert(.year) }
    if marks.contains(.monthAssumed) { assumed.insert(.month) }
    // The last day that is said counts: `nächsten Freitag, nein, diesen`.
    assumed.remove(.week)
    if marks.contains(.weekAssumed) { assumed.insert(.week) }
    current.day = Said(mention, range)
    current.isSinceNow = marks.contains(.sinceNow)
    current.isBareWeekday = marks.contains(.bare)
    isTodayByName = isByName && mention == .on(frame.now.date)
    if marks.contains(.moved) { current.shift = Said(value.daysMoved, range) }
  }

  /// Takes the days of a repetition for its bounds; false if no day of a time is left.
  private mutating func takeAsBound(_ value: Value, _ range: OctetRange) -> Bool {
    let marks = value.marks
    let isOther = marks.isDisjoint(
      with: [.impossible, .contradiction, .nextDay, .previousDay, .sameDay])
    guard isOther else { return true }
    let first = CivilDate(clampingDayNumber: value.first)
    if marks.contains(.among), !marks.contains(.from) {
      let last = CivilDate(clampingDayNumber: value.second)
      // `until next month` ends where it begins.
      lastDay = marks.contains(.until) && first.isFirstOfRound(until: last) ? first : last
    } else if marks.contains(.until) {
      let begin = CivilDate(clampingDayNumber: value.second)
      lastDay = value.b != 0 && begin.isFirstOfRound(until: first) ? begin : first
    }
    guard !marks.contains(.until) else { return false }
    firstDay = firstDay ?? first
    if marks.contains(.among) { current.day = Said(.on(first), range) }
    return !marks.contains(.among)
  }

  mutating func addClock(_ value: Value, _ range: OctetRange) {
    if value.marks.contains(.impossible) { return addNoTime(range) }
    if value.marks.contains(.asBefore) {
      return addEarlier(EarlierTime.allCases[value.first], range)
    }
    if start != nil, !isCorrected { finish(before: range) }
    start = (value, range)
    if value.marks.contains(.today), current.day == nil {
      current.day = Said(.on(frame.now.date), range)
    }
    if isCorrected { end = nil }
  }

  /// `25:00`: said back, and nothing made of it.
  private mutating func addNoTime(_ range: OctetRange) { current.noTime = current.noTime ?? range }

  mutating func addSpan(_ value: Value, _ range: OctetRange, isToday: Bool = false) {
    if value.marks.contains(.impossible) { return addNoTime(range) }
    if start != nil || end != nil, !isCorrected { finish(before: range) }
    if !value.marks.isDisjoint(with: [.startAssumed, .endAssumed]) { assumed.insert(.meridiem) }
    if value.marks.contains(.regional), value.a < 1440, value.b < 1440 { addQuarter() }
    if value.marks.contains(.rounded) { assumed.insert(.second) }
    spanIsOpen = value.marks.contains(.open)
    start = (Value(value.a), range)
    end = (Value(value.b), range)
    if isToday, current.day == nil { current.day = Said(.on(frame.now.date), range) }
  }

  /// `after 3`, `until 12:15`, `until Friday`.
  mutating func addBound(_ value: Value, _ range: OctetRange, text: String) {
    if value.marks.contains(.impossible), !value.marks.contains(.isDay) { return addNoTime(range) }
    if value.marks.contains(.isDay), isRepeated {
      addDay(
        Value(value.a, value.b, value.marks.subtracting(.isDay)), range, text: text)
    } else if value.marks.contains(.isDay) {
      daySaid = nil
      addDay(
        Value(value.a, value.b, value.marks.subtracting([.isDay, .until, .from])), range, text: text
      )
      daySaid = nil
      current.bound = value.marks.contains(.from) ? .from : .until
      current.isDayOnward = current.bound == .from
    } else if value.marks.contains(.from) {
      addClock(value, range)
      current.bound = .from
    } else {
      if end != nil { finish(before: range) }
      end = (value, range)
      if start == nil { current.bound = .until }
    }
  }

  /// The year of a date that was said before it, as in `Thu Oct 26 11:00:00 2026`.
  mutating func addYear(_ year: Int) {
    func date(_ day: CivilDate) -> CivilDate? {
      CivilDate(year: year, month: day.month, day: day.day)
    }
    guard let said = current.day else { return }
    switch said.value {
    case .on(let day):
      guard let date = date(day) else { return }
      current.day = Said(.on(date), said.range, origin: said.origin)
    case .contradiction(let weekday, let day):
      guard let date = date(day) else { return }
      let isRight = date.weekday == weekday
      current.day = Said(
        isRight ? .on(date) : .contradiction(weekday, date), said.range, origin: said.origin)
    case .among, .nextDay, .previousDay, .sameDay, .impossible: return
    }
    assumed.remove(.year)
  }

  /// `UTC`, `UTC+2`, `New York time`.
  mutating func addZone(_ zone: SpokenZone, _ range: OctetRange) {
    zoneSaid = (zone, range)
  }

  mutating func addLength(_ minutes: Int, seconds: Int? = nil, _ range: OctetRange) {
    if current.lengthMinutes != nil, !isCorrected { finish(before: range) }
    current.lengthMinutes = Said(minutes, range)
    current.lengthSeconds = seconds
    if seconds != nil { assumed.insert(.second) }
  }

  /// `as long as possible`.
  mutating func addLongest() { current.isLongest = true }

  /// `8 Dec 6 pm to 9 Dec 8 am`: the end is said by how long it is.
  mutating func addAcrossDays(_ value: Value, _ range: OctetRange) {
    let span = AcrossDays(value)
    addDay(
      Value(span.day, 0, value.marks.intersection([.yearAssumed, .monthAssumed])), range, text: "")
    addClock(Value(span.start), range)
    addLength(span.length, range)
    if !value.marks.isDisjoint(with: [.startAssumed, .endAssumed]) { assumed.insert(.meridiem) }
  }

  mutating func addFromNow(_ value: Value, _ range: OctetRange) {
    if current.fromNowMinutes != nil { finish(before: range) }
    current.fromNowMinutes = Said(value.first, range)
    if value.b > 0 { current.lengthMinutes = Said(value.second, range) }
  }

  mutating func addWindow(_ value: Value, _ range: OctetRange) {
    guard let from = ClockTime(minutes: value.first), let to = ClockTime(minutes: value.second),
      let window = ClockWindow(from: from, to: to)
    else { return }
    // `Thursday at 9, or later today`: the part of one day is none of another.
    let isToday = value.marks.contains(.today)
    if isToday, let day = current.day, day.value != .on(frame.now.date), !isCorrected {
      finish(before: range)
    }
    current.window = Said(window, range)
    guard current.day == nil else { return }
    let today = frame.now.date
    if isToday { current.day = Said(.on(today), range) }
    if value.marks.contains(.previousDay) { current.day = Said(.on(today.adding(days: -1)), range) }
    if value.marks.contains(.nextDay) { current.day = Said(.nextDay, range) }
  }

  private var isNothingSaid: Bool {
    start == nil && end == nil && zoneSaid == nil && assumed.isEmpty && current.isEmpty
  }

  private mutating func finish(before next: OctetRange? = nil) {
    guard !isNothingSaid else { return }
    if let next { beginnings.append(next.lowerBound) }
    let window = current.window?.value
    let hours = frame.hours
    if let window { fit(into: window) }
    if let start {
      current.start = settled(start, window) { ClockArithmetic.settledStart($0, hours) }
      note(start.value, window)
      // A time within a part of the day says which half is meant; there is nothing to search.
      current.window = nil
    }
    if let end {
      let from = current.start?.value ?? timeFromNow
      current.end = settled(end, window) { minutes in
        guard let from else { return ClockArithmetic.settledEnd(minutes, hours) }
        let (early, late) = ClockArithmetic.candidates(minutes)
        return Int(early) > from.minutes ? early : late
      }
      current.isEndOpen = window == nil && end.value.marks.contains(.open)
    }
    if let zoneSaid {
      // Without a day the times count as of today.
      var date = frame.now.date
      switch current.day?.value {
      case .on(let first), .among(let first, _): date = first
      case .nextDay, .previousDay, .sameDay, .impossible, .contradiction, nil: break
      }
      current.zone = Said(
        ZoneConversion(
          offsetMinutes: zoneSaid.zone.offsetMinutes(on: date), start: current.start?.value,
          end: current.end?.value, instant: nil), zoneSaid.range)
    }
    // `now` in `now book it for tomorrow` and `make it weekly now` is no time.
    let hasOther = current.day != nil || current.start != nil || isRepeated
    if current.fromNowMinutes?.value == 0, current.lengthMinutes == nil, hasOther {
      current.fromNowMinutes = nil
    }
    // From 10 on for two hours is a span, and so is after 3 until 5.
    if current.bound == .from, current.lengthMinutes != nil || current.end != nil {
      current.bound = .exact
    }
    if current.bound == .until, current.start != nil || timeFromNow != nil {
      current.bound = .exact
    }
    if isTodayByName, isToCome {
      if isOver(current) {
        moveToNextWeek(&current)
      } else if current.start == nil {
        namedToday.append(finished.count)
      }
    }
    current.assumed = assumed.inOrder
    beginAnother()
  }

  /// Keeps the time in hand. It is moved, not copied: a time is large, and copying one takes longer
  /// than gathering it.
  private mutating func beginAnother() {
    var ended = When()
    swap(&ended, &current)
    if !ended.isEmpty { finished.append(ended) }
    (start, end, assumed) = (nil, nil, Assumptions())
    spanIsOpen = false
    isTodayByName = false
    daySaid = nil
    zoneSaid = nil
  }

  /// Keeps what is doubtful of a start: the midnight of a day may begin it or end it, but for that
  /// of a part of the day.
  private mutating func note(_ start: Value, _ window: ClockWindow?) {
    if start.marks.isSuperset(of: [.open, .written]) { writtenOpen.append(finished.count) }
    guard start.a == 1440, start.marks.contains(.regional), current.day != nil, window == nil
    else { return }
    assumed.insert(.midnight)
  }

  /// Whether the time of today that was said is past.
  private func isOver(_ time: When) -> Bool {
    guard time.bound == .exact else { return false }
    let now = frame.now.time
    if let start = time.start?.value { return start < now }
    return time.window.map { $0.value.to <= now } ?? false
  }

  /// `Wednesday at 9` on a Wednesday at 10 is the next one.
  private func moveToNextWeek(_ time: inout When) {
    guard let range = time.day?.range else { return }
    time.day = Said(.on(frame.now.date.adding(days: 7)), range)
    time.isBareWeekday = false
  }

  /// The time today that is so far from now as the line says, if it names no day.
  private var timeFromNow: ClockTime? {
    guard current.day == nil, let minutes = current.fromNowMinutes?.value else { return nil }
    let moment = frame.now.adding(minutes: minutes)
    return moment.date == frame.now.date ? moment.time : nil
  }

  /// `2 evening sessions` are no time: two o'clock is far from any evening.
  private mutating func fit(into window: ClockWindow) {
    moveSpan(into: window)
    if let said = start?.value, said.marks.contains(.loose), !window.isNear(said.a) { start = nil }
  }

  /// `this evening from 7 to 8`: the part of the day says which half is meant.
  private mutating func moveSpan(into window: ClockWindow) {
    guard spanIsOpen, let from = start, let to = end, !window.holds(from.value.a) else { return }
    let half =
      from.value.a < ClockArithmetic.halfDay ? ClockArithmetic.halfDay : -ClockArithmetic.halfDay
    // `10-11 for lunch` is no time at night.
    let isThatHalf = window.isHalfDay && !window.isMeal && window.isLate == (half > 0)
    guard window.holds(from.value.a + half) || isThatHalf, (0...1440).contains(to.value.a + half)
    else { return }
    start = (Value(from.value.a + half), from.range)
    end = (Value(to.value.a + half), to.range)
    assumed.remove(.meridiem)
  }

  /// `viertel elf`, which not everybody says.
  private mutating func addQuarter() {
    if !frame.knowsQuarters { assumed.insert(.quarter) }
  }

  private mutating func settled(
    _ point: (value: Value, range: OctetRange), _ window: ClockWindow?, by rule: (Int32) -> Int32
  ) -> Said<ClockTime>? {
    var minutes = point.value.a
    if point.value.marks.contains(.regional), minutes < 1440 { addQuarter() }
    if point.value.marks.contains(.rounded) { assumed.insert(.second) }
    if point.value.marks.contains(.open) {
      let (early, late) = ClockArithmetic.candidates(minutes)
      if let window, let fitting = [early, late].first(where: { window.holds($0) }) {
        minutes = fitting
      } else if let window, window.isHalfDay {
        minutes = window.from.minutes >= 720 ? late : early
      } else {
        let decided = rule(minutes)
        if decided != minutes { assumed.insert(.meridiem) }
        minutes = decided
      }
    }
    return ClockTime(minutes: Int(minutes)).map { Said($0, point.range) }
  }
}
