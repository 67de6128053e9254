// What bookers are told, and what they can wish: mending, again, not at all, now.

import Bookings
import CivilTime
import Passes
import Testing

@Suite struct NewsAndWishesTests {
  private let first = BookingReference(1)
  private let codes = CodeTable(
    codes: [4103: .permanent, 4200: .passing], statuses: CodeTable.standard.statuses, indexBase: 0)

  private func names(_ passes: [Pass]) -> String { passes.map(\.recipient.name).joined() }

  @Test("One pass fails for good, is mended and arrives; nobody else gets a second one")
  func mended() {
    var world = World(codes: codes)
    world.gateway.faults["Ben"] = .always(code: 4103)
    world.book(["Ana", "Ben", "Cem", "Dia"])
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["Ana Ben Cem Dia", "Cem Dia"])
    #expect(world.news.count == 1)
    #expect(names(world.news[0].accepted) == "AnaCemDia")
    #expect(world.news[0].ended.map(\.state) == [.failed(.refused(.code(4103, text: "no")))])
    #expect(world.news[0].isSettled)

    world.gateway.faults = [:]
    let mended = world.attendee("Ben", phone: "+491717654321").phone
    world.change(first) { $0.attendees[1].phone = mended }
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["Ana Ben Cem Dia", "Cem Dia", "Ben"])
    #expect(world.gateway.copies == ["Ana": 1, "Ben": 1, "Cem": 1, "Dia": 1])
    #expect(world.gateway.editions["Ben"]?.recipient.phone == mended)
    #expect(world.gateway.editions["Ben"]?.edition == PassEdition(PassID(2), sequence: 1))
    #expect(world.news.count == 2)
    #expect(names(world.news[1].accepted) == "Ben")
  }

  @Test("In trouble the booker is told 30 s after, once, and again when all has settled")
  func trouble() {
    var limits = PassLimits()
    limits.attemptsMax = 20
    var world = World(limits: limits, codes: codes)
    world.gateway.faults["B"] = .until(world.now + .seconds(55), code: 4200)
    world.book(["A", "B"])
    world.run(for: .seconds(40))
    #expect(world.news.isEmpty)
    world.run(for: .seconds(0.2))
    #expect(world.news.count == 1)
    #expect(names(world.news[0].troubled) == "B")
    #expect(world.news[0].accepted.isEmpty)
    #expect(!world.news[0].isSettled)
    world.runOut()
    #expect(world.news.count == 2)
    #expect(names(world.news[1].accepted) == "AB")
    #expect(world.news[1].isSettled)
  }

  @Test("A stopped gateway is trouble, and resuming it sends what stayed queued")
  func stopped() {
    var world = World(codes: codes)
    world.gateway.scripts[1] = .answer(.http(status: 403, retryAfterSeconds: nil))
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    #expect(names(world.news[0].troubled) == "AB")
    #expect(world.outbox.health.stoppedBecause == .status(403))
    #expect(world.outbox.passes(of: first).map(\.attempts) == [0, 0])
    world.apply(world.outbox.decideResume(at: world.now))
    world.run(for: .seconds(1))
    #expect(world.states() == "A accepted, B accepted")
    #expect(world.outbox.decideResume(at: world.now).isEmpty)
  }

  @Test("Resend sends what failed again, under the next number and without a wait")
  func resend() throws {
    var world = World(codes: codes)
    world.gateway.faults["B"] = .untilAttempt(2, code: 4103)
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    world.apply(try world.resending(first))
    world.run(for: .seconds(1))
    #expect(world.gateway.calls == ["AB", "B"])
    #expect(world.states() == "A accepted, B accepted")
    let ana = world.outbox.passes(of: first)[0].attendee
    world.apply(try world.resending(first, ana))
    world.run(for: .seconds(1))
    #expect(world.gateway.calls == ["AB", "B", "A"])
    #expect(world.gateway.editions["A"]?.kind == .update)
  }

  @Test("Resend brings forward what is parked")
  func hastened() throws {
    var world = World(codes: codes)
    world.gateway.faults["B"] = .untilAttempt(2, code: 4200)
    world.book(["A", "B"])
    world.run(for: .seconds(10.5))
    world.apply(try world.resending(first))
    world.run(for: .seconds(0.1))
    #expect(world.states() == "A accepted, B accepted")
  }

  @Test("Skip gives up what is tried and silences what failed")
  func skip() throws {
    var world = World(codes: codes)
    world.gateway.faults["A"] = .always(code: 4200)
    world.book(["A", "B"])
    world.run(for: .seconds(10.5))
    world.apply(try world.outbox.decideSkip(first, attendee: nil, at: world.now))
    world.runOut()
    #expect(world.states() == "A skipped, B accepted")
    #expect(world.news.map { names($0.accepted) } == ["B"])
    #expect(world.news.flatMap(\.ended).isEmpty)
  }

  @Test("A wish that cannot be carried out is refused")
  func refusals() {
    var world = World(codes: codes)
    let now = world.now
    world.book(["A"])
    let alone = world.book([])
    #expect(throws: PassRefusal.nothingOwed(alone, nil)) { try world.resending(alone) }
    world.run(for: .seconds(10))
    #expect(throws: PassRefusal.onItsWay(PassID(1))) { try world.resending(first) }
    #expect(throws: PassRefusal.onItsWay(PassID(1))) {
      try world.outbox.decideSkip(first, attendee: nil, at: now)
    }
    world.run(for: .seconds(10))
    #expect(throws: PassRefusal.allAccepted(first)) { try world.resending(first) }
    #expect(throws: PassRefusal.allAccepted(first)) {
      try world.outbox.decideSkip(first, attendee: nil, at: world.now)
    }
    world.run(for: .seconds(86_400))
    #expect(throws: PassRefusal.begun(first)) { try world.resending(first) }
    world.cancel(first)
    #expect(throws: PassRefusal.nothingOwed(first, nil)) { try world.resending(first) }
  }

  @Test("The end of input ends the wait, for all that only wait for an undo")
  func endOfInput() {
    var world = World()
    world.book(["A", "B"])
    world.book(["C"])
    world.apply(world.outbox.decideEndOfInput(at: world.now))
    world.run(for: .seconds(0.1))
    #expect(world.gateway.calls == ["AB", "C"])
    #expect(world.outbox.isSettled)
    #expect(world.outbox.decideEndOfInput(at: world.now).isEmpty)
  }

  @Test("No attempt after the booking has begun, or when a day has gone by")
  func expiry() {
    for (wait, lasts) in [(3600, 3600), (200_000, 86_400)] {
      var world = World(codes: codes)
      world.gateway.outage = .connectionFailed(beforeSending: true)
      world.book(["A"], in: .seconds(wait))
      world.run(for: .seconds(lasts) - .milliseconds(1))
      #expect(world.outbox.pendingCount == 1)
      world.run(for: .seconds(1))
      #expect(world.states() == "A expired")
      let calls = world.gateway.calls.count
      world.runOut()
      #expect(world.gateway.calls.count == calls)
      #expect(world.news.last?.ended.count == 1)
    }
  }

  @Test("A gateway that can be asked is asked before anything is sent again")
  func asked() {
    var world = World(abilities: GatewayAbilities(canBeAsked: true))
    world.gateway.scripts[1] = .answer(.timedOut, sending: 2)
    world.gateway.scripts[2] = .answer(.timedOut)
    world.book(["A", "B", "C"])
    world.runOut()
    #expect(world.gateway.calls == ["ABC", "?ABC", "?ABC", "C"])
    #expect(world.gateway.copies == ["A": 1, "B": 1, "C": 1])
    #expect(world.outbox.passes(of: first).map(\.attempts) == [1, 1, 2])
  }

  @Test("A crash while the gateway is asked loses nothing: it is asked again")
  func crashWhileAsked() {
    var world = World(abilities: GatewayAbilities(canBeAsked: true))
    world.gateway.scripts[1] = .answer(.timedOut, sending: 2)
    world.book(["A", "B", "C"])
    while world.gateway.calls.count < 2 {
      let next = world.outbox.nextWake(at: world.now) ?? world.now + .seconds(1)
      world.run(for: max(.milliseconds(1), next.since(world.now)))
    }
    #expect(world.outbox.callsInFlight.count == 1)
    world.crash()
    world.runOut()
    #expect(world.gateway.calls == ["ABC", "?ABC", "?ABC", "C"])
    #expect(world.gateway.copies == ["A": 1, "B": 1, "C": 1])
  }
}
