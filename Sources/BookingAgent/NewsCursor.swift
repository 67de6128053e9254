// What a program was sent of the news on one connection, and so what it can acknowledge there; and
// what each of several programs on one token has acknowledged.

import CivilTime

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

/// Programs that told by which name they can be told apart from others on the same token. What one
/// of them has acknowledged is over once each of them has; who is away too long is not waited for.
/// In memory: after a restart what not all had acknowledged is sent to each of them again.
struct NewsReaders: Sendable {
  /// A program on a token.
  struct Key: Hashable, Sendable {
    var principal: String
    var instance: String
  }

  private struct Reader: Sendable {
    var heard: Set<Int> = []
    var lastSeen: Instant
    /// Whether it delivers to one alone; to others nothing is told of accounts.
    var isPrivate = false
  }

  private var readers: [Key: Reader] = [:]

  /// A program is there.
  mutating func note(
    _ key: Key, isPrivate: Bool, _ limits: AgentLimits, at now: Instant
  ) {
    readers[key, default: Reader(lastSeen: now)].lastSeen = now
    if isPrivate { readers[key]?.isPrivate = true }
    let others = readers.filter { $0.key.principal == key.principal }
    guard others.count > limits.newsReadersMax else { return }
    let silent = others.filter { $0.key != key }.min { one, other in
      (one.value.lastSeen, one.key.instance) < (other.value.lastSeen, other.key.instance)
    }
    if let silent { readers[silent.key] = nil }
  }

  /// What a program has acknowledged of what is not over.
  func heard(by key: Key?) -> Set<Int> { key.flatMap { readers[$0]?.heard } ?? [] }

  /// A program has acknowledged these; those of them that are over now, in order.
  mutating func take(_ seqs: [Int], by key: Key, on board: NewsBoard) -> [Int] {
    readers[key]?.heard.formUnion(seqs)
    let all = readers.filter { $0.key.principal == key.principal }
    return seqs.filter { seq in
      let isPrivate = board.isPrivate(seq)
      return all.values.allSatisfy {
        $0.heard.contains(seq) || isPrivate && !$0.isPrivate
      }
    }
  }

  /// These are over.
  mutating func forget(_ seqs: [Int]) {
    for key in readers.keys where readers[key]?.heard.isEmpty == false {
      readers[key]?.heard.subtract(seqs)
    }
  }

  /// Nothing of it is certain.
  mutating func forgetWhatTheyHeard() {
    for key in readers.keys { readers[key]?.heard = [] }
  }

  /// Waits no longer for who is away too long; what is over by that, in order.
  mutating func forgetAway(
    _ limits: AgentLimits, on board: NewsBoard, at now: Instant
  ) -> [Int] {
    let away = readers.filter { $0.value.lastSeen + .seconds(limits.newsReaderSeconds) < now }
    var over: Set<Int> = []
    for key in away.keys { readers[key] = nil }
    for (key, reader) in readers {
      let heard = reader.heard.filter(board.contains)
      readers[key]?.heard = heard
      over.formUnion(take(Array(heard), by: key, on: board))
    }
    return over.sorted()
  }
}
