// What is asked before a booking can be: what an attendee lacks, and what is wrong and to be said
// anew. Everything else that was said is kept meanwhile.

import Bookings

extension Turn {
  /// Asks whether digits are the number they may be, if some are in doubt.
  mutating func asksAboutPhone(_ draft: Draft) -> Bool {
    guard let doubtful = draft.firstDoubt?.phone else { return false }
    conversation.task = .drafting(draft, asking: [.attendeePhone])
    let part = AnswerPart.asksIfPhone(written: doubtful.written, e164: doubtful.e164)
    answer = Answer(.needsMore, [part])
    return true
  }

  /// Asks for what the first incomplete attendee lacks, if nothing else is refused.
  mutating func asksForMissing(_ refusals: Refusals, _ draft: Draft) -> Bool {
    guard refusals.all.allSatisfy(\.isOfMissingPart) else { return false }
    askForPerson(draft)
    return true
  }

  /// Asks for what is wrong with a text or an attendee to be said anew. The draft comes without
  /// what is wrong.
  mutating func asksToMend(_ refusals: Refusals, _ draft: Draft) -> Bool {
    guard refusals.all.contains(where: \.isMendedByWords) else { return false }
    if refusals.all.contains(where: \.isOfTitle) {
      conversation.task = .drafting(draft, asking: [.title])
      answer = Answer(.needsMore, [.asks([.title], attendee: nil)])
    } else if draft.lackingParts != nil || refusals.all.contains(.attendeeRequired) {
      askForPerson(draft)
    } else {
      conversation.task = .drafting(draft, asking: [.confirm])
      answer = Answer(.needsConfirmation, [.asksWithoutWrong])
    }
    return true
  }

  private mutating func askForPerson(_ draft: Draft) {
    let asking = draft.lackingParts ?? [.attendeeName, .attendeeEmail, .attendeePhone]
    conversation.task = .drafting(draft, asking: asking)
    answer = Answer(.needsMore, [.asks(asking, attendee: nameAsked(in: draft))])
  }

  /// How the attendee is called about whom the draft's question is.
  func nameAsked(in draft: Draft) -> String? {
    (draft.attendees?.first { $0.isIncomplete })?.called
  }
}

extension Draft {
  /// What the first incomplete attendee lacks; nil if none is incomplete.
  var lackingParts: [OpenSlot]? {
    guard let attendee = attendees?.first(where: \.isIncomplete) else { return nil }
    var parts: [OpenSlot] = []
    if attendee.name == nil { parts.append(.attendeeName) }
    if attendee.email == nil { parts.append(.attendeeEmail) }
    if attendee.phone == nil { parts.append(.attendeePhone) }
    return parts
  }

  /// The draft without what is wrong in it and has to be said anew.
  func without(_ refusals: [Refusal]) -> Draft {
    var draft = self
    var doubles: Set<Int> = []
    for refusal in refusals {
      switch refusal {
      case .textTooLong(.title, _), .textNotPlain(.title): draft.title = nil
      case .textTooLong(.description, _), .textNotPlain(.description): draft.description = nil
      case .attendee(let index, _, let fault) where attendees?.indices.contains(index) == true:
        switch fault {
        case .emailInvalid: draft.attendees?[index].email = nil
        case .phoneInvalid: draft.attendees?[index].phone = nil
        case .duplicate: doubles.insert(index)
        case .nameMissing, .emailMissing, .phoneMissing: break
        }
      case .textTooLong(.name, _), .textNotPlain(.name), .attendee, .unknownRoom,
        .unknownBooking, .notOwner, .alreadyCancelled, .changedSince, .roomRetired,
        .endNotAfterStart, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours,
        .offGrid, .tooShort, .tooLong, .tooSoon, .tooFarAhead, .attendeeRequired,
        .tooManyAttendees, .quota, .tooFewSeats, .taken:
        break
      }
    }
    for place in doubles.sorted().reversed() { draft.leaveOut(attendeeAt: place) }
    return draft
  }
}

extension AttendeeRequest {
  /// The name, or what else tells who is meant.
  var called: String? { name ?? email ?? phone }
}

extension Refusal {
  /// Whether nothing is wrong but that a part of an attendee is still missing.
  var isOfMissingPart: Bool {
    if case .attendeeRequired = self { return true }
    guard case .attendee(_, _, let fault) = self else { return false }
    switch fault {
    case .nameMissing, .emailMissing, .phoneMissing: return true
    case .emailInvalid, .phoneInvalid, .duplicate: return false
    }
  }

  /// Whether it is about words and people that were said, not about the place.
  fileprivate var isMendedByWords: Bool {
    switch self {
    case .textTooLong, .textNotPlain, .attendee, .attendeeRequired: true
    case .unknownRoom, .unknownBooking, .notOwner, .alreadyCancelled, .changedSince, .roomRetired,
      .endNotAfterStart, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours, .offGrid,
      .tooShort, .tooLong, .tooSoon, .tooFarAhead, .tooManyAttendees, .quota, .tooFewSeats,
      .taken:
      false
    }
  }

  fileprivate var isOfTitle: Bool {
    if case .textTooLong(.title, _) = self { return true }
    if case .textNotPlain(.title) = self { return true }
    return false
  }
}
