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
