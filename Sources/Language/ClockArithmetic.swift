// Which half of the day is meant when nobody says it.

internal import CivilTime

/// Settles bare hours: by the other end of a span, and by the hours of the house.
enum ClockArithmetic {
  static let halfDay: Int32 = 720

  /// The two times an open point may mean, the earlier first.
  static func candidates(_ minutes: Int32) -> (Int32, Int32) {
    (minutes % halfDay, minutes % halfDay + halfDay)
  }

  /// The time that a start means: the one at which the house is open; where it is open at both, 1
  /// to 6 are in the afternoon and the others as said.
  static func settledStart(_ minutes: Int32, _ hours: ClockWindow) -> Int32 {
    let (early, late) = candidates(minutes)
    let isEarlyOpen = Int(early) >= hours.from.minutes && Int(early) < hours.to.minutes
    let isLateOpen = Int(late) >= hours.from.minutes && Int(late) < hours.to.minutes
    if isEarlyOpen != isLateOpen { return isEarlyOpen ? early : late }
    return usual(minutes)
  }

  /// The time that an end without a start means.
  static func settledEnd(_ minutes: Int32, _ hours: ClockWindow) -> Int32 {
    let (early, late) = candidates(minutes)
    let isEarlyOpen = Int(early) > hours.from.minutes && Int(early) <= hours.to.minutes
    let isLateOpen = Int(late) > hours.from.minutes && Int(late) <= hours.to.minutes
    if isEarlyOpen != isLateOpen { return isEarlyOpen ? early : late }
    return usual(minutes)
  }

  private static func usual(_ minutes: Int32) -> Int32 {
    let (early, late) = candidates(minutes)
    return (60..<420).contains(early) || early < 60 ? late : early
  }

  /// The span from one point to another. What one end says of the half of the day holds for the
  /// other: `3-4pm` begins at 15:00, `11-1pm` at 11:00, `1pm-2:30` ends at 14:30.
  ///
  /// Where no end comes after the start, as in `from 15 to 14` and `12-11`, both are kept as said,
  /// for the rules of the house to refuse; but `20 to 9` is no span unless it can be nothing else.
  static func span(
    _ start: Value, _ end: Value, _ hours: ClockWindow, isNothingElse: Bool = false
  ) -> Value? {
    // No clock shows one of them, as in `23:00-25:00`.
    if !start.marks.union(end.marks).isDisjoint(with: .impossible) {
      return Value(0, 0, [.impossible, .written])
    }
    guard start.a != end.a || start.marks.contains(.open) else { return nil }
    var marks = start.marks.union(end.marks).intersection([.regional, .rounded])
    var from = start.a
    var to = end.a
    switch (start.marks.contains(.open), end.marks.contains(.open)) {
    case (true, false):
      let (early, late) = candidates(start.a)
      // With minutes written, as in `6:30 bis 23:00`, it is the clock of 24 hours.
      let isBare = early < Int32(hours.from.minutes) && !start.marks.contains(.written)
      // `11 to 2am` begins in the evening.
      let isEvening = end.marks.contains(.meridiem) && to < early
      let isLate = isEvening || late < to && (end.marks.contains(.meridiem) || isBare)
      from = isLate ? late : start.marks.contains(.written) ? start.a : early
    case (false, true): to = self.end(end, after: from, hours)
    case (true, true):
      from = settledStart(start.a, hours)
      to = self.end(end, after: from, hours)
      // `6:30-7:30` in a house that opens at 7 is no night.
      if to <= from, from != start.a, start.marks.contains(.written) {
        from = start.a
        to = self.end(end, after: from, hours)
      }
      // Across midnight only if the start leaves no doubt: `five to four` is 15:55.
      guard to > from || end.marks.contains(.written) || isNothingElse else { return nil }
      if to <= from, !end.marks.contains(.written) { to = inHalf(of: from, to) }
      marks.insert(.open)
    case (false, false): break
    }
    // One end that says its half of the day says that of the other.
    if from != start.a, !end.marks.contains(.meridiem) { marks.insert(.startAssumed) }
    if to != end.a, !start.marks.contains(.meridiem) { marks.insert(.endAssumed) }
    // `twenty to four` is a point, not a night.
    let isNight = to <= from && start.marks.contains(.worded)
    // `20 to noon` is a point as well.
    let mayBePoint = !isNothingElse && start.marks.contains(.bare)
    let isSlip =
      to <= from && mayBePoint
      && Int(to) + 1440 - Int(from) > ClockTime.acrossMidnightMinutesMax
    guard from != to, !isNight, !isSlip else { return nil }
    return Value(from, to, marks)
  }

  /// The earlier of the two times of an open point that is after another; if none is, the earlier,
  /// on the next day.
  ///
  /// With minutes written, as in `11:00-10:15`, the afternoon is meant only if the house is open
  /// then: else it is a slip, kept as said for the rules of the house to refuse.
  private static func end(_ end: Value, after from: Int32, _ hours: ClockWindow) -> Int32 {
    let (early, late) = candidates(end.a)
    if early > from { return early }
    let isWritten = end.marks.contains(.written)
    guard late > from else { return isWritten ? end.a : early }
    if isWritten { return Int(late) <= hours.to.minutes ? late : end.a }
    // `12-11` ends before it begins, whatever half of the day is meant; `10-10` has but one sense.
    let isSlip = (bareSpanMinutesMax..<halfDay).contains(late - from)
    return isSlip ? inHalf(of: from, early) : late
  }

  /// From so many minutes on a span of two bare hours is a slip, as `12-11`: `8-6` is a long day.
  private static let bareSpanMinutesMax: Int32 = 660

  /// A point at the same half of the day as another.
  private static func inHalf(of other: Int32, _ minutes: Int32) -> Int32 {
    let (early, late) = candidates(minutes)
    return other >= halfDay && other > late ? late : early
  }
}

extension ClockWindow {
  /// Whether it lies in one half of the day.
  var isHalfDay: Bool { to.minutes <= 720 || from.minutes >= 720 }

  /// Whether one of the two times that an hour may mean is within it, or an hour from it.
  func isNear(_ minutes: Int32) -> Bool {
    let (early, late) = ClockArithmetic.candidates(minutes)
    return [early, late, early + 1440].contains {
      from.minutes - 60 <= Int($0) && Int($0) <= to.minutes + 60
    }
  }

  var isLate: Bool { from.minutes >= 720 }

  /// Whether it is shorter than any part of the day that a half of it can be told by.
  var isMeal: Bool { to.minutes - from.minutes < 180 }

  func holds(_ minutes: Int32) -> Bool {
    from.minutes <= Int(minutes) && Int(minutes) <= to.minutes
  }
}
