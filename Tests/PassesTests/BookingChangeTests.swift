// What changes, cancellations and undo do to passes: what an attendee should have is compared with
// what has left, and nothing is sent that need not be.

import Bookings
import CivilTime
import Passes
import Testing

@Suite struct BookingChangeTests {
  private let first = BookingReference(1)

  @Test("Passes wait 10 s, and none if the booking begins within 15 minutes")
  func waits() {
    for (wait, due) in [(86_400, 10), (901, 10), (900, 0), (60, 0)] {
      var world = World()
      world.book(["A"], in: .seconds(wait))
      #expect(world.outbox.nextWake(at: world.now) == world.now + .seconds(due))
    }
  }

  @Test("A booking that has begun owes no pass")
  func begun() {
    var world = World()
    world.book(["A"], in: .seconds(0))
    #expect(world.journal.isEmpty)
  }

  @Test("Undo within the wait has no side effect")
  func undo() {
    var world = World()
    world.book(["A", "B"])
    world.run(for: .seconds(9))
    world.cancel(first)
    world.runOut()
    #expect(world.gateway.calls.isEmpty)
    #expect(world.news.isEmpty)
    #expect(world.states() == "A superseded, B superseded")
  }

  @Test("A change within the wait supersedes what is queued and begins the wait again")
  func correction() {
    var world = World()
    world.book(["A"])
    world.run(for: .seconds(9))
    world.change(first) { $0.title = "Plans" }
    #expect(
      world.journal.contains(.superseded([PassEdition(PassID(1), sequence: 0)], at: world.now)))
    world.run(for: .seconds(9))
    #expect(world.gateway.calls.isEmpty)
    world.runOut()
    #expect(world.gateway.calls == ["A"])
    let pass = world.outbox.passes(of: first)[0]
    #expect((pass.kind, pass.sequence, pass.bookingVersion) == (.new, 1, 2))
    #expect(pass.content.title == "Plans")
  }

  @Test("Who has a pass gets an update with the same id, the next number and the new words")
  func update() {
    var world = World()
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    world.change(first) { $0.room = RoomID("Bunker") }
    world.runOut()
    #expect(world.gateway.calls == ["AB", "AB"])
    let passes = world.outbox.passes(of: first)
    #expect(passes.map(\.edition.description) == ["P1/1", "P2/1"])
    #expect(passes.map(\.kind) == [.update, .update])
  }

  @Test("A title or description alone sends no pass anew, unless it is asked for")
  func otherWords() throws {
    var world = World()
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    world.change(first) { $0.title = "Plans" }
    world.change(first) { $0.description = "of next year" }
    let ann = world.attendee("C")
    world.change(first) { $0.attendees.append(ann) }
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["AB", "C"])
    let booking = try #require(world.bookings[first])
    #expect(world.outbox.underOtherWords(than: booking).map(\.recipient.name) == ["A", "B"])
    world.apply(try world.resending(first))
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["AB", "C", "AB"])
    #expect(Set(world.gateway.editions.mapValues(\.content.title).values) == ["Plans"])
    #expect(world.outbox.underOtherWords(than: booking).isEmpty)
    #expect(throws: PassRefusal.allAccepted(first)) {
      try world.resending(first)
    }
  }

  @Test(
    "What has not gone out yet bears the new title, and so does what is sent for another change")
  func otherWordsAlong() {
    var world = World()
    world.book(["A"])
    world.change(first) { $0.title = "Plans" }
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["A"])
    #expect(world.gateway.editions["A"]?.content.title == "Plans")
    world.change(first) { $0.title = "Ideas" }
    world.change(first) { $0.room = RoomID("Bunker") }
    world.runOut()
    #expect(world.gateway.calls == ["A", "A"])
    #expect(world.gateway.editions["A"]?.content.title == "Ideas")
  }

  @Test("A change and its undo within the wait send nothing")
  func undoneUpdate() {
    var world = World()
    world.book(["A"])
    world.run(for: .seconds(60))
    world.change(first) { $0.room = RoomID("Bunker") }
    world.change(first) { $0.room = RoomID("Aquarium") }
    world.runOut()
    #expect(world.gateway.calls == ["A"])
    #expect(world.states() == "A accepted")
  }

  @Test("Adding somebody sends nothing to the others, also while theirs is parked")
  func adding() {
    var world = World(codes: CodeTable(codes: [4200: .passing], statuses: [:], indexBase: 0))
    world.gateway.faults["B"] = .until(world.now + .seconds(12), code: 4200)
    world.book(["A", "B"])
    world.run(for: .seconds(10.5))
    #expect(world.states() == "A accepted, B parked")
    let parked = world.outbox.passes(of: first)[1]
    let ann = world.attendee("C")
    world.change(first) { $0.attendees.append(ann) }
    #expect(world.outbox.passes(of: first)[1] == parked)
    world.runOut()
    #expect(world.gateway.copies == ["A": 1, "B": 1, "C": 1])
  }

  @Test("What failed for good is not tried again by a change of others, but by one of its own")
  func failedStays() {
    var world = World(codes: CodeTable(codes: [4103: .permanent], statuses: [:], indexBase: 0))
    world.gateway.faults["B"] = .always(code: 4103)
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    let ann = world.attendee("C")
    world.change(first) { $0.attendees.append(ann) }
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["AB", "C"])
    world.change(first) { $0.room = RoomID("Bunker") }
    world.change(first) { $0.room = RoomID("Aquarium") }
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["AB", "C"])
    world.change(first) { $0.room = RoomID("Bunker") }
    world.runOut()
    #expect(world.gateway.calls == ["AB", "C", "ABC", "C"])
    #expect(world.states() == "A accepted, B refused, C accepted")
  }

  @Test("A cancellation is told to the booker, not sent, and can be taken back")
  func cancellation() {
    var world = World()
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    world.cancel(first)
    #expect(world.outbox.holders(of: first).map(\.recipient.name) == ["A", "B"])
    world.run(for: .seconds(60))
    #expect(world.news.last?.toBeToldByBooker.map(\.recipient.name) == ["A", "B"])
    #expect(world.news.count == 2)
    world.restore(first)
    world.runOut()
    #expect(world.gateway.calls == ["AB"])
    #expect(world.news.count == 2)
    #expect(world.states() == "A accepted, B accepted")
  }

  @Test("A gateway that takes cancellations gets them, after the wait, to who may have a pass")
  func sentCancellation() {
    var world = World(abilities: GatewayAbilities(takesCancellations: true))
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    world.change(first) { $0.attendees.removeLast() }
    world.run(for: .seconds(5))
    #expect(world.gateway.calls == ["AB"])
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["AB", "B"])
    #expect(world.gateway.editions["B"]?.kind == .cancellation)
    #expect(world.gateway.editions["B"]?.edition == PassEdition(PassID(2), sequence: 1))
    world.cancel(first)
    world.restore(first)
    world.runOut()
    #expect(world.gateway.calls == ["AB", "B"])
  }

  @Test(
    "What may have arrived and says something else is not taken back by silence",
    arguments: [true, false])
  func unclearAndUndone(isCancelled: Bool) {
    var world = World(abilities: GatewayAbilities(takesCancellations: true))
    world.gateway.scripts[2] = .answer(.nonsense(reason: "<html>"), sending: 1)
    world.book(["A"])
    world.run(for: .seconds(60))
    if isCancelled {
      world.cancel(first)
    } else {
      world.change(first) { $0.room = RoomID("Bunker") }
    }
    world.run(for: .seconds(11))
    #expect(world.gateway.calls == ["A", "A"])
    if isCancelled {
      world.restore(first)
    } else {
      world.change(first) { $0.room = RoomID("Aquarium") }
    }
    world.runOut()
    #expect(world.gateway.calls == ["A", "A", "A"])
    // Who may have none any more gets a new one.
    #expect(world.gateway.editions["A"]?.kind == (isCancelled ? .new : .update))
    #expect(world.gateway.editions["A"]?.content.room == RoomID("Aquarium"))
    #expect(world.states() == "A accepted")
  }

  @Test("What was given up before a cancellation is sent again by nobody's wish until it is undone")
  func givenUpAndCancelled() throws {
    var world = World()
    world.book(["A"])
    world.apply(try world.outbox.decideSkip(first, attendee: nil, at: world.now))
    world.cancel(first)
    world.run(for: .seconds(60))
    #expect(throws: PassRefusal.self) {
      try world.resending(first)
    }
    world.restore(first)
    world.run(for: .seconds(60))
    #expect(world.states() == "A skipped")
    #expect(world.gateway.calls.isEmpty && world.news.isEmpty)
    world.apply(try world.resending(first))
    world.runOut()
    #expect(world.states() == "A accepted")
  }

  @Test("What was given up is not sent again to somebody who was removed since")
  func givenUpAndRemoved() throws {
    var world = World()
    world.book(["A", "B"])
    world.apply(try world.outbox.decideSkip(first, attendee: nil, at: world.now))
    var gone: Attendee?
    world.change(first) { gone = $0.attendees.removeLast() }
    let removed = try #require(gone)
    #expect(throws: PassRefusal.self) {
      try world.resending(first, removed.id)
    }
    world.apply(try world.resending(first))
    world.run(for: .seconds(60))
    #expect(world.gateway.calls == ["A"])
    world.change(first) { $0.attendees.append(removed) }
    world.apply(try world.resending(first, removed.id))
    world.runOut()
    #expect(world.gateway.calls == ["A", "B"])
  }

  @Test("An edition that never left keeps its number")
  func numbersOfTheGone() throws {
    var world = World(abilities: GatewayAbilities(takesCancellations: true))
    world.gateway.scripts[1] = .answer(.nonsense(reason: "<html>"), sending: 1)
    world.book(["A"])
    world.run(for: .seconds(11))
    world.change(first) { $0.title = "Plans" }
    world.apply(try world.outbox.decideSkip(first, attendee: nil, at: world.now))
    world.cancel(first)
    world.restore(first)
    world.apply(try world.resending(first))
    let queued = world.journal.flatMap { event -> [PassEdition] in
      if case .queued(let passes) = event { passes.map(\.edition) } else { [] }
    }
    #expect(queued.map(\.description) == ["P1/0", "P1/1", "P1/2", "P1/3"])
    world.runOut()
    #expect(world.gateway.editions["A"]?.edition.description == "P1/3")
  }

  @Test("Attendee removed and added again: the pass goes on under its own number")
  func removedAndBack() {
    var world = World()
    world.book(["A", "B"])
    world.run(for: .seconds(60))
    var gone: Attendee?
    world.change(first) { gone = $0.attendees.removeLast() }
    world.change(first) { booking in booking.attendees += gone.map { [$0] } ?? [] }
    world.runOut()
    #expect(world.gateway.calls == ["AB"])
    #expect(world.outbox.passes(of: first).map(\.isWithdrawn) == [false, false])
  }

  struct InFlight: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcome: GatewayOutcome
    var sending = 0
    var cancels = false
    let calls: [String]
    let states: String
    let toBeTold: [String]
  }

  @Test(
    "Cancelled on its way: what left is told, what did not is never sent",
    arguments: [
      InFlight(
        testDescription: "all arrived", outcome: .success, sending: 3, calls: ["ABC"],
        states: "A accepted, B accepted, C accepted", toBeTold: ["A", "B", "C"]),
      InFlight(
        testDescription: "halted in the middle",
        outcome: .halted(code: 4103, index: 1, text: ""), sending: 1, calls: ["ABC"],
        states: "A accepted, B superseded, C superseded", toBeTold: ["A"]),
      InFlight(
        testDescription: "nothing was sent", outcome: .refused(code: 3000, text: ""),
        calls: ["ABC"], states: "A superseded, B superseded, C superseded", toBeTold: []),
      InFlight(
        testDescription: "answer lost", outcome: .timedOut, sending: 2, calls: ["ABC"],
        states: "A superseded, B superseded, C superseded", toBeTold: ["A", "B", "C"]),
      InFlight(
        testDescription: "all arrived, and the gateway takes cancellations", outcome: .success,
        sending: 3, cancels: true, calls: ["ABC", "ABC"],
        states: "A accepted, B accepted, C accepted", toBeTold: []),
      InFlight(
        testDescription: "halted in the middle, and the gateway takes cancellations",
        outcome: .halted(code: 4103, index: 1, text: ""), sending: 1, cancels: true,
        calls: ["ABC", "A"], states: "A accepted, B superseded, C superseded", toBeTold: []),
    ])
  func cancelledInFlight(_ row: InFlight) {
    var world = World(abilities: GatewayAbilities(takesCancellations: row.cancels))
    world.gateway.scripts[1] = .answer(row.outcome, sending: row.sending)
    world.book(["A", "B", "C"])
    world.run(for: .seconds(10))
    #expect(world.states() == "A attempting, B attempting, C attempting")
    world.cancel(first)
    world.runOut()
    #expect(world.gateway.calls == row.calls)
    #expect(world.states() == row.states)
    #expect(world.news.flatMap(\.toBeToldByBooker).map(\.recipient.name) == row.toBeTold)
    #expect(world.outbox.isSettled)
  }

  @Test("Changed on its way: the new times follow, and nobody is left with the old ones")
  func changedInFlight() {
    var world = World(codes: CodeTable(codes: [4200: .passing], statuses: [:], indexBase: 0))
    world.gateway.faults["B"] = .untilAttempt(2, code: 4200)
    world.book(["A", "B", "C"])
    world.run(for: .seconds(10))
    world.change(first) { $0.title = "Plans" }
    world.runOut()
    #expect(world.gateway.calls == ["ABC", "ABC"])
    #expect(
      world.gateway.editions.mapValues(\.content.title) == [
        "A": "Plans", "B": "Plans", "C": "Plans",
      ])
    #expect(world.outbox.passes(of: first).map(\.kind) == [.update, .new, .new])
  }

  @Test("A changed booking's lost answer is not sent again with the old times")
  func changedUnknown() {
    var world = World()
    world.gateway.scripts[1] = .answer(.timedOut, sending: 1)
    world.book(["A"])
    world.run(for: .seconds(10.2))
    #expect(world.states() == "A unknown")
    world.change(first) { $0.title = "Plans" }
    world.runOut()
    #expect(world.gateway.calls == ["A", "A"])
    #expect(world.gateway.editions["A"]?.kind == .update)
    #expect(world.gateway.editions["A"]?.content.title == "Plans")
  }
}
