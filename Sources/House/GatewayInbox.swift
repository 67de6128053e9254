// Where a gateway's answers arrive, from whatever thread, until the house takes them.

import BookingAgent
import Dispatch
import Gateways
import Mobility
import Synchronization

/// Answers of a gateway on their way to the loop. A class because threads share it.
final class GatewayInbox: Sendable {
  private let results = Mutex<[GatewayResult]>([])
  private let errands = Mutex<[Event]>([])
  private let records = Mutex<[ErrandRecord]>([])
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

  /// Takes in what came of an errand, on any thread.
  @Sendable func put(_ errand: ErrandID, _ outcome: ErrandOutcome) {
    errands.withLock { $0.append(.errandSettled(errand, outcome)) }
    arrivals.signal()
    nudge()
  }

  /// Takes in how an errand went, for the log, on any thread.
  @Sendable func note(_ record: ErrandRecord) { records.withLock { $0.append(record) } }

  /// All that has come of errands, in order.
  func takeErrands() -> [Event] {
    errands.withLock { errands in
      defer { errands = [] }
      return errands
    }
  }

  /// How errands went since it was asked last.
  func takeRecords() -> [ErrandRecord] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }

  /// All answers that have arrived, as they are, in order.
  func takeResults() -> [GatewayResult] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  /// What has arrived, of errands too, as events; waits until there is something, at most so long.
  /// Used only where nothing else may happen meanwhile: when a frozen clock is moved.
  func waitForSome(atMost seconds: Double) -> [Event] {
    wait(atMost: seconds) { takeResults().map(Self.event) + takeErrands() }
  }

  /// Answers of the gateway, as they are, waited for as `waitForSome` does: before a house begins.
  func waitForResults(atMost seconds: Double) -> [GatewayResult] {
    wait(atMost: seconds) { takeResults() }
  }

  private func wait<Taken>(atMost seconds: Double, for take: () -> [Taken]) -> [Taken] {
    let until = DispatchTime.now() + seconds
    while true {
      let taken = take()
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
