// Who tells which booking a line is about, and does not come anew.

import Language

extension Slots {
  /// The names that stand right behind the words for a booking, or among them, as in `Tom's
  /// meeting`: they tell which one is meant, and are nobody to be added to it. Behind a comma, or
  /// with an address, somebody is.
  func companyOfBooking(in line: [UInt8]) -> [String] {
    guard let words = booking?.range ?? occasion?.range else { return [] }
    var end = words.upperBound
    var names: [String] = []
    for mention in people {
      guard let name = mention.name, name.origin == .said, mention.email == nil,
        mention.phone == nil,
        words.contains(name.range.lowerBound)
          || Self.areClose(end, name.range.lowerBound, in: line)
      else { break }
      if words.contains(name.range.lowerBound) {
        names.append(name.value)
        continue
      }
      names.append(name.value)
      end = name.range.upperBound
    }
    return names
  }

  /// Whether two places in the line are parted by no more than `with` or `with Mr`.
  private static func areClose(_ start: Int, _ end: Int, in line: [UInt8]) -> Bool {
    guard start < end else { return false }
    let signs: [UInt8] = [0x2C, 0x3A, 0x3B]
    let words = line[start..<end].split(separator: 0x20)
    return (1...2).contains(words.count) && !words.joined().contains { signs.contains($0) }
  }
}
