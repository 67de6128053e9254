// Every number by which passes are sent, each with its unit and its source.

/// The limits of sending. All can be configured; the values are those of the house's policy.
public struct PassLimits: Hashable, Sendable {
  /// How long an owed pass waits, so that `undo` has no side effect; 10 s.
  public var waitSeconds = 10
  /// A booking that begins within this time has its passes sent without that wait; 900 s.
  public var noWaitWithinSeconds = 900
  /// How long before they begin the passes of a series go out, but those of its first booking;
  /// 86,400 s.
  public var seriesLeadSeconds = 86_400
  /// After this time a pass that could not be sent expires; 86,400 s. The begin of the booking ends
  /// it too.
  public var expiresSeconds = 86_400
  /// Attempts for one edition of a pass; 6.
  public var attemptsMax = 6
  /// Attempts where the gateway's code is not listed; 3.
  public var unlistedAttemptsMax = 3
  /// Passes in one call at most; 100. A lost answer can double so many.
  public var passesPerCallMax = 100
  /// Calls on their way at the same time, over all bookings; 4. Of one booking there is only one.
  public var callsInFlightMax = 4
  /// Bookings looked at in one decision at most, the others follow at once in the next; 256.
  public var bookingsPerDecisionMax = 256
  /// Passes in one event at most where the clock was set back while they waited, so that no line of
  /// the journal grows without end; 1,000.
  public var passesPerEventMax = 1000
  /// Octets of the gateway's text that are kept; 200.
  public var textOctetsMax = 200

  /// First pause after a passing failure, doubled each time; 2 s.
  public var passingPauseSeconds = 2
  /// Shortest pause after a passing failure; 1 s.
  public var passingPauseSecondsMin = 1
  /// First pause of a resting gateway and after an unknown outcome, doubled each time; 5 s.
  public var restSeconds = 5
  /// Longest pause of either kind; 300 s.
  public var pauseSecondsMax = 300
  /// The longest `Retry-After` that is believed; 3,600 s.
  public var retryAfterSecondsMax = 3600

  /// Tokens a gateway has at first and at most; 100.
  public var tokensMax = 100
  /// Tokens a retry costs; 5.
  public var tokensPerRetry = 5
  /// Tokens an accepted pass returns; 1.
  public var tokensPerSuccess = 1
  /// Seconds in which one token comes back by itself; 1. Without it a gateway that has only retries
  /// left could never earn a token again.
  public var tokenRefillSeconds = 1
  /// Gateway failures in a row that open the breaker; 5.
  public var breakerFailuresInARow = 5
  /// The last calls that the breaker looks at; 20, at most 64.
  public var breakerWindow = 20
  /// Failures among those that open it; 10.
  public var breakerFailuresInWindow = 10
  /// How long it stays open at first, doubled each time; 30 s.
  public var breakerSeconds = 30
  /// How long it stays open at most; 300 s.
  public var breakerSecondsMax = 300

  /// In trouble the booker is told at most this long after; 30 s.
  public var tellsTroubleSeconds = 30
  /// How long outcomes are awaited after the end of input; 30 s.
  public var lingersSeconds = 30

  /// The limits that hold unless configured.
  public init() {}
}
