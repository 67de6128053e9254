// What is said of rides in a life: who is asked something and answers it, and where a secret is
// typed.

import BookingAgent
import CivilTime
import Dialogue
import House
import JSON
import LineProtocol
import Products

extension Life {
  /// Somebody who is asked something about a ride, and a connection on which they can answer.
  func drawRideTurn() -> RideTurn? {
    guard rides != nil, !chance.oneIn(6), let travel = house?.world.travel else { return nil }
    let asking = travel.purchases.values.filter(\.asks).sorted {
      ($0.touched, $0.id) < ($1.touched, $1.id)
    }
    guard let latest = asking.last else { return nil }
    let purchase = chance.oneIn(4) ? chance.pick(asking) : latest
    let able = peers.values.filter { peer in
      let before = peer.principal.isEmpty ? "" : "\(peer.principal) "
      guard purchase.conversation.hasPrefix(before), peer.underWay.isEmpty else { return false }
      let isOwn = peer.isJSON || !peer.mayBeAnybody && peer.user == purchase.owner
      return isOwn && (peer.card?.speaks(for: purchase.owner) ?? true)
        && (peer.isJSON || purchase.conversation == before)
    }.sorted { $0.session < $1.session }
    guard !able.isEmpty else { return nil }
    let peer = chance.pick(able)
    let before = peer.principal.isEmpty ? 0 : peer.principal.count + 1
    return RideTurn(
      session: peer.session, user: purchase.owner,
      conversation: String(purchase.conversation.dropFirst(before)))
  }

  /// What writes down what is said, and shows it to nobody: no secret stands in it.
  func makeRecorder(_ settings: HouseSettings) -> HouseRecorder {
    HouseRecorder(settings, HouseRecorder.Scene()) { [unowned self] text in
      counts.note(.recorded)
      promises.require(!Array(text.utf8).hold("canary-"), "secrets stay secret", "written: \(text)")
    }
  }

  /// Somebody answers what they are asked about a ride; false if that is not to be said here.
  func answersRide(_ peer: inout Peer) -> Bool {
    guard let turn = rides?.turn, turn.session == peer.session else { return false }
    let secret = drawSecret(of: turn.user, in: turn.conversation, on: peer)
    rides?.turn?.typesSecret = secret?.hasPrefix("canary") == true
    if !peer.isJSON {
      peer.send(line: secret ?? line(of: turn.user))
      return true
    }
    let message = Message(
      conversation: turn.conversation, user: peer.name(of: turn.user),
      name: secret == nil ? "m\(messages.count)" : "s\(messages.count)-\(peer.sentCount)",
      text: secret ?? line(of: turn.user), sent: now, principal: peer.principal)
    // A secret is not said again.
    if secret == nil { messages.append(message) }
    send(message, on: &peer)
    return true
  }

  /// Notes whether an answer asks for a secret.
  func noteSecret(_ asked: Asked, _ reply: Reply, on id: SessionID) {
    guard rides != nil, let user = asked.user else { return }
    let isSecret = reply.members["secret"] == true && !asked.mayBeAnybody
    let place = SecretPlace(conversation: asked.conversation, user: user)
    rides?.secretAsked[place] = isSecret ? id : nil
  }

  /// A secret, where the last answer asked for one there; nil elsewhere.
  func drawSecret(of user: String, in conversation: String, on peer: Peer) -> String? {
    // Where somebody says something else there in the meantime, it may be asked no more.
    let isWaiting = peers.values.contains { other in
      other.asked.contains { $0.user == user || $0.mayBeAnybody }
    }
    guard let rides, rides.turn?.isFirst == true, !isWaiting, peer.asked.isEmpty,
      peer.underWay.isEmpty
    else { return nil }
    let holder = peer.admission.map { "\($0.token?.holder.name ?? "")/" } ?? ""
    let place = SecretPlace(conversation: holder + conversation, user: user)
    guard rides.secretAsked[place] == peer.session else { return nil }
    self.rides?.secretAsked[place] = nil
    if chance.oneIn(6) { return "*" }
    let count = rides.typed.values.reduce(1) { $0 + $1.count }
    let secret = "canary-pin-\(count)z"
    self.rides?.typed[user, default: []].insert(secret)
    counts.note(.secretTyped)
    return secret
  }

  /// How what somebody books on a trip stands.
  func rideStage(of speaker: String?) -> Talker.RideStage? {
    guard rides != nil, let speaker, let travel = house?.world.travel,
      !travel.shelf[speaker].isEmpty
    else { return nil }
    let own = travel.purchases.values.filter { $0.owner == speaker }.sorted { $0.id < $1.id }
    guard let purchase = own.last(where: \.asks) ?? own.last(where: { $0.phase != .ended }) else {
      return .idle
    }
    switch purchase.state {
    case .listed: return .listed
    case .asking(let asked): return asked.asked.map { .asked($0.kind) } ?? .choosing
    case .choosing: return .choosing
    case .reviewing: return .reviewing
    case .confirming: return .confirming
    case .agreement: return .agreement
    case .listing, .linking, .sending, .updating, .unsure: return .underWay
    case .following: return .booked
    case .ended: return .idle
    }
  }
}
