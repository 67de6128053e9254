// The only bridge between civil time and instants. Says gap and fold instead of guessing.

/// What the clocks of one zone do: offsets from UTC and the instants at which they change. A value
/// that the shell builds from the platform's time zone data.
public struct ZoneRules: Hashable, Sendable {
  /// An instant at which the offset changes, and the new offset in seconds east of UTC.
  public struct Transition: Hashable, Sendable {
    /// When the new offset begins.
    public let at: Instant
    /// Seconds east of UTC from then on.
    public let offsetSeconds: Int

    /// A change of the offset at an instant.
    public init(at: Instant, offsetSeconds: Int) {
      self.at = at
      self.offsetSeconds = offsetSeconds
    }
  }

  /// What a civil moment is on the time line.
  public enum Resolution: Hashable, Sendable {
    /// The clocks show it once.
    case once(Instant)
    /// The clocks jump over it; `next` is the instant of the jump.
    case gap(next: Instant)
    /// The clocks show it twice, an hour apart as a rule.
    case fold(Instant, Instant)

    /// The instant, if there is just one.
    public var instant: Instant? {
      if case .once(let instant) = self { return instant }
      return nil
    }
  }

  /// The zone's name in the tz database, as `Europe/Berlin`.
  public let name: String
  private let firstOffsetSeconds: Int
  private let transitions: [Transition]

  /// The rules of a zone: the offset before the first transition, and the transitions, which are
  /// put in order of time.
  public init(name: String, firstOffsetSeconds: Int, transitions: [Transition]) {
    self.name = name
    self.firstOffsetSeconds = firstOffsetSeconds
    self.transitions = transitions.sorted { $0.at < $1.at }
  }

  /// A zone whose clocks never change.
  public static let utc = ZoneRules(name: "UTC", firstOffsetSeconds: 0, transitions: [])

  /// Seconds east of UTC that are in force at an instant.
  public func offsetSeconds(at instant: Instant) -> Int {
    let index = countOfTransitions(until: instant)
    return index == 0 ? firstOffsetSeconds : transitions[index - 1].offsetSeconds
  }

  /// What the clocks show at an instant; seconds are cut off.
  public func civil(at instant: Instant) -> CivilMoment {
    let local = instant.seconds + Int64(offsetSeconds(at: instant))
    return CivilMoment(minuteNumber: Int(local.flooredQuotient(by: 60)))
  }

  /// The instant or instants at which the clocks show a civil moment, or that there is none.
  public func resolve(_ moment: CivilMoment) -> Resolution {
    let local = Int64(moment.minuteNumber) * 60
    // Offsets differ from UTC by less than a day, so only transitions this near can matter.
    let from = countOfTransitions(until: Instant(seconds: local - 86_400))
    let to = countOfTransitions(until: Instant(seconds: local + 86_400))
    var found: [Instant] = []
    for index in from...to {
      let offset = index == 0 ? firstOffsetSeconds : transitions[index - 1].offsetSeconds
      let instant = Instant(seconds: local - Int64(offset))
      let begins = index == 0 || transitions[index - 1].at <= instant
      let ends = index < transitions.count && transitions[index].at <= instant
      if begins && !ends { found.append(instant) }
    }
    switch found.count {
    case 0: return .gap(next: jump(over: local, in: from...to))
    case 1: return .once(found[0])
    default: return .fold(found[0], found[1])
    }
  }

  /// The instant of a moment; in a gap the instant of the jump, in a fold the earlier one. For
  /// bounds and displays, never for what is booked.
  public func instant(nearest moment: CivilMoment) -> Instant {
    switch resolve(moment) {
    case .once(let instant), .gap(next: let instant), .fold(let instant, _): instant
    }
  }

  private func jump(over local: Int64, in indices: ClosedRange<Int>) -> Instant {
    for index in indices where index > 0 {
      let transition = transitions[index - 1]
      let before = index == 1 ? firstOffsetSeconds : transitions[index - 2].offsetSeconds
      let clockBefore = transition.at.seconds + Int64(before)
      let clockAfter = transition.at.seconds + Int64(transition.offsetSeconds)
      if clockBefore <= local && local < clockAfter { return transition.at }
    }
    preconditionFailure("a moment without an instant lies in the jump of a transition")
  }

  /// How many transitions have happened at an instant, by bisection.
  private func countOfTransitions(until instant: Instant) -> Int {
    var low = 0, high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
