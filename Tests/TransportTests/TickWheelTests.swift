// Deadlines in buckets.

import BookingAgent
import Testing
import Transport

struct TickWheelTests {
  @Test func `what was set comes up at its tick and only once`() {
    var wheel = TickWheel(ticks: 8, at: 100)
    #expect(wheel.insert(SessionID(1), at: 103) == 103)
    #expect(wheel.insert(SessionID(2), at: 105) == 105)
    #expect(wheel.next() == 103)
    #expect(wheel.advance(to: 102).isEmpty)
    #expect(wheel.advance(to: 103) == [SessionID(1)])
    #expect(wheel.next() == 105)
    #expect(wheel.advance(to: 110) == [SessionID(2)])
    #expect(wheel.next() == nil && wheel.count == 0)
  }

  @Test func `the past is the next tick, and what lies too far ahead comes up within a turn`() {
    var wheel = TickWheel(ticks: 8, at: 100)
    #expect(wheel.insert(SessionID(1), at: 7) == 101)
    #expect(wheel.insert(SessionID(2), at: 900) == 107)
  }

  @Test func `a jump over many turns brings up everything once`() {
    var wheel = TickWheel(ticks: 8, at: 0)
    for number in 1...7 { _ = wheel.insert(SessionID(number), at: UInt64(number)) }
    #expect(Set(wheel.advance(to: 1_000).map(\.number)) == Set(1...7))
    #expect(wheel.count == 0)
  }
}
