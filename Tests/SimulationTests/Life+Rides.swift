// Rides in a life: how trips come in, how errands leave and what comes of them, and what is so in
// the end.

import Accounts
import BookingAgent
import CivilTime
import Dialogue
import House
import JSON
import LineProtocol
import Mobility
import Products
import SimulatedDisk

/// What is beyond the house's door of rides, and outlives its process.
struct RideWorld {
  var service: SimulatedMobility
  /// Where accounts are kept; nil where nobody links any.
  let vault: SimulatedVault?
  /// Whether all that is said is written down as a talk.
  let isRecorded: Bool
  /// Errands that have left and of which the house has heard nothing.
  var underWay: [(errand: Errand, outcome: ErrandOutcome)] = []
  /// Errands that are settled once more.
  var saidTwice: [(errand: Errand, outcome: ErrandOutcome)] = []
  /// In which conversations the last answer asked for a secret, and on which connection.
  var secretAsked: [SecretPlace: SessionID] = [:]
  /// What was typed as a secret, by whom.
  var typed: [String: Set<String>] = [:]
  /// Who answers next what they are asked.
  var turn: RideTurn?
}

/// Where somebody is asked for a secret.
struct SecretPlace: Hashable {
  let conversation: String
  let user: String
}

/// Somebody who is asked something about a ride, where, and on which connection they answer.
struct RideTurn {
  let session: SessionID
  let user: String
  let conversation: String
  /// Whether nothing else is said in the same wake before.
  var isFirst = true
  /// Whether they type a secret: that arrives whole.
  var typesSecret = false
}

extension Life {
  /// Whether people have trips in a life.
  static func hasRides(seed: UInt64) -> Bool { seed % 5 == 1 }

  /// How many days a trip is away: far enough for no clock that jumps to come by it.
  private static let daysToTrip: Int64 = 25

  /// Whether some things can be booked only by who has linked an account.
  private static func hasAccounts(seed: UInt64) -> Bool { seed % 10 == 1 }

  static func rides(of seed: UInt64, at now: Instant) throws -> RideWorld {
    let vault = hasAccounts(seed: seed) ? try SimulatedVault() : nil
    let service = SimulatedMobility(
      depart: now + .seconds(daysToTrip * 86_400), wantsAccounts: vault != nil)
    return RideWorld(service: service, vault: vault, isRecorded: vault == nil)
  }

  /// A service that does what it is asked.
  static func calmRides(at now: Instant) -> RideWorld {
    var service = SimulatedMobility(
      depart: now + .seconds(daysToTrip * 86_400), wantsAccounts: false)
    service.isCalm = true
    return RideWorld(service: service, vault: nil, isRecorded: false)
  }

  // MARK: - Trips come in

  /// Whether the house does not know all trips.
  var lacksTrips: Bool {
    guard rides != nil, let shelf = house?.world.travel.shelf else { return false }
    return SimulatedPeople.users.contains { shelf[$0].isEmpty }
  }

  /// A program hands in the trips that the house does not know yet.
  func bringTrips(on peer: inout Peer) {
    guard let rides, let shelf = house?.world.travel.shelf else { return }
    for user in SimulatedPeople.users where shelf[user].isEmpty {
      let name = peer.name(of: user)
      guard peer.card?.reaches(name) ?? true else { continue }
      peer.call("trip", ["user": .string(name), "trip": rides.service.trip(of: user)])
    }
  }

  // MARK: - Errands

  /// An errand leaves the house. What it asks is done when it arrives; what is answered comes when
  /// it comes.
  func left(_ errand: Errand) {
    outside.checkThread()
    guard leaves(), rides != nil else { return }
    counts.note(.errand)
    trace.add("errand", Array("\(errand.id) \(errand.address)".utf8))
    if let house, !isDiskFaulty, !disk.hasStopped { checkIntent(of: errand, house) }
    let (deed, outcome) = carry(errand)
    promises.rides.left(errand, deed)
    rides?.underWay.append((errand, outcome))
  }

  /// What is written down of what may book, at the moment in which it leaves.
  private func checkIntent(of errand: Errand, _ house: RunningHouse) {
    guard errand.books else { return }
    do {
      let kept = try house.durableState().purchases.contains { purchase in
        guard case .sending(errand.id, _) = purchase.state else { return false }
        return purchase.owner == errand.owner
      }
      promises.require(kept, "what may book is durable before it leaves", "\(errand.address)")
    } catch {
      promises.break("a healthy store can be read", "\(error)")
    }
  }

  /// What really comes of an errand, and what is seen of it.
  private func carry(_ errand: Errand) -> (SimulatedMobility.Deed?, ErrandOutcome) {
    let isCalm = rides?.service.isCalm ?? true
    let fate = isCalm ? 0 : chance.below(SimulatedMobility.isLastStep(errand) ? 16 : 50)
    if !holdsSecrets(errand) { return (nil, .notSent("a secret is not there")) }
    if fate == 1 { return (nil, .notSent("nobody answers")) }
    if fate == 2 { return (nil, .lost("closed before it arrived")) }
    guard let taken = rides?.service.take(errand, &chance) else { return (nil, .lost("?")) }
    var answer = MobilityAnswer(status: taken.status, body: taken.body, from: errand.address)
    if [429, 503].contains(taken.status), chance.oneIn(2) { answer.retryAfterSeconds = 7 }
    switch fate {
    case 3, 4: return (taken.deed, .lost("closed before it was answered"))
    case 5: return (taken.deed, .unreadable("cut off"))
    case 6:
      answer.body = chance.pick([
        Array("<html>".utf8), Array(taken.body.dropLast(3)) + [0xFF], [0x7B],
      ])
      answer.status = 200
    default: break
    }
    return (taken.deed, .answered(answer))
  }

  /// Whether all secrets are there that an errand takes along; they are what its owner typed.
  private func holdsSecrets(_ errand: Errand) -> Bool {
    for handle in errand.body?.secrets.values.sorted(by: { $0.text < $1.text }) ?? [] {
      guard let secret = house?.secret(of: handle) else { return false }
      let text = secret.reveal { String(decoding: $0, as: UTF8.self) }
      // Whatever else is said where a secret is asked for is one, too.
      guard text.hasPrefix("canary-") else { continue }
      counts.note(.secretSent)
      promises.require(
        isSecret(text, of: errand.owner), "a secret goes where it was typed for",
        "\(errand.address)")
    }
    return true
  }

  /// Whether a secret is somebody's: they typed it, or it was handed out for them.
  private func isSecret(_ text: String, of user: String) -> Bool {
    rides?.typed[user]?.contains(text) == true
      || rides?.service.accounts[user]?.secrets.contains(text) == true
  }

  /// Something comes of some of the errands on their way, or once more of one that is settled.
  func answerErrands() {
    guard house != nil, rides != nil else { return }
    for _ in 0...chance.below(3) {
      let again = rides?.saidTwice ?? []
      if !again.isEmpty, chance.oneIn(4) {
        settle(again[chance.below(again.count)], isAgain: true)
      }
      guard let count = rides?.underWay.count, count > 0, house != nil else { return }
      // Mostly in order.
      let place = chance.oneIn(3) ? chance.below(count) : 0
      guard let next = rides?.underWay.remove(at: place) else { return }
      settle(next)
    }
  }

  private func settle(_ settled: (errand: Errand, outcome: ErrandOutcome), isAgain: Bool = false) {
    guard let house else { return }
    if !isAgain, chance.oneIn(8) { rides?.saidTwice.append(settled) }
    count(settled.outcome)
    trace.note("settled\(isAgain ? " again" : "") \(settled.errand.id) \(settled.outcome)")
    if !isAgain { promises.rides.settled(settled.errand, settled.outcome) }
    house.settle(settled.errand, settled.outcome)
    wake([])
  }

  private func count(_ outcome: ErrandOutcome) {
    switch outcome {
    case .lost, .unreadable, .notSent: counts.note(.errandLost)
    case .answered, .notAllowed: break
    }
  }

  /// What of errands ends with the process.
  func loseErrands() {
    rides?.underWay = []
    rides?.saidTwice = []
    rides?.secretAsked = [:]
    promises.rides.died()
  }

  /// Providers go on, and some errands are settled.
  func goOnWithRides() {
    guard rides != nil else { return }
    // A store that is in doubt would take no purchase for the rest of the life.
    if isInDoubt, house != nil, chance.oneIn(3) { stop() }
    if chance.oneIn(6) { rides?.service.goOn(&chance) }
    if chance.oneIn(2) { rides?.service.allow(&chance) }
    if !chance.oneIn(3) { answerErrands() }
    // Whoever is asked answers soon, or no purchase would come far before the next mishap.
    for _ in 0..<chance.below(4) where isSomebodyAsked && promises.violations.isEmpty {
      talk()
      if !chance.oneIn(3) { answerErrands() }
    }
  }

  private var isSomebodyAsked: Bool {
    house?.world.travel.purchases.values.contains { purchase in
      purchase.asks && peers.values.contains { $0.isJSON || $0.user == purchase.owner }
    } ?? false
  }

  /// What a wake has asked of the service was ordered, and what it has told is so.
  func lookAtRides() {
    guard rides != nil else { return }
    // What waits for the openings of a day has had no effect yet.
    promises.rides.end(outside.daysAsked.isEmpty ? peers.values.compactMap(\.orders.first) : [])
    promises.note(promises.rides.takeFaults())
  }

  /// Nothing secret can be read in a file of accounts.
  func checkVault() {
    guard let vault = rides?.vault else { return }
    do {
      let found = try vault.files(holding: "canary-")
      promises.require(found.isEmpty, "secrets stay secret", "one lies in \(found)")
    } catch {
      promises.break("a vault can be read", "\(error)")
    }
  }

  // MARK: - In the end

  /// The service does what it is asked, and time goes on: nothing stays unsure, and what the house
  /// says is what is so. Then all that is booked takes place.
  func recoverRides() {
    guard rides != nil else { return }
    rides?.service.isCalm = true
    promises.rides.becomesCalm()
    for _ in 0..<Self.calmLooksMax where promises.violations.isEmpty {
      settleAllErrands()
      guard let house, !isSettled(house), let wait = house.nextWake else { break }
      now = now + wait
      wake([.due])
    }
    guard promises.violations.isEmpty else { return }
    for user in SimulatedPeople.users { compareRide(of: user) }
    rides?.service.complete()
  }

  /// A look takes at most some hours, where the clock was set back.
  private static let calmLooksMax = 400

  func settleAllErrands() {
    while let next = rides?.underWay.first, house != nil {
      rides?.underWay.removeFirst()
      settle(next)
    }
  }

  /// Whether nothing of rides is under way, and each has been looked at since all is well.
  private func isSettled(_ house: RunningHouse) -> Bool {
    house.world.travel.purchases.values.allSatisfy { purchase in
      switch purchase.phase {
      case .listing, .sending, .updating, .unsure, .confirming: false
      case .following: promises.rides.hasLooked(purchase.owner)
      case .listed, .linking, .asking, .choosing, .reviewing, .agreement, .ended: true
      }
    }
  }

  /// What somebody is told of their ride who asks for it has to be what is booked.
  private func compareRide(of user: String) {
    guard let house, let rides, let leg = Self.leg(of: user, house) else { return }
    sessionsOpened += 1
    let id = SessionID(sessionsOpened)
    var peer = Peer(id, SessionFace(kind: .tcp, encoding: .json))
    peer.call("rideStatus", ["user": .string(user), "leg": .string(leg)])
    let asked = peer.arrive(peer.underWay.count)
    peers[id] = peer
    promises.rides.forget(user)
    wake([.opened(id, peer.face)] + asked)
    // It is looked at, and told then.
    settleAllErrands()
    // What is still open in the conversation may be shown with it, as it is by now.
    while !outside.daysAsked.isEmpty { answerDays() }
    promises.compareRide(of: user, with: rides.service)
  }

  static func leg(of user: String, _ house: RunningHouse) -> String? {
    house.world.travel.shelf[user].first.map { "\($0.reference).2" }
  }
}
