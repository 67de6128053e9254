// Trips and what is booked on them, for all owners: the one value that holds them. What comes in
// changes it and leaves effects; it asks nobody, waits for nothing and knows no rooms.

public import CivilTime
public import Mobility

/// The trips of all owners and the purchases in progress.
public struct TravelDesk: Sendable {
  /// The trips.
  public internal(set) var shelf: TripShelf
  /// The purchases that are in progress, or were lately.
  public internal(set) var purchases: PurchaseBook
  /// How many events came in a state that has no row for them.
  public internal(set) var ignored = 0
  /// What is to be done, in order, since it was taken last.
  var effects: [TravelEffect] = []
  /// How many rides were looked at in this second.
  var pace = LookPace()
  /// What is on its way that no purchase waits for.
  var fetching: [ErrandID: Fetching] = [:]
  /// What has come of those and nobody was told yet.
  var fetched: [ErrandID: FetchedTrip] = [:]
  /// The rides that were looked at because somebody asked how they stand.
  var looks: [PurchaseID: LookAsked] = [:]
  /// How much is kept, and how long is waited.
  public let limits: TravelLimits
  let reading: MobilityLimits
  var lastErrand = 0
  var lastPurchase = 0

  /// A desk at which nothing has happened.
  public init(limits: TravelLimits = TravelLimits(), reading: MobilityLimits = MobilityLimits()) {
    self.limits = limits
    self.reading = reading
    shelf = TripShelf(limits: limits)
    purchases = PurchaseBook(limits: limits)
  }

  /// Hands out what is to be done since it was taken last.
  public mutating func takeEffects() -> [TravelEffect] {
    defer { effects = [] }
    return effects
  }

  /// The number of the next errand, for who numbers errands beside the desk.
  public var nextErrand: ErrandID {
    get { ErrandID(lastErrand + 1) }
    set { lastErrand = max(lastErrand, newValue.number - 1) }
  }

  /// Whether an answer of the service is awaited.
  public var awaitsService: Bool { purchases.awaitsService || !fetching.isEmpty }

  /// Whether anything was changed since the effects were taken last.
  public var hasEffects: Bool { !effects.isEmpty }

  // MARK: - Trips

  /// A trip comes in. The same trip, by its id or any of its addresses, keeps its number.
  @discardableResult
  public mutating func take(_ trip: Trip, of owner: String, at now: Instant) -> KeptTrip? {
    guard let taken = shelf.take(trip, of: owner, at: now) else { return nil }
    if let gone = taken.gone { forgotten(gone) }
    keep(taken.kept)
    followWhatIsBooked(on: taken.kept, at: now)
    return taken.kept
  }

  /// A trip leads to the booking of a room of that number.
  /// - Returns: The trip; nil if there is none.
  public mutating func join(
    _ reference: TripReference, to booking: Int, of owner: String
  ) -> KeptTrip? {
    guard let kept = shelf.join(reference, to: booking, of: owner) else { return nil }
    effects.append(.keepTrip(kept))
    return kept
  }

  /// Forgets all trips and purchases of an owner.
  public mutating func erase(_ owner: String) {
    for id in purchases.numbers(of: owner).sorted() { remove(id) }
    for trip in shelf.erase(owner) { forgotten(trip) }
  }

  /// The purchases of an owner that are so, in no order.
  func purchases(of owner: String, where isSo: (Purchase) -> Bool = { _ in true }) -> [Purchase] {
    purchases.purchases(of: owner, where: isSo)
  }

  /// The purchase of a conversation that a person can go on with.
  public func purchase(of owner: String, in conversation: String) -> Purchase? {
    purchases(of: owner) {
      $0.conversation == conversation && ($0.asks || $0.isAwaited)
    }.max { $0.id < $1.id }
  }

  /// Whether what a purchase offers is to be booked or chosen, and not done with what is booked.
  public func lists(_ id: PurchaseID) -> Bool {
    if case .following = purchases[id]?.state { false } else { true }
  }

  /// What is booked on a leg; else what was tried on it last, or was booked: a list that was only
  /// looked at hides neither.
  public func purchase(on leg: LegReference, of owner: String) -> Purchase? {
    purchases(of: owner) { $0.leg == leg }.max { one, other in
      (one.weight, one.id.number) < (other.weight, other.id.number)
    }
  }

  /// How the ride ended that was booked on a leg last, as the service
  /// tells it; nil if it has not, or there was none.
  public func end(ofRideOn leg: LegReference, of owner: String) -> Purchase.End? {
    let rides = purchases(of: owner) { $0.leg == leg && $0.isOfRide }
    guard case .ended(let end) = rides.max(by: { $0.id < $1.id })?.state, case .over = end else {
      return nil
    }
    return end
  }

  /// What an owner has booked, books, or had lately, as the service calls it.
  public func titlesSpokenOf(of owner: String) -> [String] {
    let spokenOf = purchases(of: owner) { $0.isOfRide || $0.mayBeBooked || $0.isBegun }
    let titles = spokenOf.compactMap { title(of: $0) }
    return titles.isEmpty ? [] : Set(titles).sorted()
  }

  /// What is booked by a purchase, as the service calls it.
  public func title(of purchase: Purchase) -> String? {
    leg(purchase.leg, of: purchase.owner)?.leg.booking?.confirmation?.purchase?.name
      ?? purchase.product?.title
  }

  /// A leg of a trip of an owner.
  public func leg(_ reference: LegReference, of owner: String) -> KeptTrip.KeptLeg? {
    shelf.trip(reference.trip, of: owner)?[reference.number]
  }

  /// The zone from where a purchase goes, as the service names it: there is the way back, too.
  func zone(of id: PurchaseID) -> String? {
    purchases[id].flatMap { leg($0.leg, of: $0.owner) }?.leg.from?.zone
  }

  // MARK: - Inside

  /// Puts a purchase into a state, and writes that down; why, where it is not what was wanted.
  mutating func move(
    _ id: PurchaseID, to state: Purchase.State, because setback: Purchase.End? = nil,
    at now: Instant
  ) {
    guard var purchase = purchases[id] else { return }
    // What is looked for, or listed anew, is so for the reason of before.
    purchase.setback = setback ?? (purchase.state.keepsSetback ? purchase.setback : nil)
    purchase.state = state
    purchase.touched = now
    if case .following(_, _, let known) = state { purchase.known = known }
    purchases[id] = purchase
    effects.append(.keepPurchase(purchase))
  }

  /// A request for a purchase; it is durable before it leaves, for the state that awaits it is
  /// written down first.
  mutating func errand(
    for id: PurchaseID, _ method: Errand.Method, _ address: WebAddress,
    body: Errand.Body? = nil, books: Bool = false, secondsMax: Int
  ) -> Errand {
    lastErrand += 1
    let purchase = purchases[id]
    let errand = Errand(
      id: ErrandID(lastErrand), owner: purchase?.owner ?? "", method: method, address: address,
      peer: .service(signedIn: nil), body: body, books: books, secondsMax: secondsMax,
      language: purchase?.language)
    purchases.await(errand.id, for: id)
    return errand
  }

  /// A trip is to be durable as it is now; the rides on it may begin at other times.
  mutating func keep(_ trip: KeptTrip) {
    purchases.tripChanged(trip.reference, of: trip.owner)
    effects.append(.keepTrip(trip))
  }

  /// A trip is no more.
  mutating func forgotten(_ trip: KeptTrip) {
    purchases.tripChanged(trip.reference, of: trip.owner)
    effects.append(.forgetTrip(trip.reference, owner: trip.owner))
  }

  /// Forgets a purchase, whatever it is.
  mutating func remove(_ id: PurchaseID) {
    guard let gone = purchases[id] else { return }
    purchases[id] = nil
    looks[id] = nil
    purchases.awaitNothing(for: id)
    effects.append(.forgetPurchase(id, owner: gone.owner))
  }

  mutating func ignore() { ignored += 1 }
}

extension Purchase {
  /// Whether it is what is booked on its leg.
  var isBookedNow: Bool {
    if case .ended = state { false } else { isOfRide }
  }

  /// Of several on a leg, how much one counts.
  fileprivate var weight: Int {
    switch state {
    case .ended(.stopped), .ended(.declined), .ended(.expired), .ended(.noProducts): 0
    default: isBookedNow ? 2 : 1
    }
  }
}

extension Purchase.State {
  fileprivate var keepsSetback: Bool {
    switch self {
    case .listing, .unsure: true
    case .listed, .linking, .asking, .choosing, .reviewing, .confirming, .sending, .agreement,
      .updating, .following, .ended:
      false
    }
  }
}
