// The clock of the machine is set while people talk: drafts, answers that are kept, limits on
// turns, the end of input, another calendar's day, a store that rests, forgotten bookings.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import LineProtocol
import Passes
import Storage
import Testing

@Suite("Talk while the clock jumps")
struct ClockJumpTalkTests {
  private typealias Jump = ClockJumpTests.Jump

  @Test("An open choice is taken up after any jump, or refused because its time has passed")
  func choices() throws {
    for jump in Jump.allCases {
      let world = try JumpingWorld()
      #expect(try world.say("book Bunker on 25 November 2026 10:10 to 10:50").code == 352)
      world.setClock(by: jump.duration)
      let picked = try world.say("1")
      let booked = world.house.world.ledger.allBookings.map(\.span.description)
      switch jump {
      case .yearForward:
        #expect(picked.code >= 350 && booked == [], "\(jump): \(picked)")
      case .yearBack, .hourBack, .halfMinuteBack, .hourForward:
        #expect(booked == ["2026-11-25T10:00/2026-11-25T11:00"], "\(jump): \(picked)")
      }
      world.house.close()
    }
  }

  @Test("A message that comes again after a jump has no second effect")
  func repeatedMessages() throws {
    for jump in Jump.allCases {
      try StorePlace.whileThere { place in
        let world = try JumpingWorld(store: place)
        let program = world.open(2, SessionFace(kind: .unix, encoding: .json))
        let line = "book Bunker on 25 November 2026 10-11"
        #expect(try world.say(line, message: "m", on: program) == 250)
        world.setClock(by: jump.duration)
        let again = try world.say(line, message: "m", on: program)
        try world.restart(settingClockBy: .zero)
        _ = world.open(2, SessionFace(kind: .unix, encoding: .json))
        let later = try world.say(line, message: "m", on: program)
        if jump != .yearForward { #expect([again, later] == [251, 251], "\(jump)") }
        #expect(world.house.world.ledger.nextReference == BookingReference(2), "\(jump)")
        #expect(try world.house.checkStore() == [])
        world.house.close()
      }
    }
  }

  @Test(
    "A clock that is wrong for a day, however the process began, gives no room away",
    arguments: [false, true])
  func forgottenBookings(restarts: Bool) throws {
    try StorePlace.whileThere { place in
      let world = try JumpingWorld(store: place)
      #expect(try world.say("book Bunker on 25 November 2026 10-11").code == 250)
      #expect(try world.say(JumpingWorld.booking).code == 250)
      world.run(for: .seconds(60))
      if restarts {
        try world.restart(settingClockBy: Jump.yearForward.duration)
      } else {
        world.setClock(by: Jump.yearForward.duration)
      }
      for _ in 1...3 {
        world.run(for: .seconds(8 * 3600))
        _ = try world.say("rooms")
      }
      #expect(world.house.world.ledger.allBookings.isEmpty)
      world.setClock(by: Jump.yearBack.duration - .seconds(86_400))
      // The first that is said is answered by the clock as it is now.
      let taken = try world.say("book Bunker on 25 November 2026 10-11")
      #expect(taken.code == 352 && taken.words.contains("taken"), "\(taken)")
      let references = world.house.world.ledger.allBookings.map(\.reference.number)
      #expect(references == [1, 2])
      #expect(world.passes == "accepted")
      #expect(try world.say("cancel B1").code < 400)
      #expect(try world.house.checkStore() == [])
      world.house.close()
    }
  }

  @Test("Nobody is silenced by a jump for longer than the burst lasts, nor listens for ever")
  func turnRate() throws {
    for jump in Jump.allCases {
      let world = try JumpingWorld { $0.agent.turnRate = .perSecond(1) }
      var codes: [Int] = []
      for _ in 1...7 { codes.append(try world.say("help").code) }
      #expect(codes.suffix(2) == [453, 453])
      world.setClock(by: jump.duration)
      world.run(for: .seconds(2))
      #expect(try world.say("help").code == 214, "\(jump)")
      world.house.close()
    }
  }

  @Test("The end of input is waited for no longer than half a minute")
  func endOfInput() throws {
    for jump in Jump.allCases {
      let world = try JumpingWorld()
      world.gateway.expect([nil])
      let pipe = world.open(2, SessionFace(kind: .pipe, encoding: .text, user: "mia"))
      #expect(try world.say(JumpingWorld.booking, on: pipe).code == 250)
      world.tell(.inputEnded(pipe))
      #expect(world.calls.count == 1)
      world.run(for: .seconds(10))
      world.setClock(by: jump.duration)
      world.forgetWhatHappened()
      world.run(for: .seconds(3600))
      let closed = world.heard.compactMap { $0.effect == .close(pipe) ? $0.at : nil }
      #expect(closed == [.seconds(30)], "\(jump): \(closed)")
      #expect(world.calls.isEmpty, "\(jump)")
      world.house.close()
    }
  }

  @Test("What another calendar told is fresh for a minute, whatever the clock does")
  func openings() throws {
    for jump in Jump.allCases {
      let world = try JumpingWorld { $0.agent.readsOpenings = true }
      _ = try world.say("rooms on 25 November 2026")
      let count = world.gateway.askedDays
      world.run(for: .seconds(20))
      world.setClock(by: jump.duration)
      world.run(for: .seconds(20))
      let early = try world.say("rooms on 25 November 2026")
      world.run(for: .seconds(21))
      let late = try world.say("rooms on 25 November 2026")
      let asked = world.gateway.askedDays - count
      // Forward it is old at once, and asked for again; back it is a minute old in the end.
      #expect(asked == 1, "\(jump): \(asked)")
      #expect(!(early.words + late.words).contains(/-[0-9]/), "\(jump): \(late)")
      world.house.close()
    }
  }

  @Test("A call that is answered while the clock shows a year too much settles its pass")
  func answeredWhileForgotten() throws {
    let world = try JumpingWorld()
    world.gateway.expect([nil])
    #expect(try world.say(JumpingWorld.booking).code == 250)
    world.run(for: .seconds(11))
    let call = try #require(world.calls.first?.call.id)
    world.setClock(by: Jump.yearForward.duration)
    // What is over is forgotten once an hour.
    #expect(try world.say("rooms").code == 212)
    world.answer(call, .success)
    world.setClock(by: Jump.yearBack.duration)
    #expect(try world.say("passes B1").words.contains("accepted"))
    #expect(world.house.world.outbox.isSettled, "\(world.passes)")
    #expect(world.passes == "accepted")
    #expect(try world.house.checkStore() == [])
    world.house.close()
  }

  @Test("A store that has failed rests a second, and what came meanwhile is settled after any jump")
  func storeRests() throws {
    for jump in Jump.allCases {
      try StorePlace.whileThere { place in
        let world = try JumpingWorld(store: place) { $0.storeLimits.busyMilliseconds = 1 }
        world.gateway.expect([nil])
        #expect(try world.say(JumpingWorld.booking).code == 250)
        world.run(for: .seconds(11))
        let call = try #require(world.calls.first?.call.id)
        let other = try OtherWriter(place)
        world.answer(call, .success)
        #expect(world.house.world.outbox.callsInFlight == [call], "\(jump)")
        other.end()
        world.setClock(by: jump.duration)
        world.forgetWhatHappened()
        world.run(for: .seconds(60))
        #expect(world.house.world.outbox.isSettled, "\(jump): \(world.passes)")
        #expect(world.calls.isEmpty && world.news == [.seconds(12)], "\(jump): \(world.news)")
        #expect(try world.house.checkStore() == [])
        world.house.close()
      }
    }
  }

  @Test("What follows from a clock set back is noticed again if its commit fails")
  func commitFails() throws {
    for jump in [Jump.yearBack, .hourBack] {
      try StorePlace.whileThere { place in
        let world = try JumpingWorld(store: place) { $0.storeLimits.busyMilliseconds = 1 }
        #expect(try world.say(JumpingWorld.booking).code == 250)
        world.run(for: .seconds(4))
        world.setClock(by: jump.duration)
        let other = try OtherWriter(place)
        #expect(try world.say("rooms").code == 451)
        other.end()
        world.forgetWhatHappened()
        world.run(for: .seconds(60))
        #expect(world.calls.map(\.at) == [.seconds(10)], "\(jump): \(world.calls.map(\.at))")
        #expect(world.passes == "accepted", "\(jump)")
        #expect(try world.house.checkStore() == [])
        world.house.close()
      }
    }
  }
}
