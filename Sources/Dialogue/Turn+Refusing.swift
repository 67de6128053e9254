// What is said when the rules say no: why, and what can be done instead.

import Bookings
import CivilTime

extension Turn {
  /// Tells why something cannot be, and offers what can. Until a choice is made all stays as it is.
  mutating func refuse(
    _ refusals: Refusals, _ draft: Draft, _ intention: Intention, _ request: BookingRequest
  ) {
    let choices = choices(instead: intention, refusals)
    let parts = refusals.all.map { AnswerPart.refused($0, request) }
    if choices.isEmpty {
      conversation.task = nil
      answer = Answer(.refused, answer.parts + parts)
    } else {
      conversation.task = .choosing(choices, draft)
      answer = Answer(.needsChoice, answer.parts + parts + [.offers])
      answer.choices = choices
    }
    answer.refusals = refusals.all
  }

  /// What can be done instead, each of which the ledger accepts now.
  private func choices(instead intention: Intention, _ refusals: Refusals) -> [Choice] {
    let alternatives = world.ledger.alternatives(to: intention, by: speaker.user, at: now)
    return alternatives.enumerated().map { index, alternative in
      let room = alternative.place.room
      switch alternative.kind {
      case .fewerSeats:
        return Choice(index + 1, .anyway(room, seats: world.ledger.room(room)?.seats ?? 0))
      case .shifted, .otherRoom, .shorter, .wider, .narrower, .otherDay, .otherRoomShifted:
        return Choice(index + 1, .hold(room, alternative.place.span))
      }
    }
  }
}
