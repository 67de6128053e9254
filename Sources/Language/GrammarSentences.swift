// The grammar run backwards: sentences that its phrases make, for tests to read back.

package import Grammar

/// A sentence that one way of a phrase makes.
package struct GrammarSentence: Sendable {
  /// The phrase.
  package let place: GrammarPlace
  /// The intent that it is a cue of; nil for the phrase of a slot or a part.
  package let intent: Intent?
  /// The slot that it fills; nil for the phrase of an intent or a part.
  package let slot: String?
  /// It is a cue that counts only beside a noun of ours.
  package let isCommon: Bool
  /// Whether it only says what a question is about, where something was spoken of.
  package let isTopic: Bool
  /// The words, with a space between two.
  package let text: String
}

/// Makes sentences of a grammar: each branch of each phrase at least once.
package struct GrammarSentences {
  private let rules: [PhraseRule]
  private var bodies: [String: [PhraseNode]] = [:]
  private let samples: [String: String]
  /// Parts inside parts; more would not end.
  private let depthMax = 12

  /// The sentences of all phrases; the samples are a text for each slot that no phrase makes, as a
  /// number or a room's name.
  ///
  /// - Throws: the first line that is broken.
  package static func sentences(
    of sources: [GrammarSource], samples: [String: String]
  ) throws(GrammarFault) -> [GrammarSentence] {
    var rules: [PhraseRule] = []
    for source in sources
    where GrammarSource.belongsToReader(source.name)
      && !["intents.txt", GrammarSource.weightsName].contains(source.name)
    {
      rules += try GrammarText.rules(of: source)
    }
    return GrammarSentences(rules: rules, samples: samples).all()
  }

  private init(rules: [PhraseRule], samples: [String: String]) {
    self.rules = rules
    self.samples = samples
    for rule in rules { bodies[rule.key(of: rule.head), default: []].append(rule.body) }
  }

  private func all() -> [GrammarSentence] {
    rules.filter { $0.word.isEmpty }.flatMap { rule in
      let place = GrammarPlace(file: rule.file, line: rule.line, word: "")
      return variants(of: rule.body, rule, depth: 0).map {
        GrammarSentence(
          place: place, intent: rule.intent, slot: rule.slot,
          isCommon: ["common", "auxiliary", "news", "wish"].contains(rule.meaning),
          isTopic: ["of-room", "of-booking", "of-those"].contains(rule.meaning),
          text: Self.sentence($0))
      }
    }
  }

  /// Words in a line, those that are joined without a space.
  private static func sentence(_ words: [String]) -> String {
    words.reduce(into: "") { text, word in
      let notation = CompoundNotation(word)
      if !text.isEmpty, notation?.isJoined != true { text += " " }
      // An ending needs a word before it; this one is nobody's.
      text += (notation?.isEnding == true ? "quax" : "") + (notation?.core ?? word)
    }
  }

  /// The words of each branch once, all other branches at their first way.
  private func variants(of node: PhraseNode, _ rule: PhraseRule, depth: Int) -> [[String]] {
    switch node {
    case .words(let text): [[text]]
    case .either(let options): options.flatMap { variants(of: $0, rule, depth: depth) }
    case .perhaps(let inner): [[]] + variants(of: inner, rule, depth: depth)
    case .slot(let name): first(of: .slot(name), rule, depth).map { [$0] } ?? []
    case .part(let name): first(of: .part(name), rule, depth).map { [$0] } ?? []
    case .sequence(let nodes): sequences(of: nodes, rule, depth)
    }
  }

  private func sequences(
    of nodes: [PhraseNode], _ rule: PhraseRule, _ depth: Int
  ) -> [[String]] {
    let columns = nodes.map { variants(of: $0, rule, depth: depth) }
    guard columns.allSatisfy({ !$0.isEmpty }) else { return [] }
    var all = [columns.flatMap { $0[0] }]
    for (place, column) in columns.enumerated() {
      for other in column.dropFirst() {
        all.append(columns.indices.flatMap { $0 == place ? other : columns[$0][0] })
      }
    }
    return all
  }

  /// The first way to say a slot or a part; nil if there is none that ends.
  private func first(of head: PhraseHead, _ rule: PhraseRule, _ depth: Int) -> [String]? {
    if case .slot(let name) = head, let sample = samples[name] { return [sample] }
    guard depth < depthMax else { return nil }
    for body in bodies[rule.key(of: head)] ?? [] {
      if let words = variants(of: body, rule, depth: depth + 1).first { return words }
    }
    return nil
  }
}

extension PhraseRule {
  /// The intent of its head, if it is one.
  fileprivate var intent: Intent? {
    if case .intent(let name) = head { Intent(rawValue: name) } else { nil }
  }

  /// The slot of its head, if it is one.
  fileprivate var slot: String? {
    if case .slot(let name) = head { name } else { nil }
  }

  /// The name of a head seen from this rule: parts belong to a language.
  fileprivate func key(of head: PhraseHead) -> String {
    switch head {
    case .intent(let name): name
    case .slot(let name): "{" + name
    case .part(let name): language + "<" + name
    }
  }
}
