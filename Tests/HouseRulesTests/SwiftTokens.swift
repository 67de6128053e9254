// Cuts Swift text into words and signs, so that rules see code and neither strings nor comments.

/// A word or a sign of Swift, and the line it stands in (from 1).
struct Token: Equatable {
  let text: String
  let line: Int
  /// Whether nothing separates it from the token before: `try?` is two tokens that touch.
  let touches: Bool
}

/// Swift text as words and signs; what is said in comments apart.
struct SwiftTokens {
  private(set) var code: [Token] = []
  /// The text of comments, a token a line.
  private(set) var comments: [Token] = []

  private let octets: [UInt8]
  private var index = 0
  private var line = 1
  private var lastEnd = -1

  init(_ text: String) {
    octets = Array(text.utf8)
    scanCode(untilParenthesis: false)
  }

  private func octet(at position: Int) -> UInt8? {
    position < octets.count ? octets[position] : nil
  }

  private func begins(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= octets.count else { return false }
    return (0..<count).allSatisfy { octets[index + $0] == text.utf8Start[$0] }
  }

  /// Scans to the end, or to the parenthesis that ends an interpolation.
  private mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while let octet = octet(at: index) {
      if begins("//") || begins("/*") {
        scanComment()
      } else if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "#") && isRawString {
        scanString()
      } else if octet == UInt8(ascii: "\n") {
        line += 1
        index += 1
      } else if octet == UInt8(ascii: " ") || octet == UInt8(ascii: "\t") {
        index += 1
      } else if isWord(octet) {
        let start = index
        while let next = self.octet(at: index), isWord(next) { index += 1 }
        add(from: start)
      } else {
        if octet == UInt8(ascii: "(") { depth += 1 }
        if octet == UInt8(ascii: ")") { depth -= 1 }
        index += 1
        if untilParenthesis && depth < 0 { return }
        add(from: index - 1)
      }
    }
  }

  private mutating func add(from start: Int) {
    let text = String(decoding: octets[start..<index], as: UTF8.self)
    code.append(Token(text: text, line: line, touches: start == lastEnd))
    lastEnd = index
  }

  private func isWord(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Line comments, and block comments, which nest in Swift.
  private mutating func scanComment() {
    let isBlock = begins("/*")
    var depth = 0
    var start = index
    while let octet = octet(at: index) {
      if octet == UInt8(ascii: "\n") {
        addComment(from: start)
        if !isBlock { return }
        line += 1
        start = index + 1
      } else if isBlock, begins("/*") {
        depth += 1
        index += 1
      } else if isBlock, begins("*/") {
        depth -= 1
        index += 1
        if depth == 0 { break }
      }
      index += 1
    }
    index = min(index + (isBlock ? 1 : 0), octets.count)
    addComment(from: start)
  }

  private mutating func addComment(from start: Int) {
    let text = String(decoding: octets[start..<index], as: UTF8.self)
    comments.append(Token(text: text, line: line, touches: false))
  }

  /// Whether the `#` here opens a string, as `#"…"#`.
  private var isRawString: Bool {
    var position = index
    while octet(at: position) == UInt8(ascii: "#") { position += 1 }
    return octet(at: position) == UInt8(ascii: "\"")
  }

  /// Strings of every kind become one token `""`; code in their interpolations stays code.
  private mutating func scanString() {
    let start = index
    let firstLine = line
    while octet(at: index) == UInt8(ascii: "#") { index += 1 }
    let hashes = index - start
    let quotes = begins("\"\"\"") ? 3 : 1
    index += quotes
    while let octet = octet(at: index) {
      if octet == UInt8(ascii: "\n") { line += 1 }
      if octet == UInt8(ascii: "\\"), hasHashes(hashes, at: index + 1) {
        index += 1 + hashes
        let isInterpolation = self.octet(at: index) == UInt8(ascii: "(")
        if self.octet(at: index) == UInt8(ascii: "\n") { line += 1 }
        index += 1
        if isInterpolation { scanCode(untilParenthesis: true) }
      } else if closes(quotes: quotes, hashes: hashes) {
        index += quotes + hashes
        break
      } else {
        index += 1
      }
    }
    code.append(Token(text: "\"\"", line: firstLine, touches: start == lastEnd))
    lastEnd = index
  }

  private func closes(quotes: Int, hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { octet(at: index + $0) == UInt8(ascii: "\"") }
      && hasHashes(hashes, at: index + quotes)
  }

  private func hasHashes(_ count: Int, at position: Int) -> Bool {
    (0..<count).allSatisfy { octet(at: position + $0) == UInt8(ascii: "#") }
  }
}
