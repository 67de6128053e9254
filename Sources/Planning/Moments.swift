// Where a request meets the calendar: which moments its times mean, and what had to be assumed.

import Bookings
import CivilTime
import Discourse

/// The moments that a request means.
struct Moments {
  let start: CivilMoment
  let end: CivilMoment
  /// How long it is to last, in minutes that pass; nil where the end was said.
  var minutes: Int?
  var assumed: Set<Assumption> = []

  var span: CivilSpan? { CivilSpan(from: start, to: end) }
}

extension HouseView {
  /// The moments of a request; nil as long as no start is known.
  func moments(of request: Request) -> Moments? {
    let times = request.times
    guard let time = times.start.value else { return nil }
    var assumed: Set<Assumption> = []
    let date: CivilDate
    if let day = times.day.value {
      date = max(day.first, day.isSeveral ? civilNow.date : day.first)
    } else {
      assumed.insert(.day)
      date = civilNow.date.adding(days: isOverToday(time, times) ? 1 : 0)
    }
    let start = CivilMoment(date, time)
    if let end = times.end.value {
      return Moments(start: start, end: end.asEnd(after: start), assumed: assumed)
    }
    let said = times.length.value ?? times.minutes
    if said == nil { assumed.insert(.length) }
    let length = said ?? usualMinutes
    // Only by a clock can be counted from a start that is shown twice or never.
    let isOnce = ledger.zone.resolve(start).instant != nil
    let end =
      isOnce
      ? ledger.zone.moment(minutes: length, after: start) : start.adding(minutes: length)
    return Moments(start: start, end: end, minutes: isOnce ? length : nil, assumed: assumed)
  }

  /// Whether today's time is over, so that tomorrow's is meant. One that is said to last until
  /// later than now is still meant, and begins too early: `9-10` at 9:07.
  private func isOverToday(_ time: ClockTime, _ times: Times) -> Bool {
    let start = CivilMoment(civilNow.date, time)
    let last =
      times.end.value?.asEnd(after: start)
      ?? times.length.value.map { start.adding(minutes: $0) }
    guard let last else { return start < civilNow }
    return start < civilNow && last <= civilNow
  }

  /// What is asked of the ledger for a new booking.
  func bookingRequest(for request: Request, in room: RoomID, _ moments: Moments) -> BookingRequest {
    var wanted = BookingRequest(room: room, start: moments.start, end: moments.end)
    wanted.minutes = moments.minutes
    wanted.title = request.title.value ?? ""
    wanted.description = request.description.value ?? ""
    wanted.isPrivate = request.isPrivate.value ?? false
    wanted.attendees = request.people.value ?? []
    wanted.headcount = request.headcount.value
    wanted.acceptsFewerSeats = request.acceptsFewerSeats.value ?? false
    wanted.owner = owner(of: request)
    return wanted
  }

  /// What becomes otherwise of a booking by what is wanted of it now.
  func change(of booking: Booking, to request: Request) -> BookingChange {
    var change = BookingChange()
    if let room = request.namedRoom, room != booking.room { change.room = room }
    if request.title.isNew { change.title = request.title.value ?? "" }
    if request.description.isNew { change.description = request.description.value ?? "" }
    if request.isPrivate.isNew { change.isPrivate = request.isPrivate.value }
    if request.people.isNew { change.attendees = request.people.value ?? [] }
    change.headcount = request.headcount.value
    change.acceptsFewerSeats = request.acceptsFewerSeats.value ?? false
    setTimes(of: booking, request.times, in: &change)
    return change
  }

  /// Where only the day is another, both times stay as the clocks show them; where the start is
  /// another time, it lasts as long as before, in minutes that pass.
  private func setTimes(of booking: Booking, _ times: Times, in change: inout BookingChange) {
    guard times.day.isNew || times.start.isNew || times.end.isNew || times.length.isNew else {
      return
    }
    let old = booking.span
    let date = times.day.value?.first ?? old.start.date
    let start = CivilMoment(date, times.start.value ?? old.start.time)
    let lasted = ledger.zone.minutes(of: old)
    var end: CivilMoment
    var lasts: Int?
    if let said = times.end.value {
      if times.end.isNew || start.time == old.start.time && !times.length.isNew {
        // An end that stays may be on the next day, as it was.
        end = times.end.isNew ? said.asEnd(after: start) : start.adding(minutes: old.minutes)
      } else {
        (end, lasts) = (start, lasted)
      }
    } else {
      (end, lasts) = (start, times.length.value ?? lasted)
    }
    if let lasts {
      end =
        ledger.zone.resolve(start).instant == nil
        ? start.adding(minutes: lasts) : ledger.zone.moment(minutes: lasts, after: start)
    }
    if start == old.start, lasts == nil { lasts = times.end.isNew ? nil : lasted }
    if start != old.start { change.start = start }
    guard end != old.end || start != old.start || lasts.map({ $0 != lasted }) ?? false else {
      return
    }
    change.end = end
    change.minutes = lasts
  }
}

extension DayWish {
  /// Whether it is one of several days.
  var isSeveral: Bool {
    switch self {
    case .on: false
    case .among(let days): days.lowerBound < days.upperBound
    }
  }
}

extension Wish {
  /// Whether it was said, or taken back, since the ground was laid by what stands.
  var isNew: Bool {
    switch self {
    case .unsaid, .is(_, .referred): false
    case .cleared, .is(_, .said), .is(_, .assumed): true
    }
  }
}

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
