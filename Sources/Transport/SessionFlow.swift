// What a session may do now: whether it is read, when it is closed and why. Pure: octets, requests,
// answers and milliseconds are handed in, and it holds no socket.

package import LineProtocol

/// What the peer is told when the shell itself ends a session.
package enum LastWords: Hashable {
  /// A notice 421.
  case farewell(Farewell)
  /// The settled reply to what cannot be framed.
  case fault(ConnectionFault)
}

/// The flow of one session, from its first octet to its last.
package struct SessionFlow {
  /// How patient to be, in milliseconds; nil for ever.
  package struct Patience: Hashable {
    var idle: UInt64?
    var ping: UInt64?
    var line: UInt64?
    var stall: UInt64?
    var errorPause: UInt64?
    var closing: UInt64

    package init(
      idle: UInt64? = nil, ping: UInt64? = nil, line: UInt64? = nil, stall: UInt64? = nil,
      errorPause: UInt64? = nil, closing: UInt64
    ) {
      self.idle = idle
      self.ping = ping
      self.line = line
      self.stall = stall
      self.errorPause = errorPause
      self.closing = closing
    }
  }

  /// Requests are taken; all was said and waits to be read by the peer; only the peer's last octets
  /// are read, so that a plain close does not reset what it has not read yet; over.
  package enum Stage: Hashable {
    case open
    case flushing
    case lingering
    case closed
  }

  /// What a look at the deadlines found.
  package enum Finding: Hashable {
    case nothing
    case mayReadAgain
    /// Nothing was heard for so long that the peer should be asked whether it is there.
    case silent
    case farewell(Farewell)
    case overdue
  }

  package var patience: Patience
  package private(set) var stage = Stage.open
  package private(set) var unanswered = 0
  package private(set) var isInputEnded = false
  /// Said once all that was asked before is answered.
  package private(set) var lastWords: LastWords?
  private let limits: ProtocolLimits
  /// Octets that wait to be read by the peer.
  package private(set) var waitingOctets = 0
  private var sentOctets: UInt64 = 0
  private var errorsInARow = 0
  private var pausedUntil: UInt64?
  private var lastHeard: UInt64
  /// Whether the silence was noticed since something was last heard.
  private var hasNoticedSilence = false
  private var lastProgress: UInt64
  private var lineBegan: UInt64?
  private var closeBy: UInt64?
  private var discardedOctets = 0

  package init(limits: ProtocolLimits, patience: Patience, now: UInt64) {
    self.limits = limits
    self.patience = patience
    lastHeard = now
    lastProgress = now
  }

  /// Whether one more request may be handed to the agent.
  package var mayTakeRequest: Bool {
    stage == .open && lastWords == nil && pausedUntil == nil
      && unanswered < limits.unansweredRequestsMax
      && waitingOctets < limits.outputPausesReadingOctets
  }

  /// Whether the peer's octets are wanted, be it to be thrown away.
  package var wantsInput: Bool {
    if isInputEnded || discardedOctets >= limits.closingDiscardOctetsMax { return false }
    switch stage {
    case .open: return mayTakeRequest
    case .flushing, .lingering: return true
    case .closed: return false
    }
  }

  /// Whether answers still go out; after too many errors none does.
  package var takesAnswers: Bool { stage == .open && lastWords != .farewell(.errors) }

  /// Whether answers wait for the end of a pause after an error.
  package var isPaused: Bool { stage == .open && pausedUntil != nil }

  /// Whether nothing is owed to the peer any more.
  package var isAllAnswered: Bool { unanswered == 0 }
}

// MARK: - What the peer does

extension SessionFlow {
  /// A line came to its end; empty ones and octets alone are no sign of life.
  package mutating func heardLine(at now: UInt64) {
    hears(at: now)
    lineBegan = nil
  }

  private mutating func hears(at now: UInt64) {
    lastHeard = now
    hasNoticedSilence = false
  }

  /// So much of a line waits for its end.
  package mutating func keepsOctets(_ count: Int, at now: UInt64) {
    if count == 0 { lineBegan = nil } else if lineBegan == nil { lineBegan = now }
  }

  /// A request that will be answered was handed to the agent.
  package mutating func tookRequest() { unanswered += 1 }

  /// Octets came that nobody wants any more.
  package mutating func discarded(_ count: Int) { discardedOctets += count }

  /// The peer says no more.
  package mutating func endedInput() {
    isInputEnded = true
    lineBegan = nil
  }
}

// MARK: - What we do

extension SessionFlow {
  /// A request was answered. Errors are counted here, by the code of their answers, because only
  /// here they meet the clock that makes the pause: 50y is one, and a line that was too long.
  package mutating func answered(isErrorOfForm: Bool, at now: UInt64) {
    unanswered = max(0, unanswered - 1)
    hears(at: now)
    guard let pause = patience.errorPause else { return }
    errorsInARow = isErrorOfForm ? errorsInARow + 1 : 0
    if errorsInARow >= limits.errorsMax {
      lastWords = .farewell(.errors)
      unanswered = 0
    } else if errorsInARow >= limits.errorsBeforePause {
      pausedUntil = now + pause
    }
  }

  /// So many octets wait to be read by the peer, and so many have left since the beginning.
  package mutating func output(waiting: Int, sent: UInt64, at now: UInt64) {
    if waiting == 0 || sent != sentOctets { lastProgress = now }
    waitingOctets = waiting
    sentOctets = sent
  }

  /// More waits for the peer than may.
  package var isOutputTooLong: Bool { stage == .open && waitingOctets >= limits.outputOctetsMax }

  /// Nothing more is taken; once all is answered these words are said and it is closed.
  package mutating func condemn(_ words: LastWords) {
    if lastWords == nil { lastWords = words }
  }

  /// All was said; what waits may still leave. A peer that does not read is not waited for.
  package mutating func close(isPeerReading: Bool, at now: UInt64) {
    guard stage == .open else { return }
    stage = .flushing
    lastProgress = now
    if !isPeerReading { closeBy = now + patience.closing }
  }

  /// All has left and we say no more.
  package mutating func linger(at now: UInt64) {
    stage = .lingering
    closeBy = now + patience.closing
  }

  /// Nothing is to be waited for any more.
  package mutating func end() { stage = .closed }

  /// Whether all that was said has left.
  package var isFlushed: Bool { waitingOctets == 0 }

  /// Whether the peer's last octets need not be waited for.
  package var hasLingered: Bool {
    stage == .lingering
      && (isInputEnded || discardedOctets >= limits.closingDiscardOctetsMax)
  }
}

// MARK: - Time

extension SessionFlow {
  private var stallsAt: UInt64? {
    guard waitingOctets > 0 else { return nil }
    return patience.stall.map { lastProgress + $0 }
  }

  /// Whether it is the peer's turn to say something.
  private var isPeersTurn: Bool {
    stage == .open && isAllAnswered && waitingOctets == 0 && !isInputEnded
  }

  private var idlesAt: UInt64? { isPeersTurn ? patience.idle.map { lastHeard + $0 } : nil }

  private var silentAt: UInt64? {
    isPeersTurn && !hasNoticedSilence ? patience.ping.map { lastHeard + $0 } : nil
  }

  private var lineEndsBy: UInt64? {
    guard stage == .open, let lineBegan, mayTakeRequest else { return nil }
    return patience.line.map { lineBegan + $0 }
  }

  /// When to look again; nil for never.
  package var deadline: UInt64? {
    switch stage {
    case .open: [pausedUntil, stallsAt, idlesAt, silentAt, lineEndsBy].compactMap(\.self).min()
    case .flushing: [closeBy, stallsAt].compactMap(\.self).min()
    case .lingering: closeBy
    case .closed: nil
    }
  }

  /// Looks at what has run out. Asked again until it finds nothing.
  package mutating func look(at now: UInt64) -> Finding {
    func isPast(_ time: UInt64?) -> Bool { time.map { $0 <= now } ?? false }
    switch stage {
    case .closed: return .nothing
    case .lingering: return isPast(closeBy) ? .overdue : .nothing
    case .flushing: return isPast(closeBy) || isPast(stallsAt) ? .overdue : .nothing
    case .open:
      if isPast(stallsAt) { return .farewell(.output) }
      if isPast(idlesAt) || isPast(lineEndsBy) { return .farewell(.idle) }
      if isPast(pausedUntil) {
        pausedUntil = nil
        return .mayReadAgain
      }
      guard isPast(silentAt) else { return .nothing }
      hasNoticedSilence = true
      return .silent
    }
  }
}
