// Gathers what a line says of a repetition: the words inside its phrases, one after the other.

internal import CivilTime

extension SlotGathering {
  /// What stands directly inside a constituent.
  func inside(_ item: Constituent) -> [Constituent] {
    (0..<Int32(item.childCount)).map {
      chart.constituent(chart.children[Int(item.firstChild + $0)])
    }
  }

  mutating func gatherRepeat(_ item: Constituent) {
    var parts = RepeatParts()
    collect(item, into: &parts)
    repetition.addRule(item.value, parts, range(item))
  }

  /// Walks down to the numbers, weekdays and months of a rule. Constituents lie no deeper in each
  /// other than they cover tokens.
  private mutating func collect(_ item: Constituent, into parts: inout RepeatParts) {
    for child in inside(item) {
      switch SymbolTable.slot(child.symbol) {
      case .weekdays, .pluralDays: parts.weekdays |= child.value.a
      case .nth: parts.numbers.append(child.value.first)
      case .number where SymbolTable.slot(item.symbol) == .monthDays:
        parts.numbers.append(child.value.first)
      case .month: parts.months.append(child.value.first)
      case .weekNumber: collectWeeks(child, into: &parts)
      case .date where child.value.marks.contains(.impossible):
        // No year has it; the rule says so, and names no day.
        parts.months.append(child.value.second)
        parts.numbers.append(child.value.first)
      case .date: parts.add(CivilDate(clampingDayNumber: child.value.first))
      case .nthDays: collectNumbered(child, into: &parts)
      case .setDays:
        collect(child, into: &parts)
        parts.numbersAreOfDays = true
      case .window: times.addWindow(child.value, range(child))
      case .period, .dayPeriod: times.addPeriod(child.value, range(child))
      case .every, .number, .ordinal, .weekday: break
      default: collect(child, into: &parts)
      }
    }
  }

  /// `week 12`, `week 12 and 14`.
  private func collectWeeks(_ item: Constituent, into parts: inout RepeatParts) {
    for child in inside(item) {
      switch SymbolTable.slot(child.symbol) {
      case .number where CivilDate.weeks.contains(child.value.first):
        parts.weekNumbers.append(child.value.first)
      case .weekNumber: collectWeeks(child, into: &parts)
      default: break
      }
    }
  }

  /// `first and third Friday`: each number with each weekday.
  private mutating func collectNumbered(_ item: Constituent, into parts: inout RepeatParts) {
    let isList = inside(item).contains { SymbolTable.slot($0.symbol) == .nthDays }
    guard !isList else { return collect(item, into: &parts) }
    var own = RepeatParts()
    collect(item, into: &own)
    for number in own.numbers {
      parts.numbered += Weekday.all(in: own.weekdays).map { NumberedWeekday($0, ordinal: number) }
    }
  }

  /// `for 6 weeks`: how long it is repeated, or else how long it lasts.
  mutating func gatherLength(_ item: Constituent, _ isTarget: Bool) {
    let range = range(item)
    guard !item.value.marks.contains(.impossible) else {
      slots.noLength = slots.noLength ?? range
      return
    }
    if item.value.first < 0 { return time(isTarget) { $0.addLongest() } }
    let days = find([.daysLength, .dayAmount], in: item)?.value
    if let days, times.isRepeated {
      return repetition.addLength(days: days.first, months: days.second)
    }
    guard let amount = days, item.symbol != SymbolTable.symbol(.length) else {
      let seconds = item.value.b > 0 ? item.value.second : nil
      return time(isTarget) { $0.addLength(item.value.first, seconds: seconds, range) }
    }
    let today = chart.frame.now.date
    let last = today.adding(months: amount.second).adding(days: amount.first)
    time(isTarget) { $0.addLength(last.days(since: today) * 1440, range) }
  }

  /// How often, of a repeat that stands beside it or that was asked about.
  mutating func gatherCount(_ value: Value, _ range: OctetRange) {
    repetition.addCount(value.first)
    if !times.isRepeated, chart.frame.asksRepeat { slots.repeatCount = Said(value.first, range) }
  }

  mutating func gatherHeadcount(_ value: Value, _ range: OctetRange) {
    if value.marks.contains(.impossible) {
      slots.noCount = range
    } else {
      slots.headcount = Said(value.first, range)
    }
  }

  mutating func gatherException(_ item: Constituent) {
    for child in inside(item) {
      switch SymbolTable.slot(child.symbol) {
      case .weekdays, .pluralDays: repetition.leaveOut(weekdays: child.value.a)
      case .months: leaveOutMonths(child)
      case .bareDay: leaveOutDay(child)
      default: gatherException(child)
      }
    }
  }

  /// A weekday alone means all of that name.
  private mutating func leaveOutDay(_ item: Constituent) {
    let parts = inside(item).filter { SymbolTable.slot($0.symbol) != nil }
    switch parts.count == 1 ? SymbolTable.slot(parts[0].symbol) : nil {
    case .weekday where item.childCount == 1:
      repetition.leaveOut(weekdays: 1 << (parts[0].value.a - 1), orDay: item.value)
    default: repetition.leaveOut(item.value)
    }
  }

  private mutating func leaveOutMonths(_ item: Constituent) {
    for child in inside(item) {
      if SymbolTable.slot(child.symbol) == .month {
        repetition.leaveOut(month: child.value.first)
      } else {
        leaveOutMonths(child)
      }
    }
  }
}

extension Weekday {
  /// The weekdays of a set that has a bit for each, Monday's the lowest.
  static func all(in mask: Int32) -> [Weekday] {
    allCases.filter { mask & (1 << Int32($0.rawValue - 1)) != 0 }
  }
}
