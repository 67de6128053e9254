// Reads the notation of the grammar: sequence, `( | )`, `[ ]`, `{slot}`, `<part>`, `= meaning`.

internal import Grammar

/// What a phrase is made of.
enum PhraseNode {
  case sequence([PhraseNode])
  case either([PhraseNode])
  indirect case perhaps(PhraseNode)
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

/// Reads files of phrases and lexica into rules. All by octets: cutting strings into characters
/// took a tenth of the time of making a grammar.
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
      } else if full.first == UInt8(ascii: " ") {
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
  static func lines(of text: String) -> [(number: Int, octets: ArraySlice<UInt8>)] {
    let octets = Array(text.utf8)
    var lines: [(Int, ArraySlice<UInt8>)] = []
    var (start, number) = (0, 1)
    while start < octets.count {
      let end = octets[start...].firstIndex(of: UInt8(ascii: "\n")) ?? octets.count
      let kept = octets[start..<end].withoutRemark
      if !kept.isEmpty { lines.append((number, kept)) }
      (start, number) = (end + 1, number + 1)
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

  private func readHeading(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(GrammarFault) -> PhraseHead {
    guard line.last == UInt8(ascii: ":") else {
      throw fault(number, "a heading ends with a colon, and a phrase begins with a space")
    }
    return try readHead(line.dropLast(), number)
  }

  private func readHead(
    _ octets: ArraySlice<UInt8>, _ number: Int
  ) throws(GrammarFault) -> PhraseHead {
    switch (octets.first, octets.last) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return .slot(octets.dropFirst().dropLast().text)
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): return .part(octets.dropFirst().dropLast().text)
    default:
      let text = octets.text
      guard !text.isEmpty, text.allSatisfy({ $0.isLowercase || $0 == "-" }) else {
        throw fault(number, "a heading is an intent, a {slot} or a <part>")
      }
      return .intent(text)
    }
  }

  /// `{weekday} 1: monday, mon`.
  private mutating func readEntry(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(GrammarFault) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw fault(number, "an entry is a name, a colon and words")
    }
    let left = line[..<colon].split(separator: UInt8(ascii: " "))
    guard let name = left.first else { throw fault(number, "an entry begins with a name") }
    let head = try readHead(name, number)
    let arguments = left.dropFirst().map(\.text)
    for entry in line[(colon + 1)...].split(separator: UInt8(ascii: ",")) {
      let words = entry.spacedOnce.text
      guard !words.isEmpty else { continue }
      rules.append(
        PhraseRule(
          head: head, body: .words(words), meaning: left.count > 1 ? "constant" : nil,
          arguments: arguments, file: file, line: number, language: language))
    }
  }

  private mutating func readPhrase(
    _ line: ArraySlice<UInt8>, _ head: PhraseHead, _ number: Int
  ) throws(GrammarFault) {
    let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
    let meaning = line[equals...].dropFirst().split(separator: UInt8(ascii: " ")).map(\.text)
    var parser = PhraseParser(line[..<equals], file: file, line: number)
    rules.append(
      PhraseRule(
        head: head, body: try parser.whole(), meaning: meaning.first,
        arguments: Array(meaning.dropFirst()), file: file, line: number, language: language))
  }
}

/// Reads one phrase by recursive descent.
private struct PhraseParser {
  private let octets: ArraySlice<UInt8>
  /// Where the rest begins that is still to be read.
  private var place: Int
  private let file: String
  private let line: Int
  /// How deep brackets may be nested; more is a slip of the writer.
  private let depthMax = 16

  init(_ octets: ArraySlice<UInt8>, file: String, line: Int) {
    self.octets = octets
    place = octets.startIndex
    self.file = file
    self.line = line
  }

  mutating func whole() throws(GrammarFault) -> PhraseNode {
    let node = try either(depth: 0)
    guard next == nil else { throw fault("a bracket is closed that was not opened") }
    return node
  }

  /// The octet that is to be read; nil at the end.
  private var next: UInt8? { place < octets.endIndex ? octets[place] : nil }

  /// The octets from the next one on up to one of these.
  private mutating func read(until signs: [UInt8]) -> ArraySlice<UInt8> {
    let start = place
    while let next, !signs.contains(next) { place += 1 }
    return octets[start..<place]
  }

  private func fault(_ reason: String) -> GrammarFault {
    GrammarFault(file: file, line: line, reason: reason)
  }

  private mutating func either(depth: Int) throws(GrammarFault) -> PhraseNode {
    guard depth <= depthMax else { throw fault("brackets are nested too deeply") }
    var options = [try sequence(depth: depth)]
    while next == UInt8(ascii: "|") {
      place += 1
      options.append(try sequence(depth: depth))
    }
    return options.count == 1 ? options[0] : .either(options)
  }

  private mutating func sequence(depth: Int) throws(GrammarFault) -> PhraseNode {
    var nodes: [PhraseNode] = []
    while let next {
      switch next {
      case UInt8(ascii: " "): place += 1
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
    let word = read(until: Self.signs)
    guard !word.isEmpty else { throw fault("\"\(Character(UnicodeScalar(first)))\" stands alone") }
    return word.text
  }

  /// What ends a word.
  private static let signs = Array(" |()[]{}<>".utf8)

  private mutating func bracketed(
    _ close: Unicode.Scalar, depth: Int
  ) throws(GrammarFault) -> PhraseNode {
    place += 1
    let node = try either(depth: depth + 1)
    guard next == UInt8(ascii: close) else { throw fault("a \"\(close)\" is missing") }
    place += 1
    return node
  }

  private mutating func name(until close: Unicode.Scalar) throws(GrammarFault) -> String {
    place += 1
    let name = read(until: [UInt8(ascii: close), UInt8(ascii: " ")])
    guard next == UInt8(ascii: close), !name.isEmpty else {
      throw fault("a \"\(close)\" is missing")
    }
    place += 1
    return name.text
  }
}

extension ArraySlice<UInt8> {
  /// The octets of a grammar, which are UTF-8, as text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// A line without its remark, which begins with a `#` at the start or after a space, and without
  /// spaces at its end.
  fileprivate var withoutRemark: ArraySlice<UInt8> {
    var last = UInt8(ascii: " ")
    var end = startIndex
    while end < endIndex, self[end] != UInt8(ascii: "#") || last != UInt8(ascii: " ") {
      last = self[end]
      end += 1
    }
    while end > startIndex, [0x20, 0x09, 0x0D].contains(self[end - 1]) { end -= 1 }
    return self[..<end]
  }

  /// Words with one space between two and none around them.
  fileprivate var spacedOnce: ArraySlice<UInt8> {
    var kept: [UInt8] = []
    kept.reserveCapacity(count)
    let space = UInt8(ascii: " ")
    for octet in self {
      if octet == space, kept.isEmpty || kept.last == space { continue }
      kept.append(octet)
    }
    if kept.last == space { kept.removeLast() }
    return kept[...]
  }
}
