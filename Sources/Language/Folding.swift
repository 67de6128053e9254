// How letters lose their case and marks, so that `Übermorgen`, `übermorgen` and `uebermorgen` are
// one word.

/// A running hash of folded octets (FNV-1a, 64 bits): equal words hash equal in every run.
struct FoldedHash: Hashable, Sendable {
  private(set) var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x0000_0100_0000_01b3
  }
}

/// The folding of single characters.
enum Folding {
  /// Marks that are characters of their own behind their letter (Unicode, Combining Diacritical
  /// Marks), as file systems and some keyboards write them.
  private static let combiningMarks: ClosedRange<UInt32> = 0x300...0x36F

  /// What a mark adds to the letter before it, so that `u` and a diaeresis fold as `ü` does; 0 is
  /// no octet.
  static func added(by mark: UInt32, to letter: UInt8) -> UInt8 {
    mark == 0x308 && [0x61, 0x6F, 0x75].contains(letter) ? 0x65 : 0
  }

  /// The octets that stand for a character; 0 is no octet.
  ///
  /// Umlauts become two letters as German writes them without marks (DIN 5007-2), other Latin
  /// letters lose their marks. A character that is not in the tables stands for itself, by its
  /// lowest octets, which is enough to tell words apart.
  static func fold(_ scalar: UInt32) -> (UInt8, UInt8) {
    switch scalar {
    case 0x41...0x5A: return (UInt8(scalar) + 32, 0)
    case 0..<0x80: return (UInt8(scalar), 0)
    case 0xC4, 0xE4, 0xC6, 0xE6: return (0x61, 0x65)
    case 0xD6, 0xF6, 0x152, 0x153: return (0x6F, 0x65)
    case 0xDC, 0xFC: return (0x75, 0x65)
    case 0xDF, 0x1E9E: return (0x73, 0x73)
    case 0xC0...0xC5, 0xE0...0xE5: return (0x61, 0)
    case 0xC7, 0xE7: return (0x63, 0)
    case 0xC8...0xCB, 0xE8...0xEB: return (0x65, 0)
    case 0xCC...0xCF, 0xEC...0xEF: return (0x69, 0)
    case 0xD1, 0xF1: return (0x6E, 0)
    case 0xD2...0xD5, 0xD8, 0xF2...0xF5, 0xF8: return (0x6F, 0)
    case 0xD9...0xDB, 0xF9...0xFB: return (0x75, 0)
    case 0xDD, 0xFD, 0xFF: return (0x79, 0)
    case combiningMarks: return (0, 0)
    default:
      // Higher than any ASCII letter, so that no other alphabet is mistaken for Latin.
      return (UInt8(truncatingIfNeeded: scalar) | 0x80, UInt8(truncatingIfNeeded: scalar >> 8) | 1)
    }
  }
}

extension Folding {
  /// The folded octets of a text, spaces and signs left out, as spelling compares them.
  static func folded(_ octets: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(octets.count)
    for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
      if scalar.value <= 0x2F || (0x3A...0x40).contains(scalar.value) { continue }
      let (first, second) = fold(scalar.value)
      if first != 0 { folded.append(first) }
      if second != 0 { folded.append(second) }
      if first == 0, let letter = folded.last {
        let added = added(by: scalar.value, to: letter)
        if added != 0 { folded.append(added) }
      }
    }
    return folded
  }
}
