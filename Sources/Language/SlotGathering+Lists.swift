// Gathers what a line says of several days at once, and of other zones.

internal import CivilTime

extension SlotGathering {
  /// What stands in a constituent that says nothing by itself.
  mutating func gatherParts(of item: Constituent, _ isTarget: Bool) {
    if item.value.marks.contains(.until), times.isRepeated { return gatherLastDay(of: item) }
    visitChildren(of: item, isTarget: isTarget)
    // `early Friday morning`: of the part of the day that was said only a part.
    guard item.value.marks.contains(.halved) else { return }
    let range = range(item)
    time(isTarget) { $0.addWindow(item.value, range) }
  }

  /// `every Friday until 18 December at 10`: the day ends the repetition, the time is that of each.
  private mutating func gatherLastDay(of item: Constituent) {
    for offset in 0..<Int32(item.childCount) {
      let part = chart.constituent(chart.children[Int(item.firstChild + offset)])
      let range = range(part)
      let marks = part.value.marks
      if part.symbol == SymbolTable.symbol(.newEnd) {
        times.addClock(Value(part.value.a, part.value.b, marks.subtracting(.until)), range)
      } else if part.symbol == SymbolTable.symbol(.bareDay) {
        let day = Value(part.value.a, part.value.b, marks.union([.until, .isDay]))
        times.addBound(day, range, text: "")
      }
    }
  }

  /// The zone inside a phrase about a time, as of `15:00 UTC`.
  mutating func gatherZone(in item: Constituent, _ isTarget: Bool) {
    let zone = SymbolTable.symbol(.zone)
    // Without an array of what is inside: nearly every time of a line comes by here.
    for offset in 0..<Int32(item.childCount) {
      let child = chart.constituent(chart.children[Int(item.firstChild + offset)])
      guard child.symbol == zone else { continue }
      let range = range(child)
      time(isTarget) { $0.addZone(SpokenZone(child.value), range) }
    }
  }

  /// `in 9 minutes`, `now`; `next` only where a line says nothing else, because it may stand before
  /// anything.
  mutating func gatherFromNow(_ slot: Slot, _ item: Constituent, _ isTarget: Bool) {
    guard slot == .fromNow || isAlone(item) else { return }
    let range = range(item)
    time(isTarget) { $0.addFromNow(item.value, range) }
  }

  /// `now cancel it`, `it is 2 hours now`: of a booking that there is, the word only says that this
  /// is no longer as it was. What is moved to now has nothing else to be moved to.
  mutating func forgetNow() {
    for index in slots.when.indices where slots.when[index].fromNowMinutes?.value == 0 {
      slots.when[index].fromNowMinutes = nil
    }
    slots.when.removeAll(where: \.isEmpty)
    if slots.target?.lengthMinutes != nil, slots.target?.fromNowMinutes?.value == 0 {
      slots.target?.fromNowMinutes = nil
    }
  }

  private func isAlone(_ item: Constituent) -> Bool {
    line.tokens.indices.allSatisfy {
      Int(item.start) <= $0 && $0 < Int(item.end) || line.tokens[$0].kind == .sign
        || line.isFiller($0)
    }
  }

  /// `Monday and Wednesday`, `28 and 29 November`: each day begins a time of its own.
  mutating func gatherDays(_ item: Constituent, _ isTarget: Bool) {
    var days: [Constituent] = []
    collectDays(item, into: &days)
    guard !days.isEmpty else { return gatherTwoDays(item, isTarget) }
    var said: CivilDate?
    for (place, day) in days.enumerated() {
      var value = day.value
      if let weekday = bareWeekday(day) {
        // `next Tuesday and Thursday`: the Thursday after that Tuesday.
        if let said { value.a = said.onOrAfter(weekday).dayNumber }
      } else {
        said = CivilDate(clampingDayNumber: value.first)
      }
      let range = range(day)
      let text = text(day)
      let isByName = bareWeekday(day) != nil
      time(isTarget) {
        $0.addDay(value, range, text: text, isByName: isByName, isListed: place > 0)
      }
    }
  }

  private func collectDays(_ item: Constituent, into days: inout [Constituent]) {
    for child in inside(item) {
      switch SymbolTable.slot(child.symbol) {
      case .dayList: collectDays(child, into: &days)
      case .day, .bareDay: days.append(child)
      default: break
      }
    }
  }

  /// The weekday of a day that is said by nothing else.
  func bareWeekday(_ item: Constituent) -> Weekday? {
    let parts = inside(item).filter { SymbolTable.slot($0.symbol) != nil }
    guard parts.count == 1 else { return nil }
    switch SymbolTable.slot(parts[0].symbol) {
    case .weekday: return item.childCount == 1 ? Weekday(rawValue: parts[0].value.first) : nil
    case .bareDay: return bareWeekday(parts[0])
    default: return nil
    }
  }

  /// Two days of one month, whose values a phrase has computed.
  private mutating func gatherTwoDays(_ item: Constituent, _ isTarget: Bool) {
    let range = range(item)
    let text = text(item)
    let marks = item.value.marks.subtracting(.among)
    time(isTarget) {
      $0.addDay(Value(item.value.a, 0, marks), range, text: text)
      $0.addDay(Value(item.value.b, 0, marks), range, text: text, isListed: true)
    }
  }
}

extension SlotGathering {
  /// The first constituent of one of some slots at or below an item.
  func find(_ wanted: [Slot], in item: Constituent) -> Constituent? {
    if let slot = SymbolTable.slot(item.symbol), wanted.contains(slot) { return item }
    for offset in 0..<Int32(item.childCount) {
      let child = chart.constituent(chart.children[Int(item.firstChild + offset)])
      if let found = find(wanted, in: child) { return found }
    }
    return nil
  }
}

extension WhenGathering {
  /// Several times, each complete: `Monday and Wednesday 10-11` says the hours of both days once,
  /// `tomorrow 9-10 and 14-15` the day of both spans.
  static func completed(_ times: [When]) -> [When] {
    guard times.count > 1, times.allSatisfy({ $0.bound == .exact && $0.shift == nil }) else {
      return times
    }
    var times = times
    for place in times.indices.dropFirst() where times[place].takesDay {
      times[place].day = times[place - 1].day
      times[place].addAssumptions([.year, .month], of: times[place - 1])
    }
    // One says its hours: the next one on, or else the last, which is searched for once at most.
    guard times.contains(where: { $0.start != nil }) else { return times }
    var later: Int?
    for place in times.indices.reversed() {
      if times[place].takesClock,
        let giver = later ?? times[..<place].lastIndex(where: { $0.start != nil })
      {
        times[place].takeClock(of: times[giver])
      }
      if times[place].start != nil { later = place }
    }
    return times
  }
}

extension [When] {
  /// `after lunch, 1 pm`: where a line says about when and then exactly when, that is when.
  mutating func dropVague() {
    guard count == 2, let vague = indices.first(where: { self[$0].isVague }),
      self[1 - vague].start != nil, self[1 - vague].bound == .exact,
      self[0].day == nil || self[1].day == nil
    else { return }
    var exact = self[1 - vague]
    if exact.day == nil {
      exact.day = self[vague].day
      exact.addAssumptions([.year, .month], of: self[vague])
    }
    self = [exact]
  }
}

extension When {
  /// Whether it says from or until when something may be, and nothing else but a day.
  fileprivate var isVague: Bool {
    bound != .exact && lengthMinutes == nil && shift == nil && startsAsBefore == nil
      && (start == nil) != (end == nil)
  }

  /// Whether only the time of day was said, so that the day said before holds.
  fileprivate var takesDay: Bool { day == nil && start != nil && fromNowMinutes == nil }

  /// Whether only the day was said, so that the time of another holds.
  fileprivate var takesClock: Bool {
    guard case .on = day?.value else { return false }
    return start == nil && end == nil && window == nil && fromNowMinutes == nil
  }

  fileprivate mutating func takeClock(of other: When) {
    (start, end, zone) = (other.start, other.end, other.zone)
    if lengthMinutes == nil {
      (lengthMinutes, lengthSeconds) = (other.lengthMinutes, other.lengthSeconds)
    }
    addAssumptions(.meridiem, of: other)
  }

  fileprivate mutating func addAssumptions(_ kinds: Assumptions, of other: When) {
    let theirs = Assumptions(other.assumed).intersection(kinds)
    if !theirs.isEmpty { assumed = Assumptions(assumed).union(theirs).inOrder }
  }
}
