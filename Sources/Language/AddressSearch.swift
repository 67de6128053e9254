// Finds the e-mail addresses of a line: by their `@`, or by the words that are said for signs.

/// Finds e-mail addresses: what stands around an `@` without a space, right or wrong; and what is
/// spelt out, as `ana at x dot org`.
struct AddressSearch {
  let octets: UnsafeBufferPointer<UInt8>
  let tokens: [Token]
  let symbols: [UInt16]
  let table: SymbolTable
  /// How many tokens each side may have.
  let longest: Int

  /// The token behind the address that begins at each, and whether each lies inside one; empty if
  /// the line has none.
  func found() -> ([UInt16], [Bool]) {
    guard octets.contains(0x40) || symbols.contains(where: table.ats.contains) else {
      return ([], [])
    }
    var ends: [UInt16] = []
    var inside: [Bool] = []
    var from = 0
    for index in tokens.indices where index >= from {
      guard let (first, end) = address(around: index, from) else { continue }
      if ends.isEmpty {
        ends = [UInt16](repeating: 0, count: tokens.count)
        inside = [Bool](repeating: false, count: tokens.count)
      }
      ends[first] = UInt16(end)
      for place in first..<end { inside[place] = true }
      from = end
    }
    return (ends, inside)
  }

  private func address(around index: Int, _ from: Int) -> (first: Int, end: Int)? {
    if tokens[index].kind == .sign, tokens[index].value == 0x40 {
      return addressBySign(index, from)
    }
    return table.ats.contains(symbols[index]) ? addressByWord(index, from) : nil
  }

  private func addressBySign(_ index: Int, _ from: Int) -> (first: Int, end: Int)? {
    guard index > from, tokens[index].isGlued, !isBorder(tokens[index - 1]) else { return nil }
    var first = runStart(before: index, from)
    var end = index + 1
    while end < min(tokens.count, index + longest), tokens[end].isGlued, !isBorder(tokens[end]) {
      end += 1
    }
    while end > index, tokens[end - 1].kind == .sign, end - 1 != index { end -= 1 }
    guard end > index + 1 else { return nil }
    // `ana dot k@example dot org`; what has a dot already is whole.
    if !hasDot(index + 1, end), let whole = domainEnd(after: end) {
      end = whole
      first = localStart(first, from)
    }
    return (first, end)
  }

  /// `ana at x dot org`, and `ana at x.org` where the line has nothing else: in a longer line that
  /// may be the place where somebody is met.
  private func addressByWord(_ index: Int, _ from: Int) -> (first: Int, end: Int)? {
    guard index > from, index + 1 < tokens.count, isPart(index - 1), isPart(index + 1),
      !tokens[index].isGlued, !tokens[index + 1].isGlued
    else { return nil }
    let nearest = runStart(before: index, from)
    let first = localStart(nearest, from)
    // A word of the grammar is no name of a mailbox: `let us meet at x dot org`.
    guard first < index - 1 || symbols[first] == SymbolTable.none else { return nil }
    let end = runEnd(from: index + 1)
    if let whole = domainEnd(after: end) { return (first, whole) }
    let isAlone = from == 0 && first == 0 && tokens[end...].allSatisfy { $0.kind == .sign }
    let last = tokens[end - 1]
    guard isAlone, hasDot(index + 1, end), last.kind == .word, last.end - last.start > 1 else {
      return nil
    }
    return (first, end)
  }

  /// The end of a domain whose dots are said behind what ends there; nil if none is.
  private func domainEnd(after end: Int) -> Int? {
    var last = end
    while last + 1 < tokens.count, isDot(last), tokens[last + 1].kind == .word {
      last = runEnd(from: last + 1)
    }
    return last == end ? nil : last
  }

  /// Where the local part begins whose last run begins at a token: dots may be said in it.
  private func localStart(_ start: Int, _ from: Int) -> Int {
    var first = start
    while first - 2 >= from, isDot(first - 1), isPart(first - 2) {
      first = runStart(before: first - 1, from)
    }
    return first
  }

  private func runStart(before end: Int, _ from: Int) -> Int {
    var first = end - 1
    while first > max(from, end - longest), tokens[first].isGlued, !isBorder(tokens[first - 1]) {
      first -= 1
    }
    return first
  }

  private func runEnd(from start: Int) -> Int {
    var end = start + 1
    while end < min(tokens.count, start + longest), tokens[end].isGlued, !isBorder(tokens[end]) {
      end += 1
    }
    while end > start + 1, tokens[end - 1].kind == .sign { end -= 1 }
    return end
  }

  private func isDot(_ token: Int) -> Bool {
    table.dots.contains(symbols[token]) && !tokens[token].isGlued
      && token + 1 < tokens.count && !tokens[token + 1].isGlued
  }

  private func hasDot(_ start: Int, _ end: Int) -> Bool {
    (start..<end).contains { tokens[$0].kind == .sign && tokens[$0].value == 0x2E }
  }

  private func isPart(_ token: Int) -> Bool { tokens[token].kind != .sign }

  /// Signs that end an address: brackets, quotes, commas, colons and what chats put around one.
  private func isBorder(_ token: Token) -> Bool {
    guard token.kind == .sign else { return false }
    switch token.value {
    case 0x22, 0x28, 0x29, 0x2C, 0x3A, 0x3B, 0x3C, 0x3E, 0x5B, 0x5D, 0x7C: return true
    default: return false
    }
  }
}
