// Dates in digits: `2026-11-25`, `25.11.2026`, `25.11.`, `4/9`.

internal import CivilTime

extension Scanner {
  /// What a date like `28.08` costs: it may be a time as well, so a word must make it a date.
  static let dottedDatePenalty = 6

  /// Calls back with the dates in digits that begin at a number.
  func scanDate(at start: Int, _ found: Found) {
    let tokens = line.tokens
    let one = tokens[start]
    guard one.digits <= 4, line.isGluedNumber(start + 2), one.value >= 0 else { return }
    let sign = line.gluedSign(start + 1)
    let two = tokens[start + 2]
    guard two.digits <= 2, [0x2D, 0x2E, 0x2F].contains(sign) else { return }
    if start > 1, one.isGlued, line.isSign(start - 1, sign), line.tokens[start - 2].kind == .number
    {
      return
    }
    let hasThird = line.gluedSign(start + 3) == sign && line.isGluedNumber(start + 4)
    if one.digits == 4 {
      guard hasThird, tokens[start + 4].digits <= 2, two.value <= 12 else { return }
      let value = DayArithmetic.value(
        day: Int(tokens[start + 4].value), month: Int(two.value), year: Int(one.value), frame)
      found(.numericDate, start + 5, value, 0)
      return
    }
    guard one.digits <= 2 else { return }
    let isDotted = sign == 0x2E && (hasThird || line.isSign(start + 3, 0x2E))
    guard let (day, month) = order(Int(one.value), Int(two.value), isDotted: isDotted) else {
      return
    }
    if hasThird, let year = DayArithmetic.year(tokens[start + 4]) {
      let value = DayArithmetic.value(day: day, month: month, year: year, frame)
      found(.numericDate, start + 5, value, 0)
      return
    }
    guard !hasThird else { return }
    let value = DayArithmetic.value(day: day, month: month, year: nil, frame)
    if sign == 0x2F {
      found(.numericDate, start + 3, value, 1)
    } else if sign == 0x2D {
      // `on 4-22`: rather a span of hours unless a word makes it a date.
      found(.numericDate, start + 3, value, isNoSpan(one.value, two.value) ? -1 : 8)
    } else if line.isSign(start + 3, 0x2E), tokens[start + 3].isGlued {
      found(.numericDate, start + 4, value, 0)
    } else {
      found(.numericDate, start + 3, value, Self.dottedDatePenalty)
    }
  }

  /// Whether no booking goes from one of these hours to the other: `25-8`, and `15-2` where the day
  /// is first.
  private func isNoSpan(_ one: Int32, _ two: Int32) -> Bool {
    one > 24 || two > 24 || frame.dateOrder == .dayFirst && (13..<18).contains(one) && two < 7
  }

  /// Which of two numbers is the day; a part above 12 decides against the configured order. A dot
  /// behind the second, as German writes it, says that the day is first.
  private func order(_ one: Int, _ two: Int, isDotted: Bool) -> (day: Int, month: Int)? {
    guard one > 0, two > 0, one <= 39, two <= 39 else { return nil }
    let isDayFirst = isDotted || frame.dateOrder == .dayFirst
    let (day, month) = isDayFirst ? (one, two) : (two, one)
    if month > 12, day <= 12 { return (month, day) }
    return month > 12 ? nil : (day, month)
  }

  /// `1.10` where rooms are called `1.1` and `1.9`: a room that is not there, never one o'clock.
  /// A time on the quarter hour stays one, and so does whatever a word makes a time or a date.
  func scanStrangeRoom(at start: Int, _ found: Found) {
    let tokens = line.tokens
    guard line.gluedSign(start + 1) == 0x2E, line.isGluedNumber(start + 2),
      !tokens[start].isGlued, circumstances.names.dottedFloors.contains(tokens[start].value),
      start + 3 >= tokens.count || !tokens[start + 3].isGlued
    else { return }
    let place = tokens[start + 2]
    guard place.digits <= 2, place.digits == 1 || place.value % 15 != 0 else { return }
    guard !namesRoom else { return }
    found(.knownRoom, start + 3, Value(0, 0, .stranger), 0)
  }

  /// Whether the line names a room of the building.
  private var namesRoom: Bool {
    line.tokens.indices.contains { start in
      var isNamed = false
      circumstances.names.roomNames.forEach(in: line.tokens, at: start) { _, _ in isNamed = true }
      return isNamed
    }
  }
}
