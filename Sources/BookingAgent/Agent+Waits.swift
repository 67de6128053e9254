// Waits: what became free is offered, holds and waits end, and the words about them.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Wording

extension Agent {
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
      offer(freed, at: now)
    }
  }

  /// Offers what is free at a start: the building, or its hours, may be others than before.
  mutating func offerWhatIsFree(at now: Instant) {
    let places = world.ledger.waits.open.filter { $0.state == .waiting }.flatMap { wait in
      let rooms = wait.wish.rooms.isEmpty ? world.ledger.building.rooms.map(\.id) : wait.wish.rooms
      return rooms.map { FreedPlace(Place(room: $0, span: wait.wish.window), of: nil) }
    }
    for place in places { offer([place], at: now) }
  }

  // MARK: - Words

  /// The language in which news of a wait are told: that of the conversation in which it is spoken
  /// of, or of the house where nobody remembers one.
  private func newsLanguage(of wait: WaitReference) -> AnswerLanguage {
    let home = waitHomes[wait.number]
    let conversation = home.flatMap { conversations[$0.key]?.conversation }
    return conversation.map { answerLanguage(of: $0) } ?? home?.spokenIn
      ?? answerLanguage(of: DialogueState())
  }

  /// News of a wait as they are told now: it is offered something, or it was and did not take it;
  /// nil if it is over otherwise.
  mutating func waitNotice(
    of piece: News, _ reference: WaitReference, attempt: Int, at now: Instant
  ) -> Notice? {
    guard let wait = world.ledger.waits[reference], let offer = wait.offer,
      wait.state == .offered || wait.state == .lapsed
    else { return nil }
    let language = newsLanguage(of: reference)
    let wording = AnswerWording(in: language, world: world, now: now, for: piece.user)
    let form = WireForm(world: world, reader: piece.user, language: language)
    counts.messages += 1
    let isHeld = wait.state == .offered
    let choices = isHeld ? wording.choices(ofOffer: wait) : []
    let message = ReplyMessage(
      lines: wording.words(forOffer: wait), id: "m\(counts.messages)", audience: .user,
      choices: choices.map { ReplyChoice(id: $0.id, title: $0.title, say: $0.say) })
    let effects = isHeld ? ["held", "offered"] : []
    return Notice(
      .changedByOther, messages: [message],
      members: [
        "seq": .integer(Int64(piece.seq)), "kind": "wait",
        "conv": .string(waitHomes[reference.number]?.key.conversation ?? ""),
        "user": .string(piece.user.text), "ref": .string(reference.description),
        "wait": .object(form.wait(wait)),
        "effects": .array(
          effects.map { ["kind": .string($0), "wait": .object(form.wait(wait))] }),
        "attempt": .integer(Int64(attempt)), "expires": .string(form.moment(offer.start)),
      ])
  }
}
