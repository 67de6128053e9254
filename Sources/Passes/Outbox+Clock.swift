// What it means for passes that the clock of the house is set back while they wait.

internal import Bookings
public import CivilTime

extension Outbox {
  /// What it means that the clock shows so much less than it showed before: every wait goes on for
  /// as long as it had still to last when the clock was read last, instead of until the clock shows
  /// again what it showed; and no pass is tried for longer than a day from now on. In portions.
  ///
  /// A clock that is set forward needs nothing: waits end early, and what has begun by it expires.
  public func decideClockSetBack(by duration: Duration, at now: Instant) -> [PassEvent] {
    let editions = bookings.values.flatMap(\.passes)
      .filter { $0.state.isOpen || $0.newsTopic != nil }.map(\.edition).sorted()
    let deadline = now + .seconds(limits.expiresSeconds)
    let portion = max(1, limits.passesPerEventMax)
    let portions = stride(from: 0, to: editions.count, by: portion).map { first in
      Array(editions[first..<min(first + portion, editions.count)])
    }
    // Nothing was seen of the gateway yet: nothing of it is to be reckoned anew.
    let isGatewayNew = health == GatewayHealth(limits: limits)
    return ((isGatewayNew ? [] : [[]]) + portions).map {
      .clockSetBack($0, by: duration, deadline: deadline, at: now)
    }
  }

  /// Takes passes as they were read from a store, if they are not known: a clock that was wrong for
  /// a while had let them be forgotten.
  public mutating func recall(_ passes: [Pass]) {
    let forgotten = passes.filter { pass($0.edition) == nil }
    for pass in forgotten { add(pass) }
    for booking in Set(forgotten.map(\.booking)) { refresh(booking) }
  }
}
