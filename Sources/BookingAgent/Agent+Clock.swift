// A clock that is set back: nothing waits until it shows again what it showed before.

import Bookings
public import CivilTime
import Dialogue
import Passes

extension Agent {
  /// Whether the clock was set back since it was looked at last: what was forgotten since then may
  /// not be over, and is to be recalled before the next event.
  public func isAhead(of now: Instant) -> Bool {
    guard let lastSeen, now < lastSeen else { return false }
    return now <= lastSeen - .seconds(settings.limits.setBackSecondsMin)
  }

  /// Whether what nobody asked for may be begun.
  func isRested(at now: Instant) -> Bool { restsUntil.map { now >= $0 } ?? true }

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
    for wait in state.waits where world.ledger.waits[wait.reference] == nil {
      world.ledger.recall(wait)
    }
    world.outbox.recall(state.passes)
    answers.recall(state.answers)
  }

  /// Notices that the clock was set back. What is kept in memory is reckoned anew at once; what is
  /// durable follows as soon as the store does not rest.
  mutating func lookAtClock(_ now: Instant) {
    if let seen = lastSeen, now < seen, isAhead(of: now) {
      let duration = seen.since(now)
      reckonAnew(by: duration)
      setBackOwed += duration
      lastSeen = now
    } else {
      lastSeen = max(lastSeen ?? now, now)
    }
    guard setBackOwed != .zero, isRested(at: now) else { return }
    follow(world.outbox.decideClockSetBack(by: setBackOwed, at: now), at: now)
    follow(world.ledger.decideHoldsSetBack(by: setBackOwed, at: now), at: now)
    unconfirmed.setBackTold += setBackOwed
    setBackOwed = .zero
  }

  /// Whatever in memory was reckoned from an earlier reading of the clock is as far from this one.
  private mutating func reckonAnew(by duration: Duration) {
    restsUntil = restsUntil.map { $0 - duration }
    forgetsNext = forgetsNext.map { $0 - duration }
    limiter?.setBack(by: duration)
    for (date, state) in openingsRead {
      openingsRead[date]?.asked = state.asked - duration
      openingsRead[date]?.read = state.read.map { $0 - duration }
    }
    for id in waiting {
      guard case .lastPasses(let until) = sessions[id]?.wait else { continue }
      setWait(.lastPasses(until: until - duration), of: id)
    }
  }
}
