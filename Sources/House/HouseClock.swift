// What time it is: the system's clock, or one that only tests move.

public import CivilTime
import Foundation

/// The clock of a house.
public enum HouseClock: Hashable, Sendable {
  /// The system's.
  case system
  /// One that stands still until it is moved.
  case frozen(Instant)
  /// One that runs like the system's, ahead of it by so much.
  case ahead(Duration)
  /// One that shows what it was last told and does not stand still for that: a simulated world
  /// moves it, and waits until what is next.
  case told(Instant)

  /// What it shows.
  public var now: Instant {
    switch self {
    case .system: Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    case .ahead(let duration): HouseClock.system.now + duration
    case .frozen(let instant), .told(let instant): instant
    }
  }

  /// How long it has been since now, by a clock that nobody sets; nil where this one is moved by
  /// hand.
  var steadyClock: (() -> Duration)? {
    switch self {
    case .system, .ahead:
      let begin = ContinuousClock.now
      return { begin.duration(to: .now) }
    case .frozen, .told: return nil
    }
  }

  /// Whether it stands still.
  public var isFrozen: Bool {
    if case .frozen = self { return true }
    return false
  }
}
