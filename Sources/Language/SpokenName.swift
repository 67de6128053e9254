// When two names are one to the reader, and which known word is nearest to an unknown one.

/// A name as the reader compares it: `Büro`, `büro` and `BUERO` are one, `1.1` and `1.10` are not.
public struct SpokenName: Hashable, Sendable {
  private let hashes: [FoldedHash]
  private let glued: [Bool]
  /// Whether there is a letter or digit in it, so that somebody can say it.
  public let canBeSaid: Bool

  /// What the reader makes of a name.
  public init(_ name: String) {
    let tokens = Tokenizer.tokens(of: name)
    hashes = tokens.map(\.hash)
    glued = tokens.map(\.isGlued)
    canBeSaid = tokens.contains { $0.kind != .sign }
  }

  /// The one of some words that is most like another, if any is like it: letters left out, put in,
  /// changed or swapped, one in three at most. Capital and small letters, spaces and signs are
  /// passed over.
  public static func nearest(to word: String, in words: some Sequence<String>) -> String? {
    // Octets compared at most: what is longer was not meant to be one of the words.
    let octetsMax = 64
    guard word.utf8.count <= octetsMax else { return nil }
    let typed = Folding.folded(Array(word.utf8))
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = Spelling.distance(typed, Folding.folded(Array(candidate.utf8)))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, typed.count / 3), best.distance < typed.count else {
      return nil
    }
    return best.word
  }
}
