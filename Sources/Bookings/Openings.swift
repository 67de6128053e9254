// What the calendars behind the rooms leave free.

public import CivilTime

/// What the calendars behind the rooms leave free, for the rooms and days that were asked for.
public struct Openings: Hashable, Sendable {
  private var spans: [RoomID: [CivilDate: [CivilSpan]]] = [:]

  /// Nothing is known, so nothing is forbidden.
  public init() {}

  /// Keeps what is left free of a room on a day; nil forgets that anybody was asked.
  public mutating func leave(_ free: [CivilSpan]?, of room: RoomID, on date: CivilDate) {
    spans[room, default: [:]][date] = free
  }

  /// The parts of a span that another calendar does not leave free, in order of time. Openings
  /// that touch count as one; days nobody was asked about are open.
  func closed(in room: RoomID, during span: CivilSpan) -> [CivilSpan] {
    guard let days = spans[room] else { return [] }
    var closed: [CivilSpan] = []
    for day in span.days(knownBy: days) {
      guard let open = days[day], let part = span.intersection(with: .day(day)) else { continue }
      closed += part.subtracting(open)
    }
    return closed
  }
}

extension CivilSpan {
  /// The whole of a day, 00:00 to 24:00.
  static func day(_ date: CivilDate) -> CivilSpan {
    guard let day = CivilSpan(on: date, from: .midnight, to: .endOfDay) else {
      preconditionFailure("a day is longer than nothing")
    }
    return day
  }

  /// The last day of which a minute belongs to the span.
  var lastDate: CivilDate { end.adding(minutes: -1).date }

  /// The days of the span that are keys of a dictionary, in order. Never walks more days than
  /// either has, so that a span of a thousand years costs no more than what is known of it.
  func days<Value>(knownBy known: [CivilDate: Value]) -> [CivilDate] {
    let count = lastDate.days(since: start.date) + 1
    if count <= known.count {
      return (0..<count).map { start.date.adding(days: $0) }.filter { known[$0] != nil }
    }
    return known.keys.filter { start.date <= $0 && $0 <= lastDate }.sorted()
  }
}
