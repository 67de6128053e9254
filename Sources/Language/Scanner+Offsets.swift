// How far from UTC a time is that programs write: `2026-11-25T14:00:00-0500` (ISO 8601).

extension Scanner {
  /// The offset that begins with a sign right behind the time of a date, in minutes, and its end;
  /// nil if there is none. Without the date before it a sign begins the end of a span, but for
  /// `14:00 +0100`.
  func isoOffset(at sign: Int) -> (end: Int, minutes: Int)? {
    let joint: UInt8 = line.isSign(sign, 0x2B) ? 0x2B : 0x2D
    guard line.isSign(sign, joint), sign > 2, line.isGluedNumber(sign + 1) else { return nil }
    let isApart =
      joint == 0x2B && line.gluedSign(sign - 2) == 0x3A && line.tokens[sign + 1].digits == 4
    guard isApart || line.tokens[sign].isGlued && sign > 3 && isTimeOfDate(endingAt: sign) else {
      return nil
    }
    let number = line.tokens[sign + 1]
    let hasMinutes = line.gluedSign(sign + 2) == 0x3A && line.isGluedNumber(sign + 3)
    let minutes: Int32
    switch number.digits {
    case 4: minutes = number.value / 100 * 60 + number.value % 100
    case 2: minutes = number.value * 60 + (hasMinutes ? line.tokens[sign + 3].value : 0)
    default: return nil
    }
    // No zone is further from UTC than that (tz database).
    guard minutes <= 14 * 60, minutes % 15 == 0 else { return nil }
    let end = number.digits == 2 && hasMinutes ? sign + 4 : sign + 2
    return (end, Int(joint == 0x2D ? -minutes : minutes))
  }

  /// Whether a date, the letter of it and a time end before a token.
  private func isTimeOfDate(endingAt end: Int) -> Bool {
    var time = end - 1
    while time > 2, line.gluedSign(time - 1) == 0x3A || line.gluedSign(time - 1) == 0x2E {
      time -= 2
    }
    let letter = line.tokens[time - 1]
    return line.isGluedNumber(time) && letter.kind == .word && letter.isGlued
      && letter.end - letter.start == 1 && time > 1
      && [0x54, 0x74].contains(line.octets[Int(letter.start)])
      && line.tokens[time - 2].kind == .number
  }

  /// Whether a number is one of such an offset.
  func isInOffset(_ number: Int) -> Bool {
    guard number > 3 else { return false }
    return isoOffset(at: number - 1) != nil
      || line.gluedSign(number - 1) == 0x3A
        && isoOffset(at: number - 3).map { $0.end > number }
          ?? false
  }
}
