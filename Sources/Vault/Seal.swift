// Sealing: AES-256-GCM (NIST SP 800-38D) of libcrypto, and what a seal is bound to.

internal import CCrypto

/// Octets that only the key opens, and only in their place.
struct Seal: Hashable, Sendable {
  static let nonceOctets = 12
  private static let tagOctets = 16

  /// Drawn anew for each seal.
  let nonce: [UInt8]
  /// The enciphered octets, and their tag behind them.
  let octets: [UInt8]

  /// A seal as it was kept.
  init(nonce: [UInt8], octets: [UInt8]) { (self.nonce, self.octets) = (nonce, octets) }

  /// Seals octets for a place.
  init(_ plain: [UInt8], at place: SealPlace, with key: VaultKey) throws(VaultFault) {
    let nonce = try Chance.octets(Self.nonceOctets)
    let associated = place.octets
    var sealed = [UInt8](repeating: 0, count: plain.count)
    var tag = [UInt8](repeating: 0, count: Self.tagOctets)
    var none = [UInt8](repeating: 0, count: Self.tagOctets)
    guard let context = EVP_CIPHER_CTX_new() else { throw .noCrypto }
    defer { EVP_CIPHER_CTX_free(context) }
    var count: Int32 = 0
    let isSealed =
      key.reveal { EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, $0, nonce) } == 1
      && EVP_EncryptUpdate(context, nil, &count, associated, Int32(associated.count)) == 1
      && EVP_EncryptUpdate(context, &sealed, &count, plain, Int32(plain.count)) == 1
      && EVP_EncryptFinal_ex(context, &none, &count) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    guard isSealed else { throw .noCrypto }
    self.init(nonce: nonce, octets: sealed + tag)
  }

  /// The octets that were sealed, which the caller wipes; nil if the key, the place or an octet is
  /// another.
  func opened(at place: SealPlace, with key: VaultKey) throws(VaultFault) -> [UInt8]? {
    guard nonce.count == Self.nonceOctets, octets.count > Self.tagOctets else { return nil }
    let associated = place.octets
    let sealed = octets.dropLast(Self.tagOctets)
    var tag = Array(octets.suffix(Self.tagOctets))
    var plain = [UInt8](repeating: 0, count: sealed.count)
    var none = [UInt8](repeating: 0, count: Self.tagOctets)
    guard let context = EVP_CIPHER_CTX_new() else { throw .noCrypto }
    defer { EVP_CIPHER_CTX_free(context) }
    var count: Int32 = 0
    let isRead =
      key.reveal { EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, $0, nonce) } == 1
      && EVP_DecryptUpdate(context, nil, &count, associated, Int32(associated.count)) == 1
      && EVP_DecryptUpdate(context, &plain, &count, Array(sealed), Int32(sealed.count)) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    guard isRead else {
      plain.wipe()
      throw .noCrypto
    }
    if EVP_DecryptFinal_ex(context, &none, &count) == 1 { return plain }
    plain.wipe()
    return nil
  }
}

/// Where a seal stands: the table, and every column that says whose the row is and what of.
struct SealPlace {
  private static let version = "1"

  /// As `usher|1|main|mia|uber||3|…`. The sign between two columns does not occur in one, so that
  /// no two places are written alike.
  let octets: [UInt8]

  init(_ table: String, _ columns: [String]) {
    let parts = [table, Self.version] + columns.map(Self.escaped)
    octets = Array(parts.joined(separator: "|").utf8)
  }

  private static func escaped(_ column: String) -> String {
    var text = ""
    for scalar in column.unicodeScalars {
      switch scalar {
      case "%": text += "%25"
      case "|": text += "%7C"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// Octets that nobody can guess.
enum Chance {
  /// So many octets of libcrypto's generator.
  static func octets(_ count: Int) throws(VaultFault) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&octets, Int32(count)) == 1 else { throw .noCrypto }
    return octets
  }

  /// 128 bits of chance, as 32 hexadecimal digits.
  static func mark() throws(VaultFault) -> String {
    let digits = Array("0123456789abcdef")
    return String(try octets(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
