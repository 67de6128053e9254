// The trips of all owners, by owner and number, and when the next of them is forgotten.

internal import CivilTime
internal import Mobility

/// All trips that are kept.
public struct TripShelf: Hashable, Sendable {
  private var trips: [String: [KeptTrip]] = [:]
  /// When the first trip of each owner is forgotten.
  private var dues = DueOrder<String>()
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
    for owner in trips.keys { noteDue(of: owner) }
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
    noteDue(of: owner)
    return (kept, gone)
  }

  private func place(of trip: Trip, of owner: String) -> Int? {
    let names = trip.names
    return trips[owner]?.firstIndex { $0.isKnown(byOneOf: names) }
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
      $0.reference != reference && $0.isKnown(byOneOf: names)
    }
    if isAnother, !self[owner][place].isKnown(byOneOf: names) { return nil }
    return replace(at: place, of: owner, by: trip, at: now)
  }

  private mutating func replace(
    at place: Int, of owner: String, by trip: Trip, at now: Instant
  ) -> KeptTrip? {
    trips[owner]?[place].replace(by: trip, at: now, limits: limits)
    noteDue(of: owner)
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
  var nextDue: Instant? { dues.firstDue }

  private mutating func noteDue(of owner: String) {
    let seconds = limits.tripSecondsMax
    dues.set(owner, due: trips[owner]?.lazy.map { $0.end(keptFor: seconds) }.min())
  }

  /// Forgets the trips that ended long ago, and hands back which.
  mutating func forget(at now: Instant) -> [KeptTrip] {
    var gone: [KeptTrip] = []
    let seconds = limits.tripSecondsMax
    for owner in dues.due(by: now).sorted() {
      gone += self[owner].filter { $0.end(keptFor: seconds) <= now }
      trips[owner]?.removeAll { $0.end(keptFor: seconds) <= now }
      if trips[owner]?.isEmpty == true { trips[owner] = nil }
      noteDue(of: owner)
    }
    return gone
  }

  /// Forgets all of an owner, and hands back what there was.
  mutating func erase(_ owner: String) -> [KeptTrip] {
    last[owner] = nil
    defer { noteDue(of: owner) }
    return trips.removeValue(forKey: owner) ?? []
  }
}

extension KeptTrip {
  /// When it is forgotten that is kept so many seconds behind its end.
  fileprivate func end(keptFor seconds: Int) -> Instant {
    (trip.arrive ?? told) + .seconds(seconds)
  }
}
