// One line while it is read: its octets, its tokens and what the grammar knows of each. A class,
// because every step of a reading is handed it.

internal import CivilTime

/// What a line is, before anything in it is understood.
final class Line {
  let octets: UnsafeBufferPointer<UInt8>
  let tokens: [Token]
  /// The symbol of each token in the grammar; 0 if it is not a word of the grammar.
  let symbols: [UInt16]
  /// The token behind the address that begins at a token; 0 where none begins. Empty without `@`.
  let addressEnds: [UInt16]
  /// Whether a token lies inside an address. Empty without `@`.
  let isInAddress: [Bool]
  /// The words of the grammar that change nothing, by symbol.
  private let fillers: [Bool]
  /// Numbers that are no times, dates or counts; empty if there are none.
  let isStrangeNumber: [Bool]

  init(
    _ octets: UnsafeBufferPointer<UInt8>, grammar: CompiledGrammar, circumstances: Circumstances
  ) {
    let limits = circumstances.limits
    let looked = UnsafeBufferPointer(
      rebasing: octets.prefix(Self.octetsLookedAt(of: octets, limits)))
    self.octets = looked
    fillers = grammar.symbols.isFiller
    let uncut = Tokenizer.tokens(of: looked, limit: limits.tokens)
    if grammar.compounds.isEmpty {
      tokens = uncut
      symbols = uncut.map { grammar.symbols.word($0.hash) }
    } else {
      let cutting = CompoundCutting(uncut, looked, grammar: grammar, circumstances: circumstances)
      (tokens, symbols) = (cutting.tokens, cutting.symbols)
    }
    (addressEnds, isInAddress) = Addresses.found(
      in: looked, tokens, longest: limits.addressTokens)
    isStrangeNumber = NumberRuns.strangers(in: looked, tokens, symbols)
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

  /// Whether a token is a word that changes nothing.
  func isFiller(_ token: Int) -> Bool {
    let symbol = Int(symbols[token])
    return symbol < fillers.count && fillers[symbol]
  }

  /// Whether a number is written with a zero before it.
  func hasLeadingZero(_ token: Int) -> Bool { octets[Int(tokens[token].start)] == 0x30 }
}

/// Finds e-mail addresses by their `@`: what stands around it without a space, right or wrong.
private enum Addresses {
  static func found(
    in octets: UnsafeBufferPointer<UInt8>, _ tokens: [Token], longest: Int
  ) -> ([UInt16], [Bool]) {
    guard octets.contains(0x40) else { return ([], []) }
    var ends = [UInt16](repeating: 0, count: tokens.count)
    var inside = [Bool](repeating: false, count: tokens.count)
    var from = 0
    for (index, token) in tokens.enumerated()
    where token.kind == .sign && token.value == 0x40 && index >= from {
      var first = index
      while first > max(from, index - longest), tokens[first].isGlued, !isBorder(tokens[first - 1])
      { first -= 1 }
      var end = index + 1
      while end < min(tokens.count, index + longest), tokens[end].isGlued,
        !isBorder(tokens[end])
      { end += 1 }
      while end > index, tokens[end - 1].kind == .sign, end - 1 != index { end -= 1 }
      guard first < index, end > index + 1 else { continue }
      ends[first] = UInt16(end)
      for place in first..<end { inside[place] = true }
      from = end
    }
    return (ends, inside)
  }

  /// Signs that end an address: brackets, quotes, commas, colons and what chats put around one.
  private static func isBorder(_ token: Token) -> Bool {
    guard token.kind == .sign else { return false }
    switch token.value {
    case 0x22, 0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E, 0x5B, 0x5D, 0x7C: return true
    default: return false
    }
  }
}
