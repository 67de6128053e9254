// When to look at which session again: deadlines in buckets, so that neither setting one nor a tick
// costs more with more sessions. It knows no clock; ticks are handed in.

package import BookingAgent

/// Sessions by the tick at which they want to be looked at. An entry is a hint: a session that has
/// set an earlier deadline since is simply looked at once too often.
package struct TickWheel {
  private var buckets: [[SessionID]]
  private var current: UInt64
  /// Before this one nothing lies in the wheel, as far as was looked.
  private var nearest: UInt64
  package private(set) var count = 0

  /// A wheel of so many ticks; what lies beyond is looked at when the wheel has gone round.
  package init(ticks: Int = 512, at tick: UInt64 = 0) {
    precondition(ticks > 1, "a wheel of one tick cannot turn")
    buckets = Array(repeating: [], count: ticks)
    current = tick
    nearest = tick + 1
  }

  /// Sets a session and tells the tick it was set to: at least the next, at most one turn away.
  package mutating func insert(_ session: SessionID, at tick: UInt64) -> UInt64 {
    let latest = current + UInt64(buckets.count) - 1
    let placed = min(max(tick, current + 1), latest)
    buckets[Int(placed % UInt64(buckets.count))].append(session)
    count += 1
    nearest = min(nearest, placed)
    return placed
  }

  /// Moves on to a tick and takes out all that lay on the way.
  package mutating func advance(to tick: UInt64) -> [SessionID] {
    guard tick > current else { return [] }
    let steps = min(tick - current, UInt64(buckets.count))
    var due: [SessionID] = []
    for step in 0..<steps {
      let index = Int((tick - step) % UInt64(buckets.count))
      due += buckets[index]
      buckets[index] = []
    }
    current = tick
    nearest = max(nearest, tick + 1)
    count -= due.count
    return due
  }

  /// The next tick at which something lies; nil if nothing does.
  package mutating func next() -> UInt64? {
    guard count > 0 else { return nil }
    while buckets[Int(nearest % UInt64(buckets.count))].isEmpty { nearest += 1 }
    return nearest
  }
}
