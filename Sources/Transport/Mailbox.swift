// How other threads hand events to the loop. The only part of the shell that they may touch.
// A class: the loop and every thread that posts must mean the same one.

public import BookingAgent
import CUV
import Synchronization

/// Takes events from any thread. What is posted comes with the next wake, in order. What waits is
/// bounded by who posts: one outcome for each gateway call under way.
public final class Mailbox: Sendable {
  private struct Contents {
    var events: [Event] = []
    var stopsWanted = 0
    /// libuv's handle to wake the loop; nil once the loop has ended.
    var bell: UnsafeMutablePointer<uv_async_t>?
  }

  private let contents = Mutex(Contents())

  init() {}

  /// Hands an event to the loop; after the loop has ended it is dropped.
  @Sendable public func post(_ event: Event) {
    contents.withLock { contents in
      guard let bell = contents.bell else { return }
      contents.events.append(event)
      uv_async_send(bell)
    }
  }

  /// Asks the loop to end as SIGTERM does: gracefully at first, at once when asked again.
  @Sendable public func stop() {
    contents.withLock { contents in
      guard let bell = contents.bell else { return }
      contents.stopsWanted += 1
      uv_async_send(bell)
    }
  }

  // Ringing is the one thing that libuv allows from any thread, so the pointer may cross.
  func open(_ bell: UnsafeMutablePointer<uv_async_t>) {
    let address = UInt(bitPattern: bell)
    contents.withLock { $0.bell = UnsafeMutablePointer(bitPattern: address) }
  }

  func close() {
    contents.withLock { $0.bell = nil }
  }

  func take() -> (events: [Event], stopsWanted: Int) {
    contents.withLock { contents in
      defer {
        contents.events = []
        contents.stopsWanted = 0
      }
      return (contents.events, contents.stopsWanted)
    }
  }
}
