// The news that are still to be heard, by whom they are for and in the order in which they were
// made. What stands here is durable, but for the count of deliveries.

import Accounts
import Bookings
import CivilTime
import Passes
import Products

/// News that nobody has heard yet.
struct NewsBoard: Sendable {
  private struct Kept: Sendable {
    var news: News
    /// How often it was sent to programs.
    var attempts: Int
  }

  private var kept: [Int: Kept] = [:]
  /// The numbers of all that is kept, ascending, and of some that is gone.
  private var order: [Int] = []
  /// The numbers of what is kept for each person, ascending.
  private var piles: [String: [Int]] = [:]
  /// The highest number that was ever given.
  private(set) var last = 0

  /// News that were read back. What the process knows of their deliveries holds on.
  init(_ stored: [News] = [], last: Int = 0, before: NewsBoard? = nil) {
    for news in stored.sorted(by: { $0.seq < $1.seq }) {
      add(news, attempts: before?.kept[news.seq]?.attempts ?? (news.isSent ? 1 : 0))
    }
    self.last = max(self.last, last)
  }

  var isEmpty: Bool { kept.isEmpty }
  var count: Int { kept.count }

  /// The bookings that news are about.
  var bookings: Set<BookingReference> { Set(kept.values.compactMap(\.news.booking)) }

  /// The waits that news are about.
  var waits: Set<WaitReference> { Set(kept.values.compactMap(\.news.wait)) }

  func contains(_ seq: Int) -> Bool { kept[seq] != nil }

  /// Whether a piece is told only where nobody else reads along.
  func isPrivate(_ seq: Int) -> Bool { kept[seq]?.news.account != nil }

  func waits(for user: String) -> Bool { piles[user] != nil }

  /// The news for somebody, oldest first.
  func pieces(for user: String) -> [News] { (piles[user] ?? []).compactMap { kept[$0]?.news } }

  /// The next news for anybody behind a number, but for some; oldest first.
  func pieces(after seq: Int, without known: Set<Int>, max count: Int) -> [News] {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle] <= seq { low = middle + 1 } else { high = middle }
    }
    return Array(
      order[low...].lazy.compactMap { known.contains($0) ? nil : kept[$0]?.news }.prefix(count))
  }

  /// What a piece still has to say, as far as no later one for the same person speaks of it.
  func subject(of news: News) -> News.Subject {
    guard case .passes(let booking, let topics) = news.subject else { return news.subject }
    let later = (piles[news.user.text] ?? []).reversed().prefix(while: { $0 > news.seq })
      .compactMap { kept[$0]?.news.subject }
      .flatMap { subject -> [PassEdition] in
        guard case .passes(booking, let topics) = subject else { return [] }
        return topics.editions
      }
    return .passes(booking, topics.without(Set(later)))
  }

  /// Whether a later piece for the same person tells how the same purchase, or account, stands.
  func isOvertaken(_ news: News) -> Bool {
    guard let matter = news.matter else { return false }
    return (piles[news.user.text] ?? []).contains {
      $0 > news.seq && kept[$0]?.news.matter == matter
    }
  }

  // MARK: - Change

  /// Takes up a piece that was just made.
  mutating func take(_ news: News) {
    add(news, attempts: 0)
  }

  private mutating func add(_ news: News, attempts: Int) {
    last = max(last, news.seq)
    kept[news.seq] = Kept(news: news, attempts: attempts)
    order.append(news.seq)
    piles[news.user.text, default: []].append(news.seq)
  }

  /// Counts a delivery to programs; 1 for the first.
  mutating func countAttempt(at seq: Int) -> Int {
    guard kept[seq] != nil else { return 1 }
    kept[seq]?.news.isSent = true
    kept[seq]?.attempts += 1
    return kept[seq]?.attempts ?? 1
  }

  mutating func remove(_ seqs: [Int]) {
    for seq in seqs {
      guard let gone = kept.removeValue(forKey: seq) else { continue }
      let user = gone.news.user.text
      piles[user]?.removeAll { $0 == seq }
      if piles[user]?.isEmpty == true { piles[user] = nil }
    }
    if order.count > 2 * kept.count + 64 { order.removeAll { kept[$0] == nil } }
  }

  /// Forgets what nobody need hear any more.
  mutating func forgetExpired(at now: Instant) {
    remove(kept.values.filter { $0.news.expires <= now }.map(\.news.seq))
  }

  /// Everybody for whom there are news.
  var users: [String] { Array(piles.keys) }

  /// What has to give way to what came after it: of each of these people the oldest, and all of
  /// whoever has waited longest.
  mutating func giveWay(_ limits: AgentLimits, of users: [String]) -> [Int] {
    var over = users.flatMap { (piles[$0] ?? []).dropLast(limits.heldNewsMax) }
    remove(over)
    while piles.count > limits.heldNewsUsersMax, let first = order.first(where: contains),
      let user = kept[first]?.news.user.text, let pile = piles[user]
    {
      over += pile
      remove(pile)
    }
    return over.sorted()
  }
}

extension News {
  /// Something of which the last piece alone tells how it stands.
  fileprivate enum Matter: Hashable {
    case purchase(PurchaseID)
    case account(String, Parting.Party?)
  }

  fileprivate var matter: Matter? {
    switch subject {
    case .ride(let purchase, _): .purchase(purchase)
    case .account(let provider, let outcome): .account(provider, outcome.party)
    case .passes, .deed, .wait: nil
    }
  }
}
