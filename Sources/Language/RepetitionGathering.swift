// Puts the parts of a repetition together, in whatever order they were said.

internal import CivilTime

/// What stands inside a rule.
struct RepeatParts {
  /// A bit for each weekday, Monday's the lowest.
  var weekdays: Int32 = 0
  /// Weekdays with a number, as the first Friday.
  var numbered: [NumberedWeekday] = []
  /// Numbers of days; negative ones count from the end.
  var numbers: [Int] = []
  /// The numbers say which of the weekdays.
  var numbersAreOfDays = false
  var months: [Int] = []
  var weekNumbers: [Int] = []

  mutating func add(_ date: CivilDate) {
    months.append(date.month)
    numbers.append(date.day)
  }
}

/// Collects a rule, how often and until when it holds, and what is left out of it.
struct RepetitionGathering {
  private let frame: ReadingFrame
  private var rule: Repetition?
  private var range: OctetRange = 0..<0
  private var count: Int?
  private var length: (days: Int, months: Int)?
  private var weekdaysLeftOut: Int32 = 0
  /// The weekdays of `weekdaysLeftOut` that may be days, should nothing be left without them.
  private var daysOfWeekdays: [Value] = []
  private var monthsLeftOut: Set<Int> = []
  private var daysLeftOut: [ClosedRange<CivilDate>] = []

  init(frame: ReadingFrame) { self.frame = frame }

  /// Adds a rule; of a second one only what the first leaves open, as in `weekly, on Tuesdays`.
  mutating func addRule(_ value: Value, _ parts: RepeatParts, _ place: OctetRange) {
    let next = Self.rule(value, parts)
    guard var first = rule else {
      (rule, range) = (next, place)
      return
    }
    guard first.frequency == next.frequency || first.isBare else { return }
    if !first.isBare, !next.isBare, first.interval == next.interval {
      // `every Monday and every Tuesday`.
      first.weekdays += next.weekdays.filter { !first.weekdays.contains($0) }
    } else if first.isBare {
      let interval = first.frequency == next.frequency ? max(first.interval, next.interval) : 1
      first = next
      first.interval = interval
    } else {
      first.interval = max(first.interval, next.interval)
    }
    (rule, range) = (first, range.lowerBound..<max(range.upperBound, place.upperBound))
  }

  mutating func addCount(_ count: Int) { self.count = count }

  mutating func addLength(days: Int, months: Int) { length = (days, months) }

  mutating func leaveOut(weekdays mask: Int32, orDay day: Value? = nil) {
    weekdaysLeftOut |= mask
    if let day { daysOfWeekdays.append(day) }
  }

  mutating func leaveOut(month: Int) { monthsLeftOut.insert(month) }

  mutating func leaveOut(_ day: Value) {
    let isCertain = day.marks.isDisjoint(
      with: [.impossible, .contradiction, .nextDay, .previousDay, .sameDay])
    guard isCertain else { return }
    let first = CivilDate(clampingDayNumber: day.first)
    let last = CivilDate(
      clampingDayNumber: day.marks.contains(.among) ? max(day.first, day.second) : day.first)
    daysLeftOut.append(first...last)
  }

  /// The repetition, which begins and ends on days that stand beside it; nil if none was said.
  func said(from first: CivilDate?, until last: CivilDate?) -> Said<Repetition>? {
    guard var rule else { return nil }
    leaveOut(of: &rule)
    if let count {
      rule.end = .count(count)
    } else if var last {
      // `from November until June`: the June after that November.
      while let first, last < first, last < CivilDate.bounds.upperBound {
        last = last.adding(months: 12)
      }
      rule.end = .until(last)
    } else if let length {
      let first = first ?? frame.now.date
      rule.end = .until(Self.end(of: rule, from: first, after: length))
    }
    return Said(rule, range)
  }

  /// The last day of so many rounds from a day on. A day that begins a round more does not count:
  /// six weeks of Tuesdays from a Tuesday on are six.
  private static func end(
    of rule: Repetition, from first: CivilDate, after length: (days: Int, months: Int)
  ) -> CivilDate {
    let next = first.adding(months: length.months).adding(days: length.days)
    return rule.firstDay(onOrAfter: next) == next ? next.adding(days: -1) : next
  }

  private func leaveOut(of rule: inout Repetition) {
    rule.leftOut = daysLeftOut
    if weekdaysLeftOut != 0, !rule.leaveOut(weekdays: weekdaysLeftOut) {
      for day in daysOfWeekdays {
        let date = CivilDate(clampingDayNumber: day.first)
        rule.leftOut.append(date...date)
      }
    }
    let months = rule.months.isEmpty ? Array(1...12) : rule.months
    let left = months.filter { !monthsLeftOut.contains($0) }
    if !monthsLeftOut.isEmpty, !left.isEmpty { rule.months = left }
    rule.leftOut.sort { $0.lowerBound < $1.lowerBound }
  }

  private static func rule(_ value: Value, _ parts: RepeatParts) -> Repetition {
    var rule: Repetition
    switch value.a {
    case 7: rule = Repetition(.weekly, interval: value.second)
    case -1: rule = Repetition(.monthly, interval: value.second)
    case -12: rule = Repetition(.yearly, interval: value.second)
    default: rule = Repetition(.daily, interval: value.second)
    }
    rule.months = parts.months
    rule.weekNumbers = parts.weekNumbers
    rule.weekdays =
      Weekday.all(in: parts.weekdays).map { NumberedWeekday($0) } + parts.numbered
    if parts.numbersAreOfDays {
      rule.positions = parts.numbers
    } else if rule.frequency == .weekly {
      rule.weekdays += parts.numbers.compactMap { Weekday(rawValue: $0 < 0 ? 8 + $0 : $0) }
        .map { NumberedWeekday($0) }
    } else if rule.frequency == .yearly, rule.months.isEmpty {
      rule.yearDays = parts.numbers
    } else {
      rule.monthDays = parts.numbers
    }
    if rule.frequency == .daily, !rule.weekdays.isEmpty, rule.interval == 1 {
      rule.frequency = .weekly
    }
    return rule
  }
}

extension Repetition {
  /// Nothing is said but how often.
  fileprivate var isBare: Bool {
    var bare = Repetition(frequency, interval: interval)
    bare.end = end
    return self == bare
  }

  /// Leaves weekdays out; false if none would be left, and nothing is left out then.
  fileprivate mutating func leaveOut(weekdays mask: Int32) -> Bool {
    let gone = Weekday.all(in: mask)
    guard frequency == .daily || !weekdays.isEmpty else { return false }
    let all =
      weekdays.isEmpty ? Weekday.allCases.map { NumberedWeekday($0) } : weekdays
    let left = all.filter { !gone.contains($0.weekday) }
    guard !left.isEmpty else { return false }
    weekdays = left
    // Each day but some is each week on the others.
    if frequency == .daily, interval == 1 { frequency = .weekly }
    return true
  }

  /// The rule, and the days that are no part of it, as the canonical line has them.
  var written: [String] {
    let days = leftOut.map { days in
      days.lowerBound == days.upperBound
        ? "\(days.lowerBound)" : "\(days.lowerBound)..\(days.upperBound)"
    }
    return ["repeat=\(self)"] + (days.isEmpty ? [] : ["except=" + days.joined(separator: ",")])
  }
}
