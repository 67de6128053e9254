// What a draft makes of a booking that stands: only what was said changes.

import Bookings
import CivilTime
import Language

extension Booking {
  /// The booking with a change, as it would be asked for anew: what alternatives are sought for.
  func request(with change: BookingChange) -> BookingRequest {
    let start = change.start ?? span.start
    let end = change.end ?? start.adding(minutes: span.minutes)
    var request = BookingRequest(room: change.room ?? room, start: start, end: end)
    request.minutes = change.minutes
    request.title = title
    request.attendees = change.attendees ?? attendees.map(AttendeeRequest.init)
    request.headcount = change.headcount
    request.acceptsFewerSeats = change.acceptsFewerSeats
    return request
  }
}

extension Draft {
  /// What a draft changes of a booking.
  func change(of booking: Booking, in ledger: Ledger) -> BookingChange {
    var change = BookingChange()
    change.room = room
    change.title = title
    change.description = description
    change.isPrivate = isPrivate
    change.attendees = attendees
    change.headcount = headcount
    change.acceptsFewerSeats = acceptsFewerSeats
    setTimes(in: &change, of: booking, ledger)
    return change
  }

  private var saysWhen: Bool {
    day != nil || start != nil || end != nil || minutes != nil || movesByMinutes != nil
      || lengthensByMinutes != nil || movesByDays != nil
  }

  /// Where only the day is another, both times stay as the clocks show them; where the start is
  /// another time, it lasts as long as before, in minutes that pass.
  private func setTimes(in change: inout BookingChange, of booking: Booking, _ ledger: Ledger) {
    guard saysWhen else { return }
    let old = booking.span, zone = ledger.zone
    let lasted = Int(booking.end.since(booking.start).components.seconds / 60)
    let date = movesByDays?.applied(to: day ?? old.start.date) ?? day ?? old.start.date
    var start = CivilMoment(date, self.start ?? old.start.time)
    if isFromNow {
      let policy = ledger.room(booking.room)?.policy ?? ledger.building.policy
      start = ledger.onGrid(start, minutes: policy.gridMinutes)
    }
    var end = start.adding(minutes: old.minutes)
    var lasts = minutes ?? (self.start != nil || start == old.start ? lasted : nil)
    if let said = self.end ?? (keepsEnd ? old.end.time : nil) {
      (end, lasts) = (said.asEnd(after: start), nil)
    }
    if let by = movesByMinutes {
      if self.end == nil { lasts = minutes ?? lasted }
      start = zone.moment(minutes: by, after: start)
      end = zone.moment(minutes: by, after: end)
    }
    if let by = lengthensByMinutes {
      lasts = lasts.map { $0 + by }
      end = zone.moment(minutes: by, after: end)
    }
    if zone.resolve(start).instant == nil {
      lasts = nil
    } else if let lasts {
      end = zone.moment(minutes: lasts, after: start)
    }
    if start != old.start { change.start = start }
    guard end != old.end || start != old.start || lasts.map({ $0 != lasted }) ?? false else {
      return
    }
    change.end = end
    change.minutes = lasts
  }
}

extension ClockWindow {
  /// From midnight to midnight: `all day`.
  var isWholeDay: Bool { from == .midnight && to == .endOfDay }

  /// Whether a booking begins and ends within it, on whatever day.
  func holds(_ span: CivilSpan) -> Bool {
    from <= span.start.time && span.end.time <= to && span.start.date == span.end.date
  }
}
