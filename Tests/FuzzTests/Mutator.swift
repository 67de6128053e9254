// Makes inputs out of good ones: cut, doubled, spliced, with words and numbers that break careless
// programs. The same chance makes the same input.

import Passes

struct Mutator: Sendable {
  let seeds: [[UInt8]]
  /// Words of the face, beside those that are hostile everywhere.
  let words: [[UInt8]]
  let choosingOctets: Int
  let octetsMax: Int
  /// A whole file stands no more than a few changes; a line stands many.
  let changesMin: Int

  /// One input, with the octets before it that choose the circumstances.
  func input(_ chance: inout SeededRandom) -> [UInt8] {
    let choice = (0..<choosingOctets).map { _ in
      // The usual circumstances half of the time.
      chance.below(2) == 0 ? 0 : UInt8(chance.below(256))
    }
    var octets = chance.below(24) == 0 ? noise(&chance) : chance.pick(seeds)
    var changes = changesMin + chance.below(3)
    if chance.below(8) == 0 { changes += chance.below(20) }
    for _ in 0..<changes { change(&octets, &chance) }
    return choice + octets.prefix(octetsMax)
  }

  private func noise(_ chance: inout SeededRandom) -> [UInt8] {
    (0..<chance.below(200)).map { _ in UInt8(chance.below(256)) }
  }

  private func change(_ octets: inout [UInt8], _ chance: inout SeededRandom) {
    let place = chance.below(octets.count + 1)
    switch chance.below(16) {
    case 0: flip(&octets, at: place, &chance)
    case 1: if place < octets.count { octets[place] = UInt8(chance.below(256)) }
    case 2, 3: octets.insert(contentsOf: chance.pick(HostileWords.all), at: place)
    case 4, 5: octets.insert(contentsOf: chance.pick(words), at: place)
    case 6: octets.insert(contentsOf: [0x20] + chance.pick(words) + [0x20], at: place)
    case 7: octets.removeSubrange(place..<min(octets.count, place + 1 + chance.below(12)))
    case 8: octets.removeSubrange(place...)
    case 9: repeatPart(of: &octets, at: place, &chance)
    case 10:
      let other = chance.pick(seeds)
      octets = Array(octets[..<place] + other[chance.below(other.count + 1)...])
    case 11: octets += [chance.below(2) == 0 ? 0x20 : 0x0A] + chance.pick(seeds)
    case 12, 13: replaceNumber(in: &octets, &chance)
    case 14: octets = Array(octets[place...] + octets[..<place])
    default: fill(&octets, &chance)
    }
  }

  private func flip(_ octets: inout [UInt8], at place: Int, _ chance: inout SeededRandom) {
    if place < octets.count { octets[place] ^= 1 << UInt8(chance.below(8)) }
  }

  private func repeatPart(
    of octets: inout [UInt8], at place: Int, _ chance: inout SeededRandom
  ) {
    let part = Array(octets[place...].prefix(1 + chance.below(24)))
    guard !part.isEmpty else { return }
    let times = min(1 + chance.below(chance.below(4) == 0 ? 600 : 6), octetsMax / part.count)
    octets.insert(contentsOf: (0..<times).flatMap { _ in part }, at: place)
  }

  /// A number becomes another, at the edge of something.
  private func replaceNumber(in octets: inout [UInt8], _ chance: inout SeededRandom) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let starts = octets.indices.filter {
      digits.contains(octets[$0]) && ($0 == 0 || !digits.contains(octets[$0 - 1]))
    }
    guard !starts.isEmpty else { return octets += chance.pick(HostileWords.numbers) }
    let start = chance.pick(starts)
    let end = octets[start...].firstIndex { !digits.contains($0) } ?? octets.count
    octets.replaceSubrange(start..<end, with: chance.pick(HostileWords.numbers))
  }

  /// To the limit and over it, rarely: long inputs are slow.
  private func fill(_ octets: inout [UInt8], _ chance: inout SeededRandom) {
    guard !octets.isEmpty, chance.below(24) == 0 else { return }
    let part = octets.prefix(1 + chance.below(40))
    let times = octetsMax / part.count + 1
    octets = (0..<times).flatMap { _ in part }
  }
}

extension SeededRandom {
  /// A number from 0 up to but not including a bound, at least 1.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
