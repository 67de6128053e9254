// One line while it is read: its octets, its tokens and what the grammar knows of each. A class,
// because every step of a reading is handed it.

internal import CivilTime

/// What a line is, before anything in it is understood.
final class Line {
  let octets: UnsafeBufferPointer<UInt8>
  let tokens: [Token]
  /// The symbol of each token in the grammar; 0 if it is not a word of the grammar.
  let symbols: [UInt16]
  /// The token behind the address that begins at a token; 0 where none begins. Empty without one.
  let addressEnds: [UInt16]
  /// Whether a token lies inside an address. Empty without one.
  let isInAddress: [Bool]
  let table: SymbolTable
  /// Numbers that are no times, dates or counts; empty if there are none.
  let isStrangeNumber: [Bool]
  /// The roles that its words have.
  let roles: ClauseRoles
  /// Whether it ends in a question mark or begins as questions do.
  let asks: Bool
  /// Whether any word of it may stand between any two parts of a phrase.
  private let hasInterjections: Bool
  /// The limit that left something of it unread; nil if none did.
  let limitMet: ReadingLimit?

  init(
    _ octets: UnsafeBufferPointer<UInt8>, grammar: CompiledGrammar, circumstances: Circumstances,
    joining verb: SeparatedVerb? = nil
  ) {
    let limits = circumstances.limits
    let looked = UnsafeBufferPointer(
      rebasing: octets.prefix(Self.octetsLookedAt(of: octets, limits)))
    self.octets = looked
    table = grammar.symbols
    let (uncut, isCut) = Tokenizer.tokens(of: looked, limit: limits.tokens)
    var isCutShort = isCut
    var known: [UInt16]
    if grammar.compounds.isEmpty {
      tokens = uncut
      known = uncut.map { grammar.symbols.word($0.hash) }
    } else {
      let cutting = CompoundCutting(uncut, looked, grammar: grammar, circumstances: circumstances)
      (tokens, known) = (cutting.tokens, cutting.symbols)
      isCutShort = isCut || cutting.isCutShort
    }
    if let verb, known.indices.contains(verb.stem) { known[verb.stem] = verb.verb }
    asks = Self.asks(tokens, known, table)
    // Elsewhere `lift` is a word like any other.
    let isOfTopic = asks && circumstances.frame.isContinuing
    var (notes, roles) = (SymbolNotes(), ClauseRoles())
    for token in known.indices where known[token] != SymbolTable.none {
      let said = table.notes[Int(known[token])]
      if !isOfTopic, said.contains(.topic) {
        known[token] = SymbolTable.none
        continue
      }
      notes.formUnion(said)
      roles.formUnion(table.clauseWords.roles(of: known[token]))
    }
    symbols = known
    self.roles = roles
    hasInterjections = notes.contains(.between)
    limitMet = looked.count < octets.count ? .octets : isCutShort ? .tokens : nil
    (addressEnds, isInAddress) = AddressSearch(
      octets: looked, tokens: tokens, symbols: symbols, table: grammar.symbols,
      longest: limits.addressTokens
    ).found()
    isStrangeNumber = NumberRuns.strangers(
      in: looked, tokens, symbols, numbered: grammar.symbols.numbered)
  }

  /// Whether its first word has a role.
  func opens(with role: ClauseRoles) -> Bool {
    let first = tokens.indices.first { tokens[$0].kind == .word }
    return first.map { table.clauseWords.roles(of: symbols[$0]).contains(role) } ?? false
  }

  /// Whether a sentence of it begins with a word that has a role, or its last word has it:
  /// `hm, then the Bunker`, `both? then the Bunker`, `6 to 7 is fine`.
  func opensOrEnds(with role: ClauseRoles) -> Bool {
    guard roles.contains(role) else { return false }
    var isOpening = true
    var isLast = false
    for token in tokens.indices {
      switch tokens[token].kind {
      case .word:
        isLast = table.clauseWords.roles(of: symbols[token]).contains(role)
        if isOpening, isLast { return true }
        if !isFiller(token) { isOpening = false }
      case .sign: if Self.stops.contains(tokens[token].value) { isOpening = true }
      default: (isOpening, isLast) = (false, false)
      }
    }
    return isLast
  }

  /// Whether a token is the first of a sentence, where any word has a capital.
  func beginsSentence(_ token: Int) -> Bool {
    tokens[..<token].last.map { $0.kind == .sign && Self.stops.contains($0.value) } ?? true
  }

  /// What ends a sentence: `.`, `!`, `?`.
  private static let stops: [Int32] = [0x2E, 0x21, 0x3F]

  private static func asks(_ tokens: [Token], _ symbols: [UInt16], _ table: SymbolTable) -> Bool {
    if tokens.endInQuestion { return true }
    for (token, symbol) in zip(tokens, symbols) where token.kind != .sign {
      if table.askings.contains(symbol) { return true }
      // `we have the second` tells; who asks puts the verb first.
      if table.clauseWords.roles(of: symbol).contains(.subject) { return false }
      let isFiller = Int(symbol) < table.isFiller.count && table.isFiller[Int(symbol)]
      guard isFiller || table.joiners.contains(symbol) else { return false }
    }
    return false
  }

  /// How many octets of a line are looked at: no character is cut, of which UTF-8 has four at most.
  private static func octetsLookedAt(
    of octets: UnsafeBufferPointer<UInt8>, _ limits: ReadingLimits
  ) -> Int {
    guard octets.count > limits.lineOctets else { return octets.count }
    let last = limits.lineOctets
    return (max(0, last - 3)...last).last { octets[$0] & 0xC0 != 0x80 } ?? last
  }

  /// The text of some octets.
  func text(_ range: OctetRange) -> String { String(decoding: octets[range], as: UTF8.self) }

  /// The octets from the first token to the one before `end`.
  func range(_ start: Int, _ end: Int) -> OctetRange {
    Int(tokens[start].start)..<Int(tokens[end - 1].end)
  }

  /// The address from one token to the one before `end`, where words said for its signs are those
  /// signs: `ana at x dot org`.
  func address(_ start: Int, _ end: Int) -> String {
    (start..<end).reduce(into: "") { address, token in
      let isApart = !tokens[token].isGlued && token > start && token + 1 < end
      let isSaid = isApart && !tokens[token + 1].isGlued
      if isSaid, table.dots.contains(symbols[token]) {
        address += "."
      } else if isSaid, table.ats.contains(symbols[token]) {
        address += "@"
      } else {
        address += text(tokens[token].range)
      }
    }
  }

  /// The folded octets of a token, for spelling.
  func folded(_ token: Int) -> [UInt8] { Folding.folded(Array(octets[tokens[token].range])) }

  @inline(__always)
  func isSign(_ token: Int, _ sign: UInt8) -> Bool {
    token >= 0 && token < tokens.count && tokens[token].kind == .sign
      && tokens[token].value == Int32(sign)
  }

  /// Whether a token is a number that no space parts from the one before it.
  func isGluedNumber(_ token: Int) -> Bool {
    token < tokens.count && tokens[token].isGlued && tokens[token].kind == .number
  }

  /// The sign that stands without spaces between two tokens; 0 if there is none.
  func gluedSign(_ token: Int) -> UInt8 {
    guard token + 1 < tokens.count, tokens[token].kind == .sign, tokens[token].isGlued,
      tokens[token + 1].isGlued
    else { return 0 }
    return UInt8(truncatingIfNeeded: tokens[token].value)
  }

  /// Whether a word is the name of a weekday, and not behind `with`.
  func isWeekday(_ token: Int) -> Bool {
    table.weekdays.contains(symbols[token]) && !isBehindCompany(token)
  }

  /// Whether a word stands behind `with`.
  func isBehindCompany(_ token: Int) -> Bool {
    token > 0 && table.companies.contains(symbols[token - 1])
  }

  /// Whether a token is a word that changes nothing.
  func isFiller(_ token: Int) -> Bool {
    let symbol = Int(symbols[token])
    return symbol < table.isFiller.count && table.isFiller[symbol]
  }

  /// The first token that is no word of those that may stand between any two parts of a phrase;
  /// with the comma behind such a word.
  func behindInterjections(from token: Int) -> Int {
    guard hasInterjections else { return token }
    var end = token
    while end + 1 < tokens.count, table.notes[Int(symbols[end])].contains(.between) {
      end += 1
      if end + 1 < tokens.count, isSign(end, 0x2C) { end += 1 }
    }
    return end
  }

  /// Whether a token says what the words behind it are: `title`.
  func isLabel(_ token: Int) -> Bool { table.labels.contains(symbols[token]) }

  /// Whether a word may be a name in the genitive, `Toms`, and none behind an article, as in `the
  /// sales meeting`.
  func isGenitive(_ token: Int) -> Bool {
    // Letters, the last of which is that of the genitive.
    let lettersMin = 4
    let word = folded(token)
    return tokens[token].kind == .word && word.count >= lettersMin && word.last == 0x73
      && !isSign(token + 1, 0x27) && (token == 0 || !isFiller(token - 1))
  }

  /// Whether a token joins what stands on its two sides: `and`.
  func isJoiner(_ token: Int) -> Bool { table.joiners.contains(symbols[token]) }

  /// Whether the words from a token on are what something is called: `call it`, `title`.
  func isNaming(before token: Int) -> Bool {
    let last = isSign(token - 1, 0x3A) ? token - 2 : token - 1
    return last >= 0 && table.namings.contains(symbols[last])
  }

  /// Whether a verb with its object begins behind a word that joins: `and book it`.
  func beginsOrder(behindJoining token: Int) -> Bool {
    guard token + 2 < tokens.count, isJoiner(token) else { return false }
    return tokens[token + 1].kind == .word && !tokens[token + 1].isCapital
      && symbols[token + 1] != SymbolTable.none && table.objects.contains(symbols[token + 2])
  }

  /// The first token that is neither a sign nor a word that changes nothing.
  var opening: Int { opening(from: 0) }

  /// The same from a token on.
  func opening(from start: Int) -> Int {
    tokens.indices[start...].first { tokens[$0].kind != .sign && !isFiller($0) } ?? tokens.count
  }

  /// Whether a number is written with a zero before it.
  func hasLeadingZero(_ token: Int) -> Bool { octets[Int(tokens[token].start)] == 0x30 }
}
