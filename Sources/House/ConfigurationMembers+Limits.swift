// The limits that a configuration file may set, each with its unit and the range that works.

internal import BookingAgent
internal import Bookings
internal import Gateways
internal import JSON
internal import LineProtocol
internal import Passes
internal import Storage

extension ConfigurationMembers {
  /// Members of which the first must not be larger than the second.
  static let relations: [(String, String)] = [
    ("gateway.connectSeconds", "gateway.answerSeconds"),
    // What a booking holds must be read back from the store.
    ("limits.bookings.titleOctetsMax", "limits.store.textOctetsMax"),
    ("limits.bookings.descriptionOctetsMax", "limits.store.textOctetsMax"),
    ("limits.bookings.nameOctetsMax", "limits.store.textOctetsMax"),
    ("limits.store.textOctetsMax", "limits.store.valueOctetsMax"),
    ("limits.passes.unlistedAttemptsMax", "limits.passes.attemptsMax"),
    ("limits.passes.passingPauseSecondsMin", "limits.passes.pauseSecondsMax"),
    ("limits.passes.passingPauseSeconds", "limits.passes.pauseSecondsMax"),
    ("limits.passes.restSeconds", "limits.passes.pauseSecondsMax"),
    ("limits.passes.tokensPerRetry", "limits.passes.tokensMax"),
    ("limits.passes.breakerFailuresInWindow", "limits.passes.breakerWindow"),
    ("limits.passes.breakerSeconds", "limits.passes.breakerSecondsMax"),
    ("limits.protocol.textLineOctetsMax", "limits.protocol.endlessLineOctetsMax"),
    ("limits.protocol.jsonLineOctetsMax", "limits.protocol.endlessLineOctetsMax"),
    ("limits.protocol.outputPausesReadingOctets", "limits.protocol.outputOctetsMax"),
    ("limits.protocol.jsonPingSeconds", "limits.protocol.jsonIdleSeconds"),
    ("limits.protocol.errorsBeforePause", "limits.protocol.errorsMax"),
  ]

  /// The limits of a gateway's answers.
  static let gatewayLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.gateway.answerOctetsMax", 1024...1_073_741_824, "octets",
      \.gatewaySettings.limits.answerOctetsMax,
      "of an answer to `sendpass`"),
    .limit(
      "limits.gateway.roomsOctetsMax", 1024...1_073_741_824, "octets",
      \.gatewaySettings.limits.roomsOctetsMax,
      "of an answer to `getrooms`"),
    .limit(
      "limits.gateway.depthMax", 4...512, "levels", \.gatewaySettings.limits.depthMax,
      "of lists and objects in each other in an answer"),
    .limit(
      "limits.gateway.textOctetsMax", 0...65_536, "octets", \.gatewaySettings.limits.textOctetsMax,
      "kept of what the gateway says"),
    .limit(
      "limits.gateway.retryAfterSecondsMax", 1...2_592_000, "s",
      \.gatewaySettings.limits.retryAfterSecondsMax,
      "of a `Retry-After` that is handed on"),
    .limit(
      "limits.gateway.roomsMax", 1...2000, "rooms", \.gatewaySettings.limits.roomsMax,
      "in an answer"),
    .limit(
      "limits.gateway.roomTextOctetsMax", 16...10_000, "octets",
      \.gatewaySettings.limits.roomTextOctetsMax,
      "in a name, location or piece of equipment"),
    .limit(
      "limits.gateway.imageOctetsMax", 16...10_000, "octets",
      \.gatewaySettings.limits.imageOctetsMax,
      "in the address of a picture"),
    .limit(
      "limits.gateway.roomListMax", 1...10_000, "elements", \.gatewaySettings.limits.roomListMax,
      "in a list within a room"),
    .limit(
      "limits.gateway.callsWaitingMax", 1...100_000, "calls",
      \.gatewaySettings.limits.callsWaitingMax,
      "that wait for a connection"),
    .limit(
      "limits.gateway.headerOctetsMax", 1_024...16_777_216, "octets",
      \.gatewaySettings.limits.headerOctetsMax, "read of the head of an answer"),
    .seconds(
      "limits.gateway.closeSeconds", 0...60, \.gatewaySettings.limits.closeWithin,
      "seconds that the end waits for what is under way"),
  ]

  /// The limits of what a booking may hold.
  static let bookingLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.bookings.titleOctetsMax", 16...10_000, "octets", \.bookingLimits.titleOctetsMax,
      "in a title (UTF-8)"),
    .limit(
      "limits.bookings.descriptionOctetsMax", 16...50_000, "octets",
      \.bookingLimits.descriptionOctetsMax,
      "in a description (UTF-8)"),
    .limit(
      "limits.bookings.nameOctetsMax", 16...1000, "octets", \.bookingLimits.nameOctetsMax,
      "in the name of an attendee (UTF-8)"),
    FileMember(
      "limits.bookings.remembersSeconds", .wholeNumber(60...31_536_000, unit: "s"),
      default: String(BookingLimits().remembersSeconds),
      "seconds that a booking which is over can still be shown, or restored if it was cancelled",
      set: { (seconds: Int, configuration) in
        // What the ledger remembers, the store must give back at the next start.
        configuration.bookingLimits.remembersSeconds = seconds
        configuration.storeLimits.remembersSeconds = seconds
      },
      read: { value in
        value.integer.flatMap { (60...31_536_000).contains($0) ? Int($0) : nil }
      }),
    .limit(
      "limits.bookings.seriesBookingsMax", 2...1000, "bookings",
      \.bookingLimits.seriesBookingsMax, "of one series"),
    .limit(
      "limits.bookings.seriesDaysMax", 1...3660, "days", \.bookingLimits.seriesDaysMax,
      "from the first booking of a series to its last"),
    .limit(
      "limits.bookings.alternativesMax", 1...20, "choices", \.bookingLimits.alternativesMax,
      "offered when a room cannot be had"),
    .limit(
      "limits.bookings.searchDaysMax", 1...366, "days", \.bookingLimits.searchDaysMax,
      "in which a free place is looked for"),
    .limit(
      "limits.bookings.holdSeconds", 10...86_400, "s", \.bookingLimits.holdSeconds,
      "that a span which became free is held for who waits for it"),
    .limit(
      "limits.bookings.waitsPerPersonMax", 1...1000, "waits", \.bookingLimits.waitsPerPersonMax,
      "of one person at once"),
    .limit(
      "limits.bookings.waitDaysMax", 1...60, "days", \.bookingLimits.waitDaysMax,
      "over which one wait may reach"),
  ]

  /// The limits of what the agent keeps in memory.
  static let agentLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.agent.conversationsMax", 1...10_000_000, "conversations",
      \.agentLimits.conversationsMax,
      "that are remembered; of whoever has most the oldest give way"),
    .limit(
      "limits.agent.conversationsPerConnectionMax", 1...10_000_000, "conversations",
      \.agentLimits.conversationsPerConnectionMax,
      "of them that were last spoken in on one connection"),
    .limit(
      "limits.agent.restsOctetsMax", 0...17_179_869_184, "octets", \.agentLimits.restsOctetsMax,
      "of what is left of long answers to programs"),
    .limit(
      "limits.agent.restsOctetsPerConnectionMax", 0...17_179_869_184, "octets",
      \.agentLimits.restsOctetsPerConnectionMax,
      "of what is left of long answers to the programs on one connection"),
    .limit(
      "limits.agent.recentAnswersOctetsMax", 0...17_179_869_184, "octets",
      \.agentLimits.recentAnswersOctetsMax,
      "of answers to questions kept for repeated messages; of who has most the oldest give way"),
    .limit(
      "limits.agent.recentAnswersOctetsPerConnectionMax", 0...17_179_869_184, "octets",
      \.agentLimits.recentAnswersOctetsPerConnectionMax,
      "of them for one connection"),
    .limit(
      "limits.agent.answersOctetsMax", 65_536...17_179_869_184, "octets",
      \.agentLimits.answersOctetsMax,
      "of answers to changes kept for repeated messages, then messages with a name are refused"),
    .limit(
      "limits.agent.answersOctetsPerConnectionMax", 4096...17_179_869_184, "octets",
      \.agentLimits.answersOctetsPerConnectionMax,
      "of them for one connection, then its messages are"),
    .limit(
      "limits.agent.answersOctetsPerUserMax", 4096...17_179_869_184, "octets",
      \.agentLimits.answersOctetsPerUserMax,
      "of them for one user, then theirs are"),
    .limit(
      "limits.agent.queuedRequestsMax", 1...1_000_000, "requests", \.agentLimits.queuedRequestsMax,
      "of one connection that wait for one before them"),
    .limit(
      "limits.agent.answerSecondsMax", 60...2_592_000, "s", \.agentLimits.answerSecondsMax,
      "that the answer to a change is kept for repeated messages"),
    .limit(
      "limits.agent.heldNewsMax", 0...100_000, "news", \.agentLimits.heldNewsMax,
      "kept for somebody until they are heard"),
    .limit(
      "limits.agent.heldNewsUsersMax", 1...10_000_000, "people", \.agentLimits.heldNewsUsersMax,
      "for whom news are kept"),
    .limit(
      "limits.agent.lateNewsSeconds", 60...2_592_000, "s", \.agentLimits.lateNewsSeconds,
      "that news are kept which were made when the booking had ended"),
    .limit(
      "limits.agent.looksAtTokensSeconds", 1...3600, "s", \.agentLimits.looksAtTokensSeconds,
      "after which a token that was taken back ends its connections"),
    .limit(
      "limits.agent.newsReadersMax", 1...1000, "programs", \.agentLimits.newsReadersMax,
      "on one token, each of which acknowledges its news itself"),
    .limit(
      "limits.agent.newsReaderSeconds", 60...31_536_000, "s", \.agentLimits.newsReaderSeconds,
      "that news are kept for such a program while it is away"),
    .limit(
      "limits.agent.watchersMax", 0...10_000, "sessions", \.agentLimits.watchersMax,
      "that watch a board at once"),
    .limit(
      "limits.agent.boardMilliseconds", 50...60_000, "ms", \.agentLimits.boardMilliseconds,
      "that a board stands at least"),
    .limit(
      "limits.agent.newsPortionMax", 1...10_000, "news", \.agentLimits.newsPortionMax,
      "that a program missed and is sent at once"),
    .limit(
      "limits.agent.countedUsersMax", 1...10_000_000, "users", \.agentLimits.countedUsersMax,
      "whose turns are counted where they are limited"),
    .limit(
      "limits.agent.storeRestSeconds", 1...3600, "s", \.agentLimits.storeRestSeconds,
      "that nothing is begun unasked after the store has failed"),
    .limit(
      "limits.agent.openingsDaysMax", 1...100_000, "days", \.agentLimits.openingsDaysMax,
      "of which it is kept what the gateway says of its rooms"),
    .limit(
      "limits.agent.openingsFreshSeconds", 1...86_400, "s", \.agentLimits.openingsFreshSeconds,
      "that what the gateway says of its rooms counts as fresh"),
    .limit(
      "limits.agent.rideAnswerSecondsMax", 1...60, "s", \.agentLimits.rideAnswerSecondsMax,
      "how long a line about a trip waits for the mobility service"),
    .limit(
      "limits.agent.rideNewsSecondsMax", 60...2_592_000, "s", \.agentLimits.rideNewsSecondsMax,
      "that news of a ride are kept for whoever has not heard them"),
    .limit(
      "limits.agent.accountNewsSecondsMax", 60...2_592_000, "s",
      \.agentLimits.accountNewsSecondsMax,
      "that news of an account are kept for whoever has not heard them"),
    .limit(
      "limits.agent.openingsRoundsMax", 1...100, "times", \.agentLimits.openingsRoundsMax,
      "that one line may ask for another day of the gateway"),
    .limit(
      "limits.agent.codeColumnsMin", 30...1_000, "columns", \.agentLimits.codeColumnsMin,
      "that a terminal has at least at which a code to scan is shown"),
    .limit(
      "limits.agent.setBackSecondsMin", 1...3600, "s", \.agentLimits.setBackSecondsMin,
      "from which on a clock that was set back counts as such"),
    .limit(
      "limits.agent.looksAtClockSeconds", 1...86_400, "s", \.agentLimits.looksAtClockSeconds,
      "slept at most while something is waited for, before the clock is looked at"),
    .limit(
      "limits.agent.forgetsEverySeconds", 60...86_400, "s", \.agentLimits.forgetsEverySeconds,
      "between two times that what is over is forgotten"),
    .limit(
      "limits.agent.portionsMax", 1...1_000_000, "portions", \.agentLimits.portionsMax,
      "of calls that are due, planned at one event"),
  ]

  /// The limits of the store.
  static let storeLimits: [FileMember<Configuration>] = [
    .limit(
      "limits.store.busyMilliseconds", 0...60_000, "ms", \.storeLimits.busyMilliseconds,
      "to wait for somebody else who writes to the store"),
    .limit(
      "limits.store.databaseOctetsMax", 1_048_576...17_592_186_044_416, "octets",
      \.storeLimits.databaseOctetsMax,
      "the database may have"),
    .limit(
      "limits.store.valueOctetsMax", 65_536...1_000_000_000, "octets", \.storeLimits.valueOctetsMax,
      "one value in it may have"),
    .limit(
      "limits.store.textOctetsMax", 1024...100_000_000, "octets", \.storeLimits.textOctetsMax,
      "a name, title or description in it may have"),
    .limit(
      "limits.store.openingCheckOctetsMax", 0...17_592_186_044_416, "octets",
      \.storeLimits.openingCheckOctetsMax,
      "up to which it is looked through at the start"),
    .limit(
      "limits.store.cacheKibibytes", 64...16_777_216, "KiB", \.storeLimits.cacheKibibytes,
      "of the database kept in memory"),
    .limit(
      "limits.store.checkpointPages", 1...1_000_000, "pages", \.storeLimits.checkpointPages,
      "of 4 KiB that wait beside the database"),
    .limit(
      "limits.store.slotsPerBookingMax", 96...1_000_000, "steps", \.storeLimits.slotsPerBookingMax,
      "of the grid one booking may hold"),
    .limit(
      "limits.store.forgottenAnswersMax", 1...100_000, "answers", \.storeLimits.forgottenAnswersMax,
      "that one commit forgets"),
    .limit(
      "limits.store.knownTextsMax", 0...10_000_000, "texts", \.storeLimits.knownTextsMax,
      "known by heart, of each kind"),
    .limit(
      "limits.store.discrepanciesMax", 1...1_000_000, "lines", \.storeLimits.discrepanciesMax,
      "that `usher store check` prints"),
    .limit(
      "limits.store.setAsideNamesMax", 1...10_000, "stores", \.storeLimits.setAsideNamesMax,
      "set aside within one minute that have a name of their own"),
  ]
}
