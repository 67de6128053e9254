// Octets in the query of an address (RFC 3986 §2.1).

/// Octets in the query of an address (RFC 3986 §2.1; WHATWG URL §5.1 for `+`).
package enum PercentCoding {
  /// Every octet outside the unreserved set (RFC 3986 §2.3) as `%XX`.
  package static func encoded(_ octets: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for octet in octets {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.append(octet)
      default:
        encoded += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// What was encoded, `+` as a blank; nil where a `%` has no two digits behind it.
  package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    // All at once: growing would leave copies behind.
    octets.reserveCapacity(text.count)
    var rest = text
    while let octet = rest.popFirst() {
      switch octet {
      case UInt8(ascii: "+"): octets.append(0x20)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        octets.append(high << 4 | low)
      default: octets.append(octet)
      }
    }
    return octets
  }

  /// The value of a hexadecimal digit; nil for another octet.
  package static func digit(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
