// Properties of whole lives: crashes at every step, the journal folded again, the same seed, and
// the policy compared with its promise.

import Bookings
import CivilTime
import Passes
import Testing

@Suite struct LifeTests {
  /// Everything the policy knows, in one day: halts, lost answers, a rest, a change, a cancelling.
  private func eventfulWorld(seed: UInt64, keepsMoments: Bool = false) -> World {
    var world = World(
      seed: seed,
      codes: CodeTable(codes: [4103: .permanent, 4200: .passing], statuses: [:], indexBase: 0))
    world.keepsMoments = keepsMoments
    world.gateway.faults = [
      "B": .always(code: 4103), "C": .untilAttempt(2, code: 4200),
      "F": .untilAttempt(2, code: 4999),
    ]
    world.gateway.scripts[3] = .answer(.timedOut, sending: 1)
    world.gateway.scripts[5] = .answer(.connectionFailed(beforeSending: true))
    world.book(["A", "B", "C", "D"])
    world.book(["E", "F", "G"])
    world.run(for: .seconds(11))
    world.change(BookingReference(1)) { $0.title = "Plans" }
    world.book(["H", "I"], in: .seconds(600))
    world.run(for: .seconds(2))
    world.cancel(BookingReference(3))
    world.runOut()
    return world
  }

  @Test("A pass that is told to be queued twice is one pass")
  func queuedTwice() {
    var world = World()
    let booking = world.book(["A", "B"])
    let before = world.outbox.passes(of: booking)
    #expect(before.count == 2)
    world.outbox.apply(.queued(before))
    #expect(world.outbox.passes(of: booking) == before)
    world.runOut()
    #expect(world.gateway.copies == ["A": 1, "B": 1])
  }

  @Test("A crash at any step doubles at most what was on its way, and everything still ends")
  func crashes() {
    let life = eventfulWorld(seed: 5, keepsMoments: true)
    #expect(life.moments.count > 20)
    for var world in life.moments {
      world.gateway.scripts = [:]
      let before = world.gateway.copies
      let onItsWay = Set(
        world.outbox.callsInFlight.flatMap { world.outbox.call($0)?.passes ?? [] }
          .map(\.recipient.name))
      let accepted = Set(
        world.bookings.keys.flatMap { world.outbox.passes(of: $0) }.filter {
          if case .accepted = $0.state { true } else { false }
        }.map(\.recipient.name))
      world.crash()
      world.runOut()
      #expect(world.outbox.isSettled)
      for (name, copies) in world.gateway.copies where accepted.contains(name) {
        #expect(copies == before[name, default: 0], "\(name) had arrived and got another")
      }
      for name in onItsWay where name != "B" {
        #expect(world.gateway.copies[name, default: 0] <= before[name, default: 0] + 1)
      }
      #expect(world.gateway.copies["B"] == nil)
      let ends = Set(
        world.bookings.keys.flatMap { world.outbox.passes(of: $0) }.map(\.state.isOpen))
      #expect(ends == [false])
    }
  }

  @Test("A crash never grants an attempt more")
  func crashLoop() {
    var world = World()
    world.book(["A"])
    for _ in 0..<20 {
      world.run(for: .seconds(10))
      world.gateway.scripts[world.gateway.calls.count + 1] = .answer(.timedOut)
      while world.outbox.callsInFlight.isEmpty, let wake = world.outbox.nextWake(at: world.now) {
        world.run(for: max(.milliseconds(1), wake.since(world.now)))
      }
      world.crash()
    }
    world.runOut()
    #expect(world.gateway.calls.count <= 6)
    #expect(world.outbox.isSettled)
  }

  @Test("The same seed gives the same events, another seed others")
  func seeds() {
    let one = eventfulWorld(seed: 5), again = eventfulWorld(seed: 5)
    #expect(one.journal == again.journal)
    #expect(one.chance == again.chance)
    #expect(eventfulWorld(seed: 6).journal != one.journal)
  }

  @Test("The fold of the journal, and the passes read back, are the outbox that lived")
  func fold() {
    let life = eventfulWorld(seed: 5, keepsMoments: true)
    for world in life.moments {
      let lived = world.outbox
      var folded = Outbox(codes: lived.codes)
      for event in world.journal { folded.apply(event) }
      let passes = world.bookings.keys.sorted().flatMap { lived.passes(of: $0) }
      let restored = Outbox(
        codes: lived.codes, passes: lived.allPasses, nextPass: lived.nextPass,
        nextCall: lived.nextCall)
      for other in [folded, restored] {
        #expect(world.bookings.keys.sorted().flatMap { other.passes(of: $0) } == passes)
        #expect(other.pendingCount == lived.pendingCount)
        #expect(other.callsInFlight == lived.callsInFlight)
        #expect(other.nextPass == lived.nextPass)
        #expect(other.nextCall == lived.nextCall)
        #expect(other.allPasses == lived.allPasses)
        #expect(other.news(at: world.now) == lived.news(at: world.now))
      }
      #expect(folded.health == lived.health)
      #expect(folded.nextWake(at: world.now) == lived.nextWake(at: world.now))
    }
  }

  @Test("A forgotten booking leaves nothing behind")
  func forgotten() {
    var world = eventfulWorld(seed: 5)
    for booking in world.bookings.keys { world.outbox.forget(booking) }
    #expect(world.outbox.allPasses.isEmpty)
    #expect(world.outbox.nextWake(at: world.now) == nil)
    #expect(world.outbox.pendingCount == 0)
  }

  @Test("Of 500 bookings on a bad day every pass that can arrive does, at few duplicates")
  func policy() {
    var world = World(
      seed: 42,
      codes: CodeTable(codes: [4103: .permanent, 4200: .passing], statuses: [:], indexBase: 0))
    var dice = SeededRandom(seed: 7)
    func falls(_ percent: UInt64) -> Bool { dice.next() % 100 < percent }
    for call in 1...2000 where falls(3) { world.gateway.scripts[call] = .lost }
    var dead: Set<String> = []
    for booking in 0..<500 {
      let names = (0..<6).map { "n\(booking)-\($0)" }
      for name in names {
        if falls(4) {
          dead.insert(name)
          world.gateway.faults[name] = .always(code: 4103)
        } else if falls(8) {
          let tries = 2 + Int(dice.next() % 3)
          world.gateway.faults[name] = .untilAttempt(tries, code: 4200)
        }
      }
      world.book(names)
      if falls(50) { world.run(for: .seconds(3)) }
    }
    world.runOut()
    let copies = world.gateway.copies
    let arrived = (0..<500).flatMap { booking in (0..<6).map { "n\(booking)-\($0)" } }
      .filter { copies[$0, default: 0] > 0 }
    let duplicates = copies.values.reduce(0) { $0 + $1 - 1 }
    #expect(arrived.count == 3000 - dead.count)
    #expect(dead.isDisjoint(with: copies.keys))
    #expect(Double(duplicates) / 500 <= 0.25)
    #expect(duplicates > 0)
    #expect(world.outbox.isSettled)
    // Settled: one message a booking, and at most one before it if there was trouble.
    #expect(world.news.filter(\.isSettled).count == 500)
    #expect(world.news.count <= 1000)
  }

  @Test("Thirty thousand passes queued at once all leave, four calls at a time")
  func many() {
    var world = World()
    world.latency = .milliseconds(1)
    let names = (0..<100).map { "n\($0)" }
    for _ in 0..<300 { world.book(names, in: .seconds(172_800)) }
    #expect(world.outbox.pendingCount == 30_000)
    world.run(for: .seconds(10))
    #expect(world.outbox.callsInFlight.count == 4)
    world.run(for: .seconds(3))
    #expect(world.outbox.isSettled)
    #expect(world.gateway.calls.count == 300)
  }
}
