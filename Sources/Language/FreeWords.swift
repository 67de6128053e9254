// Where free texts, names and pieces may end: words that only their place in a phrase explains.

/// A slot that no lexicon can hold, read only where a phrase asks for it.
enum FreeSlot: CaseIterable {
  /// Any words, as a title.
  case text
  /// Up to four words that may name a person.
  case name
  /// What stands without a space.
  case piece

  /// The slot it fills.
  var slot: Slot {
    switch self {
    case .text: .text
    case .name: .name
    case .piece: .piece
    }
  }

  /// The bit by which a node of the automaton asks for it.
  var bit: UInt8 {
    switch self {
    case .text: 1
    case .name: 2
    case .piece: 4
    }
  }

  /// Its number among the symbols of a grammar.
  var symbol: UInt16 { SymbolTable.symbol(slot) }
}

/// Reads words that no lexicon can hold.
struct FreeWords {
  let line: Line
  /// Words of a text, and of a name.
  private let textTokens: Int
  private let nameTokens: Int
  /// The people of the house, and their groups.
  private let people: NameTable?

  init(line: Line, limits: ReadingLimits, people: NameTable? = nil) {
    self.line = line
    self.people = people
    textTokens = limits.textTokens
    nameTokens = limits.nameTokens
  }

  /// What free text costs a word, so that anything that is understood goes before it; words that
  /// change nothing are worth nothing in it.
  static let textPenalty = 2
  /// What a word that joins costs in it where something is called by it: `titled Pros and cons`.
  static let joinerInTitle = -1
  /// What a name costs a word in small letters: the first, and each that follows.
  static let smallNamePenalty = (first: 3, next: 6)
  /// What a name costs that somebody of the house has.
  static let housePenalty = 0
  /// What a name costs a word that the grammar knows as something else, if it is capitalised.
  static let knownNamePenalty = 9

  /// What a name costs the name of a weekday, which is rather that: `ist Freitag was frei`.
  static let dayNamePenalty = 18

  /// What a piece costs more that is one slip away from a word of the grammar.
  static let slipPenalty = 9

  /// What a name costs more for each word of at least so many letters that is one slip away from a
  /// word of the grammar: `Frida` is no Friday.
  static let nameSlipPenalty = 5
  static let lettersOfSlip = 6

  typealias Found = (_ end: Int, _ penalty: Int) -> Void

  /// Calls back with the ends at which such a thing may stop, and what each costs.
  @inline(__always)
  func forEachEnd(of slot: FreeSlot, from start: Int, _ found: Found) {
    switch slot {
    case .text: textEnds(from: start, found)
    case .name: nameEnds(from: start, found)
    case .piece: pieceEnd(from: start, found)
    }
  }

  private func textEnds(from start: Int, _ found: Found) {
    var end = start
    var penalty = 0
    let isNaming = line.isNaming(before: start)
    let last = min(line.tokens.count, start + textTokens)
    while end < last {
      if !line.isInAddress.isEmpty, line.isInAddress[end] { break }
      let token = line.tokens[end]
      if line.beginsOrder(behindJoining: end) { break }
      if token.kind == .sign {
        if end == start || [0x2C, 0x3B, 0x22].contains(token.value) { break }
        if endsSentence(end) { break }
      }
      if isNaming, endsTitle(end) { break }
      // `Q&A` ends in no filler.
      // Nor does a title end before a word with a capital: `Strategy Day`.
      let isFiller =
        line.isFiller(end) && !token.isGlued && !(isNaming && token.isCapital && end > start)
      let isJoiner = line.isJoiner(end)
      let cost =
        if isNaming, isJoiner, end + 1 < last, isNameLike(end + 1) {
          Self.joinerInTitle
        } else if isNaming, end > start, isOfHouse(end), !line.isFiller(end - 1),
          !line.isJoiner(end - 1)
        {
          // `title Farewell Jana` invites nobody.
          Self.joinerInTitle
        } else if isFiller {
          Weights.token
        } else {
          Self.textPenalty
        }
      penalty += cost
      end += 1
      if !isFiller, !isJoiner, token.kind != .sign || token.isGlued { found(end, penalty) }
    }
    if end > start, let cost = costBehindLabel(start..<end) { found(end, cost) }
  }

  /// Whether the name of somebody of the house begins at a token.
  private func isOfHouse(_ token: Int) -> Bool {
    var isName = false
    people?.forEach(in: line.tokens, at: token) { _, _ in isName = true }
    return isName
  }

  /// Whether a word that joins goes on with something else than what something is called: `call it
  /// Planning and put the time as 12`, `and it is at 4`.
  private func endsTitle(_ joiner: Int) -> Bool {
    guard line.isJoiner(joiner), joiner + 2 < line.tokens.count, !isNameLike(joiner + 1),
      !isNameLike(joiner + 2)
    else { return false }
    return line.isFiller(joiner + 1) || line.isFiller(joiner + 2)
  }

  /// Whether a word may go on with what something is called: the grammar does not know it, or it
  /// has a capital.
  private func isNameLike(_ token: Int) -> Bool {
    line.symbols[token] == SymbolTable.none || line.tokens[token].isCapital
  }

  /// What a text costs behind a label that is first in its line or has a colon: all that follows is
  /// the text, also a time in it: `title Demo at 3`, `description: guests come at 9`. Nil if none.
  private func costBehindLabel(_ text: Range<Int>) -> Int? {
    func isLabel(_ token: Int) -> Bool {
      token >= 0 && line.tokens[token].kind == .word && line.isLabel(token)
    }
    func isFirst(_ token: Int) -> Bool { token == 0 || token == 2 && isReference(0) }
    let start = text.lowerBound
    let isBehindColon = line.isSign(start - 1, 0x3A)
    // `description: talks with a supplier`
    let isJoined =
      isBehindColon && !line.isFiller(start) && !line.isFiller(text.upperBound - 1)
      && text.contains { line.isJoiner($0) || line.isFiller($0) }
    // `title Farewell Jana Kurz`, but `title Farewell with Jana Kurz`
    let holdsPerson =
      text.dropFirst().contains(where: isOfHouse) && !text.contains(where: line.isBehindCompany)
    let holdsOther =
      holdsPerson
      || line.tokens[text].contains {
        $0.kind == .number || $0.kind == .sign && $0.value == 0x26
      }
    guard holdsOther || isJoined else { return nil }
    if isBehindColon { return isLabel(start - 2) ? 0 : nil }
    if isLabel(start - 1), isFirst(start - 1) { return 1 }
    // `title is Demo at 3`.
    return isLabel(start - 2) && isFirst(start - 2) ? 0 : nil
  }

  /// `B1`.
  private func isReference(_ start: Int) -> Bool {
    [0x42, 0x62].contains(line.octets[Int(line.tokens[start].start)])
      && line.tokens[start].end - line.tokens[start].start == 1 && line.isGluedNumber(start + 1)
  }

  /// A question or exclamation mark, and a full stop before a capital, unless it shortens a word
  /// or makes a number an ordinal.
  private func endsSentence(_ sign: Int) -> Bool {
    let mark = line.tokens[sign].value
    guard [0x2E, 0x21, 0x3F].contains(mark), sign > 0 else { return false }
    guard sign + 1 < line.tokens.count else { return true }
    let next = line.tokens[sign + 1]
    guard !next.isGlued else { return false }
    let word = line.tokens[sign - 1]
    if word.kind == .number, line.isSign(sign - 2, 0x3A) { return next.isCapital }
    return mark != 0x2E || next.isCapital && word.end - word.start > 3
  }

  /// Somebody of the house, whatever else the words mean, or one to four words; between the parts
  /// of one a dash or an apostrophe may stand.
  private func nameEnds(from start: Int, _ found: Found) {
    people?.forEach(in: line.tokens, at: start) { end, _ in found(end, Self.housePenalty) }
    // `the design team`: what stands before the name of a group is no part of it.
    if let people, line.isFiller(start), start + 1 < line.tokens.count {
      people.forEach(in: line.tokens, at: start + 1) { end, _ in
        if end > start + 2 || line.symbols[start + 1] == SymbolTable.none {
          found(end, Self.housePenalty)
        }
      }
    }
    var end = start
    var words = 0
    var penalty = 0
    while end < line.tokens.count, words < nameTokens {
      if !line.isInAddress.isEmpty, line.isInAddress[end] { break }
      let token = line.tokens[end]
      if token.kind == .sign {
        let joins = [0x2D, 0x27, 0x2E].contains(token.value) && token.isGlued && end > start
        guard joins, end + 1 < line.tokens.count, line.tokens[end + 1].kind == .word,
          token.value == 0x2E || line.tokens[end + 1].isGlued
        else { break }
        end += 1
        continue
      }
      guard token.kind == .word else { break }
      // The s of `Ann's` is no part of the name.
      if end > start, line.isSign(end - 1, 0x27), token.end - token.start == 1 { break }
      if line.symbols[end] != SymbolTable.none, isSpelt(byAddressBehind: end) {
        penalty += 1
      } else if line.symbols[end] != SymbolTable.none {
        guard token.isCapital, token.end - token.start > 1 else { break }
        let isDay = words == 0 && line.isWeekday(end)
        penalty += isDay ? Self.dayNamePenalty : Self.knownNamePenalty
      } else {
        let small = words == 0 ? Self.smallNamePenalty.first : Self.smallNamePenalty.next
        penalty += token.isCapital ? 1 : small
      }
      end += 1
      words += 1
      found(end, penalty)
    }
  }

  /// `max max@x.com`: a word that the address right behind it begins with is a name, whatever else
  /// it means.
  private func isSpelt(byAddressBehind word: Int) -> Bool {
    let next = line.isSign(word + 1, 0x2C) ? word + 2 : word + 1
    guard !line.isInAddress.isEmpty, next < line.tokens.count, line.isInAddress[next] else {
      return false
    }
    return line.tokens[next].hash == line.tokens[word].hash
  }

  /// Whether a word is one capital letter, as rooms are called: `Room B`. An `A` may be an article
  /// and an `I` a pronoun.
  private func isLetterName(_ start: Int) -> Bool {
    let token = line.tokens[start]
    return token.isCapital && token.end - token.start == 1
      && ![0x41, 0x49].contains(line.octets[Int(token.start)])
  }

  /// All that stands without a space, as `1.*`; a single word only if the grammar does not know it.
  private func pieceEnd(from start: Int, _ found: Found) {
    guard start < line.tokens.count, line.tokens[start].kind != .sign,
      line.isInAddress.isEmpty || !line.isInAddress[start]
    else { return }
    var end = start + 1
    while end < line.tokens.count, line.tokens[end].isGlued, end - start < 12 { end += 1 }
    while end > start + 1, line.tokens[end - 1].kind == .sign, !line.isSign(end - 1, 0x2A) {
      end -= 1
    }
    if end == start + 1, line.tokens[start].kind == .word,
      line.symbols[start] != SymbolTable.none, !isLetterName(start)
    {
      return
    }
    found(end, 3)
  }
}
