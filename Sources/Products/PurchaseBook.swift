// The purchases of all owners, and which of them is due next: put in order as they change, so that
// nobody has to look at all of them.

internal import CivilTime
internal import Mobility

/// The purchases that are in progress, or were lately.
public struct PurchaseBook: Sendable {
  private var rows: [PurchaseID: Row] = [:]
  /// Which of them are whose: each line looks at those of whoever speaks alone.
  private var owned: [String: Set<PurchaseID>] = [:]
  /// What is awaited, and for which purchase.
  private var awaited: [ErrandID: PurchaseID] = [:]
  private var dues = DueOrder<PurchaseID>()
  /// The rides that are followed by their begin, but for those that changed since they were put
  /// in order.
  private var rides = DueOrder<PurchaseID>()
  private var changedRides: Set<PurchaseID> = []
  private let limits: TravelLimits

  init(limits: TravelLimits) { self.limits = limits }

  /// A purchase by its number.
  public internal(set) subscript(id: PurchaseID) -> Purchase? {
    get { rows[id]?.purchase }
    set {
      if newValue == nil, let owner = rows[id]?.purchase.owner {
        owned[owner]?.remove(id)
        if owned[owner]?.isEmpty == true { owned[owner] = nil }
      }
      if let newValue, rows[id] == nil { owned[newValue.owner, default: []].insert(id) }
      rows[id] = newValue.map(Row.init)
      note(id)
    }
  }

  /// A purchase, which is large, where it is looked up without being copied.
  private final class Row: Sendable {
    let purchase: Purchase
    init(_ purchase: Purchase) { self.purchase = purchase }
  }

  /// All of them, in no order.
  public var values: some Collection<Purchase> { rows.values.lazy.map(\.purchase) }

  /// Their numbers, in no order.
  public var keys: some Collection<PurchaseID> { rows.keys }

  /// How many there are.
  public var count: Int { rows.count }

  /// Whether there is none.
  public var isEmpty: Bool { rows.isEmpty }

  /// Those of an owner that are so, in no order.
  func purchases(of owner: String, where isSo: (Purchase) -> Bool = { _ in true }) -> [Purchase] {
    guard let numbers = owned[owner] else { return [] }
    return numbers.compactMap { rows[$0] }.filter { isSo($0.purchase) }.map(\.purchase)
  }

  /// The numbers of those of an owner, in no order.
  func numbers(of owner: String) -> Set<PurchaseID> { owned[owner] ?? [] }

  // MARK: - What is awaited

  /// Whether an answer of the service is awaited.
  var awaitsService: Bool { !awaited.isEmpty }

  /// An answer is awaited for a purchase.
  mutating func await(_ errand: ErrandID, for id: PurchaseID) {
    awaited[errand] = id
    note(id)
  }

  /// An answer is awaited no more.
  /// - Returns: For which purchase it was; nil if it was not.
  @discardableResult
  mutating func settle(_ errand: ErrandID) -> PurchaseID? {
    guard let id = awaited.removeValue(forKey: errand) else { return nil }
    note(id)
    return id
  }

  /// No answer is awaited for a purchase.
  mutating func awaitNothing(for id: PurchaseID) {
    awaited = awaited.filter { $0.value != id }
    note(id)
  }

  // MARK: - What is due

  /// When something is due next; nil for never.
  var nextDue: Instant? { dues.firstDue }

  /// What is due by an instant, in the order of the numbers.
  func due(by now: Instant) -> [Purchase] { dues.due(by: now).sorted().compactMap { self[$0] } }

  private mutating func note(_ id: PurchaseID) {
    let row = rows[id]
    dues.set(id, due: row.flatMap { due(of: $0.purchase) })
    if row?.purchase.state.isFollowing == true || rides.has(id) { changedRides.insert(id) }
  }

  private func due(of purchase: Purchase) -> Instant? {
    switch purchase.state {
    case .updating(nil, _, let due), .unsure(nil, _, let due): due
    case .sending(let errand, .again(_, _, let due)): awaited[errand] == nil ? due : nil
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

  // MARK: - Rides

  /// A trip is another now: the rides on it may begin at other times.
  mutating func tripChanged(_ trip: TripReference, of owner: String) {
    for id in owned[owner] ?? [] where rows[id]?.purchase.leg.trip == trip && rides.has(id) {
      changedRides.insert(id)
    }
  }

  /// The rides that have to be put in order again: each is, by the instant at which it begins.
  mutating func takeChangedRides() -> Set<PurchaseID> {
    defer { changedRides = [] }
    return changedRides
  }

  /// Puts a ride in order; what is none that is followed is taken out.
  mutating func order(_ id: PurchaseID, start: Instant?) {
    let row = rows[id]
    let isFollowed = row?.purchase.state.isFollowing == true
    rides.set(id, due: isFollowed ? start ?? row?.purchase.touched : nil)
  }

  /// Whether so many rides begin before one that none is left for it to be looked at.
  func isBeyondLimit(_ id: PurchaseID) -> Bool { rides.comes(id, behind: limits.followedMax) }
}

extension Purchase.State {
  fileprivate var isFollowing: Bool {
    if case .following = self { true } else { false }
  }
}
