// Mends words that are mistyped.

/// Words of the grammar by what one slip makes of them.
struct SlipTable: Sendable {
  /// Words shorter than this are never mended: too many other words are one slip away.
  static let lettersMin = 5
  private let words: [Word]
  private let byDeletion: DeletionIndex
  private let filter: FoldedHashFilter

  /// A word as it is written, and with each run of one letter written once.
  private struct Word {
    let folded: [UInt8]
    let collapsed: [UInt8]
    let symbol: UInt16
  }

  init(_ entries: [(folded: [UInt8], symbol: UInt16)]) {
    words = entries.filter { $0.folded.count >= Self.lettersMin }
      .map { Word(folded: $0.folded, collapsed: Spelling.collapsed($0.folded), symbol: $0.symbol) }
    var keys: [FoldedHash] = []
    var indices: [Int32] = []
    for (index, word) in words.enumerated() {
      for key in Self.keys(of: word.folded, word.collapsed) {
        keys.append(key)
        indices.append(Int32(index))
      }
    }
    byDeletion = DeletionIndex(keys: keys, indices: indices)
    filter = FoldedHashFilter(keys)
  }

  /// The symbol of the word that a mistyped one stands for; nil unless exactly one is nearest.
  ///
  /// One slip may be between them, two if one of the two is a letter too many or too few of a run,
  /// and any number of these: `toorrow`, `tommorow`, `sooooon`.
  func mended(_ folded: [UInt8]) -> UInt16? {
    guard folded.count >= Self.lettersMin else { return nil }
    let typed = Word(folded: folded, collapsed: Spelling.collapsed(folded), symbol: 0)
    var best: (distance: Int, symbol: UInt16)?
    var isTied = false
    for key in Self.keys(of: typed.folded, typed.collapsed) where filter.mayContain(key) {
      for index in byDeletion.indices(of: key) {
        let word = words[index]
        // People seldom slip at the first letter, and too many words differ in no other one:
        // `Männer` is not January, and `calender` rather the calendar than `Kalender`.
        guard word.folded.first == typed.folded.first, word.symbol != best?.symbol,
          let distance = Self.distance(word, typed)
        else { continue }
        if let known = best, known.distance <= distance {
          isTied = isTied || known.distance == distance
        } else {
          best = (distance, word.symbol)
          isTied = false
        }
      }
    }
    return isTied ? nil : best?.symbol
  }

  /// How far two words are apart as they are written and with no letter twice, added; nil if that
  /// is no slip.
  private static func distance(_ word: Word, _ typed: Word) -> Int? {
    let collapsed = Spelling.distance(word.collapsed, typed.collapsed, atMost: 1)
    let written = Spelling.distance(word.folded, typed.folded, atMost: 2)
    guard collapsed == 0 || written == 1 || collapsed == 1 && written != nil else { return nil }
    return (collapsed ?? 2) + (written ?? 3)
  }

  /// The hashes of a word and of all that is left of it without one letter, as it is written and
  /// with no letter twice.
  private static func keys(of folded: [UInt8], _ collapsed: [UInt8]) -> [FoldedHash] {
    folded == collapsed ? keys(of: folded) : keys(of: collapsed) + keys(of: folded)
  }

  /// The hashes of a word and of all that is left of it without one letter.
  private static func keys(of word: [UInt8]) -> [FoldedHash] {
    var keys: [FoldedHash] = []
    keys.reserveCapacity(word.count + 1)
    // What stands before the letter left out, by which each key begins.
    var before = FoldedHash()
    for left in word.indices {
      var hash = before
      for octet in word[(left + 1)...] { hash.add(octet) }
      keys.append(hash)
      before.add(word[left])
    }
    return [before] + keys
  }
}

/// Indices by hash, each of which may have several: chains in two arrays, where an array for each
/// of thirty thousand hashes took longer to make than to use.
private struct DeletionIndex: Sendable {
  private let keys: [FoldedHash]
  private let indices: [Int32]
  /// The first entry of each chain, by the low bits of its hashes, and the one behind each entry;
  /// -1 at the end.
  private var first: [Int32]
  private var next: [Int32]

  init(keys: [FoldedHash], indices: [Int32]) {
    self.keys = keys
    self.indices = indices
    var size = 16
    while size < keys.count { size *= 2 }
    first = [Int32](repeating: -1, count: size)
    next = [Int32](repeating: -1, count: keys.count)
    // From the last on, so that each chain has its entries in order.
    for entry in keys.indices.reversed() {
      let place = Int(truncatingIfNeeded: keys[entry].bits) & (size - 1)
      next[entry] = first[place]
      first[place] = Int32(entry)
    }
  }

  /// What was entered under a hash, in order.
  func indices(of key: FoldedHash) -> [Int] {
    var found: [Int] = []
    var entry = Int(first[Int(truncatingIfNeeded: key.bits) & (first.count - 1)])
    while entry >= 0 {
      if keys[entry] == key { found.append(Int(indices[entry])) }
      entry = Int(next[entry])
    }
    return found
  }
}
