// Where a gateway's answers arrive, from whatever thread, until the house takes them.

import BookingAgent
import CivilTime
import Foundation
import Gateways
import Passes

/// Answers of a gateway on their way to the loop. A class because threads share it.
final class GatewayInbox: Sendable {
  private let state = LockedResults()
  private let nudge: @Sendable () -> Void

  /// An inbox that calls out when something arrives.
  init(nudge: @escaping @Sendable () -> Void) { self.nudge = nudge }

  /// Takes an answer in, on any thread.
  @Sendable func put(_ result: GatewayResult) {
    state.append(result)
    nudge()
  }

  /// All answers that have arrived, as events, in order.
  func takeAll() -> [Event] { takeResults().map(Self.event) }

  /// All answers that have arrived, as they are, in order.
  func takeResults() -> [GatewayResult] { state.takeAll() }

  /// As `takeAll`, but waits until there is one, at most so long; used only when a frozen clock is
  /// moved, where nothing else may happen meanwhile.
  func waitForSome(atMost seconds: Double) -> [Event] {
    state.waitForSome(atMost: seconds).map(Self.event)
  }

  private static func event(for result: GatewayResult) -> Event {
    switch result {
    case .answered(let call, let answer): .settled(call, answer.outcome)
    case .rooms(let date, .success(let rooms)): .openingsRead(date, .free(free(in: rooms)))
    case .rooms(let date, .failure(let failure)): .openingsRead(date, .failed("\(failure)"))
    }
  }

  private static func free(in rooms: RoomsAnswer) -> [String: [CivilSpan]] {
    var free: [String: [CivilSpan]] = [:]
    for entry in rooms.entries { free[entry.listing.name] = entry.free }
    return free
  }
}

/// A list behind a lock that can be waited for. A class because threads share it.
private final class LockedResults: @unchecked Sendable {
  // Unchecked: every access holds the condition's lock.
  private let condition = NSCondition()
  private var results: [GatewayResult] = []

  func append(_ result: GatewayResult) {
    condition.withLock { results.append(result) }
    condition.signal()
  }

  func takeAll() -> [GatewayResult] {
    condition.withLock {
      defer { results = [] }
      return results
    }
  }

  func waitForSome(atMost seconds: Double) -> [GatewayResult] {
    condition.withLock {
      let until = Date(timeIntervalSinceNow: seconds)
      while results.isEmpty, condition.wait(until: until) {}
      defer { results = [] }
      return results
    }
  }
}
