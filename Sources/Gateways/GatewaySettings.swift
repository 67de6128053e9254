// What an operator may set about a gateway, with what holds otherwise.

/// How a gateway is spoken to. Nothing here switches the check of certificates off; nothing does.
public struct GatewaySettings: Hashable, Sendable {
  /// How long the connection may take, with name and TLS handshake; 5 s.
  public var connectWithin: Duration = .seconds(5)
  /// How long a call that sends passes may take as a whole; 30 s. Nobody waits for it.
  public var answerWithin: Duration = .seconds(30)
  /// How long a call that reads rooms may take as a whole; 10 s. Somebody waits for it.
  public var roomsWithin: Duration = .seconds(10)
  /// A file of certificates (PEM) that are trusted instead of the system's; nil for the system's.
  public var certificateFile: String?
  /// The address of a proxy. Without it there is none: `http_proxy` and its like in the environment
  /// are not read, for passes hold personal data and go only where the configuration says.
  public var proxy: String?
  /// Calls of each kind at the same time, at least 1; 4, as many as the outbox has in flight.
  public var connectionsMax = 4
  /// What a booking that nobody named is called on its passes; nil for the word of the language in
  /// which it was booked.
  public var untitled: String?
  /// How we name ourselves to the gateway; `usher/0.1`.
  public var userAgent = "usher/0.1"
  /// What answers may cost.
  public var limits = GatewayLimits()

  /// The settings that hold unless configured.
  public init() {}
}

/// Why a gateway could not be made ready. Nothing has been sent.
public enum GatewaySetupFault: Error, Hashable, Sendable {
  /// The file of trusted certificates cannot be read.
  case certificateFileUnreadable(String)
  /// The folder of passes is not ours alone: what is wrong, and what to do.
  case folder(String)
  /// The library cannot do what is needed, in its own words.
  case library(String)
}
