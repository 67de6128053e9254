// What is due: calls of passes, their outcomes and the words about them, and the ends of holds.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes
import Wording

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
