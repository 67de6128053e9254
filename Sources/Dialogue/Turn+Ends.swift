// Which end a booking is to have, where a line may mean two: `extend it by 2`.

import Bookings
import CivilTime
import Language

extension Turn {
  /// Asks whether a bare number is so many hours or the hour at which to end, if both can be.
  mutating func asksWhichEnd(of reference: BookingReference, _ draft: Draft) -> Bool {
    guard let when = slots.firstWhen, when.isShiftBare,
      case .length(let minutes) = when.shift?.value, minutes > 0,
      let booking = world.ledger.booking(reference), booking.state == .held
    else { return false }
    let longer = world.ledger.zone.moment(minutes: minutes, after: booking.span.end)
    let ends = [longer, nextHour(minutes / 60, after: booking.span.end)].compactMap(\.self)
    let choices = ends.withoutRepeats.compactMap { end -> Choice? in
      var change = BookingChange()
      change.end = end
      guard let span = CivilSpan(from: booking.span.start, to: end),
        canChange(reference, by: change)
      else { return nil }
      return Choice(end == longer ? 1 : 2, .hold(booking.room, span))
    }
    guard choices.count > 1 else { return false }
    var asked = draft
    asked.changes = reference
    conversation.task = .choosing(choices, asked)
    answer = Answer(.needsChoice, [.asks([.end], attendee: nil), .offers])
    answer.choices = choices
    return true
  }

  /// Asks when it ends that is to be longer or shorter, where it is not said by how much; a length
  /// then is how much.
  mutating func asksByHowMuch(_ draft: Draft) -> Bool {
    guard draft.awaitedLength != nil else { return false }
    if let reference = draft.changes {
      guard let booking = world.ledger.booking(reference), booking.owner == speaker.user,
        booking.state == .held
      else { return false }
      conversation.last = reference
    } else if draft.start == nil {
      return false
    }
    conversation.task = .drafting(draft, asking: [.end])
    answer = Answer(.needsMore, [.asks([.end], attendee: nil)])
    return true
  }

  /// When clocks show an hour next on the same day, in the morning or in the afternoon.
  private func nextHour(_ hour: Int, after moment: CivilMoment) -> CivilMoment? {
    [hour, hour + 12].compactMap { ClockTime(hour: $0) }
      .map { CivilMoment(moment.date, $0) }.first { $0 > moment }
  }

  /// Whether the ledger would take that change.
  func canChange(_ reference: BookingReference, by change: BookingChange) -> Bool {
    do {
      _ = try world.ledger.decide(.change(reference, change), by: speaker.user, at: now)
      return true
    } catch {
      return false
    }
  }
}
