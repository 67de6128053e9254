// Rides that are looked at from time to time (rule R13), and requests of which nobody knows what
// came of them.

public import CivilTime
import Mobility

// MARK: - Of which nobody knows

extension TravelDesk {
  /// Nobody knows whether it was booked, or done: the trip will tell.
  mutating func becomeUnsure(
    _ id: PurchaseID, because setback: Purchase.End? = nil, at now: Instant
  ) {
    guard let delay = delay(behind: 0, of: limits.looksAfterSeconds) else {
      return giveUp(id, wasSeen: false, at: now)
    }
    let state = Purchase.State.unsure(nil, tries: 1, due: now + .seconds(delay))
    move(id, to: state, because: setback, at: now)
  }

  /// The trip was fetched to find out.
  mutating func looked(
    _ outcome: ErrandOutcome, _ tries: Int, for id: PurchaseID, at now: Instant
  ) {
    var retryAfter: Int?
    var wasSeen = false
    if case .answered(let answer) = outcome {
      switch answer.trips(reading) {
      case .read(let trips):
        wasSeen = trips.map { replace(by: $0, for: id, at: now) != nil } ?? true
      case .failed(let failure): retryAfter = patience(with: failure, behind: tries - 1)
      case .unreadable: break
      }
    }
    guard wasSeen, let purchase = purchases[id] else {
      return lookedInVain(id, tries, wasSeen: false, retryAfter, at: now)
    }
    let found = Purchase.Following(leg(purchase.leg, of: purchase.owner)?.leg)
    guard found.shows(moreThan: purchase.known ?? purchase.before) else {
      return lookedInVain(id, tries, wasSeen: true, retryAfter, at: now)
    }
    purchases[id]?.isLate = true
    begin(following: id, at: now)
  }

  private mutating func lookedInVain(
    _ id: PurchaseID, _ tries: Int, wasSeen: Bool, _ retryAfter: Int?, at now: Instant
  ) {
    guard let delay = delay(behind: tries, of: limits.looksAfterSeconds, retryAfter) else {
      return giveUp(id, wasSeen: wasSeen, at: now)
    }
    move(id, to: .unsure(nil, tries: tries + 1, due: now + .seconds(delay)), at: now)
  }

  /// It was looked for often enough. What is booked already is followed as before.
  mutating func giveUp(_ id: PurchaseID, wasSeen: Bool, at now: Instant) {
    guard let purchase = purchases[id] else { return }
    let isRefuted = wasSeen && !purchase.isOfRide
    purchases[id]?.isLate = false
    end(id, isRefuted ? .notBooked : .unknown, at: now)
    tell(purchase, isRefuted ? .notBooked : .unknown)
  }
}

// MARK: - Rides

extension TravelDesk {
  /// Looks at a ride again when that is due; what is told of it is what is known so far.
  mutating func follow(
    _ id: PurchaseID, _ known: Purchase.Following, because setback: Purchase.End? = nil,
    retryAfter: Int? = nil, at now: Instant
  ) {
    guard let purchase = purchases[id] else { return }
    let usual = nextLook(at: purchase, known, at: now)
    let asked = now + .seconds(min(retryAfter ?? 0, limits.retryAfterSecondsMax))
    let state = Purchase.State.following(nil, due: max(usual, asked), known)
    move(id, to: state, because: setback, at: now)
  }

  private func nextLook(
    at purchase: Purchase, _ known: Purchase.Following, at now: Instant
  ) -> Instant {
    let start = leg(purchase.leg, of: purchase.owner)?.leg.start
    let soon = start.map { $0 - .seconds(limits.soonSeconds) }
    let isSoon = start.map { start in
      now >= start - .seconds(limits.soonSeconds) && now <= start + .seconds(limits.soonSeconds)
    }
    let isQuick: Bool =
      switch known.status?.stage {
      case .waiting, .underWay, .other, nil: true
      case .confirmed: isSoon ?? false
      case .cancelled, .done: false
      }
    let seconds = isQuick ? limits.followSeconds : limits.followIdleSeconds
    // Not all at once: each a little earlier or later, by a tenth at most.
    let spread = (purchase.id.number % 1_000 * 8 + lastErrand % 1_000 * 5) % 21 - 10
    let due = now + .seconds(seconds + seconds * spread / 100)
    guard !isQuick, let soon, soon > now, soon < due else { return due }
    return soon
  }

  /// Looks at a ride now, for whoever asks how it stands; not again within some seconds.
  /// - Returns: Whether an answer is awaited.
  public mutating func look(at id: PurchaseID, at now: Instant) -> Bool {
    guard case .following(let onItsWay, _, let known) = purchases[id]?.state else { return false }
    if let last = looks[id]?.at, last <= now, now < last + .seconds(limits.freshSeconds) {
      return isLooking(at: id)
    }
    looks[id] = LookAsked(at: now)
    guard onItsWay == nil else { return true }
    guard let errand = fetchingTrip(for: id) else { return false }
    purchases[id]?.state = .following(errand.id, due: now, known)
    effects.append(.send(errand))
    return true
  }

  /// Whether a ride is being looked at because somebody asked.
  public func isLooking(at id: PurchaseID) -> Bool {
    guard case .following(.some, _, _) = purchases[id]?.state else { return false }
    return looks[id]?.isAwaited ?? false
  }

  /// Whether nobody could tell how a ride stands when somebody asked last.
  public func hasLookFailed(at id: PurchaseID) -> Bool { looks[id]?.hasFailed ?? false }

  mutating func lookAtRide(
    _ purchase: Purchase, _ known: Purchase.Following, at now: Instant
  ) {
    let kept = shelf.trip(purchase.leg.trip, of: purchase.owner)
    let leg = kept?[purchase.leg.number]?.leg
    let end = leg?.end ?? leg?.start ?? kept?.trip.arrive
    if let end, end + .seconds(limits.followAfterEndSeconds) < now {
      return move(purchase.id, to: .ended(.over(known.status)), at: now)
    }
    guard let address = addressOfTrip(of: purchase) else {
      return move(purchase.id, to: .ended(.over(known.status)), at: now)
    }
    guard pace.take(at: address, max: limits.looksPerSecondMax, at: now) else {
      purchases[purchase.id]?.state = .following(nil, due: now + .seconds(1), known)
      return
    }
    guard let errand = fetchingTrip(for: purchase.id) else { return }
    // What is looked at again after a restart need not be durable.
    purchases[purchase.id]?.state = .following(errand.id, due: now, known)
    effects.append(.send(errand))
  }

  mutating func followed(
    _ outcome: ErrandOutcome, _ known: Purchase.Following, for id: PurchaseID, at now: Instant
  ) {
    var retryAfter: Int?
    // Whoever waits for it is told with the answer.
    let isAwaited = looks[id]?.isAwaited ?? false
    looks[id]?.isAwaited = false
    looks[id]?.hasFailed = true
    if case .answered(let answer) = outcome {
      switch answer.trips(reading) {
      case .read(let trips):
        looks[id]?.hasFailed = false
        if let trips { replace(by: trips, for: id, at: now) }
      case .failed(let failure):
        if [404, 410].contains(failure.status) {
          return move(id, to: .ended(.over(known.status)), at: now)
        }
        retryAfter = failure.retryAfterSeconds
      case .unreadable: break
      }
    }
    guard let purchase = purchases[id] else { return }
    // What is not told any more is not told to be otherwise either.
    guard let confirmation = confirmation(of: id) else {
      return follow(id, known, retryAfter: retryAfter, at: now)
    }
    let found = Purchase.Following(leg(purchase.leg, of: purchase.owner)?.leg)
    if found.isNews(behind: known), !isAwaited {
      let isNew = found.isConfirmed && !known.isConfirmed
      tell(purchase, isNew ? .confirmed(confirmation) : .status(confirmation))
    }
    if confirmation.status.stage.isOver {
      return move(id, to: .ended(.over(confirmation.status)), at: now)
    }
    follow(id, found, retryAfter: retryAfter, at: now)
  }

  /// How a purchase stands, as its owner is told unasked; nil as long as it is still being found
  /// out, for then it is told later.
  public func news(of id: PurchaseID) -> RideNews? {
    guard let purchase = purchases[id] else { return nil }
    let confirmation = confirmation(of: id)
    switch purchase.state {
    case .listing, .sending, .updating, .unsure: return nil
    case .following where purchase.setback == .unknown: return news(purchase, .unknown)
    case .following, .ended(.over):
      guard let confirmation else { return news(purchase, .goesOn) }
      let isNew = confirmation.status.stage == .confirmed
      return news(purchase, isNew ? .confirmed(confirmation) : .status(confirmation))
    case .ended(.notBooked): return news(purchase, .notBooked)
    case .ended(.unknown): return news(purchase, .unknown)
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .agreement, .ended:
      return news(purchase, .goesOn)
    }
  }

  /// Puts the rides in order that changed: those that begin last are not looked at for now where
  /// there are too many.
  mutating func orderRides() {
    for id in purchases.takeChangedRides() {
      let start = purchases[id].flatMap { leg($0.leg, of: $0.owner)?.leg.start }
      purchases.order(id, start: start)
    }
  }
}

/// That somebody asked how a ride stands.
struct LookAsked: Hashable, Sendable {
  /// When.
  let at: Instant
  /// Whether they still wait to be told.
  var isAwaited = true
  /// Whether nobody could tell.
  var hasFailed = false

  init(at now: Instant) { at = now }
}

extension Purchase.Following {
  /// Whether a ride is told to be there, or to stand otherwise than before.
  fileprivate func shows(moreThan before: Purchase.Following?) -> Bool {
    guard let before else { return status != nil || bookingHash != nil }
    if bookingHash != before.bookingHash { return true }
    return status != nil && status?.name != before.status?.name
  }

  /// Whether it is news behind what was told last: another status, by its name, or another hash of
  /// the booking (rule R13). That a provider is waited for is none where it was waited for before.
  fileprivate func isNews(behind known: Purchase.Following) -> Bool {
    guard let before = known.status else { return status?.stage != .waiting }
    if status?.name != before.name { return true }
    guard let hash = bookingHash, let hashBefore = known.bookingHash else { return false }
    return hash != hashBefore
  }
}

extension Confirmation.Status {
  /// What it is known by: what the service calls it, or its title.
  fileprivate var name: String { value?.uppercased() ?? title }
}
