// What the outcome of a call means for its passes and for the gateway.

internal import Bookings
public import CivilTime

extension Outbox {
  /// What the outcome of a call means. An outcome of a call that is not on its way means nothing.
  public func decideOutcome(
    _ outcome: GatewayOutcome, of call: CallID, at now: Instant, using chance: inout SeededRandom
  ) -> [PassEvent] {
    guard let ended = calls[call] else { return [] }
    let passes = ended.editions.compactMap { pass($0) }
    var judging = Judging(outbox: self, call: call, passes: passes, now: now, chance: chance)
    switch ended.purpose {
    case .send: judging.judge(outcome)
    case .ask: judging.judgeAnswer(outcome)
    }
    chance = judging.chance
    return judging.events
  }

  /// What a new start means, before anything else is decided: calls without an answer have an
  /// unknown outcome, and the gateway is looked at afresh.
  public func decideRestart(at now: Instant, using chance: inout SeededRandom) -> [PassEvent] {
    var events: [PassEvent] = []
    for call in callsInFlight {
      let passes = (calls[call]?.editions ?? []).compactMap { pass($0) }
      var judging = Judging(outbox: self, call: call, passes: passes, now: now, chance: chance)
      switch calls[call]?.purpose {
      case .ask?: judging.stayUnknown(verdict: .untested)
      case .send?, nil: judging.unknown(passes, .interrupted, verdict: .untested)
      }
      chance = judging.chance
      events += judging.events
    }
    if !events.isEmpty || health != GatewayHealth(limits: limits) {
      events.append(.gatewayResumed(at: now))
    }
    return events
  }
}

extension Judging {
  /// The outcome of sending.
  mutating func judge(_ outcome: GatewayOutcome) {
    switch outcome {
    case .success:
      accept(passes)
      end(.works, accepted: passes.count)
    case .halted(let code, let index, let text) where code > Self.highestRefusalCode:
      halted(code, index: index, text)
    case .refused(let code, let text) where code > Self.highestRefusalCode:
      halted(code, index: nil, text)
    case .halted(let code, _, let text), .refused(let code, let text):
      refused(outbox.codes.codes[code] ?? .unknown, .code(code, text: cut(text)))
    case .http(let status, let retryAfter):
      refused(
        outbox.codes.statuses[status] ?? .unknown, .status(status), retryAfterSeconds: retryAfter)
    case .timedOut: unknown(passes, .timedOut, verdict: .fails)
    case .connectionFailed(beforeSending: true): refused(.down, .connectionFailed)
    case .connectionFailed(beforeSending: false):
      unknown(passes, .connectionFailed, verdict: .fails)
    case .nonsense(let reason): unknown(passes, .nonsense(cut(reason)), verdict: .fails)
    case .told: unknown(passes, .nonsense(""), verdict: .fails)
    }
  }

  /// The outcome of asking which passes were sent before.
  mutating func judgeAnswer(_ outcome: GatewayOutcome) {
    guard case .told(let sent) = outcome, sent.count == passes.count else {
      return stayUnknown(verdict: .fails)
    }
    let arrived = zip(passes, sent).filter(\.1).map(\.0)
    accept(arrived)
    giveBack(zip(passes, sent).filter { !$0.1 }.map(\.0), alone: true, because: nil)
    end(.works, accepted: arrived.count)
  }

  /// Nobody knows whether these were sent. They go on alone, so that the next lost answer can
  /// double one pass at most.
  mutating func unknown(
    _ passes: [Pass], _ trouble: PassTrouble, verdict: GatewayVerdict.Condition,
    retryAfterSeconds: Int? = nil
  ) {
    markUnknown(passes, trouble, retryAfterSeconds: retryAfterSeconds)
    end(verdict, accepted: 0)
  }

  /// The codes up to this one refuse a call as a whole; those above tell of one pass (A20).
  static let highestRefusalCode = 4000

  /// Indexes that are told and kept as they were read. Beyond them a gateway lies without need, and
  /// JSON's readers do not agree about a number (RFC 8259, section 6).
  static let tellableIndexes = -(1 << 53)...(1 << 53)

  private mutating func halted(_ code: Int, index: Int?, _ text: String) {
    let base = outbox.codes.indexBase
    // The one number that is an index under the other way of counting only.
    if let index, index == (base == 0 ? passes.count : 0) {
      events.append(
        .indexBaseDoubted(index: index, count: passes.count, configured: base, at: now))
    }
    guard let place = place(of: index) else {
      let tellable = index.flatMap { Self.tellableIndexes.contains($0) ? $0 : nil }
      return unknown(passes, .unclearIndex(code: code, index: tellable), verdict: .works)
    }
    let trouble = PassTrouble.code(code, text: cut(text))
    let halted = passes[place]
    let after = Array(passes[(place + 1)...])
    accept(Array(passes[..<place]))
    guard let known = outbox.codes.codes[code] else {
      let halt = GatewayVerdict.UnlistedHalt(code: code, pass: halted.id)
      guard place == 0, outbox.health.repeats(halt) else {
        park(halted, trouble, attemptsMax: min(halted.attemptsMax, limits.unlistedAttemptsMax))
        giveBack(after, alone: false, because: nil)
        return end(.works, accepted: place, unlisted: halt)
      }
      haltedByGateway(halted, trouble, after: after)
      return end(.fails, accepted: place, unlisted: halt)
    }
    switch known {
    case .permanent:
      fail(halted, .refused(trouble))
      giveBack(after, alone: false, because: nil)
      end(.works, accepted: place)
    case .passing:
      park(halted, trouble, attemptsMax: halted.attemptsMax)
      giveBack(after, alone: false, because: nil)
      end(.works, accepted: place)
    case .throttled, .down:
      haltedByGateway(halted, trouble, after: after)
      end(.fails, accepted: place)
    case .ours:
      stop(because: trouble, passes: [halted] + after)
      end(.untested, accepted: place)
    case .unknown:
      markUnknown([halted], trouble, retryAfterSeconds: nil)
      giveBack(after, alone: false, because: nil)
      end(.works, accepted: place)
    }
  }

  /// The pass that an index means. A single pass is meant whatever the index says: it was tried,
  /// and a code above 4000 says that a pass could not be sent.
  private func place(of index: Int?) -> Int? {
    if passes.count == 1 { return 0 }
    guard let index else { return nil }
    let (place, overflows) = index.subtractingReportingOverflow(outbox.codes.indexBase)
    return !overflows && passes.indices.contains(place) ? place : nil
  }

  /// The call was refused as a whole: nothing was sent, unless nobody knows.
  private mutating func refused(
    _ known: CodeClass, _ trouble: PassTrouble, retryAfterSeconds: Int? = nil
  ) {
    switch known {
    case .permanent where passes.count == 1:
      fail(passes[0], .refused(trouble))
      regroup(after: trouble)
      end(.works, accepted: 0)
    case .passing where passes.count == 1:
      park(passes[0], trouble, attemptsMax: passes[0].attemptsMax)
      regroup(after: trouble)
      end(.works, accepted: 0)
    case .permanent, .passing:
      giveBack(passes, alone: true, because: trouble)
      end(.works, accepted: 0)
    case .throttled, .down:
      rest(because: trouble, retryAfterSeconds: retryAfterSeconds)
      giveBack(passes, alone: false, because: trouble)
      end(.fails, accepted: 0)
    case .ours:
      stop(because: trouble, passes: passes)
      end(.untested, accepted: 0)
    case .unknown:
      unknown(passes, trouble, verdict: .fails, retryAfterSeconds: retryAfterSeconds)
    }
  }

  /// The pass was tried, so its attempt counts; those after it were not.
  private mutating func haltedByGateway(
    _ halted: Pass, _ trouble: PassTrouble, after: [Pass]
  ) {
    let until = rest(because: trouble, retryAfterSeconds: nil)
    park(halted, trouble, attemptsMax: halted.attemptsMax, until: until)
    giveBack(after, alone: false, because: trouble)
  }
}
