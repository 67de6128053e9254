// How phrases become one automaton: node by node from their ends, each kind of node once.

/// Nodes of an automaton that are known by how they go on: two that do so alike are one, so that
/// what is built is as small as it can be at any time, however many ways a phrase can be said. What
/// no phrase needs in the end is left behind.
struct AutomatonBuilder {
  private var nodes: [PhraseAutomaton.Node] = []
  private var symbols: [UInt16] = []
  private var targets: [Int32] = []
  private var accepts: [UInt16] = []
  /// Where the edges and productions begin that belong to no node yet.
  private var firstEdge = 0
  private var firstAccept = 0
  /// Open addressing: the numbers of nodes, one higher, at most half full; and the hash of each.
  private var table = [Int32](repeating: 0, count: 1 << 12)
  private var hashes: [UInt64] = []
  /// The edges of nodes that are being joined, those of the innermost last.
  private var joining: [(symbol: UInt16, target: Int32)] = []
  private var joined = JoinedNodes()
  /// What every phrase begins with.
  private var starts: [(symbol: UInt16, target: Int32)] = []

  /// The node that accepts a production and goes on to nothing.
  mutating func end(_ production: UInt16) -> Int32 {
    accepts.append(production)
    return finishNode()
  }

  /// The node that goes on to another by a phrase.
  mutating func node(_ phrase: SymbolPhrase, before target: Int32) -> Int32 {
    switch phrase {
    case .symbol(let symbol): return node(symbol, before: target)
    case .symbols(let symbols): return node(symbols, before: target)
    case .perhaps(let inner): return either(target, node(inner, before: target))
    case .either(let options):
      var all: Int32?
      for option in options {
        let node = node(option, before: target)
        all = all.map { either($0, node) } ?? node
      }
      return all ?? target
    case .sequence(let parts):
      var next = target
      for part in parts.reversed() { next = node(part, before: next) }
      return next
    }
  }

  /// The same by some symbols.
  mutating func node(_ symbols: [UInt16], before target: Int32) -> Int32 {
    var next = target
    for symbol in symbols.reversed() { next = node(symbol, before: next) }
    return next
  }

  private mutating func node(_ symbol: UInt16, before target: Int32) -> Int32 {
    addEdge(symbol, to: target)
    return finishNode()
  }

  /// The node that goes on as each of two does.
  mutating func either(_ one: Int32, _ other: Int32) -> Int32 {
    if one == other { return one }
    if let known = joined[one, other] { return known }
    let base = joining.count
    var (left, right) = (edges(of: one), edges(of: other))
    while let first = left.first, let second = right.first {
      if symbols[first] < symbols[second] {
        joining.append((symbols[first], targets[first]))
        left.removeFirst()
      } else if symbols[first] > symbols[second] {
        joining.append((symbols[second], targets[second]))
        right.removeFirst()
      } else {
        joining.append((symbols[first], either(targets[first], targets[second])))
        left.removeFirst()
        right.removeFirst()
      }
    }
    for rest in [left, right] {
      for edge in rest { joining.append((symbols[edge], targets[edge])) }
    }
    for edge in joining[base...] { addEdge(edge.symbol, to: edge.target) }
    joining.removeSubrange(base...)
    addAccepts(of: one, and: other)
    let node = finishNode()
    joined[one, other] = node
    return node
  }

  /// Whether a node accepts anything.
  func accepts(_ node: Int32) -> Bool { nodes[Int(node)].acceptCount > 0 }

  /// The symbols by which a node goes on to one that accepts.
  func symbolsToEnds(of node: Int32) -> [UInt16] {
    edges(of: node).filter { accepts(targets[$0]) }.map { symbols[$0] }
  }

  /// Lets phrases begin as a node goes on.
  mutating func addPhrase(_ node: Int32) {
    for edge in edges(of: node) { starts.append((symbols[edge], targets[edge])) }
  }

  /// The automaton of all phrases that were added. As many are joined with as many, since joining
  /// one after another to what is there would copy that each time.
  mutating func finished(symbolCount: Int) -> PhraseAutomaton {
    var bySymbol = [[Int32]](repeating: [], count: symbolCount)
    for start in starts { bySymbol[Int(start.symbol)].append(start.target) }
    var roots = [Int32](repeating: -1, count: symbolCount)
    for (symbol, targets) in bySymbol.enumerated() where !targets.isEmpty {
      var targets = targets
      while targets.count > 1 {
        let pairs = stride(from: 0, to: targets.count - 1, by: 2)
        let rest = targets.count % 2 == 0 ? [] : targets.suffix(1)
        targets = pairs.map { either(targets[$0], targets[$0 + 1]) } + rest
      }
      roots[symbol] = targets[0]
    }
    return PhraseAutomaton(
      nodes: nodes, edgeSymbols: symbols, edgeTargets: targets, accepts: accepts, roots: roots
    ).withoutUnreached
  }

  // MARK: - Nodes

  private func edges(of node: Int32) -> Range<Int> { nodes[Int(node)].edges }

  private mutating func addEdge(_ symbol: UInt16, to target: Int32) {
    symbols.append(symbol)
    targets.append(target)
  }

  /// The productions that one of two nodes accepts, in their order.
  private mutating func addAccepts(of one: Int32, and other: Int32) {
    var (left, right) = (nodes[Int(one)].accepted, nodes[Int(other)].accepted)
    while let first = left.first, let second = right.first {
      accepts.append(min(accepts[first], accepts[second]))
      let (before, after) = (accepts[first], accepts[second])
      if before <= after { left.removeFirst() }
      if after <= before { right.removeFirst() }
    }
    for production in left { accepts.append(accepts[production]) }
    for production in right { accepts.append(accepts[production]) }
  }

  /// The node of the edges and productions that were added since the last one.
  private mutating func finishNode() -> Int32 {
    let hash = hashOfNew
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[place] != 0 {
      let known = table[place] - 1
      if hashes[Int(known)] == hash, isLikeNew(nodes[Int(known)]) {
        symbols.removeLast(symbols.count - firstEdge)
        targets.removeLast(targets.count - firstEdge)
        accepts.removeLast(accepts.count - firstAccept)
        return known
      }
      place = (place + 1) & (table.count - 1)
    }
    var node = PhraseAutomaton.Node()
    node.firstEdge = Int32(firstEdge)
    node.edgeCount = Int32(symbols.count - firstEdge)
    node.firstAccept = Int32(firstAccept)
    node.acceptCount = Int32(accepts.count - firstAccept)
    nodes.append(node)
    hashes.append(hash)
    table[place] = Int32(nodes.count)
    (firstEdge, firstAccept) = (symbols.count, accepts.count)
    if nodes.count * 2 > table.count { growTable() }
    return Int32(nodes.count - 1)
  }

  private func isLikeNew(_ node: PhraseAutomaton.Node) -> Bool {
    guard node.edgeCount == symbols.count - firstEdge,
      node.acceptCount == accepts.count - firstAccept
    else { return false }
    for offset in 0..<Int(node.edgeCount) {
      let (known, new) = (Int(node.firstEdge) + offset, firstEdge + offset)
      guard symbols[known] == symbols[new], targets[known] == targets[new] else { return false }
    }
    return node.accepted.elementsEqual(firstAccept..<accepts.count) { accepts[$0] == accepts[$1] }
  }

  private var hashOfNew: UInt64 {
    var hash: UInt64 = 0
    /// The odd number nearest to 2^64 divided by the golden ratio, and a shift.
    func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 32
    }
    for edge in firstEdge..<symbols.count {
      add(UInt64(symbols[edge]) << 32 | UInt64(UInt32(bitPattern: targets[edge])))
    }
    for place in firstAccept..<accepts.count { add(1 << 48 | UInt64(accepts[place])) }
    return hash
  }

  private mutating func growTable() {
    table = [Int32](repeating: 0, count: table.count * 2)
    for (number, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number + 1)
    }
  }
}

/// Which node goes on as each of two does: the pairs that were joined last, one for each place, for
/// many ways of a phrase lead to the same pair. What is forgotten is joined anew.
private struct JoinedNodes {
  private var pairs = [(one: Int32, other: Int32, node: Int32)](
    repeating: (-1, -1, -1), count: 1 << 13)

  private func place(_ one: Int32, _ other: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
    return Int((key &* 0x9e37_79b9_7f4a_7c15) >> 51)
  }

  subscript(one: Int32, other: Int32) -> Int32? {
    get {
      let pair = pairs[place(one, other)]
      return pair.one == one && pair.other == other ? pair.node : nil
    }
    set { pairs[place(one, other)] = (one, other, newValue ?? -1) }
  }
}

extension PhraseAutomaton {
  /// The same with the nodes alone that phrases lead to, those that a node goes on to before it.
  fileprivate var withoutUnreached: PhraseAutomaton {
    var kept: [Node] = []
    var symbols: [UInt16] = []
    var targets: [Int32] = []
    var accepted: [UInt16] = []
    var numbers = [Int32](repeating: -1, count: nodes.count)
    let isReached = self.isReached
    for node in nodes.indices where isReached[node] {
      var new = nodes[node]
      for edge in nodes[node].edges {
        symbols.append(edgeSymbols[edge])
        targets.append(numbers[Int(edgeTargets[edge])])
        new.follows.insert(edgeSymbols[edge])
        for free in FreeSlot.allCases where free.symbol == edgeSymbols[edge] {
          new.wants |= free.bit
        }
      }
      accepted += accepts[nodes[node].accepted]
      new.firstEdge = Int32(symbols.count) - new.edgeCount
      new.firstAccept = Int32(accepted.count) - new.acceptCount
      numbers[node] = Int32(kept.count)
      kept.append(new)
    }
    return PhraseAutomaton(
      nodes: kept, edgeSymbols: symbols, edgeTargets: targets, accepts: accepted,
      roots: roots.map { $0 < 0 ? -1 : numbers[Int($0)] })
  }

  /// Which nodes phrases lead to. A node is made after those that it goes on to.
  private var isReached: [Bool] {
    var isReached = [Bool](repeating: false, count: nodes.count)
    for root in roots where root >= 0 { isReached[Int(root)] = true }
    for node in nodes.indices.reversed() where isReached[node] {
      for edge in nodes[node].edges { isReached[Int(edgeTargets[edge])] = true }
    }
    return isReached
  }
}

extension PhraseAutomaton.Node {
  /// The places of its edges.
  fileprivate var edges: Range<Int> { Int(firstEdge)..<Int(firstEdge + edgeCount) }
  /// The places of the productions that it accepts.
  fileprivate var accepted: Range<Int> { Int(firstAccept)..<Int(firstAccept + acceptCount) }
}
