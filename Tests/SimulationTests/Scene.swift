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
  }

  let name: String
  /// Whether every message says all it means, so that it does not matter whether the conversation
  /// before it is remembered.
  let isSelfContained: Bool
  let steps: [Step]

  var description: String { name }

  init(_ name: String, selfContained: Bool = false, _ steps: [Step]) {
    self.name = name
    isSelfContained = selfContained
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
      }
    }
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
    for _ in 0..<triesMax where promises.violations.isEmpty {
      if isInDoubt { restartCalmly() }
      if house == nil { start() }
      guard house != nil, var peer = peerForScene() else { continue }
      send(message, on: &peer)
      let events = peer.arrive(peer.underWay.count)
      peers[peer.session] = peer
      lastCode = nil
      wake(events)
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
