// Times of other zones: how far a zone is from UTC, and what the clocks of the house show then.

internal import CivilTime

/// Zones. The raw value is the name in the grammar.
enum ZoneMeaning: String, CaseIterable, Sendable {
  /// `UTC+2`, `GMT-3`: hours or a time east of a zone; west of it with the argument -1.
  case offset = "zone-offset"
}

extension Production {
  /// The offset of a zone in minutes east of UTC; nil if the parts make none.
  @inline(never)
  func zone(_ meaning: ZoneMeaning, of parts: Parts) -> Value? {
    switch meaning {
    case .offset:
      let offset = parts.count > 1 ? parts.values.1 : parts.values.0
      let isTime = parts.value(of: .hourMinute) != nil
      // `+0200` says hours and minutes, `+2` hours.
      let minutes =
        isTime ? offset.a : offset.b > 2 ? offset.a / 100 * 60 + offset.a % 100 : offset.a * 60
      // No zone is further from UTC than that (tz database).
      guard offset.b <= 4, (0...14 * 60).contains(minutes), minutes % 15 == 0 else { return nil }
      return Value(minutes * first + (parts.count > 1 ? parts.values.0.a : 0))
    }
  }
}

extension When {
  /// The same with the times that the clocks of a zone show, if they were said of another. Without
  /// a day they count as of today.
  func converted(to zone: ZoneRules, today: CivilDate) -> When {
    guard let said = self.zone, start != nil || end != nil else { return self }
    let date: CivilDate
    switch day?.value {
    case nil: date = today
    // Of several days the first tells the offset.
    case .on(let first), .among(let first, _): date = first
    case .nextDay, .previousDay, .sameDay, .impossible, .contradiction: return self
    }
    let offset = said.value.offsetMinutes
    func instant(_ time: ClockTime, _ date: CivilDate) -> Instant {
      Instant(seconds: Int64(CivilMoment(date, time).minuteNumber - offset) * 60)
    }
    var when = self
    var began: Instant?
    if let start {
      let at = instant(start.value, date)
      let moment = zone.civil(at: at)
      when.start = Said(moment.time, start.range, origin: start.origin)
      when.moveDay(by: moment.date.days(since: date))
      began = at
    }
    if let end {
      let isNextDay = start.map { end.value <= $0.value } ?? false
      let moment = zone.civil(at: instant(end.value, isNextDay ? date.adding(days: 1) : date))
      when.end = Said(moment.time, end.range, origin: end.origin)
      if start == nil { when.moveDay(by: moment.date.days(since: date)) }
    }
    when.zone = Said(
      ZoneConversion(
        offsetMinutes: offset, start: start?.value, end: end?.value, instant: began), said.range)
    return when
  }

  private mutating func moveDay(by days: Int) {
    guard days != 0, let said = day, case .on(let date) = said.value else { return }
    day = Said(.on(date.adding(days: days)), said.range, origin: said.origin)
  }
}

extension ZoneConversion {
  /// `zone:UTC+02:00` in the canonical line.
  var written: String {
    let minutes = abs(offsetMinutes)
    let time = ClockTime(minutes: minutes).map { "\($0)" } ?? "\(minutes)"
    return "zone:UTC" + (offsetMinutes < 0 ? "-" : "+") + time
  }
}
