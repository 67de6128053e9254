// Which numbers of a line are no times, dates or counts, because of what stands directly around
// them: money, shares, codes, addresses of pages, and more parts than a date has.

/// Looks through what stands together without spaces.
enum NumberRuns {
  /// The tokens that are numbers of nothing we know; empty if there are none.
  static func strangers(
    in octets: UnsafeBufferPointer<UInt8>, _ tokens: [Token], _ symbols: [UInt16],
    numbered: [UInt16]
  ) -> [Bool] {
    var strangers: [Bool] = []
    var start = 0
    while start < tokens.count {
      var end = start + 1
      var hasNumber = tokens[start].kind == .number
      while end < tokens.count, tokens[end].isGlued {
        hasNumber = hasNumber || tokens[end].kind == .number
        end += 1
      }
      if hasNumber, end - start > 1 {
        mark(start..<end, octets, tokens, symbols, numbered, &strangers)
      }
      if tokens[start].kind == .number, isCounted(start, tokens, symbols, numbered),
        isName(start..<end, tokens)
      {
        if strangers.isEmpty { strangers = [Bool](repeating: false, count: tokens.count) }
        for token in start..<end { strangers[token] = true }
      }
      start = end
    }
    return strangers
  }

  private static func mark(
    _ run: Range<Int>, _ octets: UnsafeBufferPointer<UInt8>, _ tokens: [Token],
    _ symbols: [UInt16], _ numbered: [UInt16], _ strangers: inout [Bool]
  ) {
    let isCode = run.contains { isCodeSign(tokens[$0], octets) }
    var index = run.lowerBound
    while index < run.upperBound {
      guard tokens[index].kind == .number else {
        index += 1
        continue
      }
      let end = chainEnd(from: index, run, tokens)
      let isStrange =
        isCode || isInWord(index, end, run, tokens, symbols, numbered, octets)
        || isNoDate(index..<end, tokens) || isNoSpan(index..<end, tokens)
        || isRatio(index, run, tokens) || isTagged(index, run, tokens)
        || (index..<end).contains { isNoTime($0, run, tokens) || isNoTime($0 - 2, run, tokens) }
      if isStrange {
        if strangers.isEmpty { strangers = [Bool](repeating: false, count: tokens.count) }
        for token in index..<end { strangers[token] = true }
      }
      index = end
    }
  }

  /// Whether a word before a number says that it is a name, as `page 3` and `version: 2`.
  private static func isCounted(
    _ number: Int, _ tokens: [Token], _ symbols: [UInt16], _ numbered: [UInt16]
  ) -> Bool {
    guard number > 0 else { return false }
    let hasColon = tokens[number - 1].kind == .sign && tokens[number - 1].value == 0x3A
    let word = hasColon ? number - 2 : number - 1
    return word >= 0 && tokens[word].kind == .word && numbered.contains(symbols[word])
  }

  /// Whether a run is a number or several with dots or slashes between them, as `2.3` and `4/5`:
  /// behind `version` no time. What is written as a time or a span is one all the same.
  private static func isName(_ run: Range<Int>, _ tokens: [Token]) -> Bool {
    run.allSatisfy {
      tokens[$0].kind == .number && tokens[$0].digits < 4
        || tokens[$0].kind == .sign
          && [0x2E, 0x2F, 0x2C, 0x29, 0x21, 0x3F].contains(tokens[$0].value)
    }
      && !(run.upperBound < tokens.count && tokens[run.upperBound].value == 0x2D
        && tokens[run.upperBound].kind == .sign)
  }

  /// The end of numbers with one sign of a date between two of them.
  private static func chainEnd(from start: Int, _ run: Range<Int>, _ tokens: [Token]) -> Int {
    var end = start + 1
    while end + 1 < run.upperBound, tokens[end].kind == .sign,
      [0x2D, 0x2E, 0x2F].contains(tokens[end].value), tokens[end + 1].kind == .number,
      !beginsInterval(end, run, tokens)
    {
      end += 2
    }
    return end
  }

  /// Whether a slash parts two dates of an interval, as in `2026-11-24/2026-11-26` (ISO 8601).
  private static func beginsInterval(_ sign: Int, _ run: Range<Int>, _ tokens: [Token]) -> Bool {
    tokens[sign].value == 0x2F && sign + 3 < run.upperBound && tokens[sign + 1].digits == 4
      && tokens[sign + 2].kind == .sign && tokens[sign + 2].value == 0x2D
      && tokens[sign + 3].kind == .number && tokens[sign + 3].digits == 2
  }

  /// Money, shares and what only addresses of pages have.
  private static func isCodeSign(
    _ token: Token, _ octets: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard token.kind == .sign else { return false }
    switch token.value {
    case 0x24, 0x25, 0x3D, 0x5F, 0x5C: return true
    case 1:
      let sign = octets[token.range]
      return sign.elementsEqual([0xE2, 0x82, 0xAC]) || sign.elementsEqual([0xC2, 0xA3])
        || sign.elementsEqual([0xC2, 0xB0])
    default: return false
    }
  }

  /// Whether letters that nobody knows, or that count things, stand right before or behind, as in
  /// `x86` and `5k`; the letter of a reference is known.
  private static func isInWord(
    _ start: Int, _ end: Int, _ run: Range<Int>, _ tokens: [Token], _ symbols: [UInt16],
    _ numbered: [UInt16],
    _ octets: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    func isStrange(_ index: Int) -> Bool {
      run.contains(index) && tokens[index].kind == .word
        && (symbols[index] == SymbolTable.none || numbered.contains(symbols[index]))
    }
    if isStrange(end) { return true }
    guard isStrange(start - 1) else { return false }
    let word = tokens[start - 1]
    let isReference = word.end - word.start == 1 && [0x42, 0x62].contains(octets[Int(word.start)])
    return !isReference
  }

  /// `#1234`: the number of a ticket; `#3` may be one of several things offered.
  private static func isTagged(_ number: Int, _ run: Range<Int>, _ tokens: [Token]) -> Bool {
    number > run.lowerBound && tokens[number].digits > 2 && tokens[number - 1].kind == .sign
      && tokens[number - 1].value == 0x23
  }

  /// `1:1`, which is no time: minutes have two digits.
  private static func isRatio(_ start: Int, _ run: Range<Int>, _ tokens: [Token]) -> Bool {
    func isSingle(_ colon: Int, _ number: Int) -> Bool {
      run.contains(colon) && run.contains(number) && tokens[colon].kind == .sign
        && tokens[colon].value == 0x3A && tokens[number].kind == .number
        && tokens[max(colon, number)].digits == 1
    }
    return isSingle(start + 1, start + 2)
      || isSingle(start - 1, start) && start > run.lowerBound + 1
        && tokens[start - 2].kind == .number
  }

  /// `2200-25`: a number behind a time that is neither an hour nor a time itself.
  private static func isNoSpan(_ chain: Range<Int>, _ tokens: [Token]) -> Bool {
    guard chain.count == 3, tokens[chain.lowerBound + 1].value == 0x2D else { return false }
    let (one, two) = (tokens[chain.lowerBound], tokens[chain.lowerBound + 2])
    return one.digits > 2 && two.digits <= 2 && two.value > 24
  }

  /// `25:00`, `10:75`: written like a time, and none.
  static func isNoTime(_ hour: Int, _ run: Range<Int>, _ tokens: [Token]) -> Bool {
    guard run.contains(hour), run.contains(hour + 2), tokens[hour].kind == .number,
      tokens[hour + 1].kind == .sign, tokens[hour + 1].value == 0x3A, tokens[hour + 1].isGlued,
      tokens[hour + 2].kind == .number, tokens[hour + 2].isGlued, tokens[hour].digits <= 2,
      tokens[hour + 2].digits == 2
    else { return false }
    return tokens[hour].value * 60 + tokens[hour + 2].value > 1440 || tokens[hour + 2].value > 59
  }

  /// Three numbers or more that no date begins with, and what mixes the signs of dates and
  /// fractions.
  private static func isNoDate(_ chain: Range<Int>, _ tokens: [Token]) -> Bool {
    let numbers = (chain.count + 1) / 2
    guard numbers > 2 else { return false }
    let sign = tokens[chain.lowerBound + 1].value
    let isOneSign = stride(from: chain.lowerBound + 1, to: chain.upperBound, by: 2)
      .prefix(2).allSatisfy { tokens[$0].value == sign }
    let digits = stride(from: chain.lowerBound, to: chain.upperBound, by: 2)
      .prefix(3).map { Int(tokens[$0].digits) }
    if isOneSign {
      let isYearFirst = digits[0] == 4 && digits[1] <= 2 && digits[2] <= 2
      let isYearLast = digits[0] <= 2 && digits[1] <= 2 && (digits[2] == 4 || digits[2] == 2)
      return !(isYearFirst || isYearLast)
    }
    // `8/1.5` is a fraction; `28.8.-30.8.` and `5/1-5/7` are days.
    return stride(from: chain.lowerBound + 1, to: chain.upperBound, by: 2).allSatisfy {
      tokens[$0].value != 0x2D
    }
  }
}
