// The three digits that begin every reply and notice: the interface for programs, never renamed.

/// What a reply says of the request, in the manner of RFC 5321 section 4.2. The list is closed.
public enum ReplyCode: Int, Hashable, Sendable, CaseIterable {
  /// The answer to `/noop`, `/sync` and "are you there".
  case heard = 200
  /// How the server and the session are.
  case status = 211
  /// The answer to a question.
  case answer = 212
  /// Help.
  case help = 214
  /// The first line of a connection.
  case greeting = 220
  /// The last line of a connection the client ends.
  case goodbye = 221
  /// Signed in.
  case signedIn = 235
  /// Done and durable.
  case done = 250
  /// Done before: this is the stored reply.
  case repeated = 251
  /// It was sent on and goes on by itself; what becomes of it is told.
  case underWay = 252
  /// A challenge while signing in.
  case challenge = 334
  /// More is needed.
  case moreNeeded = 350
  /// The agent wants a yes.
  case confirm = 351
  /// The agent offers choices.
  case choose = 352
  /// Not understood.
  case notUnderstood = 353
  /// The block may be sent.
  case sendBlock = 354
  /// The connection is being closed.
  case closing = 421
  /// A fault here; nothing was committed.
  case faultHere = 451
  /// No space; nothing was committed.
  case noSpace = 452
  /// Too many turns.
  case slowDown = 453
  /// Signing in is not possible now.
  case signInLater = 454
  /// Whether it was done is unknown: repeat it with the same `msg`.
  case outcomeUnknown = 459
  /// An unknown word, or a line without an end.
  case unknownWord = 500
  /// Malformed.
  case malformed = 501
  /// Known, but not available here.
  case notHere = 502
  /// A value that is not supported.
  case valueNotSupported = 504
  /// Another protocol is spoken.
  case wrongProtocol = 521
  /// Signing in comes first.
  case signInFirst = 530
  /// Not over a connection in clear.
  case notInClear = 534
  /// Signing in failed.
  case signInFailed = 535
  /// Outside the bridge's namespace.
  case notYourNamespace = 538
  /// An unknown thing.
  case unknownThing = 550
  /// The same `msg` with another text.
  case otherText = 551
  /// Too long.
  case tooLong = 552
  /// A time that cannot be.
  case impossibleTime = 553
  /// Refused by a rule of the house.
  case refusedByRule = 554
  /// Taken.
  case taken = 555

  /// What the first digit says.
  public enum Kind: Hashable, Sendable {
    /// 2yz: done.
    case done
    /// 3yz: done so far, the agent waits for the person.
    case waiting
    /// 4yz: not done, the same may work later.
    case failedForNow
    /// 5yz: not done, do not repeat it unchanged.
    case refused
  }

  /// What the first digit says.
  public var kind: Kind {
    if rawValue < 300 { return .done }
    if rawValue < 400 { return .waiting }
    return rawValue < 500 ? .failedForNow : .refused
  }

  /// Whether the turn was not carried out: 4yz and 5yz.
  public var isFailure: Bool { rawValue >= 400 }
}

/// What unasked news are about. The list is closed.
public enum NoticeCode: Int, Hashable, Sendable, CaseIterable {
  /// Somebody else changed something.
  case changedByOther = 151
  /// What became of a pass, or of a ride.
  case passResult = 152
  /// The connection is being closed.
  case closing = 421
}
