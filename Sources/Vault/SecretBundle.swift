// What a row holds as octets, before they are sealed: what is written of it, and secrets.

internal import CCrypto
public import Mobility

/// What is sealed in a row.
struct SecretBundle {
  /// What the book keeps in the row, as it is written: no secret, but nobody alters it. Empty where
  /// the columns tell all.
  var written: [UInt8] = []
  /// The secrets by their handles.
  var secrets: [SecretHandle: Secret]

  /// An octet 1; what is written, behind four octets with its length; then for each secret, in the
  /// order of their handles, an octet with the length of the handle, the handle, four octets with
  /// the length of the secret, the secret. Of lengths the most significant octet comes first.
  private static let version: UInt8 = 1

  /// Something to be sealed.
  init(written: [UInt8] = [], _ secrets: [SecretHandle: Secret]) {
    (self.written, self.secrets) = (written, secrets)
  }

  /// All of it as octets, which the caller wipes. A handle has at most 255 octets, which the limits
  /// see to.
  var octets: [UInt8] {
    var octets: [UInt8] = []
    // All at once: growing would leave copies behind.
    octets.reserveCapacity(
      secrets.reduce(5 + written.count) { $0 + 5 + $1.key.text.utf8.count + $1.value.count })
    octets.append(Self.version)
    octets.append(length: written.count)
    octets.append(contentsOf: written)
    for (handle, secret) in secrets.sorted(by: { $0.key.text < $1.key.text }) {
      octets.append(UInt8(handle.text.utf8.count))
      octets.append(contentsOf: handle.text.utf8)
      octets.append(length: secret.count)
      secret.reveal { octets.append(contentsOf: $0) }
    }
    return octets
  }

  /// What octets hold; nil if they are of another form.
  init?(_ octets: [UInt8]) {
    var rest = octets[...]
    guard rest.popFirst() == Self.version, let written = rest.popPart() else { return nil }
    var secrets: [SecretHandle: Secret] = [:]
    while let handleCount = rest.popFirst() {
      let text = rest.prefix(Int(handleCount))
      rest = rest.dropFirst(text.count)
      let handle = SecretHandle(String(decoding: text, as: UTF8.self))
      guard text.count == handleCount, secrets[handle] == nil, let secret = rest.popPart() else {
        return nil
      }
      secrets[handle] = Secret(Array(secret))
    }
    self.init(written: Array(written), secrets)
  }
}

extension [UInt8] {
  fileprivate mutating func append(length: Int) {
    let length = UInt32(length)
    for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: length >> shift)) }
  }
}

extension ArraySlice<UInt8> {
  /// Takes a part away whose length stands in four octets before it; nil if there is less.
  fileprivate mutating func popPart() -> ArraySlice<UInt8>? {
    guard count >= 4 else { return nil }
    let length = prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let part = dropFirst(4).prefix(length)
    guard part.count == length else { return nil }
    self = dropFirst(4 + length)
    return part
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
