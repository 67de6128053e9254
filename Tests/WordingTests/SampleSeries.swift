// Samples of what is said of series.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension SampleHouse {
  /// The bookings of a series on some days, in order.
  static func series(_ days: [String], in room: String = "Yubo") -> [Booking] {
    days.enumerated().map { place, day in
      booking(20 + place, "Qvort", at: span(day, "08:30", "09:00")) {
        $0.room = RoomID(room)
        $0.series = SeriesPlace(
          SeriesReference(3), rule: "FREQ=WEEKLY", index: place + 1, count: days.count)
      }
    }
  }

  private static var clashes: [SeriesClash] {
    (0..<7).map { _ in SeriesClash(request, [.taken([wednesday])]) }
  }

  static var seriesParts: [AnswerPart] {
    let four = series(["2026-12-02", "2026-12-09", "2026-12-16", "2027-01-06"])
    let many = series((1...14).map { "2026-12-\($0 < 10 ? "0" : "")\($0)" })
    let changes = zip(four, series(four.map { "\($0.span.start.date)" }, in: "Zeku")).map {
      ProposedChange(before: $0, after: $1, isCancellation: false)
    }
    return [
      .bookedSeries(four, leftOut: [wednesday], waits: false, assumed: [.room]),
      .bookedSeries(four, leftOut: [wednesday], waits: true, assumed: []),
      .bookedSeries(many, leftOut: [], waits: false, assumed: []),
      .wouldBookSeries(four, assumed: [.length]), .seriesClash([clashes[0]], of: 5),
      .seriesClash(clashes, of: 9), .stuck([clashes[0]]), .changedSeries(changes),
      .asksIfMeant(changes), .seriesAsBefore(four), .cancelled(four), .asksIfCancel(four),
      .passesLater(leadSeconds: 86_400), .asks([.until], attendee: nil),
    ]
  }

  /// What can be picked where days of a series cannot be had.
  static var seriesOffers: [Option] {
    let places = series(["2026-12-02", "2026-12-09"]).map { Place(room: $0.room, span: $0.span) }
    let offers = [
      SeriesOffer(.without, [places[0]], leftOut: [places[1].span]),
      SeriesOffer(.otherRoomThen, places, others: [places[1]]),
      SeriesOffer(.otherTimeThen, places, others: [places[1]]),
      SeriesOffer(.otherRoom, places, others: places),
    ]
    return offers.enumerated().map { Option($0.offset + 1, .series($0.element)) }
  }
}
