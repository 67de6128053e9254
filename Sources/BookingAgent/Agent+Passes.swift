// Passes: calls that are due, their outcomes, and the words about them.

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
        announce(item, at: now)
      }
    }
    tellOwedNews(at: now)
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
}
