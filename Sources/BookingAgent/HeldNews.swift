// News for people who are not there, until they come.

import LineProtocol

/// News that nobody has heard yet, by whom they are for.
struct HeldNews: Sendable {
  private struct Pile: Sendable {
    var notices: [Notice]
    /// Counts up: whose pile was begun earlier.
    let begun: Int
  }

  private var piles: [String: Pile] = [:]
  private var count = 0

  /// Keeps news; the oldest give way.
  mutating func hold(_ notice: Notice, for user: String, _ limits: AgentLimits) {
    if piles[user] == nil, piles.count >= limits.heldNewsUsersMax {
      guard let oldest = piles.min(by: { $0.value.begun < $1.value.begun }) else { return }
      piles[oldest.key] = nil
    }
    count += 1
    piles[user, default: Pile(notices: [], begun: count)].notices.append(notice)
    let over = (piles[user]?.notices.count ?? 0) - limits.heldNewsMax
    if over > 0 { piles[user]?.notices.removeFirst(over) }
  }

  /// Hands out the news of somebody, oldest first.
  mutating func take(for user: String) -> [Notice] {
    piles.removeValue(forKey: user)?.notices ?? []
  }

  /// Hands out all news, those of each person oldest first.
  mutating func takeAll() -> [Notice] {
    defer { piles = [:] }
    return piles.sorted { $0.value.begun < $1.value.begun }.flatMap(\.value.notices)
  }
}
