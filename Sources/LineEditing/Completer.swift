// What TAB completes: names with whatever blanks they have, since what is typed is plain language.
// Pure: the names are handed in.

internal import Foundation

/// Names that can be completed.
public struct Completer: Hashable, Sendable {
  /// What people speak of, in the order in which it is offered: rooms, then people.
  public var names: [String]
  /// What a line can begin with that begins with a slash.
  public var words: [String]

  /// A completer.
  public init(names: [String] = [], words: [String] = []) {
    self.names = names
    self.words = words
  }

  /// What becomes of the text before the cursor.
  package enum Completion: Hashable {
    case nothing
    /// So many characters (scalars) before the cursor are replaced. `isWhole` where it is a whole
    /// name, and the only one.
    case replace(count: Int, with: String, isWhole: Bool)
    /// More than one fits, and nothing more is common to them.
    case choose([String])
  }

  /// Completes the text before the cursor. Of the pieces that could begin a name the longest that
  /// does is meant: `blue r` is the Blue Room, not somebody with an R.
  package func completion(of text: String) -> Completion {
    for piece in Self.pieces(of: text) {
      let isWord = piece.startIndex == text.startIndex && piece.first == "/"
      let fitting = Self.fitting(piece, among: isWord ? words : names)
      if !fitting.isEmpty { return Self.completion(of: piece, to: fitting) }
    }
    return .nothing
  }

  /// The ends of a text that begin a word, the longest first; last the empty one, if no word has
  /// begun.
  private static func pieces(of text: String) -> [Substring] {
    var pieces: [Substring] = []
    var wasLetter = false
    for index in text.indices {
      let isLetter = text[index].isLetter || text[index].isNumber
      if !text[index].isWhitespace, !(wasLetter && isLetter) { pieces.append(text[index...]) }
      wasLetter = isLetter
    }
    return wasLetter ? pieces : pieces + [""]
  }

  private static func fitting(_ piece: Substring, among names: [String]) -> [String] {
    let wanted = folded(piece)
    var seen: Set<String> = []
    return names.filter { name in
      isShown(name) && folded(name).starts(with: wanted) && seen.insert(name).inserted
    }
  }

  private static func completion(of piece: Substring, to fitting: [String]) -> Completion {
    let count = piece.unicodeScalars.count
    if fitting.count == 1 { return .replace(count: count, with: fitting[0], isWhole: true) }
    let common = fitting.dropFirst().reduce(fitting[0][...]) { common, name in
      let shared = zip(folded(common), folded(name)).prefix { $0 == $1 }.count
      return common.prefix(shared)
    }
    // Only the first name's way of writing it is at hand, so that nothing is won by less.
    return common.count > piece.count
      ? .replace(count: count, with: String(common), isWhole: false) : .choose(fitting)
  }

  /// As it is compared: a character for each, whatever its case and its marks.
  private static func folded(_ text: some StringProtocol) -> [String] {
    text.map { character in
      String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }

  /// Whether a name can stand in a line: a control would steer the terminal.
  private static func isShown(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }
}
