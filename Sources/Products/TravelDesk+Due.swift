// What is due: looks at rides and trips, undecided payments, and what nobody goes on with.

public import CivilTime
import Mobility

extension TravelDesk {
  /// When something is due next; nil for never.
  public var nextDue: Instant? {
    let purchase = purchases.values.compactMap { due(of: $0) }.min()
    return [purchase, shelf.nextDue].compactMap(\.self).min()
  }

  private func due(of purchase: Purchase) -> Instant? {
    switch purchase.state {
    case .updating(nil, _, let due), .unsure(nil, _, let due): due
    case .sending(_, .again(_, _, let due)): awaits(purchase) ? nil : due
    case .following(nil, let due, _): due
    case .linking: purchase.touched + .seconds(limits.linkSecondsMax)
    case .listed, .asking, .choosing, .reviewing, .agreement:
      purchase.touched
        + .seconds(purchase.isOfRide ? limits.yesSecondsMax : limits.purchaseSecondsMax)
    case .confirming(_, let until): until
    case .ended: purchase.touched + .seconds(limits.endedSecondsMax)
    case .listing, .sending, .updating, .unsure, .following: nil
    }
  }

  private func awaits(_ purchase: Purchase) -> Bool {
    if case .sending(let errand, _) = purchase.state { awaited[errand] != nil } else { false }
  }

  /// Does what is due.
  public mutating func doWhatIsDue(at now: Instant) {
    let due = purchases.values.filter { self.due(of: $0).map { $0 <= now } ?? false }
    let tooMany = due.isEmpty ? [] : ridesTooMany()
    for purchase in due.sorted(by: { $0.id < $1.id }) {
      switch purchase.state {
      case .updating(_, let tries, _):
        look(purchase.id, at: now) { .updating($0, tries: tries, due: nil) }
      case .unsure(_, let tries, _):
        look(purchase.id, at: now) { .unsure($0, tries: tries, due: nil) }
      case .following(_, _, let known):
        tooMany.contains(purchase.id)
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
    for trip in shelf.forget(at: now) {
      effects.append(.forgetTrip(trip.reference, owner: trip.owner))
    }
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
