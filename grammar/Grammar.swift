// The text of the grammar as it was when the program was built.

/// One file of the grammar: what it is called and what stands in it.
public struct GrammarSource: Hashable, Sendable {
  /// The path below the grammar's folder, as `en.phrases`; its end says what the file holds.
  public let name: String
  /// The whole text, in UTF-8.
  public let text: String

  /// The file of that name with that text.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The file of what was learned from the examples.
  public static let weightsName = "acts.weights"

  /// Whether weights are learned from it.
  public static func holdsExamples(_ name: String) -> Bool { name.hasSuffix(".examples") }

  /// Whether the reader is made of it: intents, phrases, lexica and weights are; the corpus is for
  /// tests, and the examples are what the weights are learned from.
  public static func belongsToReader(_ name: String) -> Bool {
    name == "intents.txt" || name == weightsName || name.hasSuffix(".phrases")
      || name.hasSuffix(".lexicon")
  }
}
