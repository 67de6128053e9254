// What is due: looks at rides and trips, undecided payments, and what nobody goes on with.

public import CivilTime
import Mobility

extension TravelDesk {
  /// When something is due next; nil for never.
  public var nextDue: Instant? {
    [purchases.nextDue, shelf.nextDue].compactMap(\.self).min()
  }

  /// Does what is due.
  public mutating func doWhatIsDue(at now: Instant) {
    let due = purchases.due(by: now)
    if !due.isEmpty { orderRides() }
    for purchase in due {
      switch purchase.state {
      case .updating(_, let tries, _):
        look(purchase.id, at: now) { .updating($0, tries: tries, due: nil) }
      case .unsure(_, let tries, _):
        look(purchase.id, at: now) { .unsure($0, tries: tries, due: nil) }
      case .following(_, _, let known):
        purchases.isBeyondLimit(purchase.id)
          ? follow(purchase.id, known, at: now) : lookAtRide(purchase, known, at: now)
      case .sending(_, .again(let step, let tries, _)):
        send(.again(step, tries: tries, due: now), for: purchase.id, at: now)
      case .confirming: goBackToRide(purchase.id, at: now)
      case .ended: remove(purchase.id)
      case .linking: endLinking(purchase.id, because: .expired, at: now)
      case .listed, .asking, .choosing, .reviewing, .agreement:
        end(purchase.id, .expired, at: now)
      case .listing, .sending: ignore()
      }
    }
    for trip in shelf.forget(at: now) { forgotten(trip) }
  }

  /// What was to be done with a ride is not: it is followed as before.
  mutating func goBackToRide(
    _ id: PurchaseID, because setback: Purchase.End? = nil, at now: Instant
  ) {
    guard let purchase = purchases[id] else { return }
    let known = purchase.known ?? Purchase.Following(leg(purchase.leg, of: purchase.owner)?.leg)
    follow(id, known, because: setback, at: now)
  }

  private mutating func look(
    _ id: PurchaseID, at now: Instant, _ state: (ErrandID) -> Purchase.State
  ) {
    guard let errand = fetchingTrip(for: id) else { return giveUp(id, wasSeen: false, at: now) }
    move(id, to: state(errand.id), at: now)
    effects.append(.send(errand))
  }
}
