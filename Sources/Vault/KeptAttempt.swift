// What the vault tells of the attempts to link an account: all but the secrets.

public import CivilTime
public import Mobility

/// An attempt to link an account, whose secrets are kept until it ends.
public struct KeptAttempt: Hashable, Sendable {
  /// As its machine counts it.
  public var id: String
  /// Who links an account.
  public var owner: String
  /// With whom.
  public var provider: String
  /// When it ends without a word.
  public var expires: Instant

  /// An attempt to link an account.
  public init(id: String, owner: String, provider: String, expires: Instant) {
    (self.id, self.owner, self.provider, self.expires) = (id, owner, provider, expires)
  }

  /// What stands for one of its secrets.
  public func handle(of name: SecretName) -> SecretHandle {
    SecretHandle("attempt:\(id):\(name.text)")
  }
}
