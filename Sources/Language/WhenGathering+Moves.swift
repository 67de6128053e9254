// Days counted from those spoken of before, and hours that only the night of a clock change has.

internal import CivilTime

extension Value {
  /// What `days-later` has counted.
  var daysMoved: TimeShift {
    let sign = b < 0 ? -1 : 1
    let count = Int(b.magnitude)
    return .days(sign * (count & 0xFFFF), months: sign * (count >> 16))
  }
}

extension WhenGathering {
  /// How it follows from something spoken of before: `same time`; but `until 5, after that …` is
  /// said of the time behind that end, and not behind what stands.
  mutating func addEarlier(_ earlier: EarlierTime, _ range: OctetRange) {
    if earlier == .next, saysOnlyEnd {
      current.isOfTimeBehind = true
    } else {
      current.startsAsBefore = Said(earlier, range)
    }
  }

  mutating func addShift(_ value: Value, _ range: OctetRange) {
    if value.marks.contains(.moved) {
      current.shift = Said(value.daysMoved, range)
      return
    }
    let minutes = value.first
    if value.marks.isSuperset(of: [.whole, .bare]) {
      current.shift = Said(.minute(minutes), range)
      return
    }
    current.isShiftBare = value.marks.contains(.bare)
    let shift: TimeShift =
      value.marks.isSuperset(of: [.whole, .until])
      ? .start(minutes: minutes)
      : value.marks.contains(.whole) ? .whole(minutes: minutes) : .length(minutes: minutes)
    current.shift = Said(shift, range)
  }
}

extension CivilDate {
  /// Whether it begins a week or a month that another day ends.
  func isFirstOfRound(until last: CivilDate) -> Bool {
    day == 1 && last == adding(months: 1).adding(days: -1)
      || weekday == .monday && last == adding(days: 6)
  }
}

extension When {
  /// Whether a date without a year is just over, so that its next one is hardly meant: `23
  /// November` on the 24th.
  func isRatherOver(by frame: ReadingFrame) -> Bool {
    guard assumed.contains(.year), case .on(let date) = day?.value else { return false }
    return date.days(since: frame.now.date) > Self.farDays
  }

  /// The next date further ahead than this, in days, was in the last month.
  private static let farDays = 334

  /// Whether its end and its length were both said, and differ: `10-11 for 2 hours`.
  var isOfTwoLengths: Bool {
    guard let start = start?.value, let end = end?.value, let length = lengthMinutes?.value else {
      return false
    }
    return (end.minutes - start.minutes + 1440) % 1440 != length % 1440
  }

  /// `28 March 2027 at 2:30` says the time that the clocks pass over then, and `31 October 2027 at
  /// 2:30` one that they show twice: nobody writes the afternoon so on that day without a doubt.
  mutating func takeAsWritten(atClockChangeOf zone: ZoneRules) {
    guard case .on(let date) = day?.value, let start, assumed.contains(.meridiem), end == nil,
      let early = ClockTime(minutes: start.value.minutes - Int(ClockArithmetic.halfDay))
    else { return }
    switch zone.resolve(CivilMoment(date, early)) {
    case .once: return
    case .gap, .fold:
      self.start = Said(early, start.range, origin: start.origin)
      assumed.removeAll { $0 == .meridiem }
    }
  }
}
