// What octets a line of text mode may hold.

import JSON

/// The check every line of text mode passes before anybody reads it.
enum TextOctets {
  /// The first fault in a line: NUL, C0 but TAB, DEL, C1, or octets that are no UTF-8.
  static func fault(in line: [UInt8]) -> LineFault? {
    guard let first = line.firstIndex(where: { !isPlain($0) }) else { return nil }
    let rest = line[first...]
    let outsideUTF8 = rest.firstOctetOutsideUTF8
    let readable = rest[..<(outsideUTF8 ?? rest.endIndex)]
    var isAfterC2 = false
    for octet in readable {
      let isC1 = isAfterC2 && octet < 0xA0
      if isC1 || octet == 0x7F || (octet < 0x20 && octet != 0x09) { return .control }
      isAfterC2 = octet == 0xC2
    }
    return outsideUTF8 == nil ? nil : .notUTF8
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    (0x20...0x7E).contains(octet) || octet == 0x09
  }
}

extension ArraySlice<UInt8> {
  /// Octets of the last character of UTF-8; 1 where the last octet is of none, 0 where there is no
  /// octet. A character cut short is one too.
  var octetsOfLastCharacter: Int {
    // No character has more than three octets behind its first.
    let tails = suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
    guard tails < count else { return Swift.min(1, count) }
    let longest =
      switch self[endIndex - 1 - tails] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return tails < longest ? tails + 1 : 1
  }
}
