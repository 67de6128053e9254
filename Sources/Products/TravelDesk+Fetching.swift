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

/// What is on its way that no purchase waits for.
enum Fetching: Hashable, Sendable {
  /// A trip, for whoever asked for it by its address.
  case asked(owner: String)
  /// A trip that its owner had before.
  case restored(owner: String)
  /// What an owner has booked before.
  case history(owner: String)
}

extension TravelDesk {
  /// Asks the service for the trip at an address; only its own are asked (rule R1).
  /// - Returns: What it is awaited by.
  public mutating func fetch(
    _ address: WebAddress, for owner: String, language: String?
  ) -> ErrandID {
    send(address, .asked(owner: owner), of: owner, language: language)
  }

  /// Asks the service for a trip that nobody waits for.
  public mutating func fetch(_ address: WebAddress, for owner: String) {
    send(address, .restored(owner: owner), of: owner, language: nil)
  }

  /// Asks the service what an owner has booked before, and for the trips of that (section 1.10).
  public mutating func restore(for owner: String, from history: WebAddress) {
    let address = history.adding("first", "1").adding("max", "\(limits.restoredMax)")
      .adding("valid", "true")
    send(address, .history(owner: owner), of: owner, language: nil)
  }

  @discardableResult
  private mutating func send(
    _ address: WebAddress, _ purpose: Fetching, of owner: String, language: String?
  ) -> ErrandID {
    lastErrand += 1
    let id = ErrandID(lastErrand)
    fetching[id] = purpose
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
    guard let purpose = fetching.removeValue(forKey: id) else { return false }
    switch purpose {
    case .asked(let owner):
      // Who has left is told of nothing.
      if fetched.count >= limits.fetchedMax { fetched = [:] }
      fetched[id] = fetched(outcome, for: owner, at: now)
    case .restored(let owner): _ = fetched(outcome, for: owner, at: now)
    case .history(let owner): restore(outcome, for: owner)
    }
    return true
  }

  /// Fetches the trips of what was booked before, but for those that are known.
  private mutating func restore(_ outcome: ErrandOutcome, for owner: String) {
    guard case .answered(let answer) = outcome else { return }
    let addresses: [WebAddress]
    do throws(AnswerFault) {
      addresses = try BookingHistory(answer, limits: reading).bookings.flatMap(\.trips)
    } catch {
      // What was booked before can still come in by its address.
      return
    }
    let known = Set(shelf[owner].flatMap(\.names))
    var seen: Set<WebAddress> = []
    for address in addresses
    where !known.contains(address.ordered) && seen.insert(address).inserted {
      guard seen.count <= limits.restoredMax else { return }
      send(address, .restored(owner: owner), of: owner, language: nil)
    }
  }

  // MARK: - What others have booked

  /// What is booked on a trip that was not booked here is followed like any ride.
  mutating func followWhatIsBooked(on kept: KeptTrip, at now: Instant) {
    let own = purchases(of: kept.owner)
    var taken = Set(own.filter { !$0.isOver }.map(\.leg))
    for part in kept.present {
      let leg = kept.reference(of: part)
      let end = part.leg.end ?? part.leg.start ?? kept.trip.arrive
      guard let status = part.leg.booking?.confirmation?.status, !status.stage.isOver,
        end.map({ now <= $0 + .seconds(limits.followAfterEndSeconds) }) ?? true,
        taken.insert(leg).inserted,
        purchases(of: kept.owner).count < limits.purchasesPerOwnerMax
      else { continue }
      lastPurchase += 1
      let id = PurchaseID(lastPurchase)
      purchases[id] = Purchase(
        id, of: kept.owner, in: "", on: leg, .listed, language: nil, at: now)
      follow(id, Purchase.Following(part.leg), at: now)
    }
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
