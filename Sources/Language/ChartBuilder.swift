// Builds the chart of a line, from the last token to the first, so that all that may follow a
// constituent is known and nothing half-finished has to be kept.

/// A chart while it grows. Never copied: it owns all that it has built.
struct ChartBuilder: ~Copyable {
  let line: Line
  let grammar: CompiledGrammar
  private let tokenCount: Int
  /// What the buffers begin in.
  private(set) var space: BufferSpace
  private(set) var items: ConstituentBuffer
  /// Read on demand, and a part only of what asked for them; numbered below -1.
  private(set) var onDemand: GrowingBuffer<Constituent>
  private(set) var children: GrowingBuffer<Int32>
  /// The constituents that begin at each token.
  private(set) var beginnings: GrowingBuffer<Beginnings>
  /// What all constituents say of the line, and those of the token in hand.
  private(set) var notes: SymbolNotes = []
  private var notesHere: SymbolNotes = []

  private let tables: GrammarTables
  let frame: ReadingFrame
  private let limits: ReadingLimits
  private let words: FreeWords
  private var stack: GrowingBuffer<Int32>
  private var stepsLeft = 0
  private let looksPerToken: Int
  private var looksLeft = 0
  /// Whether phrases were left out because looking for them took too long.
  private(set) var isCutShort = false
  private static let meridiem = SymbolTable.symbol(.meridiem)
  /// What a step of matching and what making a constituent takes, in looks.
  private static let looksPerStep = 8
  private static let looksPerConstituent = 12
  /// So many edges are looked at one after the other, faster than halving them further.
  private static let edgesWalked = 4
  /// So many constituents a token has, so many are read on demand, and so many parts a constituent
  /// has, in most lines or fewer.
  private static let constituentsUsually = 8
  private static let onDemandUsually = 8
  private static let partsUsually = 16

  init(
    line: Line, grammar: CompiledGrammar, tables: GrammarTables, circumstances: Circumstances
  ) {
    self.line = line
    self.grammar = grammar
    limits = circumstances.limits
    self.tables = tables
    frame = circumstances.frame
    looksPerToken = limits.looks / max(1, line.tokens.count)
    words = FreeWords(
      line: line, limits: limits, people: circumstances.names.peopleNames)
    tokenCount = line.tokens.count
    let constituents = tokenCount * Self.constituentsUsually + 16
    space = BufferSpace(
      octets: GrowingBuffer<Beginnings>.octets(capacity: tokenCount + 1)
        + ConstituentBuffer.octets(capacity: constituents)
        + GrowingBuffer<Constituent>.octets(capacity: Self.onDemandUsually)
        + GrowingBuffer<Int32>.octets(capacity: constituents)
        + GrowingBuffer<Int32>.octets(capacity: Self.partsUsually))
    beginnings = GrowingBuffer(capacity: tokenCount + 1, in: &space)
    beginnings.append(repeating: Beginnings(), count: tokenCount + 1)
    items = ConstituentBuffer(capacity: constituents, in: &space)
    onDemand = GrowingBuffer(capacity: Self.onDemandUsually, in: &space)
    children = GrowingBuffer(capacity: constituents, in: &space)
    stack = GrowingBuffer(capacity: Self.partsUsually, in: &space)
    let scanner = Scanner(line: line, circumstances: circumstances)
    for start in stride(from: tokenCount - 1, through: 0, by: -1) {
      fill(at: start, scanner)
    }
  }

  private mutating func fill(at start: Int, _ scanner: Scanner) {
    let first = items.count
    beginnings[start].first = Int32(first)
    items.beginToken()
    notesHere = []
    stepsLeft = limits.stepsPerToken
    // What a cheap token leaves is there for a dear one.
    looksLeft &+= looksPerToken
    let isLetter = scanner.isLetterOfReference(at: start)
    let word = isLetter ? SymbolTable.none : line.symbols[start]
    if word != SymbolTable.none { append(word, start, start + 1, Value(), 0) }
    scanner.scan(at: start) { slot, end, value, penalty in
      append(SymbolTable.symbol(slot), start, end, value, Int16(clamping: penalty))
    }
    if word == SymbolTable.none, items.count == first, let mended = mended(at: start) {
      append(mended, start, start + 1, Value(), Weights.slip)
      notesHere.insert(.slip)
    }
    if word == SymbolTable.none, items.count == first, line.isGenitive(start) {
      append(SymbolTable.symbol(.genitive), start, start + 1, Value(), 0)
    }
    var next = first
    while next < items.count, items.count - first < limits.constituentsPerToken {
      let node = tables.roots[Int(items.symbol(of: next))]
      if node >= 0 {
        stack.append(Int32(next))
        extend(node, start, Int(items[next].end))
        stack.removeLast()
      }
      next += 1
    }
    if next < items.count { isCutShort = true }
    beginWithName(at: start)
    beginnings[start] = Beginnings(
      first: Int32(first), end: Int32(items.count), symbols: items.symbolsHere, notes: notesHere)
    notes.formUnion(notesHere)
  }

  private mutating func append(
    _ symbol: UInt16, _ start: Int, _ end: Int, _ value: Value, _ penalty: Int16
  ) {
    notesHere.formUnion(tables.notes[Int(symbol)])
    items.append(
      Constituent(
        symbol: symbol, start: UInt16(start), end: UInt16(end), penalty: penalty,
        firstChild: 0, value: value))
  }

  /// Follows the phrases that begin with a name, as `ben phone 0171 7654321`.
  private mutating func beginWithName(at start: Int) {
    let symbol = SymbolTable.symbol(.name)
    let root = tables.roots[Int(symbol)]
    guard root >= 0 else { return }
    let words = words
    words.forEachEnd(of: .name, from: start) { end, penalty in
      push(symbol, start, end, penalty, root, from: start)
    }
  }

  /// Puts something read on demand on the stack and follows what comes after it.
  private mutating func push(
    _ symbol: UInt16, _ first: Int, _ end: Int, _ penalty: Int, _ target: Int32, from start: Int
  ) {
    onDemand.append(
      Constituent(
        symbol: symbol, start: UInt16(first), end: UInt16(end), penalty: Int16(penalty),
        firstChild: 0, value: Value()))
    stack.append(Int32(-1 - onDemand.count))
    extend(target, start, end)
    stack.removeLast()
  }

  /// The word of the grammar that a word nobody knows is one slip away from.
  private func mended(at start: Int) -> UInt16? {
    let token = line.tokens[start]
    guard token.kind == .word, Int(token.end - token.start) >= SlipTable.lettersMin,
      Int(token.end - token.start) <= limits.spellingOctets,
      line.isInAddress.isEmpty || !line.isInAddress[start]
    else { return nil }
    return grammar.slips.mended(line.folded(start))
  }

  /// Follows a node of the automaton: completes what ends here and goes on with all that follows.
  private mutating func extend(_ number: Int32, _ start: Int, _ end: Int) {
    stepsLeft -= 1
    guard stepsLeft > 0, looksLeft > 0 else {
      isCutShort = true
      return
    }
    let node = tables.nodes[Int(number)]
    // Also bounds how deep constituents lie in each other, and with it every walk through them.
    if node.acceptCount > 0, end - start <= limits.constituentTokens {
      complete(node, start, end)
    }
    guard node.edgeCount > 0, end < tokenCount, end - start < limits.constituentTokens
    else { return }
    follow(node, start, end)
    // `set it please to private`
    let next = line.behindInterjections(from: end)
    guard next > end, next - start < limits.constituentTokens else { return }
    follow(node, start, next, isText: false)
  }

  /// Goes on with all that stands at a token and follows a node; behind what was passed over no
  /// text begins.
  private mutating func follow(
    _ node: PhraseAutomaton.Node, _ start: Int, _ end: Int, isText: Bool = true
  ) {
    let edges = Int(node.firstEdge)..<Int(node.firstEdge + node.edgeCount)
    let next = beginnings[end]
    looksLeft &-= Self.looksPerStep &+ next.range.count
    if node.follows.mayMeet(next.symbols) {
      let last = Int(next.end)
      var index = items.first(from: Int(next.first), to: last, among: node.follows)
      while index < last {
        let target = self.target(of: items.symbol(of: index), edges)
        if target >= 0 {
          stack.append(Int32(truncatingIfNeeded: index))
          extend(target, start, items.end(of: index))
          stack.removeLast()
        }
        index = items.first(from: index + 1, to: last, among: node.follows)
      }
    }
    if isText, node.wants != 0 { demand(node, edges, start, end) }
  }

  @inline(__always)
  private func target(of symbol: UInt16, _ edges: Range<Int>) -> Int32 {
    // The symbols of a node stand in order.
    var low = edges.lowerBound
    var count = edges.count
    while count > Self.edgesWalked {
      let half = count &>> 1
      // Without a branch, which nobody could foresee.
      low &+= tables.edgeSymbols[low &+ half] <= symbol ? half : 0
      count &-= half
    }
    for edge in low..<low + count where tables.edgeSymbols[edge] == symbol {
      return tables.edgeTargets[edge]
    }
    return -1
  }

  /// Completes all that may end with what is on the stack.
  private mutating func complete(_ node: PhraseAutomaton.Node, _ start: Int, _ end: Int) {
    let accepts = Int(node.firstAccept)..<Int(node.firstAccept + node.acceptCount)
    var place = 0
    var penalty: Int16 = 0
    // The value of the first slot, which most productions hand on.
    var first = Value()
    while place < stack.count {
      let child = child(stack[place])
      penalty &+= child.penalty
      place += 1
      if SymbolTable.isSlot(child.symbol) {
        first = child.value
        break
      }
    }
    while place < stack.count {
      penalty &+= child(stack[place]).penalty
      place += 1
    }
    for accept in accepts {
      let accepted = tables.accepts[accept]
      let production = tables.productions[Int(accepted)]
      if case .same = production.meaning {
        add(production, accepted, start, end, first, penalty)
      } else if let value = value(of: production) {
        add(production, accepted, start, end, value, penalty)
      }
    }
  }

  @inline(__always)
  private func child(_ number: Int32) -> Constituent {
    number >= 0 ? items[Int(number)] : onDemand[Int(-2 - number)]
  }

  /// What a production makes of what is on the stack; nil if its parts have no meaning together.
  @inline(never)
  private mutating func value(of production: Production) -> Value? {
    var parts = Parts()
    for place in 0..<stack.count {
      let child = child(stack[place])
      if SymbolTable.isSlot(child.symbol) { parts.add(child.symbol, child.value) }
    }
    return production.value(of: parts, in: frame)
  }

  /// Adds a constituent made of what is on the stack.
  @inline(__always)
  private mutating func add(
    _ production: Production, _ accepted: UInt16, _ start: Int, _ end: Int, _ value: Value,
    _ penaltyOfParts: Int16
  ) {
    var penalty = penaltyOfParts &+ production.penalty
    // `8am Monday`: what stands right behind a number tells its half of the day, where another
    // language has a preposition of the same letters.
    if production.head == Self.meridiem, start > 0, line.tokens[start].isGlued,
      line.tokens[start - 1].kind == .number
    {
      penalty &-= 1
    }
    looksLeft &-= Self.looksPerConstituent &+ items.countHere
    let made = Constituent(
      symbol: production.head, start: UInt16(truncatingIfNeeded: start),
      end: UInt16(truncatingIfNeeded: end), penalty: penalty,
      childCount: UInt8(truncatingIfNeeded: min(stack.count, 255)), production: accepted,
      firstChild: Int32(truncatingIfNeeded: children.count), value: value)
    // Of the same kind, place and value the cheaper one stays, and of two that cost the same the
    // one of fewer parts: `4 September`, not 4 and September.
    let known = items.first(like: made)
    if known >= 0 {
      let other = items[known]
      guard penalty < other.penalty || penalty == other.penalty && stack.count < other.childCount
      else { return }
      items.replace(known, with: made)
    } else {
      notesHere.formUnion(tables.notes[Int(made.symbol)])
      items.append(made)
    }
    if stack.count == 1 { children.append(stack[0]) } else { children.append(all: stack) }
  }

  /// Reads the free texts, names and pieces that a phrase asks for here.
  private mutating func demand(
    _ node: PhraseAutomaton.Node, _ edges: Range<Int>, _ start: Int, _ end: Int
  ) {
    let words = words
    for slot in FreeSlot.allCases where node.wants & slot.bit != 0 {
      let symbol = slot.symbol
      let target = self.target(of: symbol, edges)
      guard target >= 0 else { continue }
      let doubt = slot == .piece && isRatherSlip(end) ? FreeWords.slipPenalty : 0
      words.forEachEnd(of: slot, from: end) { last, penalty in
        let slips = slot == .name ? slipsOfName(end..<last) : 0
        push(symbol, end, last, penalty + doubt + slips, target, from: start)
      }
    }
  }

  /// What a name costs more by its words that may be mistyped words of the grammar: `Monday and
  /// Wedneesday`.
  private func slipsOfName(_ name: Range<Int>) -> Int {
    name.count(where: {
      let token = line.tokens[$0]
      return token.end - token.start >= FreeWords.lettersOfSlip
        && beginnings[$0].notes.contains(.slip)
    }) * FreeWords.nameSlipPenalty
  }

  /// Whether what could be the name of a room is rather a word of the grammar, mistyped: `a room
  /// tomorow`.
  private func isRatherSlip(_ token: Int) -> Bool {
    token < tokenCount && !line.tokens[token].isCapital
      && beginnings[token].notes.contains(.slip)
  }
}
