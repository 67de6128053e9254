// Which errands of a process have left: a desk that is made anew within it goes on awaiting them.

public import Mobility

/// The errands that have left since the start of the process.
public struct ErrandsOut: Hashable, Sendable {
  /// Those that are not settled.
  public private(set) var awaited: Set<ErrandID> = []
  /// The highest number of any: none is given twice, so that no answer is taken for another's.
  public private(set) var last = 0

  /// None has left.
  public init() {}

  /// One leaves.
  public mutating func add(_ errand: ErrandID) {
    awaited.insert(errand)
    last = max(last, errand.number)
  }

  /// What came of one is known, and what follows from it is durable.
  public mutating func settle(_ errand: ErrandID) { awaited.remove(errand) }
}
