// Verbs that come apart: `sag … ab` is `absagen`, whatever stands between.

/// A verb that a line says in two parts.
struct SeparatedVerb {
  /// The token of its stem, which stands for the whole.
  let stem: Int
  /// That of the rest, which says nothing by itself.
  let particle: Int
  /// The whole, as a word of the grammar.
  let verb: UInt16
}

/// The verbs of the grammar that come apart, by their parts.
struct SeparableVerbs: Sendable {
  private struct Parts: Hashable {
    let stem: UInt16
    let particle: UInt16
  }

  private var verbs: [Parts: (verb: UInt16, production: Int)] = [:]
  private var stems: Set<UInt16> = []

  /// Takes an entry of the lexicon: the whole, the stem, and the rest.
  mutating func add(_ words: [UInt16], production: Int) {
    verbs[Parts(stem: words[1], particle: words[2])] = (words[0], production)
    stems.insert(words[1])
  }

  /// The first of a line whose two parts stand in one clause, the second at its end; nil if it has
  /// none.
  func first(in line: Line) -> SeparatedVerb? {
    guard !stems.isEmpty else { return nil }
    let tokens = line.tokens
    for stem in tokens.indices where stems.contains(line.symbols[stem]) {
      let clause = (stem + 1..<tokens.count).prefix { !Self.ends(tokens[$0]) }
      let particle = clause.last { place in
        verb(line.symbols[stem], line.symbols[place]) != nil
          && clause.suffix(from: place + 1).allSatisfy { line.isFiller($0) || line.isJoiner($0) }
      }
      if let particle, let found = verb(line.symbols[stem], line.symbols[particle]) {
        return SeparatedVerb(stem: stem, particle: particle, verb: found.verb)
      }
    }
    return nil
  }

  /// The entry of the lexicon by which a line has such a verb.
  func production(of found: SeparatedVerb, in line: Line) -> Int? {
    verb(line.symbols[found.stem], line.symbols[found.particle])?.production
  }

  private func verb(_ stem: UInt16, _ particle: UInt16) -> (verb: UInt16, production: Int)? {
    verbs[Parts(stem: stem, particle: particle)]
  }

  /// Whether a sign ends a clause: `,`, `.`, `;`, `!`, `?`, `:`.
  private static func ends(_ token: Token) -> Bool {
    token.kind == .sign && [0x2C, 0x2E, 0x3B, 0x21, 0x3F, 0x3A].contains(token.value)
  }
}
