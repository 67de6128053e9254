// The words, numbers and signs of a line, as offsets into its octets.

/// What a token is made of.
enum TokenKind: UInt8 {
  /// Letters.
  case word
  /// Digits.
  case number
  /// One sign; dashes, quotes and spaces of all kinds count as their plain forms.
  case sign
}

/// A word, a number or a sign of a line.
struct Token {
  /// The first octet.
  let start: Int32
  /// The octet behind the last.
  var end: Int32
  let kind: TokenKind
  /// No space stands before it.
  let isGlued: Bool
  /// It begins with a capital letter.
  let isCapital: Bool
  /// How many digits a number has, at most 255.
  var digits: UInt8 = 0
  /// What a number says, -1 if that is more than nine digits; the plain form of a sign.
  var value: Int32 = 0
  /// The hash of its folded octets.
  var hash: FoldedHash = FoldedHash()

  var range: OctetRange { Int(start)..<Int(end) }
}

/// Cuts octets into tokens, in one pass and without `String`.
struct Tokenizer: ~Copyable {
  /// All tokens but the last.
  private var tokens: [Token] = []
  /// The last one, which may grow; nothing before the first. Apart from the others, because each
  /// letter changes it.
  private var last = Token(start: 0, end: 0, kind: .sign, isGlued: false, isCapital: false)
  private var count = 0
  private var isGlued = false
  private var lastLetter: UInt8 = 0
  /// Where the sign stands that closes the link of a chat; -1 outside of one.
  private var linkEnd = -1
  /// Where the signs stand that end what a chat shows in bold and the like, the innermost last.
  private var emphasisEnds: [Range<Int>] = []
  private let tokensMax: Int
  /// Whether there would have been more tokens than there may be.
  private var isCut = false

  /// The tokens of a line, no more than `limit`, and whether there would have been more.
  static func tokens(
    of octets: UnsafeBufferPointer<UInt8>, limit: Int
  ) -> (tokens: [Token], isCut: Bool) {
    var tokenizer = Tokenizer(limit: limit)
    tokenizer.tokens.reserveCapacity(min(limit, octets.count / 2 + 4))
    tokenizer.cut(octets)
    if tokenizer.count > 0 { tokenizer.tokens.append(tokenizer.last) }
    return (tokenizer.tokens, tokenizer.isCut)
  }

  /// The tokens of a text of the grammar or the building.
  static func tokens(of text: String) -> [Token] {
    Array(text.utf8).withUnsafeBufferPointer { tokens(of: $0, limit: .max).tokens }
  }

  private init(limit: Int) { tokensMax = limit }

  private mutating func cut(_ octets: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < octets.count {
      let lead = octets[index]
      if isGlued, last.kind == .word, Self.isSmall(lead) {
        index = addLetters(octets, from: index)
        continue
      }
      if ChatMarkup.mayBegin(lead) || index == linkEnd, let next = undo(octets, at: index) {
        index = next
        continue
      }
      if lead < 0x80 {
        guard take(scalar: UInt32(lead), from: index, to: index + 1) else { return }
        index += 1
        continue
      }
      let (scalar, length) = Self.decode(octets, at: index)
      guard take(scalar: scalar, from: index, to: index + length) else { return }
      index += length
    }
  }

  @inline(__always)
  private static func isSmall(_ octet: UInt8) -> Bool { octet &- 0x61 < 26 }

  /// Adds to the last word the small letters from an octet on, which are most of a line, and says
  /// where they end.
  private mutating func addLetters(
    _ octets: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    var hash = last.hash
    repeat {
      hash.add(octets[index])
      index += 1
    } while index < octets.count && Self.isSmall(octets[index])
    last.hash = hash
    last.end = Int32(index)
    lastLetter = octets[index - 1]
    return index
  }

  /// Undoes what a chat has put here and says where to go on; nil if it has put nothing.
  private mutating func undo(_ octets: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    if index == linkEnd {
      isGlued = false
      linkEnd = -1
      return index + 1
    }
    if octets[index] == 0x3C, let link = ChatMarkup.link(octets, at: index) {
      isGlued = false
      linkEnd = link.close
      return link.words
    }
    if octets[index] == 0x26, let entity = ChatMarkup.entity(octets, at: index) {
      let end = index + entity.length
      // Where there may be no more tokens the next character ends the cutting as well.
      _ = take(scalar: UInt32(entity.sign), from: index, to: end)
      return end
    }
    if let last = emphasisEnds.last, last.lowerBound == index {
      emphasisEnds.removeLast()
      return last.upperBound
    }
    if let end = ChatMarkup.feeling(octets, at: index) {
      isGlued = false
      return end
    }
    guard let emphasis = ChatMarkup.emphasis(octets, at: index) else { return nil }
    // What is struck out is no longer said.
    guard octets[index] != 0x7E else {
      isGlued = false
      return emphasis.close.upperBound
    }
    emphasisEnds.append(emphasis.close)
    return emphasis.words
  }

  /// A scalar and its length; an octet that is no UTF-8 counts as a replacement character.
  private static func decode(_ octets: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int) {
    let lead = octets[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, index + length <= octets.count else { return (0xFFFD, 1) }
    var scalar = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for offset in 1..<length {
      let next = octets[index + offset]
      guard next & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      scalar = scalar << 6 | UInt32(next & 0x3F)
    }
    return (scalar, length)
  }

  /// Adds a scalar to the last token or begins one; false if there may be no more.
  @inline(__always)
  private mutating func take(scalar: UInt32, from start: Int, to end: Int) -> Bool {
    switch CharacterClass(scalar) {
    case .space:
      isGlued = false
    case .letter(let isCapital):
      let (first, second) = Folding.fold(scalar)
      if isGlued, count > 0, last.kind == .word {
        last.end = Int32(end)
      } else {
        if first == 0 { return true }
        guard begin(.word, start, end, isCapital: isCapital) else { return false }
      }
      append(first, second, scalar)
    case .digit(let digit):
      addDigit(digit, from: start, to: end)
      return count <= tokensMax
    case .sign(let plain):
      guard begin(.sign, start, end, isCapital: false) else { return false }
      last.value = Int32(plain)
      last.hash.add(plain)
    }
    return true
  }

  @inline(__always)
  private mutating func append(_ first: UInt8, _ second: UInt8, _ scalar: UInt32) {
    if first != 0 {
      last.hash.add(first)
      lastLetter = second == 0 ? first : second
      if second != 0 { last.hash.add(second) }
      return
    }
    let added = Folding.added(by: scalar, to: lastLetter)
    if added != 0 { last.hash.add(added) }
    lastLetter = 0
  }

  private mutating func addDigit(_ digit: UInt8, from start: Int, to end: Int) {
    if !(isGlued && count > 0 && last.kind == .number) {
      guard begin(.number, start, end, isCapital: false) else { return }
    }
    last.end = Int32(end)
    last.hash.add(0x30 + digit)
    let value = last.value
    last.value = value < 0 || value > 99_999_999 ? -1 : value * 10 + Int32(digit)
    last.digits = min(last.digits, 254) + 1
  }

  private mutating func begin(_ kind: TokenKind, _ start: Int, _ end: Int, isCapital: Bool) -> Bool
  {
    guard count < tokensMax else {
      isCut = true
      return false
    }
    if count > 0 { tokens.append(last) }
    last = Token(
      start: Int32(start), end: Int32(end), kind: kind, isGlued: isGlued && count > 0,
      isCapital: isCapital)
    count += 1
    isGlued = true
    return true
  }
}

/// What a character does to the cutting of a line.
private enum CharacterClass {
  case space
  case letter(isCapital: Bool)
  case digit(UInt8)
  /// Its plain form; 1 for a sign without one.
  case sign(UInt8)

  @inline(__always)
  init(_ scalar: UInt32) {
    switch scalar {
    case 0x61...0x7A: self = .letter(isCapital: false)
    case 0x41...0x5A: self = .letter(isCapital: true)
    case 0x30...0x39: self = .digit(UInt8(scalar - 0x30))
    case 0...0x20, 0x7F: self = .space
    case 0x21..<0x7F: self = .sign(UInt8(scalar))
    default: self = Self.beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: UInt32) -> CharacterClass {
    switch scalar {
    case 0xB2, 0xB3: .digit(UInt8(scalar - 0xB0))
    case 0x80...0xA0, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF: .space
    case 0x2010...0x2015, 0x2212: .sign(0x2D)
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2039, 0x203A: .sign(0x22)
    case 0xB4, 0x2018...0x201B: .sign(0x27)
    case 0x2026: .sign(0x2E)
    case 0xA1...0xA9, 0xAC...0xB1, 0xB6...0xB9, 0xBC...0xBF, 0xD7, 0xF7: .sign(1)
    case 0x2016...0x2BFF, 0x3001...0x303F, 0xFE00...0xFE0F, 0xFFFC...0x1F_FAFF: .sign(1)
    case 0xC0...0xDE: .letter(isCapital: true)
    default: .letter(isCapital: false)
    }
  }
}
