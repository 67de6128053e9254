// A clock that is set back while passes wait: what each wait, each rest and each end becomes.

import Bookings
import CivilTime
import Passes
import Testing

@Suite struct ClockSetBackTests {
  private let year = Duration.seconds(365 * 86_400)

  private func setBack(_ world: inout World, by duration: Duration) {
    world.now = world.now - duration
    world.apply(world.outbox.decideClockSetBack(by: duration, at: world.now))
  }

  @Test("Nothing waits and nothing was seen of the gateway: nothing follows")
  func nothing() {
    let world = World()
    #expect(world.outbox.decideClockSetBack(by: year, at: world.now) == [])
  }

  @Test("Each wait goes on for as long as it had still to last")
  func waits() {
    var world = World()
    world.book(["A"])
    world.run(for: .seconds(4))
    setBack(&world, by: year)
    world.run(for: .seconds(5.9))
    #expect(world.states() == "A queued")
    world.run(for: .seconds(0.3))
    #expect(world.states() == "A accepted")
    #expect(world.news.count == 1)
  }

  @Test("Thousands of passes are told of in portions")
  func portions() {
    var limits = PassLimits()
    limits.passesPerEventMax = 3
    var world = World(limits: limits)
    world.book(["A", "B", "C", "D"])
    world.book(["E", "F", "G"])
    let events = world.outbox.decideClockSetBack(by: year, at: world.now - year)
    let counts = events.map { event in
      if case .clockSetBack(let editions, _, _, _) = event { editions.count } else { -1 }
    }
    #expect(counts == [3, 3, 1])
  }

  @Test("The end of a pass is never more than a day away, and what has begun stays begun")
  func deadlines() {
    var world = World()
    world.gateway.faults["A"] = .always(code: 4200)
    world.book(["A"], in: .seconds(7 * 86_400))
    setBack(&world, by: year)
    let deadlines = world.outbox.allPasses.map { $0.deadline.since(world.now) }
    #expect(deadlines == [.seconds(86_400)])
    // Set back by little: the booking begins before the day is over.
    var other = World()
    other.book(["A"], in: .seconds(3600))
    let begin = other.now + .seconds(3600)
    setBack(&other, by: .seconds(600))
    #expect(other.outbox.allPasses.map(\.deadline) == [begin])
  }

  @Test("Tokens for retries come back as before, so that retries go on")
  func tokens() {
    var limits = PassLimits()
    limits.tokensMax = 5
    limits.passingPauseSecondsMin = 2
    var world = World(
      limits: limits, codes: CodeTable(codes: [4200: .passing], statuses: [:], indexBase: 0))
    world.gateway.faults["A"] = .untilAttempt(3, code: 4200)
    world.book(["A"])
    world.run(for: .seconds(14))
    #expect(world.states() != "A accepted")
    setBack(&world, by: year)
    world.run(for: .seconds(30))
    #expect(world.states() == "A accepted")
  }

  @Test("A crash after the clock was set back folds to the same outbox")
  func folds() {
    var world = World()
    world.gateway.faults["A"] = .always(code: 4200)
    world.book(["A", "B"])
    world.run(for: .seconds(20))
    setBack(&world, by: year)
    let before = world.outbox.allPasses
    world.crash()
    #expect(world.outbox.allPasses == before)
    world.runOut()
    #expect(world.outbox.isSettled)
  }
}
