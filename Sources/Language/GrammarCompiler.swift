// Makes the tables of a grammar from its files, or says which line is broken.

public import Grammar

/// Makes a grammar of its files.
public enum GrammarCompiler {
  /// The parts whose words change nothing of what a line says, wherever they stand.
  static let fillers = ["filler", "hedge", "telling"]
  /// The parts whose words are known only where a question may be about them.
  /// What is known by its place in a line only, and has no phrases.
  static let knownByPlace =
    ["numbered", "it", "between", "asking", "denial", "separable"] + ClauseRoles.parts.map(\.key)
  static let topics = ["room-topic", "booking-topic", "asking"]

  /// The grammar that the files say; files that do not belong to the reader are passed over.
  ///
  /// - Throws: the first line that is broken.
  public static func compile(_ sources: [GrammarSource]) throws(GrammarFault) -> CompiledGrammar {
    let sorted = sources.filter { GrammarSource.belongsToReader($0.name) }
      .sorted { $0.name < $1.name }
    guard let intents = sorted.first(where: { $0.name == "intents.txt" }) else {
      throw GrammarFault(file: "intents.txt", line: 0, reason: "the file is missing")
    }
    var rules: [PhraseRule] = []
    let others = ["intents.txt", GrammarSource.weightsName]
    for source in sorted where !others.contains(source.name) {
      rules += try GrammarText.rules(of: source)
    }
    var builder = GrammarBuilder(allowed: try IntentTable.read(intents))
    try builder.declare(rules)
    for rule in rules { try builder.add(rule) }
    let weights = sorted.first { $0.name == GrammarSource.weightsName }
    let acts: ActModel? = if let weights { try ActModel(weights) } else { nil }
    return builder.finished(acts)
  }
}

/// What may be meant, and with which slots.
enum IntentTable {
  /// The bit mask of slot kinds of every intent.
  static func read(_ source: GrammarSource) throws(GrammarFault) -> [UInt32] {
    var masks = [UInt32?](repeating: nil, count: Intent.allCases.count)
    for (number, line) in GrammarText.lines(of: source.text) {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw GrammarFault(
          file: source.name, line: number, reason: "a line is an intent, a colon and its slots")
      }
      guard let intent = Intent(rawValue: String(sides[0])) else {
        throw GrammarFault(
          file: source.name, line: number, unknown: String(sides[0]), what: "intent",
          among: Intent.allCases.map(\.rawValue))
      }
      var mask: UInt32 = 0
      for name in sides[1].split(separator: " ") {
        guard let kind = SlotKind(rawValue: String(name)) else {
          throw GrammarFault(
            file: source.name, line: number, unknown: String(name), what: "slot",
            among: SlotKind.allCases.map(\.rawValue))
        }
        mask |= kind.bit | (kind == .when ? SlotKind.partsOfWhen : 0)
      }
      masks[intent.place] = mask
    }
    for (intent, mask) in zip(Intent.allCases, masks) where mask == nil {
      throw GrammarFault(
        file: source.name, line: 0, reason: "the intent \(intent.rawValue) is missing")
    }
    return masks.map { $0 ?? 0 }
  }
}

extension SlotKind {
  /// What `when` stands for.
  static let partsOfWhen =
    SlotKind.day.bit | SlotKind.start.bit | SlotKind.end.bit | SlotKind.length.bit
    | SlotKind.repeat.bit
}

/// Gathers symbols and phrases, and flattens them.
private struct GrammarBuilder {
  private let allowed: [UInt32]
  private var languages: [String] = []
  private var parts: [String: UInt16] = [:]
  private var words: [FoldedHash: UInt16] = [:]
  private var spellings: [(folded: [UInt8], symbol: UInt16)] = []
  /// The same, by symbol.
  private var folded: [UInt16: [UInt8]] = [:]
  private var known: [SaidAlike: String] = [:]
  /// The words that may be joined with others, and those that only stand inside others.
  private var leads: Set<FoldedHash> = []
  private var joined: [FoldedHash: CompoundTable.Joined] = [:]
  private var endings: [(octets: [UInt8], symbol: UInt16)] = []
  /// The languages that have a word, by its symbol.
  private var languagesOfWords: [UInt16: UInt8] = [:]
  private var symbolCount = Int(SymbolTable.firstPart)
  private var productions: [Production] = []
  private var places: [GrammarPlace] = []
  private var names: [String] = []
  private var wordsOfName: [[FoldedHash]] = []
  private var fillers: Set<UInt16> = []
  /// The words of what questions are about, and those of all else.
  private var topicWords: Set<UInt16> = []
  private var otherWords: Set<UInt16> = []
  /// The single words of parts that are known by where they stand: those said for the signs of an
  /// address, labels, what joins orders.
  private var signWords: [PhraseHead: Set<UInt16>] = [
    .part("at-sign"): [], .part("dot"): [], .part("numbered"): [], .part("title-label"): [],
    .part("description-label"): [], .part("joining"): [], .part("it"): [],
    .part("named"): [], .part("between"): [], .part("asking"): [], .part("with"): [],
    .slot("weekday"): [],
  ].merging(ClauseRoles.parts.map { (.part($0.key), []) }) { first, _ in first }
  private var separables = SeparableVerbs()
  private var trie = TrieBuilder()
  /// More ways to say one phrase than this are a slip of the writer.
  private let waysMax = 4096

  init(allowed: [UInt32]) { self.allowed = allowed }

  /// Gives every part a symbol before any phrase uses one.
  mutating func declare(_ rules: [PhraseRule]) throws(GrammarFault) {
    for rule in rules {
      if !languages.contains(rule.language) { languages.append(rule.language) }
      guard languages.count <= 8 else {
        throw GrammarFault(file: rule.file, line: 0, reason: "there are more than 8 languages")
      }
      guard case .part(let name) = rule.head else { continue }
      let full = rule.language + "." + name
      if parts[full] == nil { parts[full] = newSymbol() }
    }
  }

  private mutating func newSymbol() -> UInt16 {
    symbolCount += 1
    return UInt16(symbolCount - 1)
  }

  mutating func add(_ rule: PhraseRule) throws(GrammarFault) {
    let production = try self.production(of: rule)
    let said = try self.ways(rule.body, of: rule)
    let ways = said + said.compactMap { withoutApostrophes($0) }.filter { !said.contains($0) }
    // What two languages say alike is one entry, which belongs to both.
    let key = SaidAlike(
      head: production.head, meaning: rule.meaning, arguments: rule.arguments, ways: ways)
    if let language = known[key], language != rule.language { return }
    known[key] = rule.language
    guard productions.count < Int(UInt16.max), symbolCount < Int(UInt16.max) - 64 else {
      throw GrammarFault(file: rule.file, line: rule.line, reason: "the grammar is too large")
    }
    productions.append(production)
    places.append(GrammarPlace(file: rule.file, line: rule.line, word: rule.word))
    if production.isNamed, case .words(let text) = rule.body {
      let tokens = Tokenizer.tokens(of: text)
      if tokens.count == 1 { wordsOfName[Int(production.first)].append(tokens[0].hash) }
    }
    for way in ways {
      if case .part(let part) = rule.head, GrammarCompiler.topics.contains(part) {
        topicWords.formUnion(way)
      } else {
        otherWords.formUnion(way)
      }
      if case .part(let part) = rule.head, GrammarCompiler.fillers.contains(part), way.count == 1 {
        fillers.insert(way[0])
      }
      if way.count == 1 { signWords[rule.head]?.insert(way[0]) }
      if case .part("separable") = rule.head {
        guard way.count == 3 else {
          throw GrammarFault(
            file: rule.file, line: rule.line,
            reason: "a verb that comes apart is three words: the whole, its stem and the rest")
        }
        separables.add(way, production: productions.count - 1)
        continue
      }
      guard !way.isEmpty else {
        throw GrammarFault(
          file: rule.file, line: rule.line, reason: "the phrase may be empty")
      }
      guard way != [production.head] else {
        throw GrammarFault(
          file: rule.file, line: rule.line, reason: "the phrase makes itself")
      }
      trie.insert(way, accepting: UInt16(productions.count - 1))
    }
  }

  private mutating func production(of rule: PhraseRule) throws(GrammarFault) -> Production {
    var meaning = Meaning.same
    if let name = rule.meaning {
      guard let known = Meaning(name: name) else {
        throw GrammarFault(
          file: rule.file, line: rule.line, unknown: name, what: "meaning",
          among: Meaning.names)
      }
      meaning = known
    }
    guard rule.arguments.count <= 2 else {
      throw GrammarFault(
        file: rule.file, line: rule.line, reason: "a meaning has at most two arguments")
    }
    var numbers: [Int32] = []
    var isNamed = false
    for argument in rule.arguments {
      if let number = Int32(argument) {
        numbers.append(number)
      } else {
        isNamed = true
        numbers.append(Int32(place(ofName: argument)))
      }
    }
    return Production(
      head: try symbol(of: rule.head, rule), meaning: meaning,
      first: numbers.first ?? 0, second: numbers.count > 1 ? numbers[1] : 0, isNamed: isNamed)
  }

  private mutating func place(ofName name: String) -> Int {
    if let place = names.firstIndex(of: name) { return place }
    names.append(name)
    wordsOfName.append([])
    return names.count - 1
  }

  private func symbol(of head: PhraseHead, _ rule: PhraseRule) throws(GrammarFault) -> UInt16 {
    switch head {
    case .intent(let name):
      guard let intent = Intent(rawValue: name) else {
        throw GrammarFault(
          file: rule.file, line: rule.line, unknown: name, what: "intent",
          among: Intent.allCases.map(\.rawValue))
      }
      return SymbolTable.symbol(intent)
    case .slot(let name):
      guard let slot = Slot.byName[name] else {
        throw GrammarFault(
          file: rule.file, line: rule.line, unknown: name, what: "slot",
          among: Slot.allCases.map(\.name))
      }
      return SymbolTable.symbol(slot)
    case .part(let name):
      guard let symbol = parts[rule.language + "." + name] else {
        let own = parts.keys.filter { $0.hasPrefix(rule.language + ".") }
        throw GrammarFault(
          file: rule.file, line: rule.line, unknown: name, what: "part",
          among: own.map { String($0.dropFirst(rule.language.count + 1)) })
      }
      return symbol
    }
  }

  /// All sequences of symbols that a phrase stands for.
  private mutating func ways(
    _ node: PhraseNode, of rule: PhraseRule
  ) throws(GrammarFault) -> [[UInt16]] {
    switch node {
    case .perhaps(let inner): return [[]] + (try ways(inner, of: rule))
    case .slot(let name): return [[try symbol(of: .slot(name), rule)]]
    case .part(let name): return [[try symbol(of: .part(name), rule)]]
    case .words(let text): return [symbols(of: text, in: rule.language)]
    case .either(let options):
      var all: [[UInt16]] = []
      for option in options { all += try ways(option, of: rule) }
      return all
    case .sequence(let nodes):
      var all: [[UInt16]] = [[]]
      for next in nodes {
        let tails = try ways(next, of: rule)
        all = all.flatMap { head in tails.map { head + $0 } }
        guard all.count <= waysMax else {
          throw GrammarFault(
            file: rule.file, line: rule.line, reason: "the phrase has too many ways to be said")
        }
      }
      return all
    }
  }

  /// What people leave the apostrophe out of: `what's`, `don't`, `I'm`, `I've`. Without it `we're`,
  /// `I'll` and `I'd` would be other words.
  private static let endingsJoined: Set<FoldedHash> = Set(
    ["s", "t", "m", "ve"].flatMap { Tokenizer.tokens(of: $0).map(\.hash) })
  private static let apostrophe = Tokenizer.tokens(of: "'")[0].hash

  /// A way to say a phrase as people type it who leave out the apostrophes; nil if it has none.
  private mutating func withoutApostrophes(_ way: [UInt16]) -> [UInt16]? {
    guard let sign = words[Self.apostrophe], way.contains(sign) else { return nil }
    let endings = Set(Self.endingsJoined.compactMap { words[$0] })
    var joined: [UInt16] = []
    var index = 0
    while index < way.count {
      if index + 2 < way.count, way[index + 1] == sign, endings.contains(way[index + 2]),
        let word = folded[way[index]], let ending = folded[way[index + 2]]
      {
        let text = String(decoding: word + ending, as: UTF8.self)
        joined.append(symbol(of: Tokenizer.tokens(of: text)[0], in: text))
        index += 3
      } else {
        joined.append(way[index])
        index += 1
      }
    }
    return joined == way ? nil : joined
  }

  /// The symbols of some words; those that are joined with others are noted.
  private mutating func symbols(of text: String, in language: String) -> [UInt16] {
    let bit = UInt8(1) << UInt8(languages.firstIndex(of: language) ?? 0)
    if let notation = CompoundNotation(text) {
      let joined = symbol(of: notation, Tokenizer.tokens(of: notation.core)[0])
      languagesOfWords[joined, default: 0] |= bit
      return [joined]
    }
    return Tokenizer.tokens(of: text).map { token in
      let known = symbol(of: token, in: text)
      // Signs and digits are of no language.
      if token.kind == .word { languagesOfWords[known, default: 0] |= bit }
      return known
    }
  }

  private mutating func symbol(of notation: CompoundNotation, _ token: Token) -> UInt16 {
    let octets = Folding.folded(Array(notation.core.utf8))
    if notation.isEnding {
      if let known = endings.first(where: { $0.octets == octets }) { return known.symbol }
      endings.append((octets, newSymbol()))
      return endings[endings.count - 1].symbol
    }
    guard notation.isJoined else {
      leads.insert(token.hash)
      return symbol(of: token, in: notation.core)
    }
    let known = joined[token.hash]
    let made = CompoundTable.Joined(
      symbol: known?.symbol ?? newSymbol(),
      mayGoOn: notation.isLead || known?.mayGoOn ?? false)
    joined[token.hash] = made
    return made.symbol
  }

  private mutating func symbol(of token: Token, in text: String) -> UInt16 {
    if let known = words[token.hash] { return known }
    let symbol = newSymbol()
    words[token.hash] = symbol
    if token.kind == .word {
      let octets = Folding.folded(Array(Array(text.utf8)[token.range]))
      spellings.append((octets, symbol))
      folded[symbol] = octets
    }
    return symbol
  }

  func finished(_ acts: ActModel?) -> CompiledGrammar {
    let named = { [languages, parts] (name: String) in
      languages.compactMap { parts["\($0).\(name)"] }
    }
    return CompiledGrammar(
      languages: languages.map { LanguageTag($0) },
      symbols: SymbolTable(
        words: words, languages: languagesOfWords,
        isFiller: (0..<symbolCount).map { fillers.contains(UInt16($0)) },
        topicWords: topicWords.subtracting(otherWords),
        signWords: { (signWords[.part($0)] ?? signWords[.slot($0)] ?? []).sorted() },
        separables: separables, count: symbolCount,
        parts: named),
      productions: productions, places: places, automaton: trie.flattened(symbolCount: symbolCount),
      slips: SlipTable(spellings),
      compounds: CompoundTable(leads: leads, joined: joined, endings: endings), names: names,
      wordsOfName: wordsOfName, allowed: allowed, acts: acts)
  }
}

/// What makes two entries of the grammar one.
private struct SaidAlike: Hashable {
  let head: UInt16
  let meaning: String?
  let arguments: [String]
  let ways: [[UInt16]]
}
