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
  var childCount: UInt8 = 0
  /// The production that made it, if it has children.
  var production: UInt16 = 0
  var firstChild: Int32
  let value: Value
}

/// The constituents that begin at one token, which lie side by side.
struct Beginnings {
  var first: Int32 = 0
  var end: Int32 = 0
  /// What they are.
  var symbols = SymbolBits()
  /// What they say of the line.
  var notes: SymbolNotes = []

  var range: Range<Int> { Int(first)..<Int(end) }
}

/// All constituents of a line, by the token they begin at. They never change. It lives no longer
/// than the tables it is made by are at hand.
final class Chart {
  let line: Line
  let grammar: CompiledGrammar
  let circumstances: Circumstances
  /// What the buffers began in.
  private let space: BufferSpace
  let items: ConstituentBuffer
  /// What each symbol says of a line.
  let symbolNotes: UnsafeBufferPointer<SymbolNotes>
  let children: GrowingBuffer<Int32>
  private let onDemand: GrowingBuffer<Constituent>
  private let beginnings: GrowingBuffer<Beginnings>
  /// What all constituents say of the line.
  let notes: SymbolNotes
  /// The limit that left something of the line unread; nil if none did.
  let limitMet: ReadingLimit?
  /// The rooms whose names are near to the words that were asked about, by token.
  private var nearRooms: [Int: [Int]] = [:]

  /// The chart of a line by a grammar, whose tables are at hand.
  init(
    line: Line, grammar: CompiledGrammar, tables: GrammarTables, circumstances: Circumstances
  ) {
    let builder = ChartBuilder(
      line: line, grammar: grammar, tables: tables, circumstances: circumstances)
    self.line = line
    self.grammar = grammar
    self.circumstances = circumstances
    limitMet = line.limitMet ?? (builder.isCutShort ? .looks : nil)
    symbolNotes = tables.notes
    space = builder.space
    items = builder.items
    children = builder.children
    onDemand = builder.onDemand
    beginnings = builder.beginnings
    notes = builder.notes
  }

  var context: ReadingContext { circumstances.context }
  var frame: ReadingFrame { circumstances.frame }

  /// The constituents that begin at a token.
  func range(at start: Int) -> Range<Int> { beginnings[start].range }

  /// Whether something of a kind may begin at a token; false only if nothing does.
  func mayHold(_ slot: Slot, at start: Int) -> Bool {
    mayHold(SymbolTable.symbol(slot), at: start)
  }

  /// The same of a symbol.
  func mayHold(_ symbol: UInt16, at start: Int) -> Bool {
    beginnings[start].symbols.mayContain(symbol)
  }

  /// Whether a constituent that begins at a token says so of the line.
  func says(_ note: SymbolNotes, at start: Int) -> Bool {
    !beginnings[start].notes.isDisjoint(with: note)
  }

  /// The rooms whose names are nearest to a word by spelling, best first. Remembered, because every
  /// intent asks for them, and a building may have many.
  func rooms(near token: Int, limits: ReadingLimits) -> [Int] {
    if let known = nearRooms[token] { return known }
    let rooms = RoomMatching.nearest(
      line.text(line.tokens[token].range), in: context.vocabulary, limits: limits)
    nearRooms[token] = rooms
    return rooms
  }

  /// A constituent by its number: children read on demand have numbers below -1.
  func constituent(_ number: Int32) -> Constituent {
    number >= 0 ? items[Int(number)] : onDemand[Int(-2 - number)]
  }
}
