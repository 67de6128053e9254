// Series in a life: all of their bookings are there or none, and on the days that were said.

import Bookings
import CivilTime

/// An order of a series that says all it means, as talkers give it: `book 1.1 every day 10:00-11:00
/// from 2026-11-25 until 2026-11-28`.
struct SeriesOrder: Hashable {
  let room: String
  let dates: [CivilDate]
  let start: String
  let end: String

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The order that a line gives; nil if it is none.
  init?(said line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 9, words[0] == "book", words[2] == "every", words[5] == "from",
      words[7] == "until", let first = CivilDate(words[6]), let last = CivilDate(words[8])
    else { return nil }
    let times = words[4].split(separator: "-").map(String.init)
    guard times.count == 2, first < last else { return nil }
    let weekday = Self.weekdays.firstIndex(of: words[3]).map { $0 + 1 }
    guard weekday != nil || words[3] == "day" else { return nil }
    dates = (0...last.days(since: first)).map { first.adding(days: $0) }
      .filter { weekday == nil || $0.weekday.rawValue == weekday }
    guard dates.count > 1 else { return nil }
    room = words[1]
    start = times[0]
    end = times[1]
  }

  /// Whether bookings are what was ordered, each day once.
  func isMet(by bookings: [Booking]) -> Bool {
    bookings.map(\.span.start.date).sorted() == dates
      && Set(bookings.map(\.series?.series)).count == 1
      && bookings.allSatisfy { booking in
        booking.series != nil && booking.room.text == room
          && booking.span.start.time.description == start
          && booking.span.end.time.description == end
      }
  }
}

/// What was seen of series so far.
struct SeriesWatch {
  /// How every booking of a series was made.
  private struct Making: Hashable {
    let rule: String
    let count: Int
    let owner: UserID

    init(_ place: SeriesPlace, _ booking: Booking) {
      rule = place.rule
      count = place.count
      owner = booking.owner
    }
  }

  private var known: [SeriesReference: Making] = [:]
  private var lastLook = Instant(milliseconds: 0)
  private(set) var counts = Counts()

  /// What is wrong with the bookings as they are, of which some have changed by what somebody
  /// alone has said.
  mutating func look(
    at bookings: [Booking], changed: [Booking], isNew: (Booking) -> Bool, by asker: Asker?,
    latest: Instant
  ) -> [Fault] {
    var faults: [Fault] = []
    // What is over for a day, or was cancelled a day ago, is forgotten.
    let isAllThere = latest < lastLook + .seconds(86_400)
    lastLook = latest
    for (series, members) in Dictionary(grouping: bookings.filter { $0.series != nil }, by: \.key) {
      guard let series, let first = members.first, let place = first.series else { continue }
      let making = Making(place, first)
      let before = known.updateValue(making, forKey: series)
      if before == nil { counts.note(.seriesBooked) }
      let isAlike = members.allSatisfy { one in
        one.series.map { Making($0, one) } == before ?? making
      }
      if !isAlike { faults.append(("a series stays what it is", "\(members)")) }
      let indexes = members.compactMap(\.series?.index).sorted()
      if Set(indexes).count < indexes.count || indexes.contains(where: { $0 > making.count }) {
        faults.append(("a series stays what it is", "\(members)"))
      }
      // A booking that became the first of one is none any more when that is undone.
      let isUndone = members.allSatisfy { $0.state == .cancelled }
      // One whose order was of unknown outcome may be seen first when its first days are over.
      let isLeft = indexes == Array((making.count - indexes.count + 1)...making.count)
      let isBegun = isLeft && members.contains { $0.start <= latest }
      if before == nil, isAllThere, !isUndone, !isBegun, indexes != Array(1...making.count) {
        faults.append(("a series is booked whole or not at all", "\(members)"))
      }
    }
    let made = changed.filter(isNew)
    if let asker, let order = SeriesOrder(said: asker.said), !made.isEmpty {
      counts.note(.seriesCompared)
      if !order.isMet(by: made) {
        faults.append(("a series is on the days that were said", "\(asker): \(made)"))
      }
    }
    let together = changed.filter { !isNew($0) && $0.series != nil }
    if Set(together.map(\.key)).count == 1, together.count > 1 {
      counts.note(.seriesChanged)
    }
    return faults
  }
}

extension Booking {
  /// Of which series it is.
  fileprivate var key: SeriesReference? { series?.series }
}
