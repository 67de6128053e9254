// How far a pass has come, and the words of the gateway or the line that brought it there.

public import CivilTime

/// How far an edition of a pass has come. The first four are open, the last four are ends.
public enum PassState: Hashable, Sendable {
  /// Waits for its first attempt, or for the next after one that did not reach it.
  case queued(notBefore: Instant)
  /// On its way in a call that has no answer yet.
  case attempting(CallID)
  /// An attempt failed; the next comes then.
  case parked(until: Instant)
  /// An attempt may have succeeded or not; asked or sent again then.
  case unknown(until: Instant)
  /// The gateway took it. Not the same as delivered.
  case accepted(at: Instant)
  /// Given up.
  case failed(PassFailure)
  /// The booking began, or a day went by, before it could be sent.
  case expired
  /// A newer version of the booking took its place, or the booking was cancelled.
  case superseded

  /// Whether something is still to happen.
  public var isOpen: Bool {
    switch self {
    case .queued, .attempting, .parked, .unknown: true
    case .accepted, .failed, .expired, .superseded: false
    }
  }

  /// When it may be sent or asked about next; nil on its way and at an end.
  public var due: Instant? {
    switch self {
    case .queued(let instant), .parked(let instant), .unknown(let instant): instant
    case .attempting, .accepted, .failed, .expired, .superseded: nil
    }
  }
}

/// Why a pass was given up.
public enum PassFailure: Hashable, Sendable {
  /// The gateway's answer is final for this recipient. Mending the address or number helps.
  case refused(PassTrouble)
  /// The last allowed attempt failed too; why that one did.
  case attemptsUsedUp(PassTrouble)
  /// The booker said not to try any further.
  case skipped
}

/// Why an attempt did not end well.
public enum PassTrouble: Hashable, Sendable {
  /// The gateway's four-digit code and its text, shortened to the limit.
  case code(Int, text: String)
  /// An HTTP status other than 200.
  case status(Int)
  /// No answer in time.
  case timedOut
  /// The connection could not be made, or broke.
  case connectionFailed
  /// The answer could not be understood; what was seen, shortened to the limit.
  case nonsense(String)
  /// The gateway said that a pass failed, but not usably which: its code and the index as read.
  case unclearIndex(code: Int, index: Int?)
  /// We stopped before the answer came.
  case interrupted
}
