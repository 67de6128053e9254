// Which room a word may mean that is no room's name.

/// Finds the rooms nearest to a word.
enum RoomMatching {
  /// What a word after `rooms` searches for.
  static func pattern(_ text: String) -> RoomMention { .pattern(text) }

  /// What a word that is no room's name says: a pattern if it has a `*`, else an unknown room with
  /// the nearest names, if it is still to be compared with them.
  static func mention(
    _ text: String, in vocabulary: Vocabulary, limits: ReadingLimits, compares: Bool
  ) -> RoomMention {
    if text.utf8.contains(0x2A) { return .pattern(text) }
    return .unknown(
      text, nearest: compares ? nearest(text, in: vocabulary, limits: limits) : [])
  }

  /// The rooms whose names begin with the word or are a slip or two away, the nearest first.
  static func nearest(_ text: String, in vocabulary: Vocabulary, limits: ReadingLimits) -> [Int] {
    let typed = Folding.folded(Array(text.utf8.prefix(limits.spellingOctets)))
    // Numbers of rooms are short, so that one wrong digit is a slip already.
    let isNumber = typed.allSatisfy { (0x30...0x39).contains($0) }
    guard typed.count >= (isNumber ? 2 : 3) else { return [] }
    var best: [Int: Int] = [:]
    for (folded, room) in vocabulary.names.spellings where folded.count <= limits.spellingOctets {
      let bound = min(typed.count, folded.count) >= 8 ? 2 : typed.count >= 4 || isNumber ? 1 : 0
      let distance =
        folded.starts(with: typed) ? 0 : Spelling.distance(typed, folded, atMost: bound)
      if let distance { best[room] = min(best[room] ?? .max, distance) }
    }
    return best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      .prefix(limits.spellingOffers).map(\.key)
  }
}
