// Where a gateway's answers arrive, from whatever thread, until the house takes them.

import BookingAgent
import Dispatch
import Gateways
import Synchronization

/// Answers of a gateway on their way to the loop. A class because threads share it.
final class GatewayInbox: Sendable {
  private let results = Mutex<[GatewayResult]>([])
  /// Counts what was put in; answers may be taken without it, so its count is only a hint.
  private let arrivals = DispatchSemaphore(value: 0)
  private let nudge: @Sendable () -> Void

  /// An inbox that calls out when something arrives.
  init(nudge: @escaping @Sendable () -> Void) { self.nudge = nudge }

  /// Takes an answer in, on any thread.
  @Sendable func put(_ result: GatewayResult) {
    results.withLock { $0.append(result) }
    arrivals.signal()
    nudge()
  }

  /// All answers that have arrived, as they are, in order.
  func takeResults() -> [GatewayResult] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  /// What has arrived, as events, in order; waits until there is something, at most so long. Used
  /// only where nothing else may happen meanwhile: when a frozen clock is moved, and before a house
  /// begins.
  func waitForSome(atMost seconds: Double) -> [Event] {
    waitForResults(atMost: seconds).map(Self.event)
  }

  /// As `waitForSome`, but as they are.
  func waitForResults(atMost seconds: Double) -> [GatewayResult] {
    let until = DispatchTime.now() + seconds
    while true {
      let taken = takeResults()
      if !taken.isEmpty || arrivals.wait(timeout: until) == .timedOut { return taken }
    }
  }

  /// An answer as the agent hears of it.
  static func event(for result: GatewayResult) -> Event {
    switch result {
    case .answered(let call, let answer): .settled(call, answer.outcome)
    case .rooms(let date, .success(let rooms)): .openingsRead(date, .free(rooms.freeSpans))
    case .rooms(let date, .failure(let failure)): .openingsRead(date, .failed("\(failure)"))
    }
  }
}
