// What is said of questions, proposals and of what a line could not be used for: facts for wording.

import Bookings
import CivilTime
import Discourse
import Language
import Planning
import Products

extension Turn {
  // MARK: - Proposals

  /// What is shown before it is done, and the question whether it is to be.
  func proposal(of prospect: Prospect) -> [AnswerPart] {
    var parts: [AnswerPart] = prospect.hasChanged ? [.changedSinceShown] : []
    if prospect.isFreeAlready { parts.append(.freeAlready) }
    if let fault = prospect.fault { parts.append(AnswerPart(fault)) }
    let areCancellations = prospect.events.allSatisfy { event in
      if case .cancelled = event { true } else { false }
    }
    if areCancellations, prospect.requests.isEmpty {
      parts += prospect.refusals.map { .refused($0, nil) }
    }
    if areCancellations, prospect.requests.isEmpty {
      return parts + [.asksIfCancel(prospect.events.map(\.booking))]
    }
    if !prospect.stuck.isEmpty { parts.append(.stuck(prospect.stuck)) }
    if prospect.plan.series != nil {
      let bookings = prospect.events.map(\.booking)
      return parts + [
        .wouldBookSeries(bookings, assumed: prospect.assumed), .asks([.confirm], attendee: nil),
      ]
    }
    if prospect.requests.count == 1, let request = prospect.requests.first {
      parts.append(.wouldBook(request, assumed: prospect.assumed))
      parts += prospect.refusals.map { .refused($0, request) }
      return parts + [.asks([.confirm], attendee: nil)]
    }
    return parts + [.asksIfMeant(changes(by: prospect.events))]
  }

  private func changes(by events: [BookingEvent]) -> [ProposedChange] {
    events.map { event in
      let isCancellation = if case .cancelled = event { true } else { false }
      return ProposedChange(
        before: world.ledger.booking(event.booking.reference), after: event.booking,
        isCancellation: isCancellation)
    }
  }

  // MARK: - Questions

  /// The words of a question that is open.
  func question(
    of question: Question, _ purpose: Purpose, isAgain: Bool = false
  ) -> [AnswerPart] {
    switch question {
    case .parts([.confirm], _) where purpose.goal == .wait: return [.asksIfWait]
    case .parts(let parts, let place):
      let people = purpose.request.people.value ?? []
      let person = place.flatMap { people.indices.contains($0) ? people[$0].called : nil }
      let stays = place.map { house.comesAlready($0, of: purpose) } ?? false
      return [.asks(parts, attendee: person, stays: stays)]
    case .option where purpose.goal.isRide: return ofRide(purpose)
    case .option:
      let lacksTime = isAgain && purpose.goal == .book && purpose.request.times.start.isUnsaid
      return (lacksTime ? [.asks([.start], attendee: nil)] : []) + [.offers]
    case .which: return [.asksWhichBooking, .offers]
    case .ride(.drop): return [.ride(.asksToDrop)]
    case .ride(.link), .ride(.field(.link)): return whatLinksAsk(by: question)
    case .ride(.field(.purchase(let id))), .ride(.accept(let id)), .ride(.go(let id)):
      return world.travel.purchases[id].map { told(of: $0, isAsked: false) } ?? []
    case .go(let plan):
      let events = house.events(of: plan)
      let areCancellations = events.allSatisfy { event in
        if case .cancelled = event { true } else { false }
      }
      if areCancellations, !events.isEmpty { return [.asksIfCancel(events.map(\.booking))] }
      if purpose.goal == .book { return [.asks([.confirm], attendee: nil)] }
      return [.asksIfMeant(changes(by: events))]
    }
  }

  func part(for reason: Reason, _ reading: Reading, _ clause: Clause) -> AnswerPart {
    switch reason {
    case .refused(let refusal, let request): .refused(refusal, request)
    case .justTaken: .justTaken
    case .noSuchRoom(let name, let nearest): .noSuchRoom(name, nearest: nearest.map(self.name))
    case .noneFits(let filter, let nearest):
      .noneFits(
        nearest.compactMap(world.ledger.room).map {
          RoomLack(room: $0, misses: filter.misses(of: $0))
        })
    case .lacks(let room, let filter):
      .lacks(
        [room].compactMap(world.ledger.room).map {
          RoomLack(room: $0, misses: filter.misses(of: $0))
        })
    case .nextFree: .nextFree
    case .severalTimes: .severalTimes(timesSaid(reading, clause))
    case .impossible(let fault): AnswerPart(fault)
    case .asksPart(let part): .asks([part], attendee: nil)
    case .isPhone(let written, let e164): .asksIfPhone(written: written, e164: e164)
    case .timeFound(let kind, let isForSeveral): .timesFound(kind, isForSeveral: isForSeveral)
    case .noTimeFound: .noTimeFound
    case .timesUnknown(let names): .timesUnknown(names)
    case .severalCalled(let name): .asksWhichPerson(name)
    case .calledNearly(let name): .asksIfPersonNear(name)
    case .withoutWrong: .asksWithoutWrong
    case .inOwnName: .asksIfInOwnName
    case .whatToChange(let booking): .asksWhatToChange(booking)
    case .seriesClash(let clashes, let count): .seriesClash(clashes, of: count)
    case .whichBooking: .asksWhichBooking
    case .onlyOneBooking: .onlyOneBooking
    }
  }

  func name(of room: RoomID) -> String { world.ledger.room(room)?.name ?? room.text }

  /// The words of each of several times, in the order of the line.
  private func timesSaid(_ reading: Reading, _ clause: Clause) -> [String] {
    reading.slots.when.filter { $0.start != nil }.map { when in
      [when.day?.range, when.start?.range].compactMap(\.self)
        .sorted { $0.lowerBound < $1.lowerBound }
        .map(clause.words).joined(separator: " ")
    }
  }

  /// What is known so far of what is open.
  func summary(of purpose: Purpose) -> RequestSummary {
    var summary = RequestSummary()
    let request = purpose.request
    summary.people = (request.people.value ?? []).compactMap(\.called)
    summary.title = request.title.isSaid ? request.title.value : nil
    summary.booking = purpose.goal.changed
    summary.rooms = request.roomsTogether ?? request.namedRoom.map { [$0] } ?? []
    summary.day = request.times.day.value?.first
    summary.span = house.span(of: purpose)
    if summary.booking == nil, summary.span == nil {
      summary.minutes = request.times.length.value
      summary.headcount = request.headcount.value
    }
    return summary
  }

  /// Says what a line has changed of what is still put together, where the question does not show
  /// it.
  mutating func sayWhatIsNew(since issue: Issue, _ inquiry: Inquiry) {
    if case .which = issue.question { return }
    let earlier = issue.purpose
    guard earlier.goal == .book || inquiry.question.options.isEmpty else { return }
    let before = summary(of: earlier), after = summary(of: inquiry.purpose)
    var news = RequestSummary()
    let showsPlace = inquiry.question.options.contains { $0.offer.span != nil }
    if !showsPlace, after.place != before.place {
      news = after.place
      if news.span == nil {
        if after.day == before.day { news.day = nil }
        if after.minutes == before.minutes { news.minutes = nil }
        if after.headcount == before.headcount { news.headcount = nil }
        if after.rooms == before.rooms { news.rooms = [] }
      }
    }
    if after.title != before.title { news.title = after.title }
    // Who is asked about is no news.
    var asked: String?
    if case .parts(_, let place?) = inquiry.question, after.people.indices.contains(place) {
      asked = after.people[place]
    }
    let isNew = after.people.contains { !before.people.contains($0) && $0 != asked }
    if inquiry.question.isOfPerson ? isNew : after.people != before.people {
      news.people = after.people
    }
    // Who is asked about may only be called otherwise now.
    if !issue.question.isOfPerson, after.people.isEmpty { news.leaving = before.people }
    if news != RequestSummary() { answer.parts.insert(.nowIs(news), at: 0) }
  }

  /// Says with the choices for a booking that stands who comes or goes by picking one.
  mutating func sayWhoComesAndGoes(_ purpose: Purpose) {
    guard let place = answer.parts.firstIndex(of: .offers),
      case .change(let reference) = purpose.goal, purpose.request.people.isSaid,
      let attendees = purpose.request.people.value,
      let standing = world.ledger.booking(reference)?.attendees
    else { return }
    let staying = Set(attendees.compactMap(\.id))
    let joining = attendees.filter { $0.id == nil }.compactMap(\.called)
    let leaving = standing.filter { !staying.contains($0.id) }.map(\.name)
    guard !joining.isEmpty || !leaving.isEmpty else { return }
    answer.parts.insert(.comingAndGoing(joining: joining, leaving: leaving), at: place)
  }

  // MARK: - What was said and not done

  /// Names the words that nothing could be made of, unless the whole line is one of them.
  mutating func sayWhatWasUnused(_ reading: Reading, _ clause: Clause) {
    guard reading.intent != .nothing else { return }
    // Only cancelling takes several bookings at once; a change asks which one.
    let takesSeveral = reading.intent == .cancel || reading.intent == .change
    let further = takesSeveral ? [] : reading.slots.furtherBookings.map(\.range)
    // Where nobody of the house is known nobody books in another's name.
    let behalf = world.ledger.building.people.isEmpty ? reading.slots.behalf?.range : nil
    let words = (reading.unused + further + [behalf].compactMap(\.self)).map(clause.words)
    guard !words.isEmpty else { return }
    answer.parts.append(reading.intent.isOfReminders ? .left(words) : .unused(words))
  }

  /// Says what of a line was understood but is not done as it stands: a repeat, another zone.
  mutating func sayWhatBecameOfTimes(_ reading: Reading, _ clause: Clause) {
    guard reading.intent != .nothing, !reading.intent.isOfReminders else { return }
    let slots = reading.slots
    var parts: [AnswerPart] = []
    for when in slots.when + [slots.target].compactMap(\.self) {
      if let part = otherZone(of: when, clause), !parts.contains(part) { parts.append(part) }
      if answer.kind == .needsConfirmation, let part = regionalTime(of: when, clause) {
        parts.append(part)
        conversation.quartersTurn = conversation.turn
      }
    }
    let isRefused = answer.parts.contains { if case .staysOnce = $0 { true } else { false } }
    let isAsked = [.find, .isFree, .rooms, .bookings, .show].contains(reading.intent)
    if slots.repetition != nil, !isRefused, isAsked { parts.append(.onlyOnce) }
    if [.book, .draft, .details].contains(reading.intent) {
      if slots.saysDaysToBook { parts.append(.onlyFirstDay) }
      if slots.roomCount != nil, slots.roomsWithTimes.isEmpty { parts.append(.onlyOneRoom) }
    }
    answer.parts.insert(contentsOf: parts, at: 0)
  }

  private func regionalTime(of when: When, _ clause: Clause) -> AnswerPart? {
    guard when.assumed.contains(.quarter) else { return nil }
    let said = [when.start, when.end].compactMap(\.self)
    guard let from = said.map(\.range.lowerBound).min(),
      let to = said.map(\.range.upperBound).max()
    else { return nil }
    return .regionalTime(said: clause.words(of: from..<to), read: said.map(\.value))
  }

  private func otherZone(of when: When, _ clause: Clause) -> AnswerPart? {
    guard let zone = when.zone, whenThere == nil || !answer.changes.isEmpty else { return nil }
    let said = [zone.value.start, zone.value.end].compactMap(\.self)
    let here = [when.start?.value, when.end?.value].compactMap(\.self)
    guard said != here else { return nil }
    return .otherZone(said: said, zone: clause.words(of: zone.range), here: here)
  }

  // MARK: - Courtesies and what is missing

  mutating func answer(_ courtesy: Courtesy, _ reading: Reading) {
    if reading.intent == .language { return answerInLanguage(asked: reading) }
    let topic = reading.slots.topic?.value
    switch courtesy {
    case .greeting:
      let talk = topic.flatMap(SmallTalk.init).map { AnswerPart.smallTalk($0, examples) }
      answer = Answer(.greeting, [talk ?? .greeting(speaker.name, examples)])
    case .thanks: answer = Answer(.greeting, [.welcome])
    case .help: answer = Answer(.help, [.help(examples, on: topic.flatMap(HelpTopic.init))])
    case .agreement:
      let done = conversation.undoable.map(\.booking.reference).withoutRepeats
      answer = Answer(.told, [.doneAlready(done.compactMap(world.ledger.booking))])
    case .reminders: answer = Answer(.told, [.noReminders(momentToBook(in: reading.slots))])
    case .goodbye:
      // `see you at 10 in the Aquarium` is said to somebody else.
      let isWhole = reading.slots.rooms.isEmpty && reading.slots.firstWhen?.start == nil
      answer = isWhole ? Answer(.goodbye, [.goodbye]) : Answer(.told, [.dropped(stays: nil)])
    }
  }

  /// Says which room and which time a line names of which nothing else was understood; nothing
  /// that it does not say.
  mutating func sayWhatWasUnderstood(_ reading: Reading) {
    var summary = RequestSummary()
    if case .known(let place) = reading.slots.rooms.first?.value {
      summary.rooms = [world.ledger.building.rooms[place].id]
    }
    if let when = reading.slots.firstWhen, case .on(let date) = when.day?.value {
      summary.day = date
      if let start = when.start?.value, let end = when.end?.value {
        summary.span = CivilSpan(on: date, from: start, to: end)
      }
    }
    if summary != RequestSummary() { answer.parts.append(.understood(summary)) }
  }

  var notUnderstood: AnswerPart {
    .notUnderstood(level: min(conversation.misunderstandings + 1, 3), examples)
  }

  /// A real room and a time at which it can be had, to make help of.
  var examples: HelpExamples {
    let today = house.civilNow.date
    let place = world.ledger.earliest(
      fitting: RoomFilter(), minutes: world.habits.usualMinutes,
      from: CivilMoment(today.adding(days: 1), .midnight), at: now)
    let room = place.flatMap { world.ledger.room($0.room) } ?? world.ledger.building.rooms.first
    return HelpExamples(
      room: room, span: place?.span, booking: conversation.salient(.booking)?.entity.ofBooking,
      open: conversation.open?.question.open ?? [], contact: world.ledger.building.contact,
      trip: world.travel.shelf[owner].last?.reference)
  }

  /// The one moment that a line about reminders names, if rooms can be booked then and the words
  /// that do so would not be taken for an answer to what is open.
  private func momentToBook(in slots: Slots) -> CivilMoment? {
    let policy = world.ledger.building.policy
    let civilNow = house.civilNow
    guard !conversation.isOpen, slots.when.count == 1, slots.repetition == nil,
      let when = slots.firstWhen,
      when.bound == .exact, when.start != nil || when.fromNowMinutes != nil,
      case .moment(let said) = when.meant(at: civilNow)?.start
    else { return nil }
    let moment = said.roundedUp(toMultipleOf: policy.gridMinutes)
    let isOpen =
      policy.isOpen(on: moment.date) && policy.opens <= moment.time && moment.time < policy.closes
    let isAhead = moment > civilNow && moment.date <= civilNow.date.adding(days: Self.yearAhead)
    return isOpen && isAhead ? moment : nil
  }

  /// A day without its year is said of no later one, in days.
  private static let yearAhead = 360
}

extension AnswerPart {
  /// That something cannot be.
  init(_ fault: Fault) {
    switch fault {
    case .day(let words): self = .impossibleDay(words)
    case .contradiction(let weekday, let date): self = .contradiction(weekday, date)
    case .time(let words): self = .impossibleTime(words)
    case .length(let words), .count(let words): self = .impossibleAmount(words)
    }
  }
}

extension RequestSummary {
  /// The same without title and people.
  var place: RequestSummary {
    var place = self
    (place.title, place.people) = (nil, [])
    return place
  }
}

extension AttendeeRequest {
  /// The name, or what else tells who is meant.
  var called: String? { name ?? email ?? phone }
}

extension Slots {
  /// Whether a line wants the same hour on one of several days, or on each: `Wed to Fri 10-11`.
  var saysDaysToBook: Bool {
    guard let when = firstWhen, when.start != nil, when.bound == .exact,
      case .among(let first, let last) = when.day?.value
    else { return false }
    return first < last
  }
}

extension String {
  /// Whether two names are the same to people: case apart, or one is the first name of the other.
  func isSameName(as other: String) -> Bool {
    let one = lowercased(), other = other.lowercased()
    return one == other || one.hasPrefix(other + " ") || other.hasPrefix(one + " ")
  }
}

extension DayWish {
  func isPast(_ today: CivilDate) -> Bool {
    if case .among(let days) = self { days.lowerBound < today } else { false }
  }
}
