// Whether anything is told to, or done for, somebody whom no token reaches, and whether a token
// that was taken back is worth nothing as soon as was said.

import Accounts
import BookingAgent
import CivilTime
import LineProtocol

/// What was seen of tokens so far.
struct ReachWatch {
  /// How often at least the house looks whose tokens there are.
  let interval: Duration
  /// How long a token that was taken back may still be worth something at most.
  private var left: [HandedToken: Duration] = [:]
  /// What the clock showed when the house saw it last.
  private var seen: Instant?
  /// The sessions that were ended because their token was taken back.
  private var ended: Set<SessionID> = []
  private(set) var counts = Counts()

  init(interval: Duration) { self.interval = interval }

  /// The process is gone with all who had signed in.
  mutating func died() { ended = [] }

  // MARK: - What is told

  /// What is wrong with an answer, by what is known of its connection before it.
  mutating func look(
    at reply: Reply, to asked: Asked, on admission: Admission, _ tokens: SimulatedTokens
  ) -> [Fault] {
    let code = reply.code.rawValue
    // Every reply of a wake whose commit failed says so.
    if Told.isFailure(reply) { return [] }
    var faults: [Fault] = []
    let seen = "\(code) to \(asked.said ?? asked.named ?? "") by \(admission.holders)"
    if let value = asked.token {
      let isRight = tokens.isReadable && tokens.holder(of: value) != nil
      counts.note(.tokenRefused, times: code == 535 ? 1 : 0)
      if code == 235, !isRight { faults.append(("a wrong token admits nobody", seen)) }
      if code == 535, isRight { faults.append(("a right token admits", seen)) }
    } else if [235, 535, 454].contains(code) {
      faults.append(("only a token signs in", seen))
    }
    if admission.isNobody, !asked.isForAll {
      counts.note(.refusedBefore)
      if code != 530 { faults.append(("before signing in nothing is told or done", seen)) }
    }
    if admission.isSomebody, code == 530 { faults.append(("who has signed in is heard", seen)) }
    if !admission.isNobody, let named = asked.named {
      let isReached = admission.holders.map { $0.reaches(named) }
      // That others read along has the same code.
      let isBeyond = code == 538 && reply.name?.description != AccountCode.notPrivate.rawValue
      counts.note(.outOfScope, times: isBeyond ? 1 : 0)
      let isRefused = isBeyond || code == 530 && !admission.isSomebody
      if !isReached.contains(true), !isRefused {
        faults.append(("nobody speaks for whom no token reaches", "\(named): \(seen)"))
      }
      if !isReached.contains(false), isBeyond {
        faults.append(("a token reaches whom it is for", "\(named): \(seen)"))
      }
    }
    return faults
  }

  /// What is wrong with news for a connection; and of those who carry whose conversations they are
  /// said to belong to.
  func look(atNewsOf user: String, in conversation: String, on admission: Admission) -> [Fault] {
    var faults: [Fault] = []
    let seen = "\(user)'s, to \(admission.holders)"
    if !admission.speaks(for: user) {
      faults.append(("news go only to whose token reaches", seen))
    }
    let isTheirs = admission.holders.contains { conversation.hasPrefix("\($0.name):") }
    if !conversation.isEmpty, !isTheirs {
      faults.append(("conversations are told to whose they are", "\(conversation), \(seen)"))
    }
    return faults
  }

  /// A connection is ended, and why.
  mutating func looksClosed(
    _ id: SessionID, because name: CodeName?, on admission: Admission
  ) -> [Fault] {
    if name == .authRequired {
      ended.insert(id)
      counts.note(.takenBack)
      let isOver = admission.possible.contains { $0.map { left[$0] != nil } ?? false }
      if !isOver { return [("who has a token stays", "\(id), \(admission.holders)")] }
    }
    if name == .limitAuthTime, admission.isSomebody {
      return [("who has signed in stays", "\(id), \(admission.holders)")]
    }
    return []
  }

  /// Something is told on a connection.
  func looksTold(_ id: SessionID, _ effect: Effect) -> [Fault] {
    ended.contains(id) ? [("who was ended with a token is told nothing", "\(effect)")] : []
  }

  /// A connection was closed; on what ground only, if its token is not theirs any more.
  func looksClosed(_ id: SessionID, hadReason: Bool, on admission: Admission) -> [Fault] {
    guard let token = admission.token, left[token] != nil, !hadReason else { return [] }
    return [("who is ended is told why", "\(id), \(token.holder)")]
  }

  // MARK: - What was taken back

  /// The house sees what the clock shows. One that is set back may put a look off, but never for
  /// longer than one interval.
  mutating func pass(until now: Instant, _ tokens: SimulatedTokens) {
    for token in tokens.takenBack where left[token] == nil { left[token] = interval }
    guard let before = seen else { return seen = now }
    seen = now
    let gone = now.since(before)
    for token in left.keys {
      // What cannot be read takes nobody's token.
      let rest = tokens.isReadable ? (left[token] ?? interval) - gone : interval
      left[token] = min(rest, interval)
    }
  }

  /// Who may be there after a wake.
  func look(at peers: some Sequence<Peer>) -> [Fault] {
    peers.compactMap { peer in
      guard let token = peer.admission?.token, let rest = left[token], rest <= .zero else {
        return nil
      }
      return ("a token that was taken back ends its sessions", "\(peer.session), \(token.holder)")
    }
  }
}

extension Promises {
  mutating func note(_ faults: [Fault]) {
    for (promise, seen) in faults { self.break(promise, seen) }
  }
}
