// A desk after a restart (rule R14): what was kept, and what is done about what was on its way. The
// errands of another process are known to nobody: what they are answered is ignored.

public import CivilTime
public import Mobility

extension TravelDesk {
  /// A desk with what was kept. What was asked of the service is asked again, but for what may have
  /// booked: of that the trip will tell. Questions stand as they stood, without the secrets. In the
  /// process that kept it, all goes on as it stood, and what is out is still awaited.
  public init(
    restoring trips: [KeptTrip], _ purchases: [Purchase], numbers: TravelNumbers,
    stillOut out: ErrandsOut? = nil,
    limits: TravelLimits = TravelLimits(), reading: MobilityLimits = MobilityLimits(),
    at now: Instant
  ) {
    self.init(limits: limits, reading: reading)
    shelf = TripShelf(restoring: trips, numbers: numbers.trips, limits: limits)
    lastErrand = max(numbers.errand, out?.last ?? 0)
    lastPurchase = max(numbers.purchase, purchases.map(\.id.number).max() ?? 0)
    for purchase in purchases { lastErrand = max(lastErrand, purchase.errand?.number ?? 0) }
    for purchase in purchases.sorted(by: { $0.id < $1.id }) {
      self.purchases[purchase.id] = purchase
      if let out { resume(purchase, out, at: now) } else { restart(purchase, at: now) }
    }
  }

  /// The highest numbers that were ever given, to be kept with what they were given to.
  public var numbers: TravelNumbers {
    var numbers = TravelNumbers()
    (numbers.errand, numbers.purchase, numbers.trips) = (lastErrand, lastPurchase, shelf.numbers)
    return numbers
  }

  /// Goes on in the same process. What awaits an errand that never left is as after a restart.
  private mutating func resume(_ purchase: Purchase, _ out: ErrandsOut, at now: Instant) {
    guard let errand = purchase.errand else { return }
    if out.awaited.contains(errand) {
      purchases.await(errand, for: purchase.id)
      return
    }
    // It leaves when it is due.
    if case .sending(_, .again) = purchase.state { return }
    restart(purchase, at: now)
  }

  private mutating func restart(_ purchase: Purchase, at now: Instant) {
    let id = purchase.id
    // Nobody waits for it in a conversation any more.
    purchases[id]?.isLate = purchase.isAwaited || purchase.isLate
    switch purchase.state {
    case .listing:
      let leg = leg(purchase.leg, of: purchase.owner)?.leg
      guard let address = leg?.booking?.products else { return end(id, .unreached, at: now) }
      list(at: address, for: id, because: purchase.setback, at: now)
    case .sending(_, let step):
      step.books ? becomeUnsure(id, at: now) : send(step, for: id, at: now)
    case .updating(_, let tries, _):
      move(id, to: .updating(nil, tries: max(tries, 0), due: now), at: now)
    case .unsure(_, let tries, _):
      move(id, to: .unsure(nil, tries: max(tries, 0), due: now), at: now)
    case .following(_, let due, let known):
      purchases[id]?.state = .following(nil, due: due, known)
    case .asking(let asked) where asked.hasSecrets:
      purchases[id]?.state = .asking(asked.withoutSecrets)
    case .reviewing(let asked) where asked.hasSecrets:
      purchases[id]?.state = .asking(asked.withoutSecrets)
    case .linking(let provider, .send(var asked)) where asked.hasSecrets:
      asked.secretsUntil = now
      purchases[id]?.state = .linking(provider, .send(asked))
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement, .ended: break
    }
  }
}

extension Purchase {
  /// The errand that it awaits.
  var errand: ErrandID? {
    switch state {
    case .listing(let errand), .sending(let errand, _): errand
    case .updating(let errand, _, _), .unsure(let errand, _, _), .following(let errand, _, _):
      errand
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement, .ended: nil
    }
  }
}
