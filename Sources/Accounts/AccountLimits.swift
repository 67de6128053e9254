// Every number by which accounts are linked, refreshed and unlinked, each with its unit.

/// The limits of accounts. All can be configured.
public struct AccountLimits: Hashable, Sendable {
  /// Accounts an owner may have; 20.
  public var accountsMax = 20
  /// Links of one owner that may be open at once; 3.
  public var attemptsOpenMax = 3
  /// Links that one owner may begin within an hour; 10.
  public var attemptsAnHourMax = 10
  /// How long a browser, the service's own page, or a form is waited for; 600 s.
  public var attemptSeconds = 600
  /// The longest that a device code is believed to live; 1,800 s.
  public var deviceSecondsMax = 1_800
  /// How long a device code lives whose answer does not say; 600 s.
  public var deviceSeconds = 600
  /// The pause between polls where the answer names none (RFC 8628 §3.2), and what `slow_down`
  /// adds (§3.5); 5 s.
  public var pollSeconds = 5
  /// The longest pause after connections that failed in a row, each of which doubles it; 60 s.
  public var pollFaultSecondsMax = 60
  /// The pause between looks at the list of the service; 5 s.
  public var listSeconds = 5
  /// The longest `Retry-After` that is believed; 3,600 s.
  public var retryAfterSecondsMax = 3_600

  /// A token with less time left is refreshed before it is used; 60 s.
  public var freshSeconds = 60
  /// Uses that wait for one refresh at most; 32.
  public var waitersMax = 32
  /// The first pause after something failed in passing, doubled each time; 5 s.
  public var pauseSeconds = 5
  /// The longest of these pauses; 300 s.
  public var pauseSecondsMax = 300
  /// How often tokens are handed to the service, and forms fetched again, at most; 3.
  public var serviceTriesMax = 3
  /// How often a pair that could not be written down is written again while linking; 5.
  public var keepTriesMax = 5

  /// How long somebody who could not be reached is told again of an unlinked account; 86,400 s.
  public var partingSeconds = 86_400
  /// The first pause of that, doubled each time; 30 s.
  public var partingPauseSeconds = 30
  /// The longest pause of that; 3,600 s.
  public var partingPauseSecondsMax = 3_600

  /// How long an answer of who signs people in is awaited; 15 s.
  public var identityAnswerSeconds = 15
  /// How long a list of the service, or its leave to go, is awaited; 8 s.
  public var listAnswerSeconds = 8
  /// How long a form of the service is awaited; 30 s.
  public var formAnswerSeconds = 30
  /// How much longer than its deadline a link with a request on its way is kept; 60 s.
  public var graceSeconds = 60

  /// Forms that one link may send; 20.
  public var pagesMax = 20
  /// What else may wait for one link; 8.
  public var attemptWaitersMax = 8
  /// Octets of an answer of who signs people in; 65,536.
  public var answerOctetsMax = 65_536
  /// How deep it may be; 8.
  public var answerDepthMax = 8
  /// Addresses somebody landed on that are compared at once; 32.
  public var landingsMax = 32
  /// Octets of a user code; 64.
  public var userCodeOctetsMax = 64
  /// Octets of a handle; what is longer is none, and no token is taken for one. 200.
  public var handleOctetsMax = 200
  /// Entries that are kept of the list of the service, an owner; 100.
  public var entriesMax = 100

  /// The limits that hold unless configured.
  public init() {}
}
