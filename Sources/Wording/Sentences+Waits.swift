// Waits: what is told of them, in which order.

import Bookings
import CivilTime
import Dialogue

extension Sentences {
  func waitList(_ waits: [Wait], _ before: [Int]) -> [String] {
    guard !waits.isEmpty else { return [waitsForNothing] }
    return zip(waits, before).map { wait, before in
      if let offer = wait.offer, wait.state == .offered { return offerLine(wait, offer) }
      return "\(wait.reference) · \(wished(wait.wish)) · \(standing(before))"
    }
  }

  func offered(_ wait: Wait) -> [String] {
    guard let offer = wait.offer else { return [] }
    return [wait.state == .lapsed ? lapsedLine(wait, offer) : offerLine(wait, offer)]
  }

  /// The place of an offer: `Aquarium, Tue 24 Nov 2026, 11:00–12:00`.
  func place(of offer: Wait.Offer) -> String {
    let span = offer.place.span
    return "\(name(of: offer.place.room)), \(longDate(span.start.date)), \(times(span))"
  }

  /// Until when a place is held, as the clocks show it.
  func holdEnd(_ offer: Wait.Offer) -> ClockTime { world.ledger.zone.civil(at: offer.until).time }

  /// The last day of which a minute belongs to a span.
  func lastDay(of span: CivilSpan) -> CivilDate { span.end.adding(minutes: -1).date }

  /// The first and the last time of a span, whatever their days.
  func clockEnds(of span: CivilSpan) -> String { "\(span.start.time)–\(endTime(span.end))" }

  func choices(ofOffer wait: Wait) -> [WordedChoice] {
    offerButtons.map { WordedChoice(id: $0.id, title: $0.title, say: $0.say) }
  }
}
