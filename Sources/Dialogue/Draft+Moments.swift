// Where a draft meets the calendar: which moments its times mean, and what had to be assumed.

import Bookings
import CivilTime

/// The moments a draft means.
struct Moments: Hashable, Sendable {
  var start: CivilMoment
  var end: CivilMoment
  /// How long it is to last, in minutes that pass; nil where the end was said.
  var minutes: Int?
  var assumed: Set<Assumption>
}

extension Draft {
  /// Beyond so many minutes an end before the start is a slip, not the next morning: `22 to 1` goes
  /// across midnight, `11:00-10:15` does not.
  static let acrossMidnightMinutesMax = 720

  /// The moments of a draft that has a start.
  func groundMoments(
    now: CivilMoment, usualMinutes: Int, gridMinutes: Int, in ledger: Ledger
  ) -> Moments {
    guard let time = start else { preconditionFailure("only a draft with a start has moments") }
    var assumed: Set<Assumption> = []
    var date = day ?? now.date
    if day == nil {
      if CivilMoment(date, time) < now { date = date.adding(days: 1) }
      assumed.insert(.day)
    }
    var start = CivilMoment(date, time)
    if isFromNow { start = ledger.onGrid(start, minutes: gridMinutes) }
    if let end {
      return Moments(start: start, end: moment(of: end, after: start), assumed: assumed)
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

  /// The moment an end means: on the day of the start, or the next morning.
  func moment(of end: ClockTime, after start: CivilMoment) -> CivilMoment {
    let sameDay = CivilMoment(start.date, end)
    guard sameDay <= start else { return sameDay }
    let nextDay = sameDay.adding(minutes: 1440)
    return nextDay.minutes(since: start) <= Self.acrossMidnightMinutesMax ? nextDay : sameDay
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
