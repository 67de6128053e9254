// Of the times that a change says: which tells where it stands, and which what it is to be.

internal import CivilTime

extension SlotGathering {
  /// A part of a day or of the calendar, of the time that it is said of.
  mutating func gatherPart(_ slot: Slot, _ item: Constituent, _ isTarget: Bool) {
    let (range, value) = (range(item), item.value)
    time(isTarget) { time in
      switch slot {
      case .year: time.addYear(value.first)
      case .meridiem: time.addHalf(value, range)
      case .window: time.addWindow(value, range)
      default: time.addPeriod(value, range)
      }
    }
  }

  /// Settles what something is changed to, beside the times that tell what changes.
  mutating func settleTarget() {
    // `from 10, the end stays`
    if slots.target?.bound == .from, slots.when.first?.startsAsBefore?.value == .ends {
      slots.target?.bound = .exact
    }
    // `mach das jetzt wöchentlich` is no hour.
    if slots.isRepeated, slots.target?.isNowAlone == true { slots.target = nil }
    if let lasting { takeAsLength(lasting) }
    // `13:15 is better, till 2`: of two times the one that only ends is of the other.
    if slots.target?.endsOpen == true, slots.when.count == 1, slots.when[0].isOnlyEnd {
      let ending = slots.when.removeFirst()
      slots.target?.end = ending.end
      slots.target?.assumed += ending.assumed
    }
    // `from 3 to 4`: the time it stands at, not one to search from.
    if intent == .change, slots.target != nil, slots.when.first?.bound == .from {
      slots.when[0].bound = .exact
    }
  }

  /// `stretch it all the way to 7` says when it ends, `shorten tomorrow's by half an hour` by how
  /// much less it lasts.
  private mutating func takeAsLength(_ sign: Int) {
    if slots.target?.endsOpen == true {
      let end = slots.target?.start
      slots.target?.end = end
      slots.target?.start = nil
    }
    for place in slots.when.indices {
      guard let shift = slots.when[place].shift, case .whole(let minutes) = shift.value else {
        continue
      }
      slots.when[place].shift = Said(.length(minutes: sign * minutes), shift.range)
    }
  }
}
