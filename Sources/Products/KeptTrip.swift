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

  /// What was kept, and the highest numbers that were ever given.
  init(restoring kept: [KeptTrip], numbers: [String: Int], limits: TravelLimits) {
    self.limits = limits
    last = numbers
    for trip in kept.sorted(by: { $0.reference < $1.reference }) {
      trips[trip.owner, default: []].append(trip)
      last[trip.owner] = max(last[trip.owner] ?? 0, trip.reference.number)
    }
  }

  /// The highest numbers that were ever given, by owner.
  var numbers: [String: Int] { last }

  /// The trips of an owner, in the order in which they came.
  public subscript(owner: String) -> [KeptTrip] { trips[owner] ?? [] }

  /// A trip of an owner.
  public func trip(_ reference: TripReference, of owner: String) -> KeptTrip? {
    trips[owner]?.first { $0.reference == reference }
  }

  /// How many there are.
  public var count: Int { trips.values.reduce(0) { $0 + $1.count } }

  /// The trip that is known by any of the same names, replaced; else a new one. The oldest that has
  /// ended gives way where there are too many, and is handed back; nil where none has.
  mutating func take(
    _ trip: Trip, of owner: String, at now: Instant
  ) -> (kept: KeptTrip, gone: KeptTrip?)? {
    if let place = place(of: trip, of: owner) {
      return replace(at: place, of: owner, by: trip, at: now).map { ($0, nil) }
    }
    var gone: KeptTrip?
    if self[owner].count >= limits.tripsPerOwnerMax {
      guard let over = self[owner].firstIndex(where: { ($0.trip.arrive ?? $0.told) < now }) else {
        return nil
      }
      gone = trips[owner]?.remove(at: over)
    }
    let number = (last[owner] ?? 0) + 1
    last[owner] = number
    let kept = KeptTrip(TripReference(number), of: owner, trip, at: now)
    trips[owner, default: []].append(kept)
    return (kept, gone)
  }

  private func place(of trip: Trip, of owner: String) -> Int? {
    let names = trip.names
    return trips[owner]?.firstIndex { !$0.names.isDisjoint(with: names) }
  }

  /// What replaces a trip of that number; nil where it is another trip of the owner.
  mutating func replace(
    _ reference: TripReference, of owner: String, by trip: Trip, at now: Instant
  ) -> KeptTrip? {
    guard let place = trips[owner]?.firstIndex(where: { $0.reference == reference }) else {
      return nil
    }
    let names = trip.names
    let isAnother = self[owner].contains {
      $0.reference != reference && !$0.names.isDisjoint(with: names)
    }
    if isAnother, self[owner][place].names.isDisjoint(with: names) { return nil }
    return replace(at: place, of: owner, by: trip, at: now)
  }

  private mutating func replace(
    at place: Int, of owner: String, by trip: Trip, at now: Instant
  ) -> KeptTrip? {
    trips[owner]?[place].replace(by: trip, at: now, limits: limits)
    return trips[owner]?[place]
  }

  mutating func join(
    _ reference: TripReference, to booking: Int, of owner: String
  ) -> KeptTrip? {
    guard let place = trips[owner]?.firstIndex(where: { $0.reference == reference }) else {
      return nil
    }
    trips[owner]?[place].bookingNumber = booking
    return trips[owner]?[place]
  }

  /// When a trip is forgotten next; nil for never.
  var nextDue: Instant? { trips.values.joined().map(dueToGo).min() }

  private func dueToGo(_ trip: KeptTrip) -> Instant {
    (trip.trip.arrive ?? trip.told) + .seconds(limits.tripSecondsMax)
  }

  /// Forgets the trips that ended long ago, and hands back which.
  mutating func forget(at now: Instant) -> [KeptTrip] {
    var gone: [KeptTrip] = []
    for owner in trips.keys.sorted() {
      let over = self[owner].filter { dueToGo($0) <= now }
      if over.isEmpty { continue }
      gone += over
      let references = Set(over.map(\.reference))
      trips[owner]?.removeAll { references.contains($0.reference) }
    }
    return gone
  }

  /// Forgets all of an owner, and hands back what there was.
  mutating func erase(_ owner: String) -> [KeptTrip] {
    last[owner] = nil
    return trips.removeValue(forKey: owner) ?? []
  }
}
