// Passes: calls that are due, their outcomes, and who is told.

import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Passes
import Wording

extension Agent {
  mutating func settle(_ call: CallID, _ outcome: GatewayOutcome, at now: Instant) {
    follow(world.outbox.decideOutcome(outcome, of: call, at: now, using: &chance), at: now)
  }

  /// Plans the calls that are due and tells what there is to tell.
  mutating func sendWhatIsDue(at now: Instant) {
    for _ in 0..<settings.limits.portionsMax {
      let events = world.outbox.decideDue(at: now)
      if events.isEmpty { break }
      follow(events, at: now)
      for event in events {
        guard case .attempted(let id, _, _, _) = event, let call = world.outbox.call(id) else {
          continue
        }
        effects.append(.call(call, roomName: roomName(of: call), untitled: untitled(call)))
      }
    }
    for _ in 0..<settings.limits.portionsMax {
      let news = world.outbox.news(at: now)
      if news.isEmpty { break }
      for item in news {
        follow([item.event], at: now)
        tell(item, at: now)
      }
    }
  }

  private func roomName(of call: GatewayCall) -> String {
    world.ledger.room(call.content.room)?.name ?? call.content.room.text
  }

  /// What a booking without a title is called on its passes: the word of the line that booked it,
  /// or of the house where nobody remembers that line.
  private func untitled(_ call: GatewayCall) -> String {
    let booked = homes[call.booking.number]?.bookedIn
    return AnswerWording.usualTitle(in: booked ?? answerLanguage(of: DialogueState()))
  }

  // MARK: - News

  private mutating func tell(_ news: PassNews, at now: Instant) {
    guard let booking = world.ledger.booking(news.booking) else { return }
    let user = booking.owner.text
    let home = homes[booking.reference.number]
    let conversation = home.flatMap { conversations[$0.key]?.conversation }
    let language =
      conversation.map { answerLanguage(of: $0) } ?? home?.spokenIn
      ?? answerLanguage(of: DialogueState())
    let words = AnswerWording(in: language, world: world, now: now, for: booking.owner)
      .words(for: news)
    guard !words.isEmpty else { return }
    counts.notices += 1
    counts.messages += 1
    let form = WireForm(world: world, reader: booking.owner, language: language)
    let message = ReplyMessage(lines: words, id: "m\(counts.messages)", audience: .user)
    let notice = Notice(
      .passResult, messages: [message],
      members: [
        "seq": .integer(Int64(counts.notices)), "kind": "pass",
        "conv": .string(home?.key.conversation ?? ""), "user": .string(user),
        "ref": .string(booking.reference.description),
        "booking": .object(form.booking(booking)),
        "attempt": 1, "expires": .string(form.moment(booking.end)),
      ])
    deliver(notice, to: user)
  }

  /// Gives news to every session of somebody, or keeps them until one comes.
  private mutating func deliver(_ notice: Notice, to user: String) {
    let listening = sessions.filter { $0.value.hears(newsOf: user) }.map(\.key).sorted()
    for id in listening { effects.append(.notice(id, notice)) }
    if listening.isEmpty { heldNews.hold(notice, for: user, settings.limits) }
  }

  /// What somebody missed, as soon as they are there.
  mutating func tellHeldNews(to id: SessionID) {
    guard let session = sessions[id] else { return }
    switch session.encoding {
    case .text:
      guard let user = session.user else { return }
      for notice in heldNews.take(for: user) { effects.append(.notice(id, notice)) }
    case .json:
      guard session.isSubscribed else { return }
      for notice in heldNews.takeAll() { effects.append(.notice(id, notice)) }
    }
  }
}

extension Session {
  /// Whether news of somebody are for this session: a person's own text session, or a program
  /// that asked for news and carries many.
  func hears(newsOf someone: String) -> Bool {
    switch encoding {
    case .text: user == someone
    case .json: isSubscribed
    }
  }
}
