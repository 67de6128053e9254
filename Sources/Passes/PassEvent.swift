// What has happened to passes. The outbox is the fold of these; what chance decided stands in them.

public import CivilTime

/// A line of the journal about passes.
public enum PassEvent: Hashable, Sendable {
  /// Passes became owed: all of one booking, one version of it and so one content.
  case queued([Pass])
  /// The wait of these is over before its time: the conversation has ended, or somebody asked.
  case hastened([PassEdition], at: Instant)
  /// A call is about to be made. Its passes' attempts count from here on, unless it only asks.
  case attempted(CallID, GatewayCall.Purpose, [PassEdition], at: Instant)
  /// A call has ended; what that says of the gateway.
  case answered(CallID, GatewayVerdict, at: Instant)
  /// The gateway took these.
  case accepted([PassEdition], at: Instant)
  /// The call ended before it came to these: their attempt is taken back and they may go at once,
  /// from now on each in a call of its own if so said.
  case returned([PassEdition], alone: Bool, because: PassTrouble?, at: Instant)
  /// The pass for which a whole call was refused is found; these may share calls again.
  case regrouped([PassEdition], at: Instant)
  /// An attempt failed; the next comes then, and there will be so many in all.
  case parked(PassEdition, until: Instant, attemptsMax: Int, PassTrouble, at: Instant)
  /// Nobody knows whether these were sent; they are asked about or sent again then.
  case outcomeUnknown([PassEdition], until: Instant, PassTrouble, at: Instant)
  /// Given up.
  case failed([PassEdition], PassFailure, at: Instant)
  /// Too late to be sent.
  case expired([PassEdition], at: Instant)
  /// No longer owed, and not on their way.
  case superseded([PassEdition], at: Instant)
  /// No longer owed, but on their way or arrived.
  case withdrawn([PassEdition], at: Instant)
  /// Owed again after all, just as they are.
  case reinstated([PassEdition], at: Instant)
  /// The gateway is left alone until then.
  case gatewayRested(until: Instant, PassTrouble, at: Instant)
  /// The gateway is not called any more until somebody resumes it: the fault is ours.
  case gatewayStopped(PassTrouble, at: Instant)
  /// The operator, or a new start, lets calls go out again, as if nothing had been seen of the
  /// gateway.
  case gatewayResumed(at: Instant)
  /// The gateway counts passes from another number than configured, as an index shows.
  case indexBaseDoubted(index: Int, count: Int, configured: Int, at: Instant)
  /// The booker was told of these as they are now.
  case told([PassEdition], at: Instant)
  /// The clock of the house shows so much less than before: what these wait for is reckoned anew,
  /// and none of them is sent after the deadline. Without any it is the gateway's rest that is.
  case clockSetBack([PassEdition], by: Duration, deadline: Instant, at: Instant)
}

/// What the end of a call says of the gateway, apart from the passes.
public struct GatewayVerdict: Hashable, Sendable {
  /// How the gateway came out of it.
  public enum Condition: String, Hashable, Sendable {
    /// It did its work, even if a pass failed by its own fault.
    case works
    /// It failed as a whole.
    case fails
    /// Nothing is learnt: the fault was ours.
    case untested
  }

  /// A pass that failed with a code nobody has listed.
  public struct UnlistedHalt: Hashable, Sendable {
    /// The code.
    public let code: Int
    /// The pass.
    public let pass: PassID

    /// That code for that pass.
    public init(code: Int, pass: PassID) {
      self.code = code
      self.pass = pass
    }
  }

  /// How the gateway came out of it.
  public let condition: Condition
  /// How many passes it took before the call ended.
  public let accepted: Int
  /// The pass at which it halted, if with a code nobody has listed.
  public let unlisted: UnlistedHalt?

  /// A verdict, all of it.
  public init(condition: Condition, accepted: Int, unlisted: UnlistedHalt? = nil) {
    self.condition = condition
    self.accepted = accepted
    self.unlisted = unlisted
  }
}

/// What whoever runs the house has to know.
public enum OperatorNews: Hashable, Sendable {
  /// No pass is sent until the cause is mended and the gateway resumed.
  case gatewayStopped(PassTrouble)
  /// `indexBase` is probably wrong: the answer said this index for a list of so many passes.
  case indexBaseDoubted(index: Int, count: Int, configured: Int)
}

extension PassEvent {
  /// What the operator has to know of it; nil for most.
  public var operatorNews: OperatorNews? {
    switch self {
    case .gatewayStopped(let trouble, _): .gatewayStopped(trouble)
    case .indexBaseDoubted(let index, let count, let configured, _):
      .indexBaseDoubted(index: index, count: count, configured: configured)
    case .queued, .hastened, .attempted, .answered, .accepted, .returned, .regrouped, .parked,
      .outcomeUnknown, .failed, .expired, .superseded, .withdrawn, .reinstated, .gatewayRested,
      .gatewayResumed, .told, .clockSetBack:
      nil
    }
  }
}
