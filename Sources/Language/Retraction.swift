// What takes back at the end of a line all that was said before it: `…, never mind`.

/// Looks for a retraction; a line with one is a no, whatever else it says.
enum Retraction {
  /// The number of the constituent that takes back the rest of the line; nil if nothing is.
  static func found(in chart: Chart) -> Int? {
    let line = chart.line
    let retractions = chart.grammar.symbols.retractions
    guard !retractions.isEmpty, !line.endsInQuestion else { return nil }
    let end = (line.tokens.lastIndex { $0.kind != .sign } ?? -1) + 1
    for start in stride(from: end - 1, through: max(0, end - wordsMax), by: -1)
    where line.symbols[start] != SymbolTable.none {
      let found = chart.range(at: start).first {
        retractions.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) == end
      }
      if let found, saysSomething(before: start, line) { return found }
    }
    return nil
  }

  /// The reading of a line with one, which was found.
  static func reading(of found: Int, in chart: Chart) -> Reading {
    let word = chart.line.symbols[Int(chart.items[found].start)]
    let bits = chart.grammar.symbols.languages(of: word)
    let language = bits.nonzeroBitCount == 1 ? bits.trailingZeroBitCount : nil
    return Reading(intent: .no, language: language.map { chart.grammar.languages[$0] })
  }

  /// No retraction has more words.
  private static let wordsMax = 5

  private static func saysSomething(before end: Int, _ line: Line) -> Bool {
    (0..<end).contains { line.tokens[$0].kind != .sign && !line.isFiller($0) }
  }
}
