// What a provider says of who signed in: the claims of an ID token (OpenID Connect Core 1.0 §2).

internal import JSON

/// The claims of an ID token. Its signature is not looked at: the token came straight from the
/// token endpoint over TLS, which vouches for who says it (OpenID Connect Core 1.0 §3.1.3.7, 6.).
struct IdentityClaims {
  private let claims: JSONObject

  /// The claims of a token, a JWT (RFC 7519): the second of its three parts. Nil if it is none.
  init?(token: [UInt8], depthMax: Int) {
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, var octets = Base64URL.decoded(parts[1]) else { return nil }
    defer { octets.wipe() }
    do throws(JSONFault) {
      // A value that nobody can hold is none of those that are looked at.
      let limits = JSONLimits(octetsMax: token.count, depthMax: depthMax)
      guard let object = try JSONReading(parsing: octets, limits: limits).value.object else {
        return nil
      }
      claims = object
    } catch {
      return nil
    }
  }

  /// Whether they were said to us, by whom they must be, of this link (§3.1.3.7, 2., 3. and 11.).
  func hold(nonce: [UInt8]?, issuer: String?, clientID: String) -> Bool {
    if let nonce {
      guard var said = claims["nonce"]?.string.map({ Array($0.utf8) }) else { return false }
      defer { said.wipe() }
      guard Digest.areEqual(said, nonce) else { return false }
    }
    if let issuer, claims["iss"]?.string != issuer { return false }
    let audience = claims["aud"]
    return audience?.string == clientID
      || audience?.array?.contains { $0.string == clientID } == true
  }

  /// What the account is called: the first of these names that can be shown.
  func label(octetsMax: Int) -> String? {
    ["email", "preferred_username", "sub"].lazy
      .compactMap { claims[$0]?.string }
      .first { !$0.isEmpty && $0.utf8.count <= octetsMax && Self.isShowable($0) }
  }

  private static func isShowable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
