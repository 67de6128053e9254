// The numbers of the shell that the line protocol does not speak of, with units.

/// What the shell may spend, beyond the limits of the protocol.
public struct TransportLimits: Hashable, Sendable {
  /// Octets read from one connection at a time; what a connection may leave unread by the agent
  /// stays near it. One buffer of this size serves all.
  public var readOctets = 16 << 10
  /// Events handed in at once: their replies are held together until they are written.
  public var eventsAWakeMax = 512
  /// Milliseconds between two looks at deadlines; all of them may be late by as much.
  public var tickMilliseconds = 250
  /// Seconds in which a line of JSON that was begun must end. People type slower than that.
  public var jsonLineSeconds = 30
  /// Seconds in which a PROXY header must have come where one is expected.
  public var proxyHeaderSeconds = 5
  /// Octets the system may keep of a TCP connection, each way. Left to itself it keeps megabytes,
  /// and a limit on waiting output that begins behind them is none.
  public var socketBufferOctets = 64 << 10
  /// Seconds of silence before the system asks whether the peer is still there.
  public var keepaliveIdleSeconds = 60
  /// Seconds between two such questions.
  public var keepaliveIntervalSeconds = 15
  /// Questions without an answer after which the peer is taken for gone.
  public var keepaliveProbes = 5
  /// Browsers that come back at once; any more are closed without a word.
  public var browsersMax = 16
  /// Octets of the head of a browser's request.
  public var browserOctetsMax = 16 << 10
  /// Seconds that a browser may take for its request and to read the answer.
  public var browserSeconds = 10
  /// Connections beyond the maximum that are told so; any more are closed without a word.
  public var refusalsMax = 16
  /// Milliseconds a listener rests when the system has no descriptors left.
  public var restMilliseconds: UInt32 = 100
  /// Octets of output that waits for the peer which are put aside in one piece, exactly as large as
  /// they are; fewer stay where they are written.
  public var putAsideOctets = 16 << 10
  /// Octets an idle connection's output buffer may keep.
  public var idleOutputOctets = 512

  /// The numbers of the design.
  public init() {}
}
