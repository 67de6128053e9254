// SHA-256, comparing in constant time, and base64url: what proofs of a browser are made of.

package import Accounts
internal import CCrypto
package import Mobility

/// Digests of libcrypto.
enum Digest {
  /// SHA-256 of octets (FIPS 180-4): 32 octets.
  static func ofSHA256(_ octets: [UInt8]) throws(VaultFault) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(octets, octets.count, &digest, &count, EVP_sha256(), nil) == 1 else {
      throw .noCrypto
    }
    return Array(digest.prefix(Int(count)))
  }

  /// Whether octets are the same, in a time that tells nothing of where they differ. How many there
  /// are is no secret.
  static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
  }
}

extension S256Challenge {
  /// The challenge of a verifier (RFC 7636 §4.2).
  package init(of verifier: Secret) throws(VaultFault) {
    // In two steps: closures throw no fault of ours.
    var octets = verifier.reveal { Array($0[...]) }
    defer { octets.wipe() }
    let text = String(decoding: Base64URL.encoded(try Digest.ofSHA256(octets)), as: UTF8.self)
    guard let challenge = S256Challenge(text) else { throw .noCrypto }
    self = challenge
  }
}

/// Base64 with `-` and `_` and without padding (RFC 4648 §5, RFC 7515 §2).
enum Base64URL {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Octets as digits.
  static func encoded(_ octets: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    // All at once: growing would leave copies behind.
    text.reserveCapacity((octets.count * 4 + 2) / 3)
    for start in stride(from: 0, to: octets.count, by: 3) {
      let group = octets[start..<min(start + 3, octets.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count { text.append(digits[bits >> (18 - 6 * place) & 63]) }
    }
    return text
  }

  /// The octets that digits stand for; nil where they stand for none.
  static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.count * 3 / 4)
    var (bits, count) = (0, 0)
    for digit in text {
      guard let value = value(of: digit) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      octets.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // One digit alone is no octet, and what is left over is nought.
    guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
    return octets
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 48 + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
