// What can be wrong with a line of the grammar.

/// A line of the grammar that means nothing.
public struct GrammarFault: Error, Hashable, Sendable {
  /// The file.
  public let file: String
  /// The line, counted from 1; 0 if the file as a whole is meant.
  public let line: Int
  /// What is wrong with it, in a sentence.
  public let reason: String
  /// The nearest name that would be valid, if a name is unknown.
  public let nearest: String?

  init(file: String, line: Int, reason: String, nearest: String? = nil) {
    self.file = file
    self.line = line
    self.reason = reason
    self.nearest = nearest
  }

  /// A name that is not in a list, with the nearest one that is.
  init(file: String, line: Int, unknown name: String, what: String, among names: [String]) {
    let folded = Folding.folded(Array(name.utf8))
    let nearest = names.map { ($0, Spelling.distance(folded, Folding.folded(Array($0.utf8)))) }
      .filter { $0.1 <= 3 }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    self.init(
      file: file, line: line, reason: "there is no \(what) named \"\(name)\"",
      nearest: nearest?.0)
  }
}

extension GrammarFault: CustomStringConvertible {
  /// `en.phrases:12: there is no slot named "clok" (nearest: clock)`.
  public var description: String {
    "\(file):\(line): \(reason)" + (nearest.map { " (nearest: \($0))" } ?? "")
  }
}
