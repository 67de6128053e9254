// When bookers are told of their passes, and what.

public import Bookings
public import CivilTime

extension Outbox {
  /// The messages that bookers are to get now: one a booking when its passes have settled, one
  /// before if they are in trouble for long. Each is sent when its `event` has been applied.
  public func news(at now: Instant) -> [PassNews] {
    guard let first = newsDue.firstDue, first <= now else { return [] }
    return newsDue.due(by: now).prefix(limits.bookingsPerDecisionMax).map { booking in
      news(of: booking, at: now)
    }
  }

  private func news(of booking: BookingReference, at now: Instant) -> PassNews {
    let current = passes(of: booking)
    let isSettled = pendingCount(of: booking) == 0
    func on(_ topic: Pass.NewsTopic) -> [Pass] { current.filter { $0.newsTopic == topic } }
    // While something is open only trouble is told; the rest makes the last message.
    let accepted = isSettled ? on(.accepted) : []
    let ended = on(.ended).filter { isSettled || $0.told == .nothing }
    let troubled = on(.troubled)
    let toBeTold = isSettled ? on(.toBeToldByBooker) : []
    let all = accepted + ended + troubled + toBeTold
    return PassNews(
      booking: booking, accepted: accepted, ended: ended, troubled: troubled,
      toBeToldByBooker: toBeTold, openCount: pendingCount(of: booking),
      event: .told(all.map(\.edition), at: now))
  }

  /// A message once more, as far as it still holds: of the passes that count and are still as it
  /// says. What somebody has skipped meanwhile they know of.
  public func news(
    of booking: BookingReference, about topics: PassTopics, at now: Instant
  ) -> PassNews {
    let current = passes(of: booking)
    func still(_ topic: Pass.NewsTopic, _ editions: [PassEdition]) -> [Pass] {
      let spokenOf = Set(editions)
      return current.filter {
        spokenOf.contains($0.edition) && $0.standing == topic && $0.state != .failed(.skipped)
      }
    }
    return PassNews(
      booking: booking, accepted: still(.accepted, topics.accepted),
      ended: still(.ended, topics.ended), troubled: still(.troubled, topics.troubled),
      toBeToldByBooker: still(.toBeToldByBooker, topics.toBeToldByBooker),
      openCount: pendingCount(of: booking), event: .told(topics.editions, at: now))
  }
}
