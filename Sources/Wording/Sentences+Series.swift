// Series: which of their bookings are told together, and how days are gathered.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

extension Sentences {
  func bookedSeries(
    _ bookings: [Booking], _ leftOut: [CivilSpan], _ waits: Bool, _ assumed: [Assumption],
    _ tellsUndo: Bool
  ) -> [String] {
    guard let first = bookings.first else { return [] }
    var lines = [
      bookedSeriesLine(summary(ofSeries: bookings), isPrivate: first.isPrivate)
    ]
    if !leftOut.isEmpty { lines.append(leftOutLine(days(leftOut.map(\.start.date)), waits: waits)) }
    if !first.title.isEmpty { lines.append(titleLine(first.title)) }
    lines += behalf(of: first)
    lines += assumptions(assumed, first.span, first.room)
    if first.attendees.isEmpty, tellsUndo { lines.append(undoHint) }
    return lines
  }

  func wouldBookSeries(_ bookings: [Booking], _ assumed: [Assumption]) -> [String] {
    guard let first = bookings.first else { return [] }
    let name = seriesName(nil, count: bookings.count)
    var lines = [
      draftSeriesLine("\(name): \(places(of: bookings))", isPrivate: first.isPrivate)
    ]
    lines += texts(first.title, first.description)
    lines += first.attendees.map { comesLine(person($0)) }
    return lines + assumptions(assumed, first.span, first.room)
  }

  func seriesClash(_ clashes: [SeriesClash], of count: Int) -> [String] {
    [clashHead(free: count - clashes.count, of: count)] + told(clashes)
  }

  func stuck(_ clashes: [SeriesClash]) -> [String] {
    told(clashes) + [staysLine(days(clashes.map(\.wanted.start.date)))]
  }

  private func told(_ clashes: [SeriesClash]) -> [String] {
    let told = clashes.prefix(Self.clashesMax).flatMap { clash in
      clash.refusals.prefix(1).map { sentence(for: $0, clash.wanted) }
    }
    let more = clashes.count - Self.clashesMax
    return told + (more > 0 ? [andMore(more)] : [])
  }

  /// How many days that cannot be had are told one by one.
  private static var clashesMax: Int { 5 }

  func changedSeries(_ changes: [ProposedChange]) -> [String] {
    guard let first = changes.first, let before = first.before else { return [] }
    let lines = [changedSeriesLine(summary(ofSeries: changes.map(\.after)))]
    return lines + differences(from: before, to: first.after)
  }

  /// The bookings of one series that would become otherwise together; nil if they are not that.
  func ofOneSeries(_ changes: [ProposedChange]) -> [Booking]? {
    let after = changes.map(\.after)
    guard after.count > 1, after[0].series != nil, !changes.contains(where: \.isCancellation),
      Set(after.map({ $0.series?.series })).count == 1
    else { return nil }
    return after
  }

  /// In what bookings that become otherwise together differ beside room and time.
  func differencesOfSeries(_ changes: [ProposedChange]) -> [String] {
    guard let first = changes.first, let before = first.before else { return [] }
    return differences(from: before, to: first.after, isProposed: true)
  }

  /// `S1, 4 dates: Bunker, Wed 2, 9, 16 and 23 Dec 2026, 08:30–09:00 (B2–B5)`
  func summary(ofSeries bookings: [Booking]) -> String {
    let name = seriesName(bookings.first?.series?.series, count: bookings.count)
    return "\(name): \(places(of: bookings)) (\(references(of: bookings)))"
  }

  /// Bookings in a line each, those of a series together.
  func summaries(_ bookings: [Booking]) -> [String] {
    let groups = Dictionary(grouping: bookings) { $0.series?.series }
    var told: Set<SeriesReference> = []
    return bookings.compactMap { booking in
      guard let series = booking.series?.series, let group = groups[series], group.count > 1 else {
        return summary(booking)
      }
      return told.insert(series).inserted ? summary(ofSeries: group) : nil
    }
  }

  /// Where and when, those together that differ by nothing but the day.
  private func places(of bookings: [Booking]) -> String {
    places(bookings.map { Place(room: $0.room, span: $0.span) })
      .map { "\(name(of: $0.room)), \(days($0.days)), \(times($0.span))" }
      .joined(separator: "; ")
  }

  func title(of offer: SeriesOffer) -> String {
    let others: String
    switch offer.kind {
    case .without: others = days(offer.leftOut.map(\.start.date))
    case .otherRoomThen:
      others = places(offer.others).map { "\(name(of: $0.room)) \(days($0.days))" }
        .joined(separator: ", ")
    case .otherTimeThen:
      others = places(offer.others).map { "\(days($0.days)) \(times($0.span))" }
        .joined(separator: ", ")
    case .otherRoom: others = offer.places.first.map { name(of: $0.room) } ?? ""
    }
    return self.offer(offer.kind, others, onButton: false)
  }

  func buttonTitle(of offer: SeriesOffer) -> String {
    self.offer(offer.kind, offer.places.first.map { name(of: $0.room) } ?? "", onButton: true)
  }

  /// The dates of a series, named by the pass of its first booking.
  func words(forDatesOf content: PassContent) -> String {
    let all = [content.span] + content.dates
    return allDatesLine(
      places(all.map { Place(room: content.room, span: $0) })
        .map { "\(days($0.days)), \(times($0.span))" }.joined(separator: "; "))
  }

  /// The day and time at which a pass goes out that waits for hours; nil for one that does not.
  func dayOfPass(_ waitSeconds: Int) -> String? {
    let secondsToTell = 7200
    guard waitSeconds > secondsToTell else { return nil }
    let moment = world.ledger.zone.civil(at: now + .seconds(waitSeconds))
    return "\(date(moment.date)) \(moment.time)"
  }

  /// `B2–B5`, or each where they do not follow one another.
  private func references(of bookings: [Booking]) -> String {
    let numbers = bookings.map(\.reference.number)
    guard let first = numbers.first, let last = numbers.last else { return "" }
    guard numbers.count > 2, last - first == numbers.count - 1 else {
      return bookings.map(\.reference.description).joined(separator: ", ")
    }
    return "\(BookingReference(first))–\(BookingReference(last))"
  }

  private func places(
    _ places: [Place]
  ) -> [(room: RoomID, span: CivilSpan, days: [CivilDate])] {
    var groups: [(room: RoomID, span: CivilSpan, days: [CivilDate])] = []
    for place in places {
      let same = groups.firstIndex {
        $0.room == place.room && clock($0.span) == clock(place.span)
      }
      if let same {
        groups[same].days.append(place.span.start.date)
      } else {
        groups.append((place.room, place.span, [place.span.start.date]))
      }
    }
    return groups
  }

  /// Some days gathered by month, each group in the words of a language; the weekday before them
  /// where it is the same of all, else before each. Of very many those between are left out.
  func gathered(
    _ days: [CivilDate], weekday: (CivilDate) -> String,
    month: (_ days: [String], _ of: CivilDate, _ isLast: Bool) -> String,
    day: (CivilDate) -> String
  ) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    let isOneWeekday = days.allSatisfy { $0.weekday == first.weekday }
    var shown = days
    if days.count > Self.daysMax { shown = Array(days.prefix(Self.daysMax - 1)) }
    let isCut = shown.count < days.count
    var groups: [[CivilDate]] = []
    for date in shown {
      if let same = groups.last?.last, same.month == date.month, same.year == date.year {
        groups[groups.count - 1].append(date)
      } else {
        groups.append([date])
      }
    }
    let said = groups.enumerated().map { place, group in
      month(
        group.map { isOneWeekday ? day($0) : "\(weekday($0)) \(day($0))" }, group[0],
        place == groups.count - 1 && !isCut)
    }
    let end = isCut ? " … \(month([day(last)], last, true))" : ""
    return (isOneWeekday ? "\(weekday(first)) " : "") + said.joined(separator: ", ") + end
  }

  /// How many days are told one by one.
  private static var daysMax: Int { 12 }
}
