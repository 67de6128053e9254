// A change that names several days: a week is where a day is sought, none that is meant.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Weeks of a span of days, as of a month, in which such a day is looked for.
  private static let weeksLookedAt = 6

  /// `move it to next week`: asks for the day, and offers that of the same name as before.
  mutating func asksWhichDay(of booking: Booking, _ draft: Draft) -> Bool {
    guard let days = draft.days, draft.day != nil else { return false }
    var asked = draft
    asked.day = nil
    asked.changes = booking.reference
    conversation.last = booking.reference
    let spans = sameWeekdays(as: booking, among: days, asked)
    let choices = spans.enumerated().map {
      Choice($0.offset + 1, .hold(draft.room ?? booking.room, $0.element))
    }
    answer = Answer(.needsMore, [.asks([.date], attendee: nil)])
    guard !choices.isEmpty else {
      conversation.task = .drafting(asked, asking: [.date])
      return true
    }
    conversation.task = .choosing(choices, asked)
    answer.parts.append(.offers)
    answer.choices = choices
    return true
  }

  /// When the booking would be on the days of the same name, where it can be moved there.
  private func sameWeekdays(
    as booking: Booking, among days: ClosedRange<CivilDate>, _ draft: Draft
  ) -> [CivilSpan] {
    var spans: [CivilSpan] = []
    let first = days.lowerBound.onOrAfter(booking.span.start.date.weekday)
    for week in 0..<Self.weeksLookedAt {
      let day = first.adding(days: 7 * week)
      guard day <= days.upperBound, spans.count < world.ledger.limits.alternativesMax else { break }
      var moved = draft
      moved.day = day
      let change = moved.change(of: booking, in: world.ledger)
      let request = booking.request(with: change)
      if let span = CivilSpan(from: request.start, to: request.end), span != booking.span,
        canChange(booking.reference, by: change)
      {
        spans.append(span)
      }
    }
    return spans
  }
}
