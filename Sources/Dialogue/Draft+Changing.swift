// What a draft makes of a booking that stands: only what was said changes.

import Bookings
import CivilTime

extension Booking {
  /// The booking with a change, as it would be asked for anew: what alternatives are sought for.
  func request(with change: BookingChange) -> BookingRequest {
    let start = change.start ?? span.start
    let end = change.end ?? start.adding(minutes: span.minutes)
    var request = BookingRequest(room: change.room ?? room, start: start, end: end)
    request.title = title
    request.attendees = change.attendees ?? attendees.map(AttendeeRequest.init)
    request.headcount = change.headcount
    request.acceptsFewerSeats = change.acceptsFewerSeats
    return request
  }
}

extension Draft {
  /// What a draft changes of a booking.
  func change(of booking: Booking, now: CivilMoment, grid: Int) -> BookingChange {
    var change = BookingChange()
    change.room = room
    change.title = title
    change.description = description
    change.isPrivate = isPrivate
    change.attendees = attendees
    change.headcount = headcount
    change.acceptsFewerSeats = acceptsFewerSeats
    setTimes(in: &change, of: booking, grid: grid)
    return change
  }

  private func setTimes(in change: inout BookingChange, of booking: Booking, grid: Int) {
    let old = booking.span
    var start = CivilMoment(day ?? old.start.date, self.start ?? old.start.time)
    if isFromNow { start = start.roundedUp(toMultipleOf: grid) }
    var end = start.adding(minutes: minutes ?? old.minutes)
    if let said = self.end { end = moment(of: said, after: start) }
    if let by = movesByMinutes {
      start = start.adding(minutes: by)
      end = end.adding(minutes: by)
    }
    if let by = lengthensByMinutes { end = end.adding(minutes: by) }
    if start != old.start { change.start = start }
    if end != old.end || start != old.start { change.end = end }
  }
}
