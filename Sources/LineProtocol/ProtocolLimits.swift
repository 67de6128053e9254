// Every number of the line protocol, with its unit; `hello` tells them to a client.

public import JSON

/// What one connection may cost at most. The numbers bind both ends: a client that keeps to them is
/// never refused for them.
public struct ProtocolLimits: Hashable, Sendable {
  /// Octets of a request line in text mode, its end not counted.
  public var textLineOctetsMax = 4_096
  /// Octets of the lines of a `/text` block, each line end counted as one.
  public var textBlockOctetsMax = 16_384
  /// Octets of a request line in JSON mode, its end not counted.
  public var jsonLineOctetsMax = 65_536
  /// Octets without a line end after which the connection is given up.
  public var endlessLineOctetsMax = 1 << 20
  /// Objects and arrays inside each other in a request.
  public var jsonDepthMax = 32
  /// Octets of `text` in JSON mode, a signature below it not counted.
  public var jsonTextOctetsMax = 4_096
  /// Octets of an id of a conversation, a user or a message; at least one.
  public var identifierOctetsMax = 255
  /// Octets of the `id` of a JSON request that is text; at least one.
  public var requestIDOctetsMax = 64
  /// Requests not yet answered on one connection; then the server stops reading.
  public var unansweredRequestsMax = 32
  /// Octets of output waiting at which the server stops reading.
  public var outputPausesReadingOctets = 64 << 10
  /// Octets of output waiting at which the server closes.
  public var outputOctetsMax = 256 << 10
  /// Octets that all connections together may have waiting: output, and lines without an end.
  /// Beyond it the connection that has most is closed.
  public var heldOctetsInAllMax = 32 << 20
  /// Seconds without progress of waiting output after which the server closes.
  public var outputStallSeconds = 60
  /// Lines of one reply; the rest follows after `more`.
  public var replyLinesMax = 20
  /// Octets of one reply in text mode, prefixes and line ends counted.
  public var replyOctetsMax = 1_800
  /// Octets of the words of one reply in JSON mode; the rest follows after `more`.
  public var jsonWordsOctetsMax = 8 << 10
  /// Octets of the lists in one reply in JSON mode; the rest follows after `more`.
  public var jsonListsOctetsMax = 64 << 10
  /// Choices that go with one message as buttons.
  public var messageChoicesMax = 3
  /// Characters of a choice's title.
  public var choiceTitleCharactersMax = 20
  /// Minutes of silence after which a text connection is closed.
  public var textIdleMinutes = 30
  /// Seconds of silence after which a JSON client should send `ping`.
  public var jsonPingSeconds = 90
  /// Seconds of silence after which a JSON connection is closed.
  public var jsonIdleSeconds = 150
  /// Errors in a row from which each is followed by a pause.
  public var errorsBeforePause = 10
  /// Seconds of that pause.
  public var errorPauseSeconds = 1
  /// Errors in a row at which the connection is closed.
  public var errorsMax = 20
  /// Seconds a connection is given to sign in, where that comes first.
  public var signInSeconds: Int64 = 30
  /// How long a terminal may take to tell how large it is, in seconds; 2.
  public var windowSeconds: Int64 = 2
  /// Tokens of nobody after which the connection is closed.
  public var signInTriesMax = 3
  /// Connections at once, where the descriptors allow as many.
  public var connectionsMax = 10_000
  /// Descriptors kept free of connections.
  public var descriptorsSpared = 32
  /// Connections that wait to be accepted.
  public var backlogMax = 4_096
  /// Turns a user may take at once.
  public var turnBurstMax = 5
  /// Turns a second a user may take after that.
  public var turnsPerSecond = 2
  /// Octets read and thrown away while closing.
  public var closingDiscardOctetsMax = 1 << 20
  /// Seconds spent reading and throwing away while closing.
  public var closingSeconds = 2
  /// Seconds running turns are given when the server ends.
  public var drainSeconds = 10

  /// The numbers of the protocol's description.
  public init() {}

  // These cannot be configured: a client that speaks as the usual ones do comes near none of them.

  /// Answers to telnet's options on one connection; what is asked then is not answered.
  public var telnetAnswersMax: Int { 256 }
  /// Octets kept of one telnet subnegotiation; the longest that is read has five.
  public var telnetSubnegotiationKeptOctetsMax: Int { 64 }
  /// Octets of one telnet subnegotiation without its end at which the connection is given up.
  public var telnetSubnegotiationOctetsMax: Int { 1_024 }
  /// Octets of a PROXY header, all of it.
  public var proxyHeaderOctetsMax: Int { 4_096 }
  /// Octets of the words of one result of a tool, as they are written in JSON.
  public var toolWordsOctetsMax: Int { 8 << 10 }
  /// Octets of the lists in one result of a tool: some ten thousand tokens of a model.
  public var toolMembersOctetsMax: Int { 32 << 10 }
  /// The largest whole number that a method without words takes: seats, minutes.
  public static let memberCountMax = 100_000
  /// Texts in a list that a method without words takes.
  public static let memberTextsMax = 32

  /// The longest request line of a mode, in octets.
  public func lineOctetsMax(in mode: LineMode) -> Int {
    switch mode {
    case .text: textLineOctetsMax
    case .json: jsonLineOctetsMax
    }
  }

  /// The members of `limits` in the answer to `hello`.
  public func helloMembers(in mode: LineMode) -> JSONObject {
    JSONObject([
      ("line", .integer(Int64(lineOctetsMax(in: mode)))),
      ("depth", .integer(Int64(jsonDepthMax))),
      ("text", .integer(Int64(jsonTextOctetsMax))),
      ("identifier", .integer(Int64(identifierOctetsMax))),
      ("inflight", .integer(Int64(unansweredRequestsMax))),
      ("output", .integer(Int64(outputOctetsMax))),
      ("output_stall_s", .integer(Int64(outputStallSeconds))),
      ("reply_lines", .integer(Int64(replyLinesMax))),
      ("reply_octets", .integer(Int64(replyOctetsMax))),
      ("words", .integer(Int64(jsonWordsOctetsMax))),
      ("lists", .integer(Int64(jsonListsOctetsMax))),
      ("choices", .integer(Int64(messageChoicesMax))),
      ("ping_s", .integer(Int64(jsonPingSeconds))),
      ("idle_s", .integer(Int64(mode == .json ? jsonIdleSeconds : textIdleMinutes * 60))),
      ("errors", .integer(Int64(errorsMax))),
      ("turn_burst", .integer(Int64(turnBurstMax))),
      ("turns_per_s", .integer(Int64(turnsPerSecond))),
    ])
  }
}
