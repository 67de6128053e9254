// Reads lines: every meaning of one, ranked, and the words that no meaning could use.

public import Grammar

/// Reads lines by a grammar. A value without state: one reader serves all.
public struct Reader: Sendable {
  let grammar: CompiledGrammar
  let limits: ReadingLimits

  /// A reader by that grammar, within these bounds.
  public init(grammar: CompiledGrammar, limits: ReadingLimits = ReadingLimits()) {
    self.grammar = grammar
    self.limits = limits
  }

  /// What a line may mean, best first; empty if it is not ours.
  public func read(_ octets: [UInt8], in context: ReadingContext) -> [Reading] {
    []
  }
}

/// A grammar ready for reading.
public struct CompiledGrammar: Sendable {
}

/// Makes a grammar of its files.
public enum GrammarCompiler {
  /// The grammar that the files say.
  ///
  /// - Throws: the first line that is broken.
  public static func compile(_ sources: [GrammarSource]) throws(GrammarFault) -> CompiledGrammar {
    CompiledGrammar()
  }
}

/// A line of the grammar that means nothing.
public struct GrammarFault: Error, Hashable, Sendable {
  /// The file.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// What is wrong with it, in a sentence.
  public let reason: String
  /// The nearest name that would be valid, if a name is unknown.
  public let nearest: String?
}
