// What the agent is told at its start, and its limits.

public import Bookings
public import CivilTime
public import LineProtocol

/// How an agent is to behave. All of it is configuration.
public struct AgentSettings: Sendable {
  /// What the greeting calls this place, as `desk`; one word.
  public var place = "desk"
  /// The program and its version, as the greeting tells them.
  public var program = "usher/0.1"
  /// Whether the words and methods for tests are allowed.
  public var allowsTests = false
  /// The language of all answers, whatever is spoken and asked for; nil for that of the
  /// conversation. For written conversations.
  public var language: AnswerLanguage?
  /// Whether another calendar has to be asked what it leaves free.
  public var readsOpenings = false
  /// When the rooms were told that are shown, where they could not be had at the start.
  public var roomsTold: Instant?
  /// The clocks of a zone of the tz database by its name, as `Europe/London`; nil if there is none.
  public var zone: @Sendable (String) -> ZoneRules? = { _ in nil }
  /// How many turns a user may take over TCP; nil for the number of the line protocol, and for no
  /// limit where tests are allowed.
  public var turnRate: TurnRate?
  /// Whether a browser of whoever sits at a terminal runs on this machine, and can come back here.
  public var browsersAreHere = false
  /// Whether passes that have not gone out are known at the next start.
  public var remembersPasses = true
  /// The numbers of the line protocol.
  public var protocolLimits = ProtocolLimits()
  /// The agent's own limits.
  public var limits = AgentLimits()

  /// The settings that hold unless configured.
  public init() {}
}

/// The limits of what an agent keeps in memory.
public struct AgentLimits: Hashable, Sendable {
  /// Conversations that are remembered; of whoever has most the longest silent are forgotten first.
  /// 8,000.
  public var conversationsMax = 8_000
  /// Conversations last spoken in on one connection; 4,000, which is a bridge of as many people.
  public var conversationsPerConnectionMax = 4_000
  /// Octets, about, of answers to questions that are kept for repeated messages; of whoever has
  /// most the oldest are forgotten first. 8 MiB.
  public var recentAnswersOctetsMax = 8 << 20
  /// Those of one connection; 2 MiB.
  public var recentAnswersOctetsPerConnectionMax = 2 << 20
  /// Octets, about, of what is left of long answers to programs; as above. 8 MiB.
  public var restsOctetsMax = 8 << 20
  /// Those of one connection; 2 MiB.
  public var restsOctetsPerConnectionMax = 2 << 20
  /// Octets, about, of answers to changes that are kept for repeated messages. Beyond it messages
  /// with a name are refused until older answers expire. 32 MiB.
  public var answersOctetsMax = 32 << 20
  /// Those of one connection, as long as it lasts; 8 MiB.
  public var answersOctetsPerConnectionMax = 8 << 20
  /// Those of one user; 8 MiB.
  public var answersOctetsPerUserMax = 8 << 20
  /// Requests of one session that wait for one before them. 1,024.
  public var queuedRequestsMax = 1024
  /// How long the answer to a message that changed something is kept, in seconds; 24 hours.
  public var answerSecondsMax: Int64 = 86_400
  /// News kept for somebody until they are heard; then the oldest are forgotten. 100.
  public var heldNewsMax = 100
  /// People for whom news are kept; those of whoever is away longest are forgotten first. 10,000.
  public var heldNewsUsersMax = 10_000
  /// How long news are kept that were made when the booking had ended, in seconds; 24 hours.
  public var lateNewsSeconds: Int64 = 86_400
  /// News a program is sent at once of those it missed; 32. More follow when it acknowledges them.
  public var newsPortionMax = 32
  /// How often it is seen whether the tokens of those who have signed in are still theirs, in
  /// seconds; 10.
  public var looksAtTokensSeconds: Int64 = 10
  /// Programs on one token whose news are counted apart; those silent longest give way. 16.
  public var newsReadersMax = 16
  /// How long news are kept for such a program that is away, in seconds; 24 hours.
  public var newsReaderSeconds: Int64 = 86_400
  /// Sessions that watch something at once. 100.
  public var watchersMax = 100
  /// How long a board stands at least, in milliseconds; 250.
  public var boardMilliseconds: Int64 = 250
  /// From how many columns on a code is shown that a camera reads; 60.
  public var codeColumnsMin = 60
  /// Users whose turns are counted. 10,000.
  public var countedUsersMax = 10_000
  /// How long nothing is begun unasked after the store has failed, in seconds; 1.
  public var storeRestSeconds: Int64 = 1
  /// Days of another calendar that are kept; those asked for least lately go first. 400.
  public var openingsDaysMax = 400
  /// How long what another calendar told counts as fresh, in seconds; 60.
  public var openingsFreshSeconds: Int64 = 60
  /// How often a turn may find that it needs yet another day of another calendar; 4.
  public var openingsRoundsMax = 4
  /// How long a line about a trip waits for the mobility service before it is answered that it goes
  /// on, in seconds.
  public var rideAnswerSecondsMax = 8
  /// How long news of a ride are kept for whoever has not heard them, in seconds; 24 hours.
  public var rideNewsSecondsMax: Int64 = 86_400
  /// How long news of an account are kept for whoever has not heard them, in seconds; a week:
  /// nobody else tells that it has to be linked again.
  public var accountNewsSecondsMax: Int64 = 604_800
  /// From how many seconds on a clock that was set back counts as such; 1. A step of less, as time
  /// servers make it, is waited out.
  public var setBackSecondsMin: Int64 = 1
  /// How long is slept at most while something is waited for, in seconds; 60. Then the clock is
  /// looked at, which may have been set forward.
  public var looksAtClockSeconds: Int64 = 60
  /// How often what is over is forgotten, in seconds; 3,600.
  public var forgetsEverySeconds: Int64 = 3600
  /// Portions of due calls that are planned at one event; 1,000.
  public var portionsMax = 1000

  /// The limits that hold unless configured.
  public init() {}
}
