// Learns what lines are said for from the examples of the grammar. Run by `usher teach`, and never
// while lines are read.

public import Grammar

/// A line of which somebody has said what it is said for.
public struct ActExample: Sendable {
  /// The line.
  public let line: String
  /// What it is said for.
  public let act: DialogueAct
  /// What had just been said to the speaker.
  public let situation: Situation
}

extension ActExample {
  /// Reads a file of examples: each line a situation, an act and what is said, with tabs between.
  public static func read(_ source: GrammarSource) throws(GrammarFault) -> [ActExample] {
    var examples: [ActExample] = []
    for (index, line) in source.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated() where !line.isEmpty
    {
      let fields = line.split(separator: "\t", maxSplits: 2)
      guard fields.count == 3 else {
        throw GrammarFault(
          file: source.name, line: index + 1,
          reason: "a line is a situation, an act and what is said, with tabs between")
      }
      guard let situation = Situation(rawValue: String(fields[0])) else {
        throw GrammarFault(
          file: source.name, line: index + 1, unknown: String(fields[0]), what: "situation",
          among: Situation.allCases.map(\.rawValue))
      }
      guard let act = DialogueAct(rawValue: String(fields[1])) else {
        throw GrammarFault(
          file: source.name, line: index + 1, unknown: String(fields[1]), what: "act",
          among: DialogueAct.allCases.map(\.rawValue))
      }
      examples.append(ActExample(line: String(fields[2]), act: act, situation: situation))
    }
    return examples
  }

  /// A checksum of the files of examples, by which weights tell what they were learned from.
  public static func checksum(of sources: [GrammarSource]) -> String {
    var hash = FoldedHash()
    for source in sources.sorted(by: { $0.name < $1.name }) {
      for octet in source.text.utf8 { hash.add(octet) }
    }
    return String(hash.bits, radix: 16)
  }
}

/// Learns weights from examples.
public struct ActTraining {
  /// How often each example is looked at.
  private static let rounds = 12
  /// From which on the weights are averaged: a few examples more or less then change less (Polyak
  /// and Juditsky, 1992).
  private static let averagedFrom = 4
  /// How far one example moves a weight at first.
  private static let rate: Float = 0.15
  /// How large weights may become for what they tell: the less, the less they are sure of what few
  /// examples say.
  private static let looseness: Float = 0.4
  /// A feature that fewer examples have tells nothing.
  private static let leastCount = 2

  private let reader: Reader
  private let context: ReadingContext

  /// Learns with the reader that will use the weights; the context tells building and clock.
  public init(reader: Reader, context: ReadingContext) {
    self.reader = reader
    self.context = context
  }

  private struct Sample {
    var features: [Int32]
    let act: Int
  }

  /// The weights, written.
  public func weights(of examples: [ActExample], checksum: String) -> String {
    let (samples, hashes) = samples(examples)
    let weights = learn(samples, count: hashes.count)
    let rows = hashes.enumerated().map { place, hash in
      (hash: hash, weights: Array(weights[(place * acts)..<((place + 1) * acts)]))
    }
    return ActModel.text(rows.sorted { $0.hash < $1.hash }, checksum: checksum)
  }

  private var acts: Int { DialogueAct.allCases.count }

  private func samples(_ examples: [ActExample]) -> ([Sample], [UInt32]) {
    let features = examples.map { reader.features(of: $0, in: context) }
    var counts: [UInt32: Int] = [:]
    for one in features { for hash in one { counts[hash, default: 0] += 1 } }
    let hashes = counts.filter { $0.value >= Self.leastCount }.map(\.key).sorted()
    let places = Dictionary(uniqueKeysWithValues: hashes.enumerated().map { ($1, Int32($0)) })
    let samples = zip(examples, features).map { example, features in
      Sample(features: features.compactMap { places[$0] }.sorted(), act: example.act.place)
    }
    return (samples, hashes)
  }

  /// Softmax regression with a penalty on the squares of weights, by AdaGrad (Duchi, Hazan and
  /// Singer, 2011), averaged over the last rounds.
  private func learn(_ samples: [Sample], count: Int) -> [Float] {
    var counts = [Float](repeating: 0, count: count)
    for sample in samples { for feature in sample.features { counts[Int(feature)] += 1 } }
    // Each example bears its share of the penalty of its features.
    let shares = counts.map { 1 / (Self.looseness * max(1, $0)) }
    var weights = [Float](repeating: 0, count: count * acts)
    var squares = [Float](repeating: 0.01, count: count * acts)
    var chance = ActChance(seed: 1)
    var order = Array(samples.indices)
    var sums = [Float](repeating: 0, count: weights.count)
    for round in 0..<Self.rounds {
      chance.mix(&order)
      for place in order {
        let sample = samples[place]
        let features = sample.features
        var slopes = ActModel.softmax(scores(of: sample, weights))
        slopes[sample.act] -= 1
        for feature in features {
          let base = Int(feature) * acts
          let share = shares[Int(feature)]
          for act in 0..<acts {
            let slope = slopes[act] + share * weights[base + act]
            squares[base + act] += slope * slope
            weights[base + act] -= Self.rate * slope / squares[base + act].squareRoot()
          }
        }
      }
      if round >= Self.averagedFrom {
        for place in sums.indices { sums[place] += weights[place] }
      }
    }
    return sums.map { $0 / Float(Self.rounds - Self.averagedFrom) }
  }

  /// What the weights of a sample's features sum up to for each act.
  private func scores(of sample: Sample, _ weights: [Float]) -> [Float] {
    var sums = [Float](repeating: 0, count: acts)
    for feature in sample.features {
      for act in 0..<acts { sums[act] += weights[Int(feature) * acts + act] }
    }
    return sums
  }

  /// How many examples of each of some parts are told rightly by the weights of the other parts,
  /// and which are not.
  public func crossValidated(_ examples: [ActExample], parts: Int) -> ActScores {
    let (samples, hashes) = samples(examples)
    var scores = ActScores()
    for part in 0..<parts {
      let taught = samples.indices.filter { $0 % parts != part }.map { samples[$0] }
      let weights = learn(taught, count: hashes.count)
      for place in samples.indices where place % parts == part {
        let odds = ActOdds(
          probabilities: ActModel.softmax(self.scores(of: samples[place], weights)))
        scores.add(examples[place], odds)
      }
    }
    return scores
  }
}

/// How well acts are told.
public struct ActScores {
  /// Examples looked at.
  public private(set) var count = 0
  /// Those told rightly.
  public private(set) var right = 0
  /// Those of which it was sure by three quarters, and those of them told rightly.
  public private(set) var sure = (count: 0, right: 0)
  /// Those that were told otherwise: the example, the act told, and how likely it was held.
  public private(set) var wrong: [(example: ActExample, told: DialogueAct, odds: Float)] = []

  mutating func add(_ example: ActExample, _ odds: ActOdds) {
    count += 1
    if odds[odds.best] > 0.75 {
      sure.count += 1
      if odds.best == example.act { sure.right += 1 }
    }
    if odds.best == example.act {
      right += 1
    } else {
      wrong.append((example, odds.best, odds[odds.best]))
    }
  }
}

/// Chance that is the same in every run (SplitMix64).
private struct ActChance {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }

  mutating func mix(_ order: inout [Int]) {
    for place in order.indices.dropLast() {
      order.swapAt(place, place + next(order.count - place))
    }
  }
}
