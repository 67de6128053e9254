// Several secrets that belong together, each by a name.

public import Mobility

/// What a secret is called among those of one account or attempt.
public struct SecretName: Hashable, Sendable {
  /// Small letters, digits and `-`, at most 32.
  public let text: String

  /// The name of that text; nil if it is not of that form.
  public init?(_ text: some StringProtocol) {
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (1...32).contains(text.utf8.count) else { return nil }
    self.text = String(text)
  }

  private init(known text: String) { self.text = text }

  /// What was typed, alone in its row.
  static let typed = SecretName(known: "typed")

  /// What a request is signed with.
  public static let access = SecretName(known: "access")
  /// What a new pair of tokens is had for.
  public static let refresh = SecretName(known: "refresh")
}

extension [SecretName: Secret] {
  /// Overwrites the secrets where nobody else holds them, and forgets them.
  public mutating func wipe() {
    // An array of the names: the view `keys` would hold the secrets too, and each be copied.
    for name in Array(keys) { self[name]?.wipe() }
    self = [:]
  }
}
