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
      let sides = line.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
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
