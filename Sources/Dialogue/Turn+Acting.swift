// What is done about a clause: events are made true, questions are raised and closed, and what was
// spoken of is kept. What is said of it stands beside it.

import Bookings
import CivilTime
import Discourse
import Language
import Passes
import Planning

extension Turn {
  /// Does what was decided, and says it.
  mutating func carryOut(
    _ verdict: Verdict, answering answered: IssueID?, _ reading: Reading, _ clause: Clause
  ) {
    let issue = answered.flatMap(conversation.issue)
    switch verdict {
    case .act(let prospect):
      close(issue)
      act(prospect)
    case .show(let prospect, because: _):
      close(issue)
      show(prospect)
      note(issue, before: reading)
    case .ask(let inquiry):
      close(issue)
      ask(inquiry, reading, clause)
      sayIfFreeThen(inquiry, reading)
      note(issue, before: reading)
      if let issue { sayWhatIsNew(since: issue, inquiry) }
    case .tell(let purpose):
      close(issue)
      tell(purpose, reading)
    case .refuse(let refusals, let request, let wasJustTaken):
      close(issue)
      refuse(refusals, request, wasJustTaken)
    case .impossible(let fault): answer = Answer(.refused, [AnswerPart(fault)])
    case .timesUnknown(let names): answer = Answer(.told, [.timesUnknown(names)])
    case .noOtherRoom(let isLarger): answer = Answer(.told, [.noOtherRoom(isLarger: isLarger)])
    case .unchanged(let booking):
      close(issue)
      let isProposal = if case .go = issue?.question { true } else { false }
      answer = Answer(.told, [isProposal ? .dropped(stays: booking) : isSo(booking, reading)])
    case .staysOnce(let booking): answer = Answer(.told, [.staysOnce(booking)])
    case .takeBack(let reversal): takeBack(reversal)
    case .drop(let issue): drop(issue)
    case .askAgain(let issue, let number): askAgain(issue, noSuchOption: number)
    case .waits, .waitsAlready, .asksIfWait:
      close(issue)
      settleWaiting(verdict)
    case .passes(let wish, let booking, let attendee): settlePasses(wish, booking, attendee)
    case .ride(let move): carryOut(move)
    case .courtesy(let courtesy): answer(courtesy, reading)
    case .misses(let missing):
      answer(missing)
      if missing == .booking { keepRoomNamed(reading) }
    case .unknown:
      // The weather is understood well enough to say that nothing is known of it.
      let isKnown = reading.isElsewhere && conversation.misunderstandings == 0
      answer = Answer(.notUnderstood, [isKnown ? .smallTalk(.elsewhere, examples) : notUnderstood])
      sayWhatWasUnderstood(reading)
    }
  }

  /// What was done, to be taken back: a booking that changed more than once is as it was before all
  /// of that.
  private func undoable(_ events: [BookingEvent], _ before: [Booking?]) -> [BookingEvent] {
    var changed: Set<BookingReference> = []
    return zip(events, before).compactMap { event, before in
      guard case .changed(let after) = event, var before else { return event }
      guard changed.insert(after.reference).inserted else { return nil }
      let last = events.last { $0.booking.reference == after.reference }?.booking ?? after
      before.version = last.version - 1
      return .changed(before)
    }
  }

  private mutating func close(_ issue: Issue?) {
    guard let issue else { return }
    conversation.close(issue.id)
    let options = issue.question.options
    if !options.isEmpty { conversation.mention(.options(options), as: .picked) }
  }

  // MARK: - Doing

  private mutating func act(_ prospect: Prospect) {
    let before = prospect.events.map { world.ledger.booking($0.booking.reference) }
    let holders = prospect.events.flatMap { event -> [String] in
      guard case .cancelled(let booking) = event else { return [] }
      return world.outbox.holders(of: booking.reference).map(\.recipient.name)
    }
    answer = Answer(.done)
    make(prospect.events)
    conversation.undoable = undoable(prospect.events, before)
    let cancelled = prospect.events.compactMap { event -> Booking? in
      if case .cancelled(let booking) = event { booking } else { nil }
    }
    if !cancelled.isEmpty { answer.parts.append(.cancelled(cancelled)) }
    for days in prospect.purposes.compactMap(\.request.times.days) {
      conversation.mention(.days(days), as: .shown)
    }
    if prospect.plan.series != nil { return saySeries(prospect) }
    if let (series, changes) = changesOfOneSeries(prospect, before) {
      sayChanges(of: series, changes, prospect.events[0].booking)
      return sayWhoHoldsPasses(holders)
    }
    for (event, before) in zip(prospect.events, before) {
      conversation.mention(.booking(event.booking.reference), as: .done)
      switch event {
      case .booked(let booking):
        answer.parts.append(.booked(booking, assumed: prospect.assumed))
        sayWhoGetsPasses(booking.attendees, of: booking)
        answer.suggestions =
          [.undo] + Suggestion.days(insteadOf: booking.span, prospect.assumed) + [.change, .add]
      case .changed(let booking):
        guard let before else { continue }
        answer.parts.append(.changed(from: before, to: booking, assumed: prospect.assumed))
        sayPasses(of: booking, before: before)
        answer.suggestions = [.undo] + Suggestion.days(insteadOf: booking.span, prospect.assumed)
      case .restored(let booking):
        answer.parts.insert(.restored(booking), at: 0)
        sayPasses(of: booking, before: nil)
        answer.suggestions = [.undo]
      case .cancelled: answer.suggestions = [.undo]
      }
    }
    sayWhoHoldsPasses(holders)
  }

  // MARK: - Showing and asking

  private mutating func show(_ prospect: Prospect) {
    var purpose = prospect.purposes[0]
    if purpose.goal == .book { purpose.showsFirst = true }
    conversation.raise(.go(prospect.plan), for: purpose)
    answer = Answer(.needsConfirmation, proposal(of: prospect))
    answer.refusals = prospect.refusals
    mention(prospect.events)
  }

  private mutating func ask(_ inquiry: Inquiry, _ reading: Reading, _ clause: Clause) {
    conversation.raise(inquiry.question, for: inquiry.purpose)
    answer = Answer(inquiry.question.kind)
    answer.refusals = inquiry.refusals
    answer.parts = inquiry.reasons.map { part(for: $0, reading, clause) }
    if !inquiry.reasons.contains(where: \.isQuestion) {
      answer.parts += question(of: inquiry.question, inquiry.purpose)
    } else if !inquiry.question.options.isEmpty {
      answer.parts.append(.offers)
    }
    if inquiry.showsRest { answer.parts.insert(.stillOpen(summary(of: inquiry.purpose)), at: 0) }
    answer.choices = inquiry.question.options
    sayWhoComesAndGoes(inquiry.purpose)
    sayOwnInTheWay()
    sayThatOneCanWait(inquiry)
    if case .which(let purposes, _) = inquiry.question {
      answer.bookings = purposes.compactMap { $0.goal.reference.flatMap(world.ledger.booking) }
    }
    if case .change(let reference) = inquiry.purpose.goal {
      conversation.mention(.booking(reference), as: .shown)
    }
  }

  private mutating func refuse(
    _ refusals: [Refusal], _ request: BookingRequest?, _ wasJustTaken: Bool
  ) {
    answer = Answer(.refused, refusals.map { .refused($0, request) })
    if wasJustTaken { answer.parts.append(.justTaken) }
    answer.refusals = refusals
    sayOwnInTheWay()
  }

  private mutating func drop(_ issue: Issue?) {
    guard let issue else {
      let last = conversation.salient(.booking, in: [.done, .picked, .shown])
      var booking: Booking?
      if case .booking(let reference) = last?.entity { booking = world.ledger.booking(reference) }
      // Of several that were done together it is not said that one stays.
      let done = Set(conversation.undoable.map(\.booking.reference))
      let isOne = booking.map { !done.contains($0.reference) || done.count == 1 } ?? false
      let isOurs = isOne && booking?.isHeld(by: speaker.user) ?? false
      answer = Answer(.told, [.dropped(stays: isOurs ? booking : nil)])
      if isOurs, conversation.mayHintAtUndo, conversation.undoable.last?.booking == booking {
        answer.tellsUndo = true
        conversation.undoHints += 1
      }
      return
    }
    conversation.close(issue.id)
    if let offer = issue.offer { return decline(offer) }
    // Its room and its day can still be spoken of: `9 to 10 then`.
    if issue.purpose.goal == .book, let room = issue.purpose.request.namedRoom {
      var dropped = Request()
      dropped.room = .is(.named([room]), .referred(.asked))
      dropped.times = issue.purpose.request.times
      conversation.mention(.request(dropped, .book), as: .offered)
    }
    var stays = issue.purpose.goal.changed.flatMap(world.ledger.booking)
    switch issue.question {
    case .go, .which, .ride: stays = nil
    case .parts, .option: break
    }
    answer = Answer(.told, [.dropped(stays: stays)])
  }

  private mutating func askAgain(_ issue: Issue, noSuchOption number: Int?) {
    conversation.askOnce(issue.id)
    let issue = refreshed(issue)
    answer = Answer(issue.question.kind)
    if issue.question.options.isEmpty {
      answer.parts = words(of: issue)
    } else {
      answer.parts = [.noSuchChoice(number), .offers]
      answer.choices = issue.question.options
    }
    sayWhoComesAndGoes(issue.purpose)
  }

  // MARK: - What is left open

  /// Gives up a booking that was put together for another that is booked or put together now, and
  /// what waited for a yes and got none; says so.
  mutating func sayWhatIsGivenUp(of opened: [Issue]) {
    let added = conversation.issues.filter { !opened.map(\.id).contains($0.id) }
    let isNew =
      added.contains { $0.purpose.goal == .book } || answer.changes.contains(where: \.isNew)
    let hasActed = !answer.changes.isEmpty || !added.isEmpty
    guard hasActed else { return }
    let mayGo = Set(opened.lazy.filter { $0.offer == nil }.map(\.id))
    for issue in conversation.issues where mayGo.contains(issue.id) {
      switch (issue.question, issue.purpose.goal) {
      case (.option, .book) where isNew && (issue.purpose.request.people.value ?? []).isEmpty:
        conversation.close(issue.id)
      case (.parts(let parts, _), .book)
      where isNew && added.isEmpty && parts.contains(.attendeePhone) && !isReplaced(issue):
        continue
      case (_, .book) where isNew:
        conversation.close(issue.id)
        let request = issue.purpose.request
        let isWorthSaying = request.times.start.value != nil || request.people.value != nil
        guard isWorthSaying, !isStillWanted(issue, added) else { continue }
        let place = answer.asksSomething ? 0 : answer.parts.count
        answer.parts.insert(.notBooked(summary(of: issue.purpose)), at: place)
      case (.go, .cancel(let references)):
        conversation.close(issue.id)
        let held = references.filter { world.ledger.booking($0)?.state == .held }
        if !held.isEmpty { answer.parts.append(.stayBooked(held)) }
      case (.option, .change(let reference)):
        let isOvertaken =
          answer.changes.contains { $0.booking.reference == reference }
          || added.contains { $0.purpose.goal == .change(reference) }
        if isOvertaken { conversation.close(issue.id) }
      default: break
      }
    }
  }

  /// Whether the very place of what was put together was booked now, or is wanted anew.
  private func isStillWanted(_ issue: Issue, _ added: [Issue]) -> Bool {
    let place = summary(of: issue.purpose)
    let isBooked = answer.changes.contains { event in
      event.isNew && place.rooms == [event.booking.room] && place.span == event.booking.span
    }
    return isBooked
      || added.contains { issue in
        issue.purpose.goal == .book && summary(of: issue.purpose).place == place.place
      }
  }

  /// Whether something was booked for the time of what is still put together.
  private func isReplaced(_ issue: Issue) -> Bool {
    guard let span = house.span(of: issue.purpose) else { return true }
    return answer.changes.contains { $0.booking.span.overlaps(span) }
  }

  /// Asks the open question again after something else was answered.
  mutating func askAgainWhatIsOpen() {
    conversation.serviceAsked = askedByService.map(\.0)
    dropWhatIsOver()
    sayWhatIsNewOfWaits()
    if conversation.mayHintAtUndo, answer.parts.contains(where: \.hintsAtUndo) {
      answer.tellsUndo = true
      conversation.undoHints += 1
    }
    if !answer.asksSomething, let open = conversation.open, isTold(open) {
      conversation.askAgain()
    } else if !answer.asksSomething, answer.kind != .goodbye, let open = conversation.open {
      let isBehindOrder = !answer.changes.isEmpty || answer.kind == .refused
      answer.parts.removeAll { $0 == .nothingOpen }
      var isSummarised = isBehindOrder && open.offer == nil && !open.purpose.goal.isRide
      if case .go = open.question, open.purpose.goal != .book { isSummarised = false }
      if isSummarised { answer.parts.append(.stillOpen(summary(of: open.purpose))) }
      // One order after another is done beside it: then to say that it is still open is enough.
      if isSummarised, !answer.changes.isEmpty, open.isAskedAgain,
        open.askedTurn == conversation.turn - 1
      {
        conversation.askAgain()
        answer.open = open.question.open
        return
      }
      let open = refreshed(open)
      answer.parts += words(of: open, isAgain: true)
      answer.choices = open.question.options
      sayWhoComesAndGoes(open.purpose)
      refreshPlan(of: open)
      conversation.askAgain()
    }
    answer.open = conversation.open?.question.open ?? []
  }

  /// The same, where what it offers is told again: what can be had now.
  private mutating func refreshed(_ issue: Issue) -> Issue {
    guard let question = Planner(house: house).refreshed(issue) else { return issue }
    conversation.replace(issue.id, by: question)
    return conversation.issue(issue.id) ?? issue
  }

  /// What is proposed again is what would now come of it.
  private mutating func refreshPlan(of issue: Issue) {
    guard case .go(let plan) = issue.question else { return }
    let now = Plan(plan.deeds, coming: house.events(of: plan), before: world.ledger.booking)
    conversation.replace(issue.id, by: .go(now))
  }

  /// Asks again what is open, as if it had just been asked.
  public mutating func repeatOpenQuestion() {
    conversation.begin()
    guard let open = conversation.open else { return }
    if case .go = open.question, open.purpose.goal == .book, open.offer == nil {
      var purpose = open.purpose
      purpose.showsFirst = true
      let again = Hypothesis(rule: "", .pursue([purpose], wanted: .all, answering: open.id))
      let verdict = Planner(house: house).verdict(on: again, in: conversation)
      carryOut(verdict, answering: open.id, Reading(intent: .nothing), Clause([]))
      answer.open = conversation.open?.question.open ?? []
      return
    }
    answer = Answer(open.question.kind, words(of: open))
    answer.choices = open.question.options
    sayWhoComesAndGoes(open.purpose)
    answer.open = open.question.open
  }

  /// Closes questions about bookings that do not stand any more.
  private mutating func dropWhatIsOver() {
    for issue in conversation.issues {
      guard let reference = issue.purpose.goal.changed,
        world.ledger.booking(reference)?.state != .held
      else { continue }
      conversation.close(issue.id)
    }
  }
}

extension Goal {
  /// The booking that would become otherwise, or go, if it is one.
  var changed: BookingReference? {
    switch self {
    case .change(let reference): reference
    case .cancel(let references): references.count == 1 ? references[0] : nil
    case .book, .wait, .stopWaiting, .ride, .tell: nil
    }
  }
}

extension BookingEvent {
  fileprivate var isNew: Bool { if case .booked = self { true } else { false } }
}

extension Question {
  /// What kind of answer asks it.
  var kind: Answer.Kind {
    switch self {
    case .parts(let parts, _): parts == [.confirm] ? .needsConfirmation : .needsMore
    case .option, .which: .needsChoice
    case .go, .ride(.go), .ride(.accept), .ride(.link), .ride(.drop): .needsConfirmation
    case .ride(.field): .needsMore
    }
  }
}

extension Reason {
  /// Whether it is itself the question.
  var isQuestion: Bool {
    switch self {
    case .isPhone, .severalCalled, .calledNearly, .withoutWrong, .inOwnName, .whatToChange,
      .whichBooking, .asksPart,
      .timeFound:
      true
    case .refused, .justTaken, .noSuchRoom, .noneFits, .lacks, .nextFree, .severalTimes,
      .impossible, .noTimeFound, .timesUnknown, .seriesClash, .onlyOneBooking:
      false
    }
  }
}
