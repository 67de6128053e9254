// Rules by chance: every part that RFC 5545 lets stand beside the others, and days to begin on.

import CivilTime

/// A rule, a zone, and when it begins there. Only rules that RFC 5545 allows (3.3.10): numbers of
/// weekdays in months and years alone, weeks and days of the year in years alone, no days of the
/// month in weeks.
struct DrawnRule {
  var rule: Repetition
  /// The day from which the first one is looked for.
  private(set) var asked: CivilDate
  let time: ClockTime
  /// How many days after its first it is followed.
  let daysFollowed: Int
  /// How many days are wanted at most.
  let limit: Int

  /// Draws a rule for a zone whose clocks change at these moments.
  init(near changes: [CivilMoment], using random: inout SeededRandom) {
    let frequency = random.pick(RepetitionFrequency.allCases)
    let interval = random.chance(2) ? 1 : random.within(2...(frequency == .daily ? 40 : 6))
    rule = Repetition(frequency, interval: interval)
    daysFollowed =
      switch frequency {
      case .daily: random.within(0...800)
      case .weekly: random.within(0...1500)
      case .monthly: random.within(0...2500)
      case .yearly: random.within(0...4500)
      }
    limit = random.within(1...60)
    var moment = CivilMoment(
      CivilDate(clampingDayNumber: random.within(Self.dayNumbers)), Self.time(using: &random))
    if !changes.isEmpty, !random.chance(4) {
      // What the clocks jump over or show twice, or an hour beside it; some days before, few as
      // often as many.
      moment = random.pick(changes).adding(minutes: random.within(-60...59))
      let days = random.within(0...random.pick([0, 7, 60, daysFollowed]))
      moment = moment.adding(minutes: -1440 * days)
    }
    (asked, time) = (moment.date, moment.time)
    drawDays(using: &random)
    if !canBegin(on: asked) { asked = asked.adding(days: 7) }
    // For positions that no round has libical looks for seconds, or for ever.
    if rule.firstDay(onOrAfter: asked) == nil { rule.positions = [] }
    drawEnd(using: &random)
  }

  /// Whether a day lies in the year whose weeks count from it on: one in a week of another year is
  /// of that for usher, and for libical of the calendar's.
  func canBegin(on day: CivilDate) -> Bool {
    rule.weekNumbers.isEmpty || day.weekOfYear.year == day.year
  }

  /// 2005 to 2035.
  private static let dayNumbers = 12_784...24_106

  /// The end of 2037, behind which libical does not know every clock.
  static let lastDay = CivilDate(clampingDayNumber: 24_836)

  private static func time(using random: inout SeededRandom) -> ClockTime {
    ClockTime(minutes: random.within(0...95) * 15) ?? .midnight
  }

  private mutating func drawDays(using random: inout SeededRandom) {
    if random.chance(4) { rule.months = random.some(of: Array(1...12), atMost: 4) }
    switch rule.frequency {
    case .daily:
      if random.chance(3) { rule.weekdays = Self.weekdays(using: &random) }
      // libical does not count days from the end of a month where the round is a day.
      if random.chance(4) { rule.monthDays = Self.monthDays(using: &random).filter { $0 > 0 } }
    case .weekly:
      if !random.chance(3) { rule.weekdays = Self.weekdays(using: &random) }
    case .monthly:
      if !random.chance(3) { drawDaysOfMonth(using: &random) }
    case .yearly:
      if !random.chance(5) { drawDaysOfYear(using: &random) }
    }
  }

  private mutating func drawDaysOfMonth(using random: inout SeededRandom) {
    switch random.within(0...3) {
    case 0: rule.monthDays = Self.monthDays(using: &random)
    case 1: rule.weekdays = Self.weekdays(using: &random)
    case 2: rule.weekdays = Self.weekdays(numbered: 5, using: &random)
    default:
      rule.weekdays = Self.weekdays(using: &random)
      rule.monthDays = Self.monthDays(using: &random)
    }
    drawPositions(of: 4, using: &random)
  }

  private mutating func drawDaysOfYear(using random: inout SeededRandom) {
    switch random.within(0...5) {
    case 0: rule.monthDays = Self.monthDays(using: &random)
    case 1: rule.weekdays = Self.weekdays(using: &random)
    case 2:
      let count = rule.months.isEmpty ? 53 : 5
      rule.weekdays = Self.weekdays(numbered: count, using: &random)
    case 3:
      rule.months = []
      // libical loses or misplaces some days of the weeks that lie in two years.
      rule.weekNumbers = random.some(of: Array(2...51), atMost: 4)
      if !random.chance(3) { rule.weekdays = Self.weekdays(using: &random) }
    case 4:
      rule.months = []
      rule.yearDays = random.some(of: Array(-366 ... -1) + Array(1...366), atMost: 5)
    default:
      rule.weekdays = Self.weekdays(using: &random)
      rule.monthDays = Self.monthDays(using: &random)
    }
    drawPositions(of: 8, using: &random)
  }

  /// Some of the days that a round has; only where another part names those.
  private mutating func drawPositions(of count: Int, using random: inout SeededRandom) {
    guard random.chance(3) else { return }
    rule.positions = random.some(of: Array(-count ... -1) + Array(1...count), atMost: 3)
    // libical counts days from an end behind all those from a beginning.
    let isFromEnd = (rule.monthDays + rule.yearDays).first ?? 0 < 0
    rule.monthDays.removeAll { ($0 < 0) != isFromEnd }
    rule.yearDays.removeAll { ($0 < 0) != isFromEnd }
  }

  private mutating func drawEnd(using random: inout SeededRandom) {
    switch random.within(0...2) {
    case 0: break
    case 1: rule.end = .count(random.within(1...40))
    default: rule.end = .until(asked.adding(days: random.within(0...daysFollowed)))
    }
    guard random.chance(3) else { return }
    for _ in 0..<random.within(1...4) {
      let first = asked.adding(days: random.within(0...min(daysFollowed, 200)))
      rule.leftOut.append(first...first.adding(days: random.within(0...9)))
    }
  }

  private static func weekdays(using random: inout SeededRandom) -> [NumberedWeekday] {
    random.some(of: Weekday.allCases, atMost: 7).map { NumberedWeekday($0) }
  }

  private static func weekdays(
    numbered count: Int, using random: inout SeededRandom
  ) -> [NumberedWeekday] {
    let ordinals = random.some(of: Array(-count ... -1) + Array(1...count), atMost: 4)
    return ordinals.map { NumberedWeekday(random.pick(Weekday.allCases), ordinal: $0) }
  }

  private static func monthDays(using random: inout SeededRandom) -> [Int] {
    random.some(of: Array(-31 ... -1) + Array(1...31), atMost: 6)
  }
}

extension SeededRandom {
  mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// One or more of some elements, each once, in any order; few as often as many.
  mutating func some<Element>(of elements: [Element], atMost limit: Int) -> [Element] {
    Array(elements.shuffled(using: &self).prefix(within(1...limit)))
  }
}
