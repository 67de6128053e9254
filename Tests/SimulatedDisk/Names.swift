// The one folder of the disk: which names there are, and which of them are durable.

/// The names of files.
struct Names {
  /// As a process sees them.
  private(set) var current: [String: Node] = [:]
  private var durable: [String: Node] = [:]
  /// What was done since, in order; nil is a deletion.
  private var pending: [(name: String, node: Node?)] = []

  func copy() -> Names {
    var copies: [ObjectIdentifier: Node] = [:]
    func copy(_ node: Node) -> Node {
      if let known = copies[ObjectIdentifier(node)] { return known }
      let other = node.copy()
      copies[ObjectIdentifier(node)] = other
      return other
    }
    var names = Names()
    names.current = current.mapValues(copy)
    names.durable = durable.mapValues(copy)
    names.pending = pending.map { ($0.name, $0.node.map(copy)) }
    return names
  }

  mutating func create(_ name: String) -> Node {
    let node = Node()
    current[name] = node
    pending.append((name, node))
    return node
  }

  /// Whether there was one.
  mutating func delete(_ name: String) -> Bool {
    guard current.removeValue(forKey: name) != nil else { return false }
    pending.append((name, nil))
    return true
  }

  mutating func put(_ octets: [UInt8], into name: String) {
    let node = Node(durable: octets)
    current[name] = node
    durable[name] = node
    pending.removeAll { $0.name == name }
  }

  mutating func sync() {
    for (name, node) in pending { durable[name] = node }
    pending = []
  }

  /// Locks and shared memory are gone with the process.
  func processEnded() {
    for node in current.values {
      node.locks = FileLocks()
      node.shared = nil
    }
  }

  /// Each name that was made or deleted and not synced may be as before; so may each sector.
  mutating func powerWasCut(_ chance: inout Chance) {
    for (name, node) in pending where chance.draw(2) == 0 { durable[name] = node }
    pending = []
    // In order of names, so that chance repeats.
    for (_, node) in durable.sorted(by: { $0.key < $1.key }) { node.losePower(&chance) }
    current = durable
  }
}
