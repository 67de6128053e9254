// The spans held in one room, day by day: where overlaps are looked for.

import CivilTime

/// What is held in a room. A question about a span costs the days it touches, not all bookings.
struct RoomDiary: Equatable, Sendable {
  /// A booking's hold on the room.
  struct Hold: Equatable, Sendable {
    let span: CivilSpan
    let reference: BookingReference
  }

  /// The holds of which a minute lies on a day, in order of time. A hold across midnight stands on
  /// every day it touches.
  private var days: [CivilDate: [Hold]] = [:]

  /// Whether nothing is held.
  var isEmpty: Bool { days.isEmpty }

  mutating func insert(_ hold: Hold) {
    for day in hold.days { Self.insert(hold, into: &days[day, default: []]) }
  }

  private static func insert(_ hold: Hold, into holds: inout [Hold]) {
    holds.insert(hold, at: place(of: hold.span.start, in: holds))
  }

  mutating func remove(_ hold: Hold) {
    for day in hold.days {
      days[day]?.removeAll { $0.reference == hold.reference }
      if days[day]?.isEmpty == true { days[day] = nil }
    }
  }

  /// The holds that share a minute with a span, in order of time.
  func holds(during span: CivilSpan) -> [Hold] {
    var found: [Hold] = []
    for day in span.days(knownBy: days) {
      for hold in days[day, default: []] where hold.span.overlaps(span) {
        let isFirstDay = hold.span.start.date == day || span.start.date == day
        if isFirstDay { found.append(hold) }
      }
    }
    return found
  }

  /// The index of the first hold that does not begin before a moment, by bisection.
  private static func place(of start: CivilMoment, in holds: [Hold]) -> Int {
    var low = 0, high = holds.count
    while low < high {
      let middle = (low + high) / 2
      if holds[middle].span.start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RoomDiary.Hold {
  /// What a booking holds.
  init(_ booking: Booking) {
    self.init(span: booking.span, reference: booking.reference)
  }

  /// The days of which a minute belongs to the hold, in order.
  fileprivate var days: some Sequence<CivilDate> {
    let first = span.start.date
    return (0...span.lastDate.days(since: first)).lazy.map { first.adding(days: $0) }
  }
}
