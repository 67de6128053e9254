// Who waits for the moment of the kill.

/// Tells when it is time, from the answers that have come and from the clock.
struct Watchman {
  enum Order { case wait, askToStop, kill }

  private let moment: KillMoment
  private let began = ContinuousClock.now
  /// When so many answers had come as the moment waits for.
  private var reached: ContinuousClock.Instant?
  private var hasAsked = false

  init(_ moment: KillMoment) { self.moment = moment }

  var elapsed: Duration { ContinuousClock.now - began }

  mutating func order(answers: Int, isAllAnswered: Bool) -> Order {
    switch moment {
    case .starting: return .kill
    case .speaking(let microseconds):
      return elapsed >= .microseconds(microseconds) ? .kill : .wait
    case .answering(let count, let microseconds):
      return hasPassed(microseconds, since: answers >= count || isAllAnswered) ? .kill : .wait
    case .stopping(let count, let microseconds):
      let isTime = hasPassed(microseconds, since: answers >= count || isAllAnswered)
      if reached != nil, !hasAsked {
        hasAsked = true
        return .askToStop
      }
      return isTime ? .kill : .wait
    case .sending(let milliseconds):
      return hasPassed(milliseconds * 1000, since: isAllAnswered) ? .kill : .wait
    }
  }

  private mutating func hasPassed(_ microseconds: Int, since isReached: Bool) -> Bool {
    if isReached, reached == nil { reached = .now }
    guard let reached else { return false }
    return ContinuousClock.now - reached >= .microseconds(microseconds)
  }
}
