// Tokens as octets that nobody can guess, and what is kept of them: a salted digest.

internal import CCrypto

/// What is kept of a token: SHA-256 (FIPS 180-4) of its salt and its octets. A token has 256 bits
/// of chance, so a digest that is slow to compute would protect it no better.
struct TokenDigest: Hashable, Sendable {
  /// Octets drawn for this token.
  let salt: [UInt8]
  /// The digest, of 32 octets.
  let octets: [UInt8]

  /// The digest of a token with a salt of its own.
  init(of token: String) throws(TokenFault) {
    self.init(of: token, salt: try Chance.octets(16))
  }

  /// A digest as it was kept.
  init(salt: [UInt8], octets: [UInt8]) {
    self.salt = salt
    self.octets = octets
  }

  private init(of token: String, salt: [UInt8]) {
    self.salt = salt
    octets = Self.sha256(salt + Array(token.utf8))
  }

  /// Whether it is that of a token; how long that takes tells nothing of where they differ.
  func isOf(_ token: String) -> Bool {
    let other = TokenDigest(of: token, salt: salt).octets
    guard octets.count == other.count, !octets.isEmpty else { return false }
    return CRYPTO_memcmp(octets, other, octets.count) == 0
  }

  /// No octets where libcrypto cannot compute it: equal to no digest that is kept.
  private static func sha256(_ octets: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(octets, octets.count, &digest, &count, EVP_sha256(), nil) == 1 else {
      return []
    }
    return Array(digest.prefix(Int(count)))
  }
}

/// Octets that nobody can guess.
enum Chance {
  /// So many octets of libcrypto's generator.
  static func octets(_ count: Int) throws(TokenFault) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&octets, Int32(count)) == 1 else { throw .noChance }
    return octets
  }

  /// A new token: `usher-` and 64 hexadecimal digits, 256 bits of chance.
  static func token() throws(TokenFault) -> String { "usher-" + hex(try octets(32)) }

  /// Octets as hexadecimal digits.
  static func hex(_ octets: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(octets.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The octets that hexadecimal digits, in small letters, stand for; nil if they are none.
  static func octets(ofHex text: String) -> [UInt8]? {
    let digits = text.utf8.map { octet -> UInt8? in
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap(\.self)
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// Why a token cannot be made, kept or looked at.
public enum TokenFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read or written; the system's reason.
  case file(String, reason: String)
  /// The file is not one of tokens, or not whole.
  case damaged(String)
  /// Others than its owner may read or change the file.
  case exposed(String)
  /// The file is a credential, which only whoever hands it over can change.
  case handedOver(String)
  /// There is one of that name already.
  case nameTaken(String)
  /// There is none of that name.
  case unknown(String)
  /// There are as many as there may be.
  case tooMany(Int)
  /// The system has no chance to give.
  case noChance

  /// What was seen and what to do next.
  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .damaged(let path):
      "\(path) is no file of tokens, or not whole. Move it away and add the tokens anew."
    case .exposed(let path):
      "\(path) can be read or changed by others than its owner; run: chmod 600 \(path)"
    case .handedOver(let path):
      "\(path) was handed over by systemd and cannot be changed here; say by --tokens which file "
        + "LoadCredential= names, and start the unit again"
    case .nameTaken(let name):
      "there is a token \(name) already; `usher token rotate \(name)` gives it another value"
    case .unknown(let name): "there is no token \(name); `usher token list` tells all"
    case .tooMany(let max): "there are \(max) tokens already; revoke one first"
    case .noChance: "the system gives no random octets; nothing was changed"
    }
  }
}
