// Cuts the words of a line that the grammar writes as one.

/// Cuts words nobody knows into words of the grammar.
struct CompoundCutting {
  private(set) var tokens: [Token] = []
  private(set) var symbols: [UInt16] = []
  /// Whether there would be more tokens than there may be, so that words stayed whole.
  private(set) var isCutShort = false

  /// The tokens of a line with their symbols; words of the building and of people stay whole.
  init(
    _ uncut: [Token], _ octets: UnsafeBufferPointer<UInt8>, grammar: CompiledGrammar,
    circumstances: Circumstances
  ) {
    symbols.reserveCapacity(uncut.count + 8)
    let longest = circumstances.limits.spellingOctets
    let mayBeCut = { (token: Token) in
      token.kind == .word && Int(token.end - token.start) <= longest
        && grammar.compounds.mayKnow(octets[token.range]) && !circumstances.knows(token.hash)
    }
    // Few lines have a word to be cut: the tokens of the others stay where they are.
    for (index, token) in uncut.enumerated() {
      let symbol = grammar.symbols.word(token.hash)
      if symbol == SymbolTable.none, mayBeCut(token) {
        tokens = Array(uncut[..<index])
        tokens.reserveCapacity(uncut.count + 8)
        cut(uncut[index...], octets, grammar, circumstances.limits, mayBeCut)
        return
      }
      symbols.append(symbol)
    }
    tokens = uncut
  }

  /// Adds the tokens from the first that may be cut on.
  private mutating func cut(
    _ uncut: ArraySlice<Token>, _ octets: UnsafeBufferPointer<UInt8>, _ grammar: CompiledGrammar,
    _ limits: ReadingLimits, _ mayBeCut: (Token) -> Bool
  ) {
    let known = tokens.count
    for token in uncut {
      let symbol = grammar.symbols.word(token.hash)
      let isWhole = symbol != SymbolTable.none || !mayBeCut(token)
      if !isWhole, tokens.count < limits.tokens {
        add(token, octets, grammar.compounds)
      } else {
        isCutShort = isCutShort || !isWhole
        tokens.append(token)
        symbols.append(symbol)
      }
    }
    for index in known..<tokens.count where symbols[index] == Self.first {
      symbols[index] = grammar.symbols.word(tokens[index].hash)
    }
  }

  /// Stands for the symbol of a first part until all is cut.
  private static let first = UInt16.max

  private mutating func add(
    _ token: Token, _ octets: UnsafeBufferPointer<UInt8>, _ compounds: CompoundTable
  ) {
    let (folded, ends) = Self.folded(octets[token.range])
    guard let parts = compounds.cut(folded), parts.allSatisfy({ ends[$0.end - 1] > 0 }) else {
      tokens.append(token)
      symbols.append(compounds.ending(of: folded) ?? SymbolTable.none)
      return
    }
    var from = 0
    for part in parts {
      var hash = FoldedHash()
      for octet in folded[from..<part.end] { hash.add(octet) }
      let start = from == 0 ? token.start : token.start + ends[from - 1]
      tokens.append(
        Token(
          start: start, end: token.start + ends[part.end - 1], kind: .word,
          isGlued: from == 0 ? token.isGlued : true, isCapital: from == 0 && token.isCapital,
          hash: hash))
      symbols.append(from == 0 ? Self.first : part.symbol)
      from = part.end
    }
  }

  /// The folded octets of a word, and for each the octets of the word up to the end of its
  /// character; 0 inside of one that folds to two.
  private static func folded(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> ([UInt8], [Int32]) {
    var folded: [UInt8] = []
    var ends: [Int32] = []
    var end: Int32 = 0
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      end += Int32(scalar.utf8.count)
      let (first, second) = Folding.fold(scalar.value)
      if first == 0 {
        // A mark belongs to the letter before it.
        let added = folded.last.map { Folding.added(by: scalar.value, to: $0) } ?? 0
        if added != 0 {
          ends[ends.count - 1] = 0
          folded.append(added)
          ends.append(end)
        } else if !ends.isEmpty {
          ends[ends.count - 1] = end
        }
        continue
      }
      folded.append(first)
      ends.append(second == 0 ? end : 0)
      if second != 0 {
        folded.append(second)
        ends.append(end)
      }
    }
    return (folded, ends)
  }
}
