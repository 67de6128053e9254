// Where octets stop being UTF-8, by the table of RFC 3629 section 4.

extension Collection<UInt8> where Index == Int {
  /// The index of the first octet of the first sequence that is no UTF-8: overlong forms,
  /// surrogates, code points beyond U+10FFFF and sequences cut short are none either.
  package var firstOctetOutsideUTF8: Int? {
    var index = startIndex
    while index < endIndex {
      let octet = self[index]
      if octet < 0x80 {
        index += 1
        continue
      }
      let (length, second) = Self.shape(ofSequenceLedBy: octet)
      guard length > 0, index + length <= endIndex, second.contains(self[index + 1]) else {
        return index
      }
      for tail in self[index + 2..<Swift.max(index + 2, index + length)]
      where tail & 0xC0 != 0x80 {
        return index
      }
      index += length
    }
    return nil
  }

  /// Octets of a sequence and what its second octet may be; length 0 for what leads none.
  private static func shape(ofSequenceLedBy octet: UInt8) -> (Int, ClosedRange<UInt8>) {
    switch octet {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    default: (0, 0x80...0xBF)
    }
  }
}
