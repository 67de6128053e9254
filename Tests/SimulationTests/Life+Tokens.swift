// Tokens in a life: who signs in and how, what becomes of tokens meanwhile, and what is heard of
// it.

import BookingAgent
import CivilTime
import House
import JSON
import LineProtocol

extension Life {
  /// Whether in a life some sessions need a token.
  static func hasTokens(seed: UInt64) -> Bool { seed.isMultiple(of: 3) }

  // MARK: - Signing in

  /// A connection of the same kind on which somebody has to sign in, as a listener may have it;
  /// standard input is open, for it is of who runs the house.
  func drawAccess(_ face: SessionFace) -> SessionFace {
    guard tokens != nil else { return face }
    var face = face
    switch face.kind {
    case .terminal, .pipe, .standardStreams: break
    case .tcp, .unix: face.access = chance.oneIn(5) ? .open : .token
    }
    return face
  }

  /// Somebody begins to speak on a connection that asks for a token.
  func presentThemselves(on peer: inout Peer) {
    peer.card = chance.pick(TokenHolder.all)
    if chance.oneIn(10) { return }
    handInToken(on: &peer)
    if !peer.isJSON, let card = peer.card, card.onlyUser == nil, !chance.oneIn(10) {
      peer.send(line: "/as \(drawName(of: card))")
    }
  }

  /// Hands in a token: mostly the right one.
  func handInToken(on peer: inout Peer) {
    guard let value = drawToken(of: peer) else { return }
    if peer.isJSON {
      peer.call("auth", ["token": .string(value)])
    } else if chance.oneIn(3) {
      peer.send(line: "/auth token")
      peer.send(line: value)
    } else {
      peer.send(line: "/auth token \(value)")
    }
  }

  private func drawToken(of peer: Peer) -> String? {
    guard let tokens, let card = peer.card else { return nil }
    let old = tokens.takenBack.filter { $0.holder == card }
    switch chance.below(12) {
    case 0: return "usher-\(String(repeating: "0", count: 64))"
    case 1: if !old.isEmpty { return chance.pick(old).value }
    default: break
    }
    return (tokens.valid.first { $0.holder == card } ?? old.last)?.value
  }

  /// A name by which somebody is reached, and now and then one by which nobody is.
  func drawName(of card: TokenHolder) -> String {
    let names = card.names
    if !names.others.isEmpty, chance.oneIn(10) { return chance.pick(names.others) }
    return chance.pick(names.reached)
  }

  /// What is done about tokens on a connection instead of talking; false if nothing is.
  func speaksOfTokens(_ peer: inout Peer) -> Bool {
    guard let admission = peer.admission, let card = peer.card else { return false }
    if admission.isNobody, peer.asked.isEmpty, chance.oneIn(2) {
      handInToken(on: &peer)
      return true
    }
    guard chance.oneIn(12) else { return false }
    if peer.isJSON { return handInAgain(on: &peer) }
    switch chance.below(3) {
    case 0:
      // People may go on as somebody else.
      peer.card = chance.pick(TokenHolder.all)
      return handInAgain(on: &peer)
    case 1: peer.send(line: "/auth token")
    default: peer.send(line: "/as \(drawName(of: card))")
    }
    return true
  }

  private func handInAgain(on peer: inout Peer) -> Bool {
    handInToken(on: &peer)
    return true
  }

  // MARK: - What becomes of tokens

  /// Somebody gets another token, loses theirs, or the file of all cannot be read.
  func changeTokens() {
    guard let tokens else { return }
    let holder = chance.pick(TokenHolder.all)
    changing {
      switch chance.below(8) {
      case 0...2: try tokens.renew(holder)
      case 3...5: try tokens.revoke(holder)
      case 6: try tokens.expose()
      default: try tokens.show()
      }
    }
    counts.note(.tokenChanged)
    switch chance.below(4) {
    case 0: wake([.mended])
    case 1:
      now = now + promises.reach.interval
      wake([.due])
    default: break
    }
  }

  /// Nobody has a token any more: then nobody stays who has signed in.
  func takeAllTokensBack() {
    guard let tokens else { return }
    changing { for holder in TokenHolder.all { try tokens.revoke(holder) } }
    for _ in 0...1 {
      now = now + promises.reach.interval
      wake([.due])
    }
    for peer in peers.values where peer.admission?.isSomebody == true {
      promises.break("a token that was taken back ends its sessions", "\(peer.session)")
    }
  }

  private func changing(_ change: () throws -> Void) {
    do {
      try change()
    } catch {
      promises.break("tokens can be changed", "\(error)")
    }
  }

  // MARK: - What is told

  /// Notes who asks for what, and how long tokens that were taken back may still hold, before
  /// events are handed in.
  func noteAskers(before events: [Event]) {
    promises.asked.note(peers.values.flatMap { $0.askers(tokens) })
    if rides != nil { promises.rides.begin(peers.values.flatMap(\.orders)) }
    if let tokens, !events.isEmpty { promises.reach.pass(until: now, tokens) }
  }

  /// Takes in what an answer says of who has signed in, and looks whether it may be given.
  func signIn(_ asked: inout Asked, _ reply: Reply, on peer: inout Peer) {
    guard let tokens, var admission = peer.admission else { return }
    promises.note(promises.reach.look(at: reply, to: asked, on: admission, tokens))
    let principal = admission.token?.holder.name ?? ""
    asked.conversation = "\(principal)/\(asked.conversation)"
    guard let value = asked.token else { return }
    let token = tokens.holder(of: value).map { HandedToken(holder: $0, value: value) }
    let code = reply.code.rawValue
    if code == 535 {
      admission.wasRefused()
      if admission.refused >= settings.agent.protocolLimits.signInTriesMax {
        peer.hasSaidGoodbye = true
      }
    } else if code == 235, let token {
      counts.note(.signedIn)
      admission.signedIn(by: token)
    } else if Told.isFailure(reply), let token {
      admission.mayBe(token)
    }
    peer.admission = admission
  }

  /// What is answered in another form than a reply.
  func checkBefore(_ asked: Asked, on id: SessionID, _ seen: String) {
    guard peers[id]?.admission?.isNobody == true, !asked.isForAll else { return }
    promises.break("before signing in nothing is told or done", "\(id): \(seen)")
  }

  /// A connection is told that it ends, and why.
  func hearEnd(_ notice: Notice, on id: SessionID) {
    guard var peer = peers[id] else { return }
    peer.hasSaidGoodbye = true
    peer.endsBecause = notice.name
    peers[id] = peer
    guard let admission = peer.admission else {
      return promises.break("who needs no token stays", "\(id): \(notice.lines)")
    }
    promises.note(promises.reach.looksClosed(id, because: notice.name, on: admission))
    promises.overheard(notice.lines, notice.members, by: .noUser)
  }

  /// A connection is closed.
  func noteEnd(of id: SessionID) {
    guard let peer = peers[id], let admission = peer.admission else { return }
    let hadReason = peer.endsBecause != nil || peer.hasSaidGoodbye || peer.hasEnded
    promises.note(promises.reach.looksClosed(id, hadReason: hadReason, on: admission))
  }

  /// Looks whether news may be told on a connection.
  func checkReach(of user: String, _ notice: Notice, on peer: Peer) {
    guard let admission = peer.admission else { return }
    let conversation = notice.members["conv"]?.string ?? ""
    promises.note(promises.reach.look(atNewsOf: user, in: conversation, on: admission))
  }
}

extension Effect {
  /// On which connection something is told.
  var session: SessionID? {
    switch self {
    case .greet(let id, _), .reply(let id, _, _), .refuse(let id, _), .result(let id, _, _),
      .notice(let id, _), .ping(let id), .setDisplay(let id, _), .askWindow(let id),
      .board(let id, _):
      id
    case .commit, .close, .call, .signIn, .errand, .account, .readOpenings, .readTokens, .moveClock,
      .scriptGateway,
      .startAfresh, .tellOperator:
      nil
    }
  }
}
