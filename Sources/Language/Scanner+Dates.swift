// Dates in digits: `2026-11-25`, `25.11.2026`, `25.11.`, `4/9`.

internal import CivilTime

extension Scanner {
  /// What a date like `28.08` costs: it may be a time as well, so a word must make it a date.
  static let dottedDatePenalty = 6
  /// What `25 / 11` costs: it may be two numbers.
  private static let spacedDatePenalty = 2

  /// Calls back with the dates in digits that begin at a number.
  func scanDate(at start: Int, _ found: Found) {
    let tokens = line.tokens
    let one = tokens[start]
    if one.digits == 8 { return scanCompactDate(at: start, found) }
    scanSpacedDate(at: start, found)
    scanOrdinalDate(at: start, found)
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
      guard hasThird, tokens[start + 4].digits <= 2 else { return }
      // The month is in the middle unless it can be none.
      let (month, day) =
        two.value > 12
        ? (tokens[start + 4].value, two.value) : (two.value, tokens[start + 4].value)
      guard month <= 12 else { return }
      let value = DayArithmetic.value(
        day: Int(day), month: Int(month), year: Int(one.value), frame)
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
      found(.numericDate, start + 3, value, precedesTime(start + 3) ? 0 : Self.dottedDatePenalty)
    }
  }

  /// Whether a time or a span of times in digits stands at a token: `10:15`, `10-11`.
  private func precedesTime(_ start: Int) -> Bool {
    start + 2 < line.tokens.count && line.tokens[start].kind == .number
      && line.tokens[start].digits <= 2 && line.isGluedNumber(start + 2)
      && [0x3A, 0x2D].contains(line.gluedSign(start + 1))
  }

  /// `24. 12.` and `24 . 12 . 2026`, the form with spaces between day, month and year.
  private func scanOrdinalDate(at start: Int, _ found: Found) {
    let tokens = line.tokens
    guard start + 3 < tokens.count, line.isSign(start + 1, 0x2E), line.isSign(start + 3, 0x2E),
      tokens[start].digits <= 2, tokens[start + 2].kind == .number, tokens[start + 2].digits <= 2,
      !tokens[start + 1].isGlued || !tokens[start + 2].isGlued,
      !(line.isSign(start - 1, 0x2E) && start > 1 && tokens[start - 2].kind == .number),
      let (day, month) = order(
        Int(tokens[start].value), Int(tokens[start + 2].value), isDotted: true)
    else { return }
    var (end, year) = (start + 4, Int?.none)
    if end < tokens.count, tokens[end].kind == .number {
      // Three ordinals are no date. What may be an hour, or begins a span of times, is no year.
      guard tokens[end].digits == 4 || !line.isSign(end + 1, 0x2E) else { return }
      let mayBeYear = tokens[end].digits == 4 || tokens[end].value > 24
      if mayBeYear, line.gluedSign(end + 1) == 0, let found = DayArithmetic.year(tokens[end]) {
        (year, end) = (found, end + 1)
      }
    }
    let value = DayArithmetic.value(day: day, month: month, year: year, frame)
    found(.numericDate, end, value, 0)
  }

  /// `25 / 11`, and `25 - 11` where it can be no span.
  private func scanSpacedDate(at start: Int, _ found: Found) {
    let tokens = line.tokens
    guard start + 2 < tokens.count, tokens[start].digits <= 2, tokens[start + 2].kind == .number,
      tokens[start + 2].digits <= 2, !tokens[start + 1].isGlued, !tokens[start + 2].isGlued
    else { return }
    let (one, two) = (tokens[start].value, tokens[start + 2].value)
    let isSlash = line.isSign(start + 1, 0x2F)
    guard isSlash || line.isSign(start + 1, 0x2D) && isNoSpan(one, two),
      let (day, month) = order(Int(one), Int(two), isDotted: false)
    else { return }
    let value = DayArithmetic.value(day: day, month: month, year: nil, frame)
    found(.numericDate, start + 3, value, isSlash ? Self.spacedDatePenalty : -1)
  }

  /// `20261125` (ISO 8601, basic format); what no calendar has is a number of something else.
  private func scanCompactDate(at start: Int, _ found: Found) {
    if let date = compactDate(at: start) {
      found(.numericDate, start + 1, Value(date.dayNumber), 0)
    }
  }

  func compactDate(at start: Int) -> CivilDate? {
    let number = Int(line.tokens[start].value)
    let year = number / 10_000
    guard line.tokens[start].digits == 8, DayArithmetic.years.contains(year),
      !line.isSign(start - 1, 0x2B)
    else { return nil }
    return CivilDate(year: year, month: number / 100 % 100, day: number % 100)
  }

  /// Whether `2026-11-25` begins at a token: no telephone number goes through it.
  func isISODate(at start: Int) -> Bool {
    let tokens = line.tokens
    return tokens[start].digits == 4 && DayArithmetic.years.contains(Int(tokens[start].value))
      && line.gluedSign(start + 1) == 0x2D && line.isGluedNumber(start + 2)
      && tokens[start + 2].digits == 2 && line.gluedSign(start + 3) == 0x2D
      && line.isGluedNumber(start + 4) && tokens[start + 4].digits == 2
  }

  /// Whether no booking goes from one of these hours to the other: `24-12`, and `15-2` where a day
  /// is first, `2-15` where the month is.
  private func isNoSpan(_ one: Int32, _ two: Int32) -> Bool {
    one >= 24 || two > 24 || frame.dateOrder == .dayFirst && (13..<18).contains(one) && two < 7
      || frame.dateOrder == .monthFirst && one < 7 && two > 12
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
}
