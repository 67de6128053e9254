// What a running agent does when the clock of the machine is set while it runs: waits last as long
// as they were meant to, and nothing that holds a room again stays forgotten.

import BookingAgent
import CivilTime
import Storage

extension RunningHouse {
  /// Looks at both clocks before anything is handed in. If the one that shows the time shows less
  /// than has gone by on the other, it was set back by just so much.
  func noticeClock(at now: Instant) {
    if let steady = steadyClock?() {
      if let last = lastLook { agent.expectClock(at: last.clock + (steady - last.steady)) }
      lastLook = (now, steady)
    }
    guard agent.isAhead(of: now) else { return }
    do throws(StoreFault) {
      agent.recall(try store.load(at: now), at: now)
    } catch {
      goAstray(because: error)
    }
  }

  /// A wait that is cut where the clock is to be looked at between: set forward, or after the
  /// machine has slept, it may show that what is waited for has come long ago.
  func atMostUntilNextLook(_ wait: Duration) -> Duration {
    steadyClock == nil ? wait : min(wait, .seconds(settings.agent.limits.looksAtClockSeconds))
  }

  /// Whether a store that has failed may be tried again.
  var isStoreRested: Bool {
    let now = clock.now
    return storeRestEnd(at: now).map { now >= $0 } ?? true
  }

  /// When the store has rested. A clock that was set back to before the rest began has ended it.
  func storeRestEnd(at now: Instant) -> Instant? {
    guard let restsUntil else { return nil }
    let rest = Duration.seconds(settings.agent.limits.storeRestSeconds)
    return now < restsUntil - rest ? now : restsUntil
  }
}
