// How far two spellings are apart.

/// Distances between words.
public enum Spelling {
  /// Those of some names from which a word is one slip away; none for a short word, which may as
  /// well be another name.
  public static func names(near word: String, among names: [String]) -> [String] {
    let lettersMin = 5
    guard word.count >= lettersMin else { return [] }
    let typed = Array(word.lowercased().utf8)
    return names.filter { name in
      name.count >= lettersMin
        && distance(typed, Array(name.lowercased().utf8), atMost: 1) == 1
    }
  }

  /// How many letters must be put in, left out, changed, or swapped with a neighbour to make one
  /// word of the other (optimal string alignment); the product of the lengths in steps.
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    distance(one[...], other[...], atMost: .max) ?? .max
  }

  /// The same, if it is at most so much; spellings further apart are told quickly.
  static func distance(_ one: [UInt8], _ other: [UInt8], atMost bound: Int) -> Int? {
    guard abs(one.count - other.count) <= bound else { return nil }
    // What both begin and end with costs nothing.
    var from = 0
    while from < min(one.count, other.count), one[from] == other[from] { from += 1 }
    var oneEnd = one.count
    var otherEnd = other.count
    while oneEnd > from, otherEnd > from, one[oneEnd - 1] == other[otherEnd - 1] {
      oneEnd -= 1
      otherEnd -= 1
    }
    // One slip spoils one letter or two neighbours.
    if bound <= 1, max(oneEnd, otherEnd) - from > 2 * bound { return nil }
    return distance(one[from..<oneEnd], other[from..<otherEnd], atMost: bound)
  }

  private static func distance(
    _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, atMost bound: Int
  ) -> Int? {
    if one.isEmpty || other.isEmpty {
      let distance = max(one.count, other.count)
      return distance <= bound ? distance : nil
    }
    let one = Array(one)
    let other = Array(other)
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
      // No later row comes nearer than the nearest of two neighbours.
      let isFar = row.allSatisfy { $0 > bound } && last.allSatisfy { $0 > bound }
      if isFar { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[other.count] <= bound ? last[other.count] : nil
  }

  /// The word with each run of one letter written once, so that `tommorow` and `tomorrow` agree.
  static func collapsed(_ word: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for octet in word where out.last != octet { out.append(octet) }
    return out
  }
}
