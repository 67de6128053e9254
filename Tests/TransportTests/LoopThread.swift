// A loop on a thread of its own, and what its agent has heard. Every wait has a deadline.

import BookingAgent
import Foundation
import LineProtocol
import Synchronization
import Transport

/// What the loop's thread and the test share.
final class LoopThread: Sendable {
  private struct Contents {
    var batches: [[Event]] = []
    var listening: [Listening] = []
    var mailbox: Mailbox?
    var ending: RunEnding?
    var fault: TransportFault?
  }

  private let contents = Mutex(Contents())
  private let changed = NSCondition()

  /// Starts a loop and returns when it listens, or has failed to.
  init(
    limits: ProtocolLimits = ProtocolLimits(), transportLimits: TransportLimits = TransportLimits(),
    greets: Bool = false,
    prepare: @escaping @Sendable (EventLoop) throws(TransportFault) -> [Listening]
  ) {
    let thread = Thread { [self] in
      do throws(TransportFault) {
        let loop = try EventLoop(limits: limits, transportLimits: transportLimits)
        let listening = try prepare(loop)
        change {
          $0.listening = listening
          $0.mailbox = loop.mailbox
        }
        var agent = EchoAgent(greets: greets)
        let ending = loop.run { events in
          change { $0.batches.append(events) }
          return agent.wake(events)
        }
        change { $0.ending = ending }
      } catch {
        change { $0.fault = error }
      }
    }
    thread.start()
    _ = waited { $0.mailbox != nil || $0.fault != nil }
  }

  /// The port of the first listener, or of another.
  func port(_ index: Int = 0) -> UInt16 {
    contents.withLock { $0.listening.indices.contains(index) ? $0.listening[index].port ?? 0 : 0 }
  }

  var fault: TransportFault? { contents.withLock(\.fault) }
  var mailbox: Mailbox? { contents.withLock(\.mailbox) }
  var batches: [[Event]] { contents.withLock(\.batches) }
  var events: [Event] { batches.flatMap(\.self) }

  /// Whether the agent has heard such an event within the deadline.
  func heard(_ isIt: (Event) -> Bool) -> Bool {
    waited { $0.batches.contains { $0.contains(where: isIt) } }
  }

  /// Ends the loop and tells how it ended.
  func end() -> RunEnding? {
    mailbox?.stop()
    mailbox?.stop()
    return ending()
  }

  /// How the loop ended by itself; nil if it did not within the deadline.
  func ending() -> RunEnding? {
    _ = waited { $0.ending != nil }
    return contents.withLock(\.ending)
  }

  private func change(_ body: (inout Contents) -> Void) {
    changed.lock()
    contents.withLock { body(&$0) }
    changed.broadcast()
    changed.unlock()
  }

  private func waited(for isTrue: (borrowing Contents) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 10)
    changed.lock()
    defer { changed.unlock() }
    while !contents.withLock({ isTrue($0) }) {
      if !changed.wait(until: deadline) { return false }
    }
    return true
  }
}
