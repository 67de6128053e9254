// What an answer of a gateway may cost at most, and how long one waits for its end.

/// Limits of what comes from a gateway, and of what waits to go to it.
public struct GatewayLimits: Hashable, Sendable {
  /// Octets of an answer to `sendpass`; 1 MiB.
  public var answerOctetsMax = 1 << 20
  /// Octets of an answer to `getrooms`; 4 MiB.
  public var roomsOctetsMax = 4 << 20
  /// Octets of the head of an answer; 64 KiB.
  public var headerOctetsMax = 1 << 16
  /// Objects and lists inside each other in an answer; 16.
  public var depthMax = 16
  /// Octets of a gateway's text or of a library's remark that are kept; 500.
  public var textOctetsMax = 500
  /// The longest `Retry-After` that is handed on, in seconds; 86,400.
  public var retryAfterSecondsMax = 86_400
  /// Rooms in a list; 2,000.
  public var roomsMax = 2000
  /// Octets in the name of a room, its location, or a piece of equipment; 200.
  public var roomTextOctetsMax = 200
  /// Octets in the address of a picture; 2,000.
  public var imageOctetsMax = 2000
  /// Elements of a list within a room: equipment, pictures, free spans; 200.
  public var roomListMax = 200
  /// Calls that wait for others to end; 256. One more fails at once, as if nobody listened.
  public var callsWaitingMax = 256
  /// How long `close` waits for what is under way; 2 s.
  public var closeWithin: Duration = .seconds(2)

  /// The limits that hold unless configured.
  public init() {}
}
