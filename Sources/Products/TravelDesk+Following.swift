// What is due: rides that are looked at from time to time (rule R13), requests of which nobody
// knows what came of them, purchases that nobody goes on with.

public import CivilTime
import Mobility

extension TravelDesk {
  /// When something is due next; nil for never.
  public var nextDue: Instant? {
    purchases.values.compactMap { due(of: $0) }.min()
  }

  private func due(of purchase: Purchase) -> Instant? {
    switch purchase.state {
    case .updating(nil, _, let due), .unsure(nil, _, let due): due
    case .sending(_, .again(_, _, let due)): awaits(purchase) ? nil : due
    case .following(nil, let due, _): due
    case .listed, .linking, .asking, .choosing, .reviewing, .agreement:
      purchase.touched + .seconds(limits.purchaseSecondsMax)
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
    for purchase in due.sorted(by: { $0.id < $1.id }) {
      switch purchase.state {
      case .updating(_, let tries, _):
        look(purchase.id, at: now) { .updating($0, tries: tries, due: nil) }
      case .unsure(_, let tries, _):
        look(purchase.id, at: now) { .unsure($0, tries: tries, due: nil) }
      case .following(_, _, let known): lookAtRide(purchase, known, at: now)
      case .sending(_, .again(let step, let tries, _)):
        sendAgain(step, tries, for: purchase.id, at: now)
      case .confirming: follow(purchase.id, at: now)
      case .ended: forget(purchase.id)
      case .listed, .linking, .asking, .choosing, .reviewing, .agreement:
        move(purchase.id, to: .ended(.expired), at: now)
      case .listing, .sending: ignore()
      }
    }
    for trip in shelf.forget(at: now) {
      effects.append(.forgetTrip(trip.reference, owner: trip.owner))
    }
  }

  /// Forgets a purchase that is over, or that nothing was said to.
  mutating func forget(_ id: PurchaseID) {
    guard let purchase = purchases[id] else { return }
    if case .following = purchase.state { return }
    purchases[id] = nil
    awaited = awaited.filter { $0.value != id }
    effects.append(.forgetPurchase(id))
  }

  private mutating func look(
    _ id: PurchaseID, at now: Instant, _ state: (ErrandID) -> Purchase.State
  ) {
    guard let errand = fetchingTrip(for: id) else {
      return lookedInVain(id, tries: limits.looksAfterSeconds.count, at: now)
    }
    move(id, to: state(errand.id), at: now)
    effects.append(.send(errand))
  }

  private mutating func sendAgain(
    _ step: Purchase.Step, _ tries: Int, for id: PurchaseID, at now: Instant
  ) {
    send(step, for: id, at: now)
    // The state that was written down knows how often it was tried.
    guard case .sending(let errand, _) = purchases[id]?.state else { return }
    purchases[id]?.state = .sending(errand, .again(step, tries: tries, due: now))
  }

  // MARK: - Of which nobody knows

  /// Nobody knows whether it was booked: the trip will tell.
  mutating func becomeUnsure(_ id: PurchaseID, at now: Instant) {
    let due = now + .seconds(limits.looksAfterSeconds[0])
    move(id, to: .unsure(nil, tries: 1, due: due), at: now)
  }

  mutating func looked(
    _ outcome: ErrandOutcome, _ tries: Int, for id: PurchaseID, at now: Instant
  ) {
    guard case .answered(let answer) = outcome, case .read(let trips) = answer.trips(reading)
    else { return lookedInVain(id, tries: tries, at: now) }
    if let trip = trips.first { replace(by: trip, for: id, at: now) }
    guard let purchase = purchases[id] else { return }
    let leg = leg(purchase.leg, of: purchase.owner)?.leg
    let isNew = leg?.bookingHash != purchase.hashBefore
    if let confirmation = leg?.booking?.confirmation {
      follow(id, at: now)
      return tell(purchase, .confirmed(confirmation))
    }
    if isNew {
      follow(id, at: now)
      return tell(purchase, .goesOn)
    }
    guard limits.looksAfterSeconds.indices.contains(tries) else {
      move(id, to: .ended(.notBooked), at: now)
      return tell(purchase, .notBooked)
    }
    lookedInVain(id, tries: tries, at: now)
  }

  private mutating func lookedInVain(_ id: PurchaseID, tries: Int, at now: Instant) {
    guard limits.looksAfterSeconds.indices.contains(tries) else {
      guard let purchase = purchases[id] else { return }
      move(id, to: .ended(.unknown), at: now)
      return tell(purchase, .unknown)
    }
    let due = now + .seconds(limits.looksAfterSeconds[tries])
    move(id, to: .unsure(nil, tries: tries + 1, due: due), at: now)
  }

  // MARK: - Rides

  /// Looks at a ride again when that is due.
  mutating func follow(_ id: PurchaseID, at now: Instant) {
    guard let purchase = purchases[id] else { return }
    let known = Purchase.Following(confirmation(of: id))
    move(id, to: .following(nil, due: nextLook(at: purchase, known, at: now), known), at: now)
  }

  private func nextLook(
    at purchase: Purchase, _ known: Purchase.Following, at now: Instant
  ) -> Instant {
    let leg = leg(purchase.leg, of: purchase.owner)?.leg
    let isSoon = leg?.start.map { start in
      now >= start - .seconds(limits.soonSeconds)
        && now <= (leg?.end ?? start) + .seconds(limits.soonSeconds)
    }
    let isQuick: Bool =
      switch known.status?.stage {
      case .waiting, .underWay, .other, nil: true
      case .confirmed: isSoon ?? false
      case .cancelled, .done: false
      }
    let seconds = isQuick ? limits.followSeconds : limits.followIdleSeconds
    // Not all at once: each a little earlier or later, by a tenth at most.
    let spread = (purchase.id.number &* 7 % 21) - 10
    return now + .seconds(seconds + seconds * spread / 100)
  }

  private mutating func lookAtRide(
    _ purchase: Purchase, _ known: Purchase.Following, at now: Instant
  ) {
    let leg = leg(purchase.leg, of: purchase.owner)?.leg
    if let end = leg?.end, end + .seconds(limits.followAfterEndSeconds) < now {
      return move(purchase.id, to: .ended(.over(known.status)), at: now)
    }
    guard let errand = fetchingTrip(for: purchase.id) else {
      return move(purchase.id, to: .ended(.over(known.status)), at: now)
    }
    // What is looked at again after a restart need not be durable.
    purchases[purchase.id]?.state = .following(errand.id, due: now, known)
    effects.append(.send(errand))
  }

  mutating func followed(
    _ outcome: ErrandOutcome, _ known: Purchase.Following, for id: PurchaseID, at now: Instant
  ) {
    guard let purchase = purchases[id] else { return }
    if case .answered(let answer) = outcome {
      switch answer.trips(reading) {
      case .read(let trips): if let trip = trips.first { replace(by: trip, for: id, at: now) }
      case .failed(let failure) where [404, 410].contains(failure.status):
        return move(id, to: .ended(.over(known.status)), at: now)
      case .failed, .unreadable: break
      }
    }
    let confirmation = confirmation(of: id)
    if let confirmation, confirmation.status != known.status {
      tell(purchase, known.isConfirmed ? .status(confirmation) : .confirmed(confirmation))
    }
    if let status = confirmation?.status, status.stage.isOver {
      return move(id, to: .ended(.over(status)), at: now)
    }
    follow(id, at: now)
  }
}
