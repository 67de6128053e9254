// A gateway that halts, throttles, lies about the index, loses answers, answers twice, late and out
// of order. It knows what really left, which the house can only guess.

import BookingAgent
import CivilTime
import Foundation
import Gateways
import JSON
import Passes

/// What is beyond the house's door and outlives its process: what was asked of the gateway, and
/// what really left. A class because the gateways of one life share it. Unchecked: no lock would
/// help, for `whenCalled` looks back into the life, which may not be shared itself; a life runs on
/// one thread from its first step to its last, and both doors of the gateway end the test if not.
final class Outside: @unchecked Sendable {
  /// A call that has arrived and is not answered.
  struct Waiting {
    let call: GatewayCall
    let report: @Sendable (GatewayResult) -> Void
  }

  var waiting: [Waiting] = []
  /// Days whose openings were asked for.
  var daysAsked: [(date: CivilDate, report: @Sendable (GatewayResult) -> Void)] = []
  /// How often each edition really left.
  var left: [PassEdition: Int] = [:]
  /// Every call that arrived, in order.
  var arrived: [GatewayCall] = []
  /// Told of each call as it leaves the house; answers whether it arrives.
  var whenCalled: (GatewayCall) -> Bool = { _ in true }

  private let thread = pthread_self()

  /// Ends the test on any other thread than the one on which the life began.
  func checkThread() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "A life is led on two threads")
  }
}

/// The gateway of one incarnation of the house. A class because the house holds it as one.
final class SimulatedGateway: Gateway {
  let abilities: GatewayAbilities
  private let outside: Outside
  private let report: @Sendable (GatewayResult) -> Void

  init(
    _ outside: Outside, abilities: GatewayAbilities,
    report: @escaping @Sendable (GatewayResult) -> Void
  ) {
    self.outside = outside
    self.abilities = abilities
    self.report = report
  }

  func start(_ call: GatewayCall, roomName: String, untitled: String) {
    outside.checkThread()
    guard outside.whenCalled(call) else { return }
    outside.arrived.append(call)
    outside.waiting.append(Outside.Waiting(call: call, report: report))
  }

  func fetchRooms(on date: CivilDate) {
    outside.checkThread()
    outside.daysAsked.append((date, report))
  }

  func close() {}
}

/// What a gateway says and what it has really done.
struct GatewayDeed {
  let outcome: GatewayOutcome
  /// The places in the call of the passes that left.
  let sent: [Int]

  /// All is well.
  static func honest(_ call: GatewayCall, _ outside: Outside) -> GatewayDeed {
    switch call.purpose {
    case .send: GatewayDeed(outcome: .success, sent: Array(call.passes.indices))
    case .ask:
      GatewayDeed(
        outcome: .told(sent: call.passes.map { outside.left[$0.edition, default: 0] > 0 }),
        sent: [])
    }
  }

  /// Whatever comes to a gateway's mind.
  static func drawn(
    _ call: GatewayCall, _ outside: Outside, using chance: inout Chance
  ) -> GatewayDeed {
    let count = call.passes.count
    let all = Array(0..<count)
    let some = Array(0..<chance.below(count + 1))
    if call.purpose == .ask {
      return chance.oneIn(3)
        ? GatewayDeed(outcome: chance.oneIn(2) ? .timedOut : .nonsense(reason: "?"), sent: [])
        : honest(call, outside)
    }
    switch chance.below(20) {
    case 0...7: return GatewayDeed(outcome: .success, sent: all)
    case 8...10:
      let index = chance.below(count)
      let outcome = GatewayOutcome.halted(
        code: chance.pick(codes), index: index, text: chance.pick(texts))
      return GatewayDeed(outcome: outcome, sent: Array(0..<index))
    case 11:
      // It lies about the index: one beside the truth, none, as many as there are, far off.
      let index = chance.pick([count, -1, 0, 1, count - 1, 99, Int.max, Int.min])
      let outcome = GatewayOutcome.halted(
        code: chance.pick(codes), index: chance.oneIn(3) ? nil : index, text: "")
      return GatewayDeed(outcome: outcome, sent: some)
    case 12:
      return GatewayDeed(
        outcome: .refused(code: chance.pick([1000, 2000, 3000, 4000]), text: "no"), sent: [])
    case 13:
      let after = chance.oneIn(2) ? nil : chance.pick([0, 1, 7, 3600, 1_000_000])
      return GatewayDeed(
        outcome: .http(status: chance.pick([429, 503]), retryAfterSeconds: after), sent: [])
    case 14:
      return GatewayDeed(
        outcome: .http(status: chance.pick([500, 502, 404, 301]), retryAfterSeconds: nil),
        sent: chance.oneIn(2) ? some : [])
    case 15: return GatewayDeed(outcome: .timedOut, sent: some)
    case 16: return GatewayDeed(outcome: .connectionFailed(beforeSending: true), sent: [])
    case 17: return GatewayDeed(outcome: .connectionFailed(beforeSending: false), sent: some)
    case 18: return GatewayDeed(outcome: .nonsense(reason: "<html>"), sent: some)
    default:
      return chance.oneIn(4)
        ? GatewayDeed(outcome: .http(status: 401, retryAfterSeconds: nil), sent: [])
        : GatewayDeed(outcome: .success, sent: all)
    }
  }

  private static let codes = [4001, 4103, 4200, 4242, 4300, 9999]
  private static let texts = [
    "", "mailbox full", "Rückfrage\u{301}", String(repeating: "x", count: 999),
  ]
}
