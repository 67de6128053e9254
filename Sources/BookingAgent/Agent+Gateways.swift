// What gateways are asked and tell: calls of passes that are due and their outcomes, ends of holds,
// and what another calendar leaves free, kept for a minute and told with its age.

import Bookings
import CivilTime
import Dialogue
import Discourse
import LineProtocol
import Passes
import Wording

/// What is known of one day of the other calendar.
struct OpeningsState: Hashable, Sendable {
  /// When it was told last.
  var read: Instant?
  /// When it was asked last, with or without success.
  var asked: Instant
  /// Whether an answer is awaited.
  var isAwaited: Bool
}

extension Agent {
  /// What a turn that was rehearsed must wait for: the days it looked at that are not fresh, and
  /// the request that is taken then; nil if it need not wait.
  func openingsNeeded(
    by turn: Turn, _ saying: Saying, at now: Instant
  ) -> (days: [CivilDate], then: Resumption)? {
    guard saying.round < settings.limits.openingsRoundsMax, let request = saying.whole else {
      return nil
    }
    let stale = turn.daysLookedAt.filter { !isFresh($0, at: now) }
    return stale.isEmpty ? nil : (Array(stale), .request(request, round: saying.round + 1))
  }

  /// Asks the other calendar about days, and has the session wait for them.
  mutating func awaitOpenings(
    _ dates: some Sequence<CivilDate>, on id: SessionID, then next: Resumption, at now: Instant
  ) {
    let dates = Set(dates)
    askAbout(dates.sorted(), at: now)
    setWait(.openings(dates, then: next), of: id)
  }

  /// Asks the other calendar about days, but for those of which an answer is awaited.
  mutating func askAbout(_ dates: [CivilDate], at now: Instant) {
    if dates.isEmpty { return }
    for date in dates where openingsRead[date]?.isAwaited != true {
      openingsRead[date] = OpeningsState(
        read: openingsRead[date]?.read, asked: now, isAwaited: true)
      effects.append(.readOpenings(date))
    }
    forgetOldOpenings()
  }

  private mutating func forgetOldOpenings() {
    let over = openingsRead.count - settings.limits.openingsDaysMax
    guard over > 0 else { return }
    let oldest = openingsRead.filter { !$0.value.isAwaited }
      .sorted { ($0.value.asked, $0.key) < ($1.value.asked, $1.key) }.prefix(over)
    for (date, _) in oldest {
      openingsRead[date] = nil
      for room in world.ledger.building.rooms {
        world.ledger.openings.leave(nil, of: room.id, on: date)
      }
    }
  }

  func isFresh(_ date: CivilDate, at now: Instant) -> Bool {
    guard let state = openingsRead[date], !state.isAwaited else { return false }
    return now < state.asked + .seconds(settings.limits.openingsFreshSeconds)
  }

  /// Takes what the other calendar told, and tries again what waited for it.
  mutating func take(_ answer: OpeningsAnswer, for date: CivilDate, at now: Instant) {
    openingsRead[date, default: OpeningsState(read: nil, asked: now, isAwaited: false)]
      .isAwaited = false
    openingsRead[date]?.asked = now
    switch answer {
    case .free(let spans):
      openingsRead[date]?.read = now
      for room in world.ledger.building.rooms {
        // A room that it does not tell of any more is not to be had.
        world.ledger.openings.leave(spans[room.name] ?? [], of: room.id, on: date)
      }
    case .failed(let reason):
      effects.append(.tellOperator(.calendarFailed(date, reason)))
    }
    for id in watchers { sessions[id]?.watching?.becomeStale() }
    for id in waiting.sorted() {
      guard case .openings(var dates, let next) = sessions[id]?.wait, dates.remove(date) != nil
      else { continue }
      guard dates.isEmpty else {
        setWait(.openings(dates, then: next), of: id)
        continue
      }
      setWait(nil, of: id)
      goOn(next, on: id, at: now)
      runQueue(of: id, at: now)
    }
  }

  private mutating func goOn(_ next: Resumption, on id: SessionID, at now: Instant) {
    switch next {
    case .request(let request, let round): answer(request, on: id, at: now, round: round)
    case .greeting: greetWithRooms(on: id, at: now)
    case .board(let subject): showBoard(of: subject, on: id)
    }
  }

  /// What an answer that looked at these days rests on, where it is not what holds now.
  func ages(
    of dates: some Sequence<CivilDate>, in answer: Answer, at now: Instant
  ) -> [AnswerPart] {
    let rooms = answer.rooms.isEmpty ? nil : settings.roomsTold
    let told = rooms.map { AnswerPart.roomsTold(world.ledger.zone.civil(at: $0)) }
    return [openingsAge(of: dates, at: now), told].compactMap(\.self)
  }

  /// How old what is told of a day is, if the calendar could not be asked; in minutes.
  private func openingsAge(of dates: some Sequence<CivilDate>, at now: Instant) -> AnswerPart? {
    guard settings.readsOpenings else { return nil }
    for date in dates {
      guard let state = openingsRead[date], state.read != state.asked else { continue }
      let age = state.read.map { Int(now.since($0).wholeMilliseconds / 60_000) }
      return .calendarUnreachable(ageMinutes: age)
    }
    return nil
  }
}

// MARK: - What is due

extension Agent {
  mutating func settle(_ call: CallID, _ outcome: GatewayOutcome, at now: Instant) {
    follow(world.outbox.decideOutcome(outcome, of: call, at: now, using: &chance), at: now)
  }

  /// Plans the calls that are due and tells what there is to tell.
  mutating func sendWhatIsDue(at now: Instant) {
    endWhatWaitsNoMore(at: now)
    for _ in 0..<settings.limits.portionsMax {
      let events = world.outbox.decideDue(at: now)
      if events.isEmpty { break }
      follow(events, at: now)
      for event in events {
        guard case .attempted(let id, _, _, _) = event, let call = world.outbox.call(id) else {
          continue
        }
        effects.append(
          .call(naming(call, at: now), roomName: roomName(of: call), untitled: untitled(call)))
      }
    }
    for _ in 0..<settings.limits.portionsMax {
      let news = world.outbox.news(at: now)
      if news.isEmpty { break }
      for item in news {
        follow([item.event], at: now)
        announce(item, at: now)
      }
    }
    tellOwedNews(at: now)
  }

  private func roomName(of call: GatewayCall) -> String {
    world.ledger.room(call.content.room)?.name ?? call.content.room.text
  }

  /// A call whose passes name in their description when the others of their series are.
  private func naming(_ call: GatewayCall, at now: Instant) -> GatewayCall {
    guard !call.content.dates.isEmpty else { return call }
    let language = homes[call.booking.number]?.bookedIn ?? answerLanguage(of: DialogueState())
    let dates = AnswerWording(in: language, world: world, now: now, for: UserID(""))
      .words(forDatesOf: call.content)
    return call.describing { $0.isEmpty ? dates : "\($0)\n\(dates)" }
  }

  /// What a booking without a title is called on its passes: the word of the line that booked it,
  /// or of the house where nobody remembers that line.
  private func untitled(_ call: GatewayCall) -> String {
    let booked = homes[call.booking.number]?.bookedIn
    return AnswerWording.usualTitle(in: booked ?? answerLanguage(of: DialogueState()))
  }

  /// The language in which news of a booking are told: that of the conversation in which it is
  /// spoken of, or of the house where nobody remembers one.
  func newsLanguage(of booking: BookingReference) -> AnswerLanguage {
    let home = homes[booking.number]
    let conversation = home.flatMap { conversations[$0.key]?.conversation }
    return conversation.map { answerLanguage(of: $0) } ?? home?.spokenIn
      ?? answerLanguage(of: DialogueState())
  }

  /// The words of news, in the language of who reads them.
  func words(for news: PassNews, to reader: UserID, at now: Instant) -> [String] {
    AnswerWording(in: newsLanguage(of: news.booking), world: world, now: now, for: reader)
      .words(for: news)
  }

  /// The words of news of what another did, in the language of who reads them.
  func words(
    for deed: OthersDeed, with booking: Booking, to reader: UserID, at now: Instant
  ) -> [String] {
    AnswerWording(in: newsLanguage(of: booking.reference), world: world, now: now, for: reader)
      .words(for: deed, with: booking)
  }

  // MARK: - Waits

  /// Takes events of waits as happened and writes them down.
  mutating func follow(_ events: [WaitEvent], at now: Instant) {
    for event in events {
      world.ledger.apply(event)
      entries.append(JournalEntry(at: now, by: nil, fact: .wait(event)))
    }
  }

  /// Holds what became free for who waits for it, and tells them.
  mutating func offer(_ freed: [FreedPlace], at now: Instant) {
    if freed.isEmpty { return }
    let offered = world.ledger.decideOffers(of: freed, at: now)
    follow(offered, at: now)
    for wait in offered.map(\.wait) {
      guard let offer = wait.offer else { continue }
      // Who hears of it too late is told that it was held, until it has begun.
      announce(.wait(wait.reference), to: wait.user, until: offer.start, at: now)
    }
  }

  /// Ends holds and waits whose time has come; what was held goes to the next in line.
  mutating func endWhatWaitsNoMore(at now: Instant) {
    for _ in 0..<settings.limits.portionsMax {
      guard let due = world.ledger.waits.nextDue, due <= now else { return }
      let (events, freed) = world.ledger.decideDue(at: now)
      if events.isEmpty { return }
      follow(events, at: now)
      events.map(\.wait).forEach { tellLapsed($0, at: now) }
      offer(freed, at: now)
    }
  }

  /// Tells somebody that nothing is held for them any more, who has heard that it was; who has not
  /// hears both at once.
  private mutating func tellLapsed(_ wait: Wait, at now: Instant) {
    guard wait.state == .lapsed, let offer = wait.offer, offer.start > now,
      !board.pieces(for: wait.user.text).contains(where: { $0.wait == wait.reference })
    else { return }
    announce(.wait(wait.reference), to: wait.user, until: offer.start, at: now)
  }

  /// Offers what is free at a start: the building, or its hours, may be others than before.
  mutating func offerWhatIsFree(at now: Instant) {
    let places = world.ledger.waits.open.filter { $0.state == .waiting }.flatMap { wait in
      let rooms = wait.wish.rooms.isEmpty ? world.ledger.building.rooms.map(\.id) : wait.wish.rooms
      return rooms.map { FreedPlace(Place(room: $0, span: wait.wish.window), of: nil) }
    }
    // What many wait for is offered to all of them in turn at once.
    var offered: Set<FreedPlace> = []
    for place in places where offered.insert(place).inserted { offer([place], at: now) }
  }
}
