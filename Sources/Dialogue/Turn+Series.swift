// What is told of series: of new ones as a whole, and what their passes come to.

import Bookings
import CivilTime
import Discourse
import Passes
import Planning

extension Turn {
  /// Says that a series was booked.
  mutating func saySeries(_ prospect: Prospect) {
    let bookings = prospect.events.map(\.booking).lastOfEach
    guard let first = bookings.first, let place = first.series else { return }
    let offers = prospect.purposes.compactMap(\.request.series.value)
    let leftOut = offers.flatMap(\.leftOut)
    waitForDays(leftOut, as: prospect)
    answer.parts.append(
      .bookedSeries(
        bookings, leftOut: leftOut, waits: !conversation.waitsBeside.isEmpty,
        assumed: prospect.assumed))
    sayWhoGetsPasses(first.attendees, of: first)
    if !first.attendees.isEmpty {
      answer.parts.append(.passesLater(leadSeconds: world.outbox.limits.seriesLeadSeconds))
    }
    conversation.mention(.booking(first.reference), as: .done)
    conversation.mention(.series(place.series), as: .done)
    answer.suggestions = [.undo, .change, .add]
  }

  /// Waits for the days that were left out of a series, as far as one may: they are offered when
  /// they become free.
  private mutating func waitForDays(_ spans: [CivilSpan], as prospect: Prospect) {
    guard let request = prospect.requests.first else { return }
    var made: [WaitReference] = []
    for span in spans {
      let wish = WaitWish(
        rooms: [request.room], filter: RoomFilter(), window: span, minutes: span.minutes,
        request: request)
      let events: [WaitEvent]
      do {
        events = try world.ledger.decideWait(wish, by: speaker.user, at: now)
      } catch {
        // A day on which the room is closed, or one wait too many: it is only left out.
        continue
      }
      for event in events {
        make(event)
        made.append(event.wait.reference)
      }
    }
    conversation.waitsBeside = made
  }

  /// Ends the waits that were made with what is taken back.
  mutating func endWaitsBeside(_ waits: [WaitReference]) {
    for reference in waits {
      guard world.ledger.waits[reference] != nil else { continue }
      do {
        for event in try world.ledger.decideEnd(of: reference, by: speaker.user) { make(event) }
      } catch {
        // It is over already.
        continue
      }
    }
  }

  /// What some events changed together in one series; nil if they are not that. No changes, if its
  /// bookings were given back.
  func changesOfOneSeries(
    _ prospect: Prospect, _ before: [Booking?]
  ) -> (series: SeriesReference, changes: [ProposedChange])? {
    let bookings = prospect.events.map(\.booking)
    let series = Set(bookings.map({ $0.series?.series }))
    guard bookings.count > 1, series.count == 1, let known = series.first, let known else {
      return nil
    }
    let changes = zip(prospect.events, before).compactMap { event, before -> ProposedChange? in
      guard case .changed(let after) = event else { return nil }
      return ProposedChange(before: before, after: after, isCancellation: false)
    }
    return changes.isEmpty || changes.count == bookings.count ? (known, changes) : nil
  }

  /// Says what became of bookings of one series that were changed or given back together.
  mutating func sayChanges(
    of series: SeriesReference, _ changes: [ProposedChange], _ first: Booking
  ) {
    if let change = changes.first {
      answer.parts.append(.changedSeries(changes))
      sayPasses(of: change.after, before: change.before)
    }
    conversation.mention(.booking(first.reference), as: .done)
    conversation.mention(.series(series), as: .done)
    answer.suggestions = [.undo]
  }

  /// The bookings of one series that stand again, or as they did before; nil if some events are not
  /// that.
  func asBefore(_ events: [BookingEvent]) -> [Booking]? {
    let back = events.compactMap { event -> Booking? in
      switch event {
      case .changed(let booking), .restored(let booking): booking
      case .booked, .cancelled: nil
      }
    }
    let isOne = Set(back.map({ $0.series?.series })).count == 1 && back[0].series != nil
    guard back.count > 1, back.count == events.count, isOne else { return nil }
    return back.sorted { $0.span.start < $1.span.start }
  }

  /// Tells what is left of a series.
  mutating func showSeries(_ series: SeriesReference) {
    let bookings = world.ledger.bookings(of: series, from: now)
    guard !bookings.isEmpty,
      bookings.allSatisfy({ world.ledger.lets(speaker.user, change: $0) })
    else {
      return answer(.booking)
    }
    answer = Answer(.told, [.bookingList(bookings, .mine(nil))])
    answer.bookings = Array(bookings.prefix(world.habits.listedBookingsMax))
    conversation.mention(.booking(bookings[0].reference), as: .shown)
    conversation.mention(.series(series), as: .shown)
  }

  /// What the pass of a booking names beside it: when the others of its series are, if it is the
  /// first of one.
  func datesNamed(by booking: Booking) -> [CivilSpan] {
    guard let place = booking.series, place.index == 1 else { return [] }
    return world.ledger.bookings(of: place.series, from: now)
      .filter { $0.reference != booking.reference }.map(\.span)
  }

  /// What some events make owed: for each of their bookings, and for the first of a series of which
  /// another has changed, for its pass names that.
  mutating func owePasses(after events: [BookingEvent]) {
    for event in events {
      let dates = datesNamed(by: event.booking)
      for owed in world.outbox.decideOwed(after: event, naming: dates, at: now) { make(owed) }
    }
    let touched = Set(events.map(\.booking.reference))
    for series in Set(events.compactMap({ $0.booking.series?.series })).sorted() {
      guard
        let first = world.ledger.bookings(of: series, from: now).first(where: {
          $0.series?.index == 1
        }), !touched.contains(first.reference)
      else { continue }
      let dates = datesNamed(by: first)
      for owed in world.outbox.decideOwed(after: .changed(first), naming: dates, at: now) {
        make(owed)
      }
    }
  }
}

extension [Booking] {
  /// Each booking as it is after all of some events, in order.
  fileprivate var lastOfEach: [Booking] {
    enumerated().filter { place, booking in
      !self[(place + 1)...].contains { $0.reference == booking.reference }
    }.map(\.element)
  }
}
