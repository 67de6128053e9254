// Who waits for the mobility service: what is asked in one conversation is answered in the order
// asked, and a connection carries many. Whoever talks in another one waits for nobody.

import CivilTime
import Dialogue
import JSON
import LineProtocol

/// What is said over a connection in one conversation of one person.
struct Strand: Hashable, Sendable {
  let conversation: String
  /// Who speaks, as they are known here; nil where that is not said.
  let user: String?
}

/// A request that is answered when the service has.
struct HeldRequest: Hashable, Sendable {
  /// In which strand of a connection in JSON; nil for all of a connection in text.
  let strand: Strand?
  /// What the service has to answer first; nil where it was told that the store failed: what was
  /// asked behind it comes next.
  var awaited: Awaited?
  /// Until then at most.
  var until: Instant
  let request: Request
  /// What came behind it in its strand, in order.
  var queue: [Request] = []
}

/// Where somebody waits for the service.
struct WaitPlace: Hashable, Comparable, Sendable {
  let session: SessionID
  let strand: Strand?

  private var key: (SessionID, String, String) {
    (session, strand?.conversation ?? "", strand?.user ?? "")
  }

  static func < (one: WaitPlace, other: WaitPlace) -> Bool { one.key < other.key }
}

extension Session {
  /// The place of what is waited for in a strand.
  func heldRequest(in strand: Strand?) -> Int? {
    let waits = self.heldRequests
    return waits.firstIndex { $0.strand == strand }
  }

  /// How many requests are in line.
  var queuedCount: Int { self.queue.count + self.heldRequests.reduce(0) { $0 + $1.queue.count } }

  /// When it first waits no more for something, whatever has happened.
  var nextEndOfWaiting: Instant? {
    ([self.wait?.end] + self.heldRequests.map(\.until)).compactMap(\.self).min()
  }

  /// Whether nothing asked on it is unanswered.
  var isIdle: Bool { !waits && self.queue.isEmpty && self.heldRequests.isEmpty }
}

extension Request {
  /// What a call says of where and by whom it is asked; nil for what is of the connection as a
  /// whole.
  var place: (conversation: String, user: String?)? {
    let call: MethodCall
    switch self {
    case .call(let plain): call = plain
    case .secretCall(let secret, _): call = secret
    case .text, .secret, .badLine, .badCall, .turnedToJSON: return nil
    }
    guard !Self.methodsOfConnections.contains(call.method) else { return nil }
    return (call.params["conv"]?.string ?? "", call.params["user"]?.string)
  }

  /// Whether it is answered when all before it is.
  var comesLast: Bool {
    if case .call(let call) = self { ["sync", "reset"].contains(call.method) } else { false }
  }

  private static let methodsOfConnections: Set = [
    "hello", "auth", "sync", "ping", "subscribe", "ack", "resume", "status", "clock", "seed",
    "reset", "gateway",
  ]
}
