// What is done and said about waits: made and given up, listed, and what they are offered.

import Bookings
import CivilTime
import Discourse
import Planning

extension Turn {
  // MARK: - Events

  /// Makes an event of a wait true.
  mutating func make(_ event: WaitEvent) {
    let before = world.ledger.waits[event.wait.reference]
    if before?.state == .offered, event.wait.state != .offered, let offer = before?.offer {
      freed.append(FreedPlace(offer.place, of: event.wait.user))
    }
    if !isRehearsal { world.ledger.apply(event) }
    facts.append(.wait(event))
    // For what another waits is theirs to know.
    if event.wait.user == speaker.user { answer.waits.append(event) }
  }

  /// Notes what a change of a booking gives back, before it is made.
  mutating func noteFreed(by event: BookingEvent) {
    guard let before = world.ledger.booking(event.booking.reference), before.state == .held else {
      return
    }
    freed.append(FreedPlace(Place(room: before.room, span: before.span), of: before.owner))
  }

  /// Does what was decided about waits, and says it.
  mutating func settleWaiting(_ verdict: Verdict) {
    switch verdict {
    case .waits(let events): settleWaits(events)
    case .waitsAlready(let wait):
      answer = Answer(.told, [.waitsAlready(wait)])
      conversation.mention(.wait(wait.reference), as: .done)
    case .asksIfWait(let purpose):
      conversation.raise(.parts([.confirm], attendee: nil), for: purpose)
      answer = Answer(.needsConfirmation, [.asksIfWait])
    default: break
    }
  }

  /// Makes, ends or resumes waits, and says so.
  private mutating func settleWaits(_ events: [WaitEvent]) {
    answer = Answer(.done)
    var ended: [Wait] = []
    for event in events {
      make(event)
      conversation.mention(.wait(event.wait.reference), as: .done)
      switch event {
      case .made(let wait), .resumed(let wait):
        answer.parts.append(.waiting(wait, before: world.ledger.countBefore(wait)))
      case .ended(let wait):
        ended.append(wait)
        // What is not held any more is no question, however it was declined.
        for issue in conversation.issues where issue.offer == wait.reference {
          conversation.close(issue.id)
        }
      case .offered: break
      }
    }
    if !ended.isEmpty { answer.parts.append(.waitEnded(ended)) }
    conversation.undoable = []
    // What was offered to others since cannot be had back.
    conversation.undoableWaits = events.filter { $0.wait.state != .declined }
    if !conversation.undoableWaits.isEmpty { answer.suggestions = [.undo] }
  }

  /// Gives what is held to the next in line.
  mutating func decline(_ reference: WaitReference) {
    do {
      settleWaits(try world.ledger.decideEnd(of: reference, by: speaker.user))
    } catch {
      answer = Answer(.told, [.dropped(stays: nil)])
    }
  }

  /// Says what there is to say of waits beside what was done, before what is open is asked again.
  mutating func sayWhatIsNewOfWaits() {
    sayWhatNeedsNoWait()
    sayOffersBelow()
  }

  /// Says which waits are over because what they were for was booked otherwise.
  private mutating func sayWhatNeedsNoWait() {
    let over = answer.waits.map(\.wait).filter { $0.state == .booked && $0.offer == nil }
    if !over.isEmpty { answer.parts.append(.waitEnded(over)) }
  }

  // MARK: - Telling

  mutating func listWaits() {
    let waits = Array(
      world.ledger.waits.open(of: speaker.user).prefix(world.habits.listedBookingsMax))
    answer = Answer(.told, [.waitList(waits, before: waits.map(world.ledger.countBefore))])
    if waits.count == 1 { conversation.mention(.wait(waits[0].reference), as: .shown) }
  }

  /// Says, once in a conversation, that what is taken can be waited for.
  mutating func sayThatOneCanWait(_ inquiry: Inquiry) {
    // Days that are left out of a series are waited for anyway.
    guard inquiry.purpose.goal == .book, inquiry.purpose.request.repeats.isUnsaid,
      !inquiry.question.options.isEmpty,
      inquiry.refusals.contains(where: \.isOfOthers), conversation.mayHintAtWaiting,
      !answer.parts.contains(where: { if case .yourOwn = $0 { true } else { false } })
    else { return }
    conversation.waitHints += 1
    answer.parts.append(.canWait)
  }

  // MARK: - Offers

  /// Raises what is held for the speaker as questions of this conversation, and closes those that
  /// were settled elsewhere or are over.
  mutating func takeUpOffers() {
    let offered = world.ledger.waits.open(of: speaker.user).filter { $0.state == .offered }
    for issue in conversation.issues {
      guard let reference = issue.offer, !offered.contains(where: { $0.reference == reference })
      else { continue }
      conversation.close(issue.id)
    }
    for wait in offered where !conversation.issues.contains(where: { $0.offer == wait.reference }) {
      guard let offer = wait.offer else { continue }
      let (question, purpose) = question(whetherToTake: offer.place, for: wait)
      conversation.raise(question, for: purpose, offer: wait.reference)
    }
  }

  private func question(
    whetherToTake place: Place, for wait: Wait
  ) -> (Question, Purpose) {
    let wanted = wait.wish.request(at: place)
    let source = Source.said(turn: conversation.turn)
    var request = Request()
    request = request.picking(
      .hold(place.room, place.span), turn: conversation.turn, zone: world.ledger.zone)
    request.acceptsFewerSeats = .is(wanted.acceptsFewerSeats, source)
    if let owner = wanted.owner {
      request.behalf = .is(world.ledger.building.people.name(of: owner), source)
    }
    if !wanted.title.isEmpty { request.title = .is(wanted.title, source) }
    if !wanted.description.isEmpty { request.description = .is(wanted.description, source) }
    if wanted.isPrivate { request.isPrivate = .is(true, source) }
    if !wanted.attendees.isEmpty { request.people = .is(wanted.attendees, source) }
    if let headcount = wanted.headcount { request.headcount = .is(headcount, source) }
    let purpose = Purpose(.book, request)
    do {
      let events = try world.ledger.decide(.book(wanted), by: speaker.user, at: now)
      let plan = Plan(
        [.booking(.book(wanted))], coming: events, before: world.ledger.booking)
      return (.go(plan), purpose)
    } catch {
      // Who comes is asked once it is agreed to.
      return (.parts([.confirm], attendee: nil), purpose)
    }
  }

  /// The words of a question that is open, be it an offer.
  func words(of issue: Issue, isAgain: Bool = false) -> [AnswerPart] {
    issue.offer.map(offerWords) ?? question(of: issue.question, issue.purpose, isAgain: isAgain)
  }

  /// The words of an offer, as the question that it is.
  private func offerWords(_ reference: WaitReference) -> [AnswerPart] {
    world.ledger.waits[reference].map { [.offered($0)] } ?? []
  }

  /// Whether a question is an offer that the answer tells already, or a list of which it tells what
  /// was asked about.
  func isTold(_ issue: Issue) -> Bool {
    if issue.purpose.goal.isRide, answer.parts.contains(where: \.isOfOneListed) { return true }
    guard let offer = issue.offer else { return false }
    // What was just booked is held no more.
    if answer.waits.contains(where: { $0.wait.reference == offer }) { return true }
    return answer.parts.contains { part in
      switch part {
      case .offered(let wait): wait.reference == offer
      case .waitList(let waits, _): waits.contains { $0.reference == offer }
      default: false
      }
    }
  }

  /// Says what was offered below a question that is open, unless it was told here before.
  private mutating func sayOffersBelow() {
    let unheard = conversation.issues.dropLast().filter {
      $0.offer != nil && !$0.isAskedAgain && !isTold($0)
    }
    answer.parts.insert(contentsOf: unheard.compactMap(\.offer).flatMap(offerWords), at: 0)
    conversation.noteOffersTold()
  }
}
