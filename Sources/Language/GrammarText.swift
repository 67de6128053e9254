// Reads the notation of the grammar: sequence, `( | )`, `[ ]`, `{slot}`, `<part>`, `= meaning`.

internal import Grammar

/// What a phrase is made of.
indirect enum PhraseNode {
  case sequence([PhraseNode])
  case either([PhraseNode])
  case perhaps(PhraseNode)
  case slot(String)
  case part(String)
  case words(String)
}

/// What a phrase or an entry of a lexicon makes.
enum PhraseHead: Hashable {
  case intent(String)
  case slot(String)
  case part(String)
}

/// One alternative: what it makes, of what, and how.
struct PhraseRule {
  let head: PhraseHead
  let body: PhraseNode
  let meaning: String?
  let arguments: [String]
  let file: String
  let line: Int
  /// The language, as the beginning of the file's name says it.
  let language: String

  /// The word of an entry in a lexicon; empty for a phrase.
  var word: String {
    if case .words(let text) = body, file.hasSuffix(".lexicon") { return text }
    return ""
  }
}

/// Reads files of phrases and lexica into rules.
struct GrammarText {
  private let file: String
  private let language: String
  private(set) var rules: [PhraseRule] = []

  /// The rules of one file.
  static func rules(of source: GrammarSource) throws(GrammarFault) -> [PhraseRule] {
    let base = source.name.split(separator: "/").last ?? ""
    var text = GrammarText(file: source.name, language: String(base.prefix { $0 != "." }))
    let isLexicon = source.name.hasSuffix(".lexicon")
    var head: PhraseHead?
    for (number, full) in lines(of: source.text) {
      if isLexicon {
        try text.readEntry(full, number)
      } else if full.first == " " {
        guard let head else {
          throw text.fault(number, "a phrase stands before the first heading")
        }
        try text.readPhrase(full, head, number)
      } else {
        head = try text.readHeading(full, number)
      }
    }
    return text.rules
  }

  /// The lines that are neither empty nor remarks, with their numbers; remarks are cut off.
  static func lines(of text: String) -> [(number: Int, text: Substring)] {
    var lines: [(Int, Substring)] = []
    // By octets: cutting into characters took half of the time of making a grammar.
    let all = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in all.enumerated() {
      let kept = line.withoutRemark
      if !kept.isEmpty { lines.append((index + 1, Substring(kept))) }
    }
    return lines
  }

  private init(file: String, language: String) {
    self.file = file
    self.language = language
  }

  private func fault(_ line: Int, _ reason: String) -> GrammarFault {
    GrammarFault(file: file, line: line, reason: reason)
  }

  private func readHeading(_ line: Substring, _ number: Int) throws(GrammarFault) -> PhraseHead {
    guard line.last == ":" else {
      throw fault(number, "a heading ends with a colon, and a phrase begins with a space")
    }
    return try readHead(line.dropLast(), number)
  }

  private func readHead(_ text: Substring, _ number: Int) throws(GrammarFault) -> PhraseHead {
    switch (text.first, text.last) {
    case ("{", "}"): return .slot(String(text.dropFirst().dropLast()))
    case ("<", ">"): return .part(String(text.dropFirst().dropLast()))
    default:
      guard !text.isEmpty, text.allSatisfy({ $0.isLowercase || $0 == "-" }) else {
        throw fault(number, "a heading is an intent, a {slot} or a <part>")
      }
      return .intent(String(text))
    }
  }

  /// `{weekday} 1: monday, mon`.
  private mutating func readEntry(_ line: Substring, _ number: Int) throws(GrammarFault) {
    guard let colon = line.firstIndex(of: ":") else {
      throw fault(number, "an entry is a name, a colon and words")
    }
    let left = line[..<colon].split(separator: " ")
    guard let name = left.first else { throw fault(number, "an entry begins with a name") }
    let head = try readHead(name, number)
    for word in line[line.index(after: colon)...].split(separator: ",") {
      let words = word.split(separator: " ").joined(separator: " ")
      guard !words.isEmpty else { continue }
      rules.append(
        PhraseRule(
          head: head, body: .words(words), meaning: left.count > 1 ? "constant" : nil,
          arguments: left.dropFirst().map(String.init), file: file, line: number,
          language: language))
    }
  }

  private mutating func readPhrase(
    _ line: Substring, _ head: PhraseHead, _ number: Int
  ) throws(GrammarFault) {
    let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let meaning = sides.count > 1 ? sides[1].split(separator: " ").map(String.init) : []
    var parser = PhraseParser(text: sides[0], file: file, line: number)
    rules.append(
      PhraseRule(
        head: head, body: try parser.whole(), meaning: meaning.first,
        arguments: Array(meaning.dropFirst()), file: file, line: number, language: language))
  }
}

/// Reads one phrase by recursive descent.
private struct PhraseParser {
  private var rest: Substring.UTF8View
  private let file: String
  private let line: Int
  /// How deep brackets may be nested; more is a slip of the writer.
  private let depthMax = 16

  init(text: Substring, file: String, line: Int) {
    rest = text.utf8
    self.file = file
    self.line = line
  }

  mutating func whole() throws(GrammarFault) -> PhraseNode {
    let node = try either(depth: 0)
    guard rest.isEmpty else { throw fault("a bracket is closed that was not opened") }
    return node
  }

  private func fault(_ reason: String) -> GrammarFault {
    GrammarFault(file: file, line: line, reason: reason)
  }

  private mutating func either(depth: Int) throws(GrammarFault) -> PhraseNode {
    guard depth <= depthMax else { throw fault("brackets are nested too deeply") }
    var options = [try sequence(depth: depth)]
    while rest.first == UInt8(ascii: "|") {
      rest.removeFirst()
      options.append(try sequence(depth: depth))
    }
    return options.count == 1 ? options[0] : .either(options)
  }

  private mutating func sequence(depth: Int) throws(GrammarFault) -> PhraseNode {
    var nodes: [PhraseNode] = []
    while let next = rest.first {
      switch next {
      case UInt8(ascii: " "): rest.removeFirst()
      case UInt8(ascii: "|"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard !nodes.isEmpty else { throw fault("an alternative is empty") }
        return .sequence(nodes)
      case UInt8(ascii: "("): nodes.append(try bracketed(")", depth: depth))
      case UInt8(ascii: "["): nodes.append(.perhaps(try bracketed("]", depth: depth)))
      case UInt8(ascii: "{"): nodes.append(.slot(try name(until: "}")))
      case UInt8(ascii: "<"): nodes.append(.part(try name(until: ">")))
      default: nodes.append(.words(try word(from: next)))
      }
    }
    guard !nodes.isEmpty else { throw fault("an alternative is empty") }
    return .sequence(nodes)
  }

  private mutating func word(from first: UInt8) throws(GrammarFault) -> String {
    let word = rest.prefix { !Self.signs.contains($0) }
    guard !word.isEmpty else { throw fault("\"\(Character(UnicodeScalar(first)))\" stands alone") }
    rest = rest[word.endIndex...]
    return String(Substring(word))
  }

  /// What ends a word.
  private static let signs = Array(" |()[]{}<>".utf8)

  private mutating func bracketed(
    _ close: Unicode.Scalar, depth: Int
  ) throws(GrammarFault) -> PhraseNode {
    rest.removeFirst()
    let node = try either(depth: depth + 1)
    guard rest.first == UInt8(ascii: close) else { throw fault("a \"\(close)\" is missing") }
    rest.removeFirst()
    return node
  }

  private mutating func name(until close: Unicode.Scalar) throws(GrammarFault) -> String {
    rest.removeFirst()
    let name = rest.prefix { $0 != UInt8(ascii: close) && $0 != UInt8(ascii: " ") }
    rest = rest[name.endIndex...]
    guard rest.first == UInt8(ascii: close), !name.isEmpty else {
      throw fault("a \"\(close)\" is missing")
    }
    rest.removeFirst()
    return String(Substring(name))
  }
}

extension Substring.UTF8View {
  /// A line without its remark, which begins with a `#` at the start or after a space, and without
  /// spaces at its end.
  fileprivate var withoutRemark: Substring.UTF8View {
    var last = UInt8(ascii: " ")
    var kept = self[...]
    for index in indices {
      if self[index] == UInt8(ascii: "#"), last == UInt8(ascii: " ") {
        kept = self[..<index]
        break
      }
      last = self[index]
    }
    while let last = kept.last, last == 0x20 || last == 0x09 || last == 0x0D { kept.removeLast() }
    return kept
  }
}
