// Words written as one: which words of the grammar may be joined, and where a joined word is cut.

/// The words that a language writes together, as `Freitagabend` and `einundzwanzig`.
///
/// `abend+` in the grammar may begin such a word, `+abend` may only stand inside one behind another
/// and is a word of its own, `+und+` may be followed by more. `-termin` is the end of any longer
/// word that nobody knows.
struct CompoundTable: Sendable {
  /// A word that stands only inside another.
  struct Joined: Sendable {
    let symbol: UInt16
    let mayGoOn: Bool
  }

  private let leads: Set<FoldedHash>
  private let leadFilter: FoldedHashFilter
  private let joined: [FoldedHash: Joined]
  private let joinedFilter: FoldedHashFilter
  private let endings: [(octets: [UInt8], symbol: UInt16)]
  /// A bit for each letter that an ending ends with, that of `a` the lowest.
  private let lastLetters: UInt32
  /// A word is cut into no more parts than this.
  private static let partsMax = 8
  /// Shorter words than this are never cut, and what stands before an ending has so many at least.
  private static let lettersMin = 5
  private static let lettersBeforeEnding = 3

  init(
    leads: Set<FoldedHash>, joined: [FoldedHash: Joined],
    endings: [(octets: [UInt8], symbol: UInt16)]
  ) {
    self.leads = leads
    leadFilter = FoldedHashFilter(leads)
    self.joined = joined
    joinedFilter = FoldedHashFilter(joined.keys)
    // The longest ending that fits is meant.
    self.endings = endings.sorted { $0.octets.count > $1.octets.count }
    lastLetters = endings.reduce(0) { $0 | Self.bit($1.octets.last ?? 0) }
  }

  /// Whether the grammar joins no words at all.
  var isEmpty: Bool { leads.isEmpty && endings.isEmpty }

  /// The bit of a small letter; of anything else all bits, as nothing is known of it.
  private static func bit(_ letter: UInt8) -> UInt32 {
    (0x61...0x7A).contains(letter) ? 1 << UInt32(letter - 0x61) : .max
  }

  /// False only for a word that is neither cut nor has an ending: told without folding it, because
  /// most words that nobody knows are such.
  func mayKnow(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var hash = FoldedHash()
    var last: UInt8 = 0
    for octet in word {
      guard octet < 0x80 else { return true }
      last = Folding.fold(UInt32(octet)).0
      hash.add(last)
      if leadFilter.mayContain(hash) { return true }
    }
    return lastLetters & Self.bit(last) != 0
  }

  /// The symbol of the ending of a word; nil if it has none.
  func ending(of folded: [UInt8]) -> UInt16? {
    endings.first { ending in
      folded.count >= ending.octets.count + Self.lettersBeforeEnding
        && folded.suffix(ending.octets.count).elementsEqual(ending.octets)
    }?.symbol
  }

  /// Where a word is cut: the end of each part among the folded octets and its symbol, 0 for that
  /// of the first, which is a word like any other. Nil if it is not made of such words alone.
  func cut(_ folded: [UInt8]) -> [(end: Int, symbol: UInt16)]? {
    guard folded.count >= Self.lettersMin else { return nil }
    var parts: [(end: Int, symbol: UInt16)] = []
    // Places from which the rest of the word is known to be none of the grammar.
    var dead = [Bool](repeating: false, count: folded.count + 1)
    return cut(folded, from: 0, &parts, &dead) ? parts : nil
  }

  private func cut(
    _ folded: [UInt8], from start: Int, _ parts: inout [(end: Int, symbol: UInt16)],
    _ dead: inout [Bool]
  ) -> Bool {
    guard !dead[start], parts.count < Self.partsMax else { return false }
    var hash = FoldedHash()
    for end in start + 1...folded.count {
      hash.add(folded[end - 1])
      var found: Joined?
      if start > 0 {
        found = joinedFilter.mayContain(hash) ? joined[hash] : nil
      } else if end < folded.count, leadFilter.mayContain(hash), leads.contains(hash) {
        found = Joined(symbol: SymbolTable.none, mayGoOn: true)
      }
      guard let found, found.mayGoOn || end == folded.count else { continue }
      parts.append((end, found.symbol))
      if end == folded.count || cut(folded, from: end, &parts, &dead) { return true }
      parts.removeLast()
    }
    dead[start] = true
    return false
  }
}

/// A word of the grammar that may be joined with others, as its notation says.
struct CompoundNotation {
  /// The word without its signs.
  let core: String
  let isLead: Bool
  let isJoined: Bool
  let isEnding: Bool

  /// Nil for a word that stands alone.
  init?(_ text: String) {
    guard text.utf8.count > 1, !text.utf8.contains(0x20), let first = text.utf8.first,
      let last = text.utf8.last
    else { return nil }
    isLead = last == 0x2B
    isJoined = first == 0x2B
    isEnding = first == 0x2D && !isLead
    guard isLead || isJoined || isEnding else { return nil }
    let core = text.dropFirst(isJoined || isEnding ? 1 : 0).dropLast(isLead ? 1 : 0)
    guard !core.isEmpty, core.allSatisfy(\.isLetter) else { return nil }
    self.core = String(core)
  }
}
