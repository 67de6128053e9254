// Reads from the octets what looks the same in every language: numbers, times and dates in digits,
// addresses, telephone numbers, quoted texts and the names of the building.

internal import CivilTime

/// Finds the constituents that begin at a token and need no phrase.
struct Scanner {
  let line: Line
  let circumstances: Circumstances
  /// Whether the line names a room of the building; only told where rooms are called `1.1`.
  let namesRoom: Bool

  init(line: Line, circumstances: Circumstances) {
    self.line = line
    self.circumstances = circumstances
    let names = circumstances.names
    namesRoom = !names.dottedFloors.isEmpty && names.namesRoom(in: line.tokens)
  }

  var frame: ReadingFrame { circumstances.frame }
  var limits: ReadingLimits { circumstances.limits }

  typealias Found = (_ slot: Slot, _ end: Int, _ value: Value, _ penalty: Int) -> Void

  /// Calls back with every constituent at a token.
  func scan(at start: Int, _ found: Found) {
    let token = line.tokens[start]
    if !line.addressEnds.isEmpty {
      if line.addressEnds[start] != 0 { found(.email, Int(line.addressEnds[start]), Value(), 0) }
      if line.isInAddress[start] { return }
    }
    switch token.kind {
    case .number: scanNumber(at: start, found)
    case .word: scanWord(at: start, found)
    case .sign: scanSign(at: start, found)
    }
    scanNames(at: start, found)
  }

  private func scanNumber(at start: Int, _ found: Found) {
    if isInOffset(start) { return }
    let token = line.tokens[start]
    let zero: Value.Marks = line.hasLeadingZero(start) && token.digits > 1 ? .leadingZero : []
    if !line.isStrangeNumber.isEmpty, line.isStrangeNumber[start] {
      if NumberRuns.isNoTime(start, start..<line.tokens.count, line.tokens) {
        found(.hourMinute, start + 3, Value(0, 0, [.impossible, .written]), 0)
      }
      if mayBeginPhone(start) { scanPhone(at: start, found) }
      return
    }
    if token.value >= 0, !isPartOfDate(start) {
      found(.number, start + 1, Value(token.value, Int32(token.digits), zero), 0)
    }
    if token.digits == 4, DayArithmetic.years.contains(Int(token.value)), !isPartOfDate(start) {
      found(.year, start + 1, Value(token.value, 4), 0)
    }
    scanHourMinute(at: start, found)
    scanDate(at: start, found)
    scanStrangeRoom(at: start, found)
    // What a date claims is no telephone number.
    guard compactDate(at: start) == nil else { return }
    if mayBeginPhone(start) { scanPhone(at: start, found) }
  }

  /// Whether it is one of three numbers with the signs of a date between them: what is no date
  /// there, as `31/31/2026`, is nothing.
  private func isPartOfDate(_ start: Int) -> Bool {
    func sign(_ token: Int) -> UInt8 {
      token >= 0 && line.isGluedNumber(token + 1) ? line.gluedSign(token) : 0
    }
    let hasBefore = start > 1 && line.tokens[start - 2].kind == .number
    let (before, behind) = (hasBefore ? sign(start - 1) : 0, sign(start + 1))
    let signs: [UInt8] = [0x2D, 0x2F]
    guard signs.contains(before) || signs.contains(behind) else { return false }
    return before == behind || behind != 0 && behind == sign(start + 3)
      || before != 0 && start > 3 && line.tokens[start - 4].kind == .number
        && before == sign(start - 3)
  }

  /// `10:15`, `9.30`, `15h30`, `5,15`; and `1.5`, which is a decimal.
  private func scanHourMinute(at start: Int, _ found: Found) {
    let hour = line.tokens[start]
    guard hour.digits <= 2, line.isGluedNumber(start + 2) else { return }
    let joint = line.tokens[start + 1]
    let minute = line.tokens[start + 2]
    let isBeforeDate = line.isGluedNumber(start + 4) && line.tokens[start + 4].digits == 4
    guard joint.isGlued, line.gluedSign(start + 3) != 0x2F || isBeforeDate,
      !(line.gluedSign(start + 3) == 0x2E && line.isGluedNumber(start + 4))
    else { return }
    if start > 0, hour.isGlued, line.isSign(start - 1, 0x2E) || line.isSign(start - 1, 0x3A) {
      // `11/24/2026:14:15`, as logs are written.
      guard start > 3, line.isSign(start - 1, 0x3A), line.isSign(start - 3, 0x2F),
        line.tokens[start - 2].digits == 4
      else { return }
    }
    let sign = joint.kind == .sign ? UInt8(truncatingIfNeeded: joint.value) : 0
    let isLetter =
      joint.kind == .word && joint.end - joint.start == 1
      && [0x68, 0x48].contains(line.octets[Int(joint.start)])
    if sign == 0x2E || sign == 0x2C, minute.digits <= 2 {
      let tenths = minute.digits == 1 ? minute.value * 10 : minute.value
      found(.decimal, start + 3, Value(hour.value * 100 + tenths), 0)
    }
    guard minute.digits == 2, minute.value < 60, hour.value <= 24 else { return }
    let penalty: Int
    switch sign {
    case 0x3A: penalty = 0
    case 0x2E: penalty = 2
    case 0x2C, 0x3B: penalty = 8
    default:
      guard isLetter else { return }
      penalty = 0
    }
    let minutes = hour.value * 60 + minute.value
    guard minutes <= 1440 else { return }
    let isOpen = (1...12).contains(hour.value) && !line.hasLeadingZero(start)
    var end = start + 3
    var marks: Value.Marks = isOpen ? [.open, .written] : .written
    // Seconds and parts of them are read, but times are kept to the minute.
    if sign == 0x3A, line.gluedSign(end) == 0x3A, line.isGluedNumber(end + 1),
      line.tokens[end + 1].digits == 2
    {
      if line.tokens[end + 1].value != 0 { marks.insert(.rounded) }
      end += 2
      if [0x2C, 0x2E].contains(line.gluedSign(end)), line.isGluedNumber(end + 1) { end += 2 }
    }
    found(.hourMinute, end, Value(minutes, 0, marks), penalty)
  }

  /// The letters before the number of a booking, a series and a wait, and which of them it is.
  private static let letters: [UInt8: Int32] = [
    0x42: 0, 0x62: 0, 0x53: Int32(Value.ofSeries), 0x73: Int32(Value.ofSeries),
    0x57: Int32(Value.ofWait), 0x77: Int32(Value.ofWait),
  ]

  /// `T3` and `T3.2`.
  private func scanTripNumber(at start: Int, _ found: Found) {
    let letter = line.octets[Int(line.tokens[start].start)]
    guard letter | 0x20 == 0x74, line.tokens[start].end - line.tokens[start].start == 1,
      line.isGluedNumber(start + 1), line.tokens[start + 1].value > 0,
      !line.tokens[start].isGlued || start == 0 || line.tokens[start - 1].kind == .sign
    else { return }
    let trip = line.tokens[start + 1].value
    if line.gluedSign(start + 2) == 0x2E, line.isGluedNumber(start + 3) {
      return found(.tripNumber, start + 4, Value(trip, line.tokens[start + 3].value), 0)
    }
    found(.tripNumber, start + 2, Value(trip, 0), 0)
  }

  /// Of what a letter and the number behind it are the reference; nil if they are none.
  private func referenceKind(at start: Int) -> Int32? {
    let token = line.tokens[start]
    guard token.end - token.start == 1, line.isGluedNumber(start + 1),
      let kind = Self.letters[line.octets[Int(token.start)]], line.tokens[start + 1].value > 0,
      !token.isGlued || start == 0 || line.tokens[start - 1].kind == .sign,
      start + 2 >= line.tokens.count || !line.tokens[start + 2].isGlued
        || line.tokens[start + 2].kind == .sign
    else { return nil }
    return kind
  }

  /// Whether a letter is part of a reference, and no word: `W3` are not three who come.
  func isLetterOfReference(at start: Int) -> Bool {
    // `2027-W03` is a week.
    !line.tokens[start].isGlued && referenceKind(at: start) != nil
  }

  private func scanWord(at start: Int, _ found: Found) {
    let token = line.tokens[start]
    if let kind = referenceKind(at: start) {
      found(.reference, start + 2, Value(line.tokens[start + 1].value, kind), 0)
    }
    scanTripNumber(at: start, found)
    // `9a`, as calendars write it; apart from its number it is a word like any other.
    if token.end - token.start == 1, token.isGlued, start > 0,
      line.tokens[start - 1].kind == .number, [0x41, 0x61].contains(line.octets[Int(token.start)])
    {
      found(.meridiem, start + 1, Value(), 0)
    }
    if line.symbols[start] == SymbolTable.none, circumstances.names.mayKnow(token.hash),
      let kinds = circumstances.names.equipmentWords[token.hash]
    {
      // The place of the word's first equipment stands for all that the word names.
      found(.buildingEquipment, start + 1, Value(kinds[0], start, .bare), 1)
    }
  }

  private func scanSign(at start: Int, _ found: Found) {
    let sign = line.tokens[start].value
    if let (end, minutes) = isoOffset(at: start) { return found(.zone, end, Value(minutes), 0) }
    switch sign {
    case 0x2B where line.isGluedNumber(start + 1), 0x28: scanPhone(at: start, found)
    case 0x22: scanQuoted(at: start, sign: 0x22, found)
    case 0x27 where start == 0 || !line.tokens[start].isGlued:
      scanQuoted(at: start, sign: 0x27, found)
    case 0x27 where line.tokens[start - 1].kind == .number && !isQuotedWhole(by: 0x27):
      scanMinutes(at: start, found)
    default: break
    }
  }

  /// `30'`: minutes, if nothing stands right behind it.
  private func scanMinutes(at start: Int, _ found: Found) {
    let next = start + 1
    guard next >= line.tokens.count || !line.tokens[next].isGlued || line.tokens[next].kind == .sign
    else { return }
    found(.timeUnit, next, Value(1), -1)
  }

  /// What a title costs that is the whole line in quotes: an order copied with its quotes is one.
  private static let quotedLine = 4

  /// Whether the line begins and ends with a sign.
  private func isQuotedWhole(by sign: UInt8) -> Bool {
    line.isSign(0, sign) && line.isSign(line.tokens.count - 1, sign)
  }

  private func scanQuoted(at start: Int, sign: UInt8, _ found: Found) {
    let last = min(line.tokens.count, start + 2 + limits.textTokens)
    var end = start + 1
    while end < last {
      let closes =
        line.isSign(end, sign)
        && (sign == 0x22 || end + 1 >= line.tokens.count || !line.tokens[end + 1].isGlued)
      if closes {
        let isLine = start == 0 && end + 1 == line.tokens.count && !frame.asksTitle
        if end > start + 1 { found(.quoted, end + 1, Value(), isLine ? Self.quotedLine : 0) }
        return
      }
      end += 1
    }
  }

  private func scanNames(at start: Int, _ found: Found) {
    if circumstances.names.mayKnow(line.tokens[start].hash) {
      scanBuilding(at: start, circumstances.names, found)
    }
    circumstances.spoken.people?.forEach(in: line.tokens, at: start) { end, index in
      found(.knownPerson, end, Value(index), 0)
    }
    circumstances.names.peopleNames?.forEach(in: line.tokens, at: start) { end, index in
      found(.houseName, end, Value(index), 0)
    }
    circumstances.names.peopleGenitives?.forEach(in: line.tokens, at: start) { end, index in
      found(.houseGenitive, end, Value(index), 0)
    }
    circumstances.spoken.titles?.forEach(in: line.tokens, at: start) { end, index in
      found(.knownTitle, end, Value(index, 0, .titled), 0)
    }
    circumstances.spoken.providers?.forEach(in: line.tokens, at: start) { end, index in
      found(.knownProvider, end, Value(index), 0)
    }
    circumstances.spoken.rides?.forEach(in: line.tokens, at: start) { end, index in
      found(.knownRide, end, Value(index), 0)
    }
    circumstances.spoken.offered?.forEach(in: line.tokens, at: start) { end, index in
      found(.offered, end, Value(index), 0)
    }
    guard line.symbols[start] == SymbolTable.none else { return }
    circumstances.spoken.titleWords?.forEach(in: line.tokens, at: start) { end, index in
      found(.titleWord, end, Value(index, 0, .titled), 0)
    }
  }

  private func scanBuilding(at start: Int, _ vocabulary: BuildingNames, _ found: Found) {
    vocabulary.roomNames.forEach(in: line.tokens, at: start) { end, index in
      found(.knownRoom, end, Value(index), 0)
    }
    vocabulary.equipmentNames.forEach(in: line.tokens, at: start) { end, index in
      found(.buildingEquipment, end, Value(index), 0)
    }
    vocabulary.locationNames.forEach(in: line.tokens, at: start) { end, index in
      found(.place, end, Value(index), 0)
    }
  }

  /// Whether a number may be the beginning of a telephone number: by its zero, by its length, or as
  /// `49171 2223334`, where more stand behind it.
  private func mayBeginPhone(_ start: Int) -> Bool {
    let token = line.tokens[start]
    if line.hasLeadingZero(start) || token.digits >= 7 { return true }
    guard token.digits >= 5, start + 1 < line.tokens.count else { return false }
    let next = line.tokens[start + 1]
    return next.kind == .number && next.digits >= 3
  }

  /// Digits in groups that may be a telephone number: `+44 20 7946 0958`, `030/12 34 56`. Offered
  /// at every end where it might be one; whether it is, only the telephone library says.
  private func scanPhone(at start: Int, _ found: Found) {
    // Behind a plus the number has begun already: without it other digits would be dialled.
    if line.tokens[start].isGlued, start > 0,
      line.tokens[start - 1].kind != .sign || line.isSign(start - 1, 0x2B)
    {
      return
    }
    // Nor is `00` of `10:00` its beginning.
    if start > 1, line.gluedSign(start - 1) == 0x3A, line.tokens[start - 2].kind == .number {
      return
    }
    var digits = 0
    var index = start
    var isInBracket = false
    let isForeign = line.isSign(start, 0x2B)
    while index < line.tokens.count, index - start < 24 {
      let token = line.tokens[index]
      switch token.kind {
      case .number:
        if !token.isGlued, index > start, !isForeign, line.gluedSign(index + 1) == 0x3A { return }
        if isISODate(at: index) { return }
        digits += Int(token.digits)
      case .word: return
      case .sign:
        guard [0x2B, 0x28, 0x29, 0x2F, 0x2D, 0x2E].contains(token.value),
          token.value != 0x2B || index == start || line.isSign(index - 1, 0x28),
          !(token.value == 0x2E && !line.isGluedNumber(index + 1))
        else { return }
        // What closes a bracket that was open before it ends the number, too.
        if token.value == 0x29, !isInBracket { return }
        if token.value == 0x28 || token.value == 0x29 { isInBracket = token.value == 0x28 }
      }
      index += 1
      guard digits <= 17 else { return }
      if digits >= 6, token.kind == .number, !isInBracket, isBorder(index),
        !isAmongSingleDigits(index)
      {
        found(.phone, index, Value(digits), 3 * (index - start) - min(digits, 12))
      }
    }
  }

  /// Whether a number that ends before a token does not end in the middle of what stands without a
  /// space.
  private func isBorder(_ end: Int) -> Bool {
    end == line.tokens.count || !line.tokens[end].isGlued
      || line.tokens[end].kind == .sign && !line.isGluedNumber(end + 1)
  }

  /// Whether a number that is said digit by digit goes on: `0 1 7 1 7 6 5` ends where the digits
  /// do.
  private func isAmongSingleDigits(_ end: Int) -> Bool {
    end >= 3 && end < line.tokens.count && isBorder(end + 1)
      && (end - 3...end).allSatisfy {
        line.tokens[$0].kind == .number && line.tokens[$0].digits == 1
      }
  }
}
