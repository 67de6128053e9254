// What is said when the rules say no: why, and what can be done instead.

import Bookings
import CivilTime

extension Turn {
  /// Tells why something cannot be, and offers what can. Until a choice is made all stays as it is.
  mutating func refuse(
    _ refusals: Refusals, _ draft: Draft, _ intention: Intention, _ request: BookingRequest
  ) {
    let draft = draft.without(refusals.all)
    let choices = choices(instead: intention.without(refusals.all))
    let earlier = answer.parts
    var parts = refusals.toldOnce.map { AnswerPart.refused($0, request) }
    if wasJustTaken(refusals, request) { parts.append(.justTaken) }
    if !choices.isEmpty {
      conversation.task = .choosing(choices, draft)
      answer = Answer(.needsChoice, [.offers])
      answer.choices = choices
    } else if !asksToMend(refusals, draft) {
      askForWhatElse(refusals, draft)
    }
    answer.parts = earlier + parts + answer.parts
    answer.refusals = refusals.all
  }

  /// Where nothing can be offered: keeps what was said and asks for another time, if that may help.
  private mutating func askForWhatElse(_ refusals: Refusals, _ draft: Draft) {
    guard draft.changes == nil else {
      conversation.task = nil
      answer = Answer(.refused)
      return
    }
    var asked = draft
    asked.end = nil
    let isEnd = refusals.all.contains { if case .endNotAfterStart = $0 { true } else { false } }
    let mayHelp = isEnd || refusals.all.contains { $0.isOfTime }
    guard mayHelp else {
      conversation.task = nil
      answer = Answer(.refused)
      return
    }
    let asking: [OpenSlot] = isEnd ? [.end] : [.start]
    if !isEnd { asked.start = nil }
    conversation.task = .drafting(asked, asking: asking)
    answer = Answer(.needsMore, [.asks(asking, attendee: nil)])
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
  private func choices(instead intention: Intention) -> [Choice] {
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

extension Intention {
  /// The same without texts and attendees that are wrong or of whom something is still to be asked:
  /// no other place would mend that, so it is asked for after the choice.
  fileprivate func without(_ refusals: [Refusal]) -> Intention {
    let wrong = refusals.compactMap { refusal -> Int? in
      if case .attendee(let index, _, _) = refusal { index } else { nil }
    }
    let wellSaid = { (attendees: [AttendeeRequest]) in
      attendees.enumerated().filter { !wrong.contains($0.offset) }.map(\.element)
    }
    let isTextWrong = refusals.contains { $0.isOfText }
    switch self {
    case .book(var request):
      if !request.attendees.isEmpty {
        request.headcount = request.headcount ?? request.attendees.count
      }
      request.attendees = wellSaid(request.attendees)
      if isTextWrong { (request.title, request.description) = ("", "") }
      return .book(request)
    case .change(let reference, var change):
      if let attendees = change.attendees {
        change.headcount = change.headcount ?? attendees.count
        change.attendees = wellSaid(attendees)
      }
      if isTextWrong { (change.title, change.description) = (nil, nil) }
      return .change(reference, change)
    case .cancel, .restore, .revert: return self
    }
  }
}

extension AttendeeRequest {
  /// Whether something has to be asked before a pass can be sent.
  var isIncomplete: Bool { name == nil || email == nil || phone == nil }
}

extension Refusals {
  /// All but what an attendee lacks who is there twice: what is said of the first is enough.
  fileprivate var toldOnce: [Refusal] {
    let doubles = Set(
      all.compactMap { refusal -> Int? in
        if case .attendee(let index, _, .duplicate) = refusal { index } else { nil }
      })
    return all.filter { refusal in
      guard case .attendee(let index, _, let fault) = refusal, doubles.contains(index) else {
        return true
      }
      if case .duplicate = fault { return true }
      return false
    }
  }
}

extension Refusal {
  /// Whether another time of the same day, or another day, may help.
  var isOfTime: Bool {
    switch self {
    case .endNotAfterStart, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours,
      .offGrid, .tooShort, .tooLong, .tooSoon, .tooFarAhead, .taken:
      true
    case .unknownRoom, .unknownBooking, .notOwner, .alreadyCancelled, .changedSince, .roomRetired,
      .textTooLong, .textNotPlain, .attendeeRequired, .tooManyAttendees, .attendee, .quota,
      .tooFewSeats:
      false
    }
  }

  /// Whether somebody holds the room.
  var isTaken: Bool { if case .taken = self { true } else { false } }

  /// Whether a text is at fault.
  fileprivate var isOfText: Bool {
    if case .textTooLong = self { return true }
    if case .textNotPlain = self { return true }
    return false
  }
}
