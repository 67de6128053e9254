// A chosen conversation in which every effect fails once, and how it is played.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import JSON
import LineProtocol
import Passes
import SimulatedDisk

/// What happens in a conversation.
struct Scene: Hashable, Sendable, CustomStringConvertible {
  enum Step: Hashable, Sendable {
    /// Somebody says something, in a message with a name of its own.
    case says(String, String)
    /// Time goes on until what is due has happened and the gateway has answered: well, until all
    /// is done; or once, in this way.
    case allIsSent
    case gateway(GatewayOutcome, sent: [Int])
    /// A program asks for news, and acknowledges all that it has.
    case programHears
    /// A program hands in the trips of everybody.
    case tripsCome
  }

  let name: String
  /// Whether every message says all it means, so that it does not matter whether the conversation
  /// before it is remembered.
  let isSelfContained: Bool
  /// What has to happen in it, for it to prove something.
  let shows: [Happening]
  let steps: [Step]

  var description: String { name }

  init(
    _ name: String, selfContained: Bool = false, shows: [Happening] = [], _ steps: [Step]
  ) {
    self.name = name
    isSelfContained = selfContained
    self.shows = shows
    self.steps = steps
  }
}

/// What goes wrong in a scene, once.
enum Mishap: Hashable, Sendable {
  case operation(Int, Disk.Fault)
  case reading(Int)
  case end(beforeOperation: Int, halfway: Bool, Disk.End)
  case endAtCall(Int, arrives: Bool, Disk.End)
  case endAtReply(Int, Disk.End)
}

extension Life {
  /// Notes how the bookings stand, and that they may. What is over for long need not be known.
  func noteStanding(_ bookings: [Booking]) {
    if stood.last != bookings { stood.append(bookings) }
    guard let mayStand else { return }
    let now = now
    func isOver(_ booking: Booking) -> Bool { booking.state == .cancelled || booking.end <= now }
    let seen = Dictionary(uniqueKeysWithValues: bookings.map { ($0.reference, $0) })
    let isKnown = mayStand.contains { calm in
      let wanted = Dictionary(uniqueKeysWithValues: calm.map { ($0.reference, $0) })
      return Set(seen.keys).union(wanted.keys).allSatisfy { reference in
        switch (seen[reference], wanted[reference]) {
        case (let one?, let other?): one == other
        case (let one?, nil), (nil, let one?): isOver(one)
        case (nil, nil): true
        }
      }
    }
    promises.require(isKnown, "what is done is done wholly or not at all", "\(bookings)")
  }

  /// Plays a scene; who gets no answer, or one that nothing was done, says the same again.
  func play(_ scene: Scene, _ mishap: Mishap?) {
    if let mishap { plan(mishap) }
    start()
    for (number, step) in scene.steps.enumerated() where promises.violations.isEmpty {
      switch step {
      case .says(let user, let text):
        say(
          Message(conversation: "c", user: user, name: "m\(number)", text: text, sent: now),
          triesMax: Self.triesMax)
      case .allIsSent: sendAll()
      case .gateway(let outcome, let sent): answerOne(GatewayDeed(outcome: outcome, sent: sent))
      case .programHears: hear(triesMax: Self.triesMax)
      case .tripsCome: bringTrips(triesMax: Self.triesMax)
      }
    }
    mayStand = nil
    if promises.violations.isEmpty { recover() }
  }

  /// One mishap may spoil several tries in a row: the start, the store at rest, an unknown outcome.
  private static let triesMax = 8

  private func plan(_ mishap: Mishap) {
    isDiskFaulty = true
    switch mishap {
    case .operation(let number, let fault): disk.fail(operation: number, with: fault)
    case .reading(let number): disk.fail(reading: number)
    case .end(let number, let halfway, let end):
      disk.stop(before: number, halfway: halfway, by: end)
    case .endAtCall(let number, let arrives, let end):
      doom.calls = number
      doom.lastCallArrives = arrives
      doom.isPowerCut = end == .powerCut
    case .endAtReply(let number, let end):
      doom.outputs = number
      doom.isPowerCut = end == .powerCut
    }
  }

  /// Says something until it is answered for good.
  private func say(_ message: Message, triesMax: Int) {
    tryCalling(triesMax: triesMax) { [self] peer in send(message, on: &peer) }
  }

  /// Asks for news and acknowledges them until that is noted.
  private func hear(triesMax: Int) {
    tryCalling(triesMax: triesMax) { $0.call("subscribe", [:]) }
    tryCalling(triesMax: triesMax) { peer in
      // After a mishap another connection has to ask first, and is sent again what was not noted.
      guard let last = peer.news.max() else { return peer.call("subscribe", [:]) }
      peer.call("ack", ["upto": .integer(Int64(last))])
    }
  }

  private func bringTrips(triesMax: Int) {
    for _ in 0..<triesMax where house == nil || lacksTrips {
      tryCalling(triesMax: 1) { [self] peer in bringTrips(on: &peer) }
    }
  }

  private func tryCalling(triesMax: Int, _ call: (inout Peer) -> Void) {
    for _ in 0..<triesMax where promises.violations.isEmpty {
      if isInDoubt { restartCalmly() }
      if house == nil { start() }
      guard house != nil, var peer = peerForScene() else { continue }
      call(&peer)
      let events = peer.arrive(peer.underWay.count)
      peers[peer.session] = peer
      lastCode = nil
      wake(events)
      settleAllErrands()
      guard let code = lastCode, ![451, 452, 459].contains(code) else {
        now = now + .seconds(1)
        continue
      }
      return
    }
  }

  private func peerForScene() -> Peer? {
    if let peer = peers.values.first { return peer }
    sessionsOpened += 1
    let id = SessionID(sessionsOpened)
    let face = SessionFace(kind: .tcp, encoding: .json)
    peers[id] = Peer(id, face)
    wake([.opened(id, face)])
    return peers[id]
  }

  /// As long as something is due, it happens, and the gateway does what it is told.
  private func sendAll() {
    for _ in 0..<Self.wakesMax where promises.violations.isEmpty {
      if isInDoubt { restartCalmly() }
      if house == nil { start() }
      if !outside.waiting.isEmpty {
        let waiting = outside.waiting.removeFirst()
        answer(waiting, .honest(waiting.call, outside))
        continue
      }
      guard let wait = house?.nextWake else {
        if house == nil { continue }
        return
      }
      now = now + wait
      wake([.due])
    }
  }

  private func answerOne(_ deed: GatewayDeed) {
    for _ in 0..<Self.wakesMax where outside.waiting.isEmpty {
      if isInDoubt { restartCalmly() }
      if house == nil { start() }
      guard let wait = house?.nextWake else { return }
      now = now + wait
      wake([.due])
    }
    guard !outside.waiting.isEmpty else { return }
    let waiting = outside.waiting.removeFirst()
    // After a mishap the call may be another, with fewer passes.
    let sent = deed.sent.filter { $0 < waiting.call.passes.count }
    answer(waiting, GatewayDeed(outcome: deed.outcome, sent: sent))
  }

  private static let wakesMax = 200
}
