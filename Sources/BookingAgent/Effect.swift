// What goes out: everything the agent ever asks of the world.

public import Accounts
public import CivilTime
public import JSON
public import LineProtocol
public import Mobility
public import Passes

/// Something to be done outside, in the order given. What follows a commit happens only if it
/// succeeded; if it fails, the agent is started again from the store and every reply of the wake
/// becomes 452. What is said is kept apart: effects go through several hands.
public enum Effect: Hashable, Sendable {
  /// Make these durable, all or none.
  case commit([JournalEntry])
  /// The first words of a session, or the last, which answer nothing.
  indirect case greet(SessionID, Reply)
  /// The answer to a request; in JSON with the id of the call, nil for a line that was none.
  indirect case reply(SessionID, RequestID?, Reply)
  /// The answer to a line in JSON that was no call.
  indirect case refuse(SessionID, RPCRefusal)
  /// The answer to a call that has a form of its own, as `hello`: the members of `result`.
  indirect case result(SessionID, RequestID?, JSONObject)
  /// News for a session.
  indirect case notice(SessionID, Notice)
  /// Ask a program whether it is still there.
  case ping(SessionID)
  /// Show a prompt or none, ring with news or not, on a text session.
  case setDisplay(SessionID, SessionDisplay)
  /// Ask how large the terminal of a session is.
  case askWindow(SessionID)
  /// Show a board over all that the terminal shows, until a key is pressed; nil takes it away.
  case board(SessionID, [String]?)
  /// Say no more and close, after what was replied before is out.
  case close(SessionID)
  /// Hand passes to the gateway. The name of the room goes along, for the gateway knows no ids, and
  /// what a booking is called that nobody gave a title.
  indirect case call(GatewayCall, roomName: String, untitled: String)
  /// Ask the mobility service, or who signs people in for it, and tell what came of it.
  indirect case errand(Errand)
  /// Do for accounts what only the shell can: keep, draw and compare secrets.
  indirect case account(AccountEffect)
  /// See whose token that is, which is kept nowhere, and tell the session.
  case signIn(SessionID, token: String)
  /// Ask the calendar behind the rooms what it leaves free on a day.
  case readOpenings(CivilDate)
  /// See who can sign in now.
  case readTokens
  /// Move the frozen clock (tests only), let happen what falls due on the way, then say so.
  case moveClock(SessionID, ClockMove)
  /// What the scripted gateway is to do next (tests only).
  case scriptGateway([ScriptedOutcome])
  /// Begin again with a house in which nothing was said, set up as these members say (tests only).
  indirect case startAfresh(SessionID, RequestID?, house: JSONObject)
  /// Something the operator must know; for the log.
  case tellOperator(OperatorNotice)
}

/// How a text session looks to whoever reads it.
public struct SessionDisplay: Hashable, Sendable {
  /// Whether a prompt stands where the next line is typed.
  public var showsPrompt = false
  /// Whether news ring (BEL).
  public var ringsBell = false
  /// After how many columns lines are broken at a blank; nil for where the terminal ends, if that
  /// is known.
  public var columns: Int?
  /// Whether bars are in colour; nil for as the session began.
  public var isPainted: Bool?

  /// How many columns can be asked for.
  public static let columnsRange = 20...1000

  /// Neither.
  public init() {}
}

/// What whoever runs the process is told.
public enum OperatorNotice: Hashable, Sendable {
  /// Of the gateway.
  case gateway(OperatorNews)
  /// Passes leave again.
  case passesResumed
  /// The calendar behind the rooms did not answer usably; what was seen.
  case calendarFailed(CivilDate, String)
  /// The conversation on standard input has ended and so many passes stay for the next start.
  case passesLeft(Int)
  /// A trip or a purchase cannot be made durable.
  case travelUnkept(TravelUnkept)
  /// A provider says that something is wrong with what was set up for it, as `invalid_client`.
  case providerRefuses(String, error: String)
}

/// Where a frozen clock is moved.
public enum ClockMove: Hashable, Sendable {
  /// To what the wall clock shows then.
  case set(CivilMoment)
  /// Forward by so many seconds.
  case advance(seconds: Int)
}
