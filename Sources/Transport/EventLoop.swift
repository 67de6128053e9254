// The shell's one loop: sleeps until octets, a deadline, a signal or a posted event, hands in what
// has happened as one batch and carries out what comes back. It decides nothing of the agent's.
// A class: libuv's handles point back to it, so that it must stay where it is.

public import BookingAgent
public import LineProtocol

/// Sockets, standard streams, deadlines and signals on one thread. Make it before any file is
/// opened (it keeps descriptors 0 to 2 from being taken), use it on one thread and run it once.
public final class EventLoop {
  /// Where other threads hand in what happened to them.
  public let mailbox = Mailbox()

  /// A loop that listens to nothing yet.
  public init(
    limits: ProtocolLimits = ProtocolLimits(), transportLimits: TransportLimits = TransportLimits()
  ) throws(TransportFault) {
  }

  /// Listens at an endpoint and tells the real addresses: a name may have several, and a port that
  /// was left open is settled now. Connections are taken once the loop runs.
  public func listen(at endpoint: Endpoint) throws(TransportFault) -> [Listening] {
    []
  }

  /// Makes standard input and output a session, of pipes, files, sockets or a terminal. Standard
  /// output carries nothing else from then on. After the end of the input the session goes on until
  /// the agent closes it, so that what was started can be told; a socket is closed by itself.
  public func attachStandardStreams(
    as face: SessionFace, prompt: Prompt? = nil
  ) throws(TransportFault) -> SessionID {
    SessionID(1)
  }

  /// Ends gracefully at SIGTERM and SIGINT, at once at the second; SIGHUP ends a terminal's session
  /// and nothing else.
  public func catchSignals() throws(TransportFault) {}

  /// Runs until nothing is left to listen to, or until stopped. `onWake` gets all that has happened
  /// since the wake before, in order, and never an empty batch; what it gives back leaves with one
  /// write a session.
  public func run(_ onWake: ([Event]) -> WakeOutcome) -> RunEnding { .finished }
}
