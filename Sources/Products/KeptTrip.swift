// The trips of people, by their numbers; an old number still finds what replaced a trip (rule C10).

public import CivilTime
public import Mobility

/// A trip that is kept for its owner.
public struct KeptTrip: Hashable, Sendable {
  /// What it is called.
  public let reference: TripReference
  /// Whose it is; nobody else sees it.
  public let owner: String
  /// As the service told it last.
  public private(set) var trip: Trip
  /// Its legs, those that are gone at the end.
  public private(set) var legs: [KeptLeg]
  /// When it was told last.
  public private(set) var told: Instant
  /// All ids and addresses by which it is, or was, known.
  public private(set) var names: Set<String>
  /// Whether its price, or that of a leg, changed with the last update.
  public private(set) var before: Amount?

  /// A leg with the number by which people know it.
  public struct KeptLeg: Hashable, Sendable {
    /// Counts from 1; no other leg of the trip ever has it.
    public let number: Int
    /// As the service told it last.
    public internal(set) var leg: Leg
    /// Whether it is no longer part of the trip; what was booked on it is still followed.
    public internal(set) var isGone = false
  }

  init(_ reference: TripReference, of owner: String, _ trip: Trip, at now: Instant) {
    (self.reference, self.owner, self.trip, told) = (reference, owner, trip, now)
    legs = trip.legs.enumerated().map { KeptLeg(number: $0.offset + 1, leg: $0.element) }
    names = trip.names
  }

  /// The leg of a number, also one that is gone.
  public subscript(number: Int) -> KeptLeg? { legs.first { $0.number == number } }

  /// The legs that are part of it, in their order.
  public var present: [KeptLeg] { legs.filter { !$0.isGone } }

  /// Those on which something can be booked.
  public var bookable: [KeptLeg] { present.filter(\.leg.isBookable) }

  /// How a leg is called.
  public func reference(of leg: KeptLeg) -> LegReference { LegReference(reference, leg.number) }

  /// Takes the trip that the service tells in its place: legs are found by their ids, then by their
  /// templates in order; those that are found nowhere are gone, new ones get new numbers.
  mutating func replace(by other: Trip, at now: Instant) {
    before = trip.cost == other.cost ? nil : trip.cost
    var left = legs
    var next = (legs.map(\.number).max() ?? 0) + 1
    let found = other.legs.map { leg -> (Leg, Int?) in
      let byID = left.firstIndex { leg.id != nil && $0.leg.id == leg.id }
      return (leg, byID.map { left.remove(at: $0).number })
    }
    let present = found.map { leg, number -> KeptLeg in
      if let number { return KeptLeg(number: number, leg: leg) }
      let byTemplate = left.firstIndex {
        !$0.isGone && leg.template != nil && $0.leg.template == leg.template
          && ($0.leg.id == nil || leg.id == nil)
      }
      if let byTemplate { return KeptLeg(number: left.remove(at: byTemplate).number, leg: leg) }
      defer { next += 1 }
      return KeptLeg(number: next, leg: leg)
    }
    let gone = left.map { old -> KeptLeg in
      var old = old
      old.isGone = true
      return old
    }
    trip = other
    legs = present + gone
    names.formUnion(other.names)
    told = now
  }
}

extension Trip {
  /// The id and the addresses by which it can be known again; of a query only its parts in order.
  fileprivate var names: Set<String> {
    var names = Set(([update].compactMap(\.self) + aliases).map(\.ordered))
    if !id.isEmpty { names.insert("id \(id)") }
    return names
  }
}

extension WebAddress {
  /// The same for every order of what stands in the query.
  fileprivate var ordered: String {
    guard let mark = target.firstIndex(of: "?") else { return text }
    let pairs = target[target.index(after: mark)...].split(separator: "&").sorted()
    return origin + target[..<mark] + "?" + pairs.joined(separator: "&")
  }
}

/// All trips that are kept.
public struct TripShelf: Hashable, Sendable {
  private var trips: [String: [KeptTrip]] = [:]
  private var last: [String: Int] = [:]
  private let limits: TravelLimits

  init(limits: TravelLimits) { self.limits = limits }

  /// The trips of an owner, in the order in which they came.
  public subscript(owner: String) -> [KeptTrip] { trips[owner] ?? [] }

  /// A trip of an owner.
  public func trip(_ reference: TripReference, of owner: String) -> KeptTrip? {
    trips[owner]?.first { $0.reference == reference }
  }

  /// How many there are.
  public var count: Int { trips.values.reduce(0) { $0 + $1.count } }

  /// The trip that is known by any of the same names, replaced; else a new one. The oldest that has
  /// ended gives way where there are too many; nil where none has.
  mutating func take(_ trip: Trip, of owner: String, at now: Instant) -> KeptTrip? {
    let names = trip.names
    if let place = trips[owner]?.firstIndex(where: { !$0.names.isDisjoint(with: names) }) {
      return replace(at: place, of: owner, by: trip, at: now)
    }
    if self[owner].count >= limits.tripsPerOwnerMax {
      guard let over = self[owner].firstIndex(where: { ($0.trip.arrive ?? $0.told) < now }) else {
        return nil
      }
      trips[owner]?.remove(at: over)
    }
    let number = (last[owner] ?? 0) + 1
    last[owner] = number
    let kept = KeptTrip(TripReference(number), of: owner, trip, at: now)
    trips[owner, default: []].append(kept)
    return kept
  }

  /// What replaces a trip of that number.
  mutating func replace(
    _ reference: TripReference, of owner: String, by trip: Trip, at now: Instant
  ) -> KeptTrip? {
    guard let place = trips[owner]?.firstIndex(where: { $0.reference == reference }) else {
      return nil
    }
    return replace(at: place, of: owner, by: trip, at: now)
  }

  private mutating func replace(
    at place: Int, of owner: String, by trip: Trip, at now: Instant
  ) -> KeptTrip? {
    trips[owner]?[place].replace(by: trip, at: now)
    return trips[owner]?[place]
  }

  /// Forgets the trips that ended long ago, and hands back which.
  mutating func forget(at now: Instant) -> [KeptTrip] {
    var gone: [KeptTrip] = []
    for owner in trips.keys.sorted() {
      let over = self[owner].filter {
        ($0.trip.arrive ?? $0.told) + .seconds(limits.tripSecondsMax) < now
      }
      if over.isEmpty { continue }
      gone += over
      trips[owner]?.removeAll { over.contains($0) }
    }
    return gone
  }

  /// Forgets all of an owner.
  mutating func erase(_ owner: String) {
    trips[owner] = nil
    last[owner] = nil
  }
}
