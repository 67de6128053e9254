// Where a draft meets the calendar: which moments its times mean, and what had to be assumed.

import Bookings
import CivilTime
import Language

/// The moments a draft means.
struct Moments: Hashable, Sendable {
  var start: CivilMoment
  var end: CivilMoment
  /// How long it is to last, in minutes that pass; nil where the end was said.
  var minutes: Int?
  var assumed: Set<Assumption>
}

extension Draft {
  /// The moments of a draft that has a start.
  func groundMoments(
    now: CivilMoment, usualMinutes: Int, gridMinutes: Int, in ledger: Ledger
  ) -> Moments {
    guard let time = start else { preconditionFailure("only a draft with a start has moments") }
    var assumed: Set<Assumption> = []
    var date = day ?? now.date
    if day == nil {
      if isOverToday(time, now) { date = date.adding(days: 1) }
      assumed.insert(.day)
    }
    var start = CivilMoment(date, time)
    if isFromNow { start = ledger.onGrid(start, minutes: gridMinutes) }
    if let end {
      return Moments(start: start, end: end.asEnd(after: start), assumed: assumed)
    }
    if minutes == nil { assumed.insert(.length) }
    let length = minutes ?? usualMinutes
    // Only by a clock can be counted from a start that is shown twice or never.
    let isOnce = ledger.zone.resolve(start).instant != nil
    let end =
      isOnce
      ? ledger.zone.moment(minutes: length, after: start) : start.adding(minutes: length)
    return Moments(start: start, end: end, minutes: isOnce ? length : nil, assumed: assumed)
  }

  /// Whether today's time is over, so that tomorrow's is meant. One that is said to last until
  /// later than now is still meant, and begins too early: `9-10` at 9:07.
  private func isOverToday(_ time: ClockTime, _ now: CivilMoment) -> Bool {
    let start = CivilMoment(now.date, time)
    guard let last = end?.asEnd(after: start) ?? minutes.map({ start.adding(minutes: $0) }) else {
      return start < now
    }
    return start < now && last <= now
  }

  /// The first attendee whose number has to be asked about.
  var firstDoubt: (index: Int, phone: DoubtfulPhone)? {
    doubtfulPhones.min { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// What is asked of the ledger for a new booking.
  func request(room: RoomID, _ moments: Moments) -> BookingRequest {
    var request = BookingRequest(room: room, start: moments.start, end: moments.end)
    request.minutes = moments.minutes
    request.title = title ?? ""
    request.description = description ?? ""
    request.isPrivate = isPrivate ?? false
    request.attendees = attendees ?? []
    request.headcount = headcount
    request.acceptsFewerSeats = acceptsFewerSeats
    return request
  }
}
