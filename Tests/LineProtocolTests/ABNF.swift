// A reader of ABNF (RFC 5234) that matches octets against a rule and draws sentences from one, so
// that the protocol's printed form is held against the code that speaks it.

/// The rules of a grammar file.
struct ABNF: Sendable {
  indirect enum Node: Sendable {
    case alternatives([Node])
    case sequence([Node])
    case repeated(ClosedRange<Int>, Node)
    case rule(String)
    case octets(ClosedRange<UInt8>)
    /// Text in quotes: letters of either case (RFC 5234 section 2.3).
    case text([UInt8])
  }

  struct Broken: Error { let line: String }

  private(set) var rules: [String: Node] = [:]

  /// Appendix B.1, as far as protocols use it.
  private static let coreRules = """
    ALPHA = %x41-5A / %x61-7A
    DIGIT = %x30-39
    CR = %x0D
    LF = %x0A
    CRLF = CR LF
    SP = %x20
    HTAB = %x09
    VCHAR = %x21-7E
    WSP = SP / HTAB
    """

  init(_ text: String) throws {
    for definition in Self.definitions(Self.coreRules) + Self.definitions(text) {
      let parts = definition.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { throw Broken(line: definition) }
      var reader = ABNFReader(String(parts[1]))
      let node = reader.readAlternatives()
      guard let node, reader.isAtEnd else { throw Broken(line: definition) }
      rules[parts[0].filter { $0 != " " }.lowercased()] = node
    }
  }

  /// Definitions without comments, continued lines joined.
  private static func definitions(_ text: String) -> [String] {
    text.split(separator: "\n").reduce(into: []) { definitions, line in
      var isQuoted = false
      let code = line.prefix { character in
        if character == "\"" { isQuoted.toggle() }
        return character != ";" || isQuoted
      }
      if code.allSatisfy({ $0 == " " }) { return }
      if line.first == " ", let last = definitions.indices.last {
        definitions[last] += code
      } else {
        definitions.append(String(code))
      }
    }
  }

  /// Rules that are named but not defined.
  var undefined: Set<String> {
    func names(_ node: Node) -> Set<String> {
      switch node {
      case .alternatives(let nodes), .sequence(let nodes): Set(nodes.flatMap(names))
      case .repeated(_, let node): names(node)
      case .rule(let name): [name]
      case .octets, .text: []
      }
    }
    return Set(rules.values.flatMap(names)).subtracting(rules.keys)
  }

  // MARK: Matching

  /// Whether the octets, all of them, are a sentence of the rule.
  func matches(_ octets: [UInt8], _ rule: String) -> Bool {
    ends(.rule(rule), octets, 0).contains(octets.count)
  }

  /// Every place a node may end at that begins here, each once.
  private func ends(_ node: Node, _ octets: [UInt8], _ start: Int) -> [Int] {
    switch node {
    case .octets(let range):
      return start < octets.count && range ~= octets[start] ? [start + 1] : []
    case .text(let text):
      let isThere =
        octets.count - start >= text.count
        && zip(text, octets[start...]).allSatisfy { Self.small($0) == Self.small($1) }
      return isThere ? [start + text.count] : []
    case .rule(let name):
      return rules[name].map { ends($0, octets, start) } ?? []
    case .alternatives(let nodes):
      var reached: [Int] = []
      for node in nodes { Self.join(ends(node, octets, start), to: &reached) }
      return reached
    case .sequence(let nodes):
      return nodes.reduce([start]) { step($1, octets, $0) }
    case .repeated(let times, let node):
      var frontier = [start]
      for _ in 0..<times.lowerBound { frontier = step(node, octets, frontier) }
      var reached = frontier
      var seen = Set(frontier)
      var count = times.lowerBound
      while count < times.upperBound, !frontier.isEmpty {
        frontier = step(node, octets, frontier).filter { seen.insert($0).inserted }
        reached += frontier
        count += 1
      }
      return reached
    }
  }

  /// Every place a node may end at that begins at one of these, each once.
  private func step(_ node: Node, _ octets: [UInt8], _ starts: [Int]) -> [Int] {
    if starts.count == 1 { return ends(node, octets, starts[0]) }
    var reached: [Int] = []
    var seen: Set<Int> = []
    for start in starts {
      for end in ends(node, octets, start) where seen.insert(end).inserted { reached.append(end) }
    }
    return reached
  }

  private static func join(_ places: [Int], to reached: inout [Int]) {
    if reached.isEmpty {
      reached = places
    } else {
      reached += places.filter { !reached.contains($0) }
    }
  }

  private static func small(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
  }

  // MARK: Drawing

  /// A sentence of the rule; what may be repeated for ever is repeated a few times.
  func draw(_ rule: String, _ random: inout SeededRandom) -> [UInt8] {
    draw(.rule(rule), &random)
  }

  private func draw(_ node: Node, _ random: inout SeededRandom) -> [UInt8] {
    switch node {
    case .alternatives(let nodes): return draw(random.pick(nodes), &random)
    case .sequence(let nodes):
      var octets: [UInt8] = []
      for node in nodes { octets += draw(node, &random) }
      return octets
    case .repeated(let times, let node):
      let most = min(times.upperBound, times.lowerBound + 7)
      let count = Int.random(in: times.lowerBound...most, using: &random)
      return (0..<count).flatMap { _ in draw(node, &random) }
    case .rule(let name): return rules[name].map { draw($0, &random) } ?? []
    case .octets(let range): return [UInt8.random(in: range, using: &random)]
    case .text(let text): return text
    }
  }
}

/// Reads the right side of a definition.
private struct ABNFReader {
  private let octets: [UInt8]
  private var position = 0

  init(_ text: String) { octets = Array(text.utf8) }

  var isAtEnd: Bool { position == octets.count }

  private var next: UInt8? { position < octets.count ? octets[position] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() { while take(" ") {} }

  private mutating func word(where isPart: (UInt8) -> Bool) -> String {
    let start = position
    while let octet = next, isPart(octet) { position += 1 }
    return String(decoding: octets[start..<position], as: UTF8.self)
  }

  mutating func readAlternatives() -> ABNF.Node? {
    var nodes: [ABNF.Node] = []
    repeat {
      guard let node = readSequence() else { return nil }
      nodes.append(node)
    } while take("/")
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func readSequence() -> ABNF.Node? {
    var nodes: [ABNF.Node] = []
    skipSpace()
    while let octet = next, !")]/".utf8.contains(octet) {
      guard let node = readRepetition() else { return nil }
      nodes.append(node)
      skipSpace()
    }
    return nodes.isEmpty ? nil : .sequence(nodes)
  }

  private mutating func readRepetition() -> ABNF.Node? {
    let isDigit = { (octet: UInt8) in (0x30...0x39).contains(octet) }
    let least = word(where: isDigit)
    if take("*") {
      let most = word(where: isDigit)
      return readElement().map { .repeated((Int(least) ?? 0)...(Int(most) ?? 1 << 20), $0) }
    }
    let element = readElement()
    return Int(least).map { count in element.map { .repeated(count...count, $0) } } ?? element
  }

  private mutating func readElement() -> ABNF.Node? {
    if take("(") {
      let node = readAlternatives()
      return take(")") ? node : nil
    }
    if take("[") {
      let node = readAlternatives()
      return take("]") ? node.map { .repeated(0...1, $0) } : nil
    }
    if take("\"") {
      let text = word { $0 != UInt8(ascii: "\"") }
      return take("\"") ? .text(Array(text.utf8)) : nil
    }
    if take("%") { return take("x") ? readOctets() : nil }
    let name = word {
      $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
    }
    return name.isEmpty ? nil : .rule(name.lowercased())
  }

  private mutating func readOctets() -> ABNF.Node? {
    let isHex = { (octet: UInt8) in Character(Unicode.Scalar(octet)).isHexDigit }
    guard let first = UInt8(word(where: isHex), radix: 16) else { return nil }
    guard take("-") else { return .octets(first...first) }
    return UInt8(word(where: isHex), radix: 16).map { .octets(first...$0) }
  }
}
