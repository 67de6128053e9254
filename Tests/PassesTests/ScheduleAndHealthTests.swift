// Pauses, budget and breaker, row by row.

import CivilTime
import Passes
import Testing

@Suite struct ScheduleAndHealthTests {
  private let now = Instant(seconds: 1_795_507_200)

  struct Pause: Sendable {
    let times: Int
    let shortest: Double
    let longest: Double
  }

  @Test(
    "A passing failure pauses evenly between nothing and 2 s doubled, but 1 s at least",
    arguments: [
      Pause(times: 1, shortest: 1, longest: 2), Pause(times: 2, shortest: 1, longest: 4),
      Pause(times: 5, shortest: 1, longest: 32), Pause(times: 9, shortest: 1, longest: 300),
      Pause(times: .max, shortest: 1, longest: 300),
    ])
  func passing(_ row: Pause) {
    let schedule = RetrySchedule(limits: PassLimits())
    check(row) { schedule.passingPause(afterFailures: row.times, using: &$0) }
  }

  @Test(
    "A rest is half of 5 s doubled, and evenly up to the whole",
    arguments: [
      Pause(times: 0, shortest: 2.5, longest: 5), Pause(times: 1, shortest: 5, longest: 10),
      Pause(times: 5, shortest: 80, longest: 160), Pause(times: 6, shortest: 150, longest: 300),
      Pause(times: .max, shortest: 150, longest: 300),
    ])
  func resting(_ row: Pause) {
    let schedule = RetrySchedule(limits: PassLimits())
    check(row) { schedule.rest(afterRests: row.times, using: &$0) }
  }

  /// Stays in the bounds, and comes near both.
  private func check(_ row: Pause, _ draw: (inout SeededRandom) -> Duration) {
    var chance = SeededRandom(seed: 11)
    let draws = (0..<2000).map { _ in draw(&chance) }
    let shortest = Duration.seconds(row.shortest), longest = Duration.seconds(row.longest)
    #expect(draws.allSatisfy { $0 >= shortest && $0 <= longest })
    let margin = (longest - shortest) / 20
    #expect(draws.contains { $0 <= shortest + margin })
    #expect(draws.contains { $0 >= longest - margin })
  }

  @Test("Retry-After is believed from 1 s to an hour")
  func retryAfter() {
    let schedule = RetrySchedule(limits: PassLimits())
    for (asked, given) in [(7, 7), (0, 1), (-5, 1), (3600, 3600), (Int.max, 3600)] {
      #expect(schedule.rest(asAskedForSeconds: asked) == .seconds(given))
    }
  }

  @Test("SplitMix64 draws the published numbers")
  func splitMix() {
    var chance = SeededRandom(seed: 1_234_567)
    let draws = (0..<3).map { _ in chance.next() }
    #expect(
      draws == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    var resumed = SeededRandom(seed: chance.state)
    #expect(resumed.next() == chance.next())
  }

  /// One pass at a time through a gateway that fails from some call to another.
  private func world(failing calls: ClosedRange<Int>, seed: UInt64 = 3) -> World {
    var world = World(seed: seed)
    for call in calls {
      world.gateway.scripts[call] = .answer(.http(status: 500, retryAfterSeconds: nil))
    }
    return world
  }

  @Test("The breaker opens after five failures in a row, tries one pass, and closes")
  func breaker() {
    var world = world(failing: 1...6)
    for name in ["A", "B", "C", "D", "E", "F"] { world.book([name, name + "2"]) }
    world.run(for: .seconds(10.1))
    // Four calls were on their way at once; the fifth failure opens it.
    world.run(for: .seconds(0.2))
    let opened = world.now
    guard case .closed(let until?) = world.outbox.health.permission(at: opened) else {
      Issue.record("the breaker is not open")
      return
    }
    #expect(until.since(opened) <= .seconds(30) && until.since(opened) > .seconds(29))
    let calls = world.gateway.calls.count
    world.run(for: until.since(opened) - .milliseconds(1))
    #expect(world.gateway.calls.count == calls)
    world.run(for: .milliseconds(2))
    #expect(world.gateway.calls.count == calls + 1)
    #expect(world.outbox.callsInFlight.compactMap { world.outbox.call($0)?.passes.count } == [1])
    world.runOut()
    #expect(world.outbox.isSettled)
    #expect(world.gateway.copies.count == 12)
  }

  @Test("A probe that fails doubles the time the breaker stays open, up to five minutes")
  func doubling() {
    var world = world(failing: 1...40)
    for name in (0..<60) { world.book(["n\(name)"]) }
    world.run(for: .seconds(3600))
    var gaps: [Duration] = []
    var probedAt: Instant?
    for case .attempted(let call, _, _, let at) in world.journal where call.number >= 9 {
      if let probedAt { gaps.append(at.since(probedAt)) }
      probedAt = at
    }
    let open = gaps.prefix(6).map { Int($0.wholeMilliseconds + 500) / 1000 }
    #expect(open == [60, 120, 240, 300, 300, 300])
  }

  @Test("Half of the last twenty calls open the breaker though never five in a row fail")
  func halfOfTwenty() {
    var limits = PassLimits()
    limits.callsInFlightMax = 1
    var world = World(seed: 3, limits: limits)
    // Two fail, one works: ten failures are reached at the fourteenth call.
    for call in 1...14 where call % 3 != 0 {
      world.gateway.scripts[call] = .answer(.nonsense(reason: ""))
    }
    for name in (0..<30) { world.book(["n\(name)"]) }
    world.run(for: .seconds(11.45))
    #expect(world.gateway.calls.count == 14)
    guard case .closed = world.outbox.health.permission(at: world.now) else {
      Issue.record("the breaker is not open")
      return
    }
  }

  @Test("Without tokens only first attempts go out; tokens come back by success and by time")
  func budget() {
    var limits = PassLimits()
    limits.tokensMax = 10
    limits.tokenRefillSeconds = 60
    var world = World(
      seed: 3, limits: limits,
      codes: CodeTable(codes: [4200: .passing], statuses: [:], indexBase: 0))
    for name in ["A", "B", "C", "D"] { world.gateway.faults[name] = .untilAttempt(2, code: 4200) }
    world.book(["A", "B", "C", "D"])
    world.run(for: .seconds(20))
    // Ten tokens pay for two retries; the other two wait, 5 minutes each for 5 tokens, less the
    // one that each success returns.
    #expect(world.outbox.pendingCount == 2)
    #expect(world.outbox.health.retriesAllowed(at: world.now) == 0)
    world.book(["E"])
    world.run(for: .seconds(11))
    #expect(world.gateway.copies["E"] == 1)
    world.run(for: .seconds(400))
    #expect(world.outbox.isSettled)
  }

  @Test("A clock that is set back or far ahead harms nothing")
  func clockJumps() {
    var world = World()
    world.gateway.scripts[1] = .answer(.timedOut)
    world.book(["A", "B"])
    world.run(for: .seconds(10.05))
    world.now = world.now - .seconds(86_400)
    world.run(for: .seconds(86_420))
    world.now = world.now + .seconds(50_000)
    world.runOut()
    #expect(world.outbox.isSettled)
  }
}
