// How far two spellings are apart.

/// Distances between words.
enum Spelling {
  /// How many letters must be put in, left out, changed, or swapped with a neighbour to make one
  /// word of the other (optimal string alignment); the product of the lengths in steps.
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    if one.isEmpty || other.isEmpty { return max(one.count, other.count) }
    var beforeLast = [Int](repeating: 0, count: other.count + 1)
    var last = Array(0...other.count)
    var row = last
    for i in 1...one.count {
      row[0] = i
      for j in 1...other.count {
        let change = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, change)
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count]
  }

  /// The word with each run of one letter written once, so that `tommorow` and `tomorrow` agree.
  static func collapsed(_ word: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for octet in word where out.last != octet { out.append(octet) }
    return out
  }
}
