// Trips that are asked for by their address: nothing waits for them but whoever asked.

internal import CivilTime
public import Mobility

/// What has come of a trip that was asked for by its address.
public enum FetchedTrip: Hashable, Sendable {
  /// These trips are kept.
  case kept([TripReference])
  /// None is, and why.
  case failed(Purchase.End)
}

extension TravelDesk {
  /// Asks the service for the trip at an address; only its own are asked (rule R1).
  /// - Returns: What it is awaited by.
  public mutating func fetch(
    _ address: WebAddress, for owner: String, language: String?
  ) -> ErrandID {
    lastErrand += 1
    let id = ErrandID(lastErrand)
    fetching[id] = owner
    effects.append(
      .send(
        Errand(
          id: id, owner: owner, method: .get, address: address, peer: .service(signedIn: nil),
          secondsMax: limits.updateSecondsMax, language: language)))
    return id
  }

  /// Whether the answer is still to come.
  public func isFetching(_ id: ErrandID) -> Bool { fetching[id] != nil }

  /// What has come of it, told once; nil where nobody knows any more.
  public mutating func takeFetched(_ id: ErrandID) -> FetchedTrip? {
    fetched.removeValue(forKey: id)
  }

  /// The answer came; whether it is one of these.
  mutating func settleFetch(_ id: ErrandID, _ outcome: ErrandOutcome, at now: Instant) -> Bool {
    guard let owner = fetching.removeValue(forKey: id) else { return false }
    // Who has left is told of nothing.
    if fetched.count >= limits.fetchedMax { fetched = [:] }
    fetched[id] = fetched(outcome, for: owner, at: now)
    return true
  }

  private mutating func fetched(
    _ outcome: ErrandOutcome, for owner: String, at now: Instant
  ) -> FetchedTrip {
    switch outcome {
    case .notAllowed: return .failed(.refused(.host, page: nil))
    case .notSent, .lost: return .failed(.unreached)
    case .unreadable: return .failed(.unreadable)
    case .answered(let answer):
      switch answer.trips(reading) {
      case .failed(let failure): return .failed(.failed(failure))
      case .read(nil), .unreadable: return .failed(.unreadable)
      case .read(.some(let trips)):
        let kept = trips.compactMap { take($0, of: owner, at: now)?.reference }
        return kept.isEmpty ? .failed(.unreadable) : .kept(kept)
      }
    }
  }
}
