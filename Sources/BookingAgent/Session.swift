// What the agent knows of one connection. It holds no socket.

import Bookings
import CivilTime
import Dialogue
import LineProtocol
import Passes
import Products
import Wording

/// One connection, as far as it matters for what is answered on it. There are thousands, and every
/// request looks at one: what few of them have stands apart, and is read and set as if it did not.
@dynamicMemberLookup
struct Session: Sendable {
  let face: SessionFace
  var encoding: SessionFace.Encoding
  /// Who speaks on it, if somebody said so or it is known.
  var user: String?
  /// Whether the next line is a token.
  var awaitsToken = false
  /// How it looks to whoever reads it.
  var display = SessionDisplay()
  /// Whether what others did is told at once, not only before the next answer.
  var tellsAtOnce: Bool
  /// In which language it is answered, whatever is said on it.
  var language: AnswerLanguage?
  /// Whether news may be sent to a program that did not ask for them at each request.
  var isSubscribed = false
  /// Whether the peer will say no more.
  var inputHasEnded = false
  /// How far it has come with news.
  var news = NewsCursor()
  /// What few sessions have: one, or none where it would say nothing.
  private var seldom: [Seldom] = []

  /// What few sessions have.
  struct Seldom: Sendable {
    /// Who has signed in on it.
    var principal: Principal?
    /// Tokens that were nobody's.
    var failedSignIns = 0
    /// What was said before anybody knew by whom; done when they say so.
    var unowned: String?
    /// The name of that message, if it has one.
    var unownedMessage: String?
    /// Where whoever speaks on it is.
    var zone: ZoneRules?
    /// How large the terminal is, in characters, where that is known.
    var window: WindowSize?
    /// What is watched on it.
    var watching: Watching?
    /// The rest of a long answer.
    var pages: [Reply] = []
    /// With which marks its messages come, beside the plain text.
    var markup: Markup?
    /// Which of the programs on its token it is, if it says so.
    var newsReader: NewsReaders.Key?
    /// How long a message may be that it takes, in octets, if it says so.
    var textOctetsMax: Int?
    /// Whether the program delivers what is for the speaker alone to them alone, as it says.
    var deliversPrivately = false
    /// What the next line is that is secret.
    var wantsSecret: SecretWanted?
    /// Whether the program keeps lines secret that are asked for as such, as it says.
    var keepsSecrets = false
    /// Why the session has to wait before its next request is looked at.
    var wait: Wait?
    /// What came while it had to wait, in order.
    var queue: [Request] = []
    /// What is answered when the mobility service has, at most one in a strand.
    var heldRequests: [HeldRequest] = []

    /// As in a session that has nothing of it.
    static let none = Seldom()
  }

  subscript<Value: Equatable>(dynamicMember path: WritableKeyPath<Seldom, Value>) -> Value {
    get { seldom.isEmpty ? Seldom.none[keyPath: path] : seldom[0][keyPath: path] }
    set {
      if seldom.isEmpty {
        if newValue == Seldom.none[keyPath: path] { return }
        seldom.append(Seldom())
      }
      seldom[0][keyPath: path] = newValue
    }
  }

  /// Whether it has to wait before its next request is looked at.
  var waits: Bool {
    !seldom.isEmpty
      && (seldom[0].wait != nil || seldom[0].heldRequests.contains { $0.strand == nil })
  }

  /// How large a terminal is, in characters.
  struct WindowSize: Hashable, Sendable {
    var columns: Int
    var rows: Int
  }

  init(_ face: SessionFace) {
    self.face = face
    encoding = face.encoding
    user = face.user
    display.showsPrompt = face.kind == .terminal
    switch face.kind {
    case .terminal, .pipe: tellsAtOnce = true
    case .standardStreams, .tcp, .unix: tellsAtOnce = false
    }
  }

  /// Messages with the marks that were asked for, in parts that are short enough.
  func marked(_ messages: [ReplyMessage]) -> [ReplyMessage] {
    guard encoding == .json else { return messages }
    var messages = messages
    if let max = self.textOctetsMax {
      messages = messages.flatMap { $0.parts(octetsMax: max, markup: self.markup) }
    }
    guard let markup = self.markup else { return messages }
    return messages.map { message in
      var message = message
      message.markup = markup
      message.markdown = markup.text(of: message.lines)
      return message
    }
  }

  /// How bars are drawn on it: in blocks wherever they are in colour.
  var bars: BarForm { display.isPainted == true ? .blocks : face.bars }

  /// Whether half blocks are shown as such: text over a socket is UTF-8, a terminal has to be.
  var showsBlocks: Bool {
    guard encoding == .text else { return false }
    switch face.kind {
    case .terminal: return bars == .blocks
    case .tcp, .unix: return true
    case .pipe, .standardStreams: return false
    }
  }

  /// How wide it is, in columns, where half blocks are shown; nil where nobody knows.
  var columns: Int? { showsBlocks ? display.columns ?? self.window?.columns : nil }

  /// Whether what is told to whoever speaks is read by nobody else: at a terminal nobody does, a
  /// program has to say so.
  var isPrivate: Bool { encoding == .text || self.deliversPrivately }

  /// Whether a line can be kept from everybody: one that is typed is hidden, a program has to say
  /// that it keeps none.
  var takesSecrets: Bool { encoding == .text || self.keepsSecrets }

  /// Whether what others did is told only before the next answer.
  var holdsNews: Bool { encoding == .text && !tellsAtOnce }

  /// Whether it is of whoever runs the process, or of an admin.
  var isOfOperator: Bool {
    if let principal = self.principal { return principal.isAdmin }
    switch face.kind {
    case .terminal, .pipe, .standardStreams, .unix: return true
    case .tcp: return false
    }
  }

  /// Whether long answers are cut into pages: where lines count, not at a terminal that scrolls.
  var pagesReplies: Bool {
    guard encoding == .text else { return false }
    switch face.kind {
    case .terminal, .pipe: return false
    case .standardStreams, .tcp, .unix: return true
    }
  }

  /// Whether anything may be asked on it.
  var isAdmitted: Bool { face.access == .open || self.principal != nil }

  /// A thing that has to happen before the next request of a session.
  enum Wait: Hashable, Sendable {
    /// The clock moves.
    case clock(RequestID?)
    /// The house begins again.
    case freshStart
    /// It is seen whose token it is.
    case signIn(RequestID?)
    /// Another calendar is asked about these days; then it goes on as told.
    case openings(Set<CivilDate>, then: Resumption)
    /// It is seen how large the terminal is, at most until then; then this is watched.
    case window(Watching.Subject, until: Instant)
    /// Calls that were on their way are answered.
    case calls(Set<CallID>, RequestID?, token: String)
    /// Standard input has ended: what is due goes out, until then.
    case lastPasses(until: Instant)
  }
}

extension Session.Wait {
  /// When it is over whatever has happened.
  var end: Instant? {
    switch self {
    case .lastPasses(let until), .window(_, let until): until
    case .clock, .freshStart, .signIn, .openings, .calls: nil
    }
  }
}

/// What a session does once another calendar has told what it leaves free.
enum Resumption: Hashable, Sendable {
  /// A request is tried again, for the so manieth time.
  case request(Request, round: Int)
  /// The opening list of rooms is shown.
  case greeting
  /// This is watched.
  case board(Watching.Subject)
}

/// Whose conversation it is, apart from the connection it is held on.
struct ConversationKey: Hashable, Sendable {
  /// Who holds a conversation: somebody, or a session of which nobody said whose it is. Apart, so
  /// that nobody can call himself a session.
  enum Holder: Hashable, Sendable {
    case user(String)
    case session(SessionID)
  }

  var principal = ""
  var conversation = ""
  var holder: Holder

  /// The conversation among all of its holder, whoever carries it.
  var name: String { principal.isEmpty ? conversation : "\(principal) \(conversation)" }
}
