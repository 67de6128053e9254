// Computes which day a phrase means.

internal import CivilTime

extension Production {
  /// The day of a phrase about days; nil if the parts make none.
  func day(_ meaning: DayMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let today = frame.now.date
    switch meaning {
    case .fromToday: return Value(today.adding(days: Int(first)).dayNumber)
    case .weekday, .thisWeekday:
      return weekday(parts, today, isBare: meaning == .weekday && first == 0)
    case .comingWeekday: return weekday(parts, today.adding(days: 1), isBare: false)
    case .weekdayAnd: return twoWeekdays(one, today)
    case .nextWeekday:
      let monday = DayArithmetic.monday(weeks: max(1, Int(first)), frame)
      return Value(monday.adding(days: one.first - 1).dayNumber)
    case .followingWeekday:
      let day = DayArithmetic.monday(weeks: 1, frame).adding(days: one.first - 1)
      let isAhead = day.adding(days: -7) > today
      return Value(day.dayNumber, 0, isAhead ? .weekAssumed : [])
    case .dayMonth: return dayMonth(parts, frame)
    case .monthDay: return date(two, one, parts.count > 2 ? three : nil, frame)
    case .dayOnly: return DayArithmetic.value(dayOfMonth: one.first, frame)
    case .dayOfMonth:
      return DayArithmetic.value(dayOfMonth: one.first, months: Int(first), frame)
    case .weekdayDay: return weekdayDay(parts, frame)
    case .checked:
      if parts.count == 1 { return checked(weekday: Value(first), date: one) }
      let isWeekdayFirst = parts.slots.0 == .weekday
      return checked(weekday: isWeekdayFirst ? one : two, date: isWeekdayFirst ? two : one)
    case .inDays: return inDays(parts, after: today)
    case .daysFromNow: return inDays(parts, after: today).map { Value($0.a, 0, .sinceNow) }
    case .daysLater: return daysLater(parts, after: today)
    case .daysAgo: return inDays(parts, after: today, sign: -1)
    case .daysAfter: return daysAfter(parts)
    case .nthOfMonth: return nthOfMonth(parts, frame)
    case .nthOfMonthFromNow:
      return parts.count > 1
        ? DayArithmetic.value(nth: one.first, weekday: two.first, months: Int(first), frame)
        : DayArithmetic.value(nth: Int(second), weekday: one.first, months: Int(first), frame)
    case .nthToCome:
      return parts.count > 1
        ? DayArithmetic.valueToCome(nth: one.first, weekday: two.first, frame)
        : DayArithmetic.valueToCome(nth: Int(first), weekday: one.first, frame)
    case .nextDay: return Value(0, 0, .nextDay)
    case .previousDay: return Value(0, 0, .previousDay)
    case .sameDay: return Value(0, 0, .sameDay)
    case .week: return part(ofWeek: Int(first), from: 1, to: 7, frame)
    case .weekPart: return weekPart(frame)
    case .monthPart:
      let days = DayArithmetic.third(Int(second), ofMonth: Int(first), frame)
      return second == 3 ? days?.asTail : days
    case .weekend: return part(ofWeek: Int(first), from: 6, to: 7, frame)
    case .nextDays: return nextDays(parts, today)
    case .lastDays: return lastDays(parts, today)
    case .days:
      return parts.count > 1 ? days(one, two) : days(Value(today.dayNumber), one)
    case .daysOfMonth: return daysOfMonth(parts, frame)
    case .daysByNumber: return DayArithmetic.days(from: one.first, to: two.first, frame)
    case .daysToDate: return daysToDate(one, two)
    }
  }

  /// `the last Friday of January`: the last one is said without a number, it stands behind the
  /// meaning.
  private func nthOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let year: Value? = parts.count > 3 ? parts.fourth : parts.slots.2 == .year ? three : nil
    guard year.map(isYear) ?? true else { return nil }
    let isFromEnd = first < 0 && parts.slots.0 == .ordinal
    return first == 0 || isFromEnd
      ? DayArithmetic.value(
        nth: isFromEnd ? -one.first : one.first, weekday: two.first, month: three.first,
        year: year?.first, frame)
      : DayArithmetic.value(
        nth: Int(first), weekday: one.first, month: two.first, year: year?.first, frame)
  }

  /// The next such weekday; abbreviations that are words as well stand behind the meaning.
  private func weekday(_ parts: Parts, _ today: CivilDate, isBare: Bool) -> Value? {
    let wanted = Weekday(rawValue: parts.count > 0 ? parts.values.0.first : Int(second))
    return wanted.map {
      Value(today.onOrAfter($0).adding(days: 7 * Int(first)).dayNumber, 0, isBare ? .bare : [])
    }
  }

  /// `Di und Do`, `Mo bis Do`.
  private func twoWeekdays(_ said: Value, _ today: CivilDate) -> Value? {
    guard let said = Weekday(rawValue: said.first),
      let other = Weekday(rawValue: abs(Int(second)))
    else { return nil }
    let (one, two) = second < 0 ? (other, said) : (said, other)
    let begin = today.onOrAfter(one)
    guard first == 1 else {
      return Value(begin.dayNumber, today.onOrAfter(two).dayNumber, .among)
    }
    return one == two ? nil : Value(begin.dayNumber, begin.onOrAfter(two).dayNumber, .among)
  }

  private func dayMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    guard parts.count > 2 else { return date(one, two, nil, frame) }
    // `2027/Sep/23`, `Sep-2027-23`: four digits are a year wherever they stand.
    if parts.slots.0 == .month { return two.b == 4 ? date(three, one, two, frame) : nil }
    if parts.slots.2 == .month {
      return one.b == 4 ? date(two, three, one, frame) : date(one, three, two, frame)
    }
    return one.b == 4 ? date(three, two, one, frame) : date(one, two, three, frame)
  }

  /// `Thursday the 17th`. Without an ordinal only what is no hour, and is near, is a day; what
  /// might be an hour only if it is the day of the next such weekday.
  private func weekdayDay(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (weekday, number, _) = parts.values
    let day = DayArithmetic.value(dayOfMonth: number.first, falling: weekday.first, frame)
    // Without a word between them the number may be an hour at which the house is open.
    guard first == 1 else { return day }
    guard (13...31).contains(number.a), number.b <= 2, let day else { return nil }
    let ahead = day.first - Int(frame.now.date.dayNumber)
    let isHour = Int(number.a) * 60 <= frame.hours.to.minutes
    return ahead < (isHour ? 7 : DayArithmetic.nearDays) ? day : nil
  }

  private func date(
    _ day: Value, _ month: Value, _ year: Value?, _ frame: ReadingFrame
  ) -> Value? {
    guard (1...39).contains(day.a), day.b <= 2, (1...12).contains(month.a) else { return nil }
    var number: Int?
    if let year {
      number = DayArithmetic.year(year.first, digits: year.second)
      // Two digits behind a month may be an hour: a phrase must say that they are a year, or they
      // are that of this year or the two after it.
      guard let number,
        year.second == 4 || first == 2 || frame.now.date.isSoon(year: number)
      else { return nil }
    }
    return DayArithmetic.value(day: day.first, month: month.first, year: number, frame)
  }

  private func checked(weekday: Value, date: Value) -> Value? {
    if date.marks.contains(.impossible) { return date }
    let said = CivilDate(clampingDayNumber: date.first)
    if said.weekday.rawValue == weekday.first { return date }
    return Value(date.a, weekday.a, .contradiction)
  }

  /// So many days, weeks or months after a day; one if no number is said.
  private func inDays(_ parts: Parts, after day: CivilDate, sign: Int = 1) -> Value? {
    let (one, two, _) = parts.values
    if let amount = parts.value(of: .dayAmount) { return self.day(amount, after: day, sign: sign) }
    let (count, unit) = parts.count > 1 ? (one.first, two.first) : (1, one.first)
    return after(day, count, unit, sign: sign)
  }

  /// The same, with what it was counted by, for where a day was spoken of before.
  private func daysLater(_ parts: Parts, after today: CivilDate) -> Value? {
    let sign = first == 1 ? -1 : 1
    // `the week after` is one of them.
    let one = parts.value(of: .dayUnit).map { $0.a > 0 ? $0 : Value(0, -$0.a) }
    guard let amount = parts.value(of: .dayAmount) ?? one, (0...1000).contains(amount.a),
      (0...120).contains(amount.b), let day = inDays(parts, after: today, sign: sign)
    else { return nil }
    return Value(day.a, Int32(sign) * (amount.b << 16 | amount.a), .moved)
  }

  private func after(_ day: CivilDate, _ count: Int, _ unit: Int, sign: Int = 1) -> Value? {
    guard (0...1000).contains(count) else { return nil }
    // Months have no fixed length: their units are negative.
    let later =
      unit < 0 ? day.adding(months: -sign * count * unit) : day.adding(days: sign * count * unit)
    return Value(later.dayNumber)
  }

  private func daysAfter(_ parts: Parts) -> Value? {
    let amount = parts.value(of: .dayAmount) ?? Value(1)
    guard let day = parts.value(of: .bareDay), day.marks.isDisjoint(with: .noSingleDay)
    else { return nil }
    return self.day(
      amount, after: CivilDate(clampingDayNumber: day.first), sign: first < 0 ? -1 : 1)
  }

  private func weekPart(_ frame: ReadingFrame) -> Value? {
    let days = part(ofWeek: Int(first), from: Int(second / 10), to: Int(second % 10), frame)
    return second % 10 == 7 ? days?.asTail : days
  }

  /// What is left of some days of a week, counted from this one; weekdays from Monday, 1.
  private func part(ofWeek weeks: Int, from first: Int, to last: Int, _ frame: ReadingFrame)
    -> Value?
  {
    let monday = DayArithmetic.monday(weeks: weeks, frame)
    let end = monday.adding(days: last - 1)
    return DayArithmetic.rest(from: monday.adding(days: first - 1), to: end, frame)
  }

  /// The days after today; whole weeks and months begin tomorrow as well.
  private func nextDays(_ parts: Parts, _ today: CivilDate) -> Value? {
    guard let last = inDays(parts, after: today), last.a > today.dayNumber else { return nil }
    // `within 4 days` begins today.
    let begin = first == 1 ? today : today.adding(days: 1)
    return Value(begin.dayNumber, last.a, .among)
  }

  /// The days before today.
  private func lastDays(_ parts: Parts, _ today: CivilDate) -> Value? {
    guard let begin = inDays(parts, after: today, sign: -1) else { return nil }
    return Value(begin.a, today.dayNumber - 1, .among)
  }

  private func daysOfMonth(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    let isMonthFirst = parts.slots.0 == .month
    let (begin, end, month) = isMonthFirst ? (two, three, one) : (one, two, three)
    let year = parts.count > 3 ? parts.fourth : nil
    // `20 - 29 February 2022`: no year like that has the last of them.
    if end.b <= 2, begin.a < end.a, let last = date(end, month, year, frame),
      last.marks.contains(.impossible)
    {
      return last
    }
    guard end.b <= 2, let first = date(begin, month, year, frame),
      let last = date(end, month, year, frame),
      first.marks.union(last.marks).isDisjoint(with: .noSingleDay), first.a < last.a,
      last.a - first.a < 31
    else { return nil }
    return Value(first.a, last.a, first.marks.union(.among))
  }

  private func daysToDate(_ day: Value, _ date: Value) -> Value? {
    guard date.marks.isDisjoint(with: .noSingleDay), day.b <= 2 else { return nil }
    let last = CivilDate(clampingDayNumber: date.first)
    guard (1..<last.day).contains(day.first) else { return nil }
    let first = last.adding(days: day.first - last.day)
    return Value(first.dayNumber, last.dayNumber, date.marks.union(.among))
  }

  private func days(_ one: Value, _ two: Value) -> Value? {
    guard one.marks.union(two.marks).isDisjoint(with: .noSingleDay) else { return nil }
    var last = CivilDate(clampingDayNumber: two.first)
    let begin = CivilDate(clampingDayNumber: one.first)
    // `3.6. bis 5.6.2027`: the year said at the end holds for both.
    if one.marks.contains(.yearAssumed), two.marks.isDisjoint(with: [.yearAssumed, .monthAssumed]),
      let same = CivilDate(year: last.year, month: begin.month, day: begin.day), same < last,
      last.year != begin.year
    {
      return Value(same.dayNumber, last.dayNumber, .among)
    }
    // `from the 27th to the 3rd`, `from 28 December to 4 January`: the next such day after it.
    if last <= begin, two.marks.contains(.yearAssumed) {
      last = last.adding(months: 12)
    } else if last <= begin, two.marks.contains(.monthAssumed) {
      last = begin.adding(days: last.day - begin.day)
      if last <= begin { last = last.adding(months: 1) }
    }
    // `from Friday to Tuesday`: the Tuesday after that Friday.
    while last.dayNumber < one.a, two.marks.isDisjoint(with: .yearAssumed), one.a - two.a < 8 {
      last = last.adding(days: 7)
    }
    guard one.a < last.dayNumber else { return nil }
    return Value(one.a, last.dayNumber, .among)
  }
}

extension CivilDate {
  /// Whether a year is this one or one of the two after it.
  fileprivate func isSoon(year: Int) -> Bool { (self.year...self.year + 2).contains(year) }
}
