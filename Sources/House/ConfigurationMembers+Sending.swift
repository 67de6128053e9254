// The limits of passes and of the line protocol that a configuration file may set, each with its
// unit and the range that works.

internal import Language
internal import LineProtocol
internal import Passes

extension ConfigurationMembers {
  /// The limits of sending passes.
  static let passLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.passes.waitSeconds", 0...3600, "s", \.passLimits.waitSeconds,
      "a pass waits, so that `undo` has no side effect"),
    .limit(
      "limits.passes.noWaitWithinSeconds", 0...86_400, "s", \.passLimits.noWaitWithinSeconds,
      "before its booking begins a pass no longer waits"),
    .limit(
      "limits.passes.seriesLeadSeconds", 0...2_592_000, "s", \.passLimits.seriesLeadSeconds,
      "before a booking of a series begins its passes go out, but for the first"),
    .limit(
      "limits.passes.expiresSeconds", 60...2_592_000, "s", \.passLimits.expiresSeconds,
      "after which a pass that could not be sent expires"),
    .limit(
      "limits.passes.attemptsMax", 1...100, "attempts", \.passLimits.attemptsMax,
      "to send one pass"),
    .limit(
      "limits.passes.unlistedAttemptsMax", 1...100, "attempts", \.passLimits.unlistedAttemptsMax,
      "where the gateway's code is not listed"),
    .limit(
      "limits.passes.passesPerCallMax", 1...10_000, "passes", \.passLimits.passesPerCallMax,
      "in one call; a lost answer can double so many"),
    .limit(
      "limits.passes.passesPerEventMax", 1...10_000, "passes", \.passLimits.passesPerEventMax,
      "in one event where the clock was set back while they waited"),
    .limit(
      "limits.passes.callsInFlightMax", 1...64, "calls", \.passLimits.callsInFlightMax,
      "on their way at the same time"),
    .limit(
      "limits.passes.bookingsPerDecisionMax", 1...10_000, "bookings",
      \.passLimits.bookingsPerDecisionMax,
      "looked at before others get their turn"),
    .limit(
      "limits.passes.textOctetsMax", 0...10_000, "octets", \.passLimits.textOctetsMax,
      "kept of what the gateway says"),
    .limit(
      "limits.passes.passingPauseSeconds", 1...3600, "s", \.passLimits.passingPauseSeconds,
      "first pause after a passing failure, then doubled"),
    .limit(
      "limits.passes.passingPauseSecondsMin", 1...3600, "s", \.passLimits.passingPauseSecondsMin,
      "shortest pause after a passing failure"),
    .limit(
      "limits.passes.restSeconds", 1...3600, "s", \.passLimits.restSeconds,
      "first rest of a gateway in trouble, then doubled"),
    .limit(
      "limits.passes.pauseSecondsMax", 1...86_400, "s", \.passLimits.pauseSecondsMax,
      "longest pause or rest"),
    .limit(
      "limits.passes.retryAfterSecondsMax", 1...86_400, "s", \.passLimits.retryAfterSecondsMax,
      "longest `Retry-After` that is believed"),
    .limit(
      "limits.passes.tokensMax", 1...100_000, "tokens", \.passLimits.tokensMax,
      "for retries that a gateway can have"),
    .limit(
      "limits.passes.tokensPerRetry", 0...1000, "tokens", \.passLimits.tokensPerRetry,
      "that a retry costs"),
    .limit(
      "limits.passes.tokensPerSuccess", 0...1000, "tokens", \.passLimits.tokensPerSuccess,
      "that an accepted pass gives back"),
    .limit(
      "limits.passes.tokenRefillSeconds", 1...3600, "s", \.passLimits.tokenRefillSeconds,
      "in which one token comes back by itself"),
    .limit(
      "limits.passes.breakerFailuresInARow", 1...64, "failures", \.passLimits.breakerFailuresInARow,
      "in a row that stop calls for a while"),
    .limit(
      "limits.passes.breakerWindow", 1...64, "calls", \.passLimits.breakerWindow,
      "looked back at for the next number"),
    .limit(
      "limits.passes.breakerFailuresInWindow", 1...64, "failures",
      \.passLimits.breakerFailuresInWindow,
      "among those that stop calls for a while"),
    .limit(
      "limits.passes.breakerSeconds", 1...3600, "s", \.passLimits.breakerSeconds,
      "calls stop at first, then doubled"),
    .limit(
      "limits.passes.breakerSecondsMax", 1...86_400, "s", \.passLimits.breakerSecondsMax,
      "calls stop at most"),
    .limit(
      "limits.passes.tellsTroubleSeconds", 1...3600, "s", \.passLimits.tellsTroubleSeconds,
      "after which the booker is told of trouble"),
    .limit(
      "limits.passes.lingersSeconds", 0...3600, "s", \.passLimits.lingersSeconds,
      "the program waits for passes at the end of input"),
  ]

  /// No line may be longer than is read of one.
  private static let readOctetsMax = Int64(ReadingLimits().lineOctets)

  /// The numbers of the line protocol.
  static let protocolLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.protocol.textLineOctetsMax", 512...readOctetsMax, "octets",
      \.protocolLimits.textLineOctetsMax,
      "in a line of text"),
    .limit(
      "limits.protocol.textBlockOctetsMax", 512...1_048_576, "octets",
      \.protocolLimits.textBlockOctetsMax, "in the lines behind /text"),
    .limit(
      "limits.protocol.jsonLineOctetsMax", 1024...16_777_216, "octets",
      \.protocolLimits.jsonLineOctetsMax,
      "in a line of JSON"),
    .limit(
      "limits.protocol.endlessLineOctetsMax", 4096...67_108_864, "octets",
      \.protocolLimits.endlessLineOctetsMax,
      "without a line end, then the connection is closed"),
    .limit(
      "limits.protocol.jsonDepthMax", 4...512, "levels", \.protocolLimits.jsonDepthMax,
      "of lists and objects in each other"),
    .limit(
      "limits.protocol.jsonTextOctetsMax", 512...readOctetsMax, "octets",
      \.protocolLimits.jsonTextOctetsMax,
      "in `text` in JSON, without a signature"),
    .limit(
      "limits.protocol.identifierOctetsMax", 1...1024, "octets",
      \.protocolLimits.identifierOctetsMax,
      "in the id of a conversation, user or message"),
    .limit(
      "limits.protocol.requestIDOctetsMax", 1...1024, "octets", \.protocolLimits.requestIDOctetsMax,
      "in the id of a request"),
    .limit(
      "limits.protocol.signInSeconds", 1...3600, "s", \.protocolLimits.signInSeconds,
      "in which somebody has to sign in where that comes first"),
    .limit(
      "limits.protocol.windowSeconds", 1...60, "s", \.protocolLimits.windowSeconds,
      "in which a terminal tells how large it is"),
    .limit(
      "limits.protocol.signInTriesMax", 1...100, "tokens", \.protocolLimits.signInTriesMax,
      "of nobody on a connection, then it is closed"),
    .limit(
      "limits.protocol.unansweredRequestsMax", 1...10_000, "requests",
      \.protocolLimits.unansweredRequestsMax,
      "without an answer, then reading stops"),
    .limit(
      "limits.protocol.outputPausesReadingOctets", 1024...67_108_864, "octets",
      \.protocolLimits.outputPausesReadingOctets,
      "waiting to be sent, then reading stops"),
    .limit(
      "limits.protocol.outputOctetsMax", 4096...268_435_456, "octets",
      \.protocolLimits.outputOctetsMax,
      "waiting to be sent, then the connection is closed"),
    .limit(
      "limits.protocol.heldOctetsInAllMax", 65_536...17_179_869_184, "octets",
      \.protocolLimits.heldOctetsInAllMax,
      "waiting on all connections, then the one that has most is closed"),
    .limit(
      "limits.protocol.outputStallSeconds", 1...3600, "s", \.protocolLimits.outputStallSeconds,
      "without progress of what waits to be sent"),
    .limit(
      "limits.protocol.replyLinesMax", 2...1000, "lines", \.protocolLimits.replyLinesMax,
      "in a reply; the rest follows after `more`"),
    .limit(
      "limits.protocol.replyOctetsMax", 512...65_536, "octets", \.protocolLimits.replyOctetsMax,
      "in a reply; the rest follows after `more`"),
    .limit(
      "limits.protocol.jsonWordsOctetsMax", 512...65_536, "octets",
      \.protocolLimits.jsonWordsOctetsMax,
      "of the words of a reply in JSON; the rest follows after `more`"),
    .limit(
      "limits.protocol.jsonListsOctetsMax", 1_024...1_048_576, "octets",
      \.protocolLimits.jsonListsOctetsMax,
      "of the lists in a reply in JSON; the rest follows after `more`"),
    .limit(
      "limits.protocol.messageChoicesMax", 0...100, "choices", \.protocolLimits.messageChoicesMax,
      "that go with a message as buttons"),
    .limit(
      "limits.protocol.choiceTitleCharactersMax", 4...200, "characters",
      \.protocolLimits.choiceTitleCharactersMax,
      "in the title of a choice"),
    .limit(
      "limits.protocol.textIdleMinutes", 1...1440, "min", \.protocolLimits.textIdleMinutes,
      "of silence, then a text connection is closed"),
    .limit(
      "limits.protocol.jsonPingSeconds", 1...86_400, "s", \.protocolLimits.jsonPingSeconds,
      "of silence, then a client should send `ping`"),
    .limit(
      "limits.protocol.jsonIdleSeconds", 1...86_400, "s", \.protocolLimits.jsonIdleSeconds,
      "of silence, then a JSON connection is closed"),
    .limit(
      "limits.protocol.errorsBeforePause", 1...10_000, "errors", \.protocolLimits.errorsBeforePause,
      "in a row, from which each is followed by a pause"),
    .limit(
      "limits.protocol.errorPauseSeconds", 0...60, "s", \.protocolLimits.errorPauseSeconds,
      "of that pause"),
    .limit(
      "limits.protocol.errorsMax", 1...10_000, "errors", \.protocolLimits.errorsMax,
      "in a row, then the connection is closed"),
    .limit(
      "limits.protocol.connectionsMax", 1...1_000_000, "connections",
      \.protocolLimits.connectionsMax,
      "at the same time"),
    .limit(
      "limits.protocol.descriptorsSpared", 8...1024, "descriptors",
      \.protocolLimits.descriptorsSpared,
      "kept free of connections"),
    .limit(
      "limits.protocol.backlogMax", 1...65_535, "connections", \.protocolLimits.backlogMax,
      "that wait to be accepted"),
    .limit(
      "limits.protocol.turnBurstMax", 1...10_000, "turns", \.protocolLimits.turnBurstMax,
      "a user may take at once"),
    .limit(
      "limits.protocol.turnsPerSecond", 1...10_000, "turns", \.protocolLimits.turnsPerSecond,
      "a second a user may take after that"),
    .limit(
      "limits.protocol.closingDiscardOctetsMax", 0...67_108_864, "octets",
      \.protocolLimits.closingDiscardOctetsMax,
      "read and thrown away while closing"),
    .limit(
      "limits.protocol.closingSeconds", 0...60, "s", \.protocolLimits.closingSeconds,
      "spent so while closing"),
    .limit(
      "limits.protocol.drainSeconds", 0...600, "s", \.protocolLimits.drainSeconds,
      "that running turns are given at the end"),
  ]
}
