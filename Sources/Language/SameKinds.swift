// Finds among the constituents that begin at a token those of one kind: a phrase may be matched in
// many ways, and comparing each with all that begin there took half of the time of bad lines.

/// The numbers of the constituents that begin at one token, by their symbol and end.
struct SameKinds: ~Copyable {
  /// The last constituent of each bucket; -1 if there is none.
  private var last: GrowingBuffer<Int32>
  /// The one before each in its bucket.
  private var before: GrowingBuffer<Int32>

  /// So few share a bucket even where as many begin at a token as may.
  private static let buckets = 64

  /// Room for so many constituents of all tokens.
  init(capacity: Int) {
    last = GrowingBuffer(capacity: Self.buckets)
    for _ in 0..<Self.buckets { last.append(-1) }
    before = GrowingBuffer(capacity: capacity)
  }

  /// Begins another token.
  mutating func removeAll() {
    for bucket in 0..<Self.buckets { last[bucket] = -1 }
  }

  @inline(__always)
  private static func bucket(_ item: Constituent) -> Int {
    Int(item.symbol &+ item.end &* 7) % buckets
  }

  /// Puts in the constituent that will have the next number.
  @inline(__always)
  mutating func insert(_ item: Constituent, at number: Int) {
    let bucket = Self.bucket(item)
    before.append(last[bucket])
    last[bucket] = Int32(number)
  }

  /// The first constituent of the same symbol, end and value; nil if there is none.
  @inline(__always)
  func first(like item: Constituent, in items: borrowing GrowingBuffer<Constituent>) -> Int? {
    var found: Int?
    var number = last[Self.bucket(item)]
    while number >= 0 {
      let other = items[Int(number)]
      if other.symbol == item.symbol, other.end == item.end, other.value == item.value {
        found = Int(number)
      }
      number = before[Int(number)]
    }
    return found
  }
}
