// What is said when the rules say no: why, and what can be done instead.

import Bookings
import CivilTime

extension Turn {
  /// Tells why something cannot be, and offers what can. Until a choice is made all stays as it is.
  mutating func refuse(
    _ refusals: Refusals, _ draft: Draft, _ intention: Intention, _ request: BookingRequest
  ) {
    let choices = choices(instead: intention, refusals)
    var parts = refusals.all.map { AnswerPart.refused($0, request) }
    if wasJustTaken(refusals, request) { parts.append(.justTaken) }
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

  /// Whether somebody else took the room a moment ago.
  private func wasJustTaken(_ refusals: Refusals, _ request: BookingRequest) -> Bool {
    let isTaken = refusals.all.contains { refusal in
      if case .taken = refusal { return true }
      return false
    }
    guard isTaken, let span = CivilSpan(from: request.start, to: request.end) else { return false }
    return world.ledger.bookings(in: request.room, during: span).contains {
      $0.owner != speaker.user && world.isLately($0.reference, at: now)
    }
  }

  /// What can be done instead, each of which the ledger accepts now.
  private func choices(instead intention: Intention, _ refusals: Refusals) -> [Choice] {
    let alternatives = world.ledger.alternatives(
      to: intention.withoutIncompleteAttendees, by: speaker.user, at: now)
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

extension Intention {
  /// The same without attendees of whom something is still to be asked: no other place would mend
  /// that, so it is asked for after the choice.
  fileprivate var withoutIncompleteAttendees: Intention {
    switch self {
    case .book(var request):
      if !request.attendees.isEmpty {
        request.headcount = request.headcount ?? request.attendees.count
      }
      request.attendees.removeAll(where: \.isIncomplete)
      return .book(request)
    case .change(let reference, var change):
      if let attendees = change.attendees {
        change.headcount = change.headcount ?? attendees.count
        change.attendees = attendees.filter { !$0.isIncomplete }
      }
      return .change(reference, change)
    case .cancel, .restore, .revert: return self
    }
  }
}

extension AttendeeRequest {
  /// Whether something has to be asked before a pass can be sent.
  var isIncomplete: Bool { name == nil || email == nil || phone == nil }
}
