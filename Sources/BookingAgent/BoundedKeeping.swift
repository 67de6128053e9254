// What is kept in memory for many, within bounds: what comes to be too much is taken from whoever
// keeps most, never from others.

/// Things by their keys, each of the session that kept it last. Where there are too many, the
/// oldest of the session that keeps most give way; of two that keep as much, of the one that is
/// gone.
struct BoundedKeeping<Key: Hashable & Sendable, Thing: Sendable>: Sendable {
  /// How much may be kept, in the unit of the weights.
  struct Bounds: Hashable, Sendable {
    let total: Int
    let perSession: Int
  }

  /// A thing and all that is known of it.
  struct Kept: Sendable {
    let thing: Thing
    let session: SessionID
    let weight: Int
    /// Counts up: what was kept earlier has less.
    let number: Int
  }

  private var kept: [Key: Kept] = [:]
  private var weights: [SessionID: Int] = [:]
  /// Those with something kept that are still there.
  private var present: Set<SessionID> = []
  private var total = 0
  private var lastNumber = 0

  var count: Int { kept.count }

  subscript(key: Key) -> Thing? { kept[key]?.thing }

  /// A thing as it is kept, to be put back.
  func record(of key: Key) -> Kept? { kept[key] }

  /// Keeps a thing as the youngest, and lets others go as far as the bounds ask for it.
  mutating func keep(
    _ thing: Thing, for key: Key, of session: SessionID, weight: Int = 1, within bounds: Bounds
  ) {
    forget(key)
    lastNumber += 1
    add(Kept(thing: thing, session: session, weight: weight, number: lastNumber), for: key)
    present.insert(session)
    if weights[session, default: 0] > bounds.perSession {
      release(weights[session, default: 0] - bounds.perSession, of: session)
    }
    while total > bounds.total, let greediest = greediest() {
      release(total - bounds.total, of: greediest)
    }
  }

  /// Puts back how a key was before; nothing if it was not.
  mutating func putBack(_ record: Kept?, for key: Key) {
    forget(key)
    if let record { add(record, for: key) }
  }

  mutating func forget(_ key: Key) {
    guard let known = kept.removeValue(forKey: key) else { return }
    total -= known.weight
    weights[known.session, default: 0] -= known.weight
    if weights[known.session] == 0 { weights[known.session] = nil }
  }

  /// A session is gone; what it kept stays for whoever comes back.
  mutating func sessionLeft(_ session: SessionID) { present.remove(session) }

  private mutating func add(_ record: Kept, for key: Key) {
    kept[key] = record
    total += record.weight
    weights[record.session, default: 0] += record.weight
  }

  private func greediest() -> SessionID? {
    weights.max { one, other in
      if one.value != other.value { return one.value < other.value }
      let (isOneHere, isOtherHere) = (present.contains(one.key), present.contains(other.key))
      if isOneHere != isOtherHere { return isOneHere }
      return one.key > other.key
    }?.key
  }

  /// Lets the oldest of a session go: so much and no less than a tenth, so that the search for the
  /// oldest is rare.
  private mutating func release(_ weight: Int, of session: SessionID) {
    var wanted = max(weight, weights[session, default: 0] / 10, 1)
    let oldest = kept.filter { $0.value.session == session }
      .sorted { $0.value.number < $1.value.number }
    for (key, known) in oldest where wanted > 0 {
      wanted -= max(known.weight, 1)
      forget(key)
    }
  }
}
