// Computes lengths and moves by one, to the second.

internal import CivilTime

/// Lengths, in minutes, and moves by one. The raw value is the name in the grammar.
///
/// What is not of whole minutes is rounded up to the minute, as bookings are kept, and tells its
/// seconds beside them.
enum LengthMeaning: String, CaseIterable, Sendable {
  case amount
  case half
  /// `3/4 hour`: a part of a unit.
  case fraction
  case andHalf = "and-half"
  /// `one and a quarter hours`, `2 and 3/4 hours`: quarters beside a number; the argument says how
  /// many if no number does.
  case andQuarters = "and-quarters"
  case decimal
  /// `1 1/2 hours`: a number and a part of a unit.
  case mixed
  /// `1:30 hours`: hours and minutes as a clock shows them.
  case clockLength = "clock-length"
  /// `30-45 minutes`, `one or two hours`: the longer of two.
  case longerOfTwo = "longer-of-two"
  /// `2.5 days`, of 24 hours each.
  case decimalDays = "decimal-days"
  /// `2 days, 3 hours and 20 minutes`.
  case daysPlus = "days-plus"
  /// `two and a half days`, `a week and a half`.
  case halfDaysMore = "half-days-more"
  /// Days as a length of 24 hours each; none if they are counted in months.
  case wholeDays = "whole-days"
  /// Two amounts together.
  case plus
  /// So many hours or minutes, without a unit: `zweistündig`.
  case hours = "hours-long"
  case minutes = "minutes-long"
  /// `2 hours ten`: hours, and minutes without a word for them.
  case hoursAndMinutes = "hours-and-minutes"
  case fromNow = "from-now"
  /// So long before now.
  case ago
  case nextLength = "next-length"
  /// So long until now.
  case lastLength = "last-length"
  /// Longer, and with 1 behind it only where a line begins: `noch 10 Minuten`.
  case longer
  case shorter, later, earlier
  /// `half an hour more at the start`.
  case startsEarlier = "starts-earlier"
  /// `at quarter past`: the minute of an hour that was said before.
  case toMinute = "to-minute"
  /// `for -2 hours`, `for 0 minutes`: said like a length, and none.
  case noLength = "no-length"
}

extension Production {
  /// The length of a phrase, or how far it is from now; nil if the parts make none.
  func length(_ meaning: LengthMeaning, of parts: Parts, in frame: ReadingFrame) -> Value? {
    let (one, two, three) = parts.values
    switch meaning {
    case .amount:
      let count = parts.count > 1 ? one.a : 1
      // `a second round` says no length, and `a m` no minute.
      guard parts.count > 1 || one.a > 0 && one.b >= 0 else { return nil }
      return seconds(Int64(count) * (parts.count > 1 ? two : one).unitSeconds)
    case .half: return seconds(one.unitSeconds / 2)
    case .fraction:
      guard (1...9).contains(one.a), one.a < two.a, two.a <= 9 else { return nil }
      return seconds(Int64(one.a) * three.unitSeconds / Int64(two.a))
    case .mixed:
      let unit = parts.fourth.unitSeconds
      guard (1...9).contains(two.a), two.a < three.a, three.a <= 9, one.b <= 2 else { return nil }
      return seconds(Int64(one.a) * unit + Int64(two.a) * unit / Int64(three.a))
    case .clockLength:
      // `14:00 hours` is a time.
      return two.unitSeconds == 3600 && one.a <= Self.mostHours * 60
        && !one.marks.contains(.impossible) ? seconds(Int64(one.a) * 60) : nil
    case .longerOfTwo:
      // More hours are rather those of a day: `9-10 hrs`.
      guard one.a < two.a, three.unitSeconds < 3600 || two.a <= Self.mostHours else {
        return nil
      }
      return seconds(Int64(two.a) * three.unitSeconds)
    case .andHalf:
      let (count, unit) = parts.count > 1 ? (one.a, two) : (1, one)
      return seconds(Int64(count) * unit.unitSeconds + unit.unitSeconds / 2)
    case .andQuarters: return andQuarters(parts)
    case .decimal: return decimal(one, of: two)
    case .decimalDays:
      return two.a > 0 ? seconds(Int64(one.a) * Int64(two.a) * 864) : nil
    case .wholeDays: return wholeDays(one)
    case .halfDaysMore: return halfDaysMore(parts)
    case .daysPlus: return daysPlus(one, two)
    case .hours: return seconds(Int64(one.a) * 3600)
    case .minutes: return seconds(Int64(one.a) * 60)
    case .hoursAndMinutes:
      // Digits alone might be an hour that follows: `2 hours 10`.
      let isMinutes = first == 1 || three.b == 0 || three.a > 24
      guard two.unitSeconds == 3600, (5...59).contains(three.a), isMinutes else { return nil }
      return seconds(Int64(one.a) * 3600 + Int64(three.a) * 60)
    case .plus:
      // Larger units come first, as people count: `10 minutes, 2 hours` are two lengths.
      guard two.lengthSeconds < one.lastUnitSeconds else { return nil }
      return seconds(one.lengthSeconds + two.lengthSeconds)
    case .fromNow: return fromNow(parts, frame)
    case .ago: return ago(parts, frame)
    case .lastLength: return Value(one.minutesBeforeNow, max(1, -one.minutesBeforeNow))
    case .nextLength: return nextLength(parts, frame)
    case .noLength: return Value(0, 0, .impossible)
    case .longer: return longer(parts)
    case .shorter: return minutesMoved(parts).map { Value(-$0) } ?? hoursMoved(parts, sign: -1)
    case .later: return minutesMoved(parts).map { Value($0, 0, .whole) }
    case .earlier: return parts.value(of: .amount).map { Value(-$0.a, 0, .whole) }
    case .toMinute: return Value(first, 0, [.whole, .bare])
    case .startsEarlier: return parts.value(of: .amount).map { Value(-$0.a, 0, [.whole, .until]) }
    }
  }

  private func longer(_ parts: Parts) -> Value? {
    minutesMoved(parts).map { Value($0, 0, first == 1 ? .opening : []) }
      ?? hoursMoved(parts, sign: 1)
  }

  /// By how much something is made longer or shorter, or moved. Behind `by` a number alone counts
  /// minutes, unless it may as well count hours: `extend it by 15`.
  private func minutesMoved(_ parts: Parts) -> Int32? {
    if let amount = parts.value(of: .amount) { return amount.a }
    // `15 more minutes`, `another hour`.
    if let unit = parts.value(of: .timeUnit) {
      let count = Int64(parts.value(of: .number)?.a ?? 1)
      return seconds(count * unit.unitSeconds)?.a
    }
    return parts.value(of: .number).flatMap { (5...59).contains($0.a) ? $0.a : nil }
  }

  /// `extend it by 2`: hours, unless that is the end.
  private func hoursMoved(_ parts: Parts, sign: Int32) -> Value? {
    guard let number = parts.value(of: .number), (1...Self.mostHours).contains(number.a) else {
      return nil
    }
    return Value(sign * number.a * 60, 0, .bare)
  }

  /// Days, and months and years as lengths that all of them have about: nobody books so long, and
  /// is told so.
  private func wholeDays(_ amount: Value) -> Value? {
    let days = amount.a + amount.b % 12 * 30 + amount.b / 12 * 365
    let isLength = (1...3660).contains(days) && !amount.marks.contains(.loose)
    return isLength ? Value(days * 1440) : nil
  }

  private func andQuarters(_ parts: Parts) -> Value? {
    let (one, two, three) = parts.values
    let (quarters, unit) = parts.count > 2 ? (two.a, three) : (first, two)
    guard (1...3).contains(quarters) else { return nil }
    return seconds(Int64(one.a) * unit.unitSeconds + Int64(quarters) * unit.unitSeconds / 4)
  }

  private func halfDaysMore(_ parts: Parts) -> Value? {
    let (one, two, _) = parts.values
    let (count, unit) = parts.count > 1 ? (one.a, two.a) : (first, one.a)
    let days = wholeDays(unit > 0 ? Value(unit, 0) : Value(0, -unit))
    guard (1...99).contains(count), let days else { return nil }
    return Value((2 * count + 1) * days.a / 2)
  }

  private func daysPlus(_ days: Value, _ amount: Value) -> Value? {
    guard let days = wholeDays(days) else { return nil }
    let seconds = Int32(clamping: Int64(days.a) * 60 + amount.lengthSeconds)
    return Value(days.a + amount.a, amount.b > 0 ? seconds : 0)
  }

  /// `1.5 hours` in hundredths; `.5 hours`, with the argument 1, by what stands behind the point.
  private func decimal(_ number: Value, of unit: Value) -> Value? {
    // `.5 hours`, in digits; `Good. One hour later` is none.
    guard first == 0 || (1...2).contains(number.b) else { return nil }
    let hundredths = first == 1 && number.b == 1 ? number.a * 10 : number.a
    return seconds(Int64(hundredths) * unit.unitSeconds / 100)
  }

  /// What might be hours of the day as well is a length up to so many.
  private static let mostHours: Int32 = 4

  private func fromNow(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let days = parts.value(of: .dayAmount) else {
      return Value(parts.count > 0 ? parts.values.0.minutesAfterNow : first)
    }
    return minutes(days, beside: parts, frame).map { Value($0) }
  }

  private func ago(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    guard let days = parts.value(of: .dayAmount) else {
      return Value(parts.values.0.minutesBeforeNow)
    }
    let today = frame.now.date
    guard let amount = parts.value(of: .amount), let day = day(days, after: today, sign: -1) else {
      return nil
    }
    return Value((day.a - Int32(clamping: today.dayNumber)) * 1440 + amount.minutesBeforeNow)
  }

  /// How many minutes from now days and an amount end.
  private func minutes(_ days: Value, beside parts: Parts, _ frame: ReadingFrame) -> Int32? {
    let today = frame.now.date
    guard let amount = parts.value(of: .amount), let day = day(days, after: today) else {
      return nil
    }
    return (day.a - Int32(clamping: today.dayNumber)) * 1440 + amount.minutesAfterNow
  }

  private func nextLength(_ parts: Parts, _ frame: ReadingFrame) -> Value? {
    if let days = parts.value(of: .dayAmount) {
      return minutes(days, beside: parts, frame).map { Value(0, $0) }
    }
    // `the 5 coming minutes`: the number stands apart from its unit.
    if parts.count > 1 {
      let length = seconds(Int64(parts.values.0.a) * parts.values.1.unitSeconds)
      return length.map { first < 0 ? Value(-$0.a, $0.a) : Value(0, $0.a) }
    }
    return Value(0, parts.count > 0 ? parts.values.0.a : first)
  }

  /// Lengths above a month are no lengths of a booking.
  private static let longestSeconds: Int64 = 60 * 60 * 24 * 31

  private func seconds(_ seconds: Int64) -> Value? {
    guard (1...Self.longestSeconds).contains(seconds) else { return nil }
    return Value(Int32((seconds + 59) / 60), seconds % 60 == 0 ? 0 : Int32(seconds))
  }
}

extension Value {
  /// The seconds of a unit of time: whole minutes, and seconds beside them.
  fileprivate var unitSeconds: Int64 { Int64(a) * 60 + Int64(max(0, b)) }

  /// The seconds of a length.
  fileprivate var lengthSeconds: Int64 { b > 0 ? Int64(b) : Int64(a) * 60 }

  /// The smallest unit of which a length is a whole number, in seconds.
  fileprivate var lastUnitSeconds: Int64 { b > 0 ? 1 : a % 60 == 0 ? 3600 : 60 }

  /// The minute that the clock shows after a length; now counts as the beginning of its minute.
  fileprivate var minutesAfterNow: Int32 { b > 0 ? b / 60 : a }

  /// The minute that the clock showed a length ago.
  fileprivate var minutesBeforeNow: Int32 { -a }
}
