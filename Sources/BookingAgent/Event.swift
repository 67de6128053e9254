// What comes in: everything the agent ever hears of the world.

public import Accounts
public import CivilTime
public import LineProtocol
public import Mobility
public import Passes
public import Wording

/// Something that has happened outside. Plain values: a run can be written down and repeated. What
/// is large is kept apart: events go through several hands.
public enum Event: Hashable, Sendable {
  /// Somebody connected; nothing was said yet.
  indirect case opened(SessionID, SessionFace)
  /// A request, or what could not become one, in the order in which they came on its session.
  indirect case asked(SessionID, Request)
  /// The peer will say no more, but still listens: what was asked is answered, then it is closed.
  case inputEnded(SessionID)
  /// A person has broken off by a key what they typed, and what they are asked (Ctrl-C).
  case interrupted(SessionID)
  /// A person has pressed a key over a board.
  case pressed(SessionID, BoardKey)
  /// How large the terminal of a session is, in characters, or has become.
  case resized(SessionID, columns: Int, rows: Int)
  /// Nothing was said on a session of JSON for as long as a program should not be silent.
  case silent(SessionID)
  /// The session is gone; nothing can be told it any more.
  case gone(SessionID)
  /// A gateway call was answered, or will not be.
  indirect case settled(CallID, GatewayOutcome)
  /// The calendar behind the rooms told, or did not, what it leaves free on a day.
  indirect case openingsRead(CivilDate, OpeningsAnswer)
  /// An errand was answered, or will not be.
  indirect case errandSettled(ErrandID, ErrandOutcome)
  /// The vault has done something for accounts, or what a link needs was drawn or came.
  indirect case account(AccountEvent)
  /// The clock was moved as a test asked, and what fell due on the way has happened; or, if not,
  /// why not.
  case clockMoved(SessionID, refusal: String?)
  /// What came of the token that a session handed in.
  indirect case signedIn(SessionID, SignIn)
  /// Who can sign in now; nil if that cannot be seen.
  case tokensRead([Principal]?)
  /// Whoever runs the process has mended something, as what kept passes from leaving.
  case mended
  /// A time has come that the agent named as its next wake.
  case due
  /// The process is to end: no new turns, what is under way is finished.
  case stopping
}

/// One connection, counted by the shell and never used again within a run.
public struct SessionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The session of that number.
  public init(_ number: Int) { self.number = number }
  /// As programs see it: `s9`.
  public var description: String { "s\(number)" }
  /// Opened earlier.
  public static func < (one: SessionID, other: SessionID) -> Bool { one.number < other.number }
}

/// How a session reaches us: what may be assumed of who is there, and how to greet.
public struct SessionFace: Hashable, Sendable {
  /// The kinds of way in.
  public enum Kind: String, Hashable, Sendable {
    /// A person at a terminal: greeted with the rooms, told news at once.
    case terminal
    /// Lines on standard input that is no terminal: answered, not greeted.
    case pipe
    /// A protocol session on standard streams.
    case standardStreams
    /// A TCP connection.
    case tcp
    /// A Unix socket.
    case unix
  }

  /// The way in.
  public var kind: Kind
  /// Text for people or JSON for programs. A text session may turn to JSON with its first line.
  public var encoding: Encoding
  /// Who speaks unless told otherwise: the login name at a terminal or pipe; nil on a socket.
  public var user: String?
  /// How bars are drawn for who reads here.
  public var bars: BarForm
  /// Who may speak here.
  public var access: Access
  /// Whether a model calls tools here, as the Model Context Protocol has it, instead of methods.
  public var offersTools: Bool

  /// A way in.
  public init(
    kind: Kind, encoding: Encoding, user: String? = nil, bars: BarForm = .plain,
    access: Access = .open, offersTools: Bool = false
  ) {
    self.kind = kind
    self.encoding = encoding
    self.user = user
    self.bars = bars
    self.access = access
    self.offersTools = offersTools
  }

  /// Who may speak on a session.
  public enum Access: String, Hashable, Sendable {
    /// Whoever reaches it, for whom they like.
    case open
    /// Who has signed in.
    case token
    /// Nobody: a token would go over a network that others can read.
    case inClear
  }

  /// The two encodings of the one protocol.
  public enum Encoding: String, Hashable, Sendable {
    /// Lines for people.
    case text
    /// JSON-RPC 2.0, one object a line.
    case json
  }
}

/// What one line, or the lack of one, asks for.
public enum Request: Hashable, Sendable {
  /// A line of text, read as far as its form goes.
  case text(TextRequest)
  /// A call in JSON.
  case call(MethodCall)
  /// A line that was secret, which was kept before anybody here saw it.
  case secret(KeptLine)
  /// A call that says something secret, which was kept in the same way and is in it no more.
  case secretCall(MethodCall, KeptLine)
  /// Octets that are no line; the reply is settled by their fault.
  case badLine(LineFault)
  /// A line in JSON that is no call.
  case badCall(RPCRefusal)
  /// From here on the session speaks JSON (its first line began with a brace).
  case turnedToJSON
}

/// What stands for a line that was secret.
public enum KeptLine: Hashable, Sendable {
  /// What was typed.
  case typed(SecretHandle)
  /// An address on which somebody landed, taken apart.
  case landing(Landing)
  /// It could not be kept, and is gone.
  case lost
  /// It was secret when it came first, and is answered as it was then.
  case again
}

/// What the calendar behind the rooms leaves free on a day.
public enum OpeningsAnswer: Hashable, Sendable {
  /// The free spans by the names of the rooms.
  case free([String: [CivilSpan]])
  /// It did not answer, or not usably; what was seen, for the log.
  case failed(String)
}

extension Request {
  /// The id under which the request is answered.
  var id: RequestID? {
    switch self {
    case .call(let call), .secretCall(let call, _): call.id
    case .badCall(let refusal): refusal.id
    case .text, .secret, .badLine, .turnedToJSON: nil
    }
  }
}
