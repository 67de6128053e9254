// How many words of a line are of one language alone, whether or not anything in it is understood.

/// The words of a line by their languages.
public struct LanguageWords: Sendable {
  /// How many words each language alone has, in the order of the grammar's files.
  let counts: [(language: LanguageTag, count: Int)]
  /// How many words and numbers it has.
  public let total: Int
  /// How many of them are no courtesies and fillers.
  public let weighty: Int

  /// The language that has most; nil if none has any, or two have as many.
  public var most: LanguageTag? {
    guard let best = counts.max(by: { $0.count < $1.count }), best.count > 0,
      counts.count(where: { $0.count == best.count }) == 1
    else { return nil }
    return best.language
  }
}

extension Reader {
  /// The words of a line by their languages.
  public func words(of octets: [UInt8], in context: ReadingContext) -> LanguageWords {
    let circumstances = Circumstances(context, limits: limits)
    return octets.withUnsafeBufferPointer { octets in
      let line = Line(octets, grammar: grammar, circumstances: circumstances)
      var counts = [Int](repeating: 0, count: grammar.languages.count)
      var (total, weighty) = (0, 0)
      for token in line.tokens.indices where line.tokens[token].kind != .sign {
        let symbol = line.symbols[token]
        total += 1
        if !line.isFiller(token), !grammar.symbols.isPolite(symbol) { weighty += 1 }
        // In which language others name what they offer says nothing of the speaker's.
        if circumstances.spoken.offeredWords.contains(line.tokens[token].hash) { continue }
        let bits = grammar.symbols.languages(of: symbol)
        if bits.nonzeroBitCount == 1 { counts[bits.trailingZeroBitCount] += 1 }
      }
      return LanguageWords(
        counts: zip(grammar.languages, counts).map { ($0, $1) }, total: total, weighty: weighty)
    }
  }
}
