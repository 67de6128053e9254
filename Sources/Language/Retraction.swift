// What takes back at the end of a line all that was said before it: `…, never mind`; and at its
// beginning what was said in the lines before.

/// Looks for a retraction; a line that ends in one is a no, whatever else it says.
enum Retraction {
  /// The number of the constituent that takes back the rest of the line; nil if nothing is.
  static func found(in chart: Chart) -> Int? {
    let line = chart.line
    let retractions = chart.grammar.symbols.retractions
    guard chart.notes.contains(.retraction), !line.endsInQuestion else { return nil }
    let end = (line.tokens.lastIndex { $0.kind != .sign } ?? -1) + 1
    for start in stride(from: end - 1, through: max(0, end - wordsMax), by: -1)
    where line.symbols[start] != SymbolTable.none {
      let found = chart.range(at: start).first {
        retractions.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) == end
      }
      if let found, saysSomething(before: start, line), !isInCue(found, chart),
        !deniesRoom(from: start, to: end, chart)
      {
        return found
      }
    }
    return nil
  }

  /// Whether a room is all that stands before words that deny: `den Bunker doch nicht`.
  private static func deniesRoom(from start: Int, to end: Int, _ chart: Chart) -> Bool {
    let words = chart.grammar.symbols.clauseWords
    guard words.roles(of: chart.line.symbols[end - 1]).contains(.contrary) else { return false }
    let rooms = [Slot.room, .knownRoom].map { SymbolTable.symbol($0) }
    return (0..<start).contains { first in
      (0..<first).allSatisfy { chart.line.isFiller($0) }
        && chart.range(at: first).contains {
          rooms.contains(chart.items[$0].symbol) && Int(chart.items[$0].end) == start
        }
    }
  }

  /// The reading of a line with one, which was found.
  static func reading(of found: Int, in chart: Chart) -> Reading {
    let word = chart.line.symbols[Int(chart.items[found].start)]
    let bits = chart.grammar.symbols.languages(of: word)
    let language = bits.nonzeroBitCount == 1 ? bits.trailingZeroBitCount : nil
    var reading = Reading(intent: .no, language: language.map { chart.grammar.languages[$0] })
    reading.retracts = true
    return reading
  }

  /// Where the rest of a line begins that first takes back what was said before it, as `never mind,
  /// book Aquarium`: behind the signs that follow; nil if nothing is taken back or nothing follows.
  static func restStart(in chart: Chart) -> Int? {
    guard let found = opening(in: chart) else { return nil }
    let line = chart.line
    let end = Int(chart.items[found].end)
    let signs = line.tokens[end...].prefix { $0.kind == .sign && Self.pauses.contains($0.value) }
    guard !signs.isEmpty, end + signs.count < line.tokens.count else { return nil }
    return Int(line.tokens[end + signs.count].start)
  }

  /// The number of the constituent at the beginning that takes back.
  static func opening(in chart: Chart) -> Int? {
    let symbols = chart.grammar.symbols
    guard chart.notes.contains(.opening), chart.line.opening < chart.line.tokens.count else {
      return nil
    }
    // Its first words may be fillers: `doch nicht, …`.
    for start in 0...chart.line.opening where chart.line.tokens[start].kind == .word {
      let found = chart.range(at: start).last {
        let item = chart.items[$0]
        return (symbols.retractions.contains(item.symbol) || symbols.afreshes.contains(item.symbol))
          && item.penalty < Weights.slip && item.end > chart.line.opening
      }
      if let found { return found }
    }
    return nil
  }

  /// `,`, `.`, `;`, `:`, `!` and `-`.
  private static let pauses: [Int32] = [0x2C, 0x2E, 0x3B, 0x3A, 0x21, 0x2D]

  /// No retraction has more words.
  private static let wordsMax = 5

  /// Whether it is the end of what says what is to be done: `Anna kommt doch nicht`.
  private static func isInCue(_ found: Int, _ chart: Chart) -> Bool {
    let item = chart.items[found]
    return (max(0, Int(item.start) - wordsMax)..<Int(item.start)).contains { start in
      chart.range(at: start).contains {
        let cue = chart.items[$0]
        return SymbolTable.isIntent(cue.symbol) && cue.end >= item.end && cue.penalty < Weights.slip
      }
    }
  }

  private static func saysSomething(before end: Int, _ line: Line) -> Bool {
    (0..<end).contains { line.tokens[$0].kind != .sign && !line.isFiller($0) }
  }
}
