// What one line does to the times of a draft: what is said replaces what was said before, and is no
// longer assumed.

import CivilTime
import Language

extension Draft {
  /// Takes what a line says about when.
  mutating func take(_ when: When, _ now: Instant, _ zone: ZoneRules) {
    switch when.day?.value {
    case .on(let date):
      day = date
      if days?.contains(date) != true { days = nil }
      assumed.subtract([.day, .calendar])
    case .among(let first, _):
      day = first
      days = when.day?.value.several
    case .nextDay: day = day?.adding(days: 1)
    case .previousDay: day = day?.adding(days: -1)
    case .impossible, .contradiction, nil: break
    }
    if let minutes = when.fromNowMinutes {
      let moment = zone.civil(at: now + .seconds(minutes.value * 60))
      day = moment.date
      start = moment.time
      isFromNow = true
    }
    takeTimes(of: when)
    if let awaited = awaitedLength, let length = when.lengthMinutes, when.saysOnlyLength {
      lengthensByMinutes = awaited == .shorter ? -length.value : length.value
    } else if let length = when.lengthMinutes {
      minutes = length.value
      if when.end == nil { end = nil }
      assumed.remove(.length)
    }
    switch when.shift?.value {
    case .length(let by): lengthensByMinutes = by
    case .whole(let by): movesByMinutes = by
    case .start(let by): (movesByMinutes, lengthensByMinutes) = (by, -by)
    case .days(let days, let months): movesByDays = DayShift(days: days, months: months)
    case nil: break
    }
    awaitedLength = when.lengthAwaited
    if let part = when.window { window = part.value }
    bound = when.bound
    if when.assumed.contains(.meridiem) { assumed.insert(.meridiem) }
    if when.assumed.contains(.year) || when.assumed.contains(.month) { assumed.insert(.calendar) }
  }

  /// Applies what was said relative to the start and length that a new booking has so far.
  mutating func settleShifts(usualMinutes: Int) {
    if let by = movesByDays, let day { self.day = by.applied(to: day) }
    movesByDays = nil
    guard let start else { return }
    let length = end.map { $0.minutes - start.minutes }.flatMap { $0 > 0 ? $0 : nil }
    if let by = movesByMinutes, let moved = ClockTime(minutes: start.minutes + by) {
      self.start = moved
      minutes = length ?? minutes
      end = nil
    }
    if let by = lengthensByMinutes {
      minutes = (length ?? minutes ?? usualMinutes) + by
      end = nil
      assumed.remove(.length)
    }
    movesByMinutes = nil
    lengthensByMinutes = nil
  }

  /// `from 2 on`, and in the next line `until 5`: both ends are known now.
  mutating func closeOpenEnd() {
    guard start == nil, let end, let window, window.to == .endOfDay, window.from < end,
      window.from != .midnight
    else { return }
    start = window.from
    self.window = nil
    bound = .exact
  }

  private mutating func takeTimes(of when: When) {
    if let said = when.start {
      // A new start keeps the length, so an end said before no longer holds.
      if when.end == nil, let end {
        if let start, end.minutes > start.minutes { minutes = end.minutes - start.minutes }
        self.end = nil
      }
      start = said.value
      isFromNow = false
      assumed.remove(.meridiem)
    }
    if let said = when.end {
      end = said.value
      if when.lengthMinutes == nil { minutes = nil }
      assumed.remove(.length)
    }
  }
}

extension When {
  /// Whether it says how long something lasts, and nothing else.
  var saysOnlyLength: Bool {
    lengthMinutes != nil && day == nil && start == nil && end == nil && window == nil
      && fromNowMinutes == nil && shift == nil
  }
}

extension When {
  /// That it is to be longer or shorter, where it is not said by how much.
  var lengthAwaited: EarlierTime? {
    guard let way = startsAsBefore?.value, [.longer, .shorter].contains(way) else { return nil }
    return way
  }
}

extension Slots {
  /// Whether the line says where or when something is to be moved.
  var hasTarget: Bool { target != nil || targetRoom != nil }

  /// Whether the line says a room, a day or a start, but not as what something is to become.
  var namesOnlyWhatIs: Bool {
    !hasTarget && (!rooms.isEmpty || when.contains { $0.day != nil || $0.start != nil })
  }

  /// Whether the line says a room or a time.
  var namesPlace: Bool { hasTarget || !when.isEmpty || !rooms.isEmpty }

  /// Takes out that the end stays, if the line says so.
  mutating func takeEndAsBefore() -> Bool {
    guard when.first?.startsAsBefore?.value == .ends else { return false }
    when.removeFirst()
    return true
  }

  /// Takes out that it is to be longer or shorter.
  mutating func takeLengthAwaited() -> EarlierTime? {
    guard let awaited = when.first?.lengthAwaited else { return nil }
    when[0].startsAsBefore = nil
    when.removeAll(where: \.isEmpty)
    return awaited
  }

  /// Makes a lone time an end, where only the end was asked for.
  mutating func takeStartAsEnd() {
    guard when.count == 1, let start = when[0].start, when[0].end == nil else { return }
    when[0].end = start
    when[0].start = nil
  }

  /// `Dachstube at 2`, while another room is put together: that one is wanted, too.
  mutating func takeRoomAsTarget() {
    if target != nil, targetRoom == nil { targetRoom = rooms.first }
  }

  /// Whether a question is about no booking that stands: `when is it?`.
  var isOfWhatIsOpen: Bool {
    (booking == nil || booking?.value == .last) && !namesPlace && mine == nil
  }

  /// Whether `cancel` without a booking, or of `it`, means what is being put together.
  var meansWhatIsOpen: Bool {
    (booking == nil || booking?.value == .last) && !namesPlace && choice == nil && mine == nil
  }
}
