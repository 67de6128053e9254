// Chooses the constituents that make the best reading of a line for an intent.

/// A constituent that may stand in a reading as it is.
struct Candidate {
  let item: Int32
  let end: Int32
  let weight: Int32
  /// The bit of its kind of slot; 0 for a cue.
  let kind: UInt32
  let slot: Slot?
  let intent: Intent?
}

/// The choice of constituents for one intent.
struct Cover {
  let intent: Intent
  /// The sum of weights.
  let score: Int
  /// The chosen constituents, in the order of the line.
  let chosen: [Int32]
  /// The tokens left aside that mean something.
  let unused: [Int]
}

/// Weighs all covers of a line; for one intent in time linear in its constituents.
struct CoverSearch {
  private let chart: Chart
  private let limits: ReadingLimits
  private var candidates: [Candidate] = []
  private var firsts: [Int32]
  private var skips: [Int32]
  private(set) var intents: [Intent] = []

  init(chart: Chart, limits: ReadingLimits) {
    self.chart = chart
    self.limits = limits
    let count = chart.line.tokens.count
    firsts = [Int32](repeating: 0, count: count + 1)
    skips = [Int32](repeating: 0, count: count)
    candidates.reserveCapacity(count * 4)
    let worth = Self.worth(of: chart.line)
    for start in 0..<count { collect(at: start, worth) }
    firsts[count] = Int32(candidates.count)
  }

  /// The sum of the weights of the tokens before each.
  private static func worth(of line: Line) -> [Int32] {
    var sums: [Int32] = [0]
    sums.reserveCapacity(line.tokens.count + 1)
    var sum: Int32 = 0
    for token in line.tokens {
      sum += Int32(token.kind == .sign ? Weights.sign : Weights.token)
      sums.append(sum)
    }
    return sums
  }

  private mutating func collect(at start: Int, _ worth: [Int32]) {
    firsts[start] = Int32(candidates.count)
    var isFiller = false
    for index in chart.range(at: start) {
      let item = chart.items[index]
      let slot = SymbolTable.slot(item.symbol)
      let intent = SymbolTable.intent(item.symbol)
      if let slot {
        guard slot.standsAlone, let kind = slot.kind else { continue }
        // `and` takes up a question only at the beginning of a line.
        if slot == .also, start > 0, item.value.a != 2 { continue }
        let own = Weights.bonus(slot, chart.context.expected) - Int(item.penalty)
        add(index, item, worth, own, kind.bit, slot, nil)
      } else if let intent {
        if !intents.contains(intent), intents.count < limits.intents { intents.append(intent) }
        add(index, item, worth, Weights.cue - Int(item.penalty), 0, nil, intent)
      } else if chart.grammar.symbols.fillers.contains(item.symbol), item.end == start + 1 {
        isFiller = true
      }
    }
    skips[start] = Int32(skip(at: start, isFiller: isFiller))
  }

  private mutating func add(
    _ index: Int, _ item: Constituent, _ worth: [Int32], _ own: Int, _ kind: UInt32,
    _ slot: Slot?, _ intent: Intent?
  ) {
    let words = worth[Int(item.end)] - worth[Int(item.start)]
    candidates.append(
      Candidate(
        item: Int32(index), end: Int32(item.end), weight: words + Int32(own), kind: kind,
        slot: slot, intent: intent))
  }

  private func skip(at start: Int, isFiller: Bool) -> Int {
    switch chart.line.tokens[start].kind {
    case .sign: 0
    case .number: Weights.number
    case .word:
      isFiller
        ? Weights.filler
        : chart.line.symbols[start] == SymbolTable.none
          ? Weights.unknownWord : Weights.knownWord
    }
  }

  /// The best cover for an intent.
  func best(for intent: Intent) -> Cover {
    let count = chart.line.tokens.count
    let allowed = chart.grammar.allowed[intent.place]
    var sums = [Int32](repeating: 0, count: count + 1)
    var choices = [Int32](repeating: -1, count: count + 1)
    for start in stride(from: count - 1, through: 0, by: -1) {
      sums[start] = sums[start + 1] + skips[start]
      for index in Int(firsts[start])..<Int(firsts[start + 1]) {
        let candidate = candidates[index]
        guard candidate.kind & allowed != 0 || candidate.intent == intent else { continue }
        let weight = candidate.weight + Int32(Weights.bonus(candidate.slot, under: intent))
        let sum = sums[Int(candidate.end)] + weight
        if sum > sums[start] {
          sums[start] = sum
          choices[start] = Int32(index)
        }
      }
    }
    var chosen: [Int32] = []
    var unused: [Int] = []
    var place = 0
    while place < count {
      if choices[place] >= 0 {
        let candidate = candidates[Int(choices[place])]
        chosen.append(candidate.item)
        place = Int(candidate.end)
      } else {
        if skips[place] < Int32(Weights.filler) { unused.append(place) }
        place += 1
      }
    }
    return Cover(intent: intent, score: Int(sums[0]), chosen: chosen, unused: unused)
  }
}
