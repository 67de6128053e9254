// A weekday and the week it is in, said apart: `Tuesday at 3 next week`.

internal import CivilTime

extension Value {
  /// The day of a weekday within the days of a week, whichever of the two was said first; nil
  /// unless one is a weekday by its name alone, and the other at most a week that holds it.
  static func weekday(_ one: Value, _ other: Value) -> CivilDate? {
    let (day, week) = one.marks.contains(.among) ? (other, one) : (one, other)
    guard day.marks.contains(.bare), day.marks.isDisjoint(with: .noSingleDay),
      week.marks.contains(.among), week.b - week.a < 7
    else { return nil }
    // The weekday was counted from today.
    let date = CivilDate(clampingDayNumber: day.first)
    let found = CivilDate(clampingDayNumber: week.first).onOrAfter(date.weekday)
    return found.dayNumber <= week.b ? found : nil
  }
}

extension WhenGathering {
  /// A part of the day in whole hours, as a lexicon says it.
  mutating func addPeriod(_ value: Value, _ range: OctetRange) {
    addWindow(Value(value.a * 60, value.b * 60), range)
  }

  /// `Tuesday am`, `Tuesday pm`: a morning or an afternoon.
  mutating func addHalf(_ value: Value, _ range: OctetRange) {
    addPeriod(value.a == 0 ? Value(7, 12) : Value(12, 18), range)
  }
}

extension [When] {
  /// `next Tuesday, and Wednesday too`: a weekday by its name alone is the one behind a day that
  /// was said more exactly, not the one before.
  mutating func letWeekdaysFollow() {
    for place in indices.dropFirst() {
      guard self[place].isBareWeekday, let said = self[place].day, case .on(let day) = said.value,
        !self[place - 1].isBareWeekday, case .on(let before) = self[place - 1].day?.value,
        day < before
      else { continue }
      self[place].day = Said(.on(before.onOrAfter(day.weekday)), said.range)
      self[place].isBareWeekday = false
    }
  }
}
