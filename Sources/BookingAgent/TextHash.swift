// What is kept of a text to tell it from others: short, however long it was.

/// The hash of a text: FNV-1a of 128 bits (RFC 9923). Whoever makes two texts that have the same
/// gets, for his own message, the answer to the other one of his.
public struct TextHash: Hashable, Sendable, CustomStringConvertible {
  private let value: UInt128

  /// The hash of a text.
  public init(of text: String) {
    var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for octet in text.utf8 {
      value ^= UInt128(octet)
      value &*= 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
    self.value = value
  }

  /// Reads 32 hexadecimal digits in small letters; nil if a text is no such.
  public init?(_ digits: String) {
    let isHash =
      digits.utf8.count == 32
      && digits.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
    guard isHash, let value = UInt128(digits, radix: 16) else { return nil }
    self.value = value
  }

  /// 32 hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }
}
