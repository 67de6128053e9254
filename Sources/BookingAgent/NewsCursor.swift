// What a program was sent of the news on one connection, and so what it can acknowledge there.

/// How far a connection has come with the news.
struct NewsCursor: Hashable, Sendable {
  /// Of all news up to this one nothing is left to be sent here.
  var reached = 0
  /// The highest number that was sent here.
  private(set) var highest = 0
  /// What was sent here and is perhaps not over.
  private(set) var sent: Set<Int> = []

  mutating func noteSent(_ seq: Int) {
    sent.insert(seq)
    highest = max(highest, seq)
  }

  /// What is acknowledged by a number, in order; nil if that was never sent here.
  func acknowledged(upTo seq: Int, on board: NewsBoard) -> [Int]? {
    guard (1...max(1, highest)).contains(seq), highest > 0 else { return nil }
    if board.contains(seq), !sent.contains(seq) { return nil }
    return sent.filter { $0 <= seq && board.contains($0) }.sorted()
  }

  /// Forgets what is over, once there is much of it.
  mutating func prune(by board: NewsBoard) {
    if sent.count > 2 * board.count + 64 { sent = sent.filter(board.contains) }
  }
}
