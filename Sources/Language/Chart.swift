// Every constituent of a line. A class, because it is handed from step to step of a reading, and
// copying all that it refers to took a third of the time of one.

/// Something that stands in the line: a word, a slot with its value, or the cue of an intent.
struct Constituent {
  let symbol: UInt16
  let start: UInt16
  let end: UInt16
  /// What it costs beside a constituent that is certain: mended slips, odd forms, free text.
  var penalty: Int16
  /// Where in `Chart.children` those inside it begin, and how many they are.
  var childCount: UInt8
  var firstChild: Int32
  let value: Value
}

/// All constituents of a line, by the token they begin at. Never changes.
final class Chart {
  let line: Line
  let grammar: CompiledGrammar
  let circumstances: Circumstances
  let items: [Constituent]
  /// Which production made each of `items`; -1 for what was scanned.
  let madeBy: [Int32]
  let children: [Int32]
  private let onDemand: [Constituent]
  private let firsts: [Int32]
  private let ends: [Int32]

  /// The chart of a line by a grammar, whose tables are at hand.
  init(
    line: Line, grammar: CompiledGrammar, tables: GrammarTables, circumstances: Circumstances
  ) {
    let builder = ChartBuilder(
      line: line, grammar: grammar, tables: tables, circumstances: circumstances)
    self.line = line
    self.grammar = grammar
    self.circumstances = circumstances
    items = builder.items
    madeBy = builder.madeBy
    children = builder.children
    onDemand = builder.onDemand
    firsts = builder.firsts
    ends = builder.ends
  }

  var context: ReadingContext { circumstances.context }
  var frame: ReadingFrame { circumstances.frame }

  /// The constituents that begin at a token.
  func range(at start: Int) -> Range<Int> { Int(firsts[start])..<Int(ends[start]) }

  /// A constituent by its number: children read on demand have numbers below -1.
  func constituent(_ number: Int32) -> Constituent {
    number >= 0 ? items[Int(number)] : onDemand[Int(-2 - number)]
  }
}
