// What is done where the rules say no: what can be had instead is offered, what is wrong is asked
// for anew, and if neither helps it is refused.

public import Bookings
import CivilTime
import Discourse

extension Planner {
  func refused(
    _ refusals: Refusals, _ purpose: Purpose, _ intention: Intention, _ wanted: BookingRequest
  ) -> Outlook {
    if refusals.all.allSatisfy(\.isOfMissingPart), let asked = asksPerson(purpose) {
      return .asks(asked)
    }
    var reasons = refusals.toldOnce.map { Reason.refused($0, wanted) }
    let isJustTaken = wasJustTaken(refusals, wanted)
    if isJustTaken { reasons.append(.justTaken) }
    let mended = purpose.without(refusals.all)
    guard seeksOthers else { return asks(Inquiry(.option([]), mended, reasons), refusals) }
    let options = options(instead: intention.without(refusals.all))
    if !options.isEmpty {
      return asks(Inquiry(.option(options), mended, reasons), refusals)
    }
    if let asked = asksToMend(refusals, mended, reasons) { return asks(asked, refusals) }
    let isEnd = refusals.all.contains { if case .endNotAfterStart = $0 { true } else { false } }
    guard case .book = purpose.goal, isEnd || refusals.all.contains(where: \.isOfTime) else {
      return .ends(.refuse(refusals.all, wanted, wasJustTaken: isJustTaken))
    }
    var asked = mended
    asked.request.times.end = .unsaid
    if !isEnd { (asked.request.times.start, asked.request.times.part) = (.unsaid, .unsaid) }
    return asks(Inquiry(.parts([isEnd ? .end : .start], attendee: nil), asked, reasons), refusals)
  }

  private func asks(_ inquiry: Inquiry, _ refusals: Refusals) -> Outlook {
    var inquiry = inquiry
    inquiry.refusals = refusals.all
    return .asks(inquiry)
  }

  /// Asks for what the first incomplete attendee lacks, or who comes where somebody must.
  func asksPerson(_ purpose: Purpose) -> Inquiry? {
    let people = purpose.request.people.value ?? []
    let needs = house.policy(of: purpose.request.namedRoom).attendeeNeeds
    let place = people.firstIndex { !$0.lackingParts(needs).isEmpty }
    let parts = place.map { people[$0].lackingParts(needs) } ?? Part.ofAttendee(needs)
    return Inquiry(.parts(parts, attendee: place), purpose)
  }

  private func asksToMend(
    _ refusals: Refusals, _ purpose: Purpose, _ reasons: [Reason]
  ) -> Inquiry? {
    guard refusals.all.contains(where: \.isMendedByWords) else { return nil }
    if refusals.all.contains(where: \.isOfTitle) {
      return Inquiry(.parts([.title], attendee: nil), purpose, reasons)
    }
    let people = purpose.request.people.value ?? []
    let needs = house.policy(of: purpose.request.namedRoom).attendeeNeeds
    if people.contains(where: { !$0.lackingParts(needs).isEmpty })
      || refusals.all.contains(.attendeeRequired)
    {
      guard var asked = asksPerson(purpose) else { return nil }
      asked.reasons = reasons
      return asked
    }
    let isOfOwner = refusals.all.contains(where: \.isOfBehalf)
    return Inquiry(
      .parts([.confirm], attendee: nil), purpose, reasons + [isOfOwner ? .inOwnName : .withoutWrong]
    )
  }

  /// Whether somebody else took the room a moment ago.
  private func wasJustTaken(_ refusals: Refusals, _ wanted: BookingRequest) -> Bool {
    guard refusals.all.contains(where: \.isTaken),
      let span = CivilSpan(from: wanted.start, to: wanted.end)
    else { return false }
    return house.ledger.bookings(in: wanted.room, during: span).contains {
      $0.owner != house.user && house.lately.contains($0.reference)
        && house.ledger.shows(house.user, $0)
    }
  }

  /// What can be done instead, each of which the ledger accepts now.
  private func options(instead intention: Intention) -> [Option] {
    let alternatives = house.ledger.alternatives(to: intention, by: house.user, at: house.now)
    return alternatives.enumerated().map { place, alternative in
      let room = alternative.place.room
      switch alternative.kind {
      case .fewerSeats:
        return Option(place + 1, .anyway(room, seats: house.ledger.room(room)?.seats ?? 0))
      case .shifted, .otherRoom, .shorter, .wider, .narrower, .otherDay, .otherRoomShifted:
        return Option(place + 1, .hold(room, alternative.place.span))
      }
    }
  }
}

extension Part {
  /// All that is needed of an attendee.
  static func ofAttendee(_ needs: Set<AttendeeNeed>) -> [Part] {
    needs.contains(.phone)
      ? [.attendeeName, .attendeeEmail, .attendeePhone] : [.attendeeName, .attendeeEmail]
  }
}

extension AttendeeRequest {
  /// What is still to be asked of the person before a pass can be sent.
  func lackingParts(_ needs: Set<AttendeeNeed>) -> [Part] {
    zip(Part.ofAttendee(needs), [name, email, phone]).compactMap { $1 == nil ? $0 : nil }
  }
}

extension Purpose {
  /// The same without what is wrong in it and has to be said anew.
  func without(_ refusals: [Refusal]) -> Purpose {
    var purpose = self
    var people = request.people.value ?? []
    var doubles: Set<Int> = []
    for refusal in refusals {
      switch refusal {
      case .textTooLong(.title, _), .textNotPlain(.title): purpose.request.title = .unsaid
      case .textTooLong(.description, _), .textNotPlain(.description):
        purpose.request.description = .unsaid
      case .attendee(let place, _, let fault) where people.indices.contains(place):
        switch fault {
        case .emailInvalid: people[place].email = nil
        case .phoneInvalid: people[place].phone = nil
        case .duplicate: doubles.insert(place)
        case .nameMissing, .emailMissing, .phoneMissing: break
        }
      case .notOnBehalf: purpose.request.behalf = .cleared(turn: 0)
      case .textTooLong(.name, _), .textNotPlain(.name), .attendee, .unknownRoom,
        .unknownBooking, .notOwner, .alreadyCancelled, .changedSince, .roomRetired,
        .endNotAfterStart, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours,
        .offGrid, .tooShort, .tooLong, .tooSoon, .tooFarAhead, .attendeeRequired,
        .tooManyAttendees, .quota, .tooFewSeats, .seriesTooLong, .taken, .held, .unknownWait,
        .waitTooLong, .waitTooWide, .waitQuota:
        break
      }
    }
    for place in doubles.sorted().reversed() { people.remove(at: place) }
    if case .is(_, let source) = request.people { purpose.request.people = .is(people, source) }
    return purpose
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
    case .bookSeries, .changes, .cancel, .restore, .revert: return self
    }
  }
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
  public var isOfTime: Bool {
    switch self {
    case .endNotAfterStart, .momentMissing, .momentTwice, .past, .closedOn, .outsideHours,
      .offGrid, .tooShort, .tooLong, .tooSoon, .tooFarAhead, .taken, .held:
      true
    case .unknownRoom, .unknownBooking, .notOwner, .notOnBehalf, .alreadyCancelled,
      .changedSince, .roomRetired,
      .textTooLong, .textNotPlain, .attendeeRequired, .tooManyAttendees, .attendee, .quota,
      .tooFewSeats, .seriesTooLong, .unknownWait, .waitTooLong, .waitTooWide, .waitQuota:
      false
    }
  }

  /// Whether somebody holds the room.
  public var isTaken: Bool { if case .taken = self { true } else { false } }

  /// Whether others have the room then, which may change: it can be waited for.
  public var isOfOthers: Bool {
    switch self {
    case .taken, .held: true
    default: false
    }
  }

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
    if case .attendeeRequired = self { return true }
    if case .attendee = self { return true }
    return isOfText || isOfBehalf
  }

  /// Whether nobody may book so in somebody's name.
  var isOfBehalf: Bool { if case .notOnBehalf = self { true } else { false } }

  fileprivate var isOfText: Bool {
    if case .textTooLong = self { return true }
    if case .textNotPlain = self { return true }
    return false
  }

  fileprivate var isOfTitle: Bool {
    if case .textTooLong(.title, _) = self { return true }
    if case .textNotPlain(.title) = self { return true }
    return false
  }
}
