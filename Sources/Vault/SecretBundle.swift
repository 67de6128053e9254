// Several secrets as the octets of one row, before they are sealed.

internal import CCrypto
public import Mobility

/// The form of several secrets: an octet 1, then for each, in the order of their handles, an octet
/// with the length of the handle, the handle, four octets with the length of the secret (the most
/// significant first), the secret.
enum SecretBundle {
  private static let version: UInt8 = 1

  /// The secrets as octets, which the caller wipes. A handle has at most 255 octets, which the
  /// limits see to.
  static func octets(of secrets: [SecretHandle: Secret]) -> [UInt8] {
    var octets: [UInt8] = []
    // All at once: growing would leave copies behind.
    octets.reserveCapacity(secrets.reduce(1) { $0 + 5 + $1.key.text.utf8.count + $1.value.count })
    octets.append(version)
    for (handle, secret) in secrets.sorted(by: { $0.key.text < $1.key.text }) {
      octets.append(UInt8(handle.text.utf8.count))
      octets.append(contentsOf: handle.text.utf8)
      let count = UInt32(secret.count)
      for shift in [24, 16, 8, 0] { octets.append(UInt8(truncatingIfNeeded: count >> shift)) }
      secret.reveal { octets.append(contentsOf: $0) }
    }
    return octets
  }

  /// The secrets that octets hold; nil if they are of another form.
  static func secrets(in octets: [UInt8]) -> [SecretHandle: Secret]? {
    var rest = octets[...]
    guard rest.popFirst() == version else { return nil }
    var secrets: [SecretHandle: Secret] = [:]
    while let handleCount = rest.popFirst() {
      let text = rest.prefix(Int(handleCount))
      rest = rest.dropFirst(text.count)
      let handle = SecretHandle(String(decoding: text, as: UTF8.self))
      guard text.count == handleCount, rest.count >= 4, secrets[handle] == nil else { return nil }
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= count else { return nil }
      secrets[handle] = Secret(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return secrets
  }
}

extension [SecretHandle: Secret] {
  /// Overwrites the secrets where nobody else holds them, and forgets them.
  public mutating func wipe() {
    // An array of the handles: the view `keys` would hold the secrets too, and each be copied.
    for handle in Array(keys) { self[handle]?.wipe() }
    self = [:]
  }
}

extension [UInt8] {
  /// Overwrites the octets, which the compiler may not leave out, and forgets them.
  mutating func wipe() {
    withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    self = []
  }
}
