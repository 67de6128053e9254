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
