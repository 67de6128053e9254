// What becomes of answers to the open question, and of taking back.

import Bookings
import CivilTime
public import Discourse

extension Planner {
  // MARK: - Answers to what is open

  func settle(
    _ issue: Issue, _ settlement: Settlement, _ doubts: Set<Doubt>, turn: Int
  ) -> Verdict {
    switch settlement {
    case .no: return .drop(issue)
    case .noSuchOption(let number): return .askAgain(issue, noSuchOption: number)
    case .without(let left): return .ask(issue.without(left))
    case .yes(let beside): return agree(to: issue, beside, doubts)
    case .pick(let option, let beside):
      switch (issue.question, option.offer) {
      case (.which(let purposes, _), .all): return all(purposes, doubts)
      case (.which(let purposes, _), _):
        guard purposes.indices.contains(option.number - 1) else {
          return .askAgain(issue, noSuchOption: option.number)
        }
        var purpose = purposes[option.number - 1]
        purpose.request = purpose.request.revised(by: beside)
        return verdict(on: purpose, doubts)
      case (.option(let options), .all) where options.contains { $0.offer.person != nil }:
        var purpose = issue.purpose
        purpose.request = purpose.request.picking(
          allOf: options.map(\.offer), turn: turn, zone: house.ledger.zone)
        purpose.request = purpose.request.revised(by: beside)
        return verdict(on: purpose, doubts)
      case (.option(let options), .all):
        let all = options.filter { $0.offer != .all }.map {
          picking($0.offer, for: issue.purpose, beside, turn: turn)
        }
        return self.all(all, doubts)
      case (_, let offer):
        return verdict(on: picking(offer, for: issue.purpose, beside, turn: turn), doubts)
      }
    }
  }

  private func picking(
    _ offer: Option.Offer, for purpose: Purpose, _ beside: Request, turn: Int
  ) -> Purpose {
    var purpose = purpose
    // What is offered for a booking that stands was shown with all that comes of it.
    if case .change = purpose.goal { purpose.showsFirst = false }
    // `the first, on Friday` is not what was offered.
    if let day = beside.times.day.value?.first, day != offer.span?.start.date {
      purpose.showsFirst = true
    }
    purpose.request = purpose.request
      .picking(offer, turn: turn, zone: house.ledger.zone)
      .revised(by: beside)
    return purpose
  }

  /// A yes does what was shown, if the same still comes of it; otherwise what has changed is shown.
  private func agree(to issue: Issue, _ beside: Request, _ doubts: Set<Doubt>) -> Verdict {
    var purpose = issue.purpose
    purpose.showsFirst = false
    purpose.request = purpose.request.revised(by: beside)
    switch issue.question {
    case .go where beside == Request() && doubts.contains(.followsMissed):
      purpose.showsFirst = true
      return verdict(on: purpose, [])
    case .go(let plan) where beside == Request():
      return plan.isOfBookings ? carryOut(plan, for: issue) : verdict(on: purpose, doubts)
    case .parts(let parts, _) where parts == [.attendeePhone]:
      let doubtful = purpose.request.doubtfulPhones
      purpose.request.people = purpose.request.people.changed { people in
        people.map { person in
          var person = person
          person.phone = person.phone.map { doubtful[$0] ?? $0 }
          return person
        }
      }
      return verdict(on: purpose, doubts)
    case .parts(let parts, _) where parts != [.confirm] && beside == Request():
      return .askAgain(issue, noSuchOption: nil)
    case .go, .parts, .option, .which, .ride: return verdict(on: purpose, doubts)
    }
  }

  private func carryOut(_ plan: Plan, for issue: Issue) -> Verdict {
    let intentions = plan.deeds.compactMap { deed -> Intention? in
      if case .booking(let intention) = deed { intention } else { nil }
    }
    do {
      let events = try house.ledger.decide(intentions, by: house.user, at: house.now)
      let requests = intentions.compactMap { intention -> BookingRequest? in
        if case .book(let request) = intention { request } else { nil }
      }
      var prospect = Prospect(
        purposes: [issue.purpose],
        plan: Plan(plan.deeds, coming: events, before: house.ledger.booking), events: events,
        requests: requests, assumed: [])
      if plan.isStill(events, before: house.ledger.booking) { return .act(prospect) }
      prospect.hasChanged = true
      return .show(prospect, because: [])
    } catch {
      var purpose = issue.purpose
      purpose.showsFirst = false
      switch outlook(for: purpose) {
      case .asks(let inquiry): return .ask(inquiry)
      case .ends(let verdict): return verdict
      case .ready: return .refuse(error.all, nil, wasJustTaken: false)
      }
    }
  }

  /// Leaves out the attendee, or the part, that is asked for.
  func skip(_ issue: Issue) -> Verdict {
    guard case .parts(let parts, let place) = issue.question else { return .drop(issue) }
    var purpose = issue.purpose
    if parts == [.title] || parts == [.confirm] { return verdict(on: purpose, []) }
    guard let place else { return .drop(issue) }
    // Who comes already stays as they are known.
    if house.comesAlready(place, of: purpose) { return .drop(issue) }
    purpose.request.people = purpose.request.people.changed { people in
      var people = people
      if people.indices.contains(place) { people.remove(at: place) }
      return people
    }
    if case .change(let reference) = purpose.goal,
      let booking = house.ledger.booking(reference),
      house.change(of: booking, to: purpose.request).attendees
        == booking.attendees.map(AttendeeRequest.init)
    {
      return .drop(issue)
    }
    return verdict(on: purpose, [])
  }

  /// What is offered instead of the places of an open question of which one can no longer be had;
  /// nil if all of them can, or nothing can. What was wanted comes first, where that can be had
  /// again.
  public func refreshed(_ issue: Issue) -> Question? {
    guard case .option(let options) = issue.question, !options.isEmpty,
      options.allSatisfy({ $0.offer.span != nil })
    else { return nil }
    var planner = self
    planner.seeksOthers = false
    let standing = options.map(\.offer).filter { offer in
      let purpose = picking(offer, for: issue.purpose, Request(), turn: 0)
      switch planner.outlook(for: purpose) {
      case .ready: return true
      // Who comes is asked for after the choice.
      case .asks(let inquiry): return inquiry.question.isOfPerson
      case .ends: return false
      }
    }
    guard standing.count < options.count else { return nil }
    var offers = standing
    switch outlook(for: issue.purpose) {
    case .asks(let inquiry) where !inquiry.question.options.isEmpty: return inquiry.question
    case .ready(let step):
      let places = step.events.map(\.booking)
      guard let place = places.first else { break }
      let wanted: Option.Offer =
        places.count > 1
        ? .several(places.map(\.room), place.span) : .hold(place.room, place.span)
      offers = [wanted] + standing.filter { $0 != wanted }
    case .asks, .ends: break
    }
    let shown = offers.prefix(house.ledger.limits.alternativesMax).enumerated()
    return shown.isEmpty ? nil : .option(shown.map { Option($0.offset + 1, $0.element) })
  }

  // MARK: - Taking back

  /// Takes back the last change and does something instead, both or neither.
  func redo(_ purpose: Purpose, _ state: DialogueState) -> Verdict {
    let last = Array(state.undoable.suffix(1))
    let back = reversal(of: last)
    guard back.refused.isEmpty else { return verdict(on: purpose, []) }
    switch supposing(back.events).outlook(for: purpose) {
    case .ready(let step):
      let undone = Step(
        purpose: purpose, intentions: last.map(\.inverse), events: back.events)
      return .act(prospect(of: [undone, step]))
    // What stands stays, so nothing of it is offered anew.
    case .asks(let inquiry) where !inquiry.refusals.isEmpty:
      return .refuse(inquiry.refusals, nil, wasJustTaken: false)
    case .asks, .ends: return verdict(on: purpose, [])
    }
  }

  /// Takes back the last change, all of it as one. Long after it was made it is asked about where a
  /// booking would go by it.
  func undo(_ state: DialogueState, _ doubts: Set<Doubt>) -> Verdict {
    if !state.undoableWaits.isEmpty {
      return doubts.isEmpty ? undoWaits(state.undoableWaits) : .drop(nil)
    }
    guard !state.undoable.isEmpty else { return .misses(.change) }
    if state.undoable.count == 1, case .cancel(let reference) = state.undoable[0].inverse,
      house.ledger.booking(reference)?.state == .held,
      !doubts.isEmpty || state.salient(.booking, in: [.done], .fresh) == nil
        || house.ledger.booking(reference)?.version != state.undoable[0].booking.version
    {
      return verdict(on: Purpose(.cancel([reference]), Request()), doubts.union([.unpointed]))
    }
    // `should I undo that`: how it is, and what takes it back, is said.
    guard doubts.isEmpty else { return .drop(nil) }
    return .takeBack(reversal(of: state.undoable))
  }

  private func reversal(of changes: [BookingEvent]) -> Reversal {
    let moved = changes.filter { if case .changed = $0 { true } else { false } }
    guard moved.count > 1 else { return reversal(of: changes, leaving: []) }
    // Each may go back to where another is now; if one cannot, those that can do so by themselves.
    let whole = reversal(of: changes, leaving: Set(moved.map(\.booking.reference)))
    return whole.refused.isEmpty ? whole : reversal(of: changes, leaving: [])
  }

  private func reversal(
    of changes: [BookingEvent], leaving: Set<BookingReference>
  ) -> Reversal {
    var planner = self
    planner.house.ledger = house.ledger.leaving(leaving)
    var events: [BookingEvent] = []
    var again: [BookingEvent] = []
    var refused: [BookingReference: [Refusal]] = [:]
    for event in changes.reversed() {
      guard let held = planner.house.ledger.booking(event.booking.reference) else { continue }
      do {
        let made = try planner.house.ledger.decide(
          event.inverse, by: house.user, at: house.now)
        events += made
        again += made.map { $0.takingBack(to: held) }
        planner = planner.supposing(made)
      } catch {
        refused[held.reference] = error.all
      }
    }
    return Reversal(events: events, again: again, refused: refused)
  }
}

extension Plan {
  fileprivate var isOfBookings: Bool {
    deeds.allSatisfy { if case .booking = $0 { true } else { false } }
  }
}

extension BookingEvent {
  /// The same, to be taken back in its turn: a change keeps the booking as it was before.
  fileprivate func takingBack(to held: Booking) -> BookingEvent {
    if case .changed = self { .changed(held) } else { self }
  }

  /// What takes it back. A change in `undoable` holds the booking as it was before.
  fileprivate var inverse: Intention {
    switch self {
    case .booked(let booking), .restored(let booking): .cancel(booking.reference)
    case .cancelled(let booking): .restore(booking.reference)
    case .changed(let before): .revert(to: before)
    }
  }
}

extension Issue {
  /// What it asks, with fewer options.
  fileprivate func without(_ left: [Option]) -> Inquiry {
    let rest = question.options.filter { option in !left.contains(option) && option.offer != .all }
    let offers = rest.enumerated().map { Option($0.offset + 1, $0.element.offer) }
    return Inquiry(.option(offers), purpose)
  }
}

extension HouseView {
  /// Whether one of the people of a purpose, by place, comes to what it changes already.
  public func comesAlready(_ place: Int, of purpose: Purpose) -> Bool {
    guard case .change(let reference) = purpose.goal,
      let people = purpose.request.people.value, people.indices.contains(place),
      let booking = ledger.booking(reference)
    else { return false }
    let person = people[place]
    return booking.attendees.contains { attendee in
      person.email.map { attendee.email.key == $0.lowercased() }
        ?? (person.name == attendee.name && person.phone == attendee.phone?.e164)
    }
  }
}
