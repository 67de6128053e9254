// What goes to a gateway and what comes back: one value each way.

public import Bookings

/// The number of a call, counted by the outbox from 1.
public struct CallID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The call of that number.
  public init(_ number: Int) { self.number = number }
  /// As `call 7`.
  public var description: String { "call \(number)" }
  /// Counted earlier.
  public static func < (one: CallID, other: CallID) -> Bool { one.number < other.number }
}

/// One call to be made. Its attempt is durable before it leaves.
public struct GatewayCall: Hashable, Sendable {
  /// What is wanted of the gateway.
  public enum Purpose: String, Hashable, Sendable {
    /// Send the passes, one by one, in order.
    case send
    /// Say which of the passes have been sent already.
    case ask
  }

  /// Under which the outcome is handed back.
  public let id: CallID
  /// What is wanted.
  public let purpose: Purpose
  /// The booking that all passes of the call are for.
  public let booking: BookingReference
  /// What the passes say of it.
  public let content: PassContent
  /// The passes in the order in which an index of the answer counts them; at least one, all of one
  /// content. Either all are cancellations or none is.
  public let passes: [Pass]

  /// A call; made by the outbox.
  public init(
    id: CallID, purpose: Purpose, booking: BookingReference, content: PassContent, passes: [Pass]
  ) {
    self.id = id
    self.purpose = purpose
    self.booking = booking
    self.content = content
    self.passes = passes
  }

  /// The same, of which another description is told: made of the one that the booking has.
  public func describing(_ description: (String) -> String) -> GatewayCall {
    var content = content
    content.description = description(content.description)
    let passes = passes.map { pass in
      var pass = pass
      pass.content = content
      return pass
    }
    return GatewayCall(id: id, purpose: purpose, booking: booking, content: content, passes: passes)
  }
}

/// What became of a call, as seen from outside and not yet judged.
public enum GatewayOutcome: Hashable, Sendable {
  /// All passes were sent.
  case success
  /// A code above 4000: sending stopped at a pass. The index is as the gateway wrote it.
  case halted(code: Int, index: Int?, text: String)
  /// A code of 4000 or less.
  case refused(code: Int, text: String)
  /// An HTTP status other than 200, and `Retry-After` in seconds if it was given.
  case http(status: Int, retryAfterSeconds: Int?)
  /// No answer in time; what was asked may have been done.
  case timedOut
  /// The connection failed. Before sending: not an octet of the request can have arrived.
  case connectionFailed(beforeSending: Bool)
  /// An answer that cannot be understood, and what was seen of it.
  case nonsense(reason: String)
  /// The answer to a question: for each pass of the call, in order, whether it was sent before.
  case told(sent: [Bool])
}

/// What a gateway can do beyond sending a list of passes. The documented `sendpass` can do none of
/// it.
public struct GatewayAbilities: Hashable, Sendable {
  /// Takes cancellations. Without it the booker is told who still has a pass.
  public var takesCancellations: Bool
  /// Can be asked whether a pass was sent. Without it an unknown outcome is sent again.
  public var canBeAsked: Bool

  /// A gateway that can do this much.
  public init(takesCancellations: Bool = false, canBeAsked: Bool = false) {
    self.takesCancellations = takesCancellations
    self.canBeAsked = canBeAsked
  }
}
