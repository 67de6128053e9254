// Gathers the symbols and phrases of a grammar, and makes its tables of them.

/// Gathers symbols and phrases, and flattens them.
struct GrammarBuilder {
  private let allowed: [UInt32]
  private var languages: [String] = []
  private var parts: [PartName: UInt16] = [:]
  private var words = HashIndex()
  /// The words as they are folded, in the order of their symbols.
  private var spellings: [(folded: [UInt8], symbol: UInt16)] = []
  /// Which language says what an intent or a slot is said by; parts belong to one language.
  private var known: [SaidAlike: [(language: String, phrase: SymbolPhrase, joined: [[UInt16]])]] =
    [:]
  /// The words that may be joined with others, and those that only stand inside others.
  private var leads: Set<FoldedHash> = []
  private var joined: [FoldedHash: CompoundTable.Joined] = [:]
  private var endings: [(octets: [UInt8], symbol: UInt16)] = []
  /// The languages that have a word, a bit each, by its symbol.
  private var languagesOfWords = [UInt8](repeating: 0, count: Int(SymbolTable.firstPart))
  private var productions: [Production] = []
  private var places: [GrammarPlace] = []
  private var names: [String] = []
  private var wordsOfName: [[FoldedHash]] = []
  private var fillers: Set<UInt16> = []
  /// The words of what questions are about, and those of all else, by symbol.
  private var isTopicWord = [Bool](repeating: false, count: Int(SymbolTable.firstPart))
  private var isOtherWord = [Bool](repeating: false, count: Int(SymbolTable.firstPart))
  /// The single words of parts that are known by where they stand: those said for the signs of an
  /// address, labels, what joins orders.
  private var signWords: [PhraseHead: Set<UInt16>] = [
    .part("at-sign"): [], .part("dot"): [], .part("numbered"): [], .part("title-label"): [],
    .part("description-label"): [], .part("joining"): [], .part("it"): [],
    .part("named"): [], .part("between"): [], .part("asking"): [], .part("with"): [],
    .slot("weekday"): [],
  ].merging(ClauseRoles.parts.map { (.part($0.key), []) }) { first, _ in first }
  private var separables = SeparableVerbs()
  private var automaton = AutomatonBuilder()
  /// Each symbol of the phrase that is being added, as often as it stands there.
  private var symbolsOfPhrase: [UInt16] = []
  /// More ways to say one phrase than this are a slip of the writer.
  private let waysMax = 4096
  /// More words in one way than this are one, too.
  private let wayLengthMax = 256

  init(allowed: [UInt32]) { self.allowed = allowed }

  /// Gives every part a symbol before any phrase uses one.
  mutating func declare(_ rules: [PhraseRule]) throws(GrammarFault) {
    for rule in rules {
      if !languages.contains(rule.language) { languages.append(rule.language) }
      guard languages.count <= 8 else {
        throw GrammarFault(file: rule.file, line: 0, reason: "there are more than 8 languages")
      }
      guard case .part(let name) = rule.head else { continue }
      let full = PartName(language: rule.language, name: name)
      if parts[full] == nil { parts[full] = newSymbol() }
    }
  }

  private var symbolCount: Int { languagesOfWords.count }

  private mutating func newSymbol() -> UInt16 {
    languagesOfWords.append(0)
    isTopicWord.append(false)
    isOtherWord.append(false)
    return UInt16(symbolCount - 1)
  }

  mutating func add(_ rule: PhraseRule) throws(GrammarFault) {
    let production = try self.production(of: rule)
    symbolsOfPhrase.removeAll(keepingCapacity: true)
    let phrase = try self.phrase(rule.body, of: rule)
    let summary = phrase.summary
    guard summary.count <= waysMax else {
      throw fault(rule, "the phrase has too many ways to be said")
    }
    guard summary.longest <= wayLengthMax else { throw fault(rule, "the phrase is too long") }
    let joined = withoutApostrophes(phrase)
    guard !isSaid(rule, by: phrase, summary, joined, making: production.head) else { return }
    guard productions.count < Int(UInt16.max), symbolCount < Int(UInt16.max) - 64 else {
      throw fault(rule, "the grammar is too large")
    }
    productions.append(production)
    places.append(GrammarPlace(file: rule.file, line: rule.line, word: rule.word))
    if production.isNamed, case .words(let text) = rule.body {
      let tokens = Tokenizer.tokens(of: text)
      if tokens.count == 1 { wordsOfName[Int(production.first)].append(tokens[0].hash) }
    }
    noteTopics(symbolsOfPhrase, of: rule.head)
    for way in joined { noteTopics(way, of: rule.head) }
    if case .part("separable") = rule.head {
      return try addSeparables(phrase.ways + joined, of: rule)
    }
    let end = automaton.end(UInt16(productions.count - 1))
    var node = automaton.node(phrase, before: end)
    for way in joined { node = automaton.either(node, automaton.node(way, before: end)) }
    guard !automaton.accepts(node) else { throw fault(rule, "the phrase may be empty") }
    let singles = automaton.symbolsToEnds(of: node)
    guard !singles.contains(production.head) else {
      throw fault(rule, "the phrase makes itself")
    }
    noteSingles(singles, of: rule.head)
    automaton.addPhrase(node)
  }

  private func fault(_ rule: PhraseRule, _ reason: String) -> GrammarFault {
    GrammarFault(file: rule.file, line: rule.line, reason: reason)
  }

  /// What two languages say alike is one entry, which belongs to both: whether a language before
  /// this one has it.
  private mutating func isSaid(
    _ rule: PhraseRule, by phrase: SymbolPhrase, _ summary: WaysSummary, _ joined: [[UInt16]],
    making head: UInt16
  ) -> Bool {
    if case .part = rule.head { return false }
    let key = SaidAlike(
      head: head, meaning: rule.meaning, arguments: rule.arguments, summary: summary)
    let isSaid = known[key, default: []].contains { other in
      other.language != rule.language && other.joined == joined && other.phrase.ways == phrase.ways
    }
    if !isSaid { known[key, default: []].append((rule.language, phrase, joined)) }
    return isSaid
  }

  /// Notes whether the words of a phrase say what a question is about, or anything else.
  private mutating func noteTopics(_ symbols: [UInt16], of head: PhraseHead) {
    var isTopic = false
    if case .part(let part) = head { isTopic = GrammarCompiler.topics.contains(part) }
    for symbol in symbols {
      if isTopic {
        isTopicWord[Int(symbol)] = true
      } else {
        isOtherWord[Int(symbol)] = true
      }
    }
  }

  /// Notes the words that are ways to say a phrase, each by itself.
  private mutating func noteSingles(_ singles: [UInt16], of head: PhraseHead) {
    if case .part(let part) = head, GrammarCompiler.fillers.contains(part) {
      fillers.formUnion(singles)
    }
    signWords[head]?.formUnion(singles)
  }

  private mutating func addSeparables(
    _ ways: [[UInt16]], of rule: PhraseRule
  ) throws(GrammarFault) {
    for way in ways {
      guard way.count == 3 else {
        throw fault(
          rule, "a verb that comes apart is three words: the whole, its stem and the rest")
      }
      separables.add(way, production: productions.count - 1)
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
      guard let symbol = parts[PartName(language: rule.language, name: name)] else {
        let own = parts.keys.filter { $0.language == rule.language }
        throw GrammarFault(
          file: rule.file, line: rule.line, unknown: name, what: "part", among: own.map(\.name))
      }
      return symbol
    }
  }

  /// A phrase by its symbols.
  private mutating func phrase(
    _ node: PhraseNode, of rule: PhraseRule
  ) throws(GrammarFault) -> SymbolPhrase {
    switch node {
    case .slot(let name): return noted(try symbol(of: .slot(name), rule))
    case .part(let name): return noted(try symbol(of: .part(name), rule))
    case .words(let text):
      let symbols = symbols(of: text, in: rule.language)
      if symbols.count == 1 { return noted(symbols[0]) }
      symbolsOfPhrase += symbols
      return .symbols(symbols)
    case .perhaps(let inner): return .perhaps(try phrase(inner, of: rule))
    case .either(let options): return .either(try phrases(options, of: rule))
    case .sequence(let parts): return .sequence(try phrases(parts, of: rule))
    }
  }

  private mutating func noted(_ symbol: UInt16) -> SymbolPhrase {
    symbolsOfPhrase.append(symbol)
    return .symbol(symbol)
  }

  private mutating func phrases(
    _ nodes: [PhraseNode], of rule: PhraseRule
  ) throws(GrammarFault) -> [SymbolPhrase] {
    var phrases: [SymbolPhrase] = []
    phrases.reserveCapacity(nodes.count)
    for node in nodes { phrases.append(try phrase(node, of: rule)) }
    return phrases
  }

  /// What people leave the apostrophe out of: `what's`, `don't`, `I'm`, `I've`. Without it `we're`,
  /// `I'll` and `I'd` would be other words.
  private static let endingsJoined: Set<FoldedHash> = Set(
    ["s", "t", "m", "ve"].flatMap { Tokenizer.tokens(of: $0).map(\.hash) })
  private static let apostrophe = Tokenizer.tokens(of: "'")[0].hash

  /// The ways to say a phrase as people type it who leave out the apostrophes, of those that have
  /// one.
  private mutating func withoutApostrophes(_ phrase: SymbolPhrase) -> [[UInt16]] {
    let sign = words[Self.apostrophe]
    guard sign != SymbolTable.none, symbolsOfPhrase.contains(sign) else { return [] }
    let endings = Set(Self.endingsJoined.map { words[$0] })
    var all: [[UInt16]] = []
    for way in phrase.ways where way.contains(sign) {
      var joined: [UInt16] = []
      var index = 0
      while index < way.count {
        if index + 2 < way.count, way[index + 1] == sign, endings.contains(way[index + 2]),
          let word = spelling(of: way[index]), let ending = spelling(of: way[index + 2])
        {
          let text = String(decoding: word + ending, as: UTF8.self)
          joined.append(symbol(of: Tokenizer.tokens(of: text)[0], in: text))
          index += 3
        } else {
          joined.append(way[index])
          index += 1
        }
      }
      if joined != way { all.append(joined) }
    }
    return all
  }

  /// A word as it is folded; nil for what is no word.
  private func spelling(of symbol: UInt16) -> [UInt8]? {
    var places = spellings.indices
    while let first = places.first {
      let middle = first + places.count / 2
      let found = spellings[middle]
      if found.symbol == symbol { return found.folded }
      places = found.symbol < symbol ? middle + 1..<places.upperBound : first..<middle
    }
    return nil
  }

  /// The symbols of some words; those that are joined with others are noted.
  private mutating func symbols(of text: String, in language: String) -> [UInt16] {
    let bit = UInt8(1) << UInt8(languages.firstIndex(of: language) ?? 0)
    if let notation = CompoundNotation(text) {
      let joined = symbol(of: notation, Tokenizer.tokens(of: notation.core)[0])
      languagesOfWords[Int(joined)] |= bit
      return [joined]
    }
    return Tokenizer.tokens(of: text).map { token in
      let known = symbol(of: token, in: text)
      // Signs and digits are of no language.
      if token.kind == .word { languagesOfWords[Int(known)] |= bit }
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
    let known = words[token.hash]
    if known != SymbolTable.none { return known }
    let symbol = newSymbol()
    words.insert(token.hash, symbol)
    if token.kind == .word {
      let octets = Folding.folded(Array(Array(text.utf8)[token.range]))
      spellings.append((octets, symbol))
    }
    return symbol
  }

  mutating func finished(_ acts: ActModel?) -> CompiledGrammar {
    let named = { [languages, parts] (name: String) in
      languages.compactMap { parts[PartName(language: $0, name: name)] }
    }
    return CompiledGrammar(
      languages: languages.map { LanguageTag($0) },
      symbols: SymbolTable(
        words: words, languages: languagesOfWords,
        isFiller: (0..<symbolCount).map { fillers.contains(UInt16($0)) },
        topicWords: (0..<symbolCount).filter { isTopicWord[$0] && !isOtherWord[$0] }
          .map { UInt16($0) },
        signWords: { (signWords[.part($0)] ?? signWords[.slot($0)] ?? []).sorted() },
        separables: separables, count: symbolCount,
        parts: named),
      productions: productions, places: places,
      automaton: automaton.finished(symbolCount: symbolCount),
      slips: SlipTable(spellings),
      compounds: CompoundTable(leads: leads, joined: joined, endings: endings), names: names,
      wordsOfName: wordsOfName, allowed: allowed, acts: acts)
  }
}

/// What two entries have in common that are one if their ways are the same.
private struct SaidAlike: Hashable {
  let head: UInt16
  let meaning: String?
  let arguments: [String]
  let summary: WaysSummary
}

/// A part of the grammar of one language.
private struct PartName: Hashable {
  let language: String
  let name: String
}
