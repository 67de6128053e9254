// The clock of the machine is set, by an hour or a year, forward or back, while something waits:
// the wait lasts no longer than was meant, nothing is sent twice or stays open for ever.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import JSON
import LineProtocol
import Passes
import Storage
import Testing

@Suite("Jumps of the clock")
struct ClockJumpTests {
  /// By how much the clock is set.
  enum Jump: String, CaseIterable, Sendable {
    case yearBack, hourBack, halfMinuteBack, hourForward, yearForward

    var duration: Duration {
      switch self {
      case .yearBack: .seconds(-365 * 86_400)
      case .hourBack: .seconds(-3600)
      case .halfMinuteBack: .seconds(-30)
      case .hourForward: .seconds(3600)
      case .yearForward: .seconds(365 * 86_400)
      }
    }
  }

  /// What is going on when the clock is set.
  enum Situation: String, CaseIterable, Sendable {
    /// A pass waits its 10 s, 6 of which are left.
    case passWaits
    /// A pass waits 200 s after it failed, 150 of which are left.
    case passIsParked
    /// Nobody knows whether a pass was sent; half of its pause of 200 s is left.
    case outcomeIsUnknown
    /// A call is on its way and is answered 20 s later.
    case callIsOnItsWay
    /// The gateway has asked for 600 s of rest, 500 of which are left.
    case gatewayRests
    /// The breaker is open for 30 s, 20 of which are left.
    case breakerIsOpen
    /// A pass has failed 20 s ago, which is told after 30, and waits on.
    case newsAreDue
  }

  /// The call that leaves next, in seconds after the clock was set, where it is not set forward.
  private static func nextCall(_ situation: Situation) -> ClosedRange<Int> {
    switch situation {
    case .passWaits: 6...6
    case .passIsParked: 150...150
    case .outcomeIsUnknown: 100...100
    case .callIsOnItsWay: 0...0
    case .gatewayRests: 500...500
    case .breakerIsOpen: 20...20
    case .newsAreDue: 180...180
    }
  }

  private static func limits(of situation: Situation) -> PassLimits {
    var limits = PassLimits()
    limits.passingPauseSecondsMin = 200
    switch situation {
    case .outcomeIsUnknown:
      // A pause is drawn between half of this and all of it.
      limits.restSeconds = 400
      limits.pauseSecondsMax = 400
    case .breakerIsOpen: limits.breakerFailuresInARow = 1
    case .passWaits, .passIsParked, .callIsOnItsWay, .gatewayRests, .newsAreDue: break
    }
    return limits
  }

  /// Brings a fresh world to where the clock is set.
  private static func bring(_ world: JumpingWorld, to situation: Situation) throws {
    let halt = GatewayOutcome.halted(code: 4103, index: 0, text: "mailbox full")
    switch situation {
    case .passWaits: break
    case .passIsParked, .newsAreDue: world.gateway.expect([halt])
    case .outcomeIsUnknown: world.gateway.expect([.timedOut])
    case .callIsOnItsWay: world.gateway.expect([nil])
    case .gatewayRests:
      world.gateway.expect([.http(status: 429, retryAfterSeconds: 600)])
    case .breakerIsOpen:
      world.gateway.expect([.http(status: 429, retryAfterSeconds: 1)])
    }
    #expect(try world.say(JumpingWorld.booking).code == 250)
    switch situation {
    case .passWaits: world.run(for: .seconds(4))
    case .passIsParked: world.run(for: .seconds(60))
    case .outcomeIsUnknown:
      world.run(for: .seconds(10))
      let wait = try #require(world.unknownFor)
      world.run(for: wait - .seconds(100))
    case .callIsOnItsWay: world.run(for: .seconds(12))
    case .gatewayRests: world.run(for: .seconds(110))
    case .breakerIsOpen: world.run(for: .seconds(20))
    case .newsAreDue: world.run(for: .seconds(30))
    }
  }

  /// What happens after the clock was set, whatever was going on.
  private static func check(
    _ world: JumpingWorld, after situation: Situation, _ jump: Jump, restarted: Bool
  ) throws {
    let name = "\(situation) \(jump)\(restarted ? ", restarted" : "")"
    let began = world.elapsed
    if situation == .callIsOnItsWay, !restarted {
      let call = try #require(world.house.world.outbox.callsInFlight.first)
      world.run(for: .seconds(20))
      #expect(world.calls.isEmpty, "\(name)")
      world.answer(call, .success)
    }
    // Two hours: more than any pause, and less than the booking's begin is away.
    world.run(for: .seconds(7200))
    #expect(world.house.world.outbox.isSettled, "\(name): \(world.passes)")
    #expect(world.wakeCount < 100, "\(name): woke \(world.wakeCount) times")
    #expect(try world.house.checkStore() == [], "\(name)")
    let calls = world.calls.map { Int(($0.at - began).components.seconds) }
    let told = world.news.map { Int(($0 - began).components.seconds) }
    switch jump {
    case .yearForward where situation == .callIsOnItsWay && !restarted:
      #expect(calls.isEmpty && told == [20], "\(name): \(calls) \(told)")
    case .yearForward:
      // By the clock the booking is long over, and the booker is told that no pass went out.
      #expect(calls.isEmpty && told.count == 1, "\(name): \(calls) \(told)")
      #expect(told.allSatisfy { $0 <= 60 }, "\(name): \(told)")
      #expect(world.newsWords.contains("has begun"), "\(name): \(world.newsWords)")
    case .yearBack, .hourBack, .halfMinuteBack, .hourForward:
      #expect(world.passes == "accepted", "\(name): \(world.passes)")
      if situation == .callIsOnItsWay, !restarted {
        #expect(calls.isEmpty && told == [20], "\(name): \(calls) \(told)")
        return
      }
      #expect(calls.count == 1, "\(name): \(calls)")
      if restarted {
        // What is left of a wait is known as of the last line of the journal.
        #expect(calls.allSatisfy { $0 <= 600 }, "\(name): \(calls)")
      } else if jump == .hourForward {
        #expect(calls.allSatisfy { $0 <= nextCall(situation).upperBound }, "\(name): \(calls)")
      } else {
        #expect(calls.allSatisfy(nextCall(situation).contains), "\(name): \(calls)")
      }
      if situation == .newsAreDue, !restarted {
        #expect(told.first == 10 || jump == .hourForward, "\(name): \(told)")
      }
      #expect(told.last == calls.last, "\(name): told \(told), sent \(calls)")
    }
  }

  @Test(
    "Whatever waits goes on for as long as was meant, and once, when the clock is set",
    arguments: Situation.allCases)
  func jumps(situation: Situation) throws {
    for jump in Jump.allCases {
      let world = try JumpingWorld { $0.passLimits = Self.limits(of: situation) }
      try Self.bring(world, to: situation)
      world.forgetWhatHappened()
      world.setClock(by: jump.duration)
      try Self.check(world, after: situation, jump, restarted: false)
      world.house.close()
    }
  }

  @Test(
    "Without a clock that nobody sets a wait lasts at most twice as long",
    arguments: Situation.allCases)
  func jumpsUnseen(situation: Situation) throws {
    for jump in [Jump.yearBack, .hourBack, .halfMinuteBack] {
      let world = try JumpingWorld(hasSteadyClock: false) {
        $0.passLimits = Self.limits(of: situation)
      }
      try Self.bring(world, to: situation)
      world.forgetWhatHappened()
      let began = world.elapsed
      world.setClock(by: jump.duration)
      if let call = world.house.world.outbox.callsInFlight.first { world.answer(call, .success) }
      world.run(for: .seconds(7200))
      let calls = world.calls.map { Int(($0.at - began).components.seconds) }
      #expect(calls.count == (situation == .callIsOnItsWay ? 0 : 1), "\(jump): \(calls)")
      #expect(calls.allSatisfy { $0 <= 1100 }, "\(jump): \(calls)")
      #expect(world.passes == "accepted" && !world.news.isEmpty, "\(jump): \(world.passes)")
      world.house.close()
    }
  }

  @Test(
    "What waits when the process ends goes on when another begins under another clock",
    arguments: Situation.allCases)
  func restarts(situation: Situation) throws {
    for jump in Jump.allCases {
      try StorePlace.whileThere { place in
        let world = try JumpingWorld(store: place) {
          $0.passLimits = Self.limits(of: situation)
        }
        try Self.bring(world, to: situation)
        world.forgetWhatHappened()
        try world.restart(settingClockBy: jump.duration)
        try Self.check(world, after: situation, jump, restarted: true)
        world.house.close()
      }
    }
  }
}

extension JumpingWorld {
  /// How long a pass of unknown outcome still waits.
  fileprivate var unknownFor: Duration? {
    house.world.outbox.allPasses.compactMap { pass in
      if case .unknown(let until) = pass.state { until.since(now) } else { nil }
    }.first
  }
}
