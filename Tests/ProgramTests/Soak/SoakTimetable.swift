// When what happens to the clients of a soak happens next.

/// What comes again and again.
enum SoakHappening: CaseIterable {
  case kill, readFilesAgain, changeTokens, trouble, breakOff, nuisance, talkAcross

  /// Milliseconds between two, at least and at most.
  fileprivate var pauses: ClosedRange<Int> {
    switch self {
    case .kill: 5_000...12_000
    case .readFilesAgain: 4_000...9_000
    case .changeTokens: 3_000...7_000
    case .trouble: 1_000...3_000
    case .breakOff: 800...2_500
    case .nuisance: 300...900
    case .talkAcross: 1_500...4_000
    }
  }
}

/// When each comes next.
struct SoakTimetable {
  private var next: [SoakHappening: ContinuousClock.Instant] = [:]

  init(from now: ContinuousClock.Instant, _ draws: inout Draws) {
    for one in SoakHappening.allCases { put(one, behind: now, &draws) }
  }

  /// What it is time for; each comes again after a while.
  mutating func due(at now: ContinuousClock.Instant, _ draws: inout Draws) -> [SoakHappening] {
    let due = SoakHappening.allCases.filter { next[$0].map { $0 <= now } ?? true }
    for one in due { put(one, behind: now, &draws) }
    return due
  }

  private mutating func put(
    _ one: SoakHappening, behind now: ContinuousClock.Instant, _ draws: inout Draws
  ) {
    next[one] = now + .milliseconds(draws.number(one.pauses))
  }
}
