// What trips and purchases ask of the world, and who waits for the service to answer: it is asked
// beside what people say, and the session that asked is answered when it has told, or a while later
// that it takes longer.

public import Bookings
public import CivilTime
import Dialogue
import LineProtocol
public import Mobility
import Products

/// How a purchase for which a session waited is told of.
struct SettledRide: Hashable, Sendable {
  let purchase: PurchaseID
  /// Whether the service has still not answered.
  let isLate: Bool
}

extension Agent {
  /// A trip comes in that nobody here has made, for its owner.
  public mutating func take(_ trip: Trip, of owner: UserID, at now: Instant) -> [Effect] {
    world.travel.take(trip, of: known(owner.text), at: now)
    return finish(at: now)
  }

  /// The service answered an errand, or will not.
  mutating func settle(_ errand: ErrandID, _ outcome: ErrandOutcome, at now: Instant) {
    world.travel.settle(errand, outcome, at: now)
  }

  /// Does what is due of rides, asks the service what is owed to it, and answers who waited.
  mutating func goOnWithRides(at now: Instant) {
    if let due = world.travel.nextDue, due <= now { world.travel.doWhatIsDue(at: now) }
    sendErrands(at: now)
    answerWhoWaitsForRides(at: now)
  }

  private mutating func sendErrands(at now: Instant) {
    guard world.travel.hasEffects else { return }
    for effect in world.travel.takeEffects() {
      switch effect {
      case .send(let errand): effects.append(.errand(errand))
      case .tell, .keepTrip, .forgetTrip, .keepPurchase, .forgetPurchase: break
      }
    }
  }

  /// Has the session wait until the service has answered, for some seconds at most; false if what
  /// was said cannot be taken up again.
  mutating func awaitRide(
    _ purchase: PurchaseID, on id: SessionID, _ saying: Saying, at now: Instant
  ) -> Bool {
    guard let request = saying.whole else { return false }
    let until = now + .seconds(settings.limits.rideAnswerSecondsMax)
    setWait(.ride(purchase, until: until, then: request), of: id)
    return true
  }

  private mutating func answerWhoWaitsForRides(at now: Instant) {
    for id in waiting.sorted() {
      guard case .ride(let purchase, let until, let request) = sessions[id]?.wait else { continue }
      let isAwaited = world.travel.purchases[purchase]?.isAwaited ?? false
      guard !isAwaited || until <= now else { continue }
      setWait(nil, of: id)
      if isAwaited { world.travel.becomeLate(purchase) }
      settledRide = SettledRide(purchase: purchase, isLate: isAwaited)
      answer(request, on: id, at: now, round: 1)
      settledRide = nil
      runQueue(of: id, at: now)
    }
    if world.travel.hasEffects { sendErrands(at: now) }
  }
}
