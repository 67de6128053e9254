// What a new start begins with where nothing but rows was kept, as in a vault; and which rows can
// be begun with.

extension KeptAccounts {
  /// What rows hold.
  /// - Parameters:
  ///   - accounts: The accounts that are linked.
  ///   - attempts: The links that go on. They count among those that were begun within an hour.
  ///   - partings: Who is still to be told.
  ///   - closedAttempts: The numbers of links that cannot be read: no other link gets one of them.
  ///   - closedPartings: The same of partings.
  public init(
    accounts: [LinkedAccount], attempts: [KeptAttempt], partings: [Parting],
    closedAttempts: [AttemptID] = [], closedPartings: [PartingID] = []
  ) {
    for account in accounts {
      self.accounts[account.key] = account
      nextEdition = max(nextEdition, account.edition + 1)
    }
    for attempt in attempts {
      self.attempts[attempt.id] = attempt
      begun[attempt.key.owner, default: []].append(attempt.opened)
      nextEdition = max(nextEdition, (attempt.edition ?? 0) + 1)
    }
    for parting in partings { self.partings[parting.id] = parting }
    nextAttempt = AttemptID((attempts.map(\.id) + closedAttempts).map(\.number).next)
    nextParting = PartingID((partings.map(\.id) + closedPartings).map(\.number).next)
  }
}

extension KeptAttempt {
  /// Whether no number in it is so high that none could follow.
  public var isSound: Bool {
    let isPollSound =
      switch step {
      case .device(_, let poll, _): poll.isSound
      case .browser, .approval: true
      }
    return isPollSound && [id.number, edition ?? 0].areCounts
  }
}

extension Parting {
  /// Whether somebody is still to be told, and no number in it is so high that none could follow.
  public var isSound: Bool {
    let tries = Party.allCases.map { party in
      switch self[party] {
      case .asked(let tries), .waiting(_, let tries): tries
      case .ended: 0
      }
    }
    return !isOver && ([id.number] + tries).areCounts
  }
}

extension [Int] {
  private static var counts: ClosedRange<Int> { 0...1 << 53 }

  /// Whether all count something, and there is room behind them.
  var areCounts: Bool { allSatisfy(Self.counts.contains) }

  /// The number behind all of them. A row that was altered may tell any: what counts nothing does
  /// not count.
  fileprivate var next: Int { (filter(Self.counts.contains).max() ?? 0) + 1 }
}
