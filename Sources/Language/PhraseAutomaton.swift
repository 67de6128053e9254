// All phrases of a grammar put together, symbol by symbol: what the words of a line are matched
// against.

/// All phrases as one acyclic automaton over symbols: a trie whose like ends are one. A node is a
/// number; the root is only told by what follows it.
struct PhraseAutomaton: Sendable {
  struct Node: Sendable {
    var firstEdge: Int32 = 0
    var edgeCount: Int32 = 0
    var firstAccept: Int32 = 0
    var acceptCount: Int32 = 0
    /// The bits of the free slots that may follow, which are read only on demand.
    var wants: UInt8 = 0
    /// The symbols of its edges, so that the edges are searched for few others.
    var follows = SymbolBits()
  }

  let nodes: [Node]
  let edgeSymbols: [UInt16]
  let edgeTargets: [Int32]
  let accepts: [UInt16]
  /// The node after a symbol at the root, -1 if no phrase begins with it.
  let roots: [Int32]
}

/// A trie while it grows.
struct TrieBuilder {
  private var children: [[UInt16: Int]] = [[:]]
  private var accepting: [[UInt16]] = [[]]

  mutating func insert(_ symbols: [UInt16], accepting production: UInt16) {
    var node = 0
    for symbol in symbols {
      if let next = children[node][symbol] {
        node = next
      } else {
        children.append([:])
        accepting.append([])
        children[node][symbol] = children.count - 1
        node = children.count - 1
      }
    }
    if !accepting[node].contains(production) { accepting[node].append(production) }
  }

  /// The automaton in which nodes that go on alike are one: most phrases end in the same few ways,
  /// and what is matched against should lie near the processor.
  func flattened(symbolCount: Int) -> PhraseAutomaton {
    var nodes: [PhraseAutomaton.Node] = []
    var symbols: [UInt16] = []
    var targets: [Int32] = []
    var accepts: [UInt16] = []
    var known: [NodeShape: Int32] = [:]
    var numbers = [Int32](repeating: 0, count: children.count)
    // A node stands behind the one it follows, so that those behind it are numbered before it.
    for place in children.indices.reversed() {
      let edges = children[place].map { (symbol: $0.key, target: numbers[$0.value]) }
        .sorted { $0.symbol < $1.symbol }
      let shape = NodeShape(
        symbols: edges.map(\.symbol), targets: edges.map(\.target), accepts: accepting[place])
      if let number = known[shape] {
        numbers[place] = number
        continue
      }
      var node = PhraseAutomaton.Node()
      node.firstEdge = Int32(symbols.count)
      node.edgeCount = Int32(edges.count)
      node.firstAccept = Int32(accepts.count)
      node.acceptCount = Int32(shape.accepts.count)
      for symbol in shape.symbols {
        node.follows.insert(symbol)
        for free in FreeSlot.allCases where free.symbol == symbol { node.wants |= free.bit }
      }
      symbols += shape.symbols
      targets += shape.targets
      accepts += shape.accepts
      numbers[place] = Int32(nodes.count)
      known[shape] = numbers[place]
      nodes.append(node)
    }
    var roots = [Int32](repeating: -1, count: symbolCount)
    for (symbol, target) in children[0] { roots[Int(symbol)] = numbers[target] }
    return PhraseAutomaton(
      nodes: nodes, edgeSymbols: symbols, edgeTargets: targets, accepts: accepts, roots: roots)
  }
}

/// How a node goes on: two that do so alike are one.
private struct NodeShape: Hashable {
  let symbols: [UInt16]
  let targets: [Int32]
  let accepts: [UInt16]
}
