// A clock that is set back: nothing waits until it shows again what it showed before.

import Bookings
public import CivilTime
import Dialogue
import Passes

extension Agent {
  /// Whether the clock was set back since it was looked at last: what was forgotten since then may
  /// not be over, and is to be recalled before the next event.
  public func isAhead(of now: Instant) -> Bool {
    guard let lastSeen else { return false }
    return now <= lastSeen - .seconds(settings.limits.setBackSecondsMin)
  }

  /// What the clock would show now had nobody set it, where another clock tells.
  public mutating func expectClock(at instant: Instant) {
    lastSeen = lastSeen.map { max($0, instant) }
  }

  /// Takes what is durable and was forgotten while the clock showed a later time: a room that is
  /// held again by the clock as it is now must not be given away.
  public mutating func recall(_ state: DurableState, at now: Instant) {
    for booking in state.bookings where world.ledger.booking(booking.reference) == nil {
      world.ledger.recall(booking, at: now)
    }
    world.outbox.recall(state.passes)
    for answer in state.answers where answers[answer.key] == nil { answers[answer.key] = answer }
  }

  /// Notices that the clock was set back. What is kept in memory is held to the clock at once; what
  /// is durable follows when the store does not rest.
  mutating func lookAtClock(_ now: Instant) {
    guard let seen = lastSeen, isAhead(of: now) else {
      lastSeen = max(lastSeen ?? now, now)
      return
    }
    keepWaitsWithinBounds(at: now)
    guard restEnd(at: now).map({ $0 <= now }) ?? true else { return }
    lastSeen = now
    follow(world.outbox.decideClockSetBack(by: seen.since(now), at: now), at: now)
  }

  /// When the rest after a failure of the store ends: never longer from now than it lasts.
  func restEnd(at now: Instant) -> Instant? {
    restsUntil.map { min($0, now + .seconds(settings.limits.storeRestSeconds)) }
  }

  private mutating func keepWaitsWithinBounds(at now: Instant) {
    restsUntil = restEnd(at: now)
    lastForgotten = lastForgotten.map { min($0, now) }
    for (date, state) in openingsRead where state.asked > now {
      let over = state.asked.since(now)
      openingsRead[date]?.asked = now
      openingsRead[date]?.read = state.read.map { $0 - over }
    }
    let longest = now + .seconds(world.outbox.limits.lingersSeconds)
    for id in waiting {
      guard case .lastPasses(let until) = sessions[id]?.wait else { continue }
      setWait(.lastPasses(until: min(until, longest)), of: id)
    }
  }
}
