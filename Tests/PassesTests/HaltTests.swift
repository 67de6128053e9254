// The cases that the policy must be tried with: where the gateway halts, what it says, and what is
// sent then. Expectations are written by hand: the calls in order, and how the passes ended.

import Bookings
import CivilTime
import Passes
import Testing

struct HaltCase: Sendable, CustomTestStringConvertible {
  let name: String
  var passes = "ABCD"
  var gateway: @Sendable () -> ScriptedGateway
  var indexBase = 0
  let calls: [String]
  let states: String
  /// Recipients that got more than one copy, and how many.
  var doubled: [String: Int] = [:]
  var operatorNews: [OperatorNews] = []

  var testDescription: String { name }
}

private let table = CodeTable(
  codes: [
    2000: .ours, 3000: .permanent, 4103: .permanent, 4200: .passing, 4300: .throttled,
    3500: .passing, 4400: .ours, 4500: .unknown,
  ],
  statuses: CodeTable.standard.statuses.merging([422: .permanent]) { _, new in new },
  indexBase: 0)

private let allAccepted = "A accepted, B accepted, C accepted, D accepted"

private func bad(_ names: String, _ code: Int, base: Int = 0) -> @Sendable () -> ScriptedGateway {
  {
    var gateway = ScriptedGateway()
    gateway.indexBase = base
    for name in names { gateway.faults[String(name)] = .always(code: code) }
    return gateway
  }
}

private func badOnce(_ names: String, _ code: Int) -> @Sendable () -> ScriptedGateway {
  {
    var gateway = ScriptedGateway()
    for name in names { gateway.faults[String(name)] = .untilAttempt(2, code: code) }
    return gateway
  }
}

private func first(
  _ outcome: GatewayOutcome, sending: Int = 0
) -> @Sendable () -> ScriptedGateway {
  {
    var gateway = ScriptedGateway()
    gateway.scripts[1] = .answer(outcome, sending: sending)
    return gateway
  }
}

private func badB(index: Int?, base: Int = 0) -> @Sendable () -> ScriptedGateway {
  {
    var gateway = bad("B", 4103, base: base)()
    gateway.scripts[1] = .index(index)
    return gateway
  }
}

private let singly = ["ABCD", "A", "B", "C", "D"]

private let whereItHalts: [HaltCase] = [
  HaltCase(
    name: "nowhere", gateway: { ScriptedGateway() }, calls: ["ABCD"], states: allAccepted),
  HaltCase(
    name: "at index 0", gateway: bad("A", 4103), calls: ["ABCD", "BCD"],
    states: "A refused, B accepted, C accepted, D accepted"),
  HaltCase(
    name: "in the middle", gateway: bad("B", 4103), calls: ["ABCD", "CD"],
    states: "A accepted, B refused, C accepted, D accepted"),
  HaltCase(
    name: "at the last", gateway: bad("D", 4103), calls: ["ABCD"],
    states: "A accepted, B accepted, C accepted, D refused"),
  HaltCase(
    name: "at a single pass", passes: "A", gateway: bad("A", 4103), calls: ["A"],
    states: "A refused"),
  HaltCase(
    name: "at all", gateway: bad("ABCD", 4103), calls: ["ABCD", "BCD", "CD", "D"],
    states: "A refused, B refused, C refused, D refused"),
  HaltCase(
    name: "at every other", gateway: bad("AC", 4103), calls: ["ABCD", "BCD", "D"],
    states: "A refused, B accepted, C refused, D accepted"),
  HaltCase(
    name: "in the middle, counted from 1", gateway: bad("B", 4103, base: 1), indexBase: 1,
    calls: ["ABCD", "CD"], states: "A accepted, B refused, C accepted, D accepted"),
]

private func firstTwo(_ outcome: GatewayOutcome) -> @Sendable () -> ScriptedGateway {
  {
    var gateway = ScriptedGateway()
    gateway.scripts = [1: .answer(outcome), 2: .answer(outcome)]
    return gateway
  }
}

private let whatItSays: [HaltCase] = [
  HaltCase(
    name: "4103 said of the call as a whole", gateway: first(.refused(code: 4103, text: "")),
    calls: singly, states: allAccepted),
  HaltCase(
    name: "a passing refusal of one", passes: "A", gateway: first(.refused(code: 3500, text: "")),
    calls: ["A", "A"], states: "A accepted"),
  HaltCase(
    name: "a passing refusal of all: each alone", gateway: first(.refused(code: 3500, text: "")),
    calls: singly, states: allAccepted),
  HaltCase(
    name: "a passing refusal of all, then of the first alone: it waits, the others go together",
    gateway: firstTwo(.refused(code: 3500, text: "")), calls: ["ABCD", "A", "BCD", "A"],
    states: allAccepted),
  HaltCase(
    name: "a permanent status of all, then of the first alone",
    gateway: firstTwo(.http(status: 422, retryAfterSeconds: nil)), calls: ["ABCD", "A", "BCD"],
    states: "A refused, B accepted, C accepted, D accepted"),
  HaltCase(
    name: "4000 is unknown", gateway: first(.refused(code: 4000, text: "")), calls: singly,
    states: allAccepted),
  HaltCase(
    name: "4000 with an index is unknown too",
    gateway: first(.halted(code: 4000, index: 1, text: ""), sending: 4), calls: singly,
    states: allAccepted, doubled: ["A": 2, "B": 2, "C": 2, "D": 2]),
  HaltCase(
    name: "4001, not listed, once", gateway: badOnce("B", 4001), calls: ["ABCD", "CD", "B"],
    states: allAccepted),
  HaltCase(
    name: "4001, not listed, always: three attempts", gateway: bad("B", 4001),
    calls: ["ABCD", "CD", "B", "B"], states: "A accepted, B given up, C accepted, D accepted"),
  HaltCase(
    name: "passing, always: six attempts", gateway: bad("B", 4200),
    calls: ["ABCD", "CD", "B", "B", "B", "B", "B"],
    states: "A accepted, B given up, C accepted, D accepted"),
  HaltCase(
    name: "no index", gateway: badB(index: nil), calls: singly,
    states: "A accepted, B refused, C accepted, D accepted", doubled: ["A": 2]),
  HaltCase(
    name: "index = count", gateway: badB(index: 4), calls: singly,
    states: "A accepted, B refused, C accepted, D accepted", doubled: ["A": 2],
    operatorNews: [.indexBaseDoubted(index: 4, count: 4, configured: 0)]),
  HaltCase(
    name: "index 0 where it counts from 1", gateway: badB(index: 0, base: 1), indexBase: 1,
    calls: singly,
    states: "A accepted, B refused, C accepted, D accepted", doubled: ["A": 2],
    operatorNews: [.indexBaseDoubted(index: 0, count: 4, configured: 1)]),
  HaltCase(
    name: "index -1", gateway: badB(index: -1), calls: singly,
    states: "A accepted, B refused, C accepted, D accepted", doubled: ["A": 2]),
  HaltCase(
    name: "the smallest index there is", gateway: badB(index: .min, base: 1), indexBase: 1,
    calls: singly,
    states: "A accepted, B refused, C accepted, D accepted", doubled: ["A": 2]),
  HaltCase(
    name: "listed as unknown", gateway: badOnce("B", 4500), calls: ["ABCD", "CD", "B"],
    states: allAccepted),
  HaltCase(
    name: "3000: one pass a call until the bad number is found",
    gateway: {
      var gateway = ScriptedGateway()
      gateway.faults["B"] = .number
      return gateway
    }, calls: ["ABCD", "A", "B", "CD"],
    states: "A accepted, B refused, C accepted, D accepted"),
]

private let whenItsTheGateways: [HaltCase] = [
  HaltCase(
    name: "answer lost after 2 were sent", gateway: first(.timedOut, sending: 2), calls: singly,
    states: allAccepted, doubled: ["A": 2, "B": 2]),
  HaltCase(
    name: "connection broken after all were sent",
    gateway: first(.connectionFailed(beforeSending: false), sending: 4), calls: singly,
    states: allAccepted, doubled: ["A": 2, "B": 2, "C": 2, "D": 2]),
  HaltCase(
    name: "500", gateway: first(.http(status: 500, retryAfterSeconds: nil)), calls: singly,
    states: allAccepted),
  HaltCase(
    name: "nonsense", gateway: first(.nonsense(reason: "<html>")), calls: singly,
    states: allAccepted),
  HaltCase(
    name: "an answer to a question nobody asked", gateway: first(.told(sent: [true])),
    calls: singly, states: allAccepted),
  HaltCase(
    name: "no connection: nothing was tried",
    gateway: first(.connectionFailed(beforeSending: true)), calls: ["ABCD", "ABCD"],
    states: allAccepted),
  HaltCase(
    name: "429: nothing was tried", gateway: first(.http(status: 429, retryAfterSeconds: 7)),
    calls: ["ABCD", "ABCD"], states: allAccepted),
  HaltCase(
    name: "throttled in the middle: it rests for all", gateway: badOnce("B", 4300),
    calls: ["ABCD", "CDB"], states: allAccepted),
  HaltCase(
    name: "two passes in a row with the same unlisted code", gateway: badOnce("BC", 4999),
    calls: ["ABCD", "CD", "DBC"], states: allAccepted),
  HaltCase(
    name: "401 stops it", gateway: first(.http(status: 401, retryAfterSeconds: nil)),
    calls: ["ABCD"], states: "A expired, B expired, C expired, D expired",
    operatorNews: [.gatewayStopped(.status(401))]),
  HaltCase(
    name: "2000 stops it", gateway: first(.refused(code: 2000, text: "parts missing")),
    calls: ["ABCD"], states: "A expired, B expired, C expired, D expired",
    operatorNews: [.gatewayStopped(.code(2000, text: "parts missing"))]),
  HaltCase(
    name: "a code that is ours stops it in the middle", gateway: bad("B", 4400), calls: ["ABCD"],
    states: "A accepted, B expired, C expired, D expired",
    operatorNews: [.gatewayStopped(.code(4400, text: "no"))]),
]

@Suite struct HaltTests {
  @Test(
    "Where the gateway halts, the earlier are never sent again and the later go on",
    arguments: whereItHalts)
  func halts(_ row: HaltCase) { check(row) }

  @Test("What the gateway says decides what becomes of the pass", arguments: whatItSays)
  func says(_ row: HaltCase) { check(row) }

  @Test("The gateway's own trouble is told from a pass's", arguments: whenItsTheGateways)
  func gateways(_ row: HaltCase) { check(row) }

  private func check(_ row: HaltCase) {
    var codes = table
    codes.indexBase = row.indexBase
    var world = World(codes: codes)
    world.gateway = row.gateway()
    world.book(row.passes.map(String.init))
    world.runOut()
    #expect(world.gateway.calls == row.calls)
    #expect(world.states() == row.states)
    #expect(world.gateway.copies.filter { $0.value > 1 } == row.doubled)
    #expect(world.journal.compactMap(\.operatorNews) == row.operatorNews)
    #expect(world.outbox.isSettled)
    #expect(world.outbox.nextWake(at: world.now) == nil)
  }

  @Test(
    "An index is told as it was read, unless it is beyond all reason",
    arguments: [
      (index: -1, told: -1), (99, 99), (1 << 53, 1 << 53), ((1 << 53) + 1, nil), (.max, nil),
      (.min, nil),
    ] as [(index: Int, told: Int?)])
  func index(_ row: (index: Int, told: Int?)) {
    var world = World(codes: table)
    world.gateway = badB(index: row.index)()
    world.book(["A", "B"])
    world.runOut()
    let troubles = world.journal.compactMap { event -> PassTrouble? in
      if case .outcomeUnknown(_, _, let trouble, _) = event { trouble } else { nil }
    }
    #expect(troubles == [.unclearIndex(code: 4103, index: row.told)])
  }

  @Test("A thousand passes, one in ten bad: each good one arrives once, each bad one is told")
  func thousand() {
    var world = World(codes: table)
    let names = (0..<1000).map { "n\($0)" }
    for place in stride(from: 3, to: 1000, by: 10) {
      world.gateway.faults[names[place]] = .always(code: 4103)
    }
    let booking = world.book(names)
    world.runOut()
    let passes = world.outbox.passes(of: booking)
    #expect(passes.filter { if case .accepted = $0.state { true } else { false } }.count == 900)
    #expect(passes.filter { $0.state == .failed(.refused(.code(4103, text: "no"))) }.count == 100)
    #expect(world.gateway.copies.count == 900)
    #expect(world.gateway.copies.values.allSatisfy { $0 == 1 })
    #expect(world.gateway.calls.count == 101)
    #expect(world.news.map(\.ended.count) == [100])
  }
}
