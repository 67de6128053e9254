// The trips of people, by their numbers; an old number still finds what replaced a trip (rule C10).

public import CivilTime
public import Mobility

/// A trip that is kept for its owner.
public struct KeptTrip: Hashable, Codable, Sendable {
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
  /// All ids and addresses by which it is, or was lately, known.
  public var names: Set<String> { Set(nameList) }
  /// The same, those that were told last at the end.
  private var nameList: [String]
  /// The highest number that a leg ever had.
  private var lastLeg: Int
  /// Whether its price, or that of a leg, changed with the last update.
  public private(set) var before: Amount?
  /// The number of the booking of a room to which it leads, as others count: no room is known here.
  public internal(set) var bookingNumber: Int?

  /// A leg with the number by which people know it.
  public struct KeptLeg: Hashable, Codable, Sendable {
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
    lastLeg = trip.legs.count
    nameList = trip.names.sorted()
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
  mutating func replace(by other: Trip, at now: Instant, limits: TravelLimits) {
    before = trip.cost == other.cost ? nil : trip.cost
    var left = legs
    let found = other.legs.map { leg -> (Leg, Int?) in
      let byID = left.firstIndex { leg.id != nil && $0.leg.id == leg.id }
      return (leg, byID.map { left.remove(at: $0).number })
    }
    let present = found.map { leg, number -> KeptLeg in
      if let number { return KeptLeg(number: number, leg: leg) }
      let byTemplate = left.firstIndex {
        !$0.isGone && leg.template != nil && $0.leg.template == leg.template
      }
      if let byTemplate { return KeptLeg(number: left.remove(at: byTemplate).number, leg: leg) }
      lastLeg += 1
      return KeptLeg(number: lastLeg, leg: leg)
    }
    let gone = left.map { old -> KeptLeg in
      var old = old
      old.isGone = true
      return old
    }
    trip = other
    // What was booked on a leg that is gone is still followed: such legs are dropped last.
    let booked = gone.filter { $0.leg.booking?.confirmation != nil }
    let others = gone.filter { $0.leg.booking?.confirmation == nil }
    legs = present + (others + booked).suffix(limits.goneLegsMax)
    remember(other.names, max: limits.tripNamesMax)
    told = now
  }

  /// Whether its legs have numbers of their own, which no new leg will get.
  var isSound: Bool {
    let numbers = legs.map(\.number)
    return !trip.legs.isEmpty && [lastLeg, reference.number].areCounts
      && numbers.allSatisfy { (1...max(lastLeg, 1)).contains($0) }
      && Set(numbers).count == numbers.count
  }

  /// Whether it is, or was lately, known by one of these.
  func isKnown(byOneOf names: Set<String>) -> Bool { nameList.contains(where: names.contains) }

  private mutating func remember(_ names: Set<String>, max: Int) {
    nameList.removeAll(where: names.contains)
    nameList.append(contentsOf: names.sorted())
    nameList = Array(nameList.suffix(Swift.max(max, names.count)))
  }

  /// Which of several trips that the service tells is this one: that of the same name, or of the
  /// same legs, else the only one.
  func itself(among trips: [Trip]) -> Trip? {
    let names = names
    let ids = Set(legs.compactMap(\.leg.id))
    return trips.first { !$0.names.isDisjoint(with: names) }
      ?? trips.first { $0.legs.contains { leg in leg.id.map(ids.contains) ?? false } }
      ?? (trips.count == 1 ? trips.first : nil)
  }
}

extension Trip {
  /// The id and the addresses by which it can be known again; of a query only its parts in order.
  var names: Set<String> {
    var names = Set(([update].compactMap(\.self) + aliases).map(\.ordered))
    if !id.isEmpty { names.insert("id \(id)") }
    return names
  }
}

extension WebAddress {
  /// The same for every order of what stands in the query.
  var ordered: String {
    guard let mark = target.firstIndex(of: "?") else { return text }
    let pairs = target[target.index(after: mark)...].split(separator: "&").sorted()
    return origin + target[..<mark] + "?" + pairs.joined(separator: "&")
  }
}
