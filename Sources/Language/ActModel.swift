// What tells acts apart: weights learned from the examples of the grammar.

internal import Grammar

/// How likely each act is.
public struct ActOdds: Hashable, Sendable {
  /// Probabilities, by the place of the act.
  let probabilities: [Float]

  /// The most likely act.
  public var best: DialogueAct {
    let place = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
    return DialogueAct.allCases[place]
  }

  /// Leaves out acts for which there is no occasion.
  mutating func exclude(_ acts: [DialogueAct]) {
    var rest = probabilities
    for act in acts { rest[act.place] = 0 }
    let sum = rest.reduce(0, +)
    guard sum > 0 else { return }
    self = ActOdds(probabilities: rest.map { $0 / sum })
  }

  /// How likely an act is, from 0 to 1.
  public subscript(act: DialogueAct) -> Float { probabilities[act.place] }
}

/// The weights of all features: a linear model of several classes, whose probabilities are those of
/// the softmax of the sums.
struct ActModel: Sendable {
  /// A weight of 1 as it is written.
  static let scale: Float = 16
  private let mask: Int
  private let keys: [UInt32]
  /// Where the weights of each feature begin and end.
  private let starts: [Int32]
  private let ends: [Int32]
  private let acts: [UInt8]
  private let weights: [Int8]
  /// The checksum of the examples from which it was learned.
  let examplesChecksum: String

  /// How likely each act is for these features.
  func odds(_ features: ActFeatures) -> ActOdds {
    var sums = [Int32](repeating: 0, count: DialogueAct.allCases.count)
    for hash in features.hashes {
      var place = Int(hash) & mask
      while ends[place] != 0 {
        if keys[place] == hash {
          for index in Int(starts[place])..<Int(ends[place]) {
            sums[Int(acts[index])] += Int32(weights[index])
          }
          break
        }
        place = (place + 1) & mask
      }
    }
    return ActOdds(probabilities: Self.softmax(sums.map { Float($0) / Self.scale }))
  }

  static func softmax(_ sums: [Float]) -> [Float] {
    let most = sums.max() ?? 0
    let powers = sums.map { exponential($0 - most) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / total }
  }

  /// e to a power of 0 or less, to some five digits.
  static func exponential(_ power: Float) -> Float {
    guard power > -40 else { return 0 }
    // (1 + x/n)^n with n = 4096.
    var value = 1 + Double(power) / 4096
    for _ in 0..<12 { value *= value }
    return Float(value)
  }
}

extension ActModel {
  private static let letters = Array("0123456789abcdef".utf8)
  private static let firstAct: UInt8 = 0x30

  /// The written form of weights: the checksum of the examples, then a feature a line.
  static func text(_ rows: [(hash: UInt32, weights: [Float])], checksum: String) -> String {
    var text = "examples \(checksum)\n"
    for row in rows {
      var line: [UInt8] = []
      for (place, weight) in row.weights.enumerated() {
        let rounded = Int((weight * scale).rounded())
        guard rounded != 0 else { continue }
        let octet = UInt8(bitPattern: Int8(clamping: rounded))
        line += [
          firstAct + UInt8(place), letters[Int(octet >> 4)], letters[Int(octet & 15)],
        ]
      }
      guard !line.isEmpty else { continue }
      let hash = (0..<8).map { letters[Int(row.hash >> (28 - 4 * $0)) & 15] }
      text += String(decoding: hash + line + [0x0A], as: UTF8.self)
    }
    return text
  }

  /// Reads the written form.
  init(_ source: GrammarSource) throws(GrammarFault) {
    let tables = try Array(source.text.utf8).withUnsafeBufferPointer {
      (octets) throws(GrammarFault) in
      try Self.read(octets, source.name)
    }
    (examplesChecksum, mask, keys, starts, ends, acts, weights) = tables
  }

  private typealias Tables = (String, Int, [UInt32], [Int32], [Int32], [UInt8], [Int8])

  private static func read(
    _ octets: UnsafeBufferPointer<UInt8>, _ file: String
  ) throws(GrammarFault) -> Tables {
    let lineEnd: UInt8 = 0x0A
    let head = Array("examples ".utf8)
    guard octets.starts(with: head), let headEnd = octets.firstIndex(of: lineEnd) else {
      throw GrammarFault(file: file, line: 1, reason: "the first line is: examples CHECKSUM")
    }
    let checksum = String(decoding: octets[head.count..<headEnd], as: UTF8.self)
    let count = octets.count { $0 == lineEnd }
    var size = 16
    while size < count * 2 { size *= 2 }
    var keys = [UInt32](repeating: 0, count: size)
    var starts = [Int32](repeating: 0, count: size)
    var ends = [Int32](repeating: 0, count: size)
    var acts: [UInt8] = []
    var weights: [Int8] = []
    // A line has a hash, and three octets for each act.
    let weightsMax = octets.count / 3
    acts.reserveCapacity(weightsMax)
    weights.reserveCapacity(weightsMax)
    let actCount = UInt8(DialogueAct.allCases.count)
    var (place, line) = (headEnd + 1, 2)
    while place < octets.count {
      guard place + 8 < octets.count, let hash = number(octets, place, 8) else {
        throw fault(file, line)
      }
      place += 8
      var slot = Int(hash) & (size - 1)
      while ends[slot] != 0 { slot = (slot + 1) & (size - 1) }
      (keys[slot], starts[slot]) = (hash, Int32(weights.count))
      while place < octets.count, octets[place] != lineEnd {
        guard place + 2 < octets.count, let weight = number(octets, place + 1, 2),
          octets[place] >= firstAct, octets[place] - firstAct < actCount
        else { throw fault(file, line) }
        acts.append(octets[place] - firstAct)
        weights.append(Int8(bitPattern: UInt8(weight)))
        place += 3
      }
      ends[slot] = Int32(weights.count)
      guard ends[slot] > starts[slot] else { throw fault(file, line) }
      (place, line) = (place + 1, line + 1)
    }
    return (checksum, size - 1, keys, starts, ends, acts, weights)
  }

  private static func fault(_ file: String, _ line: Int) -> GrammarFault {
    GrammarFault(
      file: file, line: line,
      reason: "a line is a feature of 8 hexadecimal digits, then acts with their weights")
  }

  @inline(__always)
  private static func number(
    _ octets: UnsafeBufferPointer<UInt8>, _ start: Int, _ digits: Int
  ) -> UInt32? {
    var value: UInt32 = 0
    var isNumber = true
    for place in start..<start + digits {
      let (decimal, letter) = (octets[place] &- 0x30, octets[place] &- 0x61)
      let digit = decimal < 10 ? decimal : letter &+ 10
      isNumber = isNumber && (decimal < 10 || letter < 6)
      value = value << 4 | UInt32(digit & 15)
    }
    return isNumber ? value : nil
  }
}
