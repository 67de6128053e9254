// Which errands are under way and which wait: so many at once for an owner, so many in all.

internal import Mobility

/// Errands in the order they came. Knows nothing of how they are sent.
struct ErrandQueue: Sendable {
  private let limits: ErrandLimits
  private var waiting: [Errand] = []
  private var underWay: [ErrandID: String] = [:]
  private var cancelled: Set<ErrandID> = []

  /// What became of an errand that came.
  enum Entry { case waits, isKnown, tooMany }

  /// What is cancelled.
  enum Cancelling {
    case waited(Errand)
    case isUnderWay
    case isUnknown
  }

  init(_ limits: ErrandLimits) { self.limits = limits }

  /// Takes an errand in; not one that is here already, for it must not be sent twice.
  mutating func enter(_ errand: Errand) -> Entry {
    guard underWay[errand.id] == nil, !waiting.contains(where: { $0.id == errand.id }) else {
      return .isKnown
    }
    guard waiting.count < limits.waitingMax || mayBegin(errand) else { return .tooMany }
    waiting.append(errand)
    return .waits
  }

  /// The oldest that may begin, which is under way from now on.
  mutating func next() -> Errand? {
    guard let place = waiting.firstIndex(where: mayBegin) else { return nil }
    let errand = waiting.remove(at: place)
    underWay[errand.id] = errand.owner
    return errand
  }

  /// Takes out one that has ended.
  mutating func leave(_ id: ErrandID) {
    underWay[id] = nil
    cancelled.remove(id)
  }

  /// Takes out one that waits, and marks one that is under way.
  mutating func cancel(_ id: ErrandID) -> Cancelling {
    if let place = waiting.firstIndex(where: { $0.id == id }) {
      return .waited(waiting.remove(at: place))
    }
    guard underWay[id] != nil else { return .isUnknown }
    cancelled.insert(id)
    return .isUnderWay
  }

  /// Whether one under way is cancelled.
  func isCancelled(_ id: ErrandID) -> Bool { cancelled.contains(id) }

  private func mayBegin(_ errand: Errand) -> Bool {
    underWay.count < max(1, limits.atOnceMax)
      && underWay.values.count { $0 == errand.owner } < max(1, limits.atOnceAnOwnerMax)
  }
}
